// SPDX-License-Identifier: GPL-3.0-or-later
// What other tools wrote: CSV of Nsight Compute in both pages, JSON of nvbench, and the way out and back in. Malformed files are
// refused with line and column, and nothing is made up.
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/import/csv_text.h"
#include "app/import/imported_session.h"
#include "app/import/ncu_numbers.h"
#include "app/import/nvbench_writer.h"
#include "app/import/text_place.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/session_file.h"
#include "tests/app/session_fixture.h"

namespace {

using namespace dsm;

std::string dataText(const char* name) {
  std::ifstream file(std::string(DSM_SOURCE_DIR "/tests/app/data/") + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The file's own text, so that the place is computed twice.
std::string placeOfText(const std::string& text, const std::string& part) {
  std::size_t line = 1, column = 1;
  EXPECT_NE(text.find(part), std::string::npos) << part;
  if (text.find(part) == std::string::npos) return "nowhere";
  for (std::size_t at = 0; at < text.find(part); ++at) {
    column = text[at] == '\n' ? 1 : column + 1;
    line += text[at] == '\n' ? 1 : 0;
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

const model::Run& runAt(const app::ImportedSession& imported, std::size_t place) { return *imported.session.runs.at(place); }

double counter(const model::Run& run, const char* name) {
  const model::CounterValue* value = run.counters ? run.counters->find(name) : nullptr;
  return value == nullptr ? std::nan("") : value->value;
}

// -- Nsight Compute ---------------------------------------------------------------------------------------------------------------

TEST(ImportNcu, RawPageBecomesARunWithCountersForEachLaunch) {
  const auto imported = app::importNcuCsv(dataText("ncu_raw.csv"), "ncu_raw.csv");
  ASSERT_TRUE(imported) << imported.error().message;
  ASSERT_EQ(imported->session.runs.size(), 3U);
  const model::Run& first = runAt(*imported, 0);
  EXPECT_EQ(first.experiment, "ncu: demo::copy");
  EXPECT_EQ(first.variant, "launch 1");
  EXPECT_EQ(runAt(*imported, 1).variant, "launch 2");
  EXPECT_EQ(runAt(*imported, 2).experiment, "ncu: sum");
  EXPECT_EQ(first.origin, model::Origin::recorded);
  EXPECT_EQ(first.launch.threads, 256U);
  EXPECT_EQ(first.launch.gridBlocks, 132U);
  EXPECT_EQ(runAt(*imported, 2).launch.threads, 128U);
  EXPECT_EQ(runAt(*imported, 2).launch.gridBlocks, 16U);
  EXPECT_TRUE(first.samples.empty()) << "a profiled launch's time is never its time";
  EXPECT_DOUBLE_EQ(counter(first, "lts__t_sectors_srcunit_tex.sum"), 1234567);
  EXPECT_DOUBLE_EQ(counter(first, "dram__bytes_read.sum"), 1.23e6);
  EXPECT_DOUBLE_EQ(counter(first, "gpu__time_duration.sum"), 4567890);
  EXPECT_EQ(first.counters->find("gpu__time_duration.sum")->unit, "nsecond");
  EXPECT_EQ(first.counters->find("dram__bytes_read.sum")->unit, "byte");
  EXPECT_NE(first.counters->find("dram__bytes_read.sum")->description.find("1.23 Mbyte"), std::string::npos) << "what the file said";
  EXPECT_EQ(first.counters->passes, 8U);
  ASSERT_EQ(imported->session.devices.size(), 1U);
  EXPECT_EQ(imported->session.devices[0].ccMajor, 9);
  for (const char* part : {"ncu_raw.csv", "Nsight Compute", "demo::copy<float, 4>"}) EXPECT_NE(first.notes.find(part), std::string::npos) << part;
}

// The head of what ncu 2025.3 wrote of our worker on an H200.
TEST(ImportNcu, AFileOfARealGpuIsReadAsItStands) {
  const auto imported = app::importNcuCsv(dataText("ncu_h200.csv"), "ncu_h200.csv");
  ASSERT_TRUE(imported) << imported.error().message;
  ASSERT_EQ(imported->session.runs.size(), 3U);
  EXPECT_EQ(runAt(*imported, 0).experiment, "ncu: experiments::tile_dsmem_kernel");
  EXPECT_EQ(runAt(*imported, 1).experiment, "ncu: bench::hold_kernel");
  EXPECT_EQ(runAt(*imported, 2).experiment, "ncu: experiments::tile_dsmem_kernel");
  EXPECT_EQ(runAt(*imported, 2).variant, "launch 2");
  EXPECT_EQ(runAt(*imported, 0).launch.threads, 128U);
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 0), "Elapsed Cycles"), 816081);
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 0), "Duration"), 412192);
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 0), "DRAM Frequency"), 3199234013.92);
}

