// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/counter_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/counter_books.h"

namespace dsm::benchmarks {
namespace {

using model::CounterRole;

const model::ExperimentSpec& specOf(const std::string& id) { return *model::findSpec(experiments::catalogue(), id); }

bool isCounted(const model::Run& run) { return run.status == model::RunStatus::ok && run.counters && run.counters->collected; }

std::vector<model::BookLine> booksOf(const model::Run& run) {
  return model::booksOf(specOf(run.experiment).expectedTraffic(run.values, run.variant, run.launch), *run.counters);
}

const model::BookLine* lineOf(const std::vector<model::BookLine>& books, CounterRole role) {
  const auto found = std::ranges::find(books, role, &model::BookLine::role);
  return found == books.end() ? nullptr : &*found;
}

// "10.813 GB", "≤ 0.30 MB", "–".
std::string bytesText(double bytes, model::Bound bound) {
  static constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; std::abs(bytes) >= 1000 && unit < 4; ++unit) bytes /= 1000;
  char text[64];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.4g %s", bytes, kUnits[unit]);
  return (bound == model::Bound::atMost ? "≤ " : "") + std::string(text);
}

std::string measuredText(const model::BookLine* line) { return line == nullptr ? "–" : bytesText(line->measuredBytes, line->bound); }

std::string residualText(const model::BookLine* line) {
  if (line == nullptr || !line->expectedBytes) return "–";
  if (*line->expectedBytes == 0) return line->bound == model::Bound::atMost ? "background" : bytesText(line->residualBytes, line->bound);
  char text[32];
  std::snprintf(text, sizeof text, "%+.4f %%", line->residualFraction * 100);
  return text;
}

void row(std::ostream& out, const std::string& label, const model::Run& run) {
  const auto books = booksOf(run);
  const model::BookLine* dsmem = lineOf(books, CounterRole::dsmemIn);
  const model::BookLine* fromSm = lineOf(books, CounterRole::l2FromSm);
  out << "| " << label << " | " << measuredText(dsmem) << " | " << residualText(dsmem) << " | " << measuredText(fromSm) << " | "
      << residualText(fromSm) << " | " << measuredText(lineOf(books, CounterRole::l2Total)) << " | "
      << measuredText(lineOf(books, CounterRole::dramRead)) << " | " << measuredText(lineOf(books, CounterRole::dramWrite)) << " |\n";
}

void head(std::ostream& out, const char* what) {
  out << "| " << what << " | DSMEM received | from arithmetic | L2 from the SMs | from arithmetic | L2 in total | DRAM read | DRAM written |\n"
      << "|---|---:|---:|---:|---:|---:|---:|---:|\n";
}

const model::Run* find(const model::Session& session, const std::string& id, const std::string& variant, const model::Values& given) {
  const auto complete = model::completeValues(specOf(id), variant, given);
  for (const model::RunPtr& run : session.runs) {
    if (complete && isCounted(*run) && model::sameConfiguration(specOf(id), *run, variant, *complete)) return run.get();
  }
  return nullptr;
}

// How many runs of the variant, and the largest residual of the role as a fraction of what was expected.
void worst(std::ostream& out, const model::Session& session, const std::string& variant, CounterRole role, const char* what) {
  double most = 0;
  int runs = 0;
  for (const model::RunPtr& run : session.runs) {
    if (!isCounted(*run) || run->variant != variant) continue;
    const auto books = booksOf(*run);
    const model::BookLine* line = lineOf(books, role);
    if (line == nullptr || !line->expectedBytes || *line->expectedBytes == 0) continue;
    most = std::max(most, std::abs(line->residualFraction));
    ++runs;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.4f %%", most * 100);
  out << "- " << what << " of `" << variant << "`: at most " << text << " off in " << runs << " configurations.\n";
}

}  // namespace

void writeCounterTables(std::ostream& out, const std::map<std::string, model::Session>& sessions) {
  std::size_t counted = 0;
  std::size_t all = 0;
  for (const auto& [id, session] : sessions) {
    all += session.runs.size();
    counted += static_cast<std::size_t>(std::ranges::count_if(session.runs, [](const model::RunPtr& run) { return isCounted(*run); }));
  }
  if (counted == 0) return;
  out << "\n## Counters: do the books balance?\n\n" << counted << " of " << all
      << " runs of the first recording have counters (one pass, L2 warm). \"From arithmetic\" is how far the counter is from the bytes that the "
         "experiment must move; ≤ is a counter no higher than three times that of a blank kernel. The same data at more rounds writes "
         "no more to DRAM: the tiles stay in L2, so a small number there is not proof that the way through global memory is free.\n\n"
         "### Tile exchange against its rounds, 128 threads\n\n";
  const model::Session& tiles = sessions.at("tile_exchange");
  head(out, "variant, rounds");
  for (const char* variant : {"dsmem", "global", "grid_sync", "relaunch"}) {
    for (const int rounds : {100, 200, 1000, 5000}) {
      const model::Run* run = find(tiles, "tile_exchange", variant, {{"rounds", rounds}});
      if (run != nullptr) row(out, std::string(variant) + ", " + std::to_string(rounds), *run);
    }
  }
  out << "\n";
  worst(out, tiles, "dsmem", CounterRole::dsmemIn, "DSMEM bytes");
  worst(out, tiles, "global", CounterRole::l2FromSm, "Sectors from the SMs");
  out << "\n### Histogram, 2^28 keys, 512 threads\n\n";
  const model::Session& histograms = sessions.at("histogram");
  head(out, "variant, bins");
  for (const int bins : {256, 4096, 65536, 524288}) {
    for (const char* variant : {"block_private", "cluster_dsmem", "global_atomics"}) {
      model::Values values{{"bins", bins}};
      if (std::string(variant) == "cluster_dsmem" && bins > 65536) values = {{"bins", bins}, {"cluster", 16}, {"non_portable", 1}};
      const model::Run* run = find(histograms, "histogram", variant, values);
      if (run != nullptr) row(out, std::string(variant) + ", " + std::to_string(bins), *run);
    }
  }
}

}  // namespace dsm::benchmarks
