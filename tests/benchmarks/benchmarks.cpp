// SPDX-License-Identifier: GPL-3.0-or-later
// Writes BENCHMARKS.md from two recordings: the built-in one, and a second whole run on the same GPU. Every number is
// computed here from raw samples; nothing measured is written in this file but the earlier figures that it is
// compared with, which are prototypes' on an H200 (2026-11-30). Exit code 65: a recording
// cannot be read, or a statistic in it is not that of its samples.
//   dsm_benchmarks FIRST_FOLDER SECOND_FOLDER NOTES_FILE > BENCHMARKS.md
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <QByteArray>
#include <QFile>

#include "app/session/recording.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/model/compare.h"
#include "gpu/model/statistics.h"
#include "gpu/protocol/session_file.h"
#include "tests/benchmarks/counter_tables.h"

namespace {

using namespace dsm;

struct Recording {
  app::RecordingIndex index;
  std::map<std::string, model::Session> sessions;  // by experiment
};

// Every statistic in the file is recomputed from the raw samples.
bool statisticsHold(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return false;
  const QByteArray text = qUncompress(file.readAll());
  const auto check = protocol::checkSession(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), experiments::catalogue());
  if (!check) {
    std::cerr << path.toStdString() << ": " << check.error().message << "\n";
    return false;
  }
  std::cerr << path.toStdString() << ": " << check->runs << " runs, " << check->statistics << " statistics recomputed\n";
  return check->runs > 0 && check->statistics > 0;
}

std::optional<Recording> readAll(const char* folder) {
  const auto index = app::readRecordingIndex(QString::fromLocal8Bit(folder));
  if (!index) {
    std::cerr << index.error().message << "\n";
    return std::nullopt;
  }
  Recording recording{*index, {}};
  for (const app::RecordedExperiment& experiment : index->experiments) {
    auto session = app::readRecordedExperiment(*index, experiment.id, experiments::catalogue());
    if (!session) {
      std::cerr << session.error().message << "\n";
      return std::nullopt;
    }
    if (!statisticsHold(index->folder + QLatin1Char('/') + QString::fromStdString(experiment.file))) return std::nullopt;
    recording.sessions[experiment.id] = std::move(*session);
  }
  return recording;
}

