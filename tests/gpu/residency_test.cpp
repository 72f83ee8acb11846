// SPDX-License-Identifier: Apache-2.0
// The arithmetic of legality and residency against what the device does: 500 random launch shapes are launched, and each
// either runs (every block leaves its word) or is refused with the CUDA error that belongs to the rule that it breaks.
// The rules are stated here a second time, from the device's attributes, apart from the model.
#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "gpu/bench/shape_kernels.h"
#include "gpu/model/residency.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

constexpr std::uint32_t kMostBlocks = 2048;
constexpr std::uint32_t kPoison = 0x5a5a5a5aU;
constexpr int kShapes = 500;

// The CUDA errors that the launch of a shape may give which breaks one rule. What was seen is printed, and has to be one error a rule.
const std::map<std::string, std::set<cudaError_t>>& errorsOfCode() {
  static const std::map<std::string, std::set<cudaError_t>> kTable{
      {"threads", {cudaErrorInvalidValue}},
      {"shared_memory", {cudaErrorInvalidValue}},
      {"cluster_size", {cudaErrorInvalidClusterSize}},
      {"non_portable", {cudaErrorInvalidClusterSize}},
      {"grid", {cudaErrorInvalidClusterSize}},
  };
  return kTable;
}

struct Probe {
  model::LaunchShape shape;
  int staticIndex = 0;
  const void* kernel() const { return shape.needsClusters ? bench::clusterShapeKernel(staticIndex) : bench::shapeKernel(staticIndex); }
};

std::string text(const Probe& probe) {
  const model::LaunchShape& shape = probe.shape;
  return std::string(shape.needsClusters ? "cluster kernel, cluster of " + std::to_string(shape.clusterSize) : "plain kernel") + ", " +
         std::to_string(shape.threads) + " threads, " + std::to_string(shape.staticBytes) + " + " + std::to_string(shape.dynamicBytes) +
         " B, grid of " + std::to_string(shape.gridBlocks) + ", opt-in " + (shape.allowNonPortable ? "on" : "off") + ", " +
         std::to_string(shape.registersPerThread) + " registers";
}

Probe randomProbe(std::mt19937_64& random) {
  const auto among = [&](std::initializer_list<std::uint64_t> choices) { return choices.begin()[random() % choices.size()]; };
  const model::Device& gpu = device();
  Probe probe;
  model::LaunchShape& shape = probe.shape;
  probe.staticIndex = static_cast<int>(random() % std::size(bench::kShapeStaticBytes));
  shape.staticBytes = bench::kShapeStaticBytes[probe.staticIndex];
  shape.needsClusters = gpu.hasClusters() && random() % 3 != 0;
  shape.threads = static_cast<std::uint32_t>(random() % 4 == 0 ? among({1, 32, 33, 1023, 1024, 1025, 1100, 0}) : 1 + random() % 1024);
  const std::uint64_t most = gpu.sharedPerBlockOptin;
  const std::uint64_t room = most - shape.staticBytes;
  switch (random() % 4) {
    case 0: shape.dynamicBytes = random() % (240 * 1024 + 1); break;
    case 1: shape.dynamicBytes = among({0, 1, 4, most, most + 1, room, room + 1, room - 1, 48 * 1024, 48 * 1024 + 1}); break;
    default: shape.dynamicBytes = random() % (room + 1); break;
  }
  if (shape.needsClusters) {
    shape.clusterSize = static_cast<std::uint32_t>(random() % 8 == 0 ? among({16, 17, 20}) : 1 + random() % 16);
    shape.allowNonPortable = random() % 3 != 0;
  }
  shape.gridBlocks = shape.clusterSize * (1 + random() % (kMostBlocks / 32));
  if (shape.clusterSize > 1 && random() % 10 == 0) shape.gridBlocks += 1 + random() % (shape.clusterSize - 1);
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, probe.kernel()), cudaSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, shape.staticBytes) << "the static array was optimised away";
  shape.registersPerThread = static_cast<std::uint32_t>(attributes.numRegs);
  return probe;
}

