// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of runs of a report: every run with its settings, its median and interval, what was counted, whether it was
// right, how it compares with a pinned one, and where the number comes from. Figures first, since the unit of a column depends
// on all its numbers.
#include "ui/catalogue_text.h"
#include "ui/charts/axis_scale.h"
#include "ui/export/report_parts.h"
#include "ui/export/report_table.h"
#include "ui/runs/run_text.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_data.h"
#include "ui/traffic/traffic_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace dsm::ui {
namespace {

// What one step takes on: figures cost by samples, rows by their number.
constexpr std::size_t kSamplesInStep = 100'000;
constexpr std::size_t kRowsInStep = 100;
constexpr int kLongestId = 48;
constexpr double kHertzPerMegahertz = 1e6;
constexpr std::array kCounted = {model::CounterRole::dsmemIn, model::CounterRole::l2FromSm, model::CounterRole::dramWrite};

struct Quantity {
  std::string id;  // empty: the time of a launch, which needs no spec
  QString label;
  model::Unit unit = model::Unit::nanoseconds;
  UnitScale scale;
};

struct Row {
  model::RunPtr run;
  std::vector<std::optional<model::Summary>> figures;  // parallel to the quantities
};

class RunTable {
 public:
  RunTable(const ReportParts& parts, const model::ExperimentSpec* spec, std::vector<model::RunPtr> runs);
  std::size_t size() const { return m_rows.size(); }
  std::size_t samplesOf(std::size_t row) const { return m_rows[row].run->samples.size(); }
  void readFigures(std::size_t row);
  void begin(HtmlPage& page, const QString& caption);
  void write(std::size_t row);
  void end(HtmlPage& page);

 private:
  std::vector<ReportColumn> columns();
  QStringList cellsOf(const Row& row);
  QString counted(const model::Run& run, model::CounterRole role);
  QString missing(const QString& reason);
  std::optional<model::Summary> summaryOf(const model::Run& run, const Quantity& quantity) const;
  const model::Comparison& comparisonOf(const model::Run& run) const;
  void addComparedColumns(std::vector<ReportColumn>& columns);
  QString baselineText(const model::Run& run) const;
  QStringList comparedCells(const model::Run& run);
  QString ratioCell(const model::Run& run);
  void writeBaselines(HtmlPage& page) const;

