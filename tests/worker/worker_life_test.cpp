// SPDX-License-Identifier: GPL-3.0-or-later
// How a worker begins and ends as a process: what it maps, what it leaves, and that it outlives nobody.
#include <gtest/gtest.h>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gpu/protocol/message.h"
#include "tests/worker/child.h"
#include "tests/worker/temporary_folder.h"

namespace {

using namespace dsm;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::string mapsOf(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/maps");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(WorkerLife, NeverMapsCupti) {
  test::Child child({DSM_WORKER});  // with the GPU, where there is one
  child.send(protocol::encodeDevices(1));
  ASSERT_TRUE(child.expect<protocol::Hello>(30s));
  ASSERT_TRUE(child.expect<protocol::Result>(30s));
  const std::string maps = mapsOf(child.pid());
  EXPECT_NE(maps.find("dsmscope-worker"), std::string::npos);  // that the maps were read at all
  EXPECT_EQ(maps.find("libcupti"), std::string::npos);
  EXPECT_EQ(maps.find("libnvperf"), std::string::npos);
  EXPECT_EQ(maps.find("libQt"), std::string::npos);
}

TEST(WorkerLife, LeavesAtOnceWhenStdinCloses) {
  test::Child greeted({DSM_WORKER}, {"CUDA_VISIBLE_DEVICES="});
  ASSERT_TRUE(greeted.expect<protocol::Hello>());
  greeted.closeInput();
  EXPECT_EQ(greeted.wait(2s), 0);
  test::Child early({DSM_WORKER}, {"CUDA_VISIBLE_DEVICES="});
  early.closeInput();
  EXPECT_EQ(early.wait(2s), 0);
}

TEST(WorkerLife, LeavesWhenStdinClosesThoughNobodyReadsItsAnswers) {
  test::Child child({DSM_WORKER}, {"CUDA_VISIBLE_DEVICES="});
  for (std::uint64_t id = 1; id <= 3000; ++id) child.send(protocol::encodeDevices(id));  // answers: over 64 KiB
  child.closeInput();
  EXPECT_EQ(child.wait(2s), 0);
}

TEST(WorkerLife, DiesWithItsParentThoughItsStdinStaysOpen) {
  // A process between us starts the worker and is killed; we hold the worker's stdin open all the while.
  int in[2], out[2];
  ASSERT_EQ(::pipe(in), 0);
  ASSERT_EQ(::pipe(out), 0);
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);  // so that the orphan comes to us
  const pid_t between = ::fork();
  if (between == 0) {
    const pid_t worker = ::fork();
    if (worker == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::setenv("CUDA_VISIBLE_DEVICES", "", 1);
      ::execl(DSM_WORKER, DSM_WORKER, nullptr);
      ::_exit(127);
    }
    ::pause();
    ::_exit(0);
  }
  ::close(out[1]);
  char byte = 0;
  ASSERT_EQ(::read(out[0], &byte, 1), 1);  // it is there: the hello begins
  ::kill(between, SIGKILL);
  ASSERT_EQ(::waitpid(between, nullptr, 0), between);
  ::alarm(10);  // ends the test program if the orphan does not end
  int status = 0;
  EXPECT_GT(::waitpid(-1, &status, 0), 0);
  ::alarm(0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  for (const int fd : {in[0], in[1], out[0]}) ::close(fd);
}

TEST(WorkerLife, AHundredStartedAndKilledLeaveNothing) {
  const test::TemporaryFolder folder;
  const fs::path own("/proc/self/fd");
  const std::size_t descriptors = entries(own);
  std::vector<pid_t> pids;
  for (int i = 0; i < 100; ++i) {
    test::Child child({DSM_WORKER},
                      {"CUDA_VISIBLE_DEVICES=", "XDG_RUNTIME_DIR=" + folder.path().string(), "TMPDIR=" + folder.path().string()});
    child.send(protocol::encodeDevices(1));
    ASSERT_TRUE(i % 3 == 0 || child.expect<protocol::Hello>());
    pids.push_back(child.pid());
    if (i % 3 == 1) {
      child.closeInput();
      EXPECT_EQ(child.wait(2s), 0);
    } else {
      child.kill(i % 2 == 0 ? SIGKILL : SIGTERM);
      EXPECT_TRUE(child.wait(2s));
    }
  }
  EXPECT_EQ(entries(own), descriptors);
  EXPECT_EQ(entries(folder.path()), 0u);
  for (const pid_t pid : pids) EXPECT_NE(::kill(pid, 0), 0) << pid;
}

}  // namespace
