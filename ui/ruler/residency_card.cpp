// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawing of the residency card, which adapts its rows to the height it gets.
#include "ui/ruler/residency_card.h"

#include "ui/charts/paragraph.h"
#include "ui/document_text.h"

#include <QCoreApplication>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Residency", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Residency", text))

constexpr double kRow = 24;
constexpr double kLeastRow = 17;
constexpr double kHead = 18;
constexpr double kSideBySide = 400;   // from this width on
constexpr double kMostTable = 420;    // a wider table only spreads its columns
constexpr int kMostWordLines = 3;

void drawText(QPainter& painter, const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words) {
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine, elided(font, words, rect.width()));
}

class ResidencyPainter {
 public:
  ResidencyPainter(QPainter& painter, const ResidencyData& data, const ChartFonts& fonts, const Theme& theme)
      : m_painter(painter), m_data(data), m_fonts(fonts), m_theme(theme) {}

  // Table, and below it the sentences; the grid's caption too where the grid itself has no room.
  void paintTable(const QRectF& box, bool caption) {
    const QStringList bold = wrappedLines(m_fonts.baseBold, m_data.atOnce, box.width(), kMostWordLines);
    QStringList below = bold;
    if (caption && m_data.grid.smCount > 0) below << wrappedLines(m_fonts.small, m_data.grid.caption, box.width(), 1);
    else if (below.size() <= 2) below << wrappedLines(m_fonts.small, m_data.remark, box.width(), 1);
    const double rows = double(m_data.lines.size());
    const double line = m_fonts.px(18);
    const double room = box.height() - double(below.size()) * line - 4;
    const bool head = room >= rows * m_fonts.px(kLeastRow) + m_fonts.px(kHead);
    const double row = std::floor(std::clamp((room - (head ? m_fonts.px(kHead) : 0)) / std::max(1.0, rows), m_fonts.px(14), m_fonts.px(kRow)));
    measureColumns(box);
    double y = box.top();
    if (head) {
      const QRectF rect(box.left(), y, box.width(), m_fonts.px(kHead));
      drawText(m_painter, QRectF(m_share, y, m_blocks - m_share, rect.height()), Qt::AlignRight, m_fonts.small, m_theme.text2, DSM_TR("a block takes"));
      drawText(m_painter, QRectF(m_blocks, y, box.right() - m_blocks, rect.height()), Qt::AlignRight, m_fonts.small, m_theme.text2, DSM_TR("blocks"));
      y += rect.height();
    }
    for (const ResidencyLine& each : m_data.lines) {
      paintLine(each, QRectF(box.left(), y, box.width(), row));
      y += row;
    }
    m_painter.fillRect(QRectF(box.left(), y, box.width(), 1), m_theme.line);
    y += 4;
    for (qsizetype i = 0; i < below.size(); ++i) {
      const QColor ink = i >= bold.size() ? m_theme.text2 : m_data.residency.runs ? m_theme.text : m_theme.error;
      drawText(m_painter, QRectF(box.left(), y, box.width() + 2, line), Qt::AlignLeft, i < bold.size() ? m_fonts.baseBold : m_fonts.small, ink, below[i]);
      y += line;
      if (y + line > box.bottom() + 1) break;
    }
  }

 private:
  void measureColumns(const QRectF& box) {
    double label = 0;
    for (const ResidencyLine& line : m_data.lines) label = std::max(label, textWidth(m_fonts.baseBold, line.label));
    const double blocks = std::max(textWidth(m_fonts.small, DSM_TR("blocks")), textWidth(m_fonts.baseBold, QStringLiteral("00")) + m_fonts.px(8) +
                                                                                   textWidth(m_fonts.small, DSM_TR("binds")));
    m_share = box.left() + label + 8;
    m_blocks = box.right() - blocks - m_fonts.px(8);
  }

  void paintLine(const ResidencyLine& line, const QRectF& row) {
    m_painter.fillRect(QRectF(row.left(), row.top(), row.width(), 1), m_theme.line);
    if (line.binds) m_painter.fillRect(QRectF(row.left() - 6, row.top() + 2, 3, row.height() - 3), m_theme.accent);
    const QFont& font = line.binds ? m_fonts.baseBold : m_fonts.base;
    drawText(m_painter, QRectF(row.left(), row.top(), m_share - row.left(), row.height()), Qt::AlignLeft, font, m_theme.text, line.label);
    drawText(m_painter, QRectF(m_share, row.top(), m_blocks - m_share, row.height()), Qt::AlignRight, m_fonts.small, m_theme.text2, line.share);
    if (line.binds) {
      drawText(m_painter, QRectF(m_blocks + m_fonts.px(8), row.top(), row.right() - m_blocks, row.height()), Qt::AlignLeft, m_fonts.small, m_theme.text, DSM_TR("binds"));
    }
    drawText(m_painter, QRectF(m_blocks, row.top(), row.right() - m_blocks, row.height()), Qt::AlignRight, font, m_theme.text, line.blocks);
  }

