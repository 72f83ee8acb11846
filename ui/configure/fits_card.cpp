// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painted by hand: seven pieces of text and a bar, redrawn at each step of a slider.
#include "ui/configure/fits_card.h"

#include <algorithm>

#include <QEvent>
#include <QPainter>

#include "ui/document_text.h"
#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"
#include "ui/theme/numbers.h"
#include "ui/theme/origin_badge.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kPadding = 12;
constexpr int kHeadHeight = 24;
constexpr int kRowHeight = 24;
constexpr int kBarHeight = 8;

QString countText(const std::optional<std::uint32_t>& count) { return count ? formatInteger(*count) : missingNumber(); }

// "64 of 227 KiB": the unit once.
QString ofLimit(std::uint64_t bytes, std::uint64_t limit) {
  QString used = formatBytesKiB(double(bytes));
  const QString most = formatBytesKiB(double(limit));
  const QString unit = QString(QChar(kNoBreakSpace)) + QStringLiteral("KiB");
  if (used.endsWith(unit) && most.endsWith(unit)) used.chop(unit.size());
  return FitsCard::tr("%1 of %2").arg(used, most);
}

}  // namespace

FitsCard::FitsCard(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Does it fit?"));
}

void FitsCard::setFacts(const FitsFacts& facts) {
  m_facts = facts;
  setAccessibleDescription(sentence());
  setToolTip(m_facts.variant.isEmpty() ? QString() : tr("%1 on %2").arg(m_facts.variant, m_facts.deviceName));
  updateGeometry();
  update();
}

void FitsCard::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  updateGeometry();
  update();
}

QString FitsCard::title() const {
  if (!m_facts.known) return tr("Not known");
  return m_facts.legality.fits ? tr("Fits") : tr("Does not fit");
}

QString FitsCard::memoryText() const {
  const model::Legality& legality = m_facts.legality;
  return legality.limitBytes == 0 ? missingNumber() : ofLimit(legality.bytesPerBlock, legality.limitBytes);
}

QString FitsCard::sentence() const {
  if (!m_facts.known) return title() + QStringLiteral(". ") + m_facts.reason;
  const model::Legality& legality = m_facts.legality;
  if (!legality.fits) return title() + QStringLiteral(". ") + m_facts.reason;
  return tr("%1. %2, %3 clusters at once").arg(title(), memoryText(), countText(legality.clustersAtOnce));
}

int FitsCard::reasonHeight(int width) const {
  if (m_facts.reason.isEmpty()) return 0;
  const QRect box(0, 0, std::max(40, width - 2 * kPadding), 1000);
  return QFontMetrics(dsm::ui::font(TextRole::small)).boundingRect(box, Qt::TextWordWrap, m_facts.reason).height() + kSpace1;
}

int FitsCard::heightForWidth(int width) const {
  if (m_compact) return scaled(kHeadHeight);
  int height = 2 * kPadding + scaled(kHeadHeight) - kSpace1 + reasonHeight(width);
  if (m_facts.known) height += 3 * scaled(kRowHeight) + kBarHeight + kSpace2;
  return height;
}

QSize FitsCard::sizeHint() const { return {200, heightForWidth(std::max(width(), 200))}; }
QSize FitsCard::minimumSizeHint() const { return {120, heightForWidth(std::max(width(), 120))}; }

bool FitsCard::event(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
    updateGeometry();
    update();
  }
  return QWidget::event(event);
}

void FitsCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_compact) {
    paintLine(painter);
  } else {
    paintCard(painter);
  }
}

int FitsCard::paintHead(QPainter& painter, const QRect& line) const {
  const Theme& theme = currentTheme();
  const bool fits = m_facts.known && m_facts.legality.fits;
  const QColor ink = !m_facts.known ? theme.text2 : fits ? theme.ok : theme.error;
  const qreal side = 12;
  const QRectF glyph(line.left(), line.center().y() - side / 2 + 1, side, side);
  paintGlyph(painter, glyph, !m_facts.known ? Glyph::dash : fits ? Glyph::tick : Glyph::cross, ink);
  painter.setFont(dsm::ui::font(TextRole::baseBold));
  painter.setPen(ink);
  const int left = line.left() + int(side) + kSpace2;
  painter.drawText(QRect(left, line.top(), line.width(), line.height()), Qt::AlignVCenter, title());
  return left + QFontMetrics(painter.font()).horizontalAdvance(title()) + kSpace2;
}

