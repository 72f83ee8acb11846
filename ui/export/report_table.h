// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of a report: caption, column heads with their scope, numbers at the right. It scrolls sideways by itself where the page
// is narrow, so that the page never does.
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/export/html_page.h"

#include <QStringList>

#include <vector>

namespace dsm::ui {

struct ReportColumn {
  QString label;  ///< with its unit
  bool numeric = false;
  bool words = false;  ///< sentences: wrapped, but not to a word a line
};

class ReportTable {
 public:
  /// Writes everything before the first row.
  ReportTable(HtmlPage& page, const QString& caption, std::vector<ReportColumn> columns);
  /// One text for each column; the first names the row.
  void row(const QStringList& cells);
  void end();

 private:
  HtmlPage& m_page;
  std::vector<ReportColumn> m_columns;
};

/// Every row and every column in which some row says something.
void writeChartTable(HtmlPage& page, const QString& caption, const ChartTable& table);

}  // namespace dsm::ui
