// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/interleave.h"

#include <algorithm>
#include <string>

#include "gpu/model/compare.h"

namespace dsm::app {
namespace {

constexpr double kAmpleBudgetSeconds = 3600;  // a portion is exactly its samples, also where one takes seconds

std::string sideName(const InterleavePlan& plan, std::size_t side, std::size_t round) {
  return "Round " + std::to_string(round + 1) + " of " + plan.sides[side].variant;
}

// How often the same kernel looked for a place of its memory may differ: everything that it was launched with may not.
bool sameLaunch(const model::LaunchInfo& a, const model::LaunchInfo& b) {
  return a.gridBlocks == b.gridBlocks && a.clusterSize == b.clusterSize && a.threads == b.threads && a.staticBytes == b.staticBytes &&
         a.dynamicBytes == b.dynamicBytes && a.registersPerThread == b.registersPerThread && a.blocksPerSm == b.blocksPerSm &&
         a.activeClusters == b.activeClusters && a.launchesPerSample == b.launchesPerSample;
}

bool isOf(const model::Run& run, const model::RunRequest& request, const model::Catalogue& catalogue) {
  if (run.experiment != request.experiment || run.variant != request.variant) return false;
  const model::ExperimentSpec* spec = model::findSpec(catalogue, request.experiment);
  if (spec == nullptr) return run.values == request.values;
  const auto complete = model::completeValues(*spec, request.variant, request.values);
  return complete && run.values == *complete;
}

model::Expected<void> checkRound(const InterleavePlan& plan, const model::Run& run, const model::Run* first, std::size_t side,
                                 std::size_t round, const model::Catalogue& catalogue) {
  const std::string name = sideName(plan, side, round);
  if (!isOf(run, plan.sides[side], catalogue)) {
    return model::fail("not_interleaved", name + " is a run of " + run.experiment + " " + run.variant + " in another configuration.");
  }
  if (run.status == model::RunStatus::failed) return model::fail(run.error.code, name + " failed: " + run.error.message, run.error.hint);
  if (run.validation.done && !run.validation.correct) {
    return model::fail("wrong_result", name + " gave a wrong result: " + run.validation.detail + ".", "Its times do not count.");
  }
  if (run.samples.size() != plan.portion) {
    return model::fail("not_interleaved", name + " has " + std::to_string(run.samples.size()) + " samples, " +
                                              std::to_string(plan.portion) + " were asked for.");
  }
  if (first == nullptr) return {};
  if (!sameLaunch(run.launch, first->launch) || run.provenance.kernelBuildId != first->provenance.kernelBuildId ||
      run.deviceUuid != first->deviceUuid) {
    return model::fail("other_launch", name + " was not launched as the first round was: they do not belong to one run.",
                       "Measure again, with nothing else on the GPU.");
  }
  return {};
}

// One command where the sides differ in the variant alone; else each side's own, as a remark for the shell.
std::string commandOf(const InterleavePlan& plan, const std::vector<model::Run>& joined, const model::Catalogue& catalogue) {
  const model::ExperimentSpec* spec = model::findSpec(catalogue, joined.front().experiment);
  std::vector<std::string> variants;
  model::Values values;
  bool plain = spec != nullptr;
  for (const model::Run& run : joined) {
    plain = plain && run.experiment == joined.front().experiment && std::ranges::find(variants, run.variant) == variants.end();
    variants.push_back(run.variant);
    for (const auto& [id, value] : run.values) plain = values.emplace(id, value).first->second == value && plain;
  }
  if (plain) {
    return model::commandFor(*spec, "run", variants, values) + " --samples " + std::to_string(plan.portion) + " --interleave " +
           std::to_string(plan.rounds);
  }
  std::string command;
  for (const model::Run& run : joined) command += (command.empty() ? "" : " # in turn with: ") + run.provenance.command;
  return command;
}

void append(model::Run& joined, const model::Run& round) {
  joined.samples.insert(joined.samples.end(), round.samples.begin(), round.samples.end());
  joined.provenance.warmupNs += round.provenance.warmupNs;
  for (const std::string& reason : round.provenance.throttleReasons) {
    auto& known = joined.provenance.throttleReasons;
    if (std::ranges::find(known, reason) == known.end()) known.push_back(reason);
  }
  joined.validation = round.validation;
}

}  // namespace

model::Expected<InterleavePlan> interleaved(std::vector<model::RunRequest> sides, std::size_t rounds) {
  if (sides.size() < 2) return model::fail("bad_value", "Measuring in turn needs two runs or more.", "Name two variants.");
  if (rounds < kFewestRounds || rounds > kMostRounds) {
    return model::fail("bad_value", "Measuring in turn takes " + std::to_string(kFewestRounds) + " to " + std::to_string(kMostRounds) +
                                        " rounds, not " + std::to_string(rounds) + ".");
  }
  InterleavePlan plan;
  plan.rounds = rounds;
  plan.portion = std::ranges::min_element(sides, {}, [](const auto& side) { return side.plan.minSamples; })->plan.minSamples;
  if (plan.portion == 0) return model::fail("bad_value", "A round without samples measures nothing.");
  for (const model::RunRequest& side : sides) {
    if (side.deviceUuid != sides.front().deviceUuid) {
      return model::fail("bad_value", "Measuring in turn needs one device, not two.", "Choose runs of the same GPU.");
    }
  }
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t step = 0; step < sides.size(); ++step) {
      const std::size_t side = round % 2 == 0 ? step : sides.size() - 1 - step;
      model::RunRequest request = sides[side];
      request.plan.minSamples = request.plan.maxSamples = plan.portion;
      request.plan.budgetSeconds = kAmpleBudgetSeconds;
      plan.requests.push_back(std::move(request));
      plan.sideOf.push_back(side);
    }
  }
  plan.sides = std::move(sides);
  return plan;
}

