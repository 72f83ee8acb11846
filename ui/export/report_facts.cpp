// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counting, and the methods in sentences.
#include "ui/export/report_facts.h"

#include "gpu/model/compare.h"
#include "gpu/model/imported.h"
#include "ui/export/report_parts.h"
#include "ui/theme/numbers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dsm::ui {
namespace {

constexpr double kHertzPerMegahertz = 1e6;
constexpr int kMostPercentDecimals = 6;

void count(Counted& counted, const std::string& word) {
  if (!word.empty()) ++counted[word];
}

void addProvenance(ReportFacts& facts, const model::Run& run) {
  const model::Provenance& from = run.provenance;
  count(facts.workers, from.workerVersion);
  count(facts.builds, from.kernelBuildId);
  count(facts.hosts, from.host);
  if (!from.date.empty()) {
    if (facts.firstDate.empty() || from.date < facts.firstDate) facts.firstDate = from.date;
    facts.lastDate = std::max(facts.lastDate, from.date);
  }
  for (const std::string& reason : from.throttleReasons) {
    if (reason == "unknown") {
      ++facts.throttleUnknown;
    } else {
      count(facts.throttles, reason);
    }
  }
}

void addStop(ReportFacts& facts, const model::Run& run) {
  count(facts.stops, run.stopReason);
  facts.leastPlanned.add(run.plan.minSamples);
  facts.mostPlanned.add(run.plan.maxSamples);
  facts.target.add(run.plan.targetRelativeHalfWidth);
  facts.budgetSeconds.add(run.plan.budgetSeconds);
}

void addMeasurement(ReportFacts& facts, const model::Run& run) {
  if (!run.validation.done) {
    ++facts.unchecked;
  } else {
    ++(run.validation.correct ? facts.correct : facts.wrong);
  }
  const bool inTurn = run.stopReason == model::kInterleavedStop && run.plan.minSamples > 0;
  if (inTurn) {
    ++facts.inTurn;
    facts.rounds.add(double(run.samples.size()) / run.plan.minSamples);
    facts.portions.add(run.plan.minSamples);
  } else {
    addStop(facts, run);
  }
  facts.samples.add(double(run.samples.size()));
  if (run.provenance.warmupNs > 0) facts.warmupNs.add(run.provenance.warmupNs);
  ++facts.caches[run.plan.cache];
  count(facts.seeds, std::to_string(run.plan.seed));
  bool clock = false;
  for (const model::Sample& sample : run.samples) {
    if (!(sample.smClockHz > 0)) continue;
    facts.clockHz.add(sample.smClockHz);
    clock = true;
  }
  if (!clock) ++facts.withoutClock;
}

// "20", or "20–160".
QString rangeOf(const FactRange& range, double factor = 1) {
  const QString low = formatInteger(std::llround(range.low / factor));
  const QString high = formatInteger(std::llround(range.high / factor));
  return low == high ? low : formatRange(low, high);
}

// With the decimals that it has: "0.4 %", "2 %".
QString exactPercent(double fraction) {
  int decimals = 0;
  for (double shown = fraction * 100; decimals < kMostPercentDecimals && std::abs(shown - std::round(shown)) > 1e-6; shown *= 10) ++decimals;
  return formatPercent(fraction, decimals);
}

QString stopWord(const std::string& reason) {
  if (reason == "interval") return DSM_REPORT_TR("because the interval was tight enough");
  if (reason == "budget") return DSM_REPORT_TR("because the time for it was spent");
  if (reason == "samples") return DSM_REPORT_TR("because it had its number of launches");
  if (reason == "cancelled") return DSM_REPORT_TR("because a person stopped it");
  return QStringLiteral("\"%1\"").arg(QString::fromStdString(reason));
}

QString checkedSentence(const ReportFacts& facts) {
  QString text = DSM_REPORT_TR("Before a run was timed, its result was compared with a CPU reference: %1 correct").arg(runsText(facts.correct));
  if (facts.wrong > 0) text += DSM_REPORT_TR(", %1 wrong").arg(runsText(facts.wrong));
  if (facts.unchecked > 0) text += DSM_REPORT_TR(", %1 not checked").arg(runsText(facts.unchecked));
  if (facts.failed > 0) text += DSM_REPORT_TR(", %1 failed and without numbers").arg(runsText(facts.failed));
  if (facts.cancelled > 0) text += DSM_REPORT_TR(", %1 stopped early").arg(runsText(facts.cancelled));
  return text + QLatin1Char('.');
}

QString timedSentence(const ReportFacts& facts) {
  QString text;
  if (facts.warmupNs.count > 0) {
    const QString low = formatTimeNs(facts.warmupNs.low, 2);
    const QString high = formatTimeNs(facts.warmupNs.high, 2);
    text = DSM_REPORT_TR("The very path that is timed was warmed up first (%1). ").arg(low == high ? low : DSM_REPORT_TR("%1 to %2").arg(low, high));
  }
  text += DSM_REPORT_TR("Then %1 launches of each run were timed by CUDA events.").arg(rangeOf(facts.samples));
  return text;
}

QString turnsSentence(const ReportFacts& facts) {
  return DSM_REPORT_TR("%1 measured in turn, in %2 rounds of %3 launches each.")
      .arg(facts.inTurn == 1 ? DSM_REPORT_TR("1 run was") : DSM_REPORT_TR("%1 runs were").arg(formatInteger(facts.inTurn)), rangeOf(facts.rounds),
           rangeOf(facts.portions));
}

QString importedSentence(const ReportFacts& facts) {
  QStringList parts;
  for (const auto& [tool, number] : facts.imported) parts << DSM_REPORT_TR("%1 from %2").arg(runsText(number), QString::fromStdString(tool));
  return DSM_REPORT_TR("Imported: %1. That tool measured them, and what is known of how stands in their notes.").arg(parts.join(DSM_REPORT_TR(" and ")));
}

QString stoppingSentence(const ReportFacts& facts) {
  const QString target = facts.target.low == facts.target.high
                             ? formatPercent(facts.target.low, 1)
                             : formatRange(formatPercent(facts.target.low, 1), formatPercent(facts.target.high, 1));
  QString text = DSM_REPORT_TR("The interval of the median was looked at only after the least number of launches (%1) and each doubling of it, so that stopping "
                               "does not bias it; a run ended when half the interval was within %2 of the median, after %3 launches, or after "
                               "%4 s of timed work.")
                     .arg(rangeOf(facts.leastPlanned), target, rangeOf(facts.mostPlanned),
                          facts.budgetSeconds.low == facts.budgetSeconds.high
                              ? formatNumber(facts.budgetSeconds.low, 2)
                              : formatRange(formatNumber(facts.budgetSeconds.low, 2), formatNumber(facts.budgetSeconds.high, 2)));
  QStringList parts;
  for (const auto& [reason, number] : facts.stops) parts << DSM_REPORT_TR("%1 %2").arg(runsText(number), stopWord(reason));
  return parts.isEmpty() ? text : text + QLatin1Char(' ') + DSM_REPORT_TR("Ended: %1.").arg(parts.join(QStringLiteral("; ")));
}

QString stateSentence(const ReportFacts& facts) {
  QStringList parts;
  const auto warm = facts.caches.find(model::CacheState::warm);
  const auto flushed = facts.caches.find(model::CacheState::flushed);
  if (warm != facts.caches.end()) parts << DSM_REPORT_TR("left warm in %1").arg(runsText(warm->second));
  if (flushed != facts.caches.end()) parts << DSM_REPORT_TR("flushed before each launch in %1").arg(runsText(flushed->second));
  QString text = DSM_REPORT_TR("The L2 cache was %1.").arg(parts.join(DSM_REPORT_TR(" and ")));
  if (facts.clockHz.count > 0) {
    text += QLatin1Char(' ') + DSM_REPORT_TR("The SM clock of each launch was measured in it (cycles over elapsed time): %1 MHz.")
                                   .arg(rangeOf(facts.clockHz, kHertzPerMegahertz));
  }
  if (facts.withoutClock > 0) text += QLatin1Char(' ') + DSM_REPORT_TR("It is not known for %1.").arg(runsText(facts.withoutClock));
  QStringList reasons;
  for (const auto& [reason, number] : facts.throttles) {
    reasons << DSM_REPORT_TR("%1 in %2").arg(QString::fromStdString(reason), runsText(number));
  }
  if (!reasons.isEmpty()) {
    text += QLatin1Char(' ') + DSM_REPORT_TR("The GPU reported reasons to lower its clock: %1.").arg(reasons.join(QStringLiteral(", ")));
  } else if (facts.throttleUnknown == 0) {
    text += QLatin1Char(' ') + DSM_REPORT_TR("The GPU reported no reason to lower its clock.");
  }
  if (facts.throttleUnknown > 0) {
    text += QLatin1Char(' ') + DSM_REPORT_TR("Whether it had one is not known for %1.").arg(runsText(facts.throttleUnknown));
  }
  return text;
}

QString countersSentence(const ReportFacts& facts) {
  if (facts.counted == 0) return DSM_REPORT_TR("Hardware counters were not collected.");
  return DSM_REPORT_TR("Hardware counters of %1 come from further launches of each, profiled through CUPTI in %2 passes with outputs and caches put back "
                       "before each; the times here are those of launches without a profiler.")
      .arg(runsText(facts.counted), rangeOf(facts.passes));
}

}  // namespace

