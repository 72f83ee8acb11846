// SPDX-License-Identifier: GPL-3.0-or-later
// How often a verdict is wrong, on real noise: two whole recordings of one H200 hold every configuration twice (A against A), and a
// planted shift says whether a change would be found. Prints the numbers that gpu/model/compare.h names.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "app/session/recording.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/model/compare.h"

namespace {

using namespace dsm;
using model::Verdict;

struct Pair {
  const model::ExperimentSpec* spec;
  model::RunPtr base;
  model::RunPtr next;
  model::Comparison comparison;  // as they are
};

std::vector<Pair> recordedPairs() {
  std::vector<Pair> pairs;
  const auto first = app::readRecordingIndex(QStringLiteral(DSM_SOURCE_DIR "/resources/recordings"));
  const auto second = app::readRecordingIndex(QStringLiteral(DSM_SOURCE_DIR "/tests/benchmarks/second_run"));
  if (!first || !second) return pairs;
  for (const model::ExperimentSpec* spec : experiments::catalogue()) {
    const auto base = app::readRecordedExperiment(*first, spec->info().id, experiments::catalogue());
    const auto next = app::readRecordedExperiment(*second, spec->info().id, experiments::catalogue());
    if (!base || !next) continue;
    for (model::ComparedPair& pair : model::compareSessions(*base, *next, experiments::catalogue()).pairs) {
      pairs.push_back({spec, pair.base, pair.next, std::move(pair.comparison)});
    }
  }
  return pairs;
}

const std::vector<Pair>& allPairs() {
  static const std::vector<Pair> kPairs = recordedPairs();
  return kPairs;
}

std::vector<Pair> somePairs(std::size_t count, unsigned seed) {
  std::vector<Pair> chosen;
  std::mt19937 random(seed);
  std::ranges::sample(allPairs(), std::back_inserter(chosen), static_cast<std::ptrdiff_t>(count), random);
  return chosen;
}

// The same run, `factor` times as long.
model::Run slowed(const model::Run& run, double factor) {
  model::Run copy = run;
  for (model::Sample& sample : copy.samples) {
    sample.elapsedNs *= factor;
    sample.cycles *= factor;
  }
  return copy;
}

Verdict shiftedVerdict(const Pair& pair, double factor) {
  return model::compareRuns(pair.spec, *pair.base, nullptr, slowed(*pair.next, factor), nullptr).verdict;
}

double fractionOf(const std::vector<Pair>& pairs, const std::function<bool(const Pair&)>& holds) {
  return static_cast<double>(std::ranges::count_if(pairs, holds)) / static_cast<double>(pairs.size());
}

Pair pairOf(const model::ExperimentSpec* spec, model::RunPtr base, model::RunPtr next) {
  model::Comparison comparison = model::compareRuns(spec, *base, nullptr, *next, nullptr);
  return {spec, std::move(base), std::move(next), std::move(comparison)};
}

double calledFraction(const std::vector<Pair>& pairs, double threshold) {
  return fractionOf(pairs, [&](const Pair& pair) {
    const Verdict verdict = model::verdictOf(pair.comparison.ratio, threshold);
    return verdict == Verdict::faster || verdict == Verdict::slower;
  });
}

TEST(ComparedRecordings, HoldTheSameConfigurations) { EXPECT_GE(allPairs().size(), 600U); }

TEST(ComparedRecordings, OfPairsWithoutAChangeAtMost5PercentAreCalledFasterOrSlower) {
  for (const double threshold : {0.0, 0.001, 0.003, 0.005, 0.01, 0.02}) {
    const double called = calledFraction(somePairs(200, 1), threshold);
    std::printf("threshold %.1f %%: %.1f %% of 200 A/A pairs called, %.2f %% of all %zu\n", threshold * 100, called * 100,
                calledFraction(allPairs(), threshold) * 100, allPairs().size());
    EXPECT_LE(called, 0.05) << threshold;
    EXPECT_LE(calledFraction(allPairs(), threshold), 0.05) << threshold;
  }
  // Whichever 200, at the threshold that a person finds set and without any.
  for (unsigned seed = 2; seed < 12; ++seed) {
    EXPECT_LE(calledFraction(somePairs(200, seed), model::kDefaultThreshold), 0.05) << seed;
    EXPECT_LE(calledFraction(somePairs(200, seed), 0), 0.05) << seed;
  }
  for (const model::ExperimentSpec* spec : experiments::catalogue()) {
    std::vector<Pair> own;
    std::ranges::copy_if(allPairs(), std::back_inserter(own), [&](const Pair& pair) { return pair.spec == spec; });
    if (own.empty()) continue;
    std::printf("%s: %.1f %% of %zu at a threshold of 0\n", spec->info().id.c_str(), calledFraction(own, 0) * 100, own.size());
    EXPECT_LE(calledFraction(own, 0), 0.05) << spec->info().id;
  }
}

TEST(ComparedRecordings, APlantedShiftOf2PercentIsFoundIn90Percent) {
  const std::vector<Pair> chosen = somePairs(200, 1);
  for (const auto* pairs : {&chosen, &allPairs()}) {
    const double slower = fractionOf(*pairs, [](const Pair& pair) { return shiftedVerdict(pair, 1.02) == Verdict::slower; });
    const double faster = fractionOf(*pairs, [](const Pair& pair) { return shiftedVerdict(pair, 1 / 1.02) == Verdict::faster; });
    std::printf("2 %% slower found in %.1f %%, 2 %% faster in %.1f %% of %zu\n", slower * 100, faster * 100, pairs->size());
    EXPECT_GE(slower, 0.9);
    EXPECT_GE(faster, 0.9);
  }
}

TEST(ComparedRecordings, MostPairsWithoutAChangeAreCalledTheSameAtThePresetThreshold) {
  const double same = fractionOf(allPairs(), [](const Pair& pair) { return pair.comparison.verdict == Verdict::same; });
  std::printf("same: %.1f %%\n", same * 100);
  EXPECT_GE(same, 0.9);
}

// Halves and resamples of one run: noise of the samples alone, of which the verdict must not make a change either.
TEST(ComparedRecordings, HalvesAndResamplesOfOneRunAreNoChange) {
  std::mt19937_64 random(3);
  std::vector<Pair> halves;
  std::vector<Pair> resamples;
  for (const Pair& pair : somePairs(200, 4)) {
    model::Run a = *pair.base;
    std::ranges::shuffle(a.samples, random);
    model::Run b = a;
    const std::size_t half = a.samples.size() / 2;
    a.samples.resize(half);
    b.samples.erase(b.samples.begin(), b.samples.begin() + static_cast<std::ptrdiff_t>(half));
    halves.push_back(pairOf(pair.spec, std::make_shared<const model::Run>(a), std::make_shared<const model::Run>(b)));
    model::Run drawn = *pair.base;
    std::uniform_int_distribution<std::size_t> pick(0, drawn.samples.size() - 1);
    for (model::Sample& sample : drawn.samples) sample = pair.base->samples[pick(random)];
    resamples.push_back(pairOf(pair.spec, pair.base, std::make_shared<const model::Run>(drawn)));
  }
  for (const auto* pairs : {&halves, &resamples}) {
    for (const double threshold : {0.0, model::kDefaultThreshold}) EXPECT_LE(calledFraction(*pairs, threshold), 0.05) << threshold;
    const double found = fractionOf(*pairs, [](const Pair& pair) { return shiftedVerdict(pair, 1.02) == Verdict::slower; });
    std::printf("%.1f %% called without a change, 2 %% found in %.1f %%\n", calledFraction(*pairs, 0) * 100, found * 100);
    EXPECT_GE(found, 0.9);
  }
}

// Why the noise between runs is in the interval: the samples alone would see changes in a third of the pairs.
TEST(ComparedRecordings, TheSamplesAloneWouldCallMuchMore) {
  const double called = fractionOf(
      allPairs(), [](const Pair& pair) { return pair.comparison.sampling95.low > 1 || pair.comparison.sampling95.high < 1; });
  std::printf("by the samples alone: %.1f %%\n", called * 100);
  EXPECT_GT(called, 0.2);
}

}  // namespace
