// SPDX-License-Identifier: GPL-3.0-or-later
//
// Panels side by side over one logarithmic byte axis. Zero has no place on it: such points stand on a line of their own
// below. A bound (no more than the background) has an arrow down, and dashed lines to it.
#include "ui/theme/variant_style.h"
#include "ui/traffic/traffic_curve.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kAxisWidth = 56;
constexpr double kGap = 20;
constexpr double kHead = 24;       // a panel's name
constexpr double kTickRow = 20;    // values of the parameter
constexpr double kZeroRow = 24;    // below the axis: exactly zero
constexpr double kMarker = 9;
constexpr double kLeastLabelStep = 16;  // between labels of the axis
constexpr double kInset = 14;      // of the first and last value from the panel's edges
constexpr double kArrow = 9;       // below the marker of a bound
constexpr double kRing = 7;        // radius around the marker of a pinned run
constexpr double kRingRoom = 1.5;  // factor above a pinned run's bytes, so that its ring stays off the panel's name

class CurvePainter {
 public:
  CurvePainter(QPainter& painter, const QRectF& bounds, const TrafficCurve& curve, const ChartFonts& fonts, const Theme& theme)
      : m_painter(painter), m_curve(curve), m_fonts(fonts), m_theme(theme), m_bounds(bounds) {
    double most = 10;
    double least = 1e3;
    for (const CurvePanel& panel : curve.panels) {
      for (const CurveLine& line : panel.lines) {
        for (const CurvePoint& point : line.points) {
          if (point.isPinned() && m_legendPanel == nullptr) m_legendPanel = &panel;
          most = std::max({most, point.cell.bytes, point.cell.expectedBytes.value_or(0)});
          if (point.isPinned()) most = std::max(most, kRingRoom * point.cell.bytes);
          if (point.cell.bytes > 0) least = std::min(least, point.cell.bytes);
        }
      }
    }
    m_low = std::floor(std::log10(std::max(1.0, least)));
    m_high = std::max(m_low + 1, std::ceil(std::log10(most)));
    m_top = bounds.top() + kHead;
    m_bottom = bounds.bottom() - kTickRow - kZeroRow;
  }

  void paint() {
    const double count = double(m_curve.panels.size());
    const double width = (m_bounds.width() - kAxisWidth - kGap * (count - 1)) / count;
    if (m_bottom - m_top < 40 || width < 60) return;
    paintAxis();
    double left = m_bounds.left() + kAxisWidth;
    for (const CurvePanel& panel : m_curve.panels) {
      paintPanel(panel, QRectF(left, m_top, width, m_bottom - m_top));
      left += width + kGap;
    }
  }

 private:
  double y(double bytes) const {
    if (!(bytes > 0)) return m_bottom + kZeroRow / 2;
    const double part = (std::log10(bytes) - m_low) / (m_high - m_low);
    return m_bottom - std::clamp(part, 0.0, 1.0) * (m_bottom - m_top);
  }

  double x(const QRectF& panel, double at) const {
    const double first = std::log(m_curve.at.front()), last = std::log(m_curve.at.back());
    const double part = last > first ? (std::log(at) - first) / (last - first) : 0.5;
    return panel.left() + kInset + part * (panel.width() - 2 * kInset);
  }

