// SPDX-License-Identifier: GPL-3.0-or-later
// Everything is drawn here in one pass: the default delegate lays out each text anew and knows no markers.
#include "ui/runs/runs_delegate.h"

#include <optional>

#include <QAbstractItemView>
#include <QPainter>

#include "ui/runs/runs_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/variant_style.h"

namespace dsm::ui {
namespace {

constexpr int kGlyph = 10;
constexpr int kPadding = 8;
constexpr int kCarefulIcon = 14;

struct Sign {
  std::optional<Glyph> glyph;
  QColor ink;
  bool crossHatch = false;
};

Sign signOf(RunsModel::VerdictState state, const Theme& theme) {
  switch (state) {
    case RunsModel::VerdictState::faster: return {Glyph::faster, theme.ok};
    case RunsModel::VerdictState::slower: return {Glyph::slower, theme.warn};
    case RunsModel::VerdictState::undecided: return {std::nullopt, theme.text2, true};
    case RunsModel::VerdictState::failed: return {Glyph::cross, theme.error};
    case RunsModel::VerdictState::same: return {Glyph::dash, theme.text2};
    default: return {std::nullopt, theme.text2};
  }
}

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

QRectF glyphBox(const QRect& cell) {
  return {qreal(cell.left() + kPadding), cell.center().y() - kGlyph / 2.0 + 0.5, qreal(kGlyph), qreal(kGlyph)};
}

void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, bool failed, const Theme& theme) {
  const bool selected = option.state & QStyle::State_Selected;
  const QColor ground = failed ? theme.errorTint : selected ? theme.sel : (index.row() % 2 == 1 ? theme.alt : theme.base);
  painter.fillRect(option.rect, ground);
  if (index.column() != int(RunColumn::pin)) return;
  if (selected) painter.fillRect(QRect(option.rect.topLeft(), QSize(kStateEdge, option.rect.height())), failed ? theme.error : theme.accent);
}

// Left edge of the text after the sign; draws the sign.
int paintSign(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, bool failed, QColor& ink, const Theme& theme) {
  const QRectF box = glyphBox(option.rect);
  const int afterGlyph = int(box.right()) + kPadding;
  switch (RunColumn(index.column())) {
    case RunColumn::pin:
      if (index.data(RunsModel::pinnedRole).toBool()) {
        paintIcon(painter, QRectF(option.rect.left() + 10, option.rect.center().y() - 7, kIconSize, kIconSize), IconName::pin, theme.text2);
      }
      return afterGlyph;
    case RunColumn::variant: {
      const int slot = index.data(RunsModel::slotRole).toInt();
      if (failed) {
        paintIcon(painter, box.adjusted(-3, -3, 3, 3), IconName::error, theme.error, theme.errorTint);
      } else if (slot >= 0) {
        drawMarker(painter, box.center(), kMarkerSize, slot, theme.scheme);
      }
      return afterGlyph;
    }
    case RunColumn::verdict: {
      const Sign sign = signOf(RunsModel::VerdictState(index.data(RunsModel::verdictRole).toInt()), theme);
      ink = sign.ink;
      if (sign.crossHatch) fillUndecided(painter, box, theme);
      if (sign.glyph) paintGlyph(painter, box, *sign.glyph, sign.ink);
      return sign.glyph || sign.crossHatch ? afterGlyph : option.rect.left() + kPadding;
    }
    case RunColumn::origin:
      ink = theme.text2;
      paintGlyph(painter, box, glyphOf(model::Origin(index.data(RunsModel::originRole).toInt())), theme.text2);
      return afterGlyph;
    default: break;
  }
  return option.rect.left() + kPadding;
}

// At the right end of a verdict that is not to be trusted without looking; its left edge, or that of the cell's end.
int paintCareful(QPainter& painter, const QRect& cell, const QModelIndex& index, const Theme& theme) {
  if (RunColumn(index.column()) != RunColumn::verdict || !index.data(RunsModel::carefulRole).toBool()) return cell.right() + 1;
  const int left = cell.right() + 1 - kPadding - kCarefulIcon;
  if (left < cell.left() + kCarefulIcon) return cell.right() + 1;
  paintIcon(painter, QRectF(left, cell.center().y() - kCarefulIcon / 2 + 0.5, kCarefulIcon, kCarefulIcon), IconName::warning, theme.warn,
            theme.base);
  return left;
}

}  // namespace

QSize RunsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QFontMetrics metrics(dsm::ui::font(TextRole::base));
  Q_UNUSED(option)
  return {metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + 2 * kPadding + kGlyph + kPadding, scaled(kTableRowHeight)};
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  if (index.data(RunsModel::headerRole).toBool()) return;  // the table paints it over the whole row
  const Theme& theme = currentTheme();
  const bool failed = index.data(RunsModel::statusRole).toInt() == int(model::RunStatus::failed);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  paintBackground(*painter, option, index, failed, theme);
  const auto column = RunColumn(index.column());
  const bool isText = column == RunColumn::notes || column == RunColumn::status || column == RunColumn::validation ||
                     column == RunColumn::date || column == RunColumn::device || column == RunColumn::tags || column == RunColumn::baseline;
  QColor ink = isText ? theme.text2 : theme.text;
  if (index.data(RunsModel::placeholderRole).toBool()) ink = theme.dis;
  const bool notCollected = RunsModel::isCounter(index.column()) && index.data(RunsModel::notCollectedRole).toBool();
  if (notCollected) ink = theme.text2;
  const int left = paintSign(*painter, option, index, failed, ink, theme);
  const bool saysError = column == RunColumn::status || column == RunColumn::verdict || column == RunColumn::variant || column == RunColumn::notes;
  if (failed && saysError) ink = theme.error;
  const int right = paintCareful(*painter, option.rect, index, theme);
  const QRect text(left, option.rect.top(), right - kPadding - left, option.rect.height());
  if (text.width() > 0) {
    const bool mono = column == RunColumn::command;
    painter->setFont(dsm::ui::font(mono ? TextRole::mono : isText || column == RunColumn::origin ? TextRole::small : TextRole::base));
    painter->setPen(ink);
    const QString shown = QFontMetrics(painter->font()).elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, text.width());
    if (notCollected) {  // the sign stands before the words, which stand at the right
      const int words = painter->fontMetrics().horizontalAdvance(shown);
      const QRectF sign = glyphBox(option.rect).translated(text.right() + 1 - words - kGlyph - kPadding / 2 - (option.rect.left() + kPadding), 0);
      if (sign.left() >= option.rect.left()) paintGlyph(*painter, sign, Glyph::slashedCircle, ink);
    }
    painter->drawText(text, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine, shown);
  }
  const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
  if (view != nullptr && view->hasFocus() && view->currentIndex() == index) {
    painter->setPen(QPen(theme.accent, 1, Qt::DotLine));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
  }
  painter->restore();
}

}  // namespace dsm::ui