  const ReportParts& m_parts;
  const model::ExperimentSpec* m_spec;
  std::vector<Row> m_rows;
  std::vector<Quantity> m_quantities;
  std::vector<std::string> m_parameters;  // ids of those that some run has
  std::vector<model::RunPtr> m_pinned;     // that these runs are compared with
  bool m_anyCounters = false, m_anyNotes = false, m_anyTags = false, m_anyDifferences = false;
  std::map<QString, int> m_reasons;  // of en dashes
  std::unique_ptr<ReportTable> m_writer;
};

QString originWord(model::Origin origin) {
  switch (origin) {
    case model::Origin::measured: return DSM_REPORT_TR("measured");
    case model::Origin::recorded: return DSM_REPORT_TR("recorded");
    case model::Origin::modelled: return DSM_REPORT_TR("modelled");
    case model::Origin::emulated: return DSM_REPORT_TR("emulated");
    case model::Origin::notCollected: break;
  }
  return DSM_REPORT_TR("not collected");
}

// A check that went well is one word; one that did not says what was found.
QString resultText(const model::Run& run) {
  if (run.status != model::RunStatus::ok) return statusText(run);
  return run.validation.done && run.validation.correct ? DSM_REPORT_TR("correct") : validationText(run);
}

// As the first column names it.
QString nameWithId(const model::Run& run) {
  const QString id = QString::fromStdString(run.id);
  return run.name.empty() ? id : QStringLiteral("%1 (%2)").arg(QString::fromStdString(run.name), id);
}

// With the digits that the interval of the median supports.
QString figureText(double value, const model::Summary& summary, const UnitScale& scale) {
  const double half = 0.5 * (summary.median95.high - summary.median95.low) / scale.factor;
  return formatFixed(value / scale.factor, decimalsFor(summary.median / scale.factor, half));
}

QString verdictCell(const model::Comparison& comparison) {
  if (comparison.kind == model::Comparison::Kind::pinned) return DSM_REPORT_TR("pinned");
  if (comparison.kind != model::Comparison::Kind::verdict) return DSM_REPORT_TR("not compared");
  const QString words = verdictWords(comparison);
  return comparison.why.empty() ? words : QStringLiteral("%1: %2").arg(words, QString::fromStdString(comparison.why));
}

RunTable::RunTable(const ReportParts& parts, const model::ExperimentSpec* spec, std::vector<model::RunPtr> runs) : m_parts(parts), m_spec(spec) {
  if (spec != nullptr) m_pinned = pinnedOf(parts, spec->info().id);
  const auto add = [&](const std::string& id) {
    const model::QuantityInfo* info = spec->quantity(id);
    const bool known = std::ranges::find(m_quantities, id, &Quantity::id) != m_quantities.end();
    if (info != nullptr && !known) m_quantities.push_back({id, catalogueText(info->label), info->unit, {}});
  };
  if (spec == nullptr) m_quantities.push_back({{}, DSM_REPORT_TR("Time of one launch"), model::Unit::nanoseconds, {}});
  if (spec != nullptr && !spec->info().quantities.empty()) {
    add(spec->info().quantities.front().id);
    add(spec->info().timeQuantity);
    add(spec->info().rateQuantity);
  }
  std::map<std::string, bool> present;
  for (model::RunPtr& run : runs) {
    for (const auto& [id, value] : run->values) present[id] = true;
    m_anyCounters = m_anyCounters || (run->counters && run->counters->collected);
    m_anyNotes = m_anyNotes || !run->notes.empty();
    m_anyTags = m_anyTags || !run->tags.empty();
    m_rows.push_back({std::move(run), {}});
  }
  if (spec == nullptr) {
    for (const auto& [id, yes] : present) m_parameters.push_back(id);
  } else {
    for (const model::Parameter& parameter : spec->info().parameters) {
      if (parameter.identity && present.contains(parameter.id)) m_parameters.push_back(parameter.id);
    }
  }
}

std::optional<model::Summary> RunTable::summaryOf(const model::Run& run, const Quantity& quantity) const {
  if (run.status == model::RunStatus::failed) return std::nullopt;
  std::vector<double> series;
  if (quantity.id.empty()) {
    for (const model::Sample& sample : run.samples) series.push_back(sample.elapsedNs);
  } else {
    series = model::seriesOf(*m_spec, run, quantity.id);
  }
  const model::Summary found = model::summarize(series);
  if (found.n == 0 || !std::isfinite(found.median)) return std::nullopt;
  return found;
}

void RunTable::readFigures(std::size_t index) {
  Row& row = m_rows[index];
  for (const Quantity& quantity : m_quantities) row.figures.push_back(summaryOf(*row.run, quantity));
}

const model::Comparison& RunTable::comparisonOf(const model::Run& run) const {
  static const model::Comparison kNone;
  const auto found = m_parts.comparisons->find(run.id);
  return found == m_parts.comparisons->end() ? kNone : found->second;
}

void RunTable::addComparedColumns(std::vector<ReportColumn>& columns) {
  const auto any = [&](const auto& says) { return std::ranges::any_of(m_rows, [&](const Row& row) { return says(*row.run); }); };
  const bool sentences = any([&](const model::Run& run) { return verdictCell(comparisonOf(run)).size() > kLongestId; });
  m_anyDifferences = any([&](const model::Run& run) { return !comparisonOf(run).differences.empty(); });
  columns.push_back({DSM_REPORT_TR("Verdict"), false, sentences});
  columns.push_back({DSM_REPORT_TR("Compared with"), false, true});
  columns.push_back({DSM_REPORT_TR("Ratio (95 % interval), below 1 is faster"), true});
  if (m_anyDifferences) columns.push_back({DSM_REPORT_TR("Not alike in"), false, true});
}

std::vector<ReportColumn> RunTable::columns() {
  // An id is as long as its experiment and variant are; only a person's name for a run is a sentence.
  const bool named = std::ranges::any_of(m_rows, [](const Row& row) { return !row.run->name.empty(); });
  const bool longIds = std::ranges::any_of(m_rows, [](const Row& row) { return std::cmp_greater(row.run->id.size(), kLongestId); });
  std::vector<ReportColumn> columns{{DSM_REPORT_TR("Run"), false, named || longIds}, {DSM_REPORT_TR("Variant")}};
  if (m_spec == nullptr) columns.push_back({DSM_REPORT_TR("Experiment")});
  for (const std::string& id : m_parameters) {
    const model::Parameter* parameter = m_spec == nullptr ? nullptr : m_spec->parameter(id);
    QString label = parameter == nullptr ? QString::fromStdString(id) : catalogueText(parameter->label);
    if (parameter != nullptr && !parameter->unit.empty()) label += QStringLiteral(", ") + catalogueText(parameter->unit);
    columns.push_back({label, true});
  }
  for (std::size_t i = 0; i < m_quantities.size(); ++i) {
    Quantity& quantity = m_quantities[i];
    double largest = 0;
    for (const Row& row : m_rows) {
      if (row.figures[i]) largest = std::max(largest, std::abs(row.figures[i]->median));
    }
    quantity.scale = unitScaleFor(quantity.unit, largest);
    const QString unit = quantity.scale.label.isEmpty() ? QString() : QStringLiteral(", ") + quantity.scale.label;
    columns.push_back({DSM_REPORT_TR("%1, median%2").arg(quantity.label, unit), true});
    if (i > 0) continue;
    columns.push_back({DSM_REPORT_TR("95 % low%1").arg(unit), true});
    columns.push_back({DSM_REPORT_TR("95 % high%1").arg(unit), true});
    columns.push_back({DSM_REPORT_TR("Launches"), true});
  }
  if (!m_pinned.empty()) addComparedColumns(columns);
  columns.push_back({DSM_REPORT_TR("SM clock, MHz"), true});
  if (m_anyCounters) {
    for (const model::CounterRole role : kCounted) columns.push_back({DSM_REPORT_TR("%1, B").arg(trafficRowLabel(role)), true});
  }
  const bool sentences = std::ranges::any_of(m_rows, [](const Row& row) { return resultText(*row.run).size() > kLongestId; });
  columns.push_back({DSM_REPORT_TR("Result"), false, sentences});
  columns.push_back({DSM_REPORT_TR("Origin")});
  if (m_anyTags) columns.push_back({DSM_REPORT_TR("Tags"), false, true});
  if (m_anyNotes) columns.push_back({DSM_REPORT_TR("Notes"), false, true});
  return columns;
}

QString RunTable::missing(const QString& reason) {
  ++m_reasons[reason];
  return missingNumber();
}

QString RunTable::counted(const model::Run& run, model::CounterRole role) {
  const TrafficCell cell = trafficCellOf(m_spec, run, role);
  if (!cell.collected) return missing(DSM_REPORT_TR("%1 not collected: %2").arg(trafficRowLabel(role), cell.reason));
  if (!std::isfinite(cell.bytes) || std::abs(cell.bytes) > 9e15) return trafficBytes(cell.bytes, cell.bound, 5);
  const QString bytes = formatInteger(std::llround(cell.bytes));
  return cell.isBound() ? formatAtMost(bytes) : bytes;
}

// "global_atomics, 4 096 bins (run-1)": in the words of the runs table, and findable in this one.
QString RunTable::baselineText(const model::Run& run) const {
  const std::string& id = comparisonOf(run).baseId;
  const auto base = std::ranges::find(m_pinned, id, [](const model::RunPtr& pinned) { return pinned->id; });
  if (base == m_pinned.end()) return {};
  return QStringLiteral("%1 (%2)").arg(baselineName(m_spec, **base, run), QString::fromStdString(id));
}

QString RunTable::ratioCell(const model::Run& run) {
  const model::Comparison& comparison = comparisonOf(run);
  if (comparison.kind == model::Comparison::Kind::verdict) return ratioText(comparison);
  if (comparison.kind == model::Comparison::Kind::pinned) return missing(DSM_REPORT_TR("pinned: the others are compared with it"));
  const bool usable = run.status == model::RunStatus::ok && (!run.validation.done || run.validation.correct);
  return missing(usable ? DSM_REPORT_TR("not compared: %1").arg(QString::fromStdString(comparison.why)) : DSM_REPORT_TR("not compared, see Result"));
}

QStringList RunTable::comparedCells(const model::Run& run) {
  QStringList cells{verdictCell(comparisonOf(run)), baselineText(run), ratioCell(run)};
  if (m_anyDifferences) cells << differencesLines(comparisonOf(run));
  return cells;
}

QStringList RunTable::cellsOf(const Row& row) {
  const model::Run& run = *row.run;
  QStringList cells{nameWithId(run), QString::fromStdString(run.variant)};
  if (m_spec == nullptr) cells << QString::fromStdString(run.experiment);
  for (const std::string& parameterId : m_parameters) {
    const auto value = run.values.find(parameterId);
    const model::Parameter* parameter = m_spec == nullptr ? nullptr : m_spec->parameter(parameterId);
    if (value == run.values.end()) {
      cells << missing(DSM_REPORT_TR("a setting that the variant does not have"));
    } else {
      cells << (parameter == nullptr ? formatInteger(value->second) : valueText(*parameter, value->second));
    }
  }
  for (std::size_t i = 0; i < row.figures.size(); ++i) {
    const auto& figure = row.figures[i];
    const UnitScale& scale = m_quantities[i].scale;
    const auto cell = [&](double value) { return figure ? figureText(value, *figure, scale) : missing(DSM_REPORT_TR("no number, see Result")); };
    cells << cell(figure ? figure->median : 0);
    if (i > 0) continue;
    cells << cell(figure ? figure->median95.low : 0) << cell(figure ? figure->median95.high : 0);
    cells << formatInteger(figure ? qint64(figure->n) : 0);
  }
  if (!m_pinned.empty()) cells << comparedCells(run);
  const double clock = clockHzOf(run);
  cells << (clock > 0 ? formatInteger(std::llround(clock / kHertzPerMegahertz)) : missing(DSM_REPORT_TR("clock not known: too short, or no launch")));
  if (m_anyCounters) {
    for (const model::CounterRole role : kCounted) cells << counted(run, role);
  }
  cells << resultText(run) << originWord(run.origin);
  QStringList tags;
  for (const std::string& tag : run.tags) tags << QString::fromStdString(tag);
  if (m_anyTags) cells << tags.join(QStringLiteral(", "));
  if (m_anyNotes) cells << QString::fromStdString(run.notes);
  return cells;
}

void RunTable::begin(HtmlPage& page, const QString& caption) { m_writer = std::make_unique<ReportTable>(page, caption, columns()); }

void RunTable::write(std::size_t row) { m_writer->row(cellsOf(m_rows[row])); }

// A choice of runs may lack what it is compared with: its number stands here.
void RunTable::writeBaselines(HtmlPage& page) const {
  std::set<std::string> used;
  for (const Row& row : m_rows) used.insert(comparisonOf(*row.run).baseId);
  QStringList parts;
  for (const model::RunPtr& base : m_pinned) {
    if (!used.contains(base->id) || m_parts.input.session->run(base->id) != nullptr) continue;
    QString text = QStringLiteral("%1, %2").arg(nameWithId(*base), QString::fromStdString(base->variant));
    const auto figure = m_quantities.empty() ? std::nullopt : summaryOf(*base, m_quantities.front());
    if (figure) {
      const UnitScale& scale = m_quantities.front().scale;
      const QString interval = formatRange(figureText(figure->median95.low, *figure, scale), figureText(figure->median95.high, *figure, scale));
      text += DSM_REPORT_TR(", median %1 (%2)").arg(withUnit(figureText(figure->median, *figure, scale), scale.label), interval);
    }
    parts << text;
  }
  if (parts.isEmpty()) return;
  page.element("p", DSM_REPORT_TR("Pinned in the session and not in this report, but compared with: %1.").arg(parts.join(QStringLiteral("; "))),
               {{"class", QStringLiteral("small")}});
}

void RunTable::end(HtmlPage& page) {
  m_writer->end();
  writeBaselines(page);
  if (m_reasons.empty()) return;
  QStringList parts;
  for (const auto& [reason, count] : m_reasons) {
    const QString cells = count == 1 ? DSM_REPORT_TR("1 cell") : DSM_REPORT_TR("%1 cells").arg(formatInteger(count));
    parts << QStringLiteral("%1 (%2)").arg(reason.endsWith(u'.') ? reason.chopped(1) : reason, cells);
  }
  page.element("p", DSM_REPORT_TR("An en dash stands where there is no number: %1.").arg(parts.join(QStringLiteral("; "))),
               {{"class", QStringLiteral("small")}});
}

// [first, last) of rows for each step.
std::vector<std::pair<std::size_t, std::size_t>> portions(const RunTable& table) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  std::size_t first = 0;
  std::size_t samples = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    samples += table.samplesOf(row);
    if (samples < kSamplesInStep && row + 1 - first < kRowsInStep && row + 1 < table.size()) continue;
    all.emplace_back(first, row + 1);
    first = row + 1;
    samples = 0;
  }
  return all;
}

}  // namespace

