// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Latency view: the variants of one configuration side by side as bars with intervals, samples and
// reference marks, in two units where the experiment has them; what it means in sentences around it.
#pragma once

#include "gpu/model/shapes.h"
#include "ui/charts/chart_page.h"

#include <set>
#include <string>

class QComboBox;
class QLabel;

namespace dsm::ui {

class BarsWidget;
class ElidedLabel;
class LegendRow;
class SegmentedRow;

class LatencyView : public ChartPage {
  Q_OBJECT
 public:
  explicit LatencyView(QWidget* parent = nullptr);
  QString chartId() const override { return QStringLiteral("latency"); }
  RenderOptions exportOptions() const override;
  const model::BarsShape& shape() const { return m_shape; }
  BarsWidget* chart() const { return m_chart; }

 public slots:
  void resetZoom() override;
  void setLogarithmic(bool on);

 protected:
  void rebuild() override;
  ChartTable table() const override;
  QString howToRead() const override;
  void setCompact(bool compact) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildControls();
  void rebuildQuantities();
  void rebuildShape();
  void refreshChart();
  void refreshReadout();
  void fitLegend();
  void showNoRuns();
  std::string quantity() const;

  model::BarsShape m_shape;
  std::set<std::string> m_hidden;  // labels of rows that a legend click took away
  std::string m_quantity;
  std::string m_experiment;
  bool m_logarithmic = false;
  bool m_catalogueOrder = false;
  SegmentedRow* m_quantityRow = nullptr;
  QLabel* m_sortLabel = nullptr;
  QComboBox* m_sort = nullptr;
  SegmentedRow* m_scaleRow = nullptr;
  LegendRow* m_legend = nullptr;
  BarsWidget* m_chart = nullptr;
  ElidedLabel* m_readout = nullptr;
};

}  // namespace dsm::ui
