// SPDX-License-Identifier: GPL-3.0-or-later
//
// Legend of variants: swatch and name, wrapped over as many lines as the width needs. A click or Space hides a variant
// and shows it again; what is hidden is struck through, never gone.
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>

namespace dsm::ui {

struct ChartFonts;
struct Theme;

struct LegendEntry {
  QString label;
  int slot = 0;
  bool hidden = false;
};

/// Legend of a figure: entries in one line from the right edge of `rect`; returns the width used.
double paintLegend(QPainter& painter, const QRectF& rect, const QVector<LegendEntry>& entries, const ChartFonts& fonts,
                   const Theme& theme);

class LegendRow : public QWidget {
  Q_OBJECT
 public:
  explicit LegendRow(QWidget* parent = nullptr);
  void setEntries(const QVector<LegendEntry>& entries);
  const QVector<LegendEntry>& entries() const { return m_entries; }
  /// Entries stand at the right end of the line.
  void setRightAligned(bool right);
  QRect entryRect(int index) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  /// The person wants entry `index` hidden or shown.
  void toggled(int index);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QVector<QRect> placed(int width) const;
  int entryWidth(int index) const;
  QVector<LegendEntry> m_entries;
  int m_cursor = 0;
  bool m_right = false;
};

}  // namespace dsm::ui
