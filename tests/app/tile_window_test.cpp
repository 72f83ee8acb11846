// SPDX-License-Identifier: GPL-3.0-or-later
// The tile kernel's file behind the window: opened, written back byte for byte, refused in one sentence, never lost unasked.
#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextCursor>
#include <QTextDocument>

#include "app/document_window.h"
#include "app/session/tile_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "ui/notice_strip.h"
#include "ui/tile/tile_desk.h"
#include "ui/tile/tile_side.h"

using namespace dsm;

namespace {

QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

QByteArray example() {
  const QStringList names = ui::tileExamples();  // loads them
  return read(ui::tileExamplePath(names.contains(QStringLiteral("chain.tile")) ? QStringLiteral("chain.tile") : names.value(0)));
}

}  // namespace

class TileWindowTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_recording;
  QTemporaryDir m_home;

  static QStringList fake(const char* mode) { return {QStringLiteral(DSM_FAKE_WORKER), QString::fromLatin1(mode)}; }
  QString written(const char* name, const QByteArray& bytes) const {
    const QString path = m_home.filePath(QLatin1String(name));
    test::writeBytes(path, bytes);
    return path;
  }
  static void type(app::DocumentWindow& window, const QString& text) {
    QTextCursor(window.window().findChild<ui::TileDesk*>()->document().text()).insertText(text);
  }
  static QMessageBox* question(app::DocumentWindow& window) {
    for (auto* box : window.window().findChildren<QMessageBox*>()) {
      if (box->isVisible()) return box;
    }
    return nullptr;
  }

 private slots:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    qputenv("DSMSCOPE_RECORDINGS", m_recording.path().toLocal8Bit());
    test::writeCannedRecording(m_recording.path());
  }

  void aFileIsOpenedWithTheRecordingBehindIt() {
    const QByteArray bytes = "\xEF\xBB\xBF" + example().replace("\n", "\r\n");
    const QString path = written("crlf.tile", bytes);
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::tileShown);
    QSignalSpy recent(&window, &app::DocumentWindow::recentFilesChanged);
    window.openFile(path);
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    QVERIFY(window.window().isTileShown());
    QCOMPARE(window.window().tilePath(), path);
    QCOMPARE(window.window().tileBytes(), bytes);
    QVERIFY(!window.window().isWindowModified());
    QCOMPARE(recent.size(), 1);
    QTRY_VERIFY(!window.document().session()->runs.empty());
    QVERIFY(window.window().isTileShown());
    // Saved without an edit: the same bytes.
    emit window.window().tileSaveRequested({});
    QTRY_COMPARE(recent.size(), 2);
    QCOMPARE(read(path), bytes);
    // With one: that line alone.
    type(window, QStringLiteral("// new\n"));
    QVERIFY(window.window().isWindowModified());
    emit window.window().tileSaveRequested({});
    QTRY_VERIFY(!window.window().isWindowModified());
    QCOMPARE(read(path), QByteArray("\xEF\xBB\xBF// new\r\n") + bytes.mid(3));
  }

  void whatCannotBeReadIsOneSentence() {
    QVERIFY(!app::readTileFile(m_home.filePath(QStringLiteral("none.tile"))).has_value());
    QVERIFY(!app::readTileFile(m_home.path()).has_value());
    const QString large = written("large.tile", QByteArray(app::kMostTileBytes + 1, 'x'));
    const auto refused = app::readTileFile(large);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, std::string("too_large"));
    QCOMPARE(app::readTileFile(written("most.tile", QByteArray(app::kMostTileBytes, 'x')))->size(), qsizetype(app::kMostTileBytes));

    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    window.show();
    window.openFile(large);
    auto* notices = window.window().findChild<ui::NoticeStrip*>();
    QTRY_VERIFY(notices->current().sentence.contains(QStringLiteral("10 MB")));
    QVERIFY(!window.window().isTileShown());
  }

  void anUnwritablePlaceKeepsTheEdits() {
    const QString path = written("chain.tile", example());
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::tileShown);
    window.openFile(path);
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    type(window, QStringLiteral("// x\n"));
    emit window.window().tileSaveRequested(m_home.filePath(QStringLiteral("no/such/folder/x.tile")));
    auto* notices = window.window().findChild<ui::NoticeStrip*>();
    QTRY_VERIFY(notices->current().sentence.contains(QStringLiteral("could not be written")));
    QVERIFY(window.window().isTileModified());
    QCOMPARE(window.window().tilePath(), path);
    QCOMPARE(read(path), example());
  }

  void aSecondFileTakesThePlaceOnlyOfWhatIsSaved() {
    const QString one = written("one.tile", example());
    const QString two = written("two.tile", example());
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::tileShown);
    QSignalSpy more(&window, &app::DocumentWindow::windowsWanted);
    window.openFile(one);
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    emit window.window().openRequested({two});
    QTRY_COMPARE(shown.size(), 2);
    QCOMPARE(window.window().tilePath(), two);
    type(window, QStringLiteral("// x\n"));
    emit window.window().openRequested({one});
    QCOMPARE(more.size(), 1);
    QCOMPARE(window.window().tilePath(), two);
  }

  void closingAsksAsForSessions() {
    const QString path = written("asked.tile", example());
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::tileShown);
    QSignalSpy done(&window, &app::DocumentWindow::done);
    window.openFile(path);
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    type(window, QStringLiteral("// x\n"));
    window.window().close();
    QMessageBox* asked = question(window);
    QVERIFY(asked != nullptr);
    QVERIFY(asked->text().contains(QStringLiteral("asked.tile has edits")));
    asked->button(QMessageBox::Cancel)->click();
    QVERIFY(window.window().isVisible());
    QTRY_VERIFY(question(window) == nullptr);
    window.window().close();
    QVERIFY(question(window) != nullptr);
    question(window)->button(QMessageBox::Save)->click();
    QTRY_COMPARE(done.size(), 1);
    QCOMPARE(read(path), "// x\n" + example());
  }

  void anUneditedExampleClosesUnasked() {
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy done(&window, &app::DocumentWindow::done);
    window.show();
    window.window().showTile(true);
    QVERIFY(window.window().isTileShown());
    QVERIFY(window.window().tilePath().isEmpty());
    window.window().close();
    QVERIFY(question(window) == nullptr);
    QTRY_COMPARE(done.size(), 1);
  }

  void theRulersAreWrittenAsAFile() {
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    window.show();
    window.window().showTile(true);
    const QString path = m_home.filePath(QStringLiteral("chain.svg"));
    emit window.window().exportAccepted(QStringLiteral("tile_ruler"), ui::Format::svg, {}, path);
    QTRY_VERIFY(read(path).contains("Shared memory of chain"));
    QVERIFY(read(path).contains("dsmscope ruler chain.tile"));
  }
};

QTEST_MAIN(TileWindowTest)
#include "tile_window_test.moc"
