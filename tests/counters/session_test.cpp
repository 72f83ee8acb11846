// SPDX-License-Identifier: Apache-2.0
// Collecting against a fake libcupti: ranges, passes, and every way in which it can fail, each a sentence that names the
// thing.
#include <unistd.h>
#include <stdexcept>

#include "tests/counters/fake_library.h"

namespace {

using namespace dsm;
using counters::RangeSession;
using test::Playing;

std::unique_ptr<RangeSession> openSession() {
  static int context = 0;
  const model::Device device = test::fakeDevice();
  const auto cupti = test::openFake();
  EXPECT_TRUE(cupti) << cupti.error().message;
  auto session = RangeSession::open(*cupti, &context, 0, counters::sceneOf(&device, &(*cupti)->info(), "/nowhere"));
  EXPECT_TRUE(session) << session.error().message;
  return session ? std::move(*session) : nullptr;
}

void twoRanges(std::uint32_t, const RangeSession::Brackets& brackets) {
  for (const char* name : {"a", "b"}) {
    brackets.push(name);
    brackets.pop();
  }
}

TEST(Session, ManyRangesOfOneStartComeBackInTheirOrder) {
  const auto session = openSession();
  ASSERT_TRUE(session);
  const auto plan = session->metrics().plan({{"traffic"}, {}, true});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->groups.size(), 1U);
  EXPECT_EQ(plan->passes, 1U);
  const auto config = session->metrics().config(plan->groups[0].names);
  for (int again = 0; again < 3; ++again) {
    const auto values = session->collect(config, 2, twoRanges);
    ASSERT_TRUE(values) << values.error().message;
    ASSERT_EQ(values->size(), 2U);
    EXPECT_EQ((*values)[0][3], 3);
    EXPECT_EQ((*values)[1][3], 1003);
  }
}

TEST(Session, EveryRangeIsRunOnceAPass) {
  const auto session = openSession();
  ASSERT_TRUE(session);
  const auto plan = session->metrics().plan({{}, {"threepass", "lts__t_bytes"}, true});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->passes, 3U);
  std::uint32_t runs = 0;
  const auto values = session->collect(session->metrics().config(plan->groups[0].names), 2, [&](std::uint32_t pass, const auto& brackets) {
    EXPECT_EQ(pass, runs++);
    twoRanges(pass, brackets);
  });
  EXPECT_TRUE(values);
  EXPECT_EQ(runs, 3U);
}

TEST(Session, AnotherGroupOrMoreRangesAreEnabledAnew) {
  const auto session = openSession();
  ASSERT_TRUE(session);
  const auto traffic = session->metrics().config({"lts__t_bytes.sum"});
  const auto passes = session->metrics().config({"threepass.sum"});
  for (const auto& [config, most] : {std::pair(traffic, 2), {passes, 2}, {traffic, 2}, {traffic, 100}, {traffic, 2}}) {
    const auto values = session->collect(config, static_cast<std::size_t>(most), twoRanges);
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(values->size(), 2U);
  }
}

TEST(Session, AValueOutsideItsRangeIsSeen) {
  EXPECT_TRUE(counters::isOutOfRange("hit.pct", "percent", 105));
  EXPECT_FALSE(counters::isOutOfRange("hit.pct", "percent", 100));
  EXPECT_FALSE(counters::isOutOfRange("lts__t_bytes.sum", "byte", 1e12));
  EXPECT_TRUE(counters::isOutOfRange("lts__t_bytes.sum", "byte", -1));
  EXPECT_TRUE(counters::isOutOfRange("l2_hit_rate.ratio", "", 1.05));
}

TEST(Session, AFaultInAPassClosesItAndTheNextOneOpens) {
  for (const char* fault : {"stop", "dropped", "mig"}) {
    const auto session = openSession();
    ASSERT_TRUE(session);
    const auto config = session->metrics().config({"lts__t_bytes.sum"});
    const Playing playing(fault);
    const auto values = session->collect(config, 2, twoRanges);
    ASSERT_FALSE(values) << fault;
    EXPECT_FALSE(session->isOpen());
    EXPECT_GT(values.error().message.size(), 30U);
    if (std::string(fault) == "mig") {
      EXPECT_EQ(values.error().code, "counters_mig");
    }
  }
  EXPECT_TRUE(openSession()->isOpen());
}

TEST(Session, WhatALaunchThrowsIsPassedOn) {
  const auto session = openSession();
  ASSERT_TRUE(session);
  const auto config = session->metrics().config({"lts__t_bytes.sum"});
  const auto launch = [](std::uint32_t, const RangeSession::Brackets& brackets) {
    brackets.push("a");
    throw std::runtime_error("the kernel");
  };
  EXPECT_THROW(static_cast<void>(session->collect(config, 1, launch)), std::runtime_error);
  EXPECT_FALSE(session->isOpen());
  EXPECT_EQ(session->collect(config, 1, twoRanges).error().code, "counters_closed");
}

