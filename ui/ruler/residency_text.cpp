// SPDX-License-Identifier: GPL-3.0-or-later
//
// The residency card's words and numbers, from the spec's launch shape and the device.
#include "gpu/model/advisor.h"
#include "ui/document_text.h"
#include "ui/ruler/residency_card.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Residency", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Residency", text))

QString integer(std::uint64_t value) { return formatInteger(qint64(value)); }

QString resourceLabel(model::SmResource resource) {
  switch (resource) {
    case model::SmResource::sharedMemory: return DSM_TR("shared memory");
    case model::SmResource::threads: return DSM_TR("threads");
    case model::SmResource::registers: return DSM_TR("registers");
    case model::SmResource::blocks: return DSM_TR("block slots");
    case model::SmResource::clusterSlots: return DSM_TR("cluster slots");
  }
  return {};
}

// "65 of 228 KiB": the unit once where both have it.
QString bytesShare(std::uint64_t part, std::uint64_t whole) {
  QString used = formatBytesKiB(double(part));
  const QString most = formatBytesKiB(double(whole));
  const QString unit = QString(QChar(kNoBreakSpace)) + QStringLiteral("KiB");
  if (used.endsWith(unit) && most.endsWith(unit)) used.chop(unit.size());
  return DSM_TR("%1 of %2").arg(used, most);
}

ResidencyLine lineOf(const model::SmLimit& limit) {
  ResidencyLine line;
  line.label = resourceLabel(limit.resource);
  line.binds = limit.binds;
  line.blocks = limit.blocks ? integer(*limit.blocks) : missingNumber();
  line.why = QString::fromStdString(limit.why);
  if (limit.resource == model::SmResource::sharedMemory) {
    line.share = bytesShare(limit.perBlock, limit.perSm);
  } else if (limit.resource == model::SmResource::registers && !limit.blocks) {
    line.share = DSM_TR("not known yet");
  } else {
    line.share = DSM_TR("%1 of %2").arg(integer(limit.perBlock), integer(limit.perSm));
  }
  return line;
}

QString atOnceText(const model::Residency& residency, bool clusters) {
  if (!residency.runs) return QString::fromStdString(residency.reason);
  const QString perSm = residency.blocksPerSm == 1 ? DSM_TR("1 block an SM") : DSM_TR("%1 blocks an SM").arg(integer(residency.blocksPerSm));
  if (!residency.blocksAtOnce) return perSm;
  if (!clusters) {
    return DSM_TR("Persistent grid: %1 SMs \u00d7 %2 = %3 blocks").arg(integer(residency.smCount), integer(residency.blocksPerSm), integer(*residency.blocksAtOnce));
  }
  return DSM_TR("Persistent grid: %1 \u00d7 %2 = %3 blocks")
      .arg(integer(*residency.clustersAtOnce), integer(residency.clusterSize), integer(*residency.blocksAtOnce));
}

QString remarkOf(const model::Residency& residency) {
  if (!residency.runs) return {};
  if (residency.deviceSaysLess) return DSM_TR("The device itself says less than every limit here allows.");
  if (residency.gridBlocks > 0 && residency.blocksAtOnce && residency.gridBlocks != *residency.blocksAtOnce) {
    return DSM_TR("This launch has %1 blocks of its own choice.").arg(integer(residency.gridBlocks));
  }
  return {};
}

const model::Legality* deviceAnswer(const ViewInput& input, const std::string& variant) {
  const auto found = input.legality.find(variant);
  return found != input.legality.end() && found->second.origin == model::Origin::measured ? &found->second : nullptr;
}

}  // namespace

