// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope metrics`: the metrics of a chip as its library lists them, or the passes that a choice of them takes. Asked of
// a counter worker, so that the program itself never loads the library; needs no GPU.
#include <algorithm>

#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/worker/run_queue.h"
#include "app/worker/worker_command.h"
#include "gpu/protocol/exit_code.h"
#include "gpu/protocol/json_counters.h"

namespace dsm::app {
namespace {

std::string listText(const model::MetricList& list) {
  std::string text;
  if (list.chip.empty()) {
    text = "Chips:";
    for (const std::string& chip : list.chips) text += " " + chip;
    return text + "\nThere is no GPU here: name one with --chip.\n";
  }
  for (const model::MetricInfo& metric : list.metrics) {
    text += metric.name + (metric.unit.empty() ? "" : "  [" + metric.unit + "]") + "\n    " + metric.description + "\n";
  }
  return text + std::to_string(list.metrics.size()) + " metrics of " + list.chip + ", CUPTI " + list.cuptiVersion + ".\n";
}

std::string planText(const model::PassPlan& plan) {
  std::string text;
  for (const model::PassGroup& group : plan.groups) {
    text += group.set + ": " + std::to_string(group.passes) + (group.passes == 1 ? " pass\n" : " passes\n");
    for (const std::string& name : group.names) text += "    " + name + "\n";
  }
  for (const model::CounterMiss& miss : plan.missing) text += miss.name + ": " + miss.reason + "\n";
  return text + std::to_string(plan.passes) + (plan.passes == 1 ? " pass on " : " passes on ") + plan.chip + ".\n";
}

int exitCodeOf(const model::Error& error) {
  if (error.code == "bad_value" || error.code == "unknown_chip") return protocol::kExitUsage;
  return isWorkerFailure(error) ? protocol::kExitCrashed : protocol::kExitNoDevice;
}

// Asks one question, prints the answer, ends the worker.
class MetricsJob : public QObject {
 public:
  MetricsJob(const QStringList& command, const CommandLine& line, const model::Catalogue& catalogue)
      : m_line(line), m_handle(command, catalogue) {
    connect(&m_handle, &WorkerHandle::greeted, this, &MetricsJob::ask);
    connect(&m_handle, &WorkerHandle::metricsKnown, this,
            [this](quint64, const model::MetricList& list) { print(listText(list), protocol::toJson(list)); });
    connect(&m_handle, &WorkerHandle::passPlanKnown, this,
            [this](quint64, const model::PassPlan& plan) { print(planText(plan), protocol::toJson(plan)); });
    connect(&m_handle, &WorkerHandle::requestFailed, this, [this](quint64, const model::Error& error, bool) { fail(error); });
    connect(&m_handle, &WorkerHandle::gone, this, [this](const WorkerEnd& end) {
      if (!end.asked() && m_code == protocol::kExitDone) fail(end.error);
      QCoreApplication::exit(m_code);
    });
    m_handle.start();
  }

 private:
  void ask() {
    const std::string chip = m_line.value(QStringLiteral("chip")).toStdString();
    if (m_line.has(QStringLiteral("plan"))) {
      m_handle.askPassPlan({chip, model::parseCounterRequest(m_line.value(QStringLiteral("plan")).toStdString())});
    } else {
      m_handle.askMetrics({chip, m_line.value(QStringLiteral("search")).toStdString()});
    }
  }

  void print(const std::string& text, const protocol::JsonOut& json) {
    const auto printed = printOut(m_line.has(QStringLiteral("json")) ? protocol::dumpJson(json, 2) + "\n" : text);
    if (!printed) {
      printError(printed.error());
      m_code = protocol::kExitNotWritten;
    }
    m_handle.shutdown();
  }

  void fail(const model::Error& error) {
    printError(error);
    m_code = exitCodeOf(error);
    m_handle.shutdown();
  }

  const CommandLine& m_line;
  WorkerHandle m_handle;
  int m_code = protocol::kExitDone;
};

}  // namespace

int metricsCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  auto command = workerCommand(line.value(QStringLiteral("worker")));
  if (!command) {
    printError(command.error());
    return protocol::kExitUsage;
  }
  const MetricsJob job(*command << QStringLiteral("--counters"), line, catalogue);
  return QCoreApplication::exec();
}

}  // namespace dsm::app