// Every rule that the shape breaks.
std::set<std::string> brokenRules(const model::LaunchShape& shape) {
  const model::Device& gpu = device();
  std::set<std::string> broken;
  if (shape.threads < 1 || shape.threads > gpu.maxThreadsPerBlock) broken.insert("threads");
  if (shape.staticBytes + shape.dynamicBytes > gpu.sharedPerBlockOptin) broken.insert("shared_memory");
  if (shape.clusterSize > std::max(gpu.maxClusterPortable, gpu.maxClusterNonPortable) && shape.clusterSize > 1) {
    broken.insert("cluster_size");
  } else if (shape.clusterSize > gpu.maxClusterPortable && shape.clusterSize > 1 && !shape.allowNonPortable) {
    broken.insert("non_portable");
  }
  if (shape.gridBlocks % shape.clusterSize != 0) broken.insert("grid");
  return broken;
}

struct Outcome {
  cudaError_t optIn = cudaSuccess;      // of cudaFuncSetAttribute, non-portable size
  cudaError_t memory = cudaSuccess;     // of cudaFuncSetAttribute, dynamic shared memory
  cudaError_t launch = cudaSuccess;     // of cudaLaunchKernelExC
  cudaError_t finished = cudaSuccess;   // of cudaDeviceSynchronize
  std::string content;                  // empty: every block left its word (or none ran, after a refusal)
};

std::string text(const Outcome& outcome) {
  return std::string("launch ") + cudaGetErrorName(outcome.launch) + ", finished " + cudaGetErrorName(outcome.finished) + ", dynamic bytes " +
         cudaGetErrorName(outcome.memory) + ", opt-in " + cudaGetErrorName(outcome.optIn) + (outcome.content.empty() ? "" : ", " + outcome.content);
}

cudaLaunchConfig_t configOf(const model::LaunchShape& shape, cudaLaunchAttribute& cluster) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(shape.gridBlocks));
  config.blockDim = dim3(shape.threads);
  config.dynamicSmemBytes = shape.dynamicBytes;
  if (shape.needsClusters) {
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = shape.clusterSize;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.attrs = &cluster;
    config.numAttrs = 1;
  }
  return config;
}

void configure(const Probe& probe, Outcome& outcome) {
  if (probe.shape.needsClusters) {
    outcome.optIn = cudaFuncSetAttribute(probe.kernel(), cudaFuncAttributeNonPortableClusterSizeAllowed, probe.shape.allowNonPortable ? 1 : 0);
  }
  outcome.memory = cudaFuncSetAttribute(probe.kernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(probe.shape.dynamicBytes));
  cudaGetLastError();
}

class Words {
 public:
  Words() { EXPECT_EQ(cudaMalloc(&m_device, kBytes), cudaSuccess); }
  ~Words() { cudaFree(m_device); }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  std::uint32_t* device() const { return m_device; }
  void poison() {
    std::fill(m_host.begin(), m_host.end(), kPoison);
    EXPECT_EQ(cudaMemcpy(m_device, m_host.data(), kBytes, cudaMemcpyHostToDevice), cudaSuccess);
  }
  const std::vector<std::uint32_t>& read() {
    EXPECT_EQ(cudaMemcpy(m_host.data(), m_device, kBytes, cudaMemcpyDeviceToHost), cudaSuccess);
    return m_host;
  }

 private:
  static constexpr std::size_t kCount = kMostBlocks + 64;
  static constexpr std::size_t kBytes = kCount * sizeof(std::uint32_t);
  std::uint32_t* m_device = nullptr;
  std::vector<std::uint32_t> m_host = std::vector<std::uint32_t>(kCount);
};