ResidencyData residencyDataOf(const ViewInput& input, const std::string& variant) {
  ResidencyData data;
  if (input.spec == nullptr || input.spec->variant(variant) == nullptr) {
    data.why = DSM_TR("No variant is chosen. Tick one in Configure.");
    return data;
  }
  if (input.device == nullptr) {
    data.why = DSM_TR("No device is known, so neither is what it holds. Choose one above.");
    return data;
  }
  const auto values = model::completeValues(*input.spec, variant, input.values);
  if (!values) {
    data.why = QString::fromStdString(values.error().message);
    return data;
  }
  data.known = true;
  data.deviceName = shortDeviceName(input.device->name);
  model::LaunchShape shape = input.spec->launchShape(*values, variant, *input.device);
  if (input.session != nullptr) shape.registersPerThread = model::recordedRegisters(*input.spec, *input.session, variant, *values, *input.device);
  // The table of a live device was asked of a stand-in kernel: until its own answer comes, the numbers are modelled.
  const model::Origin table = input.deviceIsLive ? model::Origin::modelled : model::Origin::recorded;
  const model::Legality* own = deviceAnswer(input, variant);
  data.residency = model::residencyOf(shape, *input.device, own, table);
  if (const model::Legality legality = own != nullptr ? *own : input.spec->legality(*values, variant, *input.device); !legality.fits) {
    data.residency = model::residencyOf(shape, *input.device, nullptr, table);
    data.residency.runs = false;
    data.residency.reason = legality.reason;
    data.residency.smsInUse.reset();
    data.residency.blocksAtOnce.reset();
    data.residency.clustersAtOnce.reset();
    data.residency.origin = legality.origin;
  }
  for (const model::SmLimit& limit : data.residency.limits) data.lines.push_back(lineOf(limit));
  data.atOnce = atOnceText(data.residency, shape.needsClusters);
  data.remark = remarkOf(data.residency);
  data.grid = smGridOf(data.residency);
  return data;
}

QString residencySentence(const ResidencyData& data) {
  if (!data.known) return data.why;
  QStringList parts{data.atOnce};
  const model::Residency& residency = data.residency;
  if (residency.runs && residency.clustersAtOnce && residency.clusterSize > 1) {
    parts << DSM_TR("%1 clusters of %2 at once").arg(integer(*residency.clustersAtOnce), integer(residency.clusterSize));
  }
  QStringList binding;
  for (const ResidencyLine& line : data.lines) {
    if (line.binds) binding << line.label;
  }
  if (!binding.isEmpty()) parts << DSM_TR("bound by %1").arg(binding.join(DSM_TR(" and ")));
  parts << data.grid.caption;
  QString sentence = parts.join(QStringLiteral("; "));
  if (!sentence.endsWith(u'.')) sentence += u'.';
  if (!data.remark.isEmpty()) sentence += u' ' + data.remark;
  return sentence;
}

ChartTable residencyTable(const ResidencyData& data) {
  ChartTable table;
  table.columns = {{DSM_TR("Resource"), QStringLiteral("resource"), false},
                   {DSM_TR("A block takes"), QStringLiteral("per_block"), true},
                   {DSM_TR("An SM has"), QStringLiteral("per_sm"), true},
                   {DSM_TR("Blocks an SM"), QStringLiteral("blocks"), true},
                   {DSM_TR("Binds"), QStringLiteral("binds"), false}};
  if (!data.known) return table;
  const auto count = [](std::optional<std::uint64_t> value) {
    return value ? numberCell(double(*value), integer(*value)) : numberCell(std::nan(""), missingNumber());
  };
  for (const model::SmLimit& limit : data.residency.limits) {
    const bool taken = limit.perBlock > 0;
    table.rows.push_back({textCell(resourceLabel(limit.resource)), count(taken ? std::optional<std::uint64_t>(limit.perBlock) : std::nullopt), count(limit.perSm),
                          count(limit.blocks), textCell(limit.binds ? DSM_TR("binds") : QString())});
  }
  const auto whole = [&](const QString& label, std::optional<std::uint64_t> value) {
    table.rows.push_back({textCell(label), textCell({}), textCell({}), count(value), textCell({})});
  };
  whole(DSM_TR("blocks an SM"), data.residency.blocksPerSm);
  whole(DSM_TR("clusters at once"), data.residency.clustersAtOnce);
  whole(DSM_TR("persistent grid"), data.residency.blocksAtOnce);
  whole(DSM_TR("SMs in use"), data.residency.smsOfLaunch());
  whole(DSM_TR("SMs"), data.residency.smCount > 0 ? std::optional<std::uint64_t>(data.residency.smCount) : std::nullopt);
  return table;
}

}  // namespace dsm::ui
