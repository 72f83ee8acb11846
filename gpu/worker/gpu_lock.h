// SPDX-License-Identifier: Apache-2.0
// One job per GPU at a time, across workers, windows and users: two measurements on one GPU measure each other.
// An flock on a file named after the GPU's UUID, so that it ends with the process, however that ends.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "gpu/model/error.h"

namespace dsm::worker {

class GpuLock {
 public:
  GpuLock() = default;
  GpuLock(GpuLock&& other) noexcept;
  GpuLock& operator=(GpuLock&& other) noexcept;
  ~GpuLock();  // removes the file and lets go

  // Waits until the GPU is free; `onWait` is called once before the first wait. Errors: cancelled; lock_failed (a link or
  // something else that is no plain file stands where the lock belongs, or the folder cannot be written).
  static model::Expected<GpuLock> acquire(const std::string& uuid, const std::atomic<bool>& cancel, const std::function<void()>& onWait,
                                          const std::filesystem::path& folder = lockFolder());
  // $XDG_RUNTIME_DIR where it is a folder, else /tmp.
  static std::filesystem::path lockFolder();

 private:
  GpuLock(int fd, std::filesystem::path path) : m_fd(fd), m_path(std::move(path)) {}
  void release() noexcept;

  int m_fd = -1;
  std::filesystem::path m_path;
};

}  // namespace dsm::worker
