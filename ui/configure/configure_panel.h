// SPDX-License-Identifier: GPL-3.0-or-later
//
// The left side of the window: experiment, parameters and variants of the catalogue; at its foot whether that fits the device,
// Run and Stop. The middle scrolls where it is higher than the window; the foot stays.
#pragma once

#include <QWidget>

#include "ui/configure/configuration.h"
#include "ui/window_types.h"

class QComboBox;
class QScrollArea;
class QVBoxLayout;

namespace dsm::ui {

class FitsCard;
class ParameterSection;
class RunBar;

class ConfigurePanel : public QWidget {
  Q_OBJECT
 public:
  explicit ConfigurePanel(Configuration& configuration, QWidget* parent = nullptr);
  void setProgress(const RunProgress& progress);
  void setRunning(bool running, bool stopping);
  /// The narrow form with one line in place of the card.
  void setCompact(bool compact);
  /// What Configure shows in place of an experiment's settings while a tile kernel is shown. Not owned before setTileShown(true).
  void setTileParts(QWidget* section, QWidget* foot);
  void setTileShown(bool shown);
  bool isTileShown() const { return m_tileShown; }
  QComboBox* experimentBox() const { return m_experiment; }
  ParameterSection* section() const { return m_section; }
  FitsCard* fitsCard() const { return m_fits; }
  RunBar* runBar() const { return m_runBar; }

 signals:
  void runClicked();
  void stopClicked();
  /// The person chose the tile kernel (true) or an experiment (false) in the experiment box.
  void tileChosen(bool tile);
  void tileResetClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makeFoot();
  void rebuild();
  void refresh();
  void applySizes();
  void choose(int index);
  QString othersThatRun() const;

  Configuration& m_configuration;
  bool m_compact = false;
  bool m_advancedOpen = false;
  bool m_tileShown = false;
  QWidget* m_tileSection = nullptr;
  QWidget* m_tileFoot = nullptr;
  QWidget* m_head = nullptr;
  QComboBox* m_experiment = nullptr;
  QScrollArea* m_scroll = nullptr;
  QVBoxLayout* m_content = nullptr;
  ParameterSection* m_section = nullptr;
  QWidget* m_foot = nullptr;
  QVBoxLayout* m_footLayout = nullptr;
  FitsCard* m_fits = nullptr;
  RunBar* m_runBar = nullptr;
};

}  // namespace dsm::ui
