// SPDX-License-Identifier: GPL-3.0-or-later
// WorkerHandle against every way in which a worker can behave: real processes, real pipes.
#include <csignal>
#include <optional>

#include <QSignalSpy>
#include <QTest>

#include "app/worker/worker_handle.h"
#include "gpu/experiments/catalogue.h"

using namespace dsm;
using State = app::WorkerHandle::State;
using namespace std::chrono_literals;

namespace {

// As the product's, but a test need not wait that long for the steps.
app::WorkerTiming quick() {
  app::WorkerTiming timing;
  timing.hello = 8s;
  timing.silence = 4s;
  timing.afterCancel = 600ms;
  timing.afterCloseStdin = 300ms;
  timing.afterTerminate = 300ms;
  return timing;
}

model::RunRequest request() { return {"token_hop", "dsmem_barrier", {}, {}, {}}; }

// Records everything that a handle says, in order.
struct Listener {
  explicit Listener(const QString& mode, app::WorkerTiming timing = quick())
      : handle({QStringLiteral(DSM_FAKE_WORKER), mode}, experiments::catalogue(), timing) {
    QObject::connect(&handle, &app::WorkerHandle::stateChanged, [this](State state) { states.push_back(state); });
    QObject::connect(&handle, &app::WorkerHandle::greeted, [this](const protocol::Hello& hello) { greeting = hello; });
    QObject::connect(&handle, &app::WorkerHandle::progressed, [this](const protocol::Progress&) { ++progress; });
    QObject::connect(&handle, &app::WorkerHandle::runFinished, [this](quint64, const model::RunPtr& run) {
      stateAtResult = handle.state();
      runs.push_back(run);
    });
    QObject::connect(&handle, &app::WorkerHandle::requestFailed, [this](quint64, const model::Error& error, bool fatal) {
      errors.push_back(error);
      fatalError = fatal;
    });
    QObject::connect(&handle, &app::WorkerHandle::gone, [this](const app::WorkerEnd& how) {
      stateAtEnd = handle.state();
      end = how;
    });
    handle.start();
  }
  bool ready() {
    return QTest::qWaitFor([this] { return handle.state() != State::starting; }, 15'000) && handle.state() == State::ready;
  }
  bool gone() {
    return QTest::qWaitFor([this] { return end.has_value(); }, 15'000);
  }
  bool settled() {
    return QTest::qWaitFor([this] { return !runs.empty() || !errors.empty() || end; }, 30'000);
  }

  app::WorkerHandle handle;
  std::vector<State> states;
  std::optional<protocol::Hello> greeting;
  std::vector<model::RunPtr> runs;
  std::vector<model::Error> errors;
  std::optional<app::WorkerEnd> end;
  State stateAtResult = State::starting;
  State stateAtEnd = State::starting;
  int progress = 0;
  bool fatalError = false;
};

}  // namespace

class WorkerHandleTest : public QObject {
  Q_OBJECT

 private slots:
  void aGoodWorkerGoesThroughItsStates() {
    Listener worker(QStringLiteral("ok"));
    QVERIFY(worker.ready());
    QCOMPARE(worker.greeting->devices.size(), std::size_t{1});
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QCOMPARE(worker.handle.state(), State::busy);
    QCOMPARE(worker.handle.run(request(), 0), std::uint64_t{0});  // one at a time
    QVERIFY(worker.settled());
    QCOMPARE(worker.runs.size(), std::size_t{1});
    QCOMPARE(worker.stateAtResult, State::ready);
    worker.handle.shutdown();
    QVERIFY(worker.gone());
    QVERIFY(worker.end->asked());
    QCOMPARE(worker.stateAtEnd, State::gone);
    QCOMPARE(worker.states, (std::vector<State>{State::ready, State::busy, State::ready, State::gone}));
    QCOMPARE(worker.handle.run(request(), 0), std::uint64_t{0});
  }

  void modesThatNeverGetReady_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("code");
    QTest::newRow("dies at hello") << "dies_at_hello"
                                   << "no_hello";
    QTest::newRow("dies in hello") << "dies_in_hello"
                                   << "no_hello";
    QTest::newRow("other version") << "other_version"
                                   << "other_protocol";
    QTest::newRow("long banner") << "long_banner"
                                 << "no_hello";
  }
  void modesThatNeverGetReady() {
    QFETCH(QString, mode);
    QFETCH(QString, code);
    Listener worker(mode);
    QVERIFY(worker.gone());
    QVERIFY(!worker.greeting);
    QVERIFY(worker.end->neverReady);
    QCOMPARE(QString::fromStdString(worker.end->error.code), code);
    QVERIFY(!worker.end->error.message.empty());
  }

  void theOtherVersionIsNamed() {
    Listener worker(QStringLiteral("other_version"));
    QVERIFY(worker.gone());
    QVERIFY2(worker.end->error.message.find("99") != std::string::npos, worker.end->error.message.c_str());
  }

  void aSilentWorkerIsEndedAfterItsTime() {
    app::WorkerTiming timing = quick();
    timing.hello = 500ms;
    Listener worker(QStringLiteral("silent"), timing);
    QVERIFY(worker.gone());
    QCOMPARE(worker.end->error.code, std::string("no_hello"));
  }

  void aMissingWorkerIsNamed() {
    app::WorkerHandle handle({QStringLiteral("/nowhere/dsmscope-worker")}, experiments::catalogue(), quick());
    std::optional<app::WorkerEnd> end;
    connect(&handle, &app::WorkerHandle::gone, [&](const app::WorkerEnd& how) { end = how; });
    handle.start();
    QVERIFY(!end);  // never from inside start()
    QTRY_VERIFY(end.has_value());
    QCOMPARE(end->error.code, std::string("worker_missing"));
    QVERIFY(end->error.message.find("/nowhere/dsmscope-worker") != std::string::npos);
  }

  void aBannerAndSplitCharactersAreNoTrouble() {
    for (const char* mode : {"banner", "splits"}) {
      Listener worker(QString::fromLatin1(mode));
      QVERIFY(worker.ready());
      QVERIFY(worker.handle.run(request(), 0) != 0);
      QVERIFY(worker.settled());
      QCOMPARE(worker.runs.size(), std::size_t{1});
      if (mode == std::string("splits")) QCOMPARE(worker.greeting->devices.front().name, std::string("GPU für Übungen – 試験"));
    }
  }

  void workersThatAnswerInTheirWay_data() {
    QTest::addColumn<QString>("mode");
    for (const char* mode : {"slow", "stderr_flood", "floods", "big_result", "wrong_result"})
      QTest::newRow(mode) << QString::fromLatin1(mode);
  }
  void workersThatAnswerInTheirWay() {
    QFETCH(QString, mode);
    Listener worker(mode);
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QVERIFY(worker.settled());
    QCOMPARE(worker.runs.size(), std::size_t{1});
    QVERIFY(!worker.end);
    if (mode == QLatin1String("big_result")) QCOMPARE(worker.runs.front()->samples.size(), std::size_t{60'000});
    if (mode == QLatin1String("wrong_result")) QVERIFY(!worker.runs.front()->validation.correct);
    if (mode == QLatin1String("floods")) QVERIFY2(worker.progress < 1000, "progress is delivered faster than 30 times a second");
  }

  void aWorkerThatDiesInARunFailsThatRun() {
    Listener worker(QStringLiteral("dies_in_run"));
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QVERIFY(worker.gone());
    QCOMPARE(worker.errors.size(), std::size_t{1});
    QVERIFY(worker.fatalError);
    QCOMPARE(worker.errors.front().code, std::string("worker_crashed"));
    QVERIFY(worker.end->bySignal);
    QCOMPARE(worker.end->exitCode, SIGKILL);
  }

  void brokenLinesEndTheWorker_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("code");
    QTest::newRow("garbage") << "garbage"
                             << "bad_message";
    QTest::newRow("unknown kind") << "unknown_kind"
                                  << "unknown_kind";
  }
  void brokenLinesEndTheWorker() {
    QFETCH(QString, mode);
    QFETCH(QString, code);
    Listener worker(mode);
    QVERIFY(worker.gone());
    QCOMPARE(QString::fromStdString(worker.end->error.code), code);
  }

  void anEndlessLineBeforeTheEndIsNotLost() {
    Listener worker(QStringLiteral("endless_line"));
    QVERIFY(worker.gone());
    QVERIFY(worker.greeting.has_value());  // what came before it was delivered
    QVERIFY(!worker.end->asked());
  }

  void aCancelledRunGivesWhatItHas() {
    Listener worker(QStringLiteral("slow"));
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QTRY_VERIFY(worker.progress > 0);
    worker.handle.cancel();
    QCOMPARE(worker.handle.state(), State::cancelling);
    QVERIFY(worker.settled());
    QCOMPARE(worker.runs.size(), std::size_t{1});
    QCOMPARE(worker.runs.front()->status, model::RunStatus::cancelled);
    QCOMPARE(worker.handle.state(), State::ready);
  }

  void oneThatIgnoresCancelIsEndedStepByStep_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("killed");
    QTest::newRow("a closed stdin ends it") << "hangs" << false;
    QTest::newRow("only kill ends it") << "hangs_hard" << true;
  }
  void oneThatIgnoresCancelIsEndedStepByStep() {
    QFETCH(QString, mode);
    QFETCH(bool, killed);
    Listener worker(mode);
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QTRY_VERIFY(worker.progress > 0);
    worker.handle.cancel();
    QVERIFY(worker.gone());
    QCOMPARE(worker.errors.size(), std::size_t{1});
    QCOMPARE(worker.end->error.code, std::string("cancel_ignored"));
    QCOMPARE(worker.end->bySignal, killed);
    if (killed) QCOMPARE(worker.end->exitCode, SIGKILL);
  }

  void aShutdownTakesUnderTwoSecondsWhateverTheWorkerDoes() {
    Listener worker(QStringLiteral("hangs_hard"), {});
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QTRY_VERIFY(worker.progress > 0);
    QElapsedTimer time;
    time.start();
    worker.handle.shutdown();
    QVERIFY(worker.gone());
    QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
  }

  void heartbeatsStop() {
    app::WorkerTiming timing = quick();
    timing.silence = 1s;
    Listener worker(QStringLiteral("slow"), timing);
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 0) != 0);
    QTRY_VERIFY(worker.progress > 0);
    ::kill(static_cast<pid_t>(worker.handle.processId()), SIGSTOP);
    QVERIFY(worker.gone());
    QCOMPARE(worker.errors.size(), std::size_t{1});
    QCOMPARE(worker.end->error.code, std::string("worker_silent"));
  }

