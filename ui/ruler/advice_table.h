// SPDX-License-Identifier: GPL-3.0-or-later
//
// The advisor's table view: Enter and a double click choose a row, Ctrl+C copies the table as tab-separated values.
#pragma once

#include <QTableView>

namespace dsm::ui {

class AdviceTable : public QTableView {
  Q_OBJECT
 public:
  explicit AdviceTable(QWidget* parent = nullptr);
  /// Row heights and column widths at the present text size.
  void applySizes();

 signals:
  void rowChosen();
  void copyWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace dsm::ui
