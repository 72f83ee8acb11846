// SPDX-License-Identifier: GPL-3.0-or-later
//
// Internals of paintRuler(): one pass over scale, rows, limits and arrow, in that order.
#pragma once

#include "ui/ruler/ruler_paint.h"

#include <QPainter>
#include <QPixmap>

namespace dsm::ui {

class RulerPainter {
 public:
  RulerPainter(QPainter& painter, const RulerData& data, const Theme& theme, const RulerGeometry& geometry,
               RulerTextCache* cache, const QRectF& part)
      : m_painter(painter), m_data(data), m_theme(theme), m_geometry(geometry), m_cache(cache), m_part(part) {}
  void paint();

 private:
  void paintScale();
  void paintTicks(const QRectF& hidden);
  void paintLimitLabels();
  void paintRows();
  void paintRow(const RulerRow& row, bool firstRow);
  double limitShown() const;
  void paintGround(const RulerRow& row);
  bool isLikeTheOthers(const RulerRow& row) const;
  void paintStrip(const RulerRow& row);
  void paintArrays(const RulerRow& row);
  void paintArray(const RulerRow& row, int array);
  void paintLabels();
  void paintOverflow(const RulerRow& row);
  void paintFreeText(const RulerRow& row, double free);
  void paintRowLabel(const RulerRow& row);
  void paintPhaseNote(const RulerRow& row, double left);
  void paintBarrier(const RulerRow& row);
  void paintLimits();
  void paintShares();
  void paintShare(const RulerRow& row, double widest);
  void paintFound();
  void paintFoundInRow(const RulerRow& row, double x);
  void paintArrow(double x, const RulerRow& from, const RulerRow& to);

  double text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words);
  double widthOf(const QFont& font, const QString& words);
  bool live(const RulerRow& row, int array) const;
  /// End of the last array in bytes.
  double endOfArrays() const;
  bool insideLabels() const { return !m_data.view.compact; }

  struct Label {
    QRectF rect;
    QString words;
    QColor ground;
    QColor ink;
  };

  QVector<Label> m_labels;
  QPixmap m_strip;  // one row of ranks that are all alike
  QVector<Label> m_stripLabels;
  double m_stripTop = 0;
  double m_coveredBytes = 0;  // of a row, from byte 0 on, by arrays without a gap
  QPainter& m_painter;
  const RulerData& m_data;
  const Theme& m_theme;
  const RulerGeometry& m_geometry;
  RulerTextCache* m_cache;
  const QRectF m_part;  // boxes and rows outside it are passed over
};

/// Scale labels: "28 928 B" in a filled box at `x`, kept inside `scale`.
QRectF scaleFlagRect(const RulerGeometry& geometry, const RulerData& data, double x, const QString& words);

}  // namespace dsm::ui
