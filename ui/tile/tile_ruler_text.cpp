// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words of a tile ruler: labels, read-outs, table.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/theme/numbers.h"
#include "ui/tile/tile_ruler_data.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TileRuler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TileRuler", text))

QString integer(std::uint64_t value) { return formatInteger(qint64(value)); }

// An earlier array had these bytes.
bool isAgain(const TileRulerData& data, int index) {
  const TileBox& box = data.boxes[std::size_t(index)];
  return std::any_of(data.boxes.begin(), data.boxes.begin() + index, [&](const TileBox& before) {
    return before.offsetBytes <= box.offsetBytes && box.offsetBytes < before.endBytes();
  });
}

QString elementText(const TileBox& box, std::uint64_t offsetBytes) {
  const std::uint64_t stageBytes = std::max<std::uint64_t>(1, box.bytes / std::uint64_t(std::max(1, box.stages)));
  const std::uint64_t inside = offsetBytes - box.offsetBytes;
  const std::uint64_t element = inside % stageBytes / std::max(1U, box.elementBytes);
  const std::uint64_t columns = std::max<std::uint64_t>(1, box.columns);
  QString text = QStringLiteral("%1[%2, %3]").arg(box.name, integer(element / columns), integer(element % columns));
  if (box.stages > 1) text += QStringLiteral(", ") + DSM_TR("stage %1").arg(inside / stageBytes + 1);
  return text;
}

QString percent(std::uint64_t part, std::uint64_t whole) {
  const double share = double(part) / double(whole);
  if (part > 0 && share < 0.001) return DSM_TR("less than %1").arg(formatPercent(0.001, 1));
  return formatPercent(share, share < 0.0995 || share > 1 ? 1 : 0);
}

}  // namespace

QString byteCountText(std::uint64_t bytes) { return withUnit(integer(bytes), u"B"); }

QString placementName(const TileRulerData& data) {
  if (data.freeOffsets) return DSM_TR("Free");
  return data.placement == model::Placement::fixed ? DSM_TR("Static") : DSM_TR("Dynamic");
}

QString placementExplanation(const TileRulerData& data) {
  if (const std::uint64_t over = data.overflowBytes(); over > 0) {
    const QString limit = formatBytesKiB(double(data.limitBytes()));
    return data.placement == model::Placement::fixed ? DSM_TR("%1 more than the %2 static cap").arg(byteCountText(over), limit)
                                                     : DSM_TR("%1 more than the %2 opt-in limit").arg(byteCountText(over), limit);
  }
  if (data.freeOffsets) return DSM_TR("offsets as you set them");
  return data.placement == model::Placement::fixed ? DSM_TR("each tile its own offset, without @dynshared")
                                                   : DSM_TR("the allocator resets when no tile is live");
}

QString phaseLabel(const TileRulerData& data, int phase) {
  if (phase < 0 || phase >= int(data.boxes.size()) || data.freeOffsets) return DSM_TR("phase %1").arg(phase + 1);
  const int line = data.boxes[std::size_t(phase)].line;
  return line > 0 ? DSM_TR("line %1").arg(line) : DSM_TR("array %1").arg(phase + 1);
}

QString boxText(const TileRulerData& data, int index) {
  const TileBox& box = data.boxes[std::size_t(index)];
  const bool again = data.placement == model::Placement::dynamic && !data.freeOffsets && isAgain(data, index);
  const QString text = again ? DSM_TR("%1 at %2 again") : DSM_TR("%1 at %2");
  return text.arg(byteCountText(box.bytes), integer(box.offsetBytes));
}

