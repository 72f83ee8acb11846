// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of counters beside pinned ones.
#include "ui/traffic/traffic_compare_text.h"

#include "ui/runs/verdict_text.h"
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficCompare", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficCompare", text))

using Kind = TrafficComparison::Kind;
using model::Bound;
using model::CounterRole;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr qsizetype kMostCompared = 3;  // variants that the note names; the table has all
constexpr int kNoteLines = 8;           // a note that names three variants, two baselines and what is not alike needs them

bool isZero(const TrafficCell& cell) { return cell.collected && cell.bound == Bound::exact && cell.bytes == 0; }

bool hasRatio(const TrafficCell& cell, const TrafficCell& base) { return trafficRatio(cell, base).bound != Bound::unknown; }

// "1.01× the bytes", "1/1 280 000 of the bytes".
QString ofThe(const model::RatioReading& ratio, const QString& what) {
  return (isTrafficFraction(ratio) ? DSM_TR("%1 of the %2") : DSM_TR("%1 the %2")).arg(trafficTimes(ratio), what);
}

// Where there is no ratio.
QString whyNoRatio(const TrafficCell& cell, const TrafficCell& base) {
  if (!cell.collected) return DSM_TR("not collected");
  if (!base.collected) return DSM_TR("not collected in the pinned run: %1").arg(base.reason);
  const QString zero = trafficBytes(0, Bound::exact, 1);
  if (isZero(base)) return (isZero(cell) ? DSM_TR("%1 in both") : DSM_TR("%1 in the pinned run")).arg(zero);
  return cell.isBound() && base.isBound() ? DSM_TR("background in both") : DSM_TR("not known");
}

QString ratioWord(const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base) {
  if (comparison.kind == Kind::none) return {};
  if (comparison.kind == Kind::pinned) return DSM_TR("pinned");
  switch (trafficRatio(cell, base).bound) {
    case Bound::exact:
      return DSM_TR("exact");
    case Bound::atMost:
      return DSM_TR("at most");
    case Bound::moreThan:
      return DSM_TR("more than");
    case Bound::unknown:
      break;
  }
  return whyNoRatio(cell, base);
}

// What the words of a note say of a ratio of this counter.
QString movesWords(CounterRole role) {
  switch (role) {
    case CounterRole::l2Total:
      return DSM_TR("%1 moves %2 through the L2");
    case CounterRole::dramWrite:
      return DSM_TR("%1 writes %2 to DRAM");
    case CounterRole::dsmemIn:
      return DSM_TR("%1 receives %2 through DSMEM");
    default:
      return DSM_TR("%1 moves %2 between SM and L2");
  }
}

QString timeWords(const model::Comparison& time) {
  if (time.kind != model::Comparison::Kind::verdict) return {};
  switch (time.verdict) {
    case model::Verdict::same:
      return DSM_TR("takes the same time");
    case model::Verdict::undecided:
      return DSM_TR("is undecided in time");
    default:
      return DSM_TR("is %1").arg(verdictWords(time));
  }
}

QString sentence(const QString& text) { return text.endsWith(u'.') ? text : text + u'.'; }

class PinnedWriter {
 public:
  PinnedWriter(const TrafficData& data, const QVector<int>& variants) : m_data(data) {
    for (const int variant : variants) {
      if (comparison(variant).kind == Kind::against) m_variants.push_back(variant);
    }
    // The counter that tells most, of those with a ratio; without any, its reason is told.
    for (const CounterRole role : {CounterRole::l2FromSm, CounterRole::l2Total, CounterRole::dramWrite, CounterRole::dsmemIn}) {
      m_role = role;
      if (std::ranges::any_of(m_variants, [this](int variant) { return hasRatio(cell(variant), base(variant)); })) return;
    }
    m_role = CounterRole::l2FromSm;
  }

  TrafficNote note() const {
    if (m_variants.isEmpty()) return {};
    const QStringList baselines = pinnedBaselines(m_data, m_variants);
    QStringList parts;
    for (qsizetype i = 0; i < std::min(kMostCompared, m_variants.size()); ++i) {
      const QString words = part(m_variants[i], i == 0);
      parts << (baselines.size() == 1 ? words : DSM_TR("%1 (%2)").arg(words, comparison(m_variants[i]).baseline));
    }
    if (m_variants.size() > kMostCompared) parts << DSM_TR("%1 more in the table").arg(m_variants.size() - kMostCompared);
    const QString list = parts.join(QStringLiteral("; "));
    const QStringList doubts = differences();
    const QStringList reasons = notJudged();
    QStringList texts{baselines.size() == 1 ? DSM_TR("Against the pinned %1: %2.").arg(baselines.front(), list)
                                            : DSM_TR("Against their pinned runs: %1.").arg(list)};
    if (!doubts.isEmpty()) texts << DSM_TR("Not alike in %1.").arg(doubts.join(QStringLiteral("; ")));
    if (!reasons.isEmpty()) texts << DSM_TR("No verdict in time: %1").arg(sentence(reasons.join(QLatin1Char(' '))));
    return {!doubts.isEmpty() || !reasons.isEmpty(), DSM_TR("Compared with what is pinned"), texts.join(QLatin1Char(' ')), kNoteLines};
  }

