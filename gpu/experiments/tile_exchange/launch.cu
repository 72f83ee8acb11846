// SPDX-License-Identifier: Apache-2.0
// Launch shapes and validation of the tile exchange: one block an SM, as many whole clusters as are active at once.
// The checked twin of the same loop answers for every round, and the timed form's last tile is checked besides.
#include "gpu/experiments/tile_exchange/launch.h"

#include <optional>
#include <string>
#include <vector>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/gpu_context.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/bench/launch_chain.h"
#include "gpu/experiments/tile_exchange/kernels.h"
#include "gpu/experiments/tile_exchange/spec.h"
#include "gpu/experiments/tile_exchange/tile_data.h"

namespace dsm::experiments {
namespace {

using bench::GpuContext;
using bench::KernelChoice;

constexpr int kPoisonByte = 0xa5;
constexpr std::uint32_t kPoison = 0xa5a5a5a5U;
constexpr std::uint32_t kRoundsBetweenLooks = 256;  // at the cancel flag, in a chain of launches

// The kernels of one variant. `second` is relaunch's other half.
struct Kernels {
  const void* first = nullptr;
  const void* second = nullptr;
};

Kernels kernelsOf(std::string_view variant, int loadBytes, bool checked) {
  if (variant == "dsmem") return {tileDsmemKernel(loadBytes, checked), nullptr};
  if (variant == "global") return {tileGlobalKernel(loadBytes, checked), nullptr};
  if (variant == "grid_sync") return {tileGridKernel(loadBytes, checked), nullptr};
  return {tileOfferKernel(loadBytes, checked), tilePullKernel(loadBytes, checked)};
}

// The part of a sender's checksum that does not depend on the rounds; expectedSum() is linear in both of these.
struct TileSums {
  std::uint32_t ofBases = 0;
  std::uint32_t ofWeights = 0;
};

// Of senders 0..count-1. The last seed and size are kept: for a whole device they cost 1 ms, and every request of a sweep
// over rounds needs the same ones. Called on the thread that owns the CUDA context.
const std::vector<TileSums>& tileSums(std::uint32_t seed, std::uint32_t words, std::uint64_t count) {
  static std::uint32_t keptSeed = 0;
  static std::uint32_t keptWords = 0;
  static std::vector<TileSums> sums;
  if (keptSeed != seed || keptWords != words) sums.clear();
  keptSeed = seed;
  keptWords = words;
  for (auto sender = static_cast<std::uint32_t>(sums.size()); sender < count; ++sender) {
    sums.push_back({expectedSum(seed, sender, words, {1, 0}), expectedSum(seed, sender, words, {0, 1})});
  }
  return sums;
}

class TileExchangeRun final : public bench::PreparedRun {
 public:
  TileExchangeRun(const model::RunRequest& request, const model::Device& device, const KernelChoice& kernel, int loadBytes, TileArgs args,
                  const std::atomic<bool>& cancel)
      : m_context(GpuContext::of(device)),
        m_shape(kernel.shape),
        m_timed(kernelsOf(request.variant, loadBytes, false)),
        m_checked(kernelsOf(request.variant, loadBytes, true)),
        m_cache(request.plan.cache),
        m_cancel(cancel),
        m_args(args) {
    m_context.beginRun();
    KernelChoice timed{m_timed.first, m_shape};
    bench::configureKernel(timed);
    if (m_shape.gridBlocks == 0) m_shape.gridBlocks = bench::gridOfOneBlockPerSm(timed, device);
    timed.shape = m_shape;
    for (const void* function : {m_timed.second, m_checked.first, m_checked.second}) {
      if (function != nullptr) bench::configureKernel({function, m_shape});
    }
    m_info = bench::launchInfoOf(timed, device);
    if (m_timed.second != nullptr) m_info.launchesPerSample = 2 * std::uint64_t{m_args.rounds};

    const std::uint64_t words = m_shape.gridBlocks * m_args.tileWords;
    m_args.slots = m_context.buffer("tile slots", words * sizeof(std::uint32_t)).as<std::uint32_t>();
    m_args.sums = m_context.buffer("tile sums", m_shape.gridBlocks * sizeof(std::uint32_t)).as<std::uint32_t>();
    m_args.clock = m_context.clock();
    m_expectedTimed = expectedSums(false);
    m_expectedChecked = expectedSums(true);
  }

  model::LaunchInfo launchInfo() const override { return m_info; }

  model::Sample measure() override {
    poison();
    if (m_timed.second == nullptr) return m_context.timed(m_cache, true, [this] { exchange(m_timed); });
    if (!m_chain) m_chain.emplace(m_context.stream(), [this] { exchange(m_timed); });
    return m_context.timed(m_cache, false, [this] { m_chain->launch(m_context.stream()); });
  }

  model::Validation validate() override {
    poison();
    exchange(m_checked);
    model::Validation everyRound = compare(true);
    if (!everyRound.correct) return everyRound;
    poison();
    exchange(m_timed);
    model::Validation lastTile = compare(false);
    return lastTile.correct ? everyRound : lastTile;
  }

  model::Validation checkLast() override { return compare(false); }

 private:
  void poison() {
    const std::uint64_t blocks = m_shape.gridBlocks;
    DSM_CUDA(cudaMemsetAsync(m_args.sums, kPoisonByte, blocks * sizeof(std::uint32_t), m_context.stream()));
    DSM_CUDA(cudaMemsetAsync(m_args.slots, kPoisonByte, blocks * m_args.tileWords * sizeof(std::uint32_t), m_context.stream()));
  }

