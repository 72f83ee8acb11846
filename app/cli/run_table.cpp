// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "app/cli/compare_text.h"
#include "app/cli/console.h"
#include "gpu/model/baseline.h"

namespace dsm::app {
namespace {

constexpr int kDigits = 4;
constexpr std::size_t kCountColumn = 5;
using Row = std::vector<std::string>;

// Four significant digits, zeros at the end too: 46.30 beside 46.29. Never by the locale.
std::string digitsText(double value) {
  if (!std::isfinite(value) || std::abs(value) >= 1e15) return numberText(value, kDigits);
  const int whole = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, std::clamp(kDigits - whole, 0, 12));
  return {text.data(), end.ptr};
}

std::string scaled(double value, const std::array<const char*, 5>& prefixes, const char* unit) {
  std::size_t step = 0;
  while (std::abs(value) >= 1000 && step + 1 < prefixes.size()) {
    value /= 1000;
    ++step;
  }
  return digitsText(value) + " " + prefixes[step] + unit;
}

std::string timeText(double ns) {
  if (std::abs(ns) >= 1e9) return digitsText(ns / 1e9) + " s";
  if (std::abs(ns) >= 1e6) return digitsText(ns / 1e6) + " ms";
  if (std::abs(ns) >= 1e3) return digitsText(ns / 1e3) + " us";
  return digitsText(ns) + " ns";
}

std::string stateText(const model::Run& run) {
  switch (run.status) {
    case model::RunStatus::failed:
      return "failed: " + run.error.message;
    case model::RunStatus::cancelled:
      return "cancelled";
    case model::RunStatus::ok:
      break;
  }
  if (run.validation.done && !run.validation.correct) return "wrong: " + run.validation.detail;
  return std::string(model::originName(run.origin)) + (run.validation.done ? ", correct" : ", not validated");
}

Row rowOf(const model::Run& run, const model::Catalogue& catalogue) {
  Row row{run.experiment, run.variant, "", "-", "-", "-", "-", stateText(run)};
  const model::ExperimentSpec* spec = model::findSpec(catalogue, run.experiment);
  if (spec == nullptr) return row;
  row[2] = configurationText(*spec, run);
  const bool usable = run.status == model::RunStatus::ok && (!run.validation.done || run.validation.correct);
  if (!usable || run.samples.empty()) return row;
  const model::QuantityInfo& headline = spec->info().quantities.front();
  const model::Summary summary = model::summarize(model::seriesOf(*spec, run, headline.id));
  row[3] = quantityText(summary.median, headline.unit);
  row[4] = quantityText(summary.median95.low, headline.unit) + " to " + quantityText(summary.median95.high, headline.unit);
  row[5] = std::to_string(summary.n);
  if (const model::QuantityInfo* rate = spec->quantity(spec->info().rateQuantity); rate != nullptr) {
    row[6] = quantityText(model::summarize(model::seriesOf(*spec, run, rate->id)).median, rate->unit);
  }
  return row;
}

std::vector<Row> rowsOf(const std::vector<model::RunPtr>& runs, const model::Catalogue& catalogue) {
  std::vector<Row> rows{{"experiment", "variant", "configuration", "median", "95 % interval", "n", "rate", "state"}};
  for (const model::RunPtr& run : runs) {
    rows.push_back(rowOf(*run, catalogue));
    for (std::string& cell : rows.back()) cell = onOneLine(cell);
  }
  return rows;
}

using Kind = model::Comparison::Kind;

Row comparedCells(const model::Comparison& comparison, const model::Session& session, const model::Catalogue& catalogue) {
  Row cells{comparison.kind == Kind::pinned ? std::string("pinned") : verdictText(comparison), "-", ""};
  if (const model::RunPtr base = session.run(comparison.baseId)) {
    const model::ExperimentSpec* spec = model::findSpec(catalogue, base->experiment);
    cells[1] = base->variant + (spec == nullptr ? std::string() : " (" + configurationText(*spec, *base) + ")");
  }
  for (const model::Difference& each : comparison.differences) cells[2] += (cells[2].empty() ? "" : " ") + model::differenceSentence(each);
  for (std::string& cell : cells) cell = cell.empty() ? std::string("-") : onOneLine(cell);
  return cells;
}

// No column where no run has anything to be compared with.
void addCompared(std::vector<Row>& rows, const std::vector<model::RunPtr>& runs, const model::Catalogue& catalogue,
                 const model::Session& session, double threshold) {
  std::vector<model::Comparison> all;
  for (const model::RunPtr& run : runs) {
    const model::ExperimentSpec* spec = model::findSpec(catalogue, run->experiment);
    all.push_back(spec == nullptr ? model::Comparison{} : model::compareWithNearestPinned(*spec, session, *run, threshold));
  }
  const auto says = [](const model::Comparison& each) { return each.kind == Kind::pinned || each.kind == Kind::verdict; };
  if (std::ranges::none_of(all, says)) return;
  rows.front().insert(rows.front().end(), {"ratio to pinned (95 %)", "compared with", "not alike"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Row cells = comparedCells(all[i], session, catalogue);
    rows[i + 1].insert(rows[i + 1].end(), cells.begin(), cells.end());
  }
}

// Markdown may hold HTML, links and pictures: names from a file must not become any.
std::string markdownCell(const std::string& text) {
  std::string cell;
  for (const char letter : text) {
    if (letter == '<') {
      cell += "&lt;";
    } else if (letter == '&') {
      cell += "&amp;";
    } else {
      if (letter == '|' || letter == '`' || letter == '\\' || letter == '[' || letter == ']' || letter == '!') cell += '\\';
      cell += letter;
    }
  }
  return cell;
}

}  // namespace

std::string quantityText(double value, model::Unit unit) {
  static constexpr std::array<const char*, 5> kPrefixes{"", "k", "M", "G", "T"};
  if (!std::isfinite(value)) return "-";
  switch (unit) {
    case model::Unit::nanoseconds:
      return timeText(value);
    case model::Unit::cycles:
      return digitsText(value) + " cycles";
    case model::Unit::hertz:
      return scaled(value, kPrefixes, "Hz");
    case model::Unit::bytes:
      return scaled(value, kPrefixes, "B");
    case model::Unit::bytesPerSecond:
      return scaled(value, kPrefixes, "B/s");
    case model::Unit::keysPerSecond:
      return scaled(value, {"", "k ", "M ", "G ", "T "}, "keys/s");
    case model::Unit::none:
    case model::Unit::count:
    case model::Unit::fraction:
      break;
  }
  return digitsText(value);
}

std::string configurationText(const model::ExperimentSpec& spec, const model::Run& run) {
  std::string text;
  for (const model::Parameter& parameter : spec.info().parameters) {
    const auto found = run.values.find(parameter.id);
    if (found == run.values.end() || !parameter.identity || found->second == parameter.defaultValue) continue;
    text += (text.empty() ? "" : " ") + parameter.id + "=" + model::valueWord(parameter, found->second);
  }
  return text.empty() ? "defaults" : text;
}

std::string runSentence(const model::Run& run, const model::Catalogue& catalogue) {
  const Row row = rowOf(run, catalogue);
  const std::string head = row[0] + " " + row[1] + " (" + row[2] + "): ";
  return row[3] == "-" ? head + row[7] : head + row[3] + ", " + row[6] + ", n = " + row[5];
}

std::string alignedText(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column) widths[column] = std::max(widths[column], row[column].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      line += printable(row[column]);
      if (column + 1 < row.size()) line += std::string(widths[column] - row[column].size() + 2, ' ');
    }
    text += line + "\n";
  }
  return text;
}

std::string runTableText(const std::vector<model::RunPtr>& runs, const model::Catalogue& catalogue) { return alignedText(rowsOf(runs, catalogue)); }

std::string runTableMarkdown(const std::vector<model::RunPtr>& runs, const model::Catalogue& catalogue, const model::Session& session,
                             double threshold) {
  std::vector<Row> rows = rowsOf(runs, catalogue);
  addCompared(rows, runs, catalogue, session, threshold);
  std::string text;
  for (const Row& row : rows) {
    const bool first = text.empty();
    for (const std::string& cell : row) text += "| " + markdownCell(cell) + " ";
    text += "|\n";
    if (!first) continue;
    for (std::size_t column = 0; column < row.size(); ++column) text += column == kCountColumn ? "|---:" : "|---";
    text += "|\n";
  }
  return text;
}

}  // namespace dsm::app