TEST(ImportNcu, WhatIsNoNumberIsNotCollectedAndNeverZero) {
  const auto imported = app::importNcuCsv(dataText("ncu_raw.csv"), "f");
  const model::Run& second = runAt(*imported, 1);
  ASSERT_EQ(second.counters->missing.size(), 1U);
  EXPECT_EQ(second.counters->missing[0].name, "sm__throughput.avg.pct_of_peak_sustained_elapsed");
  EXPECT_NE(second.counters->missing[0].reason.find("n/a"), std::string::npos);
  EXPECT_TRUE(std::isnan(counter(second, "sm__throughput.avg.pct_of_peak_sustained_elapsed")));
  const model::Run& third = runAt(*imported, 2);
  ASSERT_EQ(third.counters->missing.size(), 1U);
  EXPECT_EQ(third.counters->missing[0].name, "dram__bytes_read.sum");
  EXPECT_EQ(imported->remarks.size(), 1U);
}

TEST(ImportNcu, DetailsPageIsGroupedByLaunchAndKeepsEqualLabelsApart) {
  const auto imported = app::importNcuCsv(dataText("ncu_details.csv"), "ncu_details.csv");
  ASSERT_TRUE(imported) << imported.error().message;
  ASSERT_EQ(imported->session.runs.size(), 2U);
  const model::Run& first = runAt(*imported, 0);
  EXPECT_EQ(first.experiment, "ncu: add");
  EXPECT_EQ(first.counters->values.size(), 3U) << "rules have no metric";
  EXPECT_DOUBLE_EQ(counter(first, "Duration"), 2848);
  EXPECT_DOUBLE_EQ(counter(first, "Memory Throughput"), 14.26);
  EXPECT_DOUBLE_EQ(counter(first, "Memory Throughput (Memory Workload Analysis)"), 123.45e9);
  EXPECT_EQ(first.counters->find("Memory Throughput (Memory Workload Analysis)")->unit, "byte/second");
  EXPECT_EQ(first.counters->find("Duration")->set, "GPU Speed Of Light Throughput");
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 1), "Duration"), 2912);
}

TEST(ImportNcu, ALocaleWithDecimalCommasIsToldByTheWholeFile) {
  const auto imported = app::importNcuCsv(dataText("ncu_comma.csv"), "f");
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 0), "gpu__time_duration.sum"), 117344);
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 0), "dram__bytes.sum"), 27595520);
  EXPECT_DOUBLE_EQ(counter(runAt(*imported, 0), "sm__throughput.avg.pct_of_peak_sustained_elapsed"), 65.77);
  const std::string both = replaced(dataText("ncu_comma.csv"), "65,77", "1,234.5");
  const auto refused = app::importNcuCsv(both, "f");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find(placeOfText(both, "\"1,234.5\"")), std::string::npos) << refused.error().message;
}

TEST(ImportNcu, LineEndsAndAMarkAtTheBeginningDoNotMatter) {
  std::string text = dataText("ncu_raw.csv");
  std::string windows;
  for (const char letter : text) windows += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  const auto plain = app::importNcuCsv(text, "f");
  const auto carriage = app::importNcuCsv(windows, "f");
  ASSERT_TRUE(carriage) << carriage.error().message;
  EXPECT_EQ(protocol::writeSession(plain->session, {}), protocol::writeSession(carriage->session, {}));
  const auto remarks = app::importNcuCsv(replaced(text, "\"1\",\"4711\"", "==PROF== a remark, \"in between\"\n\n\"1\",\"4711\"") + "==PROF== done\n", "f");
  ASSERT_TRUE(remarks) << remarks.error().message;
  EXPECT_EQ(protocol::writeSession(plain->session, {}), protocol::writeSession(remarks->session, {}));
}

