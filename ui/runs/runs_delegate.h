// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a cell of the runs table: the pin, the marker of a variant, the glyph of a verdict or an origin beside its words, and
// failed rows on the error tint. Meaning never hangs on colour alone.
#pragma once

#include <QStyledItemDelegate>

namespace dsm::ui {

class RunsDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace dsm::ui
