// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables as text, and as a model.
#include "ui/charts/chart_table.h"

#include "ui/theme/numbers.h"
#include "ui/theme/plain_text.h"

#include <charconv>
#include <cmath>

namespace dsm::ui {
namespace {

QString machineText(const ChartCell& cell) { return cell.number ? machineNumber(*cell.number) : spreadsheetText(plainText(cell.text)); }

QString csvField(QString text) {
  static const QString kSpecial = QStringLiteral(",;\"\t\n\r");
  bool quote = false;
  for (QChar c : text) quote = quote || kSpecial.contains(c);
  if (!quote) return text;
  return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString oneLine(QString text) {
  for (QChar& c : text) {
    if (c == QLatin1Char('\t') || c == QLatin1Char('\n') || c == QLatin1Char('\r')) c = QLatin1Char(' ');
  }
  return text;
}

}  // namespace

ChartCell textCell(const QString& text) { return {text, std::nullopt}; }

ChartCell numberCell(double number, const QString& text) { return {text, number}; }

QString machineNumber(double number) {
  if (!std::isfinite(number)) return {};
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
  return QString::fromLatin1(buffer, result.ptr - buffer);
}

QString toTsv(const ChartTable& table) {
  QString text;
  for (qsizetype column = 0; column < table.columns.size(); ++column) {
    text += (column ? QStringLiteral("\t") : QString()) + oneLine(table.columns[column].key);
  }
  text += QLatin1Char('\n');
  for (const auto& row : table.rows) {
    for (qsizetype column = 0; column < row.size(); ++column) {
      text += (column ? QStringLiteral("\t") : QString()) + oneLine(machineText(row[column]));
    }
    text += QLatin1Char('\n');
  }
  return text;
}

QByteArray toCsv(const ChartTable& table, const QVector<std::pair<QString, QString>>& comments) {
  QString text;
  for (const auto& [key, value] : comments) {
    text += QStringLiteral("# %1: %2\n").arg(oneLine(key), spreadsheetText(oneLine(plainText(value))));
  }
  for (qsizetype column = 0; column < table.columns.size(); ++column) {
    text += (column ? QStringLiteral(",") : QString()) + csvField(table.columns[column].key);
  }
  text += QLatin1Char('\n');
  for (const auto& row : table.rows) {
    for (qsizetype column = 0; column < row.size(); ++column) {
      text += (column ? QStringLiteral(",") : QString()) + csvField(machineText(row[column]));
    }
    text += QLatin1Char('\n');
  }
  return text.toUtf8();
}

void ChartTableModel::setTable(const ChartTable& table) {
  beginResetModel();
  m_table = table;
  endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_table.rows.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_table.columns.size());
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const auto& row = m_table.rows[index.row()];
  const bool numeric = m_table.columns[index.column()].numeric;
  if (index.column() >= row.size()) return {};
  switch (role) {
    case Qt::DisplayRole: return row[index.column()].text;
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignVCenter | (numeric ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
  }
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= m_table.columns.size()) return {};
  if (role == Qt::DisplayRole) return m_table.columns[section].label;
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue(Qt::AlignVCenter | (m_table.columns[section].numeric ? Qt::AlignRight : Qt::AlignLeft));
  }
  return {};
}

}  // namespace dsm::ui
