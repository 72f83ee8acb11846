// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparisons in the words that the runs table uses too.
#include "ui/charts/bars_compare.h"

#include <vector>

#include <QCoreApplication>

#include "ui/runs/verdict_text.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::BarsCompare", text); }

BarComparison::Sign signOf(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::faster: return BarComparison::Sign::faster;
    case model::Verdict::slower: return BarComparison::Sign::slower;
    case model::Verdict::same: return BarComparison::Sign::same;
    case model::Verdict::undecided: break;
  }
  return BarComparison::Sign::undecided;
}

// "1.79× faster than global_atomics", "same as global_atomics", "undecided against global_atomics".
QString against(const BarComparison& shown) {
  switch (shown.sign) {
    case BarComparison::Sign::faster:
    case BarComparison::Sign::slower: return tr(QT_TRANSLATE_NOOP("dsm::ui::BarsCompare", "%1 than %2")).arg(shown.words, shown.baseline);
    case BarComparison::Sign::same: return tr(QT_TRANSLATE_NOOP("dsm::ui::BarsCompare", "%1 as %2")).arg(shown.words, shown.baseline);
    default: return tr(QT_TRANSLATE_NOOP("dsm::ui::BarsCompare", "%1 against %2")).arg(shown.words, shown.baseline);
  }
}

BarComparison shownOf(const ViewInput& input, const model::Run& run, const model::Comparison& comparison) {
  BarComparison shown;
  shown.ratio = comparison.ratio;
  if (comparison.kind == model::Comparison::Kind::pinned) {
    shown.sign = BarComparison::Sign::pinned;
    shown.words = tr(QT_TRANSLATE_NOOP("dsm::ui::BarsCompare", "pinned"));
    shown.sentence = shown.words;
    return shown;
  }
  if (comparison.kind != model::Comparison::Kind::verdict) return shown;
  const model::RunPtr base = input.session->run(comparison.baseId);
  shown.sign = signOf(comparison.verdict);
  shown.words = verdictWords(comparison);
  shown.baseline = base ? baselineName(input.spec, *base, run) : QString::fromStdString(comparison.baseId);
  shown.differences = differencesWords(comparison);
  shown.sentence = tr(QT_TRANSLATE_NOOP("dsm::ui::BarsCompare", "%1, ratio %2")).arg(against(shown), ratioText(comparison));
  if (!shown.differences.isEmpty()) {
    shown.sentence += tr(QT_TRANSLATE_NOOP("dsm::ui::BarsCompare", ", differs in %1")).arg(shown.differences);
  }
  return shown;
}

}  // namespace

BarComparisons barComparisons(const ViewInput& input, const model::BarsShape& shape, const std::string& quantity) {
  BarComparisons all;
  const auto& quantities = input.spec->info().quantities;
  if (input.session->pinned.empty() || quantities.empty() || quantities.front().id != quantity) return all;
  model::Comparisons computed;
  if (!input.comparisons) {
    std::vector<std::string> ids;
    for (const model::BarRow& row : shape.rows) {
      if (row.state.empty()) ids.push_back(row.runId);
    }
    computed = model::comparisonsOf(*input.spec, *input.session, ids, input.comparisonThreshold);
  }
  const model::Comparisons& known = input.comparisons ? *input.comparisons : computed;
  for (const model::BarRow& row : shape.rows) {
    const auto found = known.find(row.runId);
    const model::RunPtr run = row.runId.empty() || found == known.end() ? nullptr : input.session->run(row.runId);
    if (!run || !row.state.empty()) continue;
    BarComparison shown = shownOf(input, *run, found->second);
    if (shown.sign != BarComparison::Sign::none) all.emplace(row.runId, std::move(shown));
  }
  return all;
}

}  // namespace dsm::ui
