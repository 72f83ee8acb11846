// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the lane lens shows: one warp access with its cost by the model, and the words about it. Pure functions of the
// access; the arithmetic is gpu/model/lane_access.
#pragma once

#include "gpu/model/lane_access.h"
#include "ui/charts/chart_table.h"

#include <QString>

namespace dsm::ui {

struct LaneLensData {
  model::LaneAccess access;
  model::LaneCost cost;          ///< of the last access that was right
  std::uint64_t usedBytes = 0;   ///< of shared memory in a block; 0: not known
  QString problem;               ///< why the access as it is set has no cost; empty: it has
  int lane = -1;                 ///< under the cursor; -1: none
};

/// Takes over a new access: its cost, or the problem and the cost that was there before.
void setAccess(LaneLensData& data, const model::LaneAccess& access);

/// "4-way conflict, 4 passes"; "No conflict, 1 pass"; for a remote access what moves: "16 sectors, 25 % used".
QString laneHeadline(const LaneLensData& data);
/// "16 segments of 32 bytes, 25 % of their bytes used", and lanes that lie past what the block uses.
QString laneCaption(const LaneLensData& data);
/// "lane 5: byte 40 = 0x28, bank 10, segment 1, pass 1".
QString laneReadout(const LaneLensData& data, int lane);
/// "0–7, 9"; "all".
QString laneNames(std::uint32_t lanes);
/// One row for each lane: lane, address, bank, segment, pass.
ChartTable laneTable(const LaneLensData& data);
/// The command that prints the same.
QString laneCommand(const model::LaneAccess& access);

}  // namespace dsm::ui
