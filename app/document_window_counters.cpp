// SPDX-License-Identifier: GPL-3.0-or-later
// Counters in the window: whether they can be had is found out once the timing worker knows its devices; what the person
// runs is counted when the last timing of it is in, by a worker of its own.
#include "app/document_window.h"
#include "app/worker_words.h"

namespace dsm::app {
namespace {

constexpr const char* kChipWithoutDevice = "GH100";  // whose metrics the picker lists where there is no GPU: the recording's

}  // namespace

void DocumentWindow::connectCounters() {
  ui::MainWindow* window = m_window.get();
  connect(&m_queue, &RunQueue::ready, this, [this](const std::vector<model::Device>& devices) {
    if (!devices.empty()) m_counters.askPreflight(m_deviceUuid.empty() ? devices.front().uuid : m_deviceUuid);
  });
  connect(&m_queue, &RunQueue::drained, this, [this] { m_counters.enqueue(std::exchange(m_toCount, {})); });
  connect(window, &ui::MainWindow::runRequested, &m_counters, &CounterQueue::releaseGpu);
  connect(window, &ui::MainWindow::stopRequested, this, [this] {
    m_toCount.clear();
    m_counters.stop();
  });
  connect(window, &ui::MainWindow::metricsWanted, this, [this](const QString& search) {
    m_counters.askMetrics({m_queue.devices().empty() ? kChipWithoutDevice : "", search.toStdString()});
  });
  connect(&m_counters, &CounterQueue::preflightKnown, window, &ui::MainWindow::setCounterStatus);
  connect(&m_counters, &CounterQueue::metricsKnown, window, &ui::MainWindow::setMetrics);
  connect(&m_counters, &CounterQueue::metricsRefused, this,
          [this](const model::Error& error) { m_window->showNotice(noticeOf(error, ui::Notice::Kind::warning)); });
  connect(&m_counters, &CounterQueue::countersArrived, this, [this](const std::string& runId, const model::Counters& counters) {
    m_document.addCounters(runId, counters);
    keepMeasurement(runId);
  });
  connect(&m_counters, &CounterQueue::progressChanged, this, [this](const QueueProgress& progress) {
    if (m_queue.isIdle()) m_window->setProgress(runProgress(progress));
  });
  connect(&m_counters, &CounterQueue::ended, this, &DocumentWindow::queueEnded);
}

void DocumentWindow::countLater(const std::string& runId, const model::Run& run) {
  const model::CounterRequest request = m_window->counterRequest();
  const bool wanted = !request.sets.empty() || !request.names.empty();
  if (wanted && run.status == model::RunStatus::ok && run.validation.correct) m_toCount.push_back({runId, requestOf(run), request});
}

}  // namespace dsm::app
