// SPDX-License-Identifier: GPL-3.0-or-later
// A table for a terminal: columns as wide as their widest cell, numbers at the right, two spaces between.
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "ui/charts/chart_table.h"

namespace dsm::app {

struct TextColumn {
  std::string head;
  bool right = false;
};

// Widths count code points. A line for the heads, one a row, each ending with a line feed and without trailing spaces.
std::string textTable(const std::vector<TextColumn>& columns, const std::vector<std::vector<std::string>>& rows);
// A chart's numbers as the files have them.
std::string textTable(const ui::ChartTable& table);

// For a terminal: no thin spaces in numbers, plain spaces before units.
std::string terminalText(const QString& text);

}  // namespace dsm::app
