// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison and settings behind the window: what the person writes on runs is one command each, two runs are measured again in
// turn and come back as two, another worker takes over, and settings go to their file and to every window.
#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/document_window.h"
#include "app/program.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/model/compare.h"
#include "tests/app/session_fixture.h"
#include "ui/notice_strip.h"

using namespace dsm;

namespace {

QStringList fake(const char* mode) { return {QStringLiteral(DSM_FAKE_WORKER), QString::fromLatin1(mode)}; }

// A window over two runs of one experiment, with a worker that is ready.
struct Opened {
  explicit Opened(const char* mode) : window(experiments::catalogue(), fake(mode), {}) {
    QSignalSpy ready(&window.queue(), &app::RunQueue::ready);
    window.document().replace(test::cannedSession("token_hop", 2), {});
    window.window().showTab(QStringLiteral("table"));
    window.show();
    works = QTest::qWaitFor([&] { return ready.size() == 1; }, 10'000);
  }
  QString said() { return window.window().findChild<ui::NoticeStrip*>()->current().sentence; }
  app::DocumentWindow window;
  bool works = false;
};

}  // namespace

class CompareWindowTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_home;

 private slots:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    qputenv("DSMSCOPE_RECORDINGS", m_home.path().toLocal8Bit());
  }

  void whatIsWrittenOnRunsIsOneCommandEach() {
    Opened opened("ok");
    app::Document& document = opened.window.document();
    ui::MainWindow& window = opened.window.window();
    emit window.nameEdited(QStringLiteral("run-1"), QStringLiteral("mine"));
    emit window.tagsEdited({{QStringLiteral("run-1"), {QStringLiteral("a")}}, {QStringLiteral("run-2"), {QStringLiteral("b"), QStringLiteral("c")}}});
    emit window.notesEdited(QStringLiteral("run-2"), QStringLiteral("note"));
    emit window.pinRequested({QStringLiteral("run-1"), QStringLiteral("run-2")}, true);
    QCOMPARE(document.undoStack()->count(), 4);
    QCOMPARE(document.session()->run("run-1")->name, std::string("mine"));
    QCOMPARE(document.session()->run("run-2")->tags, (std::vector<std::string>{"b", "c"}));
    document.undoStack()->setIndex(0);
    QVERIFY(document.session()->run("run-1")->name.empty());
    QVERIFY(document.session()->run("run-2")->tags.empty());
  }

  void twoRunsMeasuredInTurnComeBackAsTwoNewOnes() {
    Opened opened("ok");
    QVERIFY(opened.works);
    app::Document& document = opened.window.document();
    QSignalSpy drained(&opened.window.queue(), &app::RunQueue::drained);
    QSignalSpy arrived(&opened.window.queue(), &app::RunQueue::runArrived);
    emit opened.window.window().interleaveRequested(QStringLiteral("run-1"), QStringLiteral("run-2"));
    QTRY_COMPARE_WITH_TIMEOUT(drained.size(), 1, 30'000);
    QCOMPARE(arrived.size(), 2 * int(app::kDefaultRounds));
    const auto& runs = document.session()->runs;
    QVERIFY2(runs.size() == 4, qPrintable(opened.said()));
    const model::RunPtr base = runs[2];
    const model::RunPtr next = runs[3];
    QCOMPARE(base->variant, document.session()->run("run-1")->variant);
    QCOMPARE(next->variant, document.session()->run("run-2")->variant);
    for (const model::RunPtr& run : {base, next}) {
      QCOMPARE(run->stopReason, std::string(model::kInterleavedStop));
      QCOMPARE(run->samples.size(), app::kDefaultRounds * run->plan.minSamples);
      QCOMPARE(run->origin, model::Origin::measured);
      QVERIFY(document.session()->device(run->deviceUuid) != nullptr);
    }
    QCOMPARE(document.undoStack()->count(), 0);  // a measurement, no edit
    QVERIFY2(opened.said().startsWith(QStringLiteral("Measured in turn: ")), qPrintable(opened.said()));
    QVERIFY(opened.said().contains(QStringLiteral("slower")));  // each canned variant is slower than the one before
    // What is run afterwards is a run as ever.
    emit opened.window.window().runRequested({{"token_hop", base->variant, base->values, {}, {}}});
    QTRY_COMPARE(document.session()->runs.size(), std::size_t{5});
  }

  void aWrongRoundEndsTheRestAndAddsNothing() {
    Opened opened("wrong_result");
    QVERIFY(opened.works);
    QSignalSpy drained(&opened.window.queue(), &app::RunQueue::drained);
    emit opened.window.window().interleaveRequested(QStringLiteral("run-1"), QStringLiteral("run-2"));
    QTRY_COMPARE_WITH_TIMEOUT(drained.size(), 1, 30'000);
    QCOMPARE(opened.window.document().session()->runs.size(), std::size_t{2});
    QVERIFY2(opened.said().contains(QStringLiteral("failed")), qPrintable(opened.said()));
  }

  void aPairThatIsGoneMeasuresNothing() {
    Opened opened("ok");
    QSignalSpy progress(&opened.window.queue(), &app::RunQueue::progressChanged);
    emit opened.window.window().interleaveRequested(QStringLiteral("run-1"), QStringLiteral("gone"));
    QCOMPARE(progress.size(), 0);
  }

  void anotherWorkerTakesOverWhenItIsChosenAndNotBefore() {
    Opened opened("ok");
    QVERIFY(opened.works);
    QSignalSpy ready(&opened.window.queue(), &app::RunQueue::ready);
    ui::Settings settings;
    settings.workers = {{QStringLiteral("other"), QStringLiteral("%1 counters_denied").arg(QStringLiteral(DSM_FAKE_WORKER))},
                        {QStringLiteral("torn"), QStringLiteral("ssh \"open")}};
    opened.window.setSettings(settings);  // as read at the start: the command that it was made with holds
    QTest::qWait(50);
    QCOMPARE(ready.size(), 0);
    settings.worker = QStringLiteral("torn");
    opened.window.setSettings(settings);
    QVERIFY2(opened.said().contains(QStringLiteral("quote")), qPrintable(opened.said()));
    QCOMPARE(opened.window.queue().workerView().state, app::WorkerHandle::State::ready);
    settings.worker = QStringLiteral("other");
    opened.window.setSettings(settings);
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 10'000);
    QCOMPARE(opened.window.queue().workerView().state, app::WorkerHandle::State::ready);
    emit opened.window.window().runRequested({{"token_hop", "relaunch", {}, {}, {}}});
    QTRY_COMPARE(opened.window.document().session()->runs.size(), std::size_t{3});
    QCOMPARE(opened.window.document().session()->runs.back()->status, model::RunStatus::ok);
  }

  void aChangedSettingReachesEveryWindowAndTheFile() {
    const QString path = m_home.filePath(QStringLiteral("a/settings.ini"));
    app::Program program(experiments::catalogue(), fake("ok"), {}, path);
    app::DocumentWindow* first = program.openFile(m_home.filePath(QStringLiteral("none.dsmscope")), {});
    app::DocumentWindow* second = program.openFile(m_home.filePath(QStringLiteral("none.dsmscope")), {});
    ui::Settings settings = first->window().settings();
    settings.thresholdPercent = 2.5;
    emit first->window().settingsChanged(settings);
    QCOMPARE(second->window().settings().thresholdPercent, 2.5);
    QTRY_COMPARE(app::readSettings(path).settings.thresholdPercent, 2.5);
    settings.thresholdPercent = 3.5;
    emit second->window().settingsChanged(settings);
    QTRY_COMPARE(app::readSettings(path).settings.thresholdPercent, 3.5);
    QCOMPARE(first->window().settings().thresholdPercent, 3.5);
  }

  void theLastChangeIsWrittenWhenTheProgramEnds() {
    const QString path = m_home.filePath(QStringLiteral("b/settings.ini"));
    {
      app::Program program(experiments::catalogue(), fake("ok"), {}, path);
      app::DocumentWindow* window = program.openFile(m_home.filePath(QStringLiteral("none.dsmscope")), {});
      ui::Settings settings;
      settings.budgetSeconds = 9;
      emit window->window().settingsChanged(settings);
    }
    QCOMPARE(app::readSettings(path).settings.budgetSeconds, 9.0);
  }

  void nonsenseInTheFileIsOneNoticeThatNamesKeyAndValue() {
    const auto loaded = app::parseSettings("[appearance]\ntheme = purple\n[comparison]\nthreshold_percent = -3\n");
    app::Program program(experiments::catalogue(), fake("ok"), loaded, m_home.filePath(QStringLiteral("c.ini")));
    app::DocumentWindow* window = program.openFile(m_home.filePath(QStringLiteral("none.dsmscope")), {});
    auto* strip = window->window().findChild<ui::NoticeStrip*>();
    QCOMPARE(strip->waiting(), 1);
    const QString sentence = strip->current().sentence;
    QVERIFY2(sentence.contains(QStringLiteral("theme")) && sentence.contains(QStringLiteral("purple")) && sentence.contains(QStringLiteral("1 more")),
             qPrintable(sentence));
  }

  void aFileThatCannotBeWrittenIsOneSentenceAndTheSettingHolds() {
    test::writeBytes(m_home.filePath(QStringLiteral("blocked")), "a file, no folder");
    app::Program program(experiments::catalogue(), fake("ok"), {}, m_home.filePath(QStringLiteral("blocked/settings.ini")));
    app::DocumentWindow* window = program.openFile(m_home.filePath(QStringLiteral("none.dsmscope")), {});
    auto* strip = window->window().findChild<ui::NoticeStrip*>();
    QTRY_VERIFY(strip->waiting() > 0);  // the session that is not there
    const int before = strip->waiting();
    ui::Settings settings;
    settings.textPercent = 100;
    settings.thresholdPercent = 4;
    window->window().setSettings(settings);
    emit window->window().settingsChanged(settings);
    QTRY_COMPARE(strip->waiting(), before + 1);
    QVERIFY2(strip->current().sentence.contains(QStringLiteral("could not be written")), qPrintable(strip->current().sentence));
    QCOMPARE(window->window().settings().thresholdPercent, 4.0);
  }
};

QTEST_MAIN(CompareWindowTest)
#include "compare_window_test.moc"