model::Expected<std::vector<model::RunPtr>> joinInterleaved(const InterleavePlan& plan, const std::vector<model::RunPtr>& arrived,
                                                            const model::Catalogue& catalogue) {
  const std::size_t sides = plan.sides.size();
  const auto stopped = std::ranges::find_if(arrived, [](const model::RunPtr& run) { return run->status == model::RunStatus::cancelled; });
  const std::size_t usable = std::min(static_cast<std::size_t>(stopped - arrived.begin()), plan.requests.size());
  std::vector<model::Run> joined(sides);
  std::vector<const model::Run*> first(sides, nullptr);
  for (std::size_t place = 0; place < usable; ++place) {
    const std::size_t side = plan.sideOf[place];
    if (auto checked = checkRound(plan, *arrived[place], first[side], side, place / sides, catalogue); !checked) {
      return tl::unexpected(checked.error());
    }
    if (place / sides >= usable / sides) continue;  // of a round that was not finished
    if (first[side] == nullptr) {
      first[side] = arrived[place].get();
      joined[side] = *first[side];
    } else {
      append(joined[side], *arrived[place]);
    }
  }
  if (usable < sides) return model::fail("cancelled", "Stopped before one round was measured.");
  const std::string command = commandOf(plan, joined, catalogue);
  const std::string date = joined.front().provenance.date;
  std::vector<model::RunPtr> runs;
  for (std::size_t side = 0; side < sides; ++side) {
    model::Run& run = joined[side];
    run.plan = plan.sides[side].plan;
    run.plan.minSamples = plan.portion;
    run.plan.maxSamples = static_cast<std::uint32_t>(run.samples.size());
    run.stopReason = std::string(model::kInterleavedStop);
    run.provenance.command = command;
    run.provenance.date = date;
    run.counters.reset();
    runs.push_back(std::make_shared<const model::Run>(std::move(run)));
  }
  return runs;
}

}  // namespace dsm::app