TEST(Metrics, BadNamesAreDroppedByNameAndTheRestIsKept) {
  const auto session = openSession();
  ASSERT_TRUE(session);
  const auto plan = session->metrics().plan({{"traffic", "nosuchset"}, {"nosuch.sum", "unschedulable.sum", "hit", "lts__t_bytes"}, true});
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->groups.size(), 2U);
  EXPECT_EQ(plan->groups[1].names, std::vector<std::string>{"hit.pct"});  // lts__t_bytes.sum is in traffic already
  ASSERT_EQ(plan->missing.size(), 3U);
  EXPECT_EQ(plan->missing[0].reason, "GH100 has no metric nosuch.sum.");
  EXPECT_NE(plan->missing[1].reason.find("unschedulable.sum cannot be scheduled on GH100"), std::string::npos) << plan->missing[1].reason;
  EXPECT_EQ(plan->missing[2].name, "nosuchset");
}

struct State {
  const char* fault;
  const char* code;
  const char* inMessage;
  const char* inHint;
};

TEST(Preflight, EachStateIsASentenceWithItsRemedy) {
  static int context = 0;
  const State states[] = {
      {"permission", "counters_permission", "performance counters", "NVreg_RestrictProfilingToAdminUsers=0"},
      {"busy", "counters_busy", "Another profiler", "dcgmi profile --pause"},
      {"subscriber", "counters_busy", "Another profiler", ""},
      {"wsl", "counters_wsl", "WSL", "NVIDIA Control Panel"},
      {"vgpu", "counters_vgpu", "virtual GPU", "enable_profiling=1"},
      {"confidential", "counters_confidential", "confidential", ""},
      {"chip", "unknown_chip", "GX999", "newer CUPTI"},
      {"incompatible", "cupti_too_new", "13.0.1", "DSMSCOPE_CUPTI"},
      {"newer", "cupti_too_new", "14.0, newer than the driver's CUDA 13.0", "DSMSCOPE_CUPTI"},
  };
  const model::Device device = test::fakeDevice();
  for (const State& state : states) {
    const Playing playing(state.fault);
    const model::Preflight report = counters::preflight(test::openFake(), &device, &context, false, nullptr, "/nowhere");
    EXPECT_FALSE(report.ok) << state.fault;
    EXPECT_EQ(report.why.code, state.code) << state.fault;
    EXPECT_NE(report.why.message.find(state.inMessage), std::string::npos) << report.why.message;
    // As root in a sandbox the remedy is another; the file of the driver only picks it.
    if (std::string(state.fault) != "permission" || ::geteuid() != 0) {
      EXPECT_NE(report.why.hint.find(state.inHint), std::string::npos) << report.why.hint;
    }
    ASSERT_FALSE(report.steps.empty());
    EXPECT_FALSE(report.steps.back().ok);
  }
  const model::Preflight good = counters::preflight(test::openFake(), &device, &context, false, nullptr, "/nowhere");
  EXPECT_TRUE(good.ok) << good.why.message;
  EXPECT_EQ(good.chip, "GH100");
  EXPECT_NE(good.steps[0].detail.find("libcupti.so.13, version 13.0.1"), std::string::npos) << good.steps[0].detail;
  EXPECT_NE(good.steps[1].detail.find("/good/libnvperf_host.so"), std::string::npos) << good.steps[1].detail;
}

TEST(Library, TooOldAndMissingAreNamed) {
  const auto old = test::openFake("old");
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().code, "cupti_too_old");
  EXPECT_NE(old.error().message.find("cuptiProfilerHostInitialize: counters need CUPTI 12.6.2 or newer"), std::string::npos)
      << old.error().message;
  counters::LibrarySearch search;
  search.override = "/nowhere/libcupti.so";
  const auto none = counters::Cupti::open(search);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "no_cupti");
  EXPECT_NE(none.error().message.find("/nowhere/libcupti.so"), std::string::npos) << none.error().message;
  search.override = "/";
  EXPECT_EQ(counters::Cupti::open(search).error().code, "no_cupti");
}

TEST(Library, EachCallIsTimed) {
  const auto cupti = test::openFake();
  ASSERT_TRUE(cupti);
  ASSERT_TRUE(counters::supportedChips(**cupti));
  ASSERT_EQ((*cupti)->costs().size(), 1U);
  EXPECT_EQ((*cupti)->costs()[0].call, "cuptiProfilerHostGetSupportedChips");
  EXPECT_EQ((*cupti)->costs()[0].count, 1U);
}

}  // namespace