void addRunTableSteps(ReportSteps& steps, ReportParts& parts, const model::ExperimentSpec* spec, std::vector<model::RunPtr> runs) {
  const std::size_t count = runs.size();
  const auto table = std::make_shared<RunTable>(parts, spec, std::move(runs));
  const auto all = portions(*table);
  for (const auto& [first, last] : all) {
    steps.emplace_back([table, first = first, last = last] {
      for (std::size_t row = first; row < last; ++row) table->readFigures(row);
    });
  }
  steps.emplace_back([table, spec, count, &parts] {
    parts.body.open("section", {{"class", QStringLiteral("runs")}});
    parts.body.element("h3", DSM_REPORT_TR("Runs"));
    const QString what = spec == nullptr ? DSM_REPORT_TR("experiments that this program does not know") : catalogueText(spec->info().label);
    table->begin(parts.body, DSM_REPORT_TR("Runs of %1: %2").arg(what, formatInteger(qint64(count))));
  });
  for (const auto& [first, last] : all) {
    steps.emplace_back([table, first = first, last = last] {
      for (std::size_t row = first; row < last; ++row) table->write(row);
    });
  }
  steps.emplace_back([table, &parts] {
    table->end(parts.body);
    parts.body.close();
    parts.body.line();
  });
}

}  // namespace dsm::ui
