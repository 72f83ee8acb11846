// SPDX-License-Identifier: GPL-3.0-or-later
//
// Requests of one turn of the event loop become tasks of some runs each, so that the first answers come early and several
// processors share a long table.
#include "ui/runs/run_comparer.h"

#include <algorithm>
#include <memory>

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

namespace dsm::ui {
namespace {

constexpr std::size_t kRunsATask = 32;

}  // namespace

RunComparer::RunComparer(const model::Catalogue& catalogue, QObject* parent) : QObject(parent), m_catalogue(catalogue) {
  m_wantedTimer.setSingleShot(true);
  m_wantedTimer.setInterval(0);
  connect(&m_wantedTimer, &QTimer::timeout, this, &RunComparer::start);
}

void RunComparer::setSession(const model::SessionPtr& session) {
  const bool samePins = m_session && session && m_session->pinned == session->pinned;
  m_session = session;
  if (samePins) return;
  ++m_generation;
  m_entries.clear();
  m_wanted.clear();
}

void RunComparer::setThreshold(double fraction) {
  if (fraction == m_threshold) return;
  m_threshold = fraction;
  QStringList ids;
  for (auto& [id, entry] : m_entries) {
    if (!entry.comparison || entry.comparison->kind != model::Comparison::Kind::verdict) continue;
    entry.comparison->verdict = model::verdictOf(entry.comparison->ratio, m_threshold);
    ids << QString::fromStdString(id);
  }
  if (!ids.isEmpty()) emit compared(ids);
}

const model::Comparison* RunComparer::known(const model::Run& run) const {
  const auto found = m_entries.find(run.id);
  const bool holds = found != m_entries.end() && found->second.run.get() == &run && found->second.comparison;
  return holds ? &*found->second.comparison : nullptr;
}

const model::Comparison* RunComparer::of(const model::RunPtr& run) {
  if (!run || !m_session) return nullptr;
  Entry& entry = m_entries[run->id];
  if (entry.run == run) return entry.comparison ? &*entry.comparison : nullptr;
  entry = {run, std::nullopt};
  m_wanted.push_back(run);
  m_wantedTimer.start();
  return nullptr;
}

void RunComparer::start() {
  if (!m_session) return;
  const std::vector<model::RunPtr> wanted = std::exchange(m_wanted, {});
  for (std::size_t at = 0; at < wanted.size(); at += kRunsATask) {
    const auto first = wanted.begin() + std::ptrdiff_t(at);
    startSome({first, first + std::ptrdiff_t(std::min(kRunsATask, wanted.size() - at))});
  }
}

void RunComparer::startSome(std::vector<model::RunPtr> runs) {
  auto promise = std::make_shared<QPromise<std::vector<Answer>>>();
  promise->future().then(this, [this, generation = m_generation](const std::vector<Answer>& answers) { take(generation, answers); });
  // Specs are immutable and live for the program; runs and session are shared.
  QThreadPool::globalInstance()->start(
      [promise, session = m_session, wanted = std::move(runs), catalogue = m_catalogue, threshold = m_threshold] {
        promise->start();
        std::vector<Answer> answers;
        for (const model::RunPtr& run : wanted) {
          const model::ExperimentSpec* spec = model::findSpec(catalogue, run->experiment);
          answers.push_back({run, spec == nullptr ? model::Comparison{} : model::compareWithNearestPinned(*spec, *session, *run, threshold)});
        }
        promise->addResult(std::move(answers));
        promise->finish();
      });
}

void RunComparer::take(int generation, std::vector<Answer> answers) {
  if (generation != m_generation) return;  // the pins have changed: these answers are about others
  QStringList ids;
  for (Answer& answer : answers) {
    const auto found = m_entries.find(answer.run->id);
    if (found == m_entries.end() || found->second.run != answer.run) continue;
    model::Comparison& comparison = answer.comparison;
    if (comparison.kind == model::Comparison::Kind::verdict) comparison.verdict = model::verdictOf(comparison.ratio, m_threshold);
    found->second.comparison = std::move(comparison);
    ids << QString::fromStdString(answer.run->id);
  }
  if (!ids.isEmpty()) emit compared(ids);
}

}  // namespace dsm::ui
