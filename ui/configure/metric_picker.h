// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses metrics of a chip by name: a search over its list, ticks, and a name typed by hand. The list comes from outside,
// asked for by metricsWanted(); until then, and where there is none, names can be typed all the same.
#pragma once

#include <QDialog>
#include <QTimer>

#include "gpu/model/counters.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace dsm::ui {

class MetricModel;
class PrimaryButton;
class SecondaryButton;

class MetricPicker : public QDialog {
  Q_OBJECT
 public:
  explicit MetricPicker(const model::CounterRequest& current, QWidget* parent = nullptr);
  /// The answer to metricsWanted(); a later one replaces it. Ticks stay.
  void setMetrics(const model::MetricList& list);
  model::CounterRequest request() const;
  QLineEdit* searchField() const { return m_search; }
  QTableView* table() const { return m_table; }
  SecondaryButton* addButton() const { return m_add; }
  PrimaryButton* acceptButton() const { return m_accept; }

 signals:
  /// The person searches; once when shown, then a moment after each change. Words, all of which have to occur.
  void metricsWanted(QString search);
  void requestChosen(dsm::model::CounterRequest request);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void search();
  QString typedName() const;

  MetricModel* m_model = nullptr;
  QLineEdit* m_search = nullptr;
  QTableView* m_table = nullptr;
  QLabel* m_count = nullptr;
  QCheckBox* m_traffic = nullptr;
  SecondaryButton* m_add = nullptr;
  PrimaryButton* m_accept = nullptr;
  QTimer m_searchLater;
  bool m_background = true;
};

}  // namespace dsm::ui
