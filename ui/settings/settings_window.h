// SPDX-License-Identifier: GPL-3.0-or-later
//
// All settings in one window beside the main one. It is not modal, and what is changed applies at once: there is nothing to
// confirm and nothing to lose.
#pragma once

#include <functional>
#include <vector>

#include <QDialog>

#include "ui/settings/settings.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;
class QTableWidget;
class QVBoxLayout;

namespace dsm::ui {

class ElidedLabel;
class SecondaryButton;
class SegmentedRow;

class SettingsWindow : public QDialog {
  Q_OBJECT
 public:
  explicit SettingsWindow(QWidget* parent = nullptr);
  /// Shows these; emits nothing.
  void setSettings(const Settings& settings);
  const Settings& settings() const { return m_settings; }
  /// Where they are stored, and in one sentence why they are not; empty: they are.
  void setFile(const QString& path, const QString& trouble);
  /// The keyboard goes to the field of a threshold of one's own.
  void focusThreshold();

 signals:
  void settingsChanged(dsm::ui::Settings settings);
  void folderWanted();

 private:
  void buildAppearance(QVBoxLayout* page);
  void buildMeasuring(QVBoxLayout* page);
  void buildComparison(QVBoxLayout* page);
  void buildWorkers(QVBoxLayout* page);
  void buildFile(QVBoxLayout* page);
  SegmentedRow* addChoices(QVBoxLayout* page, const QString& label, const QStringList& choices, std::function<void(int)> chosen);
  void addLabel(QVBoxLayout* page, const QString& text, QWidget* buddy);
  void addHeading(QVBoxLayout* page, const QString& text);
  /// Changes a copy of the settings by `change`, shows it, and tells when it differs.
  void apply(const std::function<void(Settings&)>& change);
  void showWorkers();
  void takeWorkers();
  void addWorker();
  void removeWorker();
  void refresh();

  Settings m_settings;
  bool m_filling = false;  // values come from outside: nothing is told
  SegmentedRow* m_scheme = nullptr;
  SegmentedRow* m_palette = nullptr;
  SegmentedRow* m_text = nullptr;
  SegmentedRow* m_bytes = nullptr;
  QDoubleSpinBox* m_budget = nullptr;
  QSpinBox* m_least = nullptr;
  QSpinBox* m_most = nullptr;
  SegmentedRow* m_threshold = nullptr;
  QDoubleSpinBox* m_ownThreshold = nullptr;
  QComboBox* m_worker = nullptr;
  QTableWidget* m_workers = nullptr;
  QLabel* m_workerFault = nullptr;
  SecondaryButton* m_remove = nullptr;
  ElidedLabel* m_path = nullptr;
  QLabel* m_trouble = nullptr;
};

}  // namespace dsm::ui
