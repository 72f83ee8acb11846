// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>
#include <cmath>

#include "ui/theme/numbers.h"

namespace dsm::app {
namespace {

// Code points: every byte that does not continue one.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

void addCell(std::string& line, const std::string& cell, std::size_t width, bool right) {
  const std::string space(width - widthOf(cell), ' ');
  line += right ? space + cell : cell + space;
}

}  // namespace

std::string textTable(const std::vector<TextColumn>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const TextColumn& column : columns) widths.push_back(widthOf(column.head));
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], widthOf(row[i]));
  }
  std::string text;
  const auto add = [&](const auto& cellOf) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) line += "  ";
      addCell(line, cellOf(i), widths[i], columns[i].right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add([&](std::size_t i) { return columns[i].head; });
  for (const auto& row : rows) add([&](std::size_t i) { return row[i]; });
  return text;
}

std::string textTable(const ui::ChartTable& table) {
  std::vector<TextColumn> columns;
  for (const ui::ChartColumn& column : table.columns) columns.push_back({column.label.toStdString(), column.numeric});
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : table.rows) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (const ui::ChartCell& cell : row) {
      const QString number = cell.number ? ui::machineNumber(*cell.number) : cell.text;
      cells.push_back(number.isEmpty() ? "-" : number.toStdString());
    }
  }
  return textTable(columns, rows);
}

std::string terminalText(const QString& text) {
  QString plain = text;
  plain.remove(ui::kThinSpace);
  plain.replace(ui::kNoBreakSpace, QLatin1Char(' '));
  return plain.toStdString();
}

}  // namespace dsm::app
