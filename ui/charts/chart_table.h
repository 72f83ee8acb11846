// SPDX-License-Identifier: GPL-3.0-or-later
//
// A chart's numbers as a table: one structure behind "show as table", the copy as tab-separated values, the CSV and
// JSON exports, and what a screen reader reads. Cells keep the number itself, so that files get all its digits and
// the window as many as the interval supports.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace dsm::ui {

struct ChartCell {
  QString text;                  ///< as a person reads it
  std::optional<double> number;  ///< what a file gets; not finite: an empty field, never 0
};

struct ChartColumn {
  QString label;  ///< for people: "cycles"
  QString key;    ///< for files: "median_cycles"
  bool numeric = false;
};

struct ChartTable {
  QVector<ChartColumn> columns;
  QVector<QVector<ChartCell>> rows;
};

ChartCell textCell(const QString& text);
/// A whole or measured number with the text that shows it.
ChartCell numberCell(double number, const QString& text);
/// Shortest text that reads back as the same number, point for decimals, no grouping; empty if not finite.
QString machineNumber(double number);
/// Header line and rows, tab-separated; tabs and line breaks inside a cell become spaces. In both forms words that a
/// spreadsheet would take for a formula get an apostrophe in front; numbers stay numbers.
QString toTsv(const ChartTable& table);
/// RFC 4180 with "\n" line ends, keys as header, UTF-8. `comments` become leading "# key: value" lines.
QByteArray toCsv(const ChartTable& table, const QVector<std::pair<QString, QString>>& comments);

class ChartTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setTable(const ChartTable& table);
  const ChartTable& table() const { return m_table; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  ChartTable m_table;
};

}  // namespace dsm::ui
