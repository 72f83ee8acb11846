// SPDX-License-Identifier: GPL-3.0-or-later
//
// Internals of paintTraffic(): bars are in traffic_bars.cpp, flow pictures in traffic_flow.cpp, frame and notes in
// traffic_paint.cpp.
#pragma once

#include "ui/traffic/traffic_paint.h"

#include <QPainter>

namespace dsm::ui {

class TrafficPainter {
 public:
  TrafficPainter(QPainter& painter, const TrafficData& data, const TrafficOptions& options, const Theme& theme, const TrafficLayout& layout)
      : m_painter(painter), m_data(data), m_options(options), m_fonts(options.fonts), m_theme(theme), m_layout(layout) {}
  void paint();

 private:
  // The whole.
  void paintNotes();
  void crisp();
  double px(double pixels) const { return m_fonts.px(pixels); }
  /// Elided to the rectangle's width; returns the width used.
  double text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words);
  void hairline(const QPointF& from, const QPointF& to, int slot);

  // Bars.
  void paintHead();
  void paintGrid();
  void paintAxis();
  QString tickLabel(double value, bool first) const;
  void paintGroups();
  void paintLine(const TrafficLine& line);
  void paintBar(const TrafficLine& line, const TrafficCell& cell, const QRectF& bar, double x);
  void paintSmall(const TrafficLine& line, const TrafficCell& cell, double middle, double x);
  void paintDot(const TrafficLine& line, const TrafficCell& cell, double middle, double x);
  void paintExpected(const TrafficLine& line, const TrafficCell& cell, const QRectF& bar);
  void paintColumns(const TrafficLine& line, const TrafficCell& cell, bool selected);
  void paintReason(const TrafficCell& cell, const QRectF& rect);
  void paintShare(const TrafficLine& line, const TrafficCell& cell, double end);
  double xOf(double bytes, int variant) const;
  double busyUntil(int line) const;
  double lowest() const;

  // Flow.
  struct Flow {
    QRectF smAbove, smBelow, l2Above, l2Below, dram;  // l2Below is empty where the L2 is drawn in one piece
    int variant = 0;
    int slot = 0;
  };
  void paintFlow(const QRectF& rect, int variant);
  void paintTimeWord(const QRectF& room, int variant);
  void box(const QRectF& rect, const QString& name, const QString& detail);
  void paintDsmem(const Flow& flow);
  void paintFromSm(const Flow& flow);
  void paintFabric(const Flow& flow);
  void paintDram(const Flow& flow);
  /// An arrow of `bytes`; heads at either or both ends; a dashed hairline under one pixel, dots where not collected.
  void arrow(const QPointF& from, const QPointF& to, const TrafficCell& cell, double parts, int slot, bool headAtEnd, bool headAtStart);
  QString flowText(const TrafficCell& cell) const;
  double widthOf(const TrafficCell& cell, double parts) const;

  QPainter& m_painter;
  const TrafficData& m_data;
  const TrafficOptions& m_options;
  const ChartFonts& m_fonts;
  const Theme& m_theme;
  const TrafficLayout& m_layout;
};

}  // namespace dsm::ui
