// SPDX-License-Identifier: Apache-2.0
// What stands in the way is said with the remedy that fits this machine: the driver's file, a container, another profiler.
#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "gpu/counters/fault_sentence.h"
#include "gpu/counters/library_search.h"
#include "gpu/counters/metric_sets.h"

namespace {

namespace fs = std::filesystem;
using namespace dsm;
using counters::FaultScene;

constexpr int kInsufficientPrivileges = 35;
constexpr int kHardwareBusy = 26;

class Machine : public ::testing::Test {
 protected:
  Machine() {
    std::string name = (fs::temp_directory_path() / "dsmscope-counters-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    m_root = name;
  }
  ~Machine() override {
    std::error_code ignored;
    fs::remove_all(m_root, ignored);
  }
  void write(const std::string& file, const std::string& text) {
    fs::create_directories((m_root / file).parent_path());
    std::ofstream(m_root / file) << text;
  }
  FaultScene scene() const { return {"NVIDIA H200", "", "13.0", "/x/libcupti.so.13", "13.0.1", m_root}; }
  model::Error sentence(int code) const { return counters::faultSentence(code, "WORDS", "cuptiCall", scene()); }

  fs::path m_root;
};

TEST_F(Machine, PermissionFitsTheDriversFileAndTheContainer) {
  EXPECT_EQ(counters::profilingAdminOnly(m_root), counters::AdminOnly::unknown);
  write("proc/driver/nvidia/params", "Foo: 1\nRmProfilingAdminOnly: 1\n");
  EXPECT_EQ(counters::profilingAdminOnly(m_root), counters::AdminOnly::yes);
  const model::Error ordinary = sentence(kInsufficientPrivileges);
  EXPECT_EQ(ordinary.code, "counters_permission");
  EXPECT_NE(ordinary.hint.find(::geteuid() == 0 ? "SYS_ADMIN" : "NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos)
      << ordinary.hint;
  write(".dockerenv", "");
  EXPECT_NE(sentence(kInsufficientPrivileges).hint.find("--cap-add=SYS_ADMIN, or allow it"), std::string::npos);
  write("proc/driver/nvidia/params", "RmProfilingAdminOnly: 0\n");
  EXPECT_EQ(counters::profilingAdminOnly(m_root), counters::AdminOnly::no);
  EXPECT_NE(sentence(kInsufficientPrivileges).hint.find("the container does not"), std::string::npos);
}

TEST_F(Machine, WhoeverHoldsTheCountersIsNamed) {
  write("proc/812/comm", "nv-hostengine\n");
  write("proc/900/comm", "bash\n");
  const model::Error dcgm = sentence(kHardwareBusy);
  EXPECT_EQ(dcgm.code, "counters_busy");
  EXPECT_NE(dcgm.message.find("nv-hostengine (DCGM), process 812"), std::string::npos) << dcgm.message;
  EXPECT_NE(dcgm.hint.find("dcgmi profile --pause"), std::string::npos);
  fs::remove_all(m_root / "proc/812");
  write("proc/77/comm", "ncu\n");
  write("proc/78/comm", "dsmscope-worker\n");
  write("proc/78/cmdline", std::string("dsmscope-worker\0--counters\0", 27));
  write("proc/79/comm", "dsmscope-worker\n");
  write("proc/79/cmdline", std::string("dsmscope-worker\0", 16));
  EXPECT_EQ(counters::otherProfilers(m_root), (std::vector<std::string>{"dsmscope-worker, process 78", "ncu, process 77"}));
}

TEST_F(Machine, MigAndVersionsAreNamed) {
  FaultScene mig = scene();
  mig.mode = "MIG";
  EXPECT_EQ(counters::faultSentence(999, "W", "c", mig).code, "counters_mig");
  FaultScene old = scene();
  old.cudaDriver = "12.4";
  EXPECT_TRUE(counters::newerThanDriver(old));
  EXPECT_EQ(counters::faultSentence(15, "W", "c", old).code, "cupti_too_new");
  EXPECT_FALSE(counters::newerThanDriver(scene()));
  const model::Error other = sentence(999);
  EXPECT_EQ(other.code, "cupti_failed");
  EXPECT_NE(other.message.find("cuptiCall: WORDS (/x/libcupti.so.13 13.0.1, driver for CUDA 13.0)"), std::string::npos) << other.message;
}

TEST_F(Machine, LibrariesAreLookedForInOrderAndInPairs) {
  write("toolkit/extras/CUPTI/lib64/libcupti.so.13", "");
  write("toolkit/extras/CUPTI/lib64/libnvperf_host.so", "");
  write("toolkit/lib64/libcupti.so", "");
  counters::LibrarySearch search;
  search.toolkits = {m_root / "toolkit"};
  const std::vector<std::string> files = counters::cuptiCandidates(search);
  ASSERT_GE(files.size(), 3U);
  EXPECT_EQ(files[0], (m_root / "toolkit/extras/CUPTI/lib64/libcupti.so.13").string());
  EXPECT_EQ(files[1], (m_root / "toolkit/lib64/libcupti.so").string());
  EXPECT_EQ(files[2], "libcupti.so.13");
  EXPECT_EQ(counters::nvperfBeside(files[0]), (m_root / "toolkit/extras/CUPTI/lib64/libnvperf_host.so").string());
  EXPECT_EQ(counters::nvperfBeside(files[1]), "libnvperf_host.so");
  search.override = (m_root / "toolkit/lib64").string();
  EXPECT_EQ(counters::cuptiCandidates(search), std::vector<std::string>{files[1]});
}

TEST(Sets, AChipsFamilyHasItsNames) {
  EXPECT_EQ(counters::familyOf("AD104"), "AD102");
  EXPECT_EQ(counters::familyOf("GB203"), "GB202");
  EXPECT_EQ(counters::familyOf("GB102"), "GB100");
  EXPECT_EQ(counters::familyOf("GB10B"), "GB10B");
  EXPECT_EQ(counters::familyOf("TU104"), "GA102");
  const counters::SetMetrics ampere = counters::metricsOfSet("traffic", "GA100");
  EXPECT_TRUE(
      std::ranges::any_of(ampere.missing, [](const auto& miss) { return miss.reason == "GA100 has no distributed shared memory."; }));
  EXPECT_TRUE(counters::metricsOfSet("nosuch", "GH100").names.empty());
}

}  // namespace
