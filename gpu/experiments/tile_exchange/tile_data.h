// SPDX-License-Identifier: Apache-2.0
// What lies in a tile and how it is summed: arithmetic shared by device and CPU, modulo 2^32.
// A word is base(block, i) + shift(round), and the sum of what a block received is
//   sum over rounds r and places i of roundWeight(r) * placeWeight(i) * word.
// All weights are odd, so one wrong word changes the sum whatever it is, and a skipped, repeated or stale round does too
// (shifts and weights are hashes). Being linear it has a short form for the CPU: expectedSum().
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define DSM_BOTH __host__ __device__ __forceinline__
#else
#define DSM_BOTH inline
#endif

namespace dsm::experiments {

// A 32-bit finalizer with full avalanche (MurmurHash3, A. Appleby, public domain).
DSM_BOTH std::uint32_t mixed32(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bU;
  x ^= x >> 13;
  x *= 0xc2b2ae35U;
  return x ^ (x >> 16);
}

DSM_BOTH std::uint32_t tileBase(std::uint32_t seed, std::uint32_t block, std::uint32_t place) {
  return mixed32(seed ^ (block * 0x9e3779b9U + place));
}
DSM_BOTH std::uint32_t tileShift(std::uint32_t seed, std::uint32_t round) { return mixed32(seed + 0x7f4a7c15U * (round + 1)); }
DSM_BOTH std::uint32_t roundWeight(std::uint32_t seed, std::uint32_t round) { return mixed32(~seed ^ (0x2545f491U * (round + 1))) | 1U; }
DSM_BOTH std::uint32_t placeWeight(std::uint32_t place) { return (place * 0x9e3779b1U) | 1U; }

// Sums over the rounds that every block's checksum has in common.
struct RoundSums {
  std::uint32_t weights = 0;         // of roundWeight
  std::uint32_t weightedShifts = 0;  // of roundWeight * tileShift
};

// Rounds 0..rounds-1 of the checked twin. The timed form keeps the tile of round 0 and sums the last one, with weight 1.
inline RoundSums roundSums(std::uint32_t seed, std::uint32_t rounds, bool checked) {
  if (!checked) return {1, tileShift(seed, 0)};
  RoundSums sums;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t weight = roundWeight(seed, round);
    sums.weights += weight;
    sums.weightedShifts += weight * tileShift(seed, round);
  }
  return sums;
}

// What a block has to report that received `sender`'s tiles.
inline std::uint32_t expectedSum(std::uint32_t seed, std::uint32_t sender, std::uint32_t words, RoundSums rounds) {
  std::uint32_t ofBases = 0;
  std::uint32_t ofWeights = 0;
  for (std::uint32_t place = 0; place < words; ++place) {
    ofBases += placeWeight(place) * tileBase(seed, sender, place);
    ofWeights += placeWeight(place);
  }
  return rounds.weights * ofBases + rounds.weightedShifts * ofWeights;
}

}  // namespace dsm::experiments
