// SPDX-License-Identifier: Apache-2.0
// Candidates in the order in which a person would expect them.
#include "gpu/counters/library_search.h"

#include <algorithm>
#include <cstdlib>

namespace dsm::counters {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

void addIfFile(std::vector<std::string>& out, const fs::path& file) {
  std::error_code ignored;  // unreadable is as good as absent here
  if (fs::is_regular_file(file, ignored) && std::ranges::find(out, file.string()) == out.end()) out.push_back(file.string());
}

// CUDA 13's first, then whatever version the plain name is.
void addFolder(std::vector<std::string>& out, const fs::path& folder) {
  addIfFile(out, folder / "libcupti.so.13");
  addIfFile(out, folder / "libcupti.so");
  addIfFile(out, folder / "libcupti.so.12");
}

}  // namespace

LibrarySearch LibrarySearch::fromEnvironment() {
  LibrarySearch search;
  search.override = environment("DSMSCOPE_CUPTI");
  for (const char* name : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string value = environment(name); !value.empty()) search.toolkits.insert(search.toolkits.begin(), value);
  }
  return search;
}

std::vector<std::string> cuptiCandidates(const LibrarySearch& search) {
  std::vector<std::string> out;
  if (!search.override.empty()) {
    std::error_code ignored;
    if (fs::is_directory(search.override, ignored)) {
      addFolder(out, search.override);
    } else {
      out.push_back(search.override);  // tried as it is, so that the loader's reason names it
    }
    return out;
  }
  for (const fs::path& toolkit : search.toolkits) {
    for (const char* folder : {"extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"}) {
      addFolder(out, toolkit / folder);
    }
  }
  if (search.loaderPath) out.insert(out.end(), {"libcupti.so.13", "libcupti.so", "libcupti.so.12"});
  return out;
}

std::string nvperfBeside(const std::string& cuptiFile) {
  const fs::path beside = fs::path(cuptiFile).parent_path() / "libnvperf_host.so";
  std::error_code ignored;
  if (cuptiFile.find('/') != std::string::npos && fs::exists(beside, ignored)) return beside.string();
  return "libnvperf_host.so";
}

}  // namespace dsm::counters
