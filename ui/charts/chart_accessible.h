// SPDX-License-Identifier: GPL-3.0-or-later
//
// A chart for those who do not see it: role Chart, its title as name, its finding as description, the row under the
// cursor as value, and one child for each row. QCustomPlot offers none of this, and a custom widget neither.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace dsm::ui {

/// What a chart widget tells; implemented by the widget itself. GUI thread.
class AccessibleChart {
 public:
  virtual ~AccessibleChart() = default;
  virtual QString accessibleTitle() const = 0;
  virtual QString accessibleFinding() const = 0;
  virtual int accessibleRowCount() const = 0;
  virtual QString accessibleRow(int row) const = 0;
  /// Row of the keyboard's cursor, -1 for none.
  virtual int accessibleCursor() const = 0;
  /// In the widget's coordinates.
  virtual QRect accessibleRowRect(int row) const = 0;
};

/// Makes QAccessible find AccessibleChart widgets. Idempotent; chart widgets call it when they are made.
void installChartAccessibility();
/// Tells assistive technology that the cursor or the numbers changed.
void announceChart(QWidget& widget);

}  // namespace dsm::ui
