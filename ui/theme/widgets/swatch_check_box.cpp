// SPDX-License-Identifier: GPL-3.0-or-later
//
// One line: 14 px box, 24 x 12 swatch, 10 px marker, name; note at the right; reason below in small type.
#include "ui/theme/widgets/swatch_check_box.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"
#include "ui/theme/variant_style.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace dsm::ui {
namespace {

// Functions, since all of them follow the text scale.
int boxSide() { return scaled(14); }
int swatchWidth() { return scaled(24); }
int swatchHeight() { return scaled(12); }
int markerSide() { return scaled(kMarkerSize); }

}  // namespace

SwatchCheckBox::SwatchCheckBox(const QString& text, int slot, QWidget* parent) : QAbstractButton(parent), m_slot(slot) {
  setText(text);
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void SwatchCheckBox::setSlot(int slot) {
  m_slot = slot;
  update();
}

void SwatchCheckBox::setPale(bool pale) {
  m_pale = pale;
  update();
}

void SwatchCheckBox::setMarkerVisible(bool visible) {
  m_marker = visible;
  updateGeometry();
  update();
}

void SwatchCheckBox::setNote(const QString& note) {
  m_note = note;
  updateGeometry();
  update();
}

void SwatchCheckBox::setUnavailable(const QString& reason) {
  if (m_reason == reason) return;
  m_reason = reason;
  setAccessibleDescription(reason);
  setToolTip(reason);
  updateGeometry();
  update();
}

int SwatchCheckBox::textLeft() const { return boxSide() + kSpace3 + swatchWidth() + (m_marker ? kSpace2 + markerSide() + 3 : 0) + kSpace2; }

QSize SwatchCheckBox::sizeHint() const {
  const QFontMetrics base(dsm::ui::font(TextRole::base));
  const QFontMetrics small(dsm::ui::font(TextRole::small));
  int width = textLeft() + base.horizontalAdvance(text()) + 2;
  if (!m_note.isEmpty()) width += kSpace3 + small.horizontalAdvance(m_note);
  return {width, heightForWidth(std::max(width, 240))};
}

QSize SwatchCheckBox::minimumSizeHint() const { return {textLeft() + 40, scaled(kTableRowHeight)}; }

int SwatchCheckBox::heightForWidth(int width) const {
  const int line = scaled(kTableRowHeight);
  if (m_reason.isEmpty()) return line;
  const int left = boxSide() + kSpace3;
  const QFontMetrics small(dsm::ui::font(TextRole::small));
  const QRect needed = small.boundingRect(QRect(0, 0, std::max(width - left, 60), 1000), Qt::TextWordWrap, m_reason);
  return line + std::max(needed.height(), scaled(lineHeight(TextRole::small)));
}

void SwatchCheckBox::nextCheckState() {
  if (!isAvailable() && !isChecked()) {
    emit unavailableChosen();
    return;
  }
  QAbstractButton::nextCheckState();
}

void SwatchCheckBox::paintEvent(QPaintEvent*) {
  const Theme& t = currentTheme();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const bool live = isEnabled() && isAvailable();
  const int line = scaled(kTableRowHeight);
  const bool mirrored = layoutDirection() == Qt::RightToLeft;
  const auto place = [&](int x, int y, int w, int h) { return QRectF(mirrored ? width() - x - w : x, y, w, h); };

  const QRectF box = place(0, (line - boxSide()) / 2, boxSide(), boxSide());
  drawFrame(p, box, live ? (underMouse() ? t.alt : t.base) : t.window, live ? t.strong : t.line);
  if (isChecked())
    paintGlyph(p, box.adjusted(box.width() * 0.18, box.width() * 0.18, -box.width() * 0.18, -box.width() * 0.18), Glyph::tick,
               live ? t.text : t.dis);

  int x = boxSide() + kSpace3;
  drawSwatch(p, place(x, (line - swatchHeight()) / 2, swatchWidth(), swatchHeight()), m_slot, t.scheme, m_pale);
  x += swatchWidth();
  if (m_marker) {
    x += kSpace2;
    drawMarker(p, place(x, 0, markerSide() + 3, line).center(), markerSide(), m_slot, t.scheme, live ? QColor() : t.dis);
    x += markerSide() + 3;
  }
  x += kSpace2;

  int right = width();
  if (!m_note.isEmpty()) {
    p.setFont(dsm::ui::font(TextRole::small));
    p.setPen(t.text2);
    const int noteWidth = p.fontMetrics().horizontalAdvance(m_note) + 1;
    p.drawText(place(width() - noteWidth, 0, noteWidth, line), Qt::AlignVCenter | Qt::TextSingleLine, m_note);
    right -= noteWidth + kSpace3;
  }
  p.setFont(dsm::ui::font(TextRole::base));
  p.setPen(live ? t.text : t.dis);
  const QString name = p.fontMetrics().elidedText(text(), Qt::ElideRight, std::max(right - x, 0));
  const int alignment = Qt::AlignVCenter | Qt::TextSingleLine | (mirrored ? Qt::AlignRight : Qt::AlignLeft);
  p.drawText(place(x, 0, std::max(right - x, 0), line), alignment, name);
  if (!m_reason.isEmpty()) {
    p.setFont(dsm::ui::font(TextRole::small));
    p.setPen(t.text2);
    const int left = boxSide() + kSpace3;
    p.drawText(place(left, line - 2, width() - left, height() - line + 2), Qt::TextWordWrap | Qt::AlignTop, m_reason);
  }
}

}  // namespace dsm::ui
