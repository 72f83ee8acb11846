// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the bytes of a tile file: what is not edited is written back as it was, whatever it is.
#include <random>

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QtTest>

#include "tests/ui/fixtures/tile_fixture.h"
#include "ui/theme/theme.h"
#include "ui/tile/tile_document.h"
#include "ui/tile/tile_text.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

QByteArray randomBytes(std::mt19937& random) {
  static const QList<QByteArray> kPieces{"a",        "var b",        "\n",           "\r\n",         "\r",     "",         " ",        "\t",
                                         "\xC3\xA4", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xF0\x9F\x98\x80", "\xFF", "\xC3",     "\xC2\xA0", QByteArray(1, '\0'),
                                         "\xEF\xBF\xBC", "\xEF\xB7\x90", "kernel", "\xED\xA0\x80", "\xEF\xBF\xBD"};
  std::uniform_int_distribution<qsizetype> piece(0, kPieces.size() - 1);
  std::uniform_int_distribution<int> length(0, 60);
  QByteArray bytes;
  if (random() % 3 == 0) bytes = "\xEF\xBB\xBF";
  for (int i = length(random); i > 0; --i) bytes += kPieces[piece(random)];
  return bytes;
}

}  // namespace

class TileTextTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void anyBytesComeBackThroughTheEditorsDocument() {
    std::mt19937 random(11);
    for (int i = 0; i < 3000; ++i) {
      const QByteArray bytes = randomBytes(random);
      TileDocument document;
      document.load(bytes, QStringLiteral("/x.tile"), QStringLiteral("x.tile"));
      QCOMPARE(document.bytes(), bytes);
      QVERIFY(!document.isModified());
    }
  }

  void anEditedLineChangesAloneAndKeepsItsEnd() {
    const QByteArray bytes = "\xEF\xBB\xBFone\r\ntwo\rthree\nfo\xFFur\r\nfive";
    TileDocument document;
    document.load(bytes, {}, QStringLiteral("x.tile"));
    QTextCursor cursor(document.text()->findBlockByNumber(1));
    cursor.insertText(QStringLiteral("X"));
    QCOMPARE(document.bytes(), QByteArray("\xEF\xBB\xBFone\r\nXtwo\rthree\nfo\xFFur\r\nfive"));
    document.text()->undo();
    QCOMPARE(document.bytes(), bytes);
  }

  void aNewLineEndsAsItsNeighbours() {
    const TileText text = TileText::fromBytes("a\r\nb\r\nc\r\n");
    QCOMPARE(text.toBytes(QStringLiteral("a\nnew\nb\nc\n")), QByteArray("a\r\nnew\r\nb\r\nc\r\n"));
    QCOMPARE(text.toBytes(QStringLiteral("new\na\nb\nc\n")), QByteArray("new\r\na\r\nb\r\nc\r\n"));
    QCOMPARE(text.toBytes(QStringLiteral("a\nb\nc\nnew")), QByteArray("a\r\nb\r\nc\r\nnew"));
    const TileText open = TileText::fromBytes("a\rb");
    QCOMPARE(open.toBytes(QStringLiteral("a\nb\nc")), QByteArray("a\rb\rc"));
    QCOMPARE(TileText::fromBytes({}).toBytes(QStringLiteral("a\nb")), QByteArray("a\nb"));
  }

  // Whatever lines go and come, those that stay keep every byte.
  void removedAndAddedLinesLeaveTheOthersAlone() {
    std::mt19937 random(5);
    static const QList<QByteArray> kEnds{"\n", "\r\n", "\r"};
    for (int round = 0; round < 500; ++round) {
      QByteArray bytes;
      QStringList lines;
      QHash<QString, QByteArray> ends;
      for (int i = 0; i < 12; ++i) {
        const QString line = QStringLiteral("line %1").arg(i);
        ends[line] = kEnds[qsizetype(random() % 3)];
        bytes += line.toUtf8() + ends[line];
        lines << line;
      }
      lines << QString();
      for (int edit = 0; edit < 3; ++edit) {
        const qsizetype at = qsizetype(random() % quint32(lines.size() - 1));
        if (random() % 2) lines.removeAt(at);
        else lines.insert(at, QStringLiteral("new %1").arg(edit));
      }
      const QByteArray saved = TileText::fromBytes(bytes).toBytes(lines.join(u'\n'));
      for (const QString& line : lines) {
        if (line.startsWith(QLatin1String("line"))) QVERIFY2(saved.contains(line.toUtf8() + ends[line]), saved.toPercentEncoding().constData());
      }
    }
  }

  void bytesThatAreNoUtf8AreToldWithTheirLine() {
    QCOMPARE(TileText::fromBytes("a\r\nb\xFFz\n").undecodableLine(), 2);
    QCOMPARE(TileText::fromBytes("a\nb\n").undecodableLine(), 0);
    TileDocument document;
    document.load("// a \xFF comment\n" + test::tileExample("chain.tile"), {}, QStringLiteral("x.tile"));
    QVERIFY(document.error().has_value());
    QCOMPARE(document.error()->position.line, 1);
  }
};

QTEST_MAIN(TileTextTest)
#include "tile_text_test.moc"
