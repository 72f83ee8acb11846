// SPDX-License-Identifier: GPL-3.0-or-later
//
// Crosshair and keyboard cursor of the bar chart, on the plot's overlay layer.
#pragma once

#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace dsm::ui {

class CrosshairItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  CrosshairItem(QCustomPlot* plot, const Theme& theme);
  /// `cursorRow` and `hoverRow` may be empty; `x` < 0: no vertical line.
  void setCursor(const QRectF& cursorRow, double x, const QRectF& hoverRow);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  const Theme& m_theme;
  QRectF m_cursorRow;
  QRectF m_hoverRow;
  double m_x = -1;
};

}  // namespace dsm::ui
