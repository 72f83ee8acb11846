// SPDX-License-Identifier: GPL-3.0-or-later
//
// The counters of one configuration, made ready to draw: for each ticked variant what was counted, how far that may be
// trusted, what arithmetic expects and what explains the difference. Pure: painting, table, sentences and tests all
// read this. What was not collected keeps its reason and is never a zero.
#pragma once

#include "gpu/model/counter_books.h"
#include "gpu/model/origin.h"
#include "ui/view_input.h"

#include <QString>
#include <QVector>

#include <array>
#include <optional>
#include <string>

namespace dsm::ui {

/// One counter of one variant. All sizes in bytes; sectors are turned into bytes (x 32).
struct TrafficCell {
  bool collected = false;
  QString reason;          ///< where not collected: one sentence without a full stop
  std::string metric;      ///< name with its roll-up
  bool inSectors = false;  ///< the counter counts sectors
  double bytes = 0;        ///< with `bound` atMost: the bound
  model::Bound bound = model::Bound::unknown;
  std::optional<double> expectedBytes;  ///< nothing: arithmetic cannot tell
  double residualBytes = 0;
  double residualFraction = 0;  ///< of the expected bytes; of the measured ones where none were expected
  bool balanced = true;
  QString explanation;  ///< where the residual is over 5 %
  std::vector<model::CounterFlag> flags;

  bool needsExplaining = false;  ///< over 5 % of what was expected; where nothing was, over 0.1 % of the payload

  bool isBound() const { return collected && bound == model::Bound::atMost; }
  bool hasFlag(model::CounterFlag flag) const;
};

struct TrafficRow {
  model::CounterRole role = model::CounterRole::other;
  QString label;               ///< "L2 from the SMs"
  QString metric;              ///< "lts__t_sectors_srcunit_tex × 32 B"; empty: no variant collected it
  QVector<TrafficCell> cells;  ///< parallel to TrafficData::variants
};

/// A run beside the pinned run that is nearest to it.
struct TrafficComparison {
  enum class Kind { none, pinned, against };
  Kind kind = Kind::none;
  QString baseline;            ///< "global_atomics"; like all below of `against` alone
  model::Comparison time;      ///< kind none: no verdict, or none yet; what is not alike stands in it all the same
  QVector<TrafficCell> cells;  ///< of the pinned run, by row (or as roles were asked for)
  TrafficCell fabric;          ///< of the pinned run
};

struct TrafficVariant {
  std::string id;
  QString label;
  int slot = 0;
  std::string runId;  ///< empty: no run
  QString state;      ///< empty: counters were collected; else why not: "no run yet", "counters were not asked for"
  QString remedy;     ///< what to do about `state`; may be empty
  bool collected = false;
  model::Origin origin = model::Origin::notCollected;
  double payloadBytes = 0;
  QString expectedNote;  ///< what the arithmetic leaves out
  TrafficCell fabric;    ///< between the halves of the L2; no expectation
  double kernelNs = 0;
  bool tooShort = false;  ///< under 20 us
  bool clustered = false;
  model::CacheState cache = model::CacheState::warm;
};

struct TrafficData {
  QString title;
  QVector<TrafficVariant> variants;  ///< ticked ones in catalogue order
  QVector<TrafficRow> rows;          ///< DSMEM received, L2 from the SMs, L2 in total, DRAM read, DRAM written
  QVector<TrafficComparison> comparisons;  ///< parallel to `variants`; empty where nothing is compared
  model::Origin documentOrigin = model::Origin::recorded;

  bool anyCollected() const;
  bool anyRun() const;
  const TrafficRow* row(model::CounterRole role) const;
};

inline constexpr std::array kTrafficRoles = {model::CounterRole::dsmemIn, model::CounterRole::l2FromSm, model::CounterRole::l2Total,
                                             model::CounterRole::dramRead, model::CounterRole::dramWrite};

/// For each ticked variant the latest run in this configuration that has counters, else the latest run. Any thread.
TrafficData trafficDataOf(const ViewInput& input);
/// The run that stands for `variant` in trafficDataOf(); null without one.
model::RunPtr trafficRun(const ViewInput& input, const std::string& variant);
/// One counter of a run, with its books; for table cells of single runs too.
TrafficCell trafficCellOf(const model::ExperimentSpec* spec, const model::Run& run, model::CounterRole role);
/// "DSMEM received", "L2 from the SMs", ...
QString trafficRowLabel(model::CounterRole role);

/// True where the fabric between the halves of the L2 is at least half of what a total has beyond the expected bytes.
bool fabricExplains(const TrafficData& data, const TrafficRow& row, int variant);
/// a / b of one counter of two variants. Unknown where either was not collected, or both are background.
model::RatioReading trafficRatio(const TrafficRow& row, int a, int b);
model::RatioReading trafficRatio(const TrafficCell& a, const TrafficCell& b);

}  // namespace dsm::ui
