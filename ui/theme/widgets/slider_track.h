// SPDX-License-Identifier: GPL-3.0-or-later
//
// The slider below a SliderField: logarithmic, snaps to powers of two and to both ends, but can show any value between
// them where it truly lies. A QAbstractSlider over step numbers, so that keyboard and assistive technology work.
#pragma once

#include <QAbstractSlider>
#include <QVector>

namespace dsm::ui {

class Log2Track : public QAbstractSlider {
  Q_OBJECT
 public:
  explicit Log2Track(QWidget* parent = nullptr);
  void setLimits(qint64 minimum, qint64 maximum);
  /// Shows a value, on a step or not, without emitting chosen().
  void showExact(qint64 value);
  const QVector<qint64>& steps() const { return m_steps; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// The person moved to a step.
  void chosen(qint64 value);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  qreal xOf(qint64 value) const;
  int stepAt(qreal x) const;
  int stepBelow(qint64 value) const;
  void choose(int step);
  QVector<qint64> m_steps = {1};
  qint64 m_exact = 1;
};

}  // namespace dsm::ui