void FitsCard::paintLine(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const int left = paintHead(painter, rect());
  QString detail = m_facts.reason;
  const model::Legality& legality = m_facts.legality;
  if (m_facts.known && legality.fits) {
    detail = memoryText();
    if (legality.clustersAtOnce) detail += QStringLiteral(", ") + tr("%1 clusters").arg(countText(legality.clustersAtOnce));
  } else if (m_facts.known && legality.bytesPerBlock > legality.limitBytes && legality.limitBytes > 0) {
    detail = tr("%1 short").arg(formatBytesKiB(double(legality.bytesPerBlock - legality.limitBytes)));
  }
  painter.setFont(dsm::ui::font(TextRole::small));
  painter.setPen(theme.text2);
  const QRect room(left, 0, width() - left, height());
  painter.drawText(room, Qt::AlignVCenter, QFontMetrics(painter.font()).elidedText(detail, Qt::ElideRight, room.width()));
}

void FitsCard::paintCard(QPainter& painter) const {
  const Theme& theme = currentTheme();
  drawFrame(painter, rect(), theme.base, theme.line);
  const QRect inner = rect().adjusted(kPadding, kPadding - kSpace1, -kPadding, -kPadding + kSpace1);
  const QRect head(inner.left(), inner.top(), inner.width(), scaled(kHeadHeight));
  const int titleRight = paintHead(painter, head);
  if (m_facts.known) {
    const QFont badgeFont = dsm::ui::font(TextRole::small);
    const BadgeKind kind = badgeKindOf(m_facts.legality.origin);
    const QSizeF size = badgeSize(kind, {}, badgeFont);
    const QRectF badge(std::max(qreal(titleRight), inner.right() + 1 - size.width()), head.center().y() - size.height() / 2 + 1,
                       size.width(), size.height());
    paintBadge(painter, badge, kind, {}, theme, badgeFont);
  }
  int y = head.bottom() + 1;
  painter.setFont(dsm::ui::font(TextRole::small));
  if (!m_facts.reason.isEmpty()) {
    painter.setPen(theme.text);
    const int height = reasonHeight(width());
    painter.drawText(QRect(inner.left(), y + kSpace1, inner.width(), height), Qt::TextWordWrap, m_facts.reason);
    y += height;
  }
  if (!m_facts.known) return;
  const auto row = [&](const QString& label, const QString& value) {
    const QRect line(inner.left(), y, inner.width(), scaled(kRowHeight));
    painter.setFont(dsm::ui::font(TextRole::small));
    painter.setPen(theme.text2);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, label);
    painter.setFont(dsm::ui::font(TextRole::base));
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, value);
    y += scaled(kRowHeight);
  };
  y += kSpace1;
  row(tr("Shared memory a block"), memoryText());
  paintMemoryBar(painter, QRectF(inner.left(), y, inner.width(), kBarHeight));
  y += kBarHeight + kSpace1;
  row(tr("Clusters at once"), countText(m_facts.legality.clustersAtOnce));
  row(tr("Blocks at once"), countText(m_facts.legality.blocksAtOnce));
}

void FitsCard::paintMemoryBar(QPainter& painter, const QRectF& bar) const {
  const Theme& theme = currentTheme();
  const model::Legality& legality = m_facts.legality;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(bar, theme.free);
  painter.setPen(theme.freeEdge);
  painter.drawRect(bar.adjusted(0, 0, -1, -1));
  if (legality.limitBytes > 0) {
    // Up to the limit the bar is linear; what is asked beyond it cannot be drawn to scale and is said in words.
    const double share = std::min(1.0, double(legality.bytesPerBlock) / double(legality.limitBytes));
    const bool over = legality.bytesPerBlock > legality.limitBytes;
    painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), over ? theme.error : theme.accent);
    const double cap = double(m_facts.staticCapBytes) / double(legality.limitBytes);
    if (cap > 0 && cap < 1) {
      const double x = bar.left() + bar.width() * cap;
      painter.fillRect(QRectF(x, bar.top() - 2, 1, bar.height() + 4), share > cap ? theme.base : theme.text);
      painter.fillRect(QRectF(x, bar.top() - 2, 1, 2), theme.text);
      painter.fillRect(QRectF(x, bar.bottom(), 1, 2), theme.text);
    }
  }
  painter.fillRect(QRectF(bar.right() - 1, bar.top() - 2, 1, bar.height() + 4), theme.text);
  painter.setRenderHint(QPainter::Antialiasing);
}

}  // namespace dsm::ui
