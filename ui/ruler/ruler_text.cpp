// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ruler's words: labels, read-outs, the finding, and the table.
#include "ui/catalogue_text.h"
#include "ui/ruler/ruler_data.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Ruler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Ruler", text))

QString integer(std::uint64_t value) { return formatInteger(qint64(value)); }

QString shareText(std::uint64_t part, std::uint64_t whole) {
  const double share = double(part) / double(whole);
  return share > 0 && share < 0.01 ? DSM_TR("less than %1").arg(formatPercent(0.01)) : formatPercent(share);
}

QString limitClause(const RulerData& data) {
  if (data.limit() == 0) return DSM_TR("no device is known, so neither is its limit.");
  const QString limit = formatBytesKiB(double(data.limit()));
  if (data.overflowBytes() > 0) {
    return DSM_TR("%1 more than the %2 that a block may ask for.").arg(formatBytesKiB(double(data.overflowBytes())), limit);
  }
  const QString share = shareText(data.usedBytes(), data.limit());
  return data.staticInForce ? DSM_TR("%1 of the %2 static cap.").arg(share, limit)
                            : DSM_TR("%1 of the %2 that a block may ask for.").arg(share, limit);
}

}  // namespace

QString pluralNoun(const model::OwnerMap& owner) { return catalogueText(owner.noun + "s"); }

QString arrayLabel(const model::SharedArray& array) {
  return QStringLiteral("%1[%2]").arg(QString::fromStdString(array.name), integer(array.elements));
}

QString sliceLabel(const model::SharedLayout& layout, int array, std::uint32_t rank) {
  const model::SharedArray& shown = layout.arrays[std::size_t(array)];
  if (!layout.owner || layout.owner->arrayName != shown.name) return arrayLabel(shown);
  const model::Slice slice = model::sliceOf(*layout.owner, rank);
  const QString noun = pluralNoun(*layout.owner);
  if (slice.count == 0) return DSM_TR("no %1").arg(noun);
  if (slice.count == 1) return QStringLiteral("%1 %2").arg(catalogueText(layout.owner->noun), integer(slice.first));
  return QStringLiteral("%1 %2 \u2013 %3").arg(noun, integer(slice.first), integer(slice.first + slice.count - 1));
}

QString rankLabel(const model::SharedLayout& layout, std::uint32_t rank) {
  return layout.ranks <= 1 ? DSM_TR("block") : DSM_TR("rank %1").arg(rank);
}

QString offsetText(std::uint64_t offsetBytes) {
  return QStringLiteral("%1 = 0x%2").arg(withUnit(integer(offsetBytes), u"B"), QString::number(offsetBytes, 16));
}

QString placeText(const RulerData& data, std::uint32_t rank, std::uint64_t offsetBytes) {
  QStringList parts{rankLabel(data.layout, rank)};
  const int at = arrayAt(data.layout, offsetBytes);
  if (at >= 0) {
    const model::SharedArray& array = data.layout.arrays[std::size_t(at)];
    const std::uint64_t element = (offsetBytes - array.offsetBytes) / std::max(1U, array.elementBytes);
    parts << QStringLiteral("%1[%2]").arg(QString::fromStdString(array.name), integer(element));
  } else if (offsetBytes >= data.limitBytes && data.limitBytes > 0) {
    parts << DSM_TR("past the limit of a block");
  } else {
    parts << DSM_TR("free");
  }
  if (const auto index = indexAt(data.layout, rank, offsetBytes)) {
    parts << QStringLiteral("%1 %2").arg(catalogueText(data.layout.owner->noun), integer(*index));
  }
  parts << DSM_TR("offset %1").arg(offsetText(offsetBytes)) << DSM_TR("bank %1").arg(bankOf(offsetBytes));
  return parts.join(QStringLiteral(", "));
}

QString rulerFinding(const RulerData& data, const std::string& variantLabel) {
  const model::SharedLayout& layout = data.layout;
  const QString bytes = formatBytesKiB(double(data.usedBytes()));
  if (data.usedBytes() == 0) return DSM_TR("%1 uses no shared memory.").arg(catalogueText(variantLabel));
  if (layout.owner && layout.ranks > 1) {
    return DSM_TR("%1 %2 over %3 ranks: %4 %2, %5 in each block, %6")
        .arg(integer(layout.owner->total), pluralNoun(*layout.owner), integer(layout.ranks), integer(layout.owner->perRank),
             bytes, limitClause(data));
  }
  if (layout.owner) {
    return DSM_TR("%1 %2 in one block: %3, %4").arg(integer(layout.owner->total), pluralNoun(*layout.owner), bytes, limitClause(data));
  }
  QStringList arrays;
  for (const model::SharedArray& array : layout.arrays) {
    if (arrays.size() < 3) arrays << arrayLabel(array);
  }
  if (layout.arrays.size() > 3) arrays << DSM_TR("%1 more").arg(layout.arrays.size() - 3);
  const QString names = arrays.join(QStringLiteral(", "));
  return layout.ranks > 1 ? DSM_TR("Each of %1 ranks declares %2: %3, %4").arg(integer(layout.ranks), names, bytes, limitClause(data))
                          : DSM_TR("Each block declares %1: %2, %3").arg(names, bytes, limitClause(data));
}

ChartTable rulerTable(const RulerData& data) {
  ChartTable table;
  table.columns = {{DSM_TR("Rank"), QStringLiteral("rank"), true},
                   {DSM_TR("Array"), QStringLiteral("array"), false},
                   {DSM_TR("Offset, B"), QStringLiteral("offset_bytes"), true},
                   {DSM_TR("Size, B"), QStringLiteral("size_bytes"), true},
                   {DSM_TR("Elements"), QStringLiteral("elements"), true},
                   {DSM_TR("Element, B"), QStringLiteral("element_bytes"), true}};
  const bool owned = data.layout.owner.has_value();
  if (owned) {
    table.columns.push_back({DSM_TR("First %1").arg(catalogueText(data.layout.owner->noun)), QStringLiteral("first_index"), true});
    table.columns.push_back({DSM_TR("%1 owned").arg(pluralNoun(*data.layout.owner)), QStringLiteral("owned"), true});
  }
  const auto count = [](std::uint64_t value) { return numberCell(double(value), integer(value)); };
  for (std::uint32_t rank = 0; rank < data.layout.ranks; ++rank) {
    for (const model::SharedArray& array : data.layout.arrays) {
      QVector<ChartCell> cells{count(rank), textCell(QString::fromStdString(array.name)), count(array.offsetBytes),
                               count(array.bytes()), count(array.elements), count(array.elementBytes)};
      if (owned) {
        const bool own = data.layout.owner->arrayName == array.name;
        const model::Slice slice = model::sliceOf(*data.layout.owner, rank);
        cells.push_back(own && slice.count > 0 ? count(slice.first) : numberCell(std::nan(""), missingNumber()));
        cells.push_back(own ? count(slice.count) : numberCell(std::nan(""), missingNumber()));
      }
      table.rows.push_back(cells);
    }
  }
  return table;
}

}  // namespace dsm::ui