TEST(ImportNcu, MalformedFilesAreRefusedWithLineAndColumn) {
  const std::string good = dataText("ncu_raw.csv");
  struct Case {
    std::string text;
    std::string place;
    const char* part;
  };
  const std::string open = replaced(good, "\"45.67\"\n", "\"45.67\n");
  const std::string after = replaced(good, "\"45.67\"\n", "\"45.67\"x\n");
  const std::string longer = replaced(good, "\"99.9\"", "\"99.9\",\"7\"");
  const std::string shorter = replaced(good, ",\"99.9\"", "");
  const std::string twice = replaced(good, "\"lts__t_sectors_srcunit_tex.sum\"", "\"dram__bytes_read.sum\"");
  const std::string nameless = replaced(good, "\"2\",\"4711\"", "\"\",\"4711\"");
  const std::vector<Case> cases{{"", "line 1, column 1", "\"ID\""},
                                {"==ERROR== permission denied\n", "line 1, column 1", "\"ID\""},
                                {open, placeOfText(open, "1\",\"4711\""), "closing quote"},
                                {good.substr(0, good.size() - 3), placeOfText(good, "\"99.9\""), "never closed"},
                                {after, placeOfText(after, "x\n\"1\""), "closing quote"},
                                {longer, placeOfText(longer, "\"7\"\n"), "17 fields"},
                                {shorter, placeOfText(shorter, "\"12\"\n"), "15 fields"},
                                {twice, "line 7", "twice"},
                                {nameless, placeOfText(nameless, "\"\",\"4711\""), "without an ID"},
                                {replaced(good, "\"Kernel Name\"", "\"Kernel\""), "line 7, column 1", "Kernel Name"},
                                {good.substr(0, good.find("\"0\",\"4711\"")), "line 9", "no launch"}};
  for (const Case& each : cases) {
    const auto imported = app::importNcuCsv(each.text, "bad.csv");
    ASSERT_FALSE(imported) << each.part;
    EXPECT_EQ(imported.error().code, "bad_import");
    EXPECT_TRUE(imported.error().message.starts_with("bad.csv, line ")) << imported.error().message;
    EXPECT_NE(imported.error().message.find(each.part), std::string::npos) << imported.error().message;
    EXPECT_FALSE(imported.error().hint.empty());
    EXPECT_NE(imported.error().message.find(each.place), std::string::npos) << each.place << ": " << imported.error().message;
  }
}

TEST(ImportNcu, TruncatedAndMangledFilesNeverCrash) {
  const std::string good = dataText("ncu_details.csv");
  for (std::size_t length = 0; length < good.size(); length += 7) app::importNcuCsv(std::string_view(good).substr(0, length), "f");
  std::mt19937 random(5);
  std::uniform_int_distribution<std::size_t> place(0, good.size() - 1);
  for (int round = 0; round < 500; ++round) {
    std::string text = good;
    for (int change = 0; change < 5; ++change) text[place(random)] = "\",\n\r=(0"[place(random) % 7];
    app::importNcuCsv(text, "f");
  }
}

TEST(NcuNumbers, AreReadAsTheyWereWritten) {
  using app::NumberStyle;
  const auto point = [](const char* text) { return app::numberFrom(text, NumberStyle::decimalPoint); };
  const auto comma = [](const char* text) { return app::numberFrom(text, NumberStyle::decimalComma); };
  EXPECT_EQ(point("1,234,567.5"), 1234567.5);
  EXPECT_EQ(point("-12"), -12);
  EXPECT_EQ(point("+3.5e-3"), 0.0035);
  EXPECT_EQ(point("2,848 (2,848; 0)"), 2848);
  EXPECT_EQ(comma("1.234.567,5"), 1234567.5);
  for (const char* text : {"", "n/a", "1,23", "12,34,567", "1234,567", ",5", "1.2.3", "1 2", "0x10", "nan", "inf", "12abc", "1,234.5,6"}) {
    EXPECT_FALSE(point(text)) << text;
  }
  EXPECT_EQ(app::styleShownBy("117.344"), std::nullopt);
  EXPECT_EQ(app::styleShownBy("1,234"), std::nullopt);
  EXPECT_EQ(app::styleShownBy("2023.1.1"), std::nullopt) << "a version";
  EXPECT_EQ(app::styleShownBy("0.344"), NumberStyle::decimalPoint);
  EXPECT_EQ(app::styleShownBy("1234.567"), NumberStyle::decimalPoint);
  EXPECT_EQ(app::styleShownBy("0,5"), NumberStyle::decimalComma);
  EXPECT_EQ(app::styleShownBy("27.595.520"), NumberStyle::decimalComma);
  EXPECT_EQ(app::styleShownBy("1,234,567"), NumberStyle::decimalPoint);
  EXPECT_EQ(app::styleShownBy("1.234,5"), NumberStyle::decimalComma);
  EXPECT_EQ(app::baseUnitOf("Gbyte/s").unit, "byte/second");
  EXPECT_EQ(app::baseUnitOf("Gbyte/s").factor, 1e9);
  EXPECT_EQ(app::baseUnitOf("ms").factor, 1e6);
  EXPECT_EQ(app::baseUnitOf("inst/cycle").unit, "inst/cycle");
}