  void exchange(const Kernels& kernels) {
    TileArgs args = m_args;
    if (kernels.second == nullptr) {
      bench::launchKernel({kernels.first, m_shape}, &args, m_context.stream());
      return;
    }
    for (std::uint32_t round = 0; round < m_args.rounds; ++round) {
      if (round % kRoundsBetweenLooks == 0 && m_cancel.load(std::memory_order_relaxed)) throw bench::Cancelled{};
      args.round = round;
      args.lastRound = round + 1 == m_args.rounds ? 1 : 0;
      bench::launchKernel({kernels.first, m_shape}, &args, m_context.stream());
      bench::launchKernel({kernels.second, m_shape}, &args, m_context.stream());
    }
  }

  std::uint32_t senderOf(std::uint32_t block) const {
    const std::uint32_t size = m_shape.needsClusters ? m_shape.clusterSize : 2;
    return block / size * size + (block % size + 1) % size;
  }

  std::vector<std::uint32_t> expectedSums(bool checked) const {
    const RoundSums rounds = roundSums(m_args.seed, m_args.rounds, checked);
    const std::vector<TileSums>& tiles = tileSums(m_args.seed, m_args.tileWords, m_shape.gridBlocks);
    std::vector<std::uint32_t> sums;
    for (std::uint32_t block = 0; block < m_shape.gridBlocks; ++block) {
      const TileSums& tile = tiles[senderOf(block)];
      sums.push_back(kPoison + rounds.weights * tile.ofBases + rounds.weightedShifts * tile.ofWeights);
    }
    return sums;
  }

  model::Validation compare(bool checked) {
    const std::vector<std::uint32_t>& expected = checked ? m_expectedChecked : m_expectedTimed;
    std::vector<std::uint32_t> sums(m_shape.gridBlocks);
    m_context.copyToHost(sums.data(), m_args.sums, sums.size() * sizeof sums[0]);
    model::Validation validation;
    validation.done = true;
    for (std::uint32_t block = 0; block < sums.size(); ++block) {
      if (sums[block] == expected[block]) continue;
      validation.detail = "Block " + std::to_string(block) + " received other data than block " + std::to_string(senderOf(block)) +
                          " offered (checksum over " + (checked ? "all rounds" : "the last tile") + ").";
      return validation;
    }
    validation.correct = true;
    validation.detail = std::to_string(sums.size()) + " blocks' checksums over " +
                        (checked ? std::to_string(m_args.rounds) + " changing tiles" : "the last tile") + " equal the CPU's";
    return validation;
  }

  GpuContext& m_context;
  model::LaunchShape m_shape;
  Kernels m_timed;
  Kernels m_checked;
  model::CacheState m_cache;
  const std::atomic<bool>& m_cancel;
  TileArgs m_args;
  model::LaunchInfo m_info;
  std::vector<std::uint32_t> m_expectedTimed;
  std::vector<std::uint32_t> m_expectedChecked;
  std::optional<bench::LaunchChain> m_chain;  // of relaunch
};

class TileExchangeExperiment final : public bench::KernelExperiment {
 public:
  const model::ExperimentSpec& spec() const override { return tileExchangeSpec(); }

  KernelChoice kernelFor(const model::RunRequest& request, const model::Device& device) const override {
    const auto value = [&](std::string_view id) { return model::valueOf(spec(), request.values, id); };
    KernelChoice kernel;
    kernel.function = kernelsOf(request.variant, static_cast<int>(value("load_bytes")), false).first;
    kernel.shape.threads = static_cast<std::uint32_t>(value("threads"));
    kernel.shape.dynamicBytes = 2 * static_cast<std::uint64_t>(value("tile_bytes"));
    kernel.shape.cooperative = request.variant == "grid_sync";
    kernel.shape.needsClusters = request.variant == "dsmem" || request.variant == "global";
    if (kernel.shape.needsClusters) {
      kernel.shape.clusterSize = static_cast<std::uint32_t>(value("cluster"));
      kernel.shape.allowNonPortable = value("non_portable") != 0;
    } else {
      kernel.shape.gridBlocks = device.smCount / 2 * 2;
    }
    return kernel;
  }

  std::unique_ptr<bench::PreparedRun> prepare(const model::RunRequest& request, const model::Device& device,
                                              const std::atomic<bool>& cancel) const override {
    TileArgs args;
    args.tileWords = static_cast<std::uint32_t>(model::valueOf(spec(), request.values, "tile_bytes") / 4);
    args.rounds = static_cast<std::uint32_t>(model::valueOf(spec(), request.values, "rounds"));
    args.seed = mixed32(static_cast<std::uint32_t>(request.plan.seed ^ (request.plan.seed >> 32)) + 1);
    const int loadBytes = static_cast<int>(model::valueOf(spec(), request.values, "load_bytes"));
    return std::make_unique<TileExchangeRun>(request, device, kernelFor(request, device), loadBytes, args, cancel);
  }
};

}  // namespace

const bench::KernelExperiment& tileExchangeExperiment() {
  static const TileExchangeExperiment kExperiment;
  return kExperiment;
}

}  // namespace dsm::experiments
