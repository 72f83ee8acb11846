// SPDX-License-Identifier: GPL-3.0-or-later
//
// See tile_page_parts.h.
#include "ui/tile/tile_page_parts.h"

#include <QPainter>

#include "ui/charts/paragraph.h"
#include "ui/theme/icons.h"

namespace dsm::ui {
namespace {

constexpr int kNoteLines = 2;

}  // namespace

BlockStrip::BlockStrip(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_data.fonts = windowFonts();
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, qOverload<>(&QWidget::update));
}

void BlockStrip::setData(const BlockStripData& data) {
  const bool otherSize = data.fonts.scale != m_data.fonts.scale;
  m_data = data;
  setAccessibleName(tr("In the block"));
  setAccessibleDescription(data.share);
  if (otherSize) updateGeometry();
  update();
}

QSize BlockStrip::sizeHint() const { return {320, int(blockStripHeight(m_data))}; }

void BlockStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintBlockStrip(painter, rect(), m_data, currentTheme());
}

NoteLine::NoteLine(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void NoteLine::setText(const QString& text, bool refusal) {
  if (text == m_text && refusal == m_refusal) return;
  m_text = text;
  m_refusal = refusal;
  setAccessibleName(text);
  setToolTip(text);
  update();
}

QSize NoteLine::sizeHint() const { return {320, kNoteLines * scaled(lineHeight(TextRole::small))}; }
QSize NoteLine::minimumSizeHint() const { return {120, sizeHint().height()}; }

void NoteLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  const int line = scaled(lineHeight(TextRole::small));
  paintIcon(painter, QRectF(0, (line - kIconSize) / 2.0, kIconSize, kIconSize), m_refusal ? IconName::warning : IconName::note,
            m_refusal ? theme.warn : theme.text2, theme.base);
  painter.setFont(dsm::ui::font(TextRole::small));
  painter.setPen(m_refusal ? theme.warn : theme.text2);
  double y = 0;
  const double left = kIconSize + kSpace2;
  for (const QString& words : wrappedLines(painter.font(), m_text, width() - left, kNoteLines)) {
    painter.drawText(QRectF(left, y, width() - left, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
    y += line;
  }
}

namespace {

class GapHandle : public QSplitterHandle {
 public:
  using QSplitterHandle::QSplitterHandle;

 protected:
  void paintEvent(QPaintEvent*) override {}
};

}  // namespace

QSplitterHandle* GapSplitter::createHandle() { return new GapHandle(orientation(), this); }

TileHairline::TileHairline(QWidget* parent) : QWidget(parent) { setFixedHeight(1); }
void TileHairline::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), currentTheme().line); }

}  // namespace dsm::ui
