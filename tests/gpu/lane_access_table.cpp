// SPDX-License-Identifier: Apache-2.0
// No test: what the hardware counts for one warp access to shared memory, pattern by pattern, as CSV.
//   lane_access_table plan    the metrics in groups, with their passes; needs CUPTI, no GPU
//   lane_access_table         one line a pattern: mask, addresses and every counter, per access
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "gpu/bench/cuda_error.h"
#include "gpu/bench/devices.h"
#include "tests/gpu/lane_counters.h"

namespace {

using namespace dsm;
using Names = std::vector<std::string>;

constexpr std::uint64_t kSeed = 7;

// Groups of few passes each; every one is collected by itself.
struct Group {
  Names names;
  bool remoteOnly = false;  // about what leaves the SM
};

std::vector<Group> groups() {
  std::vector<Group> groups = {
      {{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum", "l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_lgds_cmd_read.sum", "l1tex__data_pipe_lsu_wavefronts_mem_lgds_cmd_write.sum",
        "l1tex__data_pipe_lsu_wavefronts.sum"}},
      {{"l1tex__data_bank_conflicts_pipe_lsu.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_gds_op_ld.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_gds_op_st.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_gds_op_atom.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_gds_op_red.sum",
        "l1tex__data_bank_reads.sum", "l1tex__data_bank_writes.sum"}},
      {{"smsp__sass_inst_executed_op_shared.sum", "smsp__sass_inst_executed_op_dshared.sum", "smsp__sass_inst_executed_op_dshared_ld.sum",
        "smsp__sass_inst_executed_op_dshared_st.sum", "smsp__sass_inst_executed_op_dshared_atom.sum",
        "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum", "smsp__inst_executed_op_shared_atom.sum",
        "smsp__inst_executed_op_shared_atom_dot_alu.sum", "smsp__inst_executed_op_shared_atom_dot_cas.sum",
        "smsp__inst_executed_op_generic_ld.sum", "smsp__inst_executed_op_generic_st.sum", "smsp__inst_executed_op_generic_atom.sum",
        "smsp__inst_executed_op_redas.sum", "smsp__inst_executed_op_global_red.sum"},
       true},
      {{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "smsp__sass_data_bytes_mem_shared.sum",
        "l1tex__lsu_writeback_active_mem_shared.sum", "l1tex__lsuin_requests.sum"}},
  };
  for (const char* what :
       {"t_requests_pipe_lsu", "t_sectors_pipe_lsu", "t_bytes_pipe_lsu", "t_output_wavefronts_pipe_lsu", "t_set_accesses_pipe_lsu",
        "t_set_conflicts_pipe_lsu", "m_xbar2l1tex_read_sectors", "m_l1tex2xbar_write_sectors"}) {
    Names names;
    for (const char* op : {"", "_op_ld", "_op_st", "_op_atom"})
      names.push_back(std::string("l1tex__") + what + "_mem_dshared" + op + ".sum");
    groups.push_back({std::move(names), true});
  }
  groups.push_back({{"l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", "l1tex__m_l1tex2xbar_write_bytes_mem_dshared.sum"}, true});
  groups.push_back({{"l1tex__m_l1tex2xbar_req_cycles_active_mem_dshared.sum", "l1tex__m_l1tex2xbar_write_sectors.sum",
                     "l1tex__m_xbar2l1tex_read_sectors.sum"},
                    true});
  return groups;
}

// Names that the chip lacks are dropped and said.
Names known(counters::ChipMetrics& metrics, const Names& names) {
  Names good;
  for (const std::string& name : names) {
    const counters::ChipMetrics::Checked& checked = metrics.check(name);
    if (checked.name.empty())
      std::fprintf(stderr, "%s\n", checked.reason.c_str());
    else
      good.push_back(checked.name);
  }
  return good;
}

// Of the patterns that the group is collected for.
std::vector<std::size_t> indicesOf(const Group& group, const std::vector<gputest::LanePattern>& patterns) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (!group.remoteOnly || patterns[i].warp.remote) indices.push_back(i);
  }
  return indices;
}

int plan() {
  const auto cupti = counters::Cupti::open(counters::LibrarySearch::fromEnvironment());
  if (!cupti) {
    std::printf("Skipped: %s\n", cupti.error().message.c_str());
    return 77;
  }
  const auto metrics = counters::ChipMetrics::of(*cupti, "GH100");
  if (!metrics) {
    std::printf("%s\n", metrics.error().message.c_str());
    return 1;
  }
  std::size_t launches = 0;
  for (const Group& group : groups()) {
    const Names names = known(**metrics, group.names);
    if (names.empty()) continue;
    const std::size_t passes = (*metrics)->config(names)->passes();
    const std::size_t patterns = indicesOf(group, gputest::lanePatterns(kSeed)).size();
    std::printf("%zu passes of %zu patterns: %zu metrics, %s ...\n", passes, patterns, names.size(), names.front().c_str());
    launches += passes * patterns;
  }
  std::printf("%zu launches\n", launches);
  return 0;
}

void printLine(const gputest::LanePattern& pattern, const gputest::LaneCount& count, const Names& names) {
  std::printf("%s,%08x,", gputest::text(pattern).c_str(), pattern.warp.activeLanes);
  for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane) {
    if (lane != 0) std::printf(" ");
    if (pattern.warp.isActive(lane))
      std::printf("%llu", static_cast<unsigned long long>(pattern.warp.bytes[lane]));
    else
      std::printf("-");
  }
  std::printf(",%s", count.wrong.c_str());
  for (const std::string& name : names) {
    const auto found = count.perAccess.find(name);
    if (found == count.perAccess.end())
      std::printf(",");
    else
      std::printf(",%.6g", found->second);
  }
  std::printf("\n");
}

int table() {
  std::string why;
  if (bench::queryDevices(&why).empty()) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  const auto counter = gputest::LaneCounter::open(why);
  if (!counter) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  const std::vector<gputest::LanePattern> patterns = gputest::lanePatterns(kSeed);
  std::vector<gputest::LaneCount> all(patterns.size());
  Names names;
  for (const Group& group : groups()) {
    const Names good = known(counter->metrics(), group.names);
    if (good.empty()) continue;
    const std::vector<std::size_t> indices = indicesOf(group, patterns);
    std::vector<gputest::LanePattern> some;
    for (const std::size_t index : indices) some.push_back(patterns[index]);
    const auto counts = counter->count(good, some);
    if (!counts) {
      std::fprintf(stderr, "%s ...: %s %s\n", good.front().c_str(), counts.error().message.c_str(), counts.error().hint.c_str());
      continue;
    }
    names.insert(names.end(), good.begin(), good.end());
    for (std::size_t k = 0; k < indices.size(); ++k) {
      gputest::LaneCount& count = all[indices[k]];
      count.perAccess.insert((*counts)[k].perAccess.begin(), (*counts)[k].perAccess.end());
      if (count.wrong.empty()) count.wrong = (*counts)[k].wrong;
    }
    std::fprintf(stderr, "%s: done\n", good.front().c_str());
  }
  std::printf("pattern,mask,bytes,wrong");
  for (const std::string& name : names) std::printf(",%s", name.c_str());
  std::printf("\n");
  for (std::size_t i = 0; i < patterns.size(); ++i) printLine(patterns[i], all[i], names);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return argc > 1 && std::strcmp(argv[1], "plan") == 0 ? plan() : table();
  } catch (const bench::CudaError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 70;
  }
}
