// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about a tile kernel that is being edited: one step a change, the last good program, large texts, chips.
#include <random>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QtTest>

#include "gpu/model/chips.h"
#include "tests/model/device_fixture.h"
#include "tests/ui/fixtures/tile_fixture.h"
#include "ui/theme/theme.h"
#include "ui/tile/tile_document.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

void openChain(TileDocument& document, QByteArray bytes = test::tileExample("chain.tile")) {
  document.load(bytes, QStringLiteral("/tmp/chain.tile"), QStringLiteral("chain.tile"));
}

void replaceFirst(TileDocument& document, const QString& what, const QString& by) {
  QTextCursor found = document.text()->find(what);
  QVERIFY(!found.isNull());
  found.insertText(by);
}

// How many times Undo can be chosen; the document is left as it was.
int stepsOf(TileDocument& document) {
  int steps = 0;
  while (document.text()->isUndoAvailable()) {
    document.text()->undo();
    ++steps;
  }
  for (int i = 0; i < steps; ++i) document.text()->redo();
  return steps;
}

}  // namespace

class TileDocumentTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void theSeedsNumbers() {
    TileDocument document;
    openChain(document);
    QVERIFY(document.isCurrent());
    QCOMPARE(document.plan().dynamic.peakBytes, std::uint64_t(4096));
    QCOMPARE(document.plan().fixed.peakBytes, std::uint64_t(4256));
    QVERIFY(document.fit().fits);
  }

  void aResizeIsOneStepAndChangesOnlyItsBytes() {
    TileDocument document;
    const QByteArray crlf = "\xEF\xBB\xBF" + test::tileExample("chain.tile").replace("\n", "\r\n") + "// end\r";
    openChain(document, crlf);
    QVERIFY(document.isCurrent());
    QVERIFY(document.resize(1, 8, 5).has_value());
    QByteArray expected = crlf;
    expected.replace("tile<f32>[8, 4] = Y[0 :+ 8, 0 :+ 4]", "tile<f32>[8, 5] = Y[0 :+ 8, 0 :+ 5]");
    expected.replace("Q[0 :+ 8, 0 :+ 4] = b", "Q[0 :+ 8, 0 :+ 5] = b");
    QCOMPARE(document.bytes(), expected);
    QCOMPARE(document.kernel()->tiles[1].columns, std::uint64_t(5));
    QCOMPARE(stepsOf(document), 1);
    QVERIFY(document.isModified());
    document.text()->undo();
    QCOMPARE(document.bytes(), crlf);
    QVERIFY(!document.isModified());
    document.text()->redo();
    QCOMPARE(document.bytes(), expected);
  }

  void eachChangeOfThePictureIsOneStep() {
    TileDocument document;
    openChain(document);
    const QByteArray before = document.bytes();
    QVERIFY(document.addTile().has_value());
    QCOMPARE(document.kernel()->tiles.size(), std::size_t(4));
    QVERIFY(document.setDynshared(false).has_value());
    QVERIFY(!document.kernel()->dynshared);
    QVERIFY(document.resize(0, 4, 4).has_value());
    QCOMPARE(stepsOf(document), 3);
    for (int i = 0; i < 3; ++i) document.text()->undo();
    QCOMPARE(document.bytes(), before);
  }

  void typingThenDraggingThenUndoIsInOrder() {
    TileDocument document;
    openChain(document);
    replaceFirst(document, QStringLiteral("chain"), QStringLiteral("links"));
    QCOMPARE(document.kernel()->name, std::string("links"));
    QVERIFY(document.resize(2, 1, 16).has_value());
    document.text()->undo();
    QCOMPARE(document.kernel()->tiles[2].columns, std::uint64_t(8));
    QCOMPARE(document.kernel()->name, std::string("links"));
    document.text()->undo();
    QCOMPARE(document.kernel()->name, std::string("chain"));
  }

  void aWrongTextKeepsTheLastProgramAndRefusesChanges() {
    TileDocument document;
    openChain(document);
    QSignalSpy parsed(&document, &TileDocument::parsed);
    replaceFirst(document, QStringLiteral("tile<f32>[8, 4]"), QStringLiteral("tile<f23>[8, 4]"));
    QVERIFY(parsed.size() >= 1);
    QVERIFY(document.error().has_value());
    QCOMPARE(document.error()->position.line, 7);
    QVERIFY(document.kernel() != nullptr);
    QCOMPARE(document.plan().fixed.peakBytes, std::uint64_t(4256));
    const QByteArray wrong = document.bytes();
    const auto refused = document.resize(0, 1, 1);
    QVERIFY(!refused.has_value());
    QVERIFY(QString::fromStdString(refused.error().message).contains(QStringLiteral("line 7")));
    QVERIFY(!document.addTile().has_value());
    QCOMPARE(document.bytes(), wrong);
    QCOMPARE(QString::fromStdString(document.error()->hint), QStringLiteral("f32"));
    document.applyHint();
    QVERIFY(document.isCurrent());
    QCOMPARE(document.bytes(), test::tileExample("chain.tile"));
  }

  void positionsAreRightBehindLettersOfOtherScripts() {
    TileDocument document;
    openChain(document, QByteArray("// gr\xC3\xB6\xC3\x9F" "e \xF0\x9F\x98\x80\n") + test::tileExample("chain.tile"));
    QVERIFY(document.isCurrent());
    const model::tile::Tile& tile = document.kernel()->tiles[0];
    const int begin = document.positionOf(tile.nameSpan.begin);
    QCOMPARE(document.text()->characterAt(begin), QLatin1Char('a'));
    QVERIFY(document.resize(0, 16, 32).has_value());
    QVERIFY(document.bytes().contains("tile<f32>[16, 32] = X[0 :+ 16, 0 :+ 32]"));
  }

  void theKernelIsKnownByItsName() {
    TileDocument document;
    openChain(document, test::tileExample("chain.tile") + test::tileExample("pipeline.tile"));
    QCOMPARE(document.program()->kernels.size(), std::size_t(2));
    document.setKernel(1);
    const std::string name = document.kernel()->name;
    // Another kernel before both.
    QTextCursor(document.text()).insertText(QStringLiteral("kernel first(X: tensor<f32>[4, 4]) {\n}\n"));
    QCOMPARE(document.program()->kernels.size(), std::size_t(3));
    QCOMPARE(document.kernel()->name, name);
    QCOMPARE(document.kernelIndex(), 2);
  }

  void theOwnDeviceCountsUntilAChipIsNamed() {
    TileDocument document;
    openChain(document);
    QCOMPARE(document.chipName(), std::string("sm_90"));
    auto device = std::make_shared<model::Device>(test::h200());
    device->sharedPerBlockOptin = 123456;
    document.setOwnDevice(device);
    QVERIFY(document.usesOwnDevice());
    QCOMPARE(document.device().sharedPerBlockOptin, std::uint64_t(123456));
    document.setChip("sm_75");
    QVERIFY(!document.usesOwnDevice());
    QCOMPARE(document.device().sharedPerBlockOptin, model::chipDevice("sm_75")->sharedPerBlockOptin);
    document.setChip("sm_1");
    QCOMPARE(document.chipName(), std::string("sm_75"));
    document.setChip({});
    QVERIFY(document.usesOwnDevice());
    document.setOwnDevice(nullptr);
    QCOMPARE(document.chipName(), std::string("sm_90"));
  }

  void savingWhileTypingKeepsWhatWasTypedUnsaved() {
    TileDocument document;
    openChain(document);
    QTextCursor(document.text()).insertText(QStringLiteral("// one\n"));
    const QByteArray saved = document.bytes();
    QTextCursor(document.text()).insertText(QStringLiteral("// two\n"));
    document.markSaved(QStringLiteral("/tmp/other.tile"), saved);
    QVERIFY(document.isModified());
    QCOMPARE(document.name(), QStringLiteral("other.tile"));
    document.markSaved(QStringLiteral("/tmp/other.tile"), document.bytes());
    QVERIFY(!document.isModified());
  }

  void aLargeTextNeverHoldsTheLoopAndStaleAnswersAreDropped() {
    const QByteArray bytes = QByteArray::fromStdString(test::manyTiles(5000, true));
    TileDocument document;
    QSignalSpy parsed(&document, &TileDocument::parsed);
    qint64 longest = 0;
    QElapsedTimer turn;
    const auto timed = [&](auto what) {
      turn.start();
      what();
      longest = std::max(longest, turn.elapsed());
    };
    timed([&] { document.load(bytes, {}, QStringLiteral("many.tile")); });
    QVERIFY(document.isLoading());
    QCOMPARE(document.bytes(), bytes);
    QTRY_VERIFY_WITH_TIMEOUT(!document.isLoading(), 20000);
    QTRY_VERIFY_WITH_TIMEOUT(document.isCurrent(), 20000);
    QCOMPARE(document.kernel()->tiles.size(), std::size_t(5000));
    QCOMPARE(document.bytes(), bytes);
    // Typing: several changes, one answer, for the last of them.
    parsed.clear();
    for (int i = 0; i < 5; ++i) timed([&] { QTextCursor(document.text()).insertText(QStringLiteral("/")); });
    QVERIFY(!document.isCurrent());
    QVERIFY(!document.resize(0, 1, 1).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(parsed.size(), 1, 20000);
    QVERIFY(document.parsedText().starts_with("/////@dynshared"));
    qInfo("longest call of a 10,000-line text: %lld ms", static_cast<long long>(longest));
    QVERIFY2(longest < 200, qPrintable(QString::number(longest)));  // the aim is 50; a loaded machine gets room
  }

  void goingAwayWhileAnAnswerIsOnItsWayDoesNoHarm() {
    for (int i = 0; i < 5; ++i) {
      auto document = std::make_unique<TileDocument>();
      document->load(QByteArray::fromStdString(test::manyTiles(3000, true)), {}, QStringLiteral("many.tile"));
      QTest::qWait(20 * i);
    }
  }

  // Random edits of the picture, each undone: the text is the same byte for byte.
  void undoOfRandomChangesRestoresEveryByte() {
    std::mt19937 random(3);
    for (int round = 0; round < 30; ++round) {
      const QByteArray bytes = QByteArray::fromStdString(test::manyTiles(6, round % 2 == 0, unsigned(round))).replace("\n", round % 3 == 0 ? "\r\n" : "\n");
      TileDocument document;
      openChain(document, bytes);
      int steps = 0;
      for (int i = 0; i < 12; ++i) {
        const std::size_t count = document.kernel()->tiles.size();
        const QByteArray before = document.bytes();
        switch (random() % 4) {
          case 0: (void)document.resize(random() % count, 1 + random() % 9, 1 + random() % 9); break;
          case 1: (void)document.move(random() % count, random() % (count + 1)); break;
          case 2: (void)document.addTile(); break;
          default: (void)document.setDynshared(random() % 2 == 0); break;
        }
        if (document.bytes() != before) {
          ++steps;
          document.text()->undo();
          QCOMPARE(document.bytes(), before);
          document.text()->redo();
        }
        QVERIFY2(document.isCurrent(), document.error() ? document.error()->inFull("x").c_str() : "");
      }
      QCOMPARE(stepsOf(document), steps);
      for (; steps > 0; --steps) document.text()->undo();
      QCOMPARE(document.bytes(), bytes);
    }
  }
};

QTEST_MAIN(TileDocumentTest)
#include "tile_document_test.moc"
