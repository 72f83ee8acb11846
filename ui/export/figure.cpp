// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page around a chart. Heights are fixed by text sizes; the chart takes what is left.
#include "ui/export/figure.h"

#include "ui/charts/chart_fonts.h"
#include "ui/charts/paragraph.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kMargin = 24;
constexpr double kGap = 12;
constexpr double kColumnGap = 24;
constexpr double kSmallLine = 16;

class Page {
 public:
  Page(QCPPainter& painter, const Theme& theme, const ChartFonts& fonts) : m_painter(painter), m_theme(theme), m_fonts(fonts) {}

  double lines(double left, double y, double width, const QFont& font, double height, const QColor& ink, const QString& text, int most) {
    for (const QString& line : wrappedLines(font, text, width, most)) {
      draw(QRectF(left, y, width, height), Qt::AlignLeft, font, ink, line);
      y += height;
    }
    return y;
  }

  void draw(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& text) {
    if (text.isEmpty()) return;
    m_painter.setFont(font);
    m_painter.setPen(ink);
    m_painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine, text);
  }

  double head(const FigureText& text, double width) {
    double right = width - kMargin;
    const QSizeF badge = badgeSize(text.badge, text.badgeDetail, m_fonts.small);
    const QRectF badgeRect(std::floor(right - badge.width()), kMargin + 3, std::ceil(badge.width()), std::ceil(badge.height()));
    m_painter.save();
    paintBadge(m_painter, badgeRect, text.badge, text.badgeDetail, m_theme, m_fonts.small);
    m_painter.restore();
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    right = badgeRect.left() - kGap;
    double y = lines(kMargin, kMargin, right - kMargin, m_fonts.title, 26, m_theme.text, text.title, 2) + 2;
    y = lines(kMargin, y, width - 2 * kMargin, m_fonts.base, 20, m_theme.text2, text.finding, 2);
    return lines(kMargin, y, width - 2 * kMargin, m_fonts.small, 18, m_theme.text2, text.settings, 2) + kGap;
  }

  // The provenance at the very bottom; returns where it starts.
  double footer(const QString& text, QSizeF size) {
    const double width = size.width() - 2 * kMargin;
    const QStringList words = wrappedLines(m_fonts.small, text, width, 2);
    const double top = size.height() - kMargin + 8 - kSmallLine * double(words.size());
    double y = top;
    for (const QString& line : words) {
      draw(QRectF(kMargin, y, width, kSmallLine), Qt::AlignLeft, m_fonts.small, m_theme.text2, line);
      y += kSmallLine;
    }
    m_painter.fillRect(QRectF(kMargin, top - 6, width, 1), m_theme.line);
    return top - 6;
  }

  double belowHeight(const FigureText& text, QSizeF size) const {
    const double width = size.width() - 2 * kMargin;
    const qsizetype caption = wrappedLines(m_fonts.small, text.caption, width, 2).size();
    const double sentences = 20.0 * double(sentenceLines(text, size));
    return (caption > 0 ? kGap + kSmallLine * double(caption) : 0) + (sentences > 0 ? kGap + sentences : 0) + 8;
  }

  // Sentences in columns, then the caption, right below the chart.
  void below(const FigureText& text, QSizeF size, double y) {
    const qsizetype most = sentenceLines(text, size);
    if (most > 0) {
      y += kGap;
      double x = kMargin;
      for (const QString& sentence : text.sentences) {
        lines(x, y, columnWidth(text, size), m_fonts.base, 20, m_theme.text, sentence, 3);
        x += columnWidth(text, size) + kColumnGap;
      }
      y += 20.0 * double(most);
    }
    lines(kMargin, y + kGap, size.width() - 2 * kMargin, m_fonts.small, kSmallLine, m_theme.text2, text.caption, 2);
  }

 private:
  static double columnWidth(const FigureText& text, QSizeF size) {
    const double count = double(std::max<qsizetype>(1, text.sentences.size()));
    return (size.width() - 2 * kMargin - kColumnGap * (count - 1)) / count;
  }

  // 0 on a figure too low for sentences.
  qsizetype sentenceLines(const FigureText& text, QSizeF size) const {
    qsizetype most = 0;
    if (size.height() < 420 || size.width() < 500) return most;
    for (const QString& sentence : text.sentences) {
      most = std::max(most, wrappedLines(m_fonts.base, sentence, columnWidth(text, size), 3).size());
    }
    return most;
  }

  QCPPainter& m_painter;
  const Theme& m_theme;
  const ChartFonts& m_fonts;
};

}  // namespace

QString provenanceLine(const std::map<QString, QString>& provenance) {
  QStringList parts;
  for (const char* key : {"device", "driver", "cuda", "date", "version", "command"}) {
    const auto found = provenance.find(QString::fromLatin1(key));
    if (found == provenance.end() || found->second.isEmpty()) continue;
    QString value = found->second;
    if (found->first == QLatin1String("driver")) value = QStringLiteral("driver ") + value;
    if (found->first == QLatin1String("cuda")) value = QStringLiteral("CUDA ") + value;
    if (found->first == QLatin1String("command")) value = QStringLiteral("$ ") + value;
    parts << value;
  }
  return parts.join(QStringLiteral(" \u00b7 "));
}

void paintFigure(QCPPainter& painter, FigureChart& chart, const RenderOptions& options,
                 const std::map<QString, QString>& provenance) {
  const Theme& colours = theme(options.scheme);
  const ChartFonts fonts = figureFonts();
  const QSizeF size = options.size;
  painter.setFont(fonts.base);  // or an SVG would name the application's, at its text size, where nothing is written
  painter.setAntialiasing(false);
  painter.fillRect(QRectF(QPointF(0, 0), size), colours.base);
  FigureText text = chart.text();
  if (!options.title.isEmpty()) text.title = options.title;
  text.footer = provenanceLine(provenance);
  Page page(painter, colours, fonts);
  const double top = std::round(page.head(text, size.width()));
  const double bottom = page.footer(text.footer, size);
  const double width = size.width() - 2 * kMargin;
  const double room = bottom - top - page.belowHeight(text, size);
  const double height = std::round(std::min(room, chart.wantedHeight(width)));
  if (height < 40) return;
  const QRectF bounds(kMargin, top, width, height);
  page.below(text, size, bounds.bottom());
  painter.save();
  chart.paint(painter, bounds, colours);
  painter.restore();
}

}  // namespace dsm::ui
