// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps a copy of what it announced: a view must never see a row that is gone.
#include "ui/tile/tile_list_model.h"

#include <algorithm>

#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kSwatch = 12;
constexpr double kSwatchRatio = 2;  // sharp on every screen up to 2x

QPixmap swatch(int index) {
  QPixmap picture(QSize(kSwatch, kSwatch) * kSwatchRatio);
  picture.setDevicePixelRatio(kSwatchRatio);
  const RulerArrayColour& colours = rulerArrayColour(currentTheme(), index);
  picture.fill(colours.edge);
  QPainter(&picture).fillRect(QRectF(1, 1, kSwatch - 2, kSwatch - 2), colours.fill);
  return picture;
}

}  // namespace

TileListModel::TileListModel(TileDocument& document, QObject* parent) : QAbstractTableModel(parent), m_document(document) {
  connect(&document, &TileDocument::parsed, this, &TileListModel::refresh);
  connect(&document, &TileDocument::settingsChanged, this, &TileListModel::refresh);
  connect(&document, &TileDocument::fileChanged, this, &TileListModel::refresh);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  });
  refresh();
}

void TileListModel::refresh() {
  const model::tile::Kernel* kernel = m_document.kernel();
  const std::size_t before = m_kernel.tiles.size();
  const std::size_t now = kernel != nullptr ? kernel->tiles.size() : 0;
  if (now > before) beginInsertRows({}, int(before), int(now) - 1);
  else if (now < before) beginRemoveRows({}, int(now), int(before) - 1);
  m_kernel = kernel != nullptr ? *kernel : model::tile::Kernel();
  if (now > before) endInsertRows();
  else if (now < before) endRemoveRows();
  if (now > 0) emit dataChanged(index(0, 0), index(int(now) - 1, columnCount() - 1));
}

int TileListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_kernel.tiles.size()); }
int TileListModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columnCountOfAll; }

QVariant TileListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const model::tile::Tile& tile = m_kernel.tiles[std::size_t(index.row())];
  if (role == Qt::TextAlignmentRole) return int((index.column() == name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::DecorationRole && index.column() == name) return swatch(index.row());
  if (role == Qt::ToolTipRole) {
    const std::string_view type = model::tile::nameOf(tile.type);
    QString words = tr("%1, %2, aligned to %3 B").arg(QString::fromStdString(tile.name), QString::fromUtf8(type.data(), qsizetype(type.size()))).arg(tile.alignBytes);
    if (tile.pipelined) words += tr(", two stages of a pipeline");
    return words;
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case name: return QString::fromStdString(tile.name);
    case shape: return QStringLiteral("%1 × %2").arg(formatInteger(qint64(tile.rows)), formatInteger(qint64(tile.columns))) + (tile.pipelined ? QStringLiteral(" × 2") : QString());
    case bytes: return formatInteger(qint64(tile.bytes()));
    case live: return QStringLiteral("%1 \u2013 %2").arg(tile.declaredLine).arg(std::max(tile.declaredLine, tile.lastUseLine));
    default: return {};
  }
}

QVariant TileListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int((section == name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name: return tr("tile");
    case shape: return tr("shape");
    case bytes: return tr("bytes");
    case live: return tr("live, lines");
    default: return {};
  }
}

}  // namespace dsm::ui
