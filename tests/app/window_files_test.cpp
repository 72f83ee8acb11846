// SPDX-License-Identifier: GPL-3.0-or-later
// A window and its files: results that come back after a crash, two windows on one file, what is read-only, and the view that
// is kept with the file.
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include "app/document_window.h"
#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "ui/notice_strip.h"

using namespace dsm;

class WindowFilesTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> m_folder;
  QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

  static std::unique_ptr<app::DocumentWindow> window() {
    return std::make_unique<app::DocumentWindow>(experiments::catalogue(), QStringList{QStringLiteral(DSM_FAKE_WORKER), QStringLiteral("ok")},
                                                 ui::ViewState());
  }
  static void open(app::DocumentWindow& window, const QString& file) {
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    window.openFile(file);
    QTRY_COMPARE(shown.size(), 1);
  }
  static void measure(app::DocumentWindow& window, const char* variant) {
    QTRY_VERIFY(!window.queue().devices().empty());
    QSignalSpy drained(&window.queue(), &app::RunQueue::drained);
    emit window.window().runRequested({{"token_hop", variant, {}, {}, {}}});
    QTRY_COMPARE(drained.size(), 1);
    QTRY_VERIFY(window.counters().isIdle());  // they would change the document again
    settle(window);
  }
  static void settle(app::DocumentWindow& window) {
    bool idle = false;
    window.journal().whenIdle([&] { idle = true; });
    QTRY_VERIFY(idle);
  }
  static void save(app::DocumentWindow& window, const QString& file) {
    emit window.window().saveAsRequested(file);
    QTRY_VERIFY(!window.document().isModified() && window.document().path() == file);
    settle(window);
  }
  static QString notice(app::DocumentWindow& window) {
    const auto* strip = window.window().findChild<ui::NoticeStrip*>();
    return strip->waiting() == 0 ? QString() : strip->current().sentence + QLatin1Char(' ') + strip->current().hint;
  }
  QStringList inStateFolder() const { return QDir(app::journalFolder()).entryList(QDir::Files); }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", path("config").toLocal8Bit());
    qputenv("XDG_STATE_HOME", path("state").toLocal8Bit());
    QVERIFY(app::writeSessionFile(path("a.dsmscope"), test::cannedSession("token_hop", 3), experiments::catalogue()).has_value());
  }

  // A window that is destroyed without being closed is what a crash leaves.
  void whatWasMeasuredComesBackAfterACrash() {
    const QString file = path("a.dsmscope");
    {
      auto crashed = window();
      open(*crashed, file);
      crashed->show();
      measure(*crashed, "relaunch");
      QVERIFY(QFileInfo::exists(app::journalPathOf(file)));
    }
    auto next = window();
    open(*next, file);
    QCOMPARE(next->document().session()->runs.size(), std::size_t{4});
    QVERIFY(next->document().isModified());
    QVERIFY2(notice(*next).contains(app::journalPathOf(file)), qPrintable(notice(*next)));
    save(*next, file);
    QVERIFY(!QFileInfo::exists(app::journalPathOf(file)));
    QCOMPARE(app::readSessionFile(file, experiments::catalogue())->session.runs.size(), std::size_t{4});
  }

  void anUntitledDocumentIsOfferedAtTheNextStart() {
    {
      auto crashed = window();
      crashed->show();
      measure(*crashed, "relaunch");
      QCOMPARE(inStateFolder().size(), 1);
    }
    auto next = window();
    next->show();
    QTRY_COMPARE(app::findLostJournals().size(), 1);
    next->offerLostResults();
    auto* strip = next->window().findChild<ui::NoticeStrip*>();
    QTRY_COMPARE(strip->waiting(), 1);
    QSignalSpy shown(next.get(), &app::DocumentWindow::dataShown);
    emit strip->noticeAction(strip->current().actionId);  // what its button does
    QTRY_COMPARE(shown.size(), 1);
    QCOMPARE(next->document().session()->runs.size(), std::size_t{1});
    QVERIFY(next->document().isModified());
    QVERIFY(next->document().path().isEmpty());
    save(*next, path("b.dsmscope"));
    QVERIFY(inStateFolder().isEmpty());
  }

  void whatThePersonDiscardsIsGone() {
    auto one = window();
    open(*one, path("a.dsmscope"));
    one->show();
    measure(*one, "relaunch");
    QSignalSpy done(one.get(), &app::DocumentWindow::done);
    emit one->window().closing();  // the question was answered with Discard
    settle(*one);
    QVERIFY(!QFileInfo::exists(app::journalPathOf(path("a.dsmscope"))));
  }

  void aSecondWindowOnAFileIsToldAndKeepsItsOwnJournal() {
    const QString file = path("a.dsmscope");
    auto first = window();
    open(*first, file);
    auto second = window();
    open(*second, file);
    second->show();
    QVERIFY(first->document().readOnlyReason().isEmpty());
    QVERIFY2(notice(*second).contains(QLatin1String("another window")), qPrintable(notice(*second)));
    measure(*second, "relaunch");
    QVERIFY(!QFileInfo::exists(app::journalPathOf(file)));
    QCOMPARE(inStateFolder().size(), 1);
    const QByteArray before = test::readBytes(file);
    emit second->window().saveAsRequested(file);
    settle(*second);
    QCOMPARE(test::readBytes(file), before);
    QVERIFY(second->document().isModified());
    save(*second, path("b.dsmscope"));
    QVERIFY(inStateFolder().isEmpty());
  }

  void aFileThatAnotherWindowHasIsNotSavedOver() {
    auto owner = window();
    open(*owner, path("a.dsmscope"));
    auto other = window();
    other->show();
    measure(*other, "relaunch");
    const QByteArray before = test::readBytes(path("a.dsmscope"));
    emit other->window().saveAsRequested(path("a.dsmscope"));
    QTRY_VERIFY2(notice(*other).contains(QLatin1String("another window")), qPrintable(notice(*other)));
    QCOMPARE(test::readBytes(path("a.dsmscope")), before);
    QVERIFY(other->document().isModified());
  }

  void aNewerFileOpensReadOnlyAndStaysAsItIs() {
    const QString file = path("a.dsmscope");
    const QByteArray newer = test::readBytes(file).replace("\"version\":1", "\"version\":2");
    test::writeBytes(file, newer);
    auto one = window();
    open(*one, file);
    one->show();
    QCOMPARE(one->document().session()->runs.size(), std::size_t{3});
    QVERIFY2(notice(*one).contains(QLatin1String("newer")), qPrintable(notice(*one)));
    measure(*one, "relaunch");
    QVERIFY(!QFileInfo::exists(app::journalPathOf(file)));
    emit one->window().saveAsRequested(file);
    settle(*one);
    QCOMPARE(test::readBytes(file), newer);
  }

  void theViewIsKeptWithTheFileAndIsNoEdit() {
    const QString file = path("a.dsmscope");
    {
      auto one = window();
      open(*one, file);
      one->window().showTab(QStringLiteral("table"));
      QVERIFY(!one->document().isModified());
      one->document().setPinned({QStringLiteral("run-1")}, true);
      save(*one, file);
    }
    QByteArray text = test::readBytes(file);
    QVERIFY2(text.contains("\"view_state\":{"), text.right(300).constData());
    test::writeBytes(file, text.replace("\"view_state\":{", "\"view_state\":{\"of_tomorrow\":[1.50],"));
    auto next = window();
    open(*next, file);
    QCOMPARE(next->window().viewState().tab, QStringLiteral("table"));
    QCOMPARE(next->window().viewState().experiment, std::string("token_hop"));
    QVERIFY(!next->document().isModified());
    next->document().setPinned({QStringLiteral("run-1")}, false);
    save(*next, file);
    QVERIFY(test::readBytes(file).contains("\"of_tomorrow\":[1.50]"));
  }

  void stopEndsAFileThatIsBeingRead() {
    auto one = window();
    open(*one, path("a.dsmscope"));
    const auto before = one->document().session();
    QSignalSpy shown(one.get(), &app::DocumentWindow::dataShown);
    one->openFile(path("a.dsmscope"));
    emit one->window().stopRequested();
    QTest::qWait(300);
    QCOMPARE(shown.size(), 0);
    QCOMPARE(one->document().session(), before);
    open(*one, path("a.dsmscope"));  // and the next one is read
  }

  void withoutAViewTheLatestRunIsShown() {
    const QString file = path("b.dsmscope");
    model::Session session = test::cannedSession("token_hop", 3);
    auto large = std::make_shared<model::Run>(*session.runs.back());
    large->id = "large";
    large->values["threads"] = 64;
    session.runs.push_back(large);
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    auto one = window();
    open(*one, file);
    QCOMPARE(one->window().viewState().experiment, std::string("token_hop"));
    QCOMPARE(one->window().viewState().values.at("threads"), std::int64_t{64});
    QVERIFY(!one->document().isModified());
    // What shows a run already stays.
    auto two = window();
    ui::ViewState state;
    state.experiment = "token_hop";
    two->window().setViewState(state);
    open(*two, file);
    QCOMPARE(two->window().viewState().values.at("threads"), std::int64_t{32});
  }

  void nonsenseInTheViewStateIsIgnored() {
    for (const char* state : {"{}", "{\"tab\":7,\"values\":[],\"variants\":{\"a\":1},\"experiment\":[]}", "{\"experiment\":\"nothing\",\"tab\":\"nowhere\"}",
                              "{\"experiment\":\"token_hop\",\"values\":{\"cluster\":-5,\"x\":\"y\"},\"variants\":[1,\"no\"],\"runs_folded\":\"yes\"}"}) {
      const QString file = path("b.dsmscope");
      test::writeBytes(file, test::readBytes(path("a.dsmscope")).replace("\"pinned\":[]", QByteArray("\"pinned\":[],\"view_state\":") + state));
      auto one = window();
      open(*one, file);
      QVERIFY2(!one->document().isModified(), state);
      QCOMPARE(one->document().session()->runs.size(), std::size_t{3});
      QVERIFY(one->document().readOnlyReason().isEmpty());
    }
  }
};

QTEST_MAIN(WindowFilesTest)
#include "window_files_test.moc"