Outcome launch(const Probe& probe, Words& words, std::uint32_t salt) {
  Outcome outcome;
  words.poison();
  configure(probe, outcome);
  const model::LaunchShape& shape = probe.shape;
  bench::ShapeArgs args{words.device(), salt, static_cast<std::uint32_t>(shape.dynamicBytes)};
  cudaLaunchAttribute cluster{};
  const cudaLaunchConfig_t config = configOf(shape, cluster);
  void* arguments[] = {&args};
  outcome.launch = cudaLaunchKernelExC(&config, probe.kernel(), arguments);
  outcome.finished = cudaDeviceSynchronize();
  cudaGetLastError();  // a refusal is met by nobody else
  const std::vector<std::uint32_t>& found = words.read();
  for (std::uint32_t block = 0; block < found.size() && outcome.content.empty(); ++block) {
    const bool ran = outcome.launch == cudaSuccess && block < shape.gridBlocks;
    const std::uint32_t expected = ran ? bench::expectedShapeWord(args, block, static_cast<std::uint32_t>(shape.staticBytes), shape.clusterSize, shape.needsClusters) : kPoison;
    if (found[block] == expected) continue;
    char line[96];
    std::snprintf(line, sizeof line, "word of block %u is 0x%08x, expected 0x%08x", block, found[block], expected);
    outcome.content = line;
  }
  return outcome;
}

// Blocks an SM and clusters at once, as the device says.
void expectSameOccupancy(const Probe& probe, const model::Legality& modelled) {
  int blocks = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, probe.kernel(), static_cast<int>(probe.shape.threads), probe.shape.dynamicBytes),
            cudaSuccess) << text(probe);
  EXPECT_EQ(modelled.blocksPerSm, static_cast<std::uint32_t>(blocks)) << text(probe);
  if (!probe.shape.needsClusters || !modelled.clustersAtOnce) return;
  cudaLaunchAttribute cluster{};
  cudaLaunchConfig_t config = configOf(probe.shape, cluster);
  int clusters = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveClusters(&clusters, probe.kernel(), &config), cudaSuccess) << text(probe);
  EXPECT_EQ(*modelled.clustersAtOnce, static_cast<std::uint32_t>(clusters)) << text(probe) << ", " << blocks << " blocks an SM";
}

TEST(Residency, FiveHundredRandomShapesDoWhatTheModelSays) {
  std::mt19937_64 random(500);
  Words words;
  std::map<std::string, std::map<std::string, int>> seen;  // code (of one broken rule) -> error -> how often
  int ran = 0;
  int refused = 0;
  int inTable = 0;
  for (int i = 0; i < kShapes; ++i) {
    const Probe probe = randomProbe(random);
    const model::Legality modelled = model::checkLaunch(probe.shape, device());
    const std::set<std::string> broken = brokenRules(probe.shape);
    const Outcome outcome = launch(probe, words, static_cast<std::uint32_t>(random()));
    const std::string all = text(probe) + "\n model: " + (modelled.fits ? "fits" : modelled.code + ": " + modelled.reason) + "\n device: " + text(outcome);
    ASSERT_EQ(outcome.finished, cudaSuccess) << all << "\n the context is lost";
    EXPECT_EQ(outcome.content, "") << all;
    EXPECT_EQ(modelled.fits, outcome.launch == cudaSuccess) << all;
    if (outcome.launch == cudaSuccess) {
      ++ran;
      EXPECT_TRUE(broken.empty()) << all << "\n runs although it breaks " << *broken.begin();
      if (!modelled.fits) continue;
      inTable += modelled.clustersAtOnce.has_value() ? 1 : 0;
      expectSameOccupancy(probe, modelled);
      continue;
    }
    ++refused;
    EXPECT_TRUE(broken.contains(modelled.code)) << all << "\n a rule that it does not break";
    std::set<cudaError_t> allowed;
    for (const std::string& rule : broken) allowed.insert(errorsOfCode().at(rule).begin(), errorsOfCode().at(rule).end());
    EXPECT_TRUE(allowed.contains(outcome.launch)) << all << "\n not an error of its " << broken.size() << " broken rule(s)";
    if (broken.size() == 1) ++seen[*broken.begin()][cudaGetErrorName(outcome.launch)];
  }
  for (const auto& [code, errors] : seen) {
    for (const auto& [name, count] : errors) std::printf("observed: %s -> %s, %d times\n", code.c_str(), name.c_str(), count);
    EXPECT_EQ(errors.size(), 1U) << code << " gave more than one error";
  }
  std::printf("%d ran, %d refused, %d compared with the occupancy table\n", ran, refused, inTable);
  EXPECT_GT(ran, 150);
  EXPECT_GT(refused, 100);
  // The context is as it was: a plain launch runs.
  Probe plain;
  plain.shape.threads = 64;
  plain.shape.gridBlocks = 3;
  const Outcome after = launch(plain, words, 1);
  EXPECT_EQ(after.launch, cudaSuccess) << text(after);
  EXPECT_EQ(after.content, "");
}

