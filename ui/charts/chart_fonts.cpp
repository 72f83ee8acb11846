// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two sources of the same five fonts; see chart_fonts.h.
#include "ui/charts/chart_fonts.h"

#include "ui/theme/fonts.h"

#include <QFontMetricsF>

namespace dsm::ui {

ChartFonts windowFonts() {
  return {font(TextRole::small), font(TextRole::base), font(TextRole::baseBold), font(TextRole::title), textScale()};
}

ChartFonts figureFonts() {
  loadExportFonts();
  return {figureFont(TextRole::small), figureFont(TextRole::base), figureFont(TextRole::baseBold),
          figureFont(TextRole::title), 1.0};
}

double textWidth(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }

QString elided(const QFont& font, const QString& text, double width) {
  const QFontMetricsF metrics(font);
  if (metrics.horizontalAdvance(text) <= width) return text;
  const QString cut = metrics.elidedText(text, Qt::ElideRight, width);
  return cut.size() < 3 ? QString() : cut;
}

}  // namespace dsm::ui
