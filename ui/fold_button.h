// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line that folds what is below it: chevron, label, and a note at the right or behind the label. Checked: unfolded.
#pragma once

#include <QAbstractButton>

namespace dsm::ui {

class FoldButton : public QAbstractButton {
  Q_OBJECT
 public:
  explicit FoldButton(const QString& text, QWidget* parent = nullptr);
  /// Small text2 note, elided when there is no room.
  void setNote(const QString& note);
  QString note() const { return m_note; }
  /// true (default): note at the right end; false: behind the label.
  void setNoteAtRight(bool atRight);
  void setBold(bool bold);
  /// Without one it is a plain heading.
  void setChevronShown(bool shown);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QFont labelFont() const;
  int labelLeft() const;
  QString m_note;
  bool m_noteAtRight = true;
  bool m_bold = false;
  bool m_chevron = true;
};

}  // namespace dsm::ui