// -- nvbench ----------------------------------------------------------------------------------------------------------------------

TEST(ImportNvbench, StatesBecomeRunsOfTheirMeans) {
  const auto imported = app::importNvbenchJson(dataText("nvbench.json"), "nvbench.json");
  ASSERT_TRUE(imported) << imported.error().message;
  ASSERT_EQ(imported->session.runs.size(), 3U);
  const model::Run& first = runAt(*imported, 0);
  EXPECT_EQ(first.experiment, "nvbench: copy");
  EXPECT_EQ(first.variant, "T=I32 Elements=2^20");
  EXPECT_EQ(first.values, (model::Values{{"Elements", 1048576}}));
  EXPECT_EQ(first.origin, model::Origin::recorded);
  ASSERT_EQ(first.samples.size(), 1U) << "a mean is one sample, not many";
  EXPECT_DOUBLE_EQ(first.samples[0].elapsedNs, 12500);
  EXPECT_EQ(first.samples[0].smClockHz, 0);
  for (const char* part : {"Mean of 3456, no samples", "nvbench 0.1.0 (0.1.0-12-g0123abc)", "copy.json-bin/0.bin, which is not read",
                           "nv/cold/time/gpu/stdev/relative = not finite"}) {
    EXPECT_NE(first.notes.find(part), std::string::npos) << part << "\n" << first.notes;
  }
  EXPECT_EQ(first.provenance.command, "./copy_bench --json copy.json");
  EXPECT_DOUBLE_EQ(counter(first, "nv/cupti/dram/read/throughput"), 0.83);
  EXPECT_EQ(first.counters->values.size(), 1U) << "what is no counter is none";
  EXPECT_EQ(imported->session.devices.at(0).name, "NVIDIA Test GPU");
  EXPECT_EQ(imported->session.devices.at(0).ccMajor, 9);
  EXPECT_EQ(imported->session.devices.at(0).smCount, 132U);
  EXPECT_FALSE(imported->remarks.empty());
}

TEST(ImportNvbench, ASkippedStateIsAFailedRunWithTheReason) {
  const auto imported = app::importNvbenchJson(dataText("nvbench.json"), "f");
  EXPECT_EQ(runAt(*imported, 1).status, model::RunStatus::failed);
  EXPECT_NE(runAt(*imported, 1).error.message.find("Not enough memory."), std::string::npos);
  EXPECT_EQ(runAt(*imported, 1).values.at("Elements"), 8589934592);
  EXPECT_EQ(runAt(*imported, 2).variant, "no axes");
  EXPECT_DOUBLE_EQ(runAt(*imported, 2).samples.at(0).elapsedNs, 2.5e6) << "a number that is a number, not text";
}

