// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lane lens's words and table.
#include "ui/ruler/lane_lens_data.h"

#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::LaneLens", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::LaneLens", text))

QString integer(std::uint64_t value) { return formatInteger(qint64(value)); }
QString hex(std::uint64_t value) { return QStringLiteral("0x%1").arg(value, 0, 16); }

QString sectors(const model::LaneNetwork& network, std::uint32_t count) {
  if (network.isLeast) return DSM_TR("\u2265 %1 sectors").arg(count);
  return count == 1 ? DSM_TR("1 sector") : DSM_TR("%1 sectors").arg(count);
}

// Lanes whose element does not end within what the block uses.
std::uint32_t lanesPastTheEnd(const LaneLensData& data) {
  std::uint32_t lanes = 0;
  if (data.usedBytes == 0) return 0;
  for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane) {
    const model::LaneView& view = data.cost.lanes[lane];
    if (view.active && view.byte + data.cost.warp.elementBytes > data.usedBytes) lanes |= 1U << lane;
  }
  return lanes;
}

}  // namespace

void setAccess(LaneLensData& data, const model::LaneAccess& access) {
  data.access = access;
  const auto warp = model::addressesOf(access);
  data.problem.clear();
  if (!warp) {
    data.problem = QString::fromStdString(warp.error().message + ' ' + warp.error().hint).trimmed();
    return;
  }
  data.cost = model::costOf(*warp);
}

QString laneHeadline(const LaneLensData& data) {
  const model::LaneCost& cost = data.cost;
  if (cost.segments.empty()) return DSM_TR("No lane is active");
  if (cost.network) {
    const QString used = formatPercent(cost.usedFraction());
    return DSM_TR("%1, %2 used").arg(sectors(*cost.network, cost.network->moved), cost.network->isLeast ? formatAtMost(used) : used);
  }
  const std::uint32_t degree = cost.banks.conflictDegree;
  const QString conflict = degree > 1 ? DSM_TR("%1-way conflict").arg(degree) : DSM_TR("No conflict");
  return cost.banks.passes == 1 ? DSM_TR("%1, 1 pass").arg(conflict) : DSM_TR("%1, %2 passes").arg(conflict).arg(cost.banks.passes);
}

QString laneCaption(const LaneLensData& data) {
  const model::LaneCost& cost = data.cost;
  if (cost.segments.empty()) return DSM_TR("Nothing is accessed. Choose lanes: all, even, 0-7.");
  const QString used = formatPercent(cost.usedFraction());
  const QString segments = cost.segments.size() == 1 ? DSM_TR("1 segment of 32 bytes") : DSM_TR("%1 segments of 32 bytes").arg(cost.segments.size());
  QString text;
  if (cost.network) text = DSM_TR("%1, %2 requested; banks as if local").arg(segments, sectors(*cost.network, cost.network->requested));
  else text = cost.segments.size() == 1 ? DSM_TR("%1, %2 of it used").arg(segments, used) : DSM_TR("%1, %2 of their bytes used").arg(segments, used);
  if (const std::uint32_t past = lanesPastTheEnd(data)) {
    text += DSM_TR("; past the %1 in use: lanes %2").arg(withUnit(integer(data.usedBytes), u"B"), laneNames(past));
  }
  return text;
}

QString laneNames(std::uint32_t lanes) {
  if (lanes == model::kAllLanes) return DSM_TR("all");
  QString text = QString::fromStdString(model::lanesText(lanes));
  text.replace(QLatin1Char(' '), QStringLiteral(", "));
  return text.replace(QLatin1Char('-'), QChar(kEnDash));
}

QString laneReadout(const LaneLensData& data, int lane) {
  if (lane < 0 || lane >= int(model::kWarpLanes)) return {};
  const model::LaneView& view = data.cost.lanes[std::size_t(lane)];
  if (!view.active) return DSM_TR("lane %1: inactive").arg(lane);
  const QString bank = view.banks == 1 ? DSM_TR("bank %1").arg(view.bank)
                                       : DSM_TR("banks %1\u2013%2").arg(view.bank).arg(view.bank + view.banks - 1);
  const QString place = DSM_TR("lane %1: byte %2 = %3, %4, segment %5").arg(QString::number(lane), integer(view.byte), hex(view.byte), bank, integer(view.segment));
  return data.cost.hasPasses() ? DSM_TR("%1, pass %2").arg(place).arg(view.pass + 1) : place;
}

ChartTable laneTable(const LaneLensData& data) {
  ChartTable table;
  table.columns = {{DSM_TR("Lane"), QStringLiteral("lane"), true},
                   {DSM_TR("Offset, B"), QStringLiteral("offset_bytes"), true},
                   {DSM_TR("Offset, hex"), QStringLiteral("offset_hex"), false},
                   {DSM_TR("Bank"), QStringLiteral("bank"), true},
                   {DSM_TR("Segment"), QStringLiteral("segment"), true},
                   {DSM_TR("Pass"), QStringLiteral("pass"), true}};
  const auto count = [](std::uint64_t value) { return numberCell(double(value), integer(value)); };
  const auto none = [] { return numberCell(std::nan(""), missingNumber()); };
  for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane) {
    const model::LaneView& view = data.cost.lanes[lane];
    if (!view.active) {
      table.rows.push_back({count(lane), none(), textCell(DSM_TR("inactive")), none(), none(), none()});
      continue;
    }
    table.rows.push_back({count(lane), count(view.byte), textCell(hex(view.byte)), count(view.bank), count(view.segment),
                          data.cost.hasPasses() ? count(view.pass + 1) : none()});
  }
  return table;
}

QString laneCommand(const model::LaneAccess& access) {
  return QStringLiteral("dsmscope ruler --lanes %1").arg(QString::fromStdString(model::laneAccessText(access)));
}

}  // namespace dsm::ui