QString tilePlaceText(const TileRulerData& data, int phase, std::uint64_t offsetBytes) {
  QStringList parts{QStringLiteral("%1 = 0x%2").arg(byteCountText(offsetBytes), QString::number(offsetBytes, 16))};
  const int at = tileAt(data, phase, offsetBytes);
  if (at >= 0) {
    const TileBox& box = data.boxes[std::size_t(at)];
    parts << elementText(box, offsetBytes);
    if (!box.isLive(phase)) parts << (box.lastPhase < phase ? DSM_TR("dead but still reserved") : DSM_TR("reserved, not declared yet"));
  } else if (data.limitBytes() > 0 && offsetBytes >= data.limitBytes()) {
    parts << DSM_TR("past the limit");
  } else {
    parts << DSM_TR("free");
  }
  parts << DSM_TR("bank %1").arg(tileBankOf(offsetBytes)) << phaseLabel(data, phase);
  return parts.join(QStringLiteral(", "));
}

QString boxSentence(const TileRulerData& data, int index) {
  const TileBox& box = data.boxes[std::size_t(index)];
  return DSM_TR("%1, %2 × %3, %4, from %5 to %6")
      .arg(box.name, integer(box.rows), integer(box.columns), boxText(data, index), phaseLabel(data, box.firstPhase), phaseLabel(data, box.lastPhase));
}

QString groupedDigits(const std::string& sentence) {
  static const QRegularExpression kNumber(QStringLiteral("\\b\\d{4,18}\\b"));
  const QString plain = QString::fromStdString(sentence);
  QString grouped;
  qsizetype last = 0;
  for (auto each = kNumber.globalMatch(plain); each.hasNext();) {
    const QRegularExpressionMatch match = each.next();
    grouped += plain.mid(last, match.capturedStart() - last) + formatInteger(match.captured().toLongLong());
    last = match.capturedEnd();
  }
  return grouped + plain.mid(last);
}

QString shareText(std::uint64_t staticPeak, std::uint64_t dynamicPeak, const model::Device& device) {
  QStringList parts;
  if (device.sharedPerBlockStatic > 0) parts << DSM_TR("%1 of the static cap").arg(percent(staticPeak, device.sharedPerBlockStatic));
  if (device.sharedPerBlockOptin > 0) parts << DSM_TR("%1 of the opt-in limit").arg(percent(dynamicPeak, device.sharedPerBlockOptin));
  return parts.join(QStringLiteral(", "));
}

ChartTable tileTable(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan) {
  ChartTable table;
  table.columns = {{DSM_TR("Tile"), QStringLiteral("tile"), false},
                   {DSM_TR("Type"), QStringLiteral("type"), false},
                   {DSM_TR("Rows"), QStringLiteral("rows"), true},
                   {DSM_TR("Columns"), QStringLiteral("columns"), true},
                   {DSM_TR("Stages"), QStringLiteral("stages"), true},
                   {DSM_TR("Size, B"), QStringLiteral("size_bytes"), true},
                   {DSM_TR("Alignment, B"), QStringLiteral("align_bytes"), true},
                   {DSM_TR("Offset static, B"), QStringLiteral("static_offset_bytes"), true},
                   {DSM_TR("Offset dynamic, B"), QStringLiteral("dynamic_offset_bytes"), true},
                   {DSM_TR("Declared, line"), QStringLiteral("declared_line"), true},
                   {DSM_TR("Last use, line"), QStringLiteral("last_use_line"), true}};
  const auto count = [](std::uint64_t value) { return numberCell(double(value), integer(value)); };
  for (std::size_t i = 0; i < kernel.tiles.size() && i < plan.fixed.offsets.size() && i < plan.dynamic.offsets.size(); ++i) {
    const model::tile::Tile& tile = kernel.tiles[i];
    const std::string_view type = model::tile::nameOf(tile.type);
    table.rows.push_back({textCell(QString::fromStdString(tile.name)), textCell(QString::fromUtf8(type.data(), qsizetype(type.size()))),
                          count(tile.rows), count(tile.columns), count(tile.pipelined ? 2 : 1), count(tile.bytes()), count(tile.alignBytes),
                          count(plan.fixed.offsets[i]), count(plan.dynamic.offsets[i]), count(std::uint64_t(std::max(0, tile.declaredLine))),
                          count(std::uint64_t(std::max(0, tile.lastUseLine)))});
  }
  return table;
}

}  // namespace dsm::ui