TEST(ImportNvbench, MalformedFilesAreRefusedWithLineAndColumn) {
  const std::string good = dataText("nvbench.json");
  struct Case {
    std::string text;
    std::string part;  // of the text, where the fault is
    const char* what;
  };
  const std::vector<Case> cases{{replaced(good, "\"1.25e-05\"", "\"fast\""), "\"fast\"", "a number expected"},
                                {replaced(good, "\"tag\": \"nv/cold/time/gpu/mean\", ", ""), "{\"name\": \"GPU Time\"", "tag: missing"},
                                {replaced(good, "\"number_of_sms\": 132", "\"number_of_sms\": \"many\""), "\"many\"", "number_of_sms"},
                                {replaced(good, "\"summaries\": null", "\"summaries\": 7"), "7, \"is_skipped\"", "a list expected"},
                                {replaced(good, "\"min_time\": 0.5", "\"min_time\": 0.5.5"), ".5, \"max_noise\"", "not JSON"},
                                {replaced(good, "\"name\": \"no_axes\", \"index\"", "\"name\": \"no_axes\", \"name\""), "", "twice"},
                                {"{\n  \"benchmarks\": []\n}\n", "[]", "no state"},
                                {"{\n  \"devices\": []\n}\n", "{", "benchmarks: missing"},
                                {"{\"benchmarks\": [", "", "not JSON"}};
  for (const Case& each : cases) {
    const auto imported = app::importNvbenchJson(each.text, "bad.json");
    ASSERT_FALSE(imported) << each.what;
    EXPECT_EQ(imported.error().code, "bad_import");
    EXPECT_TRUE(imported.error().message.starts_with("bad.json, line ")) << imported.error().message;
    EXPECT_NE(imported.error().message.find(each.what), std::string::npos) << imported.error().message;
    if (!each.part.empty()) {
      EXPECT_NE(imported.error().message.find(placeOfText(each.text, each.part) + ":"), std::string::npos)
          << placeOfText(each.text, each.part) << ": " << imported.error().message;
    }
  }
}

TEST(ImportNvbench, TruncatedFilesNeverCrash) {
  const std::string good = dataText("nvbench.json");
  for (std::size_t length = 0; length < good.size(); length += 11) {
    EXPECT_FALSE(app::importNvbenchJson(std::string_view(good).substr(0, length), "f"));
  }
}

TEST(TextPlace, CountsLinesAndCharacters) {
  EXPECT_EQ(app::placeOf("abc\nd\xc3\xa9" "f", 7), (app::TextPlace{2, 3})) << "characters, not bytes";
  EXPECT_EQ(app::placeOf("", 5), (app::TextPlace{1, 1}));
  const std::string text = R"({"a": [1, {"b": "x]\"}", "c": [true, null]}], "d": {"e": -1.5}})";
  const auto at = [&](const char* path) { return text.substr(app::byteOfPath(text, path).value(), 3); };
  EXPECT_EQ(at("a[0]"), "1, ");
  EXPECT_EQ(at("a[1].b"), "\"x]");
  EXPECT_EQ(at("a[1].c[1]"), "nul");
  EXPECT_EQ(at("d.e"), "-1.");
  EXPECT_EQ(at("d.missing"), "{\"e") << "the value that it was looked for in";
  EXPECT_EQ(at("a[7]"), "[1,");
  EXPECT_FALSE(app::byteOfPath("  ", "a"));
}

// -- out and in again -----------------------------------------------------------------------------------------------------------------

TEST(NvbenchJson, ComesBackWithEverySampleThroughOurOwnImport) {
  model::Session session = test::cannedSession("histogram", 6);
  const model::Session hops = test::cannedSession("token_hop", 4);
  session.runs.insert(session.runs.end(), hops.runs.begin(), hops.runs.end());
  const std::string text = app::nvbenchJson(session, experiments::catalogue(), {"dsmscope", "export"});
  const auto back = app::importNvbenchJson(text, "x.nvbench.json");
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->session.runs.size(), session.runs.size());
  for (std::size_t place = 0; place < session.runs.size(); ++place) {
    const model::Run& before = *session.runs[place];
    const model::Run& after = runAt(*back, place);
    EXPECT_EQ(after.experiment, "nvbench: " + before.experiment);
    EXPECT_NE(after.variant.find("variant=" + before.variant), std::string::npos);
    ASSERT_EQ(after.samples.size(), before.samples.size());
    for (std::size_t at = 0; at < before.samples.size(); ++at) {
      EXPECT_EQ(after.samples[at].elapsedNs, before.samples[at].elapsedNs);
      EXPECT_EQ(after.samples[at].cycles, before.samples[at].cycles);
      EXPECT_EQ(after.samples[at].smClockHz, before.samples[at].smClockHz);
    }
    for (const auto& [id, value] : after.values) {
      if (id != "repeat") {
        EXPECT_EQ(before.values.at(id), value) << id;
      }
    }
    EXPECT_EQ(after.notes.find("no samples"), std::string::npos);
  }
  EXPECT_EQ(back->session.devices.at(0).smCount, session.devices.at(0).smCount);
}

