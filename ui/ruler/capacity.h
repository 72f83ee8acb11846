// SPDX-License-Identifier: GPL-3.0-or-later
//
// What clusters of each size can hold on this device, against what the chosen settings need. Asked of the spec
// (layout and legality for each suggested cluster size); nothing here knows an experiment.
#pragma once

#include "ui/charts/chart_fonts.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/card.h"
#include "ui/view_input.h"

#include <QRectF>
#include <QString>
#include <QVector>

class QPainter;

namespace dsm::ui {

struct CapacityRow {
  std::int64_t clusterSize = 1;
  double holdsStatic = 0;  ///< elements (or bytes) of the whole cluster within the static cap
  double holds = 0;        ///< within the opt-in limit
  double needs = 0;
  bool chosen = false;
  QString reason;          ///< why it does not run; empty if it does
};

struct Capacity {
  QString noun;            ///< "bins"; empty: bytes are counted
  bool sameNeed = false;   ///< every cluster size needs as much: one line over all rows
  double needs = 0;
  std::uint64_t staticBytes = 0;
  std::uint64_t limitBytes = 0;
  bool usesStatic = false; ///< the layout's arrays are __shared__: the static cap decides
  QVector<CapacityRow> rows;
};

/// Empty rows without a device, without clusters in the experiment, or without shared memory.
Capacity capacityOf(const ViewInput& input, const std::string& variant);
/// "232 448" or "908 KiB".
QString capacityText(const Capacity& capacity, double amount);
void paintCapacity(QPainter& painter, const QRectF& bounds, const Capacity& capacity, const ChartFonts& fonts, const Theme& theme);
double capacityHeight(const Capacity& capacity, const ChartFonts& fonts);

class CapacityCard : public Card {
  Q_OBJECT
 public:
  explicit CapacityCard(QWidget* parent = nullptr);
  void setCapacity(const Capacity& capacity);
  bool isEmpty() const { return m_capacity.rows.isEmpty(); }

 private:
  class Canvas;
  Capacity m_capacity;
  Canvas* m_canvas = nullptr;
};

}  // namespace dsm::ui
