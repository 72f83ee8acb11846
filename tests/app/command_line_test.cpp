// SPDX-License-Identifier: GPL-3.0-or-later
// The command line and the plan of the recording: pure functions, tested without an application.
#include <set>

#include <gtest/gtest.h>

#include "app/cli/command_line.h"
#include "app/cli/recording_plan.h"
#include "app/cli/run_table.h"
#include "app/worker/worker_command.h"
#include "gpu/experiments/catalogue.h"
#include "tests/fake_worker/canned_run.h"

namespace {

using namespace dsm;
using app::CommandKind;

model::Expected<app::CommandLine> parse(const QStringList& arguments) { return app::parseCommandLine(arguments, experiments::catalogue()); }
const model::ExperimentSpec& spec(const char* id) { return *model::findSpec(experiments::catalogue(), id); }

TEST(CommandLine, WordsChooseTheCommand) {
  EXPECT_EQ(parse({})->kind, CommandKind::window);
  EXPECT_EQ(parse({"a.dsmscope", "b.dsmscope"})->positional.size(), 2);
  EXPECT_EQ(parse({"devices"})->kind, CommandKind::devices);
  EXPECT_EQ(parse({"--version"})->kind, CommandKind::version);
  EXPECT_EQ(parse({"run", "--help"})->kind, CommandKind::help);
  EXPECT_EQ(parse({"run", "--help"})->helpFor, "run");
  EXPECT_EQ(parse({"run", "histogram", "--bins", "2^16", "--variant", "cluster_dsmem", "--variant", "global_atomics"})
                ->values.at("variant")
                .size(),
            2);
}

TEST(CommandLine, WrongUseIsOneSentenceThatNamesTheArgument) {
  for (const auto& [arguments, part] :
       std::vector<std::pair<QStringList, std::string>>{{{"--nonsense"}, "nonsense"},
                                                        {{"run"}, "EXPERIMENT"},
                                                        {{"run", "a", "b"}, "b"},
                                                        {{"run", "histogram", "--bins"}, "bins"},
                                                        {{"run", "histogram", "--bins", "1", "--bins", "2"}, "bins"},
                                                        {{"devices", "more"}, "more"},
                                                        {{"check", "f", "--bins", "1"}, "bins"}}) {
    const auto line = parse(arguments);
    ASSERT_FALSE(line) << part;
    EXPECT_EQ(line.error().code, "usage");
    EXPECT_NE(line.error().message.find(part), std::string::npos) << line.error().message;
    EXPECT_EQ(line.error().message.find('\n'), std::string::npos);
  }
}

TEST(CommandLine, EveryParameterOfEveryExperimentIsAnOption) {
  for (const model::ExperimentSpec* each : experiments::catalogue()) {
    for (const model::Parameter& parameter : each->info().parameters) {
      QString option = QStringLiteral("--") + QString::fromStdString(parameter.id).replace('_', '-');
      const auto line = parse({"run", QString::fromStdString(each->info().id), option,
                               QString::fromStdString(model::valueWord(parameter, parameter.defaultValue))});
      ASSERT_TRUE(line) << line.error().message;
      const auto values = app::parameterValues(*line, *each, experiments::catalogue());
      ASSERT_TRUE(values) << values.error().message;
      EXPECT_EQ(values->at(parameter.id), parameter.defaultValue);
    }
    EXPECT_TRUE(app::helpText("run", experiments::catalogue()).contains(QString::fromStdString(each->info().id)));
  }
}

TEST(CommandLine, ImpossibleValuesAreNamed) {
  const auto values = app::parameterValues(*parse({"run", "histogram", "--threads", "2048"}), spec("histogram"), experiments::catalogue());
  ASSERT_FALSE(values);
  EXPECT_NE(values.error().message.find("2048"), std::string::npos);
  const auto foreign = app::parameterValues(*parse({"run", "token_hop", "--bins", "8"}), spec("token_hop"), experiments::catalogue());
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().code, "usage");
  EXPECT_FALSE(app::variantList(*parse({"run", "histogram", "--variant", "relaunch"}), spec("histogram")));
}

TEST(CommandLine, HelpNamesEveryVisibleCommandAndNoHiddenOne) {
  const QString help = app::helpText({}, experiments::catalogue());
  for (const app::CommandText& command : app::commandTexts()) {
    if (command.name.isEmpty()) continue;
    EXPECT_EQ(help.contains("dsmscope " + command.name), !command.hidden) << command.name.toStdString();
  }
}

