// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of up to six exclusive choices, 24 px high. One Tab stop: arrows, Home and End move. A choice that cannot run is
// hatched but readable and reachable: choosing it emits activated() and leaves the selection to the caller, who
// shows the reason (and may call setCurrent()). Nothing is refused in silence.
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>

namespace dsm::ui {

struct Segment {
  QString label;
  bool available = true;
  QString reason;  ///< tool tip and accessible description; why it is unavailable
};

class SegmentedRow : public QWidget {
  Q_OBJECT
 public:
  explicit SegmentedRow(QWidget* parent = nullptr);
  void setSegments(const QVector<Segment>& segments);
  void setLabels(const QStringList& labels);
  /// Keeps the selection; unavailable segments are drawn hatched.
  void setAvailable(int index, bool available, const QString& reason = {});
  const QVector<Segment>& segments() const { return m_segments; }
  int count() const { return int(m_segments.size()); }
  /// Index of the selected segment, -1 for none.
  int current() const { return m_current; }
  /// Selects without emitting; also moves the keyboard's cursor.
  void setCurrent(int index);
  /// Where the keyboard stands; differs from current() on an unavailable segment.
  int cursor() const { return m_cursor; }
  /// true (default): all segments of one width over the whole row; false: each as wide as its label needs.
  void setUniform(bool uniform);
  /// Compact rows keep their size hint and do not stretch.
  void setStretch(bool stretch);
  QRect segmentRect(int index) const;
  int segmentAt(const QPoint& position) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// The person chose `index`. For an available segment current() already is `index`; for an unavailable one
  /// current() has not changed.
  void activated(int index);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void choose(int index);
  int segmentWidth(int index) const;
  void paintSegment(QPainter& painter, int index) const;

  QVector<Segment> m_segments;
  int m_current = -1;
  int m_cursor = 0;
  int m_hover = -1;
  bool m_uniform = true;
};

}  // namespace dsm::ui
