// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Shared memory view: a byte ruler for each rank of a cluster, a field that finds an element, where that element
// lies, and what clusters of each size can hold. Layout and limits come from the spec and the device; nothing here knows an experiment.
#pragma once

#include "ui/charts/chart_page.h"
#include "ui/ruler/ruler_data.h"

#include <optional>
#include <string>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace dsm::ui {

class ElidedLabel;
class RulerCards;
class RulerWidget;
class SegmentedRow;

class SharedMemoryView : public ChartPage {
  Q_OBJECT
 public:
  explicit SharedMemoryView(QWidget* parent = nullptr);
  QString chartId() const override { return QStringLiteral("shared_memory"); }
  RenderOptions exportOptions() const override;
  RulerWidget* ruler() const { return m_ruler; }
  QLineEdit* findField() const { return m_find; }
  RulerCards* cards() const { return m_cards; }

 public slots:
  void resetZoom() override;

 signals:
  /// The person wants to look at this configuration, from the advice.
  void configurationChosen(dsm::model::Values values, std::string variant);

 protected:
  void rebuild() override;
  ChartTable table() const override;
  QString howToRead() const override;
  void setCompact(bool compact) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildControls();
  void buildContent();
  void rebuildControls();
  void placeZoom();
  void findText(const QString& text);
  void pinPlace(std::uint32_t rank, std::uint64_t offsetBytes);
  void chooseZoom(int preset);
  void chooseFromRank(std::uint32_t rank);
  void refreshRuler();
  void refreshCards();
  RulerData placeShown() const;
  void refreshCommand();
  void showReadout(const QString& text);
  void showNoSharedMemory();
  std::string shownVariant() const;

  RulerData m_data;
  std::string m_configuration;       // experiment, variant and cluster size that the view state belongs to
  std::string m_variantOverride;     // the person asked for another variant's layout, until the lead changes
  std::string m_overriddenLead;
  QLabel* m_findLabel = nullptr;
  QLineEdit* m_find = nullptr;
  QLabel* m_fromLabel = nullptr;
  SegmentedRow* m_from = nullptr;
  QComboBox* m_fromBox = nullptr;  // instead of the row where there are many ranks
  QLabel* m_zoomLabel = nullptr;
  SegmentedRow* m_zoom = nullptr;
  bool m_zoomBelow = false;
  RulerWidget* m_ruler = nullptr;
  ElidedLabel* m_readout = nullptr;
  QCheckBox* m_load = nullptr;  // the share of accesses by rank
  RulerCards* m_cards = nullptr;
};

}  // namespace dsm::ui