 private:
  const TrafficComparison& comparison(int variant) const { return m_data.comparisons[variant]; }
  const TrafficCell& cell(int variant) const { return m_data.row(m_role)->cells[variant]; }
  const TrafficCell& base(int variant) const { return comparison(variant).cells[m_data.row(m_role) - m_data.rows.constData()]; }

  // "dsmem moves 1/1 280 000 of the bytes between SM and L2 and is 1.76× faster"; what is counted stands in the first alone.
  QString part(int variant, bool first) const {
    const QString& label = m_data.variants[variant].label;
    const model::RatioReading reading = trafficRatio(cell(variant), base(variant));
    const QString ratio = trafficTimes(reading);
    const QString bytes = ratio.isEmpty() ? DSM_TR("%1 has no ratio of bytes (%2)").arg(label, whyNoRatio(cell(variant), base(variant)))
                          : first         ? movesWords(m_role).arg(label, ofThe(reading, DSM_TR("bytes")))
                                          : QStringLiteral("%1 %2").arg(label, ratio);
    const QString time = timeWords(comparison(variant).time);
    return time.isEmpty() ? bytes : DSM_TR("%1 and %2").arg(bytes, time);
  }

  QStringList differences() const {
    QStringList found;
    for (const int variant : m_variants) found << differencesWords(comparison(variant).time);
    found.removeAll(QString());
    found.removeDuplicates();
    return found;
  }

  QStringList notJudged() const {
    QStringList found;
    for (const int variant : m_variants) {
      const model::Comparison& time = comparison(variant).time;
      if (time.kind == model::Comparison::Kind::none && !time.why.empty()) found << sentence(QString::fromStdString(time.why));
    }
    found.removeDuplicates();
    return found;
  }

  const TrafficData& m_data;
  QVector<int> m_variants;
  CounterRole m_role = CounterRole::l2FromSm;
};

}  // namespace

QString timeWord(const TrafficComparison& comparison) {
  if (comparison.kind == Kind::pinned) return DSM_TR("pinned");
  const bool refused = comparison.time.kind == model::Comparison::Kind::none && !comparison.time.why.empty();
  return refused ? DSM_TR("not compared") : verdictWords(comparison.time);
}

QString pinnedColumnText(const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base) {
  if (comparison.kind == Kind::none) return {};
  if (comparison.kind == Kind::pinned) return DSM_TR("pinned");
  const QString ratio = trafficTimes(trafficRatio(cell, base), true);
  if (!ratio.isEmpty()) return ratio;
  if (!cell.collected || !base.collected) return missingNumber();
  if (isZero(base)) return (isZero(cell) ? DSM_TR("both %1") : DSM_TR("from %1")).arg(trafficBytes(0, Bound::exact, 1));
  return cell.isBound() && base.isBound() ? DSM_TR("background") : missingNumber();
}

QString pinnedCellWords(const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base) {
  if (comparison.kind != Kind::against) return comparison.kind == Kind::pinned ? DSM_TR("pinned") : QString();
  const model::RatioReading ratio = trafficRatio(cell, base);
  return trafficTimes(ratio).isEmpty() ? whyNoRatio(cell, base) : ofThe(ratio, DSM_TR("pinned %1").arg(comparison.baseline));
}

QStringList pinnedBaselines(const TrafficData& data, const QVector<int>& variants) {
  QStringList names;
  if (data.comparisons.isEmpty()) return names;
  for (const int variant : variants) {
    if (data.comparisons[variant].kind == Kind::against) names << data.comparisons[variant].baseline;
  }
  names.removeDuplicates();
  return names;
}

QString pinnedHead(const QString& baseline) { return baseline.isEmpty() ? DSM_TR("vs pinned") : DSM_TR("vs %1").arg(baseline); }

TrafficNote pinnedNote(const TrafficData& data, const QVector<int>& variants) {
  return data.comparisons.isEmpty() ? TrafficNote{} : PinnedWriter(data, variants).note();
}

void addPinnedColumns(ChartTable& table) {
  table.columns.push_back({DSM_TR("Compared with"), QStringLiteral("compared_with"), false});
  table.columns.push_back({DSM_TR("Pinned"), QStringLiteral("pinned_bytes"), true});
  table.columns.push_back({DSM_TR("× pinned"), QStringLiteral("pinned_ratio"), true});
  table.columns.push_back({DSM_TR("Ratio is"), QStringLiteral("pinned_ratio_bound"), false});
  table.columns.push_back({DSM_TR("Not alike in"), QStringLiteral("not_alike"), false});
}

void addPinnedCells(QVector<ChartCell>& cells, const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base) {
  const model::RatioReading ratio = trafficRatio(cell, base);
  const QString times = trafficTimes(ratio, true);
  cells.push_back(textCell(comparison.baseline));
  cells.push_back(numberCell(base.collected ? base.bytes : kNan, trafficValue(base, 0, false)));
  cells.push_back(numberCell(ratio.value, times.isEmpty() ? missingNumber() : times));
  cells.push_back(textCell(ratioWord(comparison, cell, base)));
  cells.push_back(textCell(differencesWords(comparison.time)));
}

}  // namespace dsm::ui