QString runsText(qint64 count) { return count == 1 ? DSM_REPORT_TR("1 run") : DSM_REPORT_TR("%1 runs").arg(formatInteger(count)); }

void FactRange::add(double value) {
  if (!std::isfinite(value)) return;
  low = count == 0 ? value : std::min(low, value);
  high = count == 0 ? value : std::max(high, value);
  ++count;
}

ReportFacts factsOf(const std::vector<model::RunPtr>& runs) {
  ReportFacts facts;
  std::set<std::string> commands;
  for (const model::RunPtr& run : runs) {
    ++facts.runs;
    ++facts.origins[run->origin];
    addProvenance(facts, *run);
    if (!run->provenance.command.empty() && commands.insert(run->provenance.command).second) facts.commands.push_back(run->provenance.command);
    if (run->status == model::RunStatus::failed) {
      ++facts.failed;
      continue;
    }
    ++(run->status == model::RunStatus::ok ? facts.ok : facts.cancelled);
    if (const std::string_view tool = model::importedFrom(*run); !tool.empty()) {
      count(facts.imported, std::string(tool));
      continue;
    }
    addMeasurement(facts, *run);
    if (!run->counters || !run->counters->collected) continue;
    ++facts.counted;
    facts.passes.add(run->counters->passes);
    count(facts.cupti, run->counters->cuptiVersion);
    count(facts.chips, run->counters->chip);
    count(facts.replays, run->counters->replayMode);
  }
  return facts;
}

