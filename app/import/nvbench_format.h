// SPDX-License-Identifier: GPL-3.0-or-later
// Names that reading and writing nvbench's JSON share (file version 1.0.0: nvbench/json_printer.cu): the tags of the summaries
// that its scripts look for, and our own for what nvbench keeps in binary files beside it or does not know.
#pragma once

namespace dsm::app::nvbench {

inline constexpr const char* kFileVersion = "1.0.0";

inline constexpr const char* kSampleSize = "nv/cold/sample_size";
inline constexpr const char* kGpuMean = "nv/cold/time/gpu/mean";           // seconds, as all times
inline constexpr const char* kGpuMin = "nv/cold/time/gpu/min";
inline constexpr const char* kGpuMax = "nv/cold/time/gpu/max";
inline constexpr const char* kGpuStdev = "nv/cold/time/gpu/stdev/absolute";
inline constexpr const char* kGpuNoise = "nv/cold/time/gpu/stdev/relative";  // fraction of the mean
inline constexpr const char* kSmClockMean = "nv/cold/sm_clock_rate/mean";    // hertz

// Data of one named value a sample: numbers as text, exact.
inline constexpr const char* kElapsedSamples = "dsmscope/samples/elapsed_ns";
inline constexpr const char* kCycleSamples = "dsmscope/samples/cycles";
inline constexpr const char* kClockSamples = "dsmscope/samples/sm_clock_hz";

}  // namespace dsm::app::nvbench
