// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of runs of a report: every run with its settings, its median and interval, what was counted, whether it was
// right, and where the number comes from. Figures first, since the unit of a column depends on all its numbers.
#include "ui/catalogue_text.h"
#include "ui/charts/axis_scale.h"
#include "ui/export/report_parts.h"
#include "ui/export/report_table.h"
#include "ui/runs/run_text.h"
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_data.h"
#include "ui/traffic/traffic_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
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
  RunTable(const model::ExperimentSpec* spec, std::vector<model::RunPtr> runs);
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

  const model::ExperimentSpec* m_spec;
  std::vector<Row> m_rows;
  std::vector<Quantity> m_quantities;
  std::vector<std::string> m_parameters;  // ids of those that some run has
  bool m_anyCounters = false, m_anyNotes = false, m_anyTags = false;
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

RunTable::RunTable(const model::ExperimentSpec* spec, std::vector<model::RunPtr> runs) : m_spec(spec) {
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

void RunTable::readFigures(std::size_t index) {
  Row& row = m_rows[index];
  for (const Quantity& quantity : m_quantities) {
    std::optional<model::Summary> summary;
    if (row.run->status != model::RunStatus::failed) {
      std::vector<double> series;
      if (quantity.id.empty()) {
        for (const model::Sample& sample : row.run->samples) series.push_back(sample.elapsedNs);
      } else {
        series = model::seriesOf(*m_spec, *row.run, quantity.id);
      }
      const model::Summary found = model::summarize(series);
      if (found.n > 0 && std::isfinite(found.median)) summary = found;
    }
    row.figures.push_back(summary);
  }
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

QStringList RunTable::cellsOf(const Row& row) {
  const model::Run& run = *row.run;
  const auto number = [](double value, const model::Summary& summary, const UnitScale& scale) {
    const double half = 0.5 * (summary.median95.high - summary.median95.low) / scale.factor;
    return formatFixed(value / scale.factor, decimalsFor(summary.median / scale.factor, half));
  };
  const QString id = QString::fromStdString(run.id);
  QStringList cells{run.name.empty() ? id : QStringLiteral("%1 (%2)").arg(QString::fromStdString(run.name), id),
                    QString::fromStdString(run.variant)};
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
    const auto cell = [&](double value) { return figure ? number(value, *figure, scale) : missing(DSM_REPORT_TR("no number, see Result")); };
    cells << cell(figure ? figure->median : 0);
    if (i > 0) continue;
    cells << cell(figure ? figure->median95.low : 0) << cell(figure ? figure->median95.high : 0);
    cells << formatInteger(figure ? qint64(figure->n) : 0);
  }
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

void RunTable::end(HtmlPage& page) {
  m_writer->end();
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
  const auto table = std::make_shared<RunTable>(spec, std::move(runs));
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
