// SPDX-License-Identifier: GPL-3.0-or-later
//
// The verdict of each run against its nearest baseline: a word for the cell, the numbers for the tool tip, one sentence for
// those who hear it.
#include "ui/runs/runs_model.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/numbers.h"

namespace dsm::ui {

RunsModel::VerdictState RunsModel::verdictState(const Row& row) const {
  if (row.run->status == model::RunStatus::failed) return VerdictState::failed;
  if (row.run->status == model::RunStatus::cancelled) return VerdictState::cancelled;
  if (row.pinned) return VerdictState::pinned;
  if (!m_session || m_session->pinned.empty()) return VerdictState::none;
  const model::Comparison* comparison = m_comparer->of(row.run);
  if (comparison == nullptr) return VerdictState::waiting;
  switch (comparison->kind) {
    case model::Comparison::Kind::none: return VerdictState::notCompared;
    case model::Comparison::Kind::pinned: return VerdictState::pinned;
    case model::Comparison::Kind::otherExperiment: return VerdictState::otherExperiment;
    case model::Comparison::Kind::verdict: break;
  }
  switch (comparison->verdict) {
    case model::Verdict::faster: return VerdictState::faster;
    case model::Verdict::slower: return VerdictState::slower;
    case model::Verdict::same: return VerdictState::same;
    case model::Verdict::undecided: break;
  }
  return VerdictState::undecided;
}

QString RunsModel::verdictText(const Row& row) const {
  switch (verdictState(row)) {
    case VerdictState::none: return {};
    case VerdictState::waiting: return tr("comparing");
    case VerdictState::pinned: return tr("pinned");
    case VerdictState::faster:
    case VerdictState::slower:
    case VerdictState::same:
    case VerdictState::undecided: return verdictWords(*m_comparer->known(*row.run));
    case VerdictState::otherExperiment: return tr("other experiment");
    case VerdictState::notCompared: return tr("not compared");
    case VerdictState::failed: return tr("failed");
    case VerdictState::cancelled: break;
  }
  return tr("stopped");
}

QString RunsModel::nameOfBaseline(const model::Run& run, const model::Comparison& comparison) const {
  const model::RunPtr base = m_session ? m_session->run(comparison.baseId) : nullptr;
  return base ? baselineName(specOf(run), *base, run) : QString::fromStdString(comparison.baseId);
}

QString RunsModel::verdictTip(const Row& row) const {
  const VerdictState state = verdictState(row);
  if (state == VerdictState::pinned) return tr("Other runs of this experiment are compared with this one.");
  if (state == VerdictState::otherExperiment) return tr("No pinned run is of this experiment. Pin one with Space.");
  const model::Comparison* comparison = m_comparer->known(*row.run);
  if (comparison == nullptr) return verdictText(row);
  if (comparison->kind != model::Comparison::Kind::verdict) {
    return comparison->why.empty() ? verdictText(row) : QString::fromStdString(comparison->why);
  }
  const QString base = nameOfBaseline(*row.run, *comparison);
  QStringList lines{tr("%1, against the pinned %2").arg(verdictWords(*comparison), base),
                    tr("Ratio %1: below 1 is faster; in brackets the 95 % interval").arg(ratioText(*comparison))};
  const QString limit = formatPercent(m_comparer->threshold(), 1);
  if (!comparison->why.empty()) {
    lines << QString::fromStdString(comparison->why);
  } else if (comparison->verdict == model::Verdict::undecided) {
    lines << tr("Undecided: the interval crosses the threshold of %1.").arg(limit);
  } else {
    lines << tr("Threshold %1").arg(limit);
  }
  int pinnedHere = 0;
  for (const std::string& id : m_session->pinned) {
    const model::RunPtr pinned = m_session->run(id);
    if (pinned && pinned->experiment == row.run->experiment) ++pinnedHere;
  }
  if (pinnedHere > 1) lines << tr("The nearest of %1 pinned runs").arg(formatInteger(pinnedHere));
  if (!comparison->differences.empty()) lines << tr("Not alike in all else:") << differencesLines(*comparison);
  return lines.join(u'\n');
}

QString RunsModel::verdictSentence(const Row& row) const {
  QString text = verdictText(row);
  const model::Comparison* comparison = m_comparer->known(*row.run);
  if (comparison == nullptr || comparison->kind != model::Comparison::Kind::verdict) return text;
  text = tr("%1, against %2").arg(text, nameOfBaseline(*row.run, *comparison));
  const QString differences = differencesWords(*comparison);
  return differences.isEmpty() ? text : tr("%1; differs in %2").arg(text, differences);
}

void RunsModel::takeCompared(const QStringList& runIds) {
  for (const QString& id : runIds) {
    const int row = rowOf(id);
    if (row >= 0) emit dataChanged(index(row, int(RunColumn::verdict)), index(row, int(RunColumn::baseline)));
  }
}

}  // namespace dsm::ui