  void paintAxis() {
    m_painter.setFont(m_fonts.small);
    const double decade = (m_bottom - m_top) / (m_high - m_low);
    const int step = std::max(1, int(std::ceil(kLeastLabelStep / decade)));
    for (int power = int(m_high); power >= int(m_low); power -= step) {
      const double at = y(std::pow(10, power));
      m_painter.setPen(m_theme.text2);
      const QRectF room(m_bounds.left(), at - 10, kAxisWidth - 8, 20);
      m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, trafficBytes(std::pow(10, power), model::Bound::exact, 1));
    }
    m_painter.drawText(QRectF(m_bounds.left(), m_bottom + 2, kAxisWidth - 8, kZeroRow), Qt::AlignRight | Qt::AlignVCenter,
                       trafficBytes(0, model::Bound::exact, 1));
  }

  void paintPanel(const CurvePanel& panel, const QRectF& box) {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_theme.grid, 1));
    for (int power = int(m_low); power <= int(m_high); ++power) {
      const double at = std::round(y(std::pow(10, power))) + 0.5;
      m_painter.drawLine(QPointF(box.left(), at), QPointF(box.right(), at));
    }
    m_painter.setPen(QPen(m_theme.strong, 1));
    m_painter.drawLine(QPointF(box.left() + 0.5, box.top()), QPointF(box.left() + 0.5, box.bottom()));
    m_painter.drawLine(QPointF(box.left(), box.bottom() + kZeroRow + 0.5), QPointF(box.right(), box.bottom() + kZeroRow + 0.5));
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setFont(m_fonts.baseBold);
    m_painter.setPen(m_theme.text);
    m_painter.drawText(QRectF(box.left(), m_bounds.top(), box.width(), kHead), Qt::AlignLeft | Qt::AlignVCenter,
                       elided(m_fonts.baseBold, panel.label, box.width()));
    if (&panel == m_legendPanel) paintRingLegend(panel, box);
    paintValues(box);
    for (const CurveLine& line : panel.lines) paintExpected(line, box);
    for (const CurveLine& line : panel.lines) paintLine(line, box);
  }

  // Values of the parameter; one that would touch its neighbour is left out.
  void paintValues(const QRectF& box) {
    m_painter.setFont(m_fonts.small);
    double taken = box.left() - kGap;
    for (int i = 0; i < m_curve.at.size(); ++i) {
      const double centre = x(box, m_curve.at[i]);
      m_painter.setPen(QPen(m_theme.strong, 1));
      const double top = box.bottom() + kZeroRow;
      m_painter.drawLine(QPointF(centre, top), QPointF(centre, top + 4));
      const double width = textWidth(m_fonts.small, m_curve.atText[i]) + 2;
      const double left = std::min(centre - width / 2, box.right() - width);
      if (left < taken + 4) continue;
      m_painter.setPen(m_theme.text2);
      m_painter.drawText(QRectF(left, top + 4, width, kTickRow - 4), Qt::AlignCenter, m_curve.atText[i]);
      taken = left + width;
    }
  }

  void paintExpected(const CurveLine& line, const QRectF& box) {
    m_painter.setPen(QPen(m_theme.text2, 1, Qt::DotLine));
    for (int i = 1; i < line.points.size(); ++i) {
      const CurvePoint& from = line.points[i - 1];
      const CurvePoint& to = line.points[i];
      const double a = from.cell.expectedBytes.value_or(0), b = to.cell.expectedBytes.value_or(0);
      if (a > 0 && b > 0) m_painter.drawLine(QPointF(x(box, from.at), y(a)), QPointF(x(box, to.at), y(b)));
    }
  }

  void paintLine(const CurveLine& line, const QRectF& box) {
    for (int i = 1; i < line.points.size(); ++i) {
      const CurvePoint& from = line.points[i - 1];
      const CurvePoint& to = line.points[i];
      QPen pen(variantStyle(line.slot, m_theme.scheme).colour, 1.5);
      if (from.cell.isBound() || to.cell.isBound()) pen.setDashPattern({3, 3});
      m_painter.setPen(pen);
      m_painter.drawLine(QPointF(x(box, from.at), y(from.cell.bytes)), QPointF(x(box, to.at), y(to.cell.bytes)));
    }
    for (const CurvePoint& point : line.points) {
      const QPointF centre(x(box, point.at), y(point.cell.bytes));
      if (point.cell.isBound()) {
        m_painter.setPen(QPen(variantStyle(line.slot, m_theme.scheme).colour, 1.5));
        const QPointF tip = centre + QPointF(0, kMarker / 2 + kArrow);
        m_painter.drawLine(centre, tip);
        m_painter.drawLine(tip, tip + QPointF(-3, -4));
        m_painter.drawLine(tip, tip + QPointF(3, -4));
      }
      drawMarker(m_painter, centre, kMarker, line.slot, m_theme.scheme);
      if (point.isPinned()) paintRing(centre);
    }
  }

  void paintRing(const QPointF& centre) {
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(m_theme.text, 1.5));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawEllipse(centre, kRing, kRing);
  }

  // At the right of a panel's name, where both fit.
  void paintRingLegend(const CurvePanel& panel, const QRectF& box) {
    const QString words = QCoreApplication::translate("dsm::ui::TrafficCurve", "pinned");
    const double width = textWidth(m_fonts.small, words) + 2;
    const double ring = box.right() - width - 2 * kRing;  // centre
    if (box.left() + textWidth(m_fonts.baseBold, panel.label) + 2 * kRing + kMarker > ring) return;
    paintRing({ring, m_bounds.top() + kHead / 2});
    m_painter.setFont(m_fonts.small);
    m_painter.setPen(m_theme.text2);
    m_painter.drawText(QRectF(box.right() - width, m_bounds.top(), width, kHead), Qt::AlignRight | Qt::AlignVCenter, words);
  }

  QPainter& m_painter;
  const TrafficCurve& m_curve;
  const ChartFonts& m_fonts;
  const Theme& m_theme;
  const QRectF m_bounds;
  double m_low = 0, m_high = 1;  // powers of ten
  double m_top = 0, m_bottom = 0;
  const CurvePanel* m_legendPanel = nullptr;  // the first with a pinned run
};

}  // namespace

void paintTrafficCurve(QPainter& painter, const QRectF& bounds, const TrafficCurve& curve, const ChartFonts& fonts, const Theme& theme) {
  if (curve.panels.isEmpty()) return;
  painter.save();
  CurvePainter(painter, bounds, curve, fonts, theme).paint();
  painter.restore();
}

}  // namespace dsm::ui