  QPainter& m_painter;
  const ResidencyData& m_data;
  const ChartFonts& m_fonts;
  const Theme& m_theme;
  double m_share = 0;   // left of the share
  double m_blocks = 0;  // left of the last column
};

}  // namespace

void paintResidency(QPainter& painter, const QRectF& bounds, const ResidencyData& data, const ChartFonts& fonts, const Theme& theme) {
  if (!data.known) {
    painter.setFont(fonts.base);
    painter.setPen(theme.text2);
    painter.drawText(bounds, int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, data.why);
    return;
  }
  const QRectF inner = bounds.adjusted(6, 0, 0, 0);  // room for the mark before a line that binds
  ResidencyPainter residency(painter, data, fonts, theme);
  const double gap = fonts.px(24);
  if (inner.width() < fonts.px(kSideBySide)) {
    const double table = std::min(inner.height(), fonts.px(kHead + kLeastRow * double(data.lines.size()) + 44));
    const bool grid = inner.height() - table > fonts.px(70);
    residency.paintTable(QRectF(inner.left(), inner.top(), inner.width(), grid ? table : inner.height()), !grid);
    if (grid) paintSmGrid(painter, inner.adjusted(0, table + 8, 0, 0), data.grid, fonts, theme);
    return;
  }
  const double table = std::min(std::floor((inner.width() - gap) * 0.56), fonts.px(kMostTable));
  residency.paintTable(QRectF(inner.left(), inner.top(), table, inner.height()), false);
  paintSmGrid(painter, inner.adjusted(table + gap, 4, 0, 0), data.grid, fonts, theme);
}

class ResidencyCard::Canvas : public QWidget {
 public:
  Canvas(const ResidencyData& shown, QWidget* parent) : QWidget(parent), m_shown(shown) {}
  QSize sizeHint() const override { return {480, scaled(150)}; }
  QSize minimumSizeHint() const override { return {240, scaled(80)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintResidency(painter, rect(), m_shown, windowFonts(), currentTheme());
  }

 private:
  const ResidencyData& m_shown;
};

ResidencyCard::ResidencyCard(QWidget* parent) : Card(parent) {
  setTitle(DSM_TR("Blocks at once"));
  m_canvas = new Canvas(m_data, this);
  body()->addWidget(m_canvas, 1);
}

void ResidencyCard::setInput(const ViewInput& input, const std::string& variant) {
  const auto answer = [&](const ViewInput& of) {
    const auto found = of.legality.find(variant);
    const model::Legality legality = found == of.legality.end() ? model::Legality() : found->second;
    return std::tuple(legality.origin, legality.fits, legality.reason, legality.blocksPerSm, legality.clustersAtOnce);
  };
  const bool same = m_input.spec == input.spec && m_input.session == input.session && m_input.device == input.device && m_input.values == input.values &&
                    m_input.deviceIsLive == input.deviceIsLive && m_variant == variant && answer(m_input) == answer(input);
  if (same && m_input.spec != nullptr) return;
  m_input = input;
  m_variant = variant;
  m_stale = true;
  if (isVisible()) refresh();
}

void ResidencyCard::showEvent(QShowEvent* event) {
  Card::showEvent(event);
  if (m_stale) refresh();
}

void ResidencyCard::refresh() {
  m_stale = false;
  ++m_computations;
  m_data = residencyDataOf(m_input, m_variant);
  if (m_data.known) {
    const model::Origin origin = m_data.residency.origin;
    setOrigin(badgeKindOf(origin), origin == model::Origin::recorded ? m_data.deviceName : QString());
  } else {
    setOrigin(BadgeKind::notCollected, {}, m_data.why);
  }
  QStringList reasons;
  for (const ResidencyLine& line : m_data.lines) {
    if (!line.why.isEmpty()) reasons << QStringLiteral("%1: %2").arg(line.label, line.why);
  }
  m_canvas->setAccessibleName(title());
  m_canvas->setAccessibleDescription(residencySentence(m_data));
  m_canvas->setToolTip(reasons.join(u'\n'));
  m_canvas->update();
}

}  // namespace dsm::ui