std::string number(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

const model::ExperimentSpec& specOf(const std::string& id) { return *model::findSpec(experiments::catalogue(), id); }

const model::Run* find(const Recording& recording, const std::string& id, const std::string& variant, const model::Values& given) {
  const auto complete = model::completeValues(specOf(id), variant, given);
  const auto session = recording.sessions.find(id);
  if (!complete || session == recording.sessions.end()) return nullptr;
  for (const model::RunPtr& run : session->second.runs) {
    if (run->status == model::RunStatus::ok && model::sameConfiguration(specOf(id), *run, variant, *complete)) return run.get();
  }
  return nullptr;
}

model::Summary summaryOf(const model::Run* run, const std::string& quantity) {
  if (run == nullptr) return model::summarize({});
  return model::summarize(model::seriesOf(specOf(run->experiment), *run, quantity));
}

struct Claim {
  std::string experiment, variant;
  model::Values values;
  std::string quantity;
  double scale;
  int decimals;
  double low, high;     // what has to be reached; high 0: at least `low`; low 0: nothing
  std::string earlier;  // the figure to beat, in words
};

int missed = 0;

void claimRow(const Recording& first, const Recording& second, const std::string& label, const Claim& claim) {
  const model::Summary one = summaryOf(find(first, claim.experiment, claim.variant, claim.values), claim.quantity);
  const model::Summary two = summaryOf(find(second, claim.experiment, claim.variant, claim.values), claim.quantity);
  const double value = one.median * claim.scale;
  const bool reached = value >= claim.low && (claim.high == 0 || value <= claim.high);  // false for NaN
  missed += reached ? 0 : 1;
  const std::string toReach = claim.low == 0 ? "–"
                              : number(claim.low, claim.decimals) +
                                    (claim.high == 0 ? " or more" : "–" + number(claim.high, claim.decimals));
  std::cout << "| " << label << " | " << number(value, claim.decimals) << " | " << number(one.median95.low * claim.scale, claim.decimals)
            << "–" << number(one.median95.high * claim.scale, claim.decimals) << " | " << one.n << " | "
            << number(two.median * claim.scale, claim.decimals) << " | " << number((two.median / one.median - 1) * 100, 2) << " % | "
            << claim.earlier << " | " << toReach << " | " << (!reached ? "**no**" : claim.low == 0 ? "–" : "yes") << " |\n";
}

void tableHead(const char* what, const char* unit) {
  std::cout << "| " << what << " | median, " << unit << " | 95 % interval | n | second run | difference | earlier figure | to reach | reached |\n"
            << "|---|---:|---:|---:|---:|---:|---:|---:|---|\n";
}

void hops(const Recording& first, const Recording& second) {
  std::cout << "\n## One-way token hop, cluster of 2, 1000 round trips\n\n";
  tableHead("variant, threads a block", "cycles");
  for (const int threads : {128, 256}) {
    const model::Values values{{"threads", threads}};
    const std::string suffix = ", " + std::to_string(threads);
    claimRow(first, second, "dsmem_barrier" + suffix, {"token_hop", "dsmem_barrier", values, "hop_cycles", 1, 1, 0, 0, "–"});
    claimRow(first, second, "global_fence_barrier" + suffix, {"token_hop", "global_fence_barrier", values, "hop_cycles", 1, 1, 0, 0, "–"});
  }
  claimRow(first, second, "dsmem_barrier, 32", {"token_hop", "dsmem_barrier", {}, "hop_cycles", 1, 1, 400, 440, "417–436"});
  claimRow(first, second, "global_fence_barrier, 32", {"token_hop", "global_fence_barrier", {}, "hop_cycles", 1, 1, 980, 1060, "1015–1032"});
  claimRow(first, second, "grid_sync, 32", {"token_hop", "grid_sync", {}, "hop_cycles", 1, 1, 0, 0, "–"});
  claimRow(first, second, "relaunch, 32", {"token_hop", "relaunch", {}, "hop_cycles", 1, 1, 0, 0, "–"});
}

void tiles(const Recording& first, const Recording& second) {
  std::cout << "\n## Tile exchange, 16 KiB a block, clusters of 2, 5000 rounds\n\nEach byte counted once, on receipt.\n\n";
  tableHead("variant, threads, access", "TB/s");
  const auto row = [&](const char* variant, int threads, int bytes, double low, const char* earlier) {
    claimRow(first, second, std::string(variant) + ", " + std::to_string(threads) + ", " + std::to_string(bytes) + " B",
             {"tile_exchange", variant, {{"threads", threads}, {"load_bytes", bytes}}, "rate", 1e-12, 3, low, 0, earlier});
  };
  row("dsmem", 128, 4, 0.52, "0.53");
  row("global", 128, 4, 0.29, "0.30");
  row("dsmem", 256, 4, 0.95 * 0.98, "0.98");
  row("global", 256, 4, 0.95 * 0.52, "0.52");
  row("dsmem", 512, 4, 0.95 * 1.71, "1.71");
  row("global", 512, 4, 0.95 * 0.77, "0.77");
  row("dsmem", 1024, 4, 0.95 * 2.48, "2.48");
  row("global", 1024, 4, 0.95 * 0.93, "0.93");
  row("dsmem", 128, 16, 0.95 * 1.63, "1.63");
  row("dsmem", 256, 16, 0.95 * 2.49, "2.49");
  row("dsmem", 512, 16, 0.95 * 2.69, "2.69");
  row("dsmem", 1024, 16, 0.95 * 2.56, "2.56");
}

void histograms(const Recording& first, const Recording& second) {
  std::cout << "\n## Histogram, 2^28 uniform int32 keys\n\n";
  tableHead("variant, bins, threads, access", "G keys/s");
  const auto row = [&](const char* variant, int bins, int cluster, int threads, int bytes, double earlier) {
    model::Values values{{"bins", bins}, {"threads", threads}, {"load_bytes", bytes}};
    if (cluster > 0) values["cluster"] = cluster;
    const std::string label = std::string(variant) + (cluster > 0 ? " of " + std::to_string(cluster) : "") + ", " +
                              std::to_string(bins) + ", " + std::to_string(threads) + ", " + std::to_string(bytes) + " B";
    claimRow(first, second, label,
             {"histogram", variant, values, "rate", 1e-9, earlier < 10 ? 2 : 1, 0.95 * earlier, 0, number(earlier, 0)});
  };
  const std::map<int, double> global{{256, 4}, {4096, 35}, {32768, 69}, {65536, 92}, {131072, 92}, {262144, 101}, {524288, 101}};
  for (const auto& [bins, earlier] : global) row("global_atomics", bins, 0, 512, 4, earlier);
  row("block_private", 256, 0, 512, 16, 1064);
  row("block_private", 4096, 0, 1024, 16, 1070);
  row("block_private", 32768, 0, 1024, 16, 881);
  row("cluster_dsmem", 256, 2, 1024, 4, 133);
  row("cluster_dsmem", 4096, 2, 1024, 4, 134);
  row("cluster_dsmem", 32768, 2, 1024, 4, 162);
  row("cluster_dsmem", 65536, 2, 1024, 4, 164);
  row("cluster_dsmem", 65536, 2, 512, 4, 143);
  row("cluster_dsmem", 131072, 4, 1024, 4, 94);
  row("cluster_dsmem", 262144, 8, 1024, 4, 83);
  row("cluster_dsmem", 524288, 16, 512, 4, 71);
}

void agreement(const Recording& first, const Recording& second) {
  struct Difference {
    double percent;
    std::string what;
  };
  std::vector<Difference> differences;
  for (const auto& [id, session] : first.sessions) {
    const std::string headline = specOf(id).info().quantities.front().id;
    for (const model::RunPtr& run : session.runs) {
      const model::Run* again = find(second, id, run->variant, run->values);
      if (run->status != model::RunStatus::ok || again == nullptr) continue;
      const double ratio = summaryOf(again, headline).median / summaryOf(run.get(), headline).median;
      differences.push_back({std::abs(ratio - 1) * 100, model::commandFor(specOf(id), "run", {run->variant}, run->values)});
    }
  }
  std::ranges::sort(differences, std::greater{}, &Difference::percent);
  const auto over = std::ranges::count_if(differences, [](const Difference& d) { return d.percent > 2; });
  std::vector<double> percents;
  for (const Difference& d : differences) percents.push_back(d.percent);
  std::cout << "\n## Two whole runs\n\n" << differences.size() << " configurations were measured in both; the headline medians differ by "
            << number(model::summarize(percents).median, 2) << " % in the middle, and by more than 2 % in " << over << " of them"
            << (over > 0 ? ":\n\n" : ".\n");
  for (const Difference& d : differences) {
    if (d.percent > 2) std::cout << "- " << number(d.percent, 1) << " %: `" << d.what << "`\n";
  }
}

// How often the verdict of `dsmscope compare` is wrong on two runs of the same thing, and whether it finds what is there.
void verdicts(const Recording& first, const Recording& second) {
  struct Pair {
    const model::ExperimentSpec* spec;
    model::RunPtr base;
    model::Run next;
    model::Comparison comparison;
  };
  std::vector<Pair> pairs;
  for (const auto& [id, session] : first.sessions) {
    for (const model::ComparedPair& pair : model::compareSessions(session, second.sessions.at(id), experiments::catalogue()).pairs) {
      pairs.push_back({pair.spec, pair.base, *pair.next, pair.comparison});
    }
  }
  const auto percent = [&](const auto& holds) {
    return number(100.0 * static_cast<double>(std::ranges::count_if(pairs, holds)) / static_cast<double>(pairs.size()), 1) + " %";
  };
  const auto called = [](const model::Ratio& ratio, double threshold) {
    const model::Verdict verdict = model::verdictOf(ratio, threshold);
    return verdict == model::Verdict::faster || verdict == model::Verdict::slower;
  };
  std::cout << "\nThese " << pairs.size() << " pairs without a change are called faster or slower in";
  for (const double threshold : {0.0, 0.003, 0.01}) {
    std::cout << (threshold > 0 ? ", " : " ") << percent([&](const Pair& pair) { return called(pair.comparison.ratio, threshold); })
              << " at a threshold of " << number(threshold * 100, 1) << " %";
  }
  const auto foundSlower = [](const Pair& pair) {
    model::Run slowed = pair.next;
    for (model::Sample& sample : slowed.samples) {
      sample.elapsedNs *= 1.02;
      sample.cycles *= 1.02;
    }
    return model::compareRuns(pair.spec, *pair.base, nullptr, slowed, nullptr).verdict == model::Verdict::slower;
  };
  std::cout << " (to stay within: 5 %); a planted 2 % is found in " << percent(foundSlower) << " (to reach: 90 %).\n";
}

void charts(const Recording& recording) {
  std::cout << "\n## Charts\n\n";
  for (const app::RecordedExperiment& experiment : recording.index.experiments) {
    std::cout << "![" << specOf(experiment.id).info().label << ", latency](resources/benchmarks/" << experiment.id << ".svg)\n"
              << "![" << specOf(experiment.id).info().label << ", traffic](resources/benchmarks/" << experiment.id << "_traffic.svg)\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "dsm_benchmarks FIRST_FOLDER SECOND_FOLDER NOTES_FILE\n";
    return 2;
  }
  const auto first = readAll(argv[1]);
  const auto second = readAll(argv[2]);
  std::ifstream notes(argv[3]);
  if (!first || !second || !notes) return 65;
  const model::Device& device = first->index.devices.front();
  std::cout << "# Benchmarks\n\nWritten by `bash tests/benchmarks/make.sh` from the built-in recording and a second whole run; the test "
               "`benchmarks` fails while this page differs from them.\n\n"
            << device.name << ", " << device.smCount << " SMs, driver " << device.driver << ", CUDA " << device.cudaRuntime << ". First run "
            << first->index.made << ", second " << second->index.made << ", each by `" << first->index.command
            << "`. \"Earlier figure\" is what prototypes measured on an H200 before this project began; the histograms have to reach 0.95 of it "
               "at the same threads and access width. Medians with the order-statistics interval of the median.\n";
  hops(*first, *second);
  tiles(*first, *second);
  histograms(*first, *second);
  agreement(*first, *second);
  verdicts(*first, *second);
  benchmarks::writeCounterTables(std::cout, first->sessions);
  std::cout << "\n" << notes.rdbuf();
  charts(*first);
  std::cout << "![Tile exchange, traffic against rounds](resources/benchmarks/tile_exchange_rounds.svg)\n";
  if (missed == 0) return 0;
  std::cerr << missed << " figures were not reached: the page says so in bold\n";
  return 0;
}
