// SPDX-License-Identifier: Apache-2.0
// Where each byte of shared memory goes in one block, and who owns which element across a cluster.
// Every block of a cluster declares the same layout: that is what makes map_shared_rank() possible.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dsm::model {

struct SharedArray {
  std::string name;  // as in the kernel: "bins"
  std::uint64_t elements = 0;
  std::uint32_t elementBytes = 4;
  std::uint64_t offsetBytes = 0;
  int firstPhase = 0;  // live from this phase ...
  int lastPhase = 0;   // ... to this one, inclusive
  std::uint64_t bytes() const { return elements * elementBytes; }
};

struct Phase {
  std::string name;     // "zero"
  std::string note;     // "each thread clears its own slice"
  std::string barrier;  // the barrier after this phase: "cluster.sync()"; empty: none
};

// Elements spread over ranks in equal slices, the last one possibly short:
// owner = index / perRank, element = index % perRank.
struct OwnerMap {
  std::string noun;      // "bin"
  std::string arrayName; // the array that holds the slice
  std::uint64_t total = 0;
  std::uint64_t perRank = 0;
};

struct SharedLayout {
  std::uint32_t ranks = 1;  // blocks of the cluster; 1 without a cluster
  std::vector<SharedArray> arrays;
  std::vector<Phase> phases;
  std::optional<OwnerMap> owner;
  std::uint64_t staticBytes = 0;   // __shared__ arrays
  std::uint64_t dynamicBytes = 0;  // extern __shared__
  std::uint64_t bytesPerBlock() const { return staticBytes + dynamicBytes; }
};

struct ElementPlace {
  std::uint32_t rank = 0;
  std::uint64_t element = 0;
  std::uint64_t offsetBytes = 0;  // within the block's shared memory
  std::uint32_t bank = 0;         // 32 banks of 4 bytes
  std::uint32_t mappedAddress = 0;  // modelled: rank << 24 | 0x400 + offset (shared window as seen in SASS on an H200)
};
// Place of element `index` (< owner->total). Nothing if there is no owner map or the index is outside.
std::optional<ElementPlace> placeOf(const SharedLayout& layout, std::uint64_t index);

struct Slice {
  std::uint64_t first = 0;  // first index owned
  std::uint64_t count = 0;  // may be 0 for the last ranks
};
Slice sliceOf(const OwnerMap& owner, std::uint32_t rank);

}  // namespace dsm::model
