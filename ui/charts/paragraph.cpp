// SPDX-License-Identifier: GPL-3.0-or-later
//
// Wrapping by measured words, for the window's sentences and a figure's.
#include "ui/charts/paragraph.h"

#include "ui/charts/chart_fonts.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace dsm::ui {
namespace {

constexpr int kMostLines = 4;

}  // namespace

QStringList wrappedLines(const QFont& font, const QString& text, double width, int mostLines) {
  QStringList lines;
  QString line;
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const QString& word : words) {
    const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
    if (!line.isEmpty() && textWidth(font, longer) > width) {
      lines << line;
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.isEmpty()) lines << line;
  if (lines.size() > mostLines) {
    const QString rest = lines.mid(mostLines - 1).join(QLatin1Char(' '));
    lines = lines.mid(0, mostLines - 1);
    lines << elided(font, rest, width);
  }
  for (QString& each : lines) each = elided(font, each, width);
  return lines;
}

Paragraph::Paragraph(const QString& text, QWidget* parent) : QWidget(parent), m_text(text) {
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setAccessibleName(text);
}

int Paragraph::heightForWidth(int width) const {
  const qsizetype lines = wrappedLines(dsm::ui::font(TextRole::base), m_text, width, kMostLines).size();
  return int(std::max<qsizetype>(1, lines)) * scaled(lineHeight(TextRole::base));
}

QSize Paragraph::sizeHint() const { return {240, heightForWidth(std::max(60, width()))}; }
QSize Paragraph::minimumSizeHint() const { return {60, scaled(lineHeight(TextRole::base))}; }

void Paragraph::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(dsm::ui::font(TextRole::base));
  painter.setPen(currentTheme().text);
  const int height = scaled(lineHeight(TextRole::base));
  int y = 0;
  for (const QString& line : wrappedLines(painter.font(), m_text, width(), kMostLines)) {
    painter.drawText(QRect(0, y, width(), height), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
    y += height;
  }
}

}  // namespace dsm::ui
