// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Traffic view: what the hardware counted for each variant of one configuration, beside what arithmetic expects, and
// where the bytes went.
#pragma once

#include "ui/charts/chart_page.h"
#include "ui/traffic/traffic_data.h"

#include <set>
#include <string>

class QAction;
class QCheckBox;
class QLabel;

namespace dsm::ui {

class ElidedLabel;
class LegendRow;
class SegmentedRow;
class TrafficWidget;
struct TrafficOptions;

class TrafficView : public ChartPage {
  Q_OBJECT
 public:
  explicit TrafficView(QWidget* parent = nullptr);
  QString chartId() const override { return QStringLiteral("traffic"); }
  RenderOptions exportOptions() const override;
  TrafficWidget* chart() const { return m_chart; }
  /// The line that makes Nsight Compute count the same for the variant under the cursor, else for the first with counters.
  /// Empty where there is none; `why` then says so in a sentence.
  QString nsightLine(QString* why = nullptr) const;

 public slots:
  void resetZoom() override;
  void setLogarithmic(bool on);
  void setPayloadUnit(bool on);
  void setExpectedMarks(bool on);
  void copyNsightLine();

 protected:
  void rebuild() override;
  ChartTable table() const override;
  QString howToRead() const override;
  void setCompact(bool compact) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildControls();
  void refreshChart();
  void refreshReadout();
  void fitLegend();
  void showNothing();
  void showMenu(const QPoint& globalPosition);
  TrafficOptions options() const;

  TrafficData m_data;
  std::set<std::string> m_hidden;  // ids of variants that a legend click took away
  std::string m_experiment;
  bool m_logarithmic = false;
  bool m_payloadUnit = false;
  bool m_expectedMarks = true;
  QLabel* m_scaleLabel = nullptr;
  SegmentedRow* m_scaleRow = nullptr;
  QLabel* m_unitLabel = nullptr;
  SegmentedRow* m_unitRow = nullptr;
  QCheckBox* m_marksBox = nullptr;
  LegendRow* m_legend = nullptr;
  TrafficWidget* m_chart = nullptr;
  ElidedLabel* m_readout = nullptr;
  QAction* m_nsightAction = nullptr;
};

}  // namespace dsm::ui
