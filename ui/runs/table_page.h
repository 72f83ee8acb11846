// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Table view: all columns of the runs, with a head that says how many there are and below the command that makes them.
// Rows, filter and selection are those of the Runs panel.
#pragma once

#include <QWidget>

#include "ui/view_input.h"

class QLabel;

namespace dsm::ui {

class CommandLine;
class RunsDesk;
class RunsPanel;

class TablePage : public QWidget {
  Q_OBJECT
 public:
  explicit TablePage(RunsDesk& desk, QWidget* parent = nullptr);
  void setInput(const ViewInput& input);
  void setCompact(bool compact);
  RunsPanel* panel() const { return m_panel; }

 private:
  void showFinding();
  RunsDesk& m_desk;
  QLabel* m_finding = nullptr;
  QWidget* m_head = nullptr;
  RunsPanel* m_panel = nullptr;
  CommandLine* m_command = nullptr;
};

}  // namespace dsm::ui
