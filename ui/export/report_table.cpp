// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables as HTML.
#include "ui/export/report_table.h"

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr qsizetype kLongestLabel = 28;  // characters; a longer text is a sentence

}  // namespace

ReportTable::ReportTable(HtmlPage& page, const QString& caption, std::vector<ReportColumn> columns)
    : m_page(page), m_columns(std::move(columns)) {
  // Focusable: what scrolls has to be reachable by keyboard.
  m_page.open("div", {{"class", QStringLiteral("wide")}, {"role", QStringLiteral("region")}, {"tabindex", QStringLiteral("0")},
                      {"aria-label", caption}});
  m_page.open("table");
  m_page.open("caption");
  m_page.element("span", caption);
  m_page.close();
  m_page.open("thead");
  m_page.open("tr");
  for (const ReportColumn& column : m_columns) {
    if (column.numeric) {
      m_page.element("th", column.label, {{"scope", QStringLiteral("col")}, {"class", QStringLiteral("n")}});
    } else {
      m_page.element("th", column.label, {{"scope", QStringLiteral("col")}});
    }
  }
  m_page.close();
  m_page.close();
  m_page.line();
  m_page.open("tbody");
}

void ReportTable::row(const QStringList& cells) {
  m_page.open("tr");
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const QString text = cells.value(qsizetype(i));
    if (i == 0 && m_columns[i].words) {
      m_page.open("th", {{"scope", QStringLiteral("row")}, {"class", QStringLiteral("t")}});
    } else if (i == 0) {
      m_page.open("th", {{"scope", QStringLiteral("row")}});
    } else if (m_columns[i].numeric) {
      m_page.open("td", {{"class", QStringLiteral("n")}});
    } else if (m_columns[i].words) {
      m_page.open("td", {{"class", QStringLiteral("t")}});
    } else {
      m_page.open("td");
    }
    m_page.open("bdi");
    m_page.text(text);
    m_page.close();
    m_page.close();
  }
  m_page.close();
  m_page.line();
}

void ReportTable::end() {
  for (int i = 0; i < 3; ++i) m_page.close();
  m_page.line();
}

void writeChartTable(HtmlPage& page, const QString& caption, const ChartTable& table) {
  std::vector<qsizetype> shown;
  std::vector<ReportColumn> columns;
  for (qsizetype i = 0; i < table.columns.size(); ++i) {
    const bool says = std::ranges::any_of(table.rows, [i](const auto& row) { return i < row.size() && !row[i].text.isEmpty(); });
    if (!says && i != 0) continue;
    shown.push_back(i);
    const bool words = std::ranges::any_of(table.rows, [i](const auto& row) { return i < row.size() && row[i].text.size() > kLongestLabel; });
    columns.push_back({table.columns[i].label, table.columns[i].numeric, words && !table.columns[i].numeric});
  }
  ReportTable writer(page, caption, std::move(columns));
  for (const auto& row : table.rows) {
    QStringList cells;
    for (const qsizetype i : shown) cells << (i < row.size() ? row[i].text : QString());
    writer.row(cells);
  }
  writer.end();
}

}  // namespace dsm::ui
