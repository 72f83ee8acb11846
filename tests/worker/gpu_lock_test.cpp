// SPDX-License-Identifier: GPL-3.0-or-later
// One job per GPU: the lock excludes, lets go, follows nothing and leaves nothing.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>
#include <fstream>
#include <future>

#include "gpu/worker/gpu_lock.h"
#include "tests/worker/temporary_folder.h"

namespace {

using dsm::worker::GpuLock;
namespace fs = std::filesystem;

class GpuLockTest : public ::testing::Test {
 protected:
  dsm::model::Expected<GpuLock> acquire(const std::string& uuid, const std::function<void()>& onWait = {}) {
    return GpuLock::acquire(uuid, m_cancel, onWait, m_folder.path());
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_folder.path()), fs::directory_iterator()));
  }

  dsm::test::TemporaryFolder m_folder;
  std::atomic<bool> m_cancel{false};
};

TEST_F(GpuLockTest, LeavesNoFile) {
  {
    const auto lock = acquire("GPU-1");
    ASSERT_TRUE(lock) << lock.error().message;
    EXPECT_EQ(files(), 1u);
    EXPECT_TRUE(acquire("GPU-2"));  // another GPU is free
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(GpuLockTest, TheSecondWaitsUntilTheFirstLetsGo) {
  auto first = acquire("GPU-1");
  ASSERT_TRUE(first);
  std::promise<void> waiting;
  std::atomic<int> told{0};
  auto second = std::async(std::launch::async, [&] {
    return acquire("GPU-1",
                   [&] {
                     ++told;
                     waiting.set_value();
                   })
        .has_value();
  });
  waiting.get_future().wait();
  EXPECT_EQ(second.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
  *first = GpuLock();
  EXPECT_TRUE(second.get());
  EXPECT_EQ(told, 1);
}

TEST_F(GpuLockTest, NeverTwoHoldersThoughTheFileComesAndGoes) {
  std::atomic<int> holders{0}, most{0}, done{0};
  std::vector<std::future<void>> threads;
  for (int t = 0; t < 4; ++t) {
    threads.push_back(std::async(std::launch::async, [&] {
      for (int i = 0; i < 50; ++i) {
        const auto lock = acquire("GPU-1");
        if (!lock) continue;
        const int now = ++holders;
        if (now > most) most = now;
        --holders;
        ++done;
      }
    }));
  }
  for (auto& thread : threads) thread.get();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 200);
  EXPECT_EQ(files(), 0u);
}

TEST_F(GpuLockTest, WaitingCanBeCancelled) {
  const auto first = acquire("GPU-1");
  ASSERT_TRUE(first);
  const auto second = acquire("GPU-1", [&] { m_cancel = true; });
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, "cancelled");
  EXPECT_EQ(files(), 1u);  // the first one's
}

TEST_F(GpuLockTest, FollowsNoPlantedLinkAndOpensNoPipe) {
  const fs::path victim = m_folder.path() / "victim";
  std::ofstream(victim) << "precious";
  const fs::path lock = m_folder.path() / "dsmscope-GPU-1.lock";
  fs::create_symlink(victim, lock);
  const auto linked = acquire("GPU-1");
  ASSERT_FALSE(linked);
  EXPECT_EQ(linked.error().code, "lock_failed");
  EXPECT_NE(linked.error().message.find(lock.string()), std::string::npos);
  EXPECT_TRUE(fs::is_symlink(lock));
  EXPECT_EQ(fs::file_size(victim), 8u);

  fs::remove(lock);
  ASSERT_EQ(::mkfifo(lock.c_str(), 0600), 0);
  EXPECT_FALSE(acquire("GPU-1"));  // and comes back at all
  fs::remove(lock);
  fs::create_directory(lock);
  EXPECT_FALSE(acquire("GPU-1"));
}

TEST_F(GpuLockTest, AStrangeUuidStaysInTheFolder) {
  const auto lock = acquire("../../etc/x y");
  ASSERT_TRUE(lock);
  EXPECT_TRUE(fs::exists(m_folder.path() / "dsmscope-______etc_x_y.lock"));
}

TEST_F(GpuLockTest, AFolderThatIsNotThereIsSaid) {
  const auto lock = GpuLock::acquire("GPU-1", m_cancel, {}, m_folder.path() / "missing");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, "lock_failed");
}

}  // namespace
