// SPDX-License-Identifier: Apache-2.0
// Launch shapes and validation of the token hop. Records are poisoned before every launch; afterwards each block's
// record has to be what the protocol says, also that of a rank that only waited. The traced twin runs before timing;
// after a timed launch the tokens are compared.
#include "gpu/experiments/token_hop/launch.h"

#include <optional>
#include <string>
#include <vector>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/gpu_context.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/bench/launch_chain.h"
#include "gpu/experiments/token_hop/kernels.h"
#include "gpu/experiments/token_hop/spec.h"

namespace dsm::experiments {
namespace {

using bench::GpuContext;
using bench::KernelChoice;

constexpr int kPoisonByte = 0xa5;
constexpr std::uint32_t kHopsBetweenLooks = 512;  // at the cancel flag, in a chain of launches

// Where in L2 a mailbox lies decides what a hop through global memory costs: from 1,000 to 1,260 cycles over 256 lines,
// 1,000-1,105 in the near half of L2 and 1,140-1,260 in the far one (H200, 2026-11-30, one pair). The address is luck, so
// global memory gets its best: the fastest of these places, each a page of 4 KiB and two lines further.
constexpr std::size_t kPlaces = 64;
constexpr std::size_t kLinesBetweenPlaces = 34;
constexpr std::uint32_t kPlacingTrips = 20;

// The record of block `number` of a group, by walking the protocol on the CPU.
HopRecord expectedRecord(const HopArgs& args, std::uint32_t group, std::uint32_t number) {
  std::uint32_t token = args.start + group;  // the traveller
  std::uint32_t mailbox = number == 0 ? token : ~(args.start + group + number);
  HopRecord record{0, kTraceStart, 0};
  for (std::uint32_t hop = 0; hop < 2 * args.roundTrips; ++hop) {
    token += args.step;
    const std::uint32_t sender = hop % 2 == 0 ? 0 : args.peer;
    const std::uint32_t receiver = hop % 2 == 0 ? args.peer : 0;
    if (receiver == number) mailbox = token;
    if (sender != number) continue;
    record.trace = record.trace * kTraceFactor + token;
    ++record.hops;
  }
  record.token = mailbox;
  return record;
}

class TokenHopRun final : public bench::PreparedRun {
 public:
  TokenHopRun(const model::RunRequest& request, const model::Device& device, KernelChoice kernel, const void* traced,
              HopArgs args, const std::atomic<bool>& cancel)
      : m_context(GpuContext::of(device)),
        m_kernel(kernel),
        m_traced(kernel),
        m_relaunch(request.variant == "relaunch"),
        m_cache(request.plan.cache),
        m_cancel(cancel),
        m_args(args) {
    m_context.beginRun();
    bench::configureKernel(m_kernel);
    if (m_kernel.shape.gridBlocks == 0) m_kernel.shape.gridBlocks = bench::gridOfOneBlockPerSm(m_kernel, device);
    m_info = bench::launchInfoOf(m_kernel, device);
    m_traced.function = traced;
    m_traced.shape.gridBlocks = m_kernel.shape.gridBlocks;
    bench::configureKernel(m_traced);
    const std::uint64_t blocks = m_kernel.shape.gridBlocks;
    m_args.records = m_context.buffer("hop records", blocks * sizeof(HopRecord)).as<HopRecord>();
    const std::size_t lines = blocks + (kPlaces - 1) * kLinesBetweenPlaces;
    m_args.mailboxes = m_context.buffer("hop mailboxes", lines * sizeof(HopMailbox)).as<HopMailbox>();
    m_args.clock = m_context.clock();
    if (request.variant != "dsmem_barrier" && !m_relaunch) {
      m_args.mailboxes = fastestPlace();
      m_info.placingLaunches = kPlaces;
    }
    if (m_relaunch) m_info.launchesPerSample = 2 * std::uint64_t{m_args.roundTrips};
    for (std::uint64_t block = 0; block < blocks; ++block) {
      m_expected.push_back(expectedRecord(m_args, static_cast<std::uint32_t>(block / m_args.groupSize),
                                          static_cast<std::uint32_t>(block % m_args.groupSize)));
    }
  }

  model::LaunchInfo launchInfo() const override { return m_info; }

  model::Sample measure() override {
    poison();
    if (!m_relaunch) return m_context.timed(m_cache, true, [this] { play(m_kernel); });
    if (!m_chain) m_chain.emplace(m_context.stream(), [this] { play(m_kernel); });
    return m_context.timed(m_cache, false, [this] { m_chain->launch(m_context.stream()); });
  }

  model::Validation validate() override {
    poison();
    play(m_traced);
    return check(true);
  }

  model::Validation checkLast() override { return check(m_relaunch); }

 private:
  model::Validation check(bool traced) {
    const std::vector<HopRecord> records = fetchRecords();
    model::Validation validation;
    validation.done = true;
    for (std::size_t block = 0; block < records.size(); ++block) {
      const HopRecord& got = records[block];
      const HopRecord& wanted = m_expected[block];
      const bool sameTrace = !traced || (got.trace == wanted.trace && got.hops == wanted.hops);
      if (got.token == wanted.token && sameTrace) continue;
      validation.detail = "Block " + std::to_string(block) + " holds token " + std::to_string(got.token) +
                          "; the protocol says " + std::to_string(wanted.token) + (sameTrace ? "." : ", and the tokens sent differ.");
      return validation;
    }
    validation.correct = true;
    validation.detail = std::to_string(records.size()) + " blocks' records equal the protocol's " +
                        std::to_string(2 * std::uint64_t{m_args.roundTrips}) + " hops";
    return validation;
  }

