// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each cell of the runs table says, how it sorts, and what its tool tip adds.
#include <algorithm>
#include <cmath>

#include "ui/catalogue_text.h"
#include "ui/configure/parameter_control.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/numbers.h"
#include "ui/theme/plain_text.h"
#include "ui/traffic/traffic_text.h"

namespace dsm::ui {
namespace {

constexpr int kDateLength = 10;
constexpr double kLeastPercent = 0.01;  // of an interval: below it only the bound is said

QString figureText(const std::optional<RunFigure>& figure) {
  return figure ? quantityText(figure->unit, figure->summary.median, digitsFor(figure->summary)) : missingNumber();
}

QVariant medianKey(const std::optional<RunFigure>& figure) {
  return figure && std::isfinite(figure->summary.median) ? QVariant(figure->summary.median) : QVariant();
}

// Without a spec: the table shows what was counted, not what was expected.
TrafficCell counterOf(const model::Run& run, int column) {
  const model::CounterRole role = RunColumn(column) == RunColumn::dsmem       ? model::CounterRole::dsmemIn
                                  : RunColumn(column) == RunColumn::l2FromSms ? model::CounterRole::l2FromSm
                                                                              : model::CounterRole::dramWrite;
  return trafficCellOf(nullptr, run, role);
}

QString counterText(const model::Run& run, int column) {
  const TrafficCell cell = counterOf(run, column);
  if (cell.collected) return trafficValue(cell, 0, false, 4);
  return run.status == model::RunStatus::failed ? missingNumber() : RunsModel::tr("not collected");
}

QString counterTip(const model::Run& run, int column) {
  const TrafficCell cell = counterOf(run, column);
  if (!cell.collected) return RunsModel::tr("Not collected: %1.").arg(cell.reason);
  return (QString::fromStdString(cell.metric) + QStringLiteral("\n") + trafficFlagsText(cell)).trimmed();
}

QString originText(model::Origin origin) {
  switch (origin) {
    case model::Origin::measured: return RunsModel::tr("measured");
    case model::Origin::recorded: return RunsModel::tr("recorded");
    case model::Origin::modelled: return RunsModel::tr("modelled");
    case model::Origin::emulated: return RunsModel::tr("emulated");
    case model::Origin::notCollected: break;
  }
  return RunsModel::tr("not collected");
}

}  // namespace

const RunsModel::Figures& RunsModel::figuresOf(const Row& row) const {
  if (!row.figures) {
    Figures figures;
    if (const model::ExperimentSpec* spec = specOf(*row.run)) {
      const model::ExperimentInfo& info = spec->info();
      figures.time = figureOf(spec, *row.run, info.timeQuantity);
      figures.rate = info.rateQuantity == info.timeQuantity ? figures.time : figureOf(spec, *row.run, info.rateQuantity);
      const std::string headline = info.quantities.empty() ? std::string() : info.quantities.front().id;
      figures.headline = headline == info.timeQuantity ? figures.time
                         : headline == info.rateQuantity ? figures.rate : figureOf(spec, *row.run, headline);
    }
    row.figures = std::move(figures);
  }
  return *row.figures;
}

QString RunsModel::searchText(const Row& row) const {
  if (row.search.isEmpty()) {
    const model::ExperimentSpec* spec = specOf(*row.run);
    QStringList parts{runName(spec, *row.run), QString::fromStdString(row.run->name), tagsOf(*row.run).join(u' '),
                      QString::fromStdString(row.run->variant), QString::fromStdString(row.run->notes),
                      statusText(*row.run), originText(row.run->origin), QString::fromStdString(row.run->provenance.date)};
    if (spec != nullptr) parts << catalogueText(spec->info().label);
    for (const auto& [id, value] : row.run->values) {
      const model::Parameter* parameter = spec == nullptr ? nullptr : spec->parameter(id);
      const QString word = parameter == nullptr ? QString::number(value) : QString::fromStdString(model::valueWord(*parameter, value));
      parts << QString::fromStdString(id) + u' ' + word;
    }
    row.search = parts.join(u'\n').toLower();
  }
  return row.search;
}

QString RunsModel::display(const Row& row, int column) const {
  const model::Run& run = *row.run;
  const model::ExperimentSpec* spec = specOf(run);
  if (column >= int(RunColumn::count)) {
    const std::string& id = m_parameters[std::size_t(column - int(RunColumn::count))];
    const auto value = run.values.find(id);
    if (value == run.values.end()) return missingNumber();
    const model::Parameter* parameter = spec == nullptr ? nullptr : spec->parameter(id);
    return parameter == nullptr ? formatInteger(value->second) : valueText(*parameter, value->second);
  }
  switch (RunColumn(column)) {
    case RunColumn::pin: return {};
    case RunColumn::run: return shownName(spec, run);
    case RunColumn::variant: return QString::fromStdString(run.variant);
    case RunColumn::cluster: return clusterText(spec, run);
    case RunColumn::time: return figureText(figuresOf(row).time);
    case RunColumn::rate: return figureText(figuresOf(row).rate);
    case RunColumn::dsmem:
    case RunColumn::l2FromSms:
    case RunColumn::dramWritten: return counterText(run, column);
    case RunColumn::interval: {
      const auto& headline = figuresOf(row).headline;
      if (!headline) return missingNumber();
      const double half = headline->summary.relativeHalfWidth();
      if (!std::isfinite(half)) return missingNumber();
      return half > 0 && half < kLeastPercent / 100 ? tr("< %1").arg(formatPercent(kLeastPercent / 100, 2)) : formatPercent(half, 2);
    }
    case RunColumn::samples: return formatInteger(qint64(run.samples.size()));
    case RunColumn::verdict: return verdictText(row);
    case RunColumn::ratio:
    case RunColumn::baseline: {
      verdictState(row);  // asks for the comparison
      const model::Comparison* comparison = m_comparer->known(run);
      if (comparison == nullptr || comparison->kind != model::Comparison::Kind::verdict) return missingNumber();
      return RunColumn(column) == RunColumn::ratio ? ratioText(*comparison) : nameOfBaseline(run, *comparison);
    }
    case RunColumn::origin: return originText(run.origin);
    case RunColumn::tags: return tagsOf(run).join(QStringLiteral(", "));
    case RunColumn::notes:
      if (!run.notes.empty()) return QString::fromStdString(run.notes);
      return run.status == model::RunStatus::failed ? errorText(run.error) : runPeculiarity(spec, run);
    case RunColumn::status: return statusText(run);
    case RunColumn::device: {
      const model::Device* device = m_session ? m_session->device(run.deviceUuid) : nullptr;
      return device == nullptr ? QString::fromStdString(run.deviceUuid) : QString::fromStdString(device->name);
    }
    case RunColumn::clock: {
      const double clock = clockHzOf(run);
      return clock > 0 ? quantityText(model::Unit::hertz, clock, 4) : missingNumber();
    }
    case RunColumn::validation: return validationText(run);
    case RunColumn::date: return QString::fromStdString(run.provenance.date).left(kDateLength);
    case RunColumn::command: return QString::fromStdString(run.provenance.command);
    case RunColumn::count: break;
  }
  return {};
}

QVariant RunsModel::sortKey(const Row& row, int column) const {
  const model::Run& run = *row.run;
  if (column >= int(RunColumn::count)) {
    const auto value = run.values.find(m_parameters[std::size_t(column - int(RunColumn::count))]);
    return value == run.values.end() ? QVariant() : QVariant(double(value->second));
  }
  switch (RunColumn(column)) {
    case RunColumn::pin: return row.pinned ? 0.0 : 1.0;
    case RunColumn::cluster: return run.launch.clusterSize <= 1 ? QVariant() : QVariant(double(run.launch.clusterSize));
    case RunColumn::time: return medianKey(figuresOf(row).time);
    case RunColumn::rate: return medianKey(figuresOf(row).rate);
    case RunColumn::dsmem:
    case RunColumn::l2FromSms:
    case RunColumn::dramWritten: {
      const TrafficCell cell = counterOf(run, column);
      return cell.collected ? QVariant(cell.bytes) : QVariant();
    }
    case RunColumn::interval: {
      const auto& headline = figuresOf(row).headline;
      return headline ? QVariant(headline->summary.relativeHalfWidth()) : QVariant();
    }
    case RunColumn::samples: return double(run.samples.size());
    case RunColumn::clock: {
      const double clock = clockHzOf(run);
      return clock > 0 ? QVariant(clock) : QVariant();
    }
    case RunColumn::verdict:
    case RunColumn::ratio: {
      // Fastest first; whatever has no ratio comes last.
      if (verdictState(row) == VerdictState::pinned) return 1.0;
      const model::Comparison* comparison = m_comparer->known(run);
      const bool has = comparison != nullptr && comparison->kind == model::Comparison::Kind::verdict && std::isfinite(comparison->ratio.value);
      return has ? QVariant(comparison->ratio.value) : QVariant();
    }
    case RunColumn::tags: return run.tags.empty() ? QVariant() : QVariant(display(row, column));
    case RunColumn::date: return QString::fromStdString(run.provenance.date);
    case RunColumn::run:
      return QString::fromStdString(run.name.empty() ? run.experiment : run.name);
    default: return display(row, column);
  }
}

QString RunsModel::toolTip(const Row& row, int column) const {
  const model::Run& run = *row.run;
  if (run.status == model::RunStatus::failed) return statusText(run);
  if (isCounter(column)) return counterTip(run, column);
  if (RunColumn(column) == RunColumn::interval && figuresOf(row).headline) {
    const RunFigure& figure = *figuresOf(row).headline;
    const int digits = std::max(4, digitsFor(figure.summary));
    return tr("95 % interval of the median: %1 to %2").arg(quantityText(figure.unit, figure.summary.median95.low, digits),
                                                           quantityText(figure.unit, figure.summary.median95.high, digits));
  }
  if (RunColumn(column) == RunColumn::verdict || RunColumn(column) == RunColumn::ratio || RunColumn(column) == RunColumn::baseline) {
    return verdictTip(row);
  }
  if (RunColumn(column) == RunColumn::run && !run.name.empty()) return display(row, column) + u'\n' + runName(specOf(run), run);
  if (RunColumn(column) == RunColumn::variant) {
    const model::ExperimentSpec* spec = specOf(run);
    const model::VariantInfo* variant = spec == nullptr ? nullptr : spec->variant(run.variant);
    return variant == nullptr ? QString() : catalogueText(variant->summary);
  }
  return display(row, column);
}

bool RunsModel::isCounter(int column) {
  return column == int(RunColumn::dsmem) || column == int(RunColumn::l2FromSms) || column == int(RunColumn::dramWritten);
}

bool RunsModel::isNumeric(int column) const {
  if (column >= int(RunColumn::count) || isCounter(column)) return true;
  switch (RunColumn(column)) {
    case RunColumn::cluster:
    case RunColumn::time:
    case RunColumn::rate:
    case RunColumn::interval:
    case RunColumn::samples:
    case RunColumn::ratio:
    case RunColumn::clock: return true;
    default: return false;
  }
}

QString RunsModel::accessibleText(const Row& row, int column) const {
  if (column == int(RunColumn::pin)) return row.pinned ? tr("pinned") : tr("not pinned");
  const QString shown = display(row, column);
  if (column == int(RunColumn::verdict)) return verdictSentence(row);
  // The name is what a reader lands on first: it says what would else be a sign in another column.
  if (column == int(RunColumn::run) && m_comparer->known(*row.run) != nullptr) {
    const QString verdict = verdictSentence(row);
    return verdict.isEmpty() ? shown : shown + QStringLiteral(", ") + verdict;
  }
  return shown;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= int(m_rows.size())) return {};
  const Row& row = m_rows[std::size_t(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole: return plainText(display(row, column));
    case Qt::EditRole: return column == int(RunColumn::notes) ? QString::fromStdString(row.run->notes) : display(row, column);
    case Qt::AccessibleTextRole: return plainText(accessibleText(row, column));
    case Qt::ToolTipRole: return plainText(toolTip(row, column));
    case Qt::TextAlignmentRole: return int(isNumeric(column) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    case sortRole: return sortKey(row, column);
    case searchRole: return searchText(row);
    case statusRole: return int(row.run->status);
    case verdictRole: return int(verdictState(row));
    case originRole: return int(row.run->origin);
    case pinnedRole: return row.pinned;
    case notCollectedRole: return isCounter(column) && row.run->status != model::RunStatus::failed && !counterOf(*row.run, column).collected;
    case headerRole: return false;
    case carefulRole: {
      const model::Comparison* comparison = column == int(RunColumn::verdict) ? m_comparer->known(*row.run) : nullptr;
      return comparison != nullptr && !comparison->differences.empty();
    }
    case placeholderRole: return column == int(RunColumn::notes) && row.run->notes.empty();
    case slotRole: {
      const model::ExperimentSpec* spec = specOf(*row.run);
      const model::VariantInfo* variant = spec == nullptr ? nullptr : spec->variant(row.run->variant);
      return variant == nullptr ? -1 : int(variant->slot);
    }
    default: return {};
  }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int(isNumeric(section) ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  if (section >= int(RunColumn::count)) {
    const std::string& id = m_parameters[std::size_t(section - int(RunColumn::count))];
    for (const model::ExperimentSpec* spec : m_catalogue) {
      if (const model::Parameter* parameter = spec->parameter(id)) return labelText(*parameter);
    }
    return QString::fromStdString(id);
  }
  switch (RunColumn(section)) {
    case RunColumn::pin: return role == Qt::DisplayRole ? QString() : tr("Pinned");
    case RunColumn::run: return tr("Run");
    case RunColumn::variant: return tr("Variant");
    case RunColumn::cluster: return tr("Cluster");
    case RunColumn::time: return tr("Time");
    case RunColumn::rate: return tr("Rate");
    case RunColumn::dsmem: return role == Qt::DisplayRole ? tr("DSMEM") : tr("Bytes received through DSMEM");
    case RunColumn::l2FromSms: return role == Qt::DisplayRole ? tr("L2 from SMs") : tr("Bytes that the SMs asked of the L2");
    case RunColumn::dramWritten: return tr("DRAM written");
    case RunColumn::interval: return role == Qt::DisplayRole ? tr("± 95 %") : tr("Half the 95 % interval of the median, of the median");
    case RunColumn::samples: return role == Qt::DisplayRole ? tr("n") : tr("Launches timed");
    case RunColumn::verdict:
      return role == Qt::ToolTipRole
                 ? tr("Against the nearest pinned run; same: the whole 95 % interval within ± %1").arg(formatPercent(m_comparer->threshold(), 1))
                 : tr("Verdict vs pinned");
    case RunColumn::ratio: return role == Qt::DisplayRole ? tr("Ratio (95 %)") : tr("Ratio to the pinned run with its 95 % interval; below 1 is faster");
    case RunColumn::baseline: return role == Qt::DisplayRole ? tr("Compared with") : tr("The pinned run that it is compared with");
    case RunColumn::origin: return tr("Origin");
    case RunColumn::notes: return tr("Notes");
    case RunColumn::tags: return tr("Tags");
    case RunColumn::status: return tr("Status");
    case RunColumn::device: return tr("Device");
    case RunColumn::clock: return tr("SM clock");
    case RunColumn::validation: return tr("Validation");
    case RunColumn::date: return tr("Date");
    case RunColumn::command: return tr("Command");
    case RunColumn::count: break;
  }
  return {};
}

}  // namespace dsm::ui
