// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where one element (or byte) lies: owner rank, element, offset, bank, mapped address, each with the arithmetic that
// gives it. The full card, and the two lines that stand for it on a small window.
#pragma once

#include "ui/ruler/ruler_data.h"
#include "ui/theme/widgets/card.h"

#include <QVector>

namespace dsm::ui {

class ElidedLabel;

struct PlaceLine {
  QString label;
  QString value;
  QString how;      ///< the arithmetic
  bool strong = false;
};

/// "Bin 40 000"; "Byte 128 of rank 1".
QString placeTitle(const RulerData& data);
QVector<PlaceLine> placeLines(const RulerData& data);

class PlaceCard : public Card {
  Q_OBJECT
 public:
  explicit PlaceCard(QWidget* parent = nullptr);
  void setData(const RulerData& ruler);

 private:
  class Lines;
  Lines* m_lines = nullptr;
};

class CompactPlaceBox : public ConsequenceBox {
  Q_OBJECT
 public:
  explicit CompactPlaceBox(QWidget* parent = nullptr);
  void setData(const RulerData& ruler);
  /// Something else to say for the moment.
  void setMessage(const QString& first, const QString& second);

 private:
  ElidedLabel* m_first = nullptr;
  ElidedLabel* m_second = nullptr;
};

}  // namespace dsm::ui