// The layout that nvbench's own scripts walk: meta.version.json, devices[].id, benchmarks[].states[].summaries[].data[].value.
TEST(NvbenchJson, HasTheLayoutOfNvbenchsOwnFiles) {
  const model::Session session = test::cannedSession("token_hop", 8);
  const auto json = nlohmann::json::parse(app::nvbenchJson(session, experiments::catalogue(), {"dsmscope"}));
  EXPECT_EQ(json["meta"]["version"]["json"]["string"], "1.0.0");
  EXPECT_EQ(json["devices"][0]["id"], 0);
  ASSERT_EQ(json["benchmarks"].size(), 1U);
  const auto& bench = json["benchmarks"][0];
  EXPECT_EQ(bench["name"], "token_hop");
  std::set<std::string> axes;
  for (const auto& axis : bench["axes"]) {
    axes.insert(axis["name"].get<std::string>());
    EXPECT_TRUE(axis["type"] == "string" || axis["type"] == "int64");
    EXPECT_FALSE(axis["values"].empty());
    for (const auto& value : axis["values"]) EXPECT_TRUE(value.contains("input_string") && value.contains("description") && value.contains("value"));
  }
  EXPECT_TRUE(axes.contains("variant") && axes.contains("repeat")) << "four variants, twice each";
  ASSERT_EQ(bench["states"].size(), 8U);
  std::set<std::string> names;
  for (std::size_t place = 0; place < 8; ++place) {
    const auto& state = bench["states"][place];
    EXPECT_TRUE(names.insert(state["name"].get<std::string>()).second) << "scripts match states by name";
    EXPECT_EQ(state["device"], 0);
    EXPECT_EQ(state["is_skipped"], false);
    for (const auto& value : state["axis_values"]) EXPECT_TRUE(axes.contains(value["name"].get<std::string>()) && value["value"].is_string());
    double mean = 0;
    for (const model::Sample& sample : session.runs[place]->samples) mean += sample.elapsedNs * 1e-9 / 20;
    bool found = false;
    for (const auto& summary : state["summaries"]) {
      EXPECT_TRUE(summary.contains("tag") && summary["data"].is_array());
      if (summary["tag"] != "nv/cold/time/gpu/mean") continue;
      found = true;
      EXPECT_EQ(summary["hint"], "duration");
      EXPECT_NEAR(std::stod(summary["data"][0]["value"].get<std::string>()), mean, 1e-12);
    }
    EXPECT_TRUE(found);
    EXPECT_FALSE(state["dsmscope"]["command"].get<std::string>().empty()) << "provenance goes along";
  }
}

TEST(NvbenchJson, AFailedRunIsASkippedState) {
  model::Session session = test::cannedSession("token_hop", 2);
  model::Run failed = *session.runs[1];
  failed.status = model::RunStatus::failed;
  failed.error = {"x", "error 719", ""};
  session.runs[1] = std::make_shared<const model::Run>(failed);
  const auto json = nlohmann::json::parse(app::nvbenchJson(session, experiments::catalogue(), {}));
  EXPECT_EQ(json["benchmarks"][0]["states"][1]["is_skipped"], true);
  EXPECT_EQ(json["benchmarks"][0]["states"][1]["skip_reason"], "error 719");
}

TEST(ImportedSessions, AreSessionFilesLikeOthers) {
  for (const char* name : {"ncu_raw.csv", "ncu_details.csv", "nvbench.json"}) {
    const auto imported = app::importFile(QStringLiteral(DSM_SOURCE_DIR "/tests/app/data/") + QLatin1String(name));
    ASSERT_TRUE(imported) << imported.error().message;
    const std::string text = protocol::writeSession(imported->session, experiments::catalogue());
    const auto back = protocol::parseSession(text, experiments::catalogue());
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back->remarks.empty()) << back->remarks.front();
    EXPECT_EQ(protocol::writeSession(back->session, experiments::catalogue()), text);
    for (const model::RunPtr& run : back->session.runs) EXPECT_EQ(model::findSpec(experiments::catalogue(), run->experiment), nullptr);
  }
}

}  // namespace
