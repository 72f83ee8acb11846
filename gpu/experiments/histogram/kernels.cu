// SPDX-License-Identifier: Apache-2.0
// Histograms without clusters, and the generator of the keys. Runs on sm_75 and up.
#include "gpu/experiments/histogram/counting.cuh"

namespace dsm::experiments {
namespace {

// 1. Every thread reads its keys and adds each straight into global memory. No barrier, no shared memory.
template <int kLoadBytes>
__global__ void histogram_global_kernel(const HistogramArgs args) {
  const bool keeper = blockIdx.x == 0 && threadIdx.x == 0;
  const bench::ClockReading begin = bench::read_clock(keeper);
  const std::uint32_t rejected = for_each_key<kLoadBytes, 1>(args, [&](std::uint32_t key) { atomicAdd(&args.bins[key], 1U); });
  add_rejected(args, rejected);
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
}

// 1. Each block clears all bins in its own shared memory (binCount x 4 B).  __syncthreads(): zeroes before adds.
// 2. Its threads count their keys there.                                    __syncthreads(): adds before reads.
// 3. The block adds what is not zero to global memory.
template <int kLoadBytes>
__global__ void histogram_private_kernel(const HistogramArgs args) {
  extern __shared__ std::uint32_t counts[];
  const bool keeper = blockIdx.x == 0 && threadIdx.x == 0;
  const bench::ClockReading begin = bench::read_clock(keeper);
  for (std::uint32_t i = threadIdx.x; i < args.binCount; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  const std::uint32_t rejected = for_each_key<kLoadBytes, kLoadBytes == 16 ? 4 : 8>(args, [&](std::uint32_t key) { atomicAdd(&counts[key], 1U); });
  add_rejected(args, rejected);
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < args.binCount; i += blockDim.x) {
    if (counts[i] != 0) atomicAdd(&args.bins[i], counts[i]);
  }
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
}

// SplitMix64 (Steele, Lea, Flood 2014): a counter in, 64 well mixed bits out.
__device__ __forceinline__ std::uint64_t split_mix(std::uint64_t counter) {
  std::uint64_t z = counter * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// Key `index` of an input. reference.cpp states the same in its own words; both use only integer arithmetic and
// double multiplications that round once, so host and device agree to the bit.
__device__ __forceinline__ std::int32_t key_at(const KeyArgs& args, std::uint64_t index) {
  const std::uint64_t bits = split_mix(args.seed + index + 1);
  if (args.invalidPermille != 0) {
    const std::uint64_t choice = split_mix(bits ^ 0x5851f42d4c957f2dULL);
    if (((choice >> 32) * 1000 >> 32) < args.invalidPermille) {
      const auto low = static_cast<std::uint32_t>(choice);
      const std::uint32_t wide = low >> 2;
      const std::uint32_t room = 0x80000000U - args.binCount;  // int32 values from binCount on
      switch (low & 3U) {
        case 0:
          return -1;
        case 1:
          return -1 - static_cast<std::int32_t>(wide);
        case 2:
          return static_cast<std::int32_t>(args.binCount);
        default:
          return static_cast<std::int32_t>(args.binCount + wide % room);
      }
    }
  }
  if (args.input == 2) return static_cast<std::int32_t>(__umul64hi(split_mix(args.seed), args.binCount));
  if (args.input == 0) return static_cast<std::int32_t>(__umul64hi(bits, args.binCount));
  const double u = __dmul_rn(static_cast<double>(bits >> 11), 0x1p-53);
  const double u2 = __dmul_rn(u, u);
  const double scaled = __dmul_rn(__dmul_rn(u2, u2), static_cast<double>(args.binCount));
  return static_cast<std::int32_t>(min(static_cast<std::uint32_t>(scaled), args.binCount - 1));
}

__global__ void histogram_key_kernel(const KeyArgs args) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < args.keyCount; i += stride) {
    args.keys[i] = key_at(args, i);
  }
}

template <class Kernel>
const void* pointerTo(Kernel* kernel) {
  return reinterpret_cast<const void*>(kernel);
}

}  // namespace

const void* histogramGlobalKernel(int loadBytes) {
  return loadBytes == 16 ? pointerTo(histogram_global_kernel<16>) : pointerTo(histogram_global_kernel<4>);
}

const void* histogramPrivateKernel(int loadBytes) {
  return loadBytes == 16 ? pointerTo(histogram_private_kernel<16>) : pointerTo(histogram_private_kernel<4>);
}

const void* histogramKeyKernel() { return pointerTo(histogram_key_kernel); }

}  // namespace dsm::experiments