QString methodsText(const ReportFacts& facts) {
  if (facts.runs == facts.failed) return DSM_REPORT_TR("Every run failed; there is no number to say how it was measured.");
  const QString imported = facts.imported.empty() ? QString() : importedSentence(facts);
  if (facts.samples.count == 0) return imported;
  const QString statistics =
      DSM_REPORT_TR("Each number is a median over single launches, with a 95 % interval from order statistics, which assumes no distribution.");
  QStringList sentences{checkedSentence(facts), timedSentence(facts)};
  if (facts.leastPlanned.count > 0) sentences << stoppingSentence(facts);
  if (facts.inTurn > 0) sentences << turnsSentence(facts);
  sentences << statistics << stateSentence(facts) << countersSentence(facts) << imported;
  sentences.removeAll(QString());
  return sentences.join(QLatin1Char(' '));
}

QString comparisonText(const ReportFacts& facts, double threshold) {
  QString text = DSM_REPORT_TR("Runs are compared with the nearest pinned run of their experiment by the ratio of medians, turned so that below 1 is "
                               "faster; its 95 % interval is a bootstrap of the samples, joined with the %1 by which two runs of the same thing differ. "
                               "Faster or slower means that the whole interval lies beyond the threshold of %2, same that all of it lies within, and "
                               "undecided neither.")
                     .arg(exactPercent(model::kBetweenRuns95), exactPercent(threshold));
  if (facts.inTurn > 0) {
    text += QLatin1Char(' ') + DSM_REPORT_TR("For runs measured in turn it is the interval of the median of the ratios of their rounds, with nothing joined.");
  }
  return text;
}

}  // namespace dsm::ui
