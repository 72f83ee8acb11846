// SPDX-License-Identifier: GPL-3.0-or-later
// Counters come from a worker of their own: in batches, with the reason where there are none, and never at the cost of a timing.
#include <QSignalSpy>
#include <QTest>

#include "app/session/document.h"
#include "app/worker/counter_queue.h"
#include "gpu/experiments/catalogue.h"

using namespace dsm;

namespace {

QStringList fake(const char* mode) { return {QStringLiteral(DSM_FAKE_WORKER), QString::fromLatin1(mode)}; }

app::CounterTask task(int number) {
  return {"run-" + std::to_string(number), {"tile_exchange", "dsmem", {}, {}, {}}, model::parseCounterRequest({})};
}

struct Listener {
  explicit Listener(const QStringList& command) : queue(command, experiments::catalogue()) {
    QObject::connect(&queue, &app::CounterQueue::countersArrived, [this](const std::string& id, const model::Counters& counters) {
      ids.push_back(id);
      arrived.push_back(counters);
    });
    QObject::connect(&queue, &app::CounterQueue::drained, [this] { ++drained; });
    QObject::connect(&queue, &app::CounterQueue::ended, [this] { ended = true; });
    QObject::connect(&queue, &app::CounterQueue::preflightKnown, [this](const model::Preflight& known) { preflights.push_back(known); });
  }
  bool finish() {
    queue.shutdown();
    return QTest::qWaitFor([this] { return ended; }, 10'000);
  }
  app::CounterQueue queue;
  std::vector<std::string> ids;
  std::vector<model::Counters> arrived;
  std::vector<model::Preflight> preflights;
  int drained = 0;
  bool ended = false;
};

std::vector<app::CounterTask> tasks(int count) {
  std::vector<app::CounterTask> list;
  for (int i = 0; i < count; ++i) list.push_back(task(i));
  return list;
}

}  // namespace

class CounterQueueTest : public QObject {
  Q_OBJECT
 private slots:
  void everyTaskGetsItsOwnInOrder() {
    Listener listener(fake("ok"));
    listener.queue.enqueue(tasks(100));  // more than one batch
    QTRY_COMPARE_WITH_TIMEOUT(listener.drained, 1, 20'000);
    QCOMPARE(listener.arrived.size(), std::size_t{100});
    for (std::size_t i = 0; i < listener.ids.size(); ++i) QCOMPARE(listener.ids[i], "run-" + std::to_string(i));
    for (const model::Counters& counters : listener.arrived) QVERIFY(counters.collected);
    QVERIFY(listener.finish());
  }

  void thePreflightSaysWhyNot() {
    Listener listener(fake("counters_denied"));
    listener.queue.askPreflight({});
    QTRY_COMPARE_WITH_TIMEOUT(listener.preflights.size(), std::size_t{1}, 20'000);
    QVERIFY(!listener.preflights.front().ok);
    QCOMPARE(listener.preflights.front().why.code, std::string("counters_denied"));
    QVERIFY(!listener.preflights.front().why.hint.empty());
    QVERIFY(listener.finish());
  }

  void aWorkerKilledDuringAPassCostsItsBatchAlone() {
    Listener listener(fake("counters_die"));
    int counting = 0;
    connect(&listener.queue, &app::CounterQueue::progressChanged, this, [&](const app::QueueProgress& progress) {
      if (progress.done % 40 == 0 && progress.fraction > progress.done / 50.0) ++counting;  // a worker is in a batch
    });
    listener.queue.enqueue(tasks(50));  // two batches, so two workers
    QTRY_COMPARE_WITH_TIMEOUT(listener.drained, 1, 20'000);
    QCOMPARE(listener.arrived.size(), std::size_t{50});
    QVERIFY2(counting >= 2, "the second batch had no worker of its own");
    for (const model::Counters& counters : listener.arrived) {
      QVERIFY(!counters.collected);
      QVERIFY(counters.values.empty());  // not collected, and not zero
      QCOMPARE(counters.why.code, std::string("worker_crashed"));
    }
    listener.queue.enqueue(tasks(1));  // a fresh worker, asked by a person
    QTRY_COMPARE_WITH_TIMEOUT(listener.drained, 2, 20'000);
    QVERIFY(listener.finish());
  }

  void aWorkerThatCannotBeHadIsSaidOnceForEach_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("dies at hello") << fake("counters_missing");
    QTest::newRow("no such program") << QStringList{QStringLiteral("/nonexistent/dsmscope-worker")};
  }
  void aWorkerThatCannotBeHadIsSaidOnceForEach() {
    QFETCH(QStringList, command);
    Listener listener(command);
    listener.queue.askPreflight({});
    listener.queue.enqueue(tasks(50));
    QTRY_COMPARE_WITH_TIMEOUT(listener.drained, 1, 20'000);
    QCOMPARE(listener.arrived.size(), std::size_t{50});
    QCOMPARE(listener.preflights.size(), std::size_t{1});
    QVERIFY(!listener.preflights.front().why.message.empty());
    QVERIFY(listener.finish());
  }

  void metricsAreAskedForAndKnown() {
    Listener listener(fake("ok"));
    QSignalSpy known(&listener.queue, &app::CounterQueue::metricsKnown);
    listener.queue.askMetrics({"GH100", "bytes"});
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 20'000);
    QVERIFY(listener.finish());
  }

  void theDocumentKeepsThemWithTheirRun() {
    app::Document document(experiments::catalogue());
    auto run = std::make_shared<model::Run>();
    run->id = "a";
    run->experiment = "tile_exchange";
    run->variant = "dsmem";
    document.addMeasurement(run, {});
    model::Counters counters;
    counters.collected = true;
    document.addCounters("a", counters);
    document.addCounters("gone", counters);
    QCOMPARE(document.session()->runs.size(), std::size_t{1});
    QVERIFY(document.session()->runs.front()->counters.has_value());
    QVERIFY(!run->counters.has_value());  // a snapshot stays as it was
    QVERIFY(document.undoStack()->count() == 0);
  }
};

QTEST_GUILESS_MAIN(CounterQueueTest)
#include "counter_queue_test.moc"