  HopMailbox* fastestPlace() {
    HopMailbox* fastest = nullptr;
    double fewestCycles = 0;
    for (std::size_t place = 0; place < kPlaces && !m_cancel.load(std::memory_order_relaxed); ++place) {
      HopArgs args = m_args;
      args.mailboxes += place * kLinesBetweenPlaces;
      args.roundTrips = kPlacingTrips;
      const model::Sample sample = m_context.timed(
          model::CacheState::warm, true, [&] { bench::launchKernel(m_kernel, &args, m_context.stream()); });
      if (fastest != nullptr && sample.cycles >= fewestCycles) continue;
      fastest = args.mailboxes;
      fewestCycles = sample.cycles;
    }
    return fastest != nullptr ? fastest : m_args.mailboxes;
  }

  std::vector<HopRecord> fetchRecords() {
    std::vector<HopRecord> records(m_expected.size());
    m_context.copyToHost(records.data(), m_args.records, records.size() * sizeof records[0]);
    if (!m_relaunch) return records;
    std::vector<HopMailbox> mailboxes(records.size());
    m_context.copyToHost(mailboxes.data(), m_args.mailboxes, mailboxes.size() * sizeof mailboxes[0]);
    for (std::size_t block = 0; block < records.size(); ++block) records[block].token = mailboxes[block].token;
    return records;
  }

  void poison() {
    const std::uint64_t blocks = m_kernel.shape.gridBlocks;
    DSM_CUDA(cudaMemsetAsync(m_args.records, kPoisonByte, blocks * sizeof(HopRecord), m_context.stream()));
    DSM_CUDA(cudaMemsetAsync(m_args.mailboxes, kPoisonByte, blocks * sizeof(HopMailbox), m_context.stream()));
    if (!m_relaunch) return;
    KernelChoice setup{hopSetupKernel(), m_kernel.shape};
    bench::launchKernel(setup, &m_args, m_context.stream());
  }

  void play(const KernelChoice& kernel) {
    if (!m_relaunch) {
      bench::launchKernel(kernel, &m_args, m_context.stream());
      return;
    }
    HopArgs args = m_args;
    for (std::uint32_t hop = 0; hop < 2 * m_args.roundTrips; ++hop) {
      if (hop % kHopsBetweenLooks == 0 && m_cancel.load(std::memory_order_relaxed)) throw bench::Cancelled{};
      args.fromPeer = hop % 2;
      bench::launchKernel(kernel, &args, m_context.stream());
    }
  }

  GpuContext& m_context;
  KernelChoice m_kernel;
  KernelChoice m_traced;
  bool m_relaunch;
  model::CacheState m_cache;
  const std::atomic<bool>& m_cancel;
  HopArgs m_args;
  model::LaunchInfo m_info;
  std::vector<HopRecord> m_expected;
  std::optional<bench::LaunchChain> m_chain;  // of relaunch
};

class TokenHopExperiment final : public bench::KernelExperiment {
 public:
  const model::ExperimentSpec& spec() const override { return tokenHopSpec(); }

  static const void* kernelOf(std::string_view variant, std::uint32_t clusterSize, bool traced) {
    if (variant == "dsmem_barrier") return hopDsmemKernel(clusterSize == 2, traced);
    if (variant == "global_fence_barrier") return hopGlobalKernel(clusterSize == 2, traced);
    return variant == "grid_sync" ? hopGridKernel(traced) : hopRelaunchKernel();
  }

  KernelChoice kernelFor(const model::RunRequest& request, const model::Device& device) const override {
    const auto value = [&](std::string_view id) { return model::valueOf(spec(), request.values, id); };
    KernelChoice kernel;
    model::LaunchShape& shape = kernel.shape;
    shape.threads = static_cast<std::uint32_t>(value("threads"));
    const bool fill = value("pairs") != 0;
    if (request.variant == "dsmem_barrier" || request.variant == "global_fence_barrier") {
      shape.staticBytes = request.variant == "dsmem_barrier" ? sizeof(std::uint32_t) : 0;
      shape.needsClusters = true;
      shape.clusterSize = static_cast<std::uint32_t>(value("cluster"));
      shape.allowNonPortable = value("non_portable") != 0;
      shape.gridBlocks = fill ? 0 : shape.clusterSize;
    } else {
      shape.cooperative = request.variant == "grid_sync";
      shape.gridBlocks = fill ? device.smCount / 2 * 2 : 2;
    }
    kernel.function = kernelOf(request.variant, shape.clusterSize, false);
    kernel.clusterInKernel = shape.needsClusters && shape.clusterSize == 2;
    return kernel;
  }

  std::unique_ptr<bench::PreparedRun> prepare(const model::RunRequest& request, const model::Device& device,
                                              const std::atomic<bool>& cancel) const override {
    const KernelChoice kernel = kernelFor(request, device);
    HopArgs args;
    args.roundTrips = static_cast<std::uint32_t>(model::valueOf(spec(), request.values, "round_trips"));
    if (kernel.shape.needsClusters) {
      args.groupSize = kernel.shape.clusterSize;
      args.peer = static_cast<std::uint32_t>(model::valueOf(spec(), request.values, "peer"));
    }
    const std::uint64_t bits = (request.plan.seed + 1) * 0x9e3779b97f4a7c15ULL;
    args.start = static_cast<std::uint32_t>(bits >> 32);
    args.step = static_cast<std::uint32_t>(bits >> 8) | 1U;
    return std::make_unique<TokenHopRun>(request, device, kernel, kernelOf(request.variant, kernel.shape.clusterSize, true), args, cancel);
  }
};

}  // namespace

const bench::KernelExperiment& tokenHopExperiment() {
  static const TokenHopExperiment kExperiment;
  return kExperiment;
}

}  // namespace dsm::experiments
