// SPDX-License-Identifier: GPL-3.0-or-later
//
// The accessible interfaces of charts and of their rows.
#include "ui/charts/chart_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidget>

#include <map>
#include <memory>

namespace dsm::ui {
namespace {

class RowInterface : public QAccessibleInterface {
 public:
  RowInterface(QWidget* widget, AccessibleChart* chart, int row) : m_widget(widget), m_chart(chart), m_row(row) {}
  bool isValid() const override { return m_row < m_chart->accessibleRowCount(); }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Name && isValid() ? m_chart->accessibleRow(m_row) : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const QRect local = m_chart->accessibleRowRect(m_row);
    return {m_widget->mapToGlobal(local.topLeft()), local.size()};
  }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = true;
    state.selectable = true;
    state.selected = m_chart->accessibleCursor() == m_row;
    state.focused = state.selected && m_widget->hasFocus();
    return state;
  }

 private:
  QWidget* m_widget;
  AccessibleChart* m_chart;
  int m_row;
};

class ChartInterface : public QAccessibleWidget {
 public:
  ChartInterface(QWidget* widget, AccessibleChart* chart) : QAccessibleWidget(widget, QAccessible::Chart), m_chart(chart) {}
  ~ChartInterface() override {
    for (const auto& [row, id] : m_rows) QAccessible::deleteAccessibleInterface(id);
  }
  QString text(QAccessible::Text kind) const override {
    switch (kind) {
      case QAccessible::Name: return m_chart->accessibleTitle();
      case QAccessible::Description: return m_chart->accessibleFinding();
      case QAccessible::Value: {
        const int row = m_chart->accessibleCursor();
        return row >= 0 ? m_chart->accessibleRow(row) : QString();
      }
      default: return QAccessibleWidget::text(kind);
    }
  }
  int childCount() const override { return m_chart->accessibleRowCount(); }
  QAccessibleInterface* child(int row) const override {
    if (row < 0 || row >= childCount()) return nullptr;
    auto found = m_rows.find(row);
    if (found == m_rows.end()) {
      found = m_rows.emplace(row, QAccessible::registerAccessibleInterface(new RowInterface(widget(), m_chart, row))).first;
    }
    return QAccessible::accessibleInterface(found->second);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    for (const auto& [row, id] : m_rows) {
      if (QAccessible::accessibleInterface(id) == child) return row;
    }
    return -1;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint local = widget()->mapFromGlobal(QPoint(x, y));
    for (int row = 0; row < childCount(); ++row) {
      if (m_chart->accessibleRowRect(row).contains(local)) return child(row);
    }
    return nullptr;
  }
  QAccessibleInterface* focusChild() const override { return child(m_chart->accessibleCursor()); }

 private:
  AccessibleChart* m_chart;
  mutable std::map<int, QAccessible::Id> m_rows;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  auto* chart = dynamic_cast<AccessibleChart*>(object);
  return widget != nullptr && chart != nullptr ? new ChartInterface(widget, chart) : nullptr;
}

}  // namespace

void installChartAccessibility() {
  static const bool installed = [] {
    QAccessible::installFactory(makeInterface);
    return true;
  }();
  Q_UNUSED(installed);
}

void announceChart(QWidget& widget) {
  if (!QAccessible::isActive()) return;
  QAccessibleValueChangeEvent value(&widget, QString());
  if (auto* interface = QAccessible::queryAccessibleInterface(&widget)) value.setValue(interface->text(QAccessible::Value));
  QAccessible::updateAccessibility(&value);
  QAccessibleEvent description(&widget, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&description);
}

}  // namespace dsm::ui
