// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1 px dotted accent lines, and the focus ring around the cursor's row.
#include "ui/charts/crosshair_item.h"

#include "ui/theme/dsm_style.h"

#include <cmath>

namespace dsm::ui {

CrosshairItem::CrosshairItem(QCustomPlot* plot, const Theme& theme) : QCPAbstractItem(plot), m_theme(theme) {
  setClipToAxisRect(false);
  setSelectable(false);
}

void CrosshairItem::setCursor(const QRectF& cursorRow, double x, const QRectF& hoverRow) {
  m_cursorRow = cursorRow;
  m_x = x;
  m_hoverRow = hoverRow;
}

void CrosshairItem::draw(QCPPainter* painter) {
  const QRectF plot = mParentPlot->axisRect()->rect();
  painter->setAntialiasing(false);
  if (m_x >= plot.left() && m_x <= plot.right()) {
    QPen pen(m_theme.accent, 1);
    pen.setDashPattern({2, 2});
    painter->setPen(pen);
    const double x = std::round(m_x);
    painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (!m_hoverRow.isEmpty()) {
      const double y = std::round(m_hoverRow.bottom()) - 1;
      painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
  }
  if (!m_cursorRow.isEmpty()) drawFocusRing(*painter, m_cursorRow.adjusted(1, 1, -1, -1), m_theme);
}

}  // namespace dsm::ui
