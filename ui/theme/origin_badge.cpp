// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting and size of the origin badge. All measures are given at a 12 px font and scale with it, so that
// projector mode and text scale need no numbers of their own.
#include "ui/theme/origin_badge.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"
#include "ui/theme/variant_style.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace dsm::ui {
namespace {

constexpr qreal kPadding = 8;
constexpr qreal kGlyph = 10;
constexpr qreal kGlyphGap = 6;

qreal unitOf(const QFont& font) { return font.pixelSize() / 12.0; }

Glyph glyphOf(BadgeKind kind) {
  switch (kind) {
    case BadgeKind::measured:
      return Glyph::disc;
    case BadgeKind::recorded:
      return Glyph::ringWithPoint;
    case BadgeKind::modelled:
      return Glyph::function;
    case BadgeKind::emulated:
      return Glyph::linkedSquares;
    case BadgeKind::notCollected:
      return Glyph::slashedCircle;
  }
  return Glyph::dash;
}

void paintShape(QPainter& painter, const QRectF& rect, BadgeKind kind, const Theme& t, qreal unit) {
  const qreal w = unit;
  const QRectF inner = rect.adjusted(w / 2, w / 2, -w / 2, -w / 2);
  painter.setBrush(Qt::NoBrush);
  QPen pen(t.text, w, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
  switch (kind) {
    case BadgeKind::measured:
      painter.setPen(Qt::NoPen);
      painter.setBrush(t.accent);
      painter.drawRoundedRect(rect, kRadius * unit, kRadius * unit);
      break;
    case BadgeKind::recorded:
      painter.setPen(pen);
      painter.setBrush(t.base);
      painter.drawRoundedRect(inner, kRadius * unit, kRadius * unit);
      break;
    case BadgeKind::modelled:
      pen.setDashPattern({4, 3});
      painter.setPen(pen);
      // Side by side, so that every corner begins with a dash.
      painter.drawLine(inner.topLeft(), inner.topRight());
      painter.drawLine(inner.bottomLeft(), inner.bottomRight());
      painter.drawLine(inner.topLeft(), inner.bottomLeft());
      painter.drawLine(inner.topRight(), inner.bottomRight());
      break;
    case BadgeKind::emulated: {
      const qreal cut = 5 * unit;
      painter.setPen(pen);
      painter.setBrush(t.base);
      painter.drawPolygon(QPolygonF({{inner.left() + cut, inner.top()},
                                     {inner.right() - cut, inner.top()},
                                     {inner.right(), inner.top() + cut},
                                     {inner.right(), inner.bottom() - cut},
                                     {inner.right() - cut, inner.bottom()},
                                     {inner.left() + cut, inner.bottom()},
                                     {inner.left(), inner.bottom() - cut},
                                     {inner.left(), inner.top() + cut}}));
      break;
    }
    case BadgeKind::notCollected:
      fillUnavailable(painter, rect, t);
      break;
  }
}

}  // namespace

QString badgeText(BadgeKind kind, const QString& detail) {
  QString word;
  switch (kind) {
    case BadgeKind::measured:
      word = QCoreApplication::translate("OriginBadge", "measured");
      break;
    case BadgeKind::recorded:
      word = QCoreApplication::translate("OriginBadge", "recorded");
      break;
    case BadgeKind::modelled:
      word = QCoreApplication::translate("OriginBadge", "modelled");
      break;
    case BadgeKind::emulated:
      word = QCoreApplication::translate("OriginBadge", "emulated");
      break;
    case BadgeKind::notCollected:
      word = QCoreApplication::translate("OriginBadge", "not collected");
      break;
  }
  return detail.isEmpty() ? word : QCoreApplication::translate("OriginBadge", "%1: %2").arg(word, detail);
}

QSizeF badgeSize(BadgeKind kind, const QString& detail, const QFont& font) {
  const qreal unit = unitOf(font);
  const qreal text = std::ceil(QFontMetricsF(font).horizontalAdvance(badgeText(kind, detail)));
  return {text + (2 * kPadding + kGlyph + kGlyphGap) * unit, std::round(kBadgeHeight * unit)};
}

void paintBadge(QPainter& painter, const QRectF& rect, BadgeKind kind, const QString& detail, const Theme& t, const QFont& font) {
  const qreal unit = unitOf(font);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintShape(painter, rect, kind, t, unit);
  const QColor ink = kind == BadgeKind::measured ? t.onAccent : t.text;
  const qreal side = kGlyph * unit;
  const QRectF glyph(rect.left() + kPadding * unit, rect.center().y() - side / 2, side, side);
  const QRectF text(glyph.right() + kGlyphGap * unit, rect.top(), 0, rect.height());
  QRectF textRect = text;
  textRect.setRight(rect.right() - kPadding * unit + 1);
  if (kind == BadgeKind::notCollected) {
    // Text never stands on the hatch.
    painter.fillRect(
        QRectF(glyph.left() - 3 * unit, rect.top() + unit, textRect.right() - glyph.left() + 6 * unit, rect.height() - 2 * unit), t.base);
  }
  paintGlyph(painter, glyph, glyphOf(kind), ink);
  painter.setFont(font);
  painter.setPen(ink);
  const QString words = QFontMetricsF(font).elidedText(badgeText(kind, detail), Qt::ElideRight, textRect.width());
  painter.drawText(textRect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, words);
  painter.restore();
}

OriginBadge::OriginBadge(QWidget* parent) : OriginBadge(BadgeKind::measured, {}, parent) {}

OriginBadge::OriginBadge(BadgeKind kind, const QString& detail, QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
  setOrigin(kind, detail);
}

void OriginBadge::setOrigin(BadgeKind kind, const QString& detail, const QString& toolTip) {
  m_kind = kind;
  m_detail = detail;
  setToolTip(toolTip);
  setAccessibleName(tr("Origin: %1").arg(badgeText(kind, detail)));
  setAccessibleDescription(toolTip);
  updateGeometry();
  update();
}

QSize OriginBadge::sizeHint() const {
  const QSizeF size = badgeSize(m_kind, m_detail, dsm::ui::font(TextRole::small));
  return {int(std::ceil(size.width())), int(size.height())};
}

QSize OriginBadge::minimumSizeHint() const { return sizeHint(); }

void OriginBadge::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QSize size = sizeHint();
  const QRectF area(0, (height() - size.height()) / 2, std::min(width(), size.width()), size.height());
  paintBadge(painter, area, m_kind, m_detail, currentTheme(), dsm::ui::font(TextRole::small));
}

}  // namespace dsm::ui
