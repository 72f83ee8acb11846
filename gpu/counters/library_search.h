// SPDX-License-Identifier: Apache-2.0
// Where libcupti and its libnvperf_host may lie. libcupti loads a bare "libnvperf_host.so", whichever the loader finds,
// so the one beside the chosen libcupti has to be loaded first, by its full path. Pure but for looking at files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dsm::counters {

struct LibrarySearch {
  std::string override;  // a file or a folder, looked at alone; usually the environment's DSMSCOPE_CUPTI
  std::vector<std::filesystem::path> toolkits = {"/usr/local/cuda"};
  bool loaderPath = true;  // also what the loader finds by itself

  // DSMSCOPE_CUPTI, then CUDA_HOME and CUDA_PATH before /usr/local/cuda.
  static LibrarySearch fromEnvironment();
};

// Files to try in order; a name without a slash is the loader's to find.
std::vector<std::string> cuptiCandidates(const LibrarySearch& search);
// The libnvperf_host that belongs to a libcupti: beside it, full path; else the bare name.
std::string nvperfBeside(const std::string& cuptiFile);

}  // namespace dsm::counters
