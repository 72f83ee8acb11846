// SPDX-License-Identifier: GPL-3.0-or-later
//
// One line of the Variants list: check box, hatch swatch, marker, name, and a note at the right or below (why a variant
// cannot run). An unavailable one is drawn in `dis`, is still reachable by keyboard, and stays unchecked unless
// the caller checks it.
#pragma once

#include <QAbstractButton>

namespace dsm::ui {

class SwatchCheckBox : public QAbstractButton {
  Q_OBJECT
 public:
  SwatchCheckBox(const QString& text, int slot, QWidget* parent = nullptr);
  void setSlot(int slot);
  int slot() const { return m_slot; }
  /// Pale swatch: same transport, orders no payload.
  void setPale(bool pale);
  void setMarkerVisible(bool visible);
  /// Small text2 note at the right end of the line.
  void setNote(const QString& note);
  /// Unavailable with a reason on a second line; an empty reason makes it available again.
  void setUnavailable(const QString& reason);
  bool isAvailable() const { return m_reason.isEmpty(); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  /// The person tried to check an unavailable line.
  void unavailableChosen();

 protected:
  void paintEvent(QPaintEvent*) override;
  void nextCheckState() override;

 private:
  int textLeft() const;
  int m_slot = 0;
  bool m_pale = false;
  bool m_marker = true;
  QString m_note;
  QString m_reason;
};

}  // namespace dsm::ui
