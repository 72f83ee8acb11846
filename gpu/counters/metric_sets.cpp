// SPDX-License-Identifier: Apache-2.0
// Names checked with CUPTI 13.0's host API on 2026-11-30.
#include "gpu/counters/metric_sets.h"

#include <array>

namespace dsm::counters {
namespace {

using model::kL2Set;
using model::kSharedSet;
using model::kTrafficSet;

// Columns of the table.
enum Chip : std::size_t { GA100, GA102, AD102, GH100, GB100, GB202, GB10B, kChips };
constexpr std::array<std::string_view, kChips> kChipNames = {"GA100", "GA102", "AD102", "GH100", "GB100", "GB202", "GB10B"};

using Mask = unsigned;
constexpr Mask bit(Chip chip) { return 1U << chip; }
constexpr Mask kAll = (1U << kChips) - 1;
constexpr Mask kClusters = bit(GH100) | bit(GB100) | bit(GB202) | bit(GB10B);  // distributed shared memory
constexpr Mask kFabric = bit(GA100) | bit(GH100) | bit(GB100);                 // an L2 in two halves
constexpr Mask kDramPlain = bit(GA100) | bit(GA102) | bit(AD102) | bit(GH100) | bit(GB100);
constexpr Mask kDramOp = bit(GB202);

// A quantity of a set: its spellings, each with the chips that use it; and why the other chips have none. An empty reason:
// the chip has nothing there to count, and nobody misses it.
struct Spelling {
  std::string_view name;
  Mask chips = 0;
};
struct Row {
  std::string_view set;
  std::array<Spelling, 2> spellings;
  std::string_view whyMissing;
};

constexpr std::string_view kNoDsmem = "has no distributed shared memory";
constexpr std::string_view kNoDram = "has no counter of DRAM bytes";

constexpr std::array kRows = {
    // One pass on every chip.
    Row{kTrafficSet, {{{"lts__t_bytes.sum", kAll}}}, ""},
    Row{kTrafficSet, {{{"lts__t_sectors_srcunit_tex.sum", kAll}}}, ""},
    Row{kTrafficSet, {{{"lts__t_sectors_srcunit_ltcfabric.sum", kFabric}}}, ""},
    Row{kTrafficSet, {{{"dram__bytes_read.sum", kDramPlain}, {"dram__bytes_op_read.sum", kDramOp}}}, kNoDram},
    Row{kTrafficSet, {{{"dram__bytes_write.sum", kDramPlain}, {"dram__bytes_op_write.sum", kDramOp}}}, kNoDram},
    Row{kTrafficSet, {{{"l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", kClusters}}}, kNoDsmem},
    Row{kTrafficSet, {{{"l1tex__m_l1tex2xbar_write_bytes_mem_dshared.sum", kClusters}}}, kNoDsmem},
    // Two to four passes.
    Row{kL2Set, {{{"lts__t_sectors_op_read.sum", kAll}}}, ""},
    Row{kL2Set, {{{"lts__t_sectors_op_write.sum", kAll}}}, ""},
    Row{kL2Set, {{{"lts__t_sectors_op_atom.sum", kAll}}}, ""},
    Row{kL2Set, {{{"lts__t_sectors_op_red.sum", kAll}}}, ""},
    Row{kL2Set, {{{"lts__t_sectors_srcunit_ltcfabric.sum", kFabric}}}, ""},
    Row{kL2Set, {{{"lts__t_sector_hit_rate.pct", kAll}}}, ""},
    // Two or three passes.
    Row{kSharedSet, {{{"smsp__sass_inst_executed_op_shared.sum", kAll}}}, ""},
    Row{kSharedSet, {{{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", kAll}}}, ""},
    Row{kSharedSet, {{{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", kAll}}}, ""},
    Row{kSharedSet, {{{"smsp__sass_inst_executed_op_dshared.sum", kClusters}}}, kNoDsmem},
    Row{kSharedSet, {{{"l1tex__t_output_wavefronts_pipe_lsu_mem_dshared.sum", kClusters}}}, kNoDsmem},
    Row{kSharedSet, {{{"l1tex__t_set_conflicts_pipe_lsu_mem_dshared.sum", kClusters}}}, kNoDsmem},
};

std::size_t columnOf(std::string_view chip) {
  const std::string_view family = familyOf(chip);
  for (std::size_t i = 0; i < kChips; ++i) {
    if (kChipNames[i] == family) return i;
  }
  return GA102;
}

}  // namespace

std::string_view familyOf(std::string_view chip) {
  if (chip == "GA100" || chip == "GH100") return chip;
  if (chip == "GB10B" || chip == "GB20B") return "GB10B";  // integrated
  if (chip.starts_with("GB20")) return "GB202";
  if (chip.starts_with("GB1")) return "GB100";
  if (chip.starts_with("AD10")) return "AD102";
  return "GA102";
}

const std::vector<std::string>& tableChips() {
  static const std::vector<std::string> chips(kChipNames.begin(), kChipNames.end());
  return chips;
}

SetMetrics metricsOfSet(std::string_view set, std::string_view chip) {
  SetMetrics metrics;
  const Mask mask = 1U << columnOf(chip);
  for (const Row& row : kRows) {
    if (row.set != set) continue;
    bool found = false;
    for (const Spelling& spelling : row.spellings) {
      if ((spelling.chips & mask) == 0) continue;
      metrics.names.emplace_back(spelling.name);
      found = true;
    }
    if (!found && !row.whyMissing.empty()) {
      metrics.missing.push_back({std::string(row.spellings[0].name), std::string(chip) + " " + std::string(row.whyMissing) + "."});
    }
  }
  return metrics;
}

}  // namespace dsm::counters
