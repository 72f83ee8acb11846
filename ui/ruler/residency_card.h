// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many blocks and clusters of the shown variant live on the device at once: what each resource of an SM allows and
// which one binds, the persistent grid that follows, and the SMs that stay idle.
#pragma once

#include "gpu/model/residency.h"
#include "ui/charts/chart_table.h"
#include "ui/ruler/sm_grid.h"
#include "ui/theme/widgets/card.h"
#include "ui/view_input.h"

#include <QVector>

#include <optional>
#include <string>

class QPainter;

namespace dsm::ui {

/// One line of the table: "shared memory", "65 of 228 KiB", "3".
struct ResidencyLine {
  QString label;
  QString share;   ///< what a block takes of what an SM has
  QString blocks;  ///< of this shape on one SM; an en dash where it is not known
  QString why;     ///< the reason for that dash
  bool binds = false;
};

struct ResidencyData {
  bool known = false;
  QString why;               ///< where nothing is known: one sentence and what to do
  model::Residency residency;
  QString deviceName;        ///< short
  QVector<ResidencyLine> lines;
  QString atOnce;            ///< "92 clusters of 4 = 368 blocks: the persistent grid"
  QString remark;            ///< what else is to be said; may be empty
  SmGrid grid;
};

ResidencyData residencyDataOf(const ViewInput& input, const std::string& variant);
/// One sentence for those who do not see it.
QString residencySentence(const ResidencyData& data);
/// The limits and the counts, for TSV and for screen readers.
ChartTable residencyTable(const ResidencyData& data);
/// Table left, SM grid right; one above the other where `bounds` is narrow. Paints inside `bounds`.
void paintResidency(QPainter& painter, const QRectF& bounds, const ResidencyData& data, const ChartFonts& fonts, const Theme& theme);

class ResidencyCard : public Card {
  Q_OBJECT
 public:
  explicit ResidencyCard(QWidget* parent = nullptr);
  /// Cheap when nothing changed, and while the card is not shown. GUI thread.
  void setInput(const ViewInput& input, const std::string& variant);
  const ResidencyData& data() const { return m_data; }
  /// How often the numbers were computed; for tests.
  int computations() const { return m_computations; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  class Canvas;
  void refresh();
  ViewInput m_input;
  std::string m_variant;
  bool m_stale = false;
  int m_computations = 0;
  ResidencyData m_data;
  Canvas* m_canvas = nullptr;
};

}  // namespace dsm::ui