  void aDeadlineThatTheWorkerIgnoresIsKeptHere() {
    app::WorkerTiming timing = quick();
    timing.deadlineGrace = 200ms;
    Listener worker(QStringLiteral("hangs"), timing);
    QVERIFY(worker.ready());
    QVERIFY(worker.handle.run(request(), 300) != 0);
    QVERIFY(worker.gone());
    QCOMPARE(worker.end->error.code, std::string("deadline"));
  }

  void aStickyErrorIsFatal() {
    Listener worker(QStringLiteral("sticky_fourth"));
    QVERIFY(worker.ready());
    for (std::size_t number = 1; number <= 4; ++number) {
      QVERIFY(worker.handle.run(request(), 0) != 0);
      QTRY_COMPARE(worker.runs.size() + worker.errors.size(), number);
    }
    QCOMPARE(worker.runs.size(), std::size_t{3});
    QVERIFY(worker.errors.front().message.find("719") != std::string::npos);
    QVERIFY(worker.fatalError);
    QVERIFY(worker.gone());
    QCOMPARE(worker.end->exitCode, 70);
  }

  void workersWithoutADeviceSayWhy() {
    for (const char* mode : {"no_device", "old_driver"}) {
      Listener worker(QString::fromLatin1(mode));
      QVERIFY(worker.ready());
      QVERIFY(worker.greeting->devices.empty());
      QVERIFY(!worker.greeting->problems.empty());
    }
  }
};

QTEST_GUILESS_MAIN(WorkerHandleTest)
#include "worker_handle_test.moc"
