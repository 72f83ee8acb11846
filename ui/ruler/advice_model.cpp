// SPDX-License-Identifier: GPL-3.0-or-later
//
// Roles, order and drawing of the advisor's table.
#include "ui/ruler/advice_model.h"

#include "ui/charts/chart_fonts.h"
#include "ui/ruler/advice_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/variant_style.h"

#include <QPainter>

#include <cmath>

namespace dsm::ui {
namespace {

constexpr int kPadding = 8;
constexpr double kGlyph = 10;

Glyph glyphOf(model::Origin origin) {
  switch (origin) {
    case model::Origin::measured: return Glyph::disc;
    case model::Origin::recorded: return Glyph::ringWithPoint;
    case model::Origin::modelled: return Glyph::function;
    case model::Origin::emulated: return Glyph::linkedSquares;
    case model::Origin::notCollected: break;
  }
  return Glyph::slashedCircle;
}

}  // namespace

void AdviceModel::setAdvice(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Device& device, const std::string& shownVariant,
                            const model::Values& shown) {
  m_spec = &spec;
  m_advice = advice;
  m_device = device;
  m_shownVariant = shownVariant;
  m_shown = shown;
  setTable(adviceTable(spec, advice));
}

void AdviceModel::clear() {
  m_advice = {};
  setTable({});
}

bool AdviceModel::isShown(const model::Configuration& row) const {
  if (row.variant != m_shownVariant) return false;
  for (const auto& [id, value] : row.values) {
    const auto found = m_shown.find(id);
    if (found != m_shown.end() && found->second != value) return false;
  }
  return true;
}

QString AdviceModel::toolTip(int row) const {
  const model::Configuration& configuration = m_advice.rows[std::size_t(row)];
  QStringList lines{configurationName(*m_spec, configuration)};
  if (!configuration.legality.fits) lines << QString::fromStdString(configuration.legality.reason);
  if (configuration.legality.nearest) lines << tr("Nearest that runs: %1.").arg(nearestText(*m_spec, configuration));
  if (const QString placement = placementReason(configuration, m_device); !placement.isEmpty()) lines << placement;
  return lines.join(u'\n');
}

QVariant AdviceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const model::Configuration& row = m_advice.rows[std::size_t(index.row())];
  switch (role) {
    case sortRole: {
      const ChartCell& cell = table().rows[index.row()][index.column()];
      return cell.number ? QVariant(*cell.number) : QVariant(cell.text);
    }
    case legalRole: return row.legality.fits;
    case slotRole: return int(m_spec->variant(row.variant)->slot);
    case originRole: return row.measured ? QVariant(int(row.measured->origin)) : QVariant();
    case shownRole: return isShown(row);
    case recommendedRole: return m_advice.recommended == std::size_t(index.row());
    case Qt::ToolTipRole: return toolTip(index.row());
    case Qt::AccessibleTextRole: {
      const QString text = ChartTableModel::data(index, Qt::DisplayRole).toString();
      const QString head = headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString();
      return QStringLiteral("%1 %2").arg(head, text);
    }
    default: return ChartTableModel::data(index, role);
  }
}

AdviceOrder::AdviceOrder(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(AdviceModel::sortRole); }

bool AdviceOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = left.data(AdviceModel::sortRole);
  const QVariant b = right.data(AdviceModel::sortRole);
  if (a.userType() != QMetaType::Double || b.userType() != QMetaType::Double) return a.toString() < b.toString();
  const bool noA = std::isnan(a.toDouble());
  const bool noB = std::isnan(b.toDouble());
  if (noA || noB) return sortOrder() == Qt::DescendingOrder ? noA && !noB : noB && !noA;
  return a.toDouble() < b.toDouble();
}

void AdviceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const bool selected = option.state & QStyle::State_Selected;
  painter->save();
  painter->setClipRect(option.rect);
  painter->fillRect(option.rect, selected ? theme.sel : index.row() % 2 == 1 ? theme.alt : theme.base);
  if (selected && index.column() == 0) painter->fillRect(QRect(option.rect.topLeft(), QSize(kStateEdge, option.rect.height())), theme.accent);
  const bool legal = index.data(AdviceModel::legalRole).toBool();
  const QFont text = font(index.data(AdviceModel::shownRole).toBool() ? TextRole::baseBold : TextRole::base);
  QRectF room = QRectF(option.rect).adjusted(kPadding, 0, -kPadding, 0);
  const QRectF glyph(room.left(), std::round(room.center().y() - kGlyph / 2), kGlyph, kGlyph);
  painter->setRenderHint(QPainter::Antialiasing);
  const auto column = AdviceColumn(index.column());
  if (column == AdviceColumn::variant) {
    drawMarker(*painter, glyph.center(), kGlyph, index.data(AdviceModel::slotRole).toInt(), theme.scheme, legal ? QColor() : theme.dis);
    room.setLeft(room.left() + kGlyph + kPadding);
  } else if (column == AdviceColumn::runs) {
    paintGlyph(*painter, glyph, legal ? Glyph::tick : Glyph::cross, legal ? theme.ok : theme.error);
    room.setLeft(room.left() + kGlyph + kPadding);
  } else if (const QVariant origin = index.data(AdviceModel::originRole); column == AdviceColumn::rate && origin.isValid()) {
    paintGlyph(*painter, glyph, glyphOf(model::Origin(origin.toInt())), theme.text2);
    room.setLeft(room.left() + kGlyph + 4);
  }
  painter->setFont(text);
  painter->setPen(legal ? theme.text : theme.dis);
  const int align = index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine;
  painter->drawText(room, align, elided(text, index.data().toString(), room.width()));
  if (option.state & QStyle::State_HasFocus && selected) {
    painter->setPen(QPen(theme.accent, 1));
    painter->setBrush(Qt::NoBrush);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->drawRect(option.rect.adjusted(index.column() == 0 ? kStateEdge : 0, 0, -1, -1));
  }
  painter->restore();
}

}  // namespace dsm::ui