// Without the opt-in the device does not take 9 to 16 blocks, and takes them back once it was set and reset.
TEST(Residency, EveryClusterSizeWithAndWithoutTheOptIn) {
  DSM_NEEDS_CLUSTERS();
  Words words;
  for (std::uint32_t size = 1; size <= 18; ++size) {
    for (const bool optIn : {true, false}) {
      Probe probe;
      probe.shape.needsClusters = true;
      probe.shape.clusterSize = size;
      probe.shape.allowNonPortable = optIn;
      probe.shape.threads = 64;
      probe.shape.dynamicBytes = 1024;
      probe.shape.gridBlocks = 4 * size;
      const model::Legality modelled = model::checkLaunch(probe.shape, device());
      const Outcome outcome = launch(probe, words, size);
      EXPECT_EQ(modelled.fits, outcome.launch == cudaSuccess) << text(probe) << "\n model: " << modelled.reason << "\n device: " << text(outcome);
      EXPECT_EQ(outcome.content, "") << text(probe);
    }
  }
}

// The persistent grid and the idle SMs of the card: what the device itself counts, with its own answer handed in.
TEST(Residency, ThePersistentGridIsTheDevicesOwn) {
  DSM_NEEDS_CLUSTERS();
  for (const std::uint32_t size : {1U, 2U, 4U, 8U, 16U}) {
    if (size > device().maxClusterNonPortable) continue;
    for (const std::uint64_t kib : {0, 48, 100, 160, 227}) {
      Probe probe;
      probe.shape.needsClusters = true;
      probe.shape.clusterSize = size;
      probe.shape.allowNonPortable = true;
      probe.shape.threads = 512;
      probe.shape.dynamicBytes = kib * 1024;
      if (probe.shape.dynamicBytes > device().sharedPerBlockOptin) continue;
      Outcome outcome;
      configure(probe, outcome);
      ASSERT_EQ(outcome.memory, cudaSuccess);
      cudaLaunchAttribute cluster{};
      probe.shape.gridBlocks = size;
      cudaLaunchConfig_t config = configOf(probe.shape, cluster);
      int clusters = 0;
      ASSERT_EQ(cudaOccupancyMaxActiveClusters(&clusters, probe.kernel(), &config), cudaSuccess);
      const model::Residency residency = model::residencyOf(probe.shape, device());
      EXPECT_EQ(residency.blocksAtOnce, static_cast<std::uint64_t>(clusters) * size) << text(probe);
      std::printf("clusters of %2u, %3llu KiB: %4d clusters, %s%u of %u SMs, %u idle\n", size, static_cast<unsigned long long>(kib), clusters,
                  residency.smsExact ? "" : "at least ", residency.smsInUse.value_or(0), residency.smCount, residency.smsIdle().value_or(0));
    }
  }
}

}  // namespace
}  // namespace dsm::gputest
