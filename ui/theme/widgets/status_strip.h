// SPDX-License-Identifier: GPL-3.0-or-later
//
// The 24 px strip at the window's foot: pieces of text separated by hairlines, the first ones with a state's dot, and
// one sentence at the right. Pieces are set by key so that callers update one without knowing the others.
#pragma once

#include "ui/theme/theme.h"

#include <QVector>
#include <QWidget>

namespace dsm::ui {

enum class StatusDot { none, ok, warn, error, starting };

class StatusStrip : public QWidget {
  Q_OBJECT
 public:
  explicit StatusStrip(QWidget* parent = nullptr);
  /// Keys in the order in which their pieces stand, whenever they come.
  void setOrder(const QStringList& keys);
  /// Adds or changes the piece `key`; an empty text removes it. Keys that setOrder() does not name come last, as they appear.
  void setPiece(const QString& key, const QString& text, StatusDot dot = StatusDot::none, const QString& toolTip = {});
  /// The sentence at the right end; gives way first when the strip is narrow.
  void setRightText(const QString& text);
  QString text() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  bool event(QEvent* event) override;

 private:
  struct Piece {
    QString key;
    QString text;
    StatusDot dot;
    QString toolTip;
  };
  int pieceWidth(const Piece& piece) const;
  qsizetype placeOf(const QString& key) const;
  void updateAccessible();
  QStringList m_order;
  QVector<Piece> m_pieces;
  QString m_right;
};

}  // namespace dsm::ui