TEST(WorkerCommand, IsSplitLikeAShellWouldButNoShellRuns) {
  EXPECT_EQ(*app::splitCommand("ssh host dsmscope-worker"), (QStringList{"ssh", "host", "dsmscope-worker"}));
  EXPECT_EQ(*app::splitCommand("  'a b'  \"c \\\" d\" e\\ f '' "), (QStringList{"a b", "c \" d", "e f", ""}));
  EXPECT_EQ(*app::splitCommand("sh -c '$HOME; rm *'"), (QStringList{"sh", "-c", "$HOME; rm *"}));
  EXPECT_EQ(app::splitCommand("ssh 'host").error().code, "bad_value");
  EXPECT_EQ(app::splitCommand("   ").error().code, "bad_value");
}

TEST(RecordingPlan, HoldsEachLegalConfigurationOnceAndCountsTheOthers) {
  const model::Device device = test::cannedDevice();
  for (const model::ExperimentSpec* each : experiments::catalogue()) {
    const app::RecordingPlan plan = app::recordingPlan(*each, device, app::RecordingExtent::full);
    std::set<std::pair<std::string, model::Values>> seen;
    for (const model::RunRequest& request : plan.requests) {
      EXPECT_TRUE(each->legality(request.values, request.variant, device).fits);
      EXPECT_TRUE(seen.emplace(request.variant, request.values).second);
      EXPECT_EQ(request.deviceUuid, device.uuid);
    }
    for (const model::VariantInfo& variant : each->info().variants) {
      const auto defaults = model::completeValues(*each, variant.id, {});
      if (!each->legality(*defaults, variant.id, device).fits) continue;
      const bool has = std::ranges::any_of(plan.requests, [&](const model::RunRequest& request) {
        model::Run run;
        run.experiment = request.experiment;
        run.variant = request.variant;
        run.values = request.values;
        return model::sameConfiguration(*each, run, variant.id, *defaults);
      });
      EXPECT_TRUE(has) << each->info().id << " " << variant.id << ": what the window shows first must be recorded";
    }
    const app::RecordingPlan quick = app::recordingPlan(*each, device, app::RecordingExtent::quick);
    EXPECT_LT(quick.requests.size(), plan.requests.size());
    EXPECT_GT(quick.requests.size(), 0U);
  }
}

TEST(RecordingPlan, VariesWhatTheIssueNames) {
  const auto values = [](const char* experiment, const char* parameter) {
    std::set<std::int64_t> all;
    for (const auto& request : app::recordingPlan(spec(experiment), test::cannedDevice(), app::RecordingExtent::full).requests) {
      if (request.values.contains(parameter)) all.insert(request.values.at(parameter));
    }
    return all;
  };
  EXPECT_EQ(values("histogram", "cluster"), (std::set<std::int64_t>{1, 2, 4, 8, 16}));
  EXPECT_EQ(values("histogram", "threads"), (std::set<std::int64_t>{256, 512, 1024}));
  EXPECT_EQ(values("histogram", "bins").size(), 12U);
  EXPECT_EQ(*values("histogram", "bins").rbegin(), 524288);
  EXPECT_EQ(values("histogram", "input"), (std::set<std::int64_t>{0, 1}));
  EXPECT_EQ(values("tile_exchange", "rounds"), (std::set<std::int64_t>{100, 200, 1000, 5000}));
  EXPECT_TRUE(values("tile_exchange", "load_bytes").contains(16));
}

TEST(RecordingPlan, LeavesOutWhatADeviceWithoutClustersCannotRun) {
  model::Device old = test::cannedDevice();
  old.ccMajor = 8;
  old.maxClusterPortable = old.maxClusterNonPortable = 0;
  const app::RecordingPlan plan = app::recordingPlan(spec("token_hop"), old, app::RecordingExtent::full);
  EXPECT_GT(plan.illegal, 0U);
  for (const model::RunRequest& request : plan.requests) EXPECT_FALSE(spec("token_hop").variant(request.variant)->needsClusters);
}

TEST(RunTable, SpellsNumbersWithAPoint) {
  EXPECT_EQ(app::quantityText(1234567, model::Unit::nanoseconds), "1.235 ms");
  EXPECT_EQ(app::quantityText(0.525e12, model::Unit::bytesPerSecond), "525.0 GB/s");
  EXPECT_EQ(app::quantityText(46.3e6, model::Unit::nanoseconds), "46.30 ms");
  EXPECT_EQ(app::quantityText(1023.7, model::Unit::cycles), "1024 cycles");
  EXPECT_EQ(app::quantityText(417.25, model::Unit::cycles), "417.2 cycles");
  EXPECT_EQ(app::quantityText(std::numeric_limits<double>::quiet_NaN(), model::Unit::cycles), "-");
}

}  // namespace
