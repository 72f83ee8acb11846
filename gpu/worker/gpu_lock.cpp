// SPDX-License-Identifier: Apache-2.0
// The lock's file: opened so that no planted link is followed, and known to be the one the name still means.
#include "gpu/worker/gpu_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

namespace dsm::worker {
namespace {

constexpr std::chrono::milliseconds kLookAgain{20};

tl::unexpected<model::Error> refused(const std::filesystem::path& path, const std::string& why) {
  return model::fail("lock_failed", "The GPU cannot be reserved: " + path.string() + ": " + why + ".",
                     "Remove that file, or set XDG_RUNTIME_DIR to a folder of your own.");
}

// The file as it is, or a new one. Not O_CREAT at once: in a sticky folder the kernel refuses that for a file
// that another user owns (fs.protected_regular), and a shared GPU needs one lock for all.
int openLock(const std::filesystem::path& path) {
  constexpr int kSafe = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;  // non-blocking: a planted pipe must not hold us
  for (int attempt = 0; attempt < 16; ++attempt) {
    int fd = ::open(path.c_str(), O_RDONLY | kSafe);
    if (fd >= 0 || errno != ENOENT) return fd;
    fd = ::open(path.c_str(), O_RDONLY | O_CREAT | O_EXCL | kSafe, 0644);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

// Whether the name still means the file that is open: its holder may have removed it meanwhile.
bool stillThere(int fd, const std::filesystem::path& path) {
  struct stat open {
  }, named{};
  return ::fstat(fd, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

}  // namespace

GpuLock::GpuLock(GpuLock&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)), m_path(std::move(other.m_path)) {}

GpuLock& GpuLock::operator=(GpuLock&& other) noexcept {
  if (this != &other) {
    release();
    m_fd = std::exchange(other.m_fd, -1);
    m_path = std::move(other.m_path);
  }
  return *this;
}

GpuLock::~GpuLock() { release(); }

void GpuLock::release() noexcept {
  if (m_fd < 0) return;
  ::unlink(m_path.c_str());  // may fail where another user made it: then it stays, empty and harmless
  ::close(m_fd);
  m_fd = -1;
}

std::filesystem::path GpuLock::lockFolder() {
  const char* folder = std::getenv("XDG_RUNTIME_DIR");
  struct stat info {};
  if (folder != nullptr && *folder == '/' && ::stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) return folder;
  return "/tmp";
}

model::Expected<GpuLock> GpuLock::acquire(const std::string& uuid, const std::atomic<bool>& cancel, const std::function<void()>& onWait,
                                          const std::filesystem::path& folder) {
  std::string name = uuid;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '-'; }, '_');
  const std::filesystem::path path = folder / ("dsmscope-" + name + ".lock");
  bool told = false;
  for (;;) {
    const int fd = openLock(path);
    if (fd < 0) {
      return refused(path, errno == ELOOP ? "it is a symbolic link, which is not followed" : std::strerror(errno));
    }
    GpuLock lock(fd, path);
    struct stat info {};
    if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
      lock.m_path.clear();  // not ours to remove
      return refused(path, "it is no plain file");
    }
    for (;;) {
      if (::flock(fd, LOCK_EX | LOCK_NB) == 0) break;
      if (errno != EWOULDBLOCK && errno != EINTR) {
        const std::string why = std::strerror(errno);
        lock.m_path.clear();
        return refused(path, why);
      }
      if (!told && onWait) onWait();
      told = true;
      if (cancel.load()) {
        lock.m_path.clear();
        return model::fail("cancelled", "Stopped while waiting for the GPU.");
      }
      std::this_thread::sleep_for(kLookAgain);
    }
    if (stillThere(fd, path)) return lock;
    lock.m_path.clear();  // a file without a name: let go and look again
  }
}

}  // namespace dsm::worker
