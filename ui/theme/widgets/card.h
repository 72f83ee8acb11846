// SPDX-License-Identifier: GPL-3.0-or-later
//
// Card: a bordered panel of radius 2 with an optional bold title and an origin badge. ConsequenceBox: the
// same with a 3 px left edge in a state's colour, for what follows from a choice or a click.
// Both are plain containers: put a layout into body().
#pragma once

#include "ui/theme/origin_badge.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace dsm::ui {

class Card : public QFrame {
  Q_OBJECT
 public:
  explicit Card(QWidget* parent = nullptr);
  explicit Card(const QString& title, QWidget* parent = nullptr);
  /// 18 px bold by default; TextRole::baseBold for the small cards of Configure.
  void setTitle(const QString& title, TextRole role = TextRole::title);
  QString title() const;
  /// Shown at the right of the title only when the card's origin differs from the document's.
  void setOrigin(BadgeKind kind, const QString& detail = {}, const QString& toolTip = {});
  void clearOrigin();
  /// A state's glyph and colour before the title (tick for ok, dash for error); neutral removes it.
  void setState(State state);
  /// Where the content goes.
  QVBoxLayout* body() const { return m_body; }

 protected:
  void paintEvent(QPaintEvent*) override;
  void changeEvent(QEvent* event) override;

 private:
  void ensureHead();
  void restyle();
  QVBoxLayout* m_outer = nullptr;
  QVBoxLayout* m_body = nullptr;
  QWidget* m_head = nullptr;
  QLabel* m_title = nullptr;
  QWidget* m_glyph = nullptr;
  OriginBadge* m_badge = nullptr;
  State m_state = State::neutral;
  TextRole m_titleRole = TextRole::title;
};

class ConsequenceBox : public QFrame {
  Q_OBJECT
 public:
  explicit ConsequenceBox(QWidget* parent = nullptr);
  /// Edge colour; neutral uses the accent. A tint fills the box when `tinted`.
  void setState(State state, bool tinted = false);
  /// Edge in a variant's or array's own colour instead of a state's.
  void setEdgeColour(const QColor& colour);
  QVBoxLayout* body() const { return m_body; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QVBoxLayout* m_body = nullptr;
  State m_state = State::neutral;
  bool m_tinted = false;
  QColor m_edge;
};

}  // namespace dsm::ui
