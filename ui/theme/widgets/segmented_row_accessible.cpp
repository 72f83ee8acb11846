// SPDX-License-Identifier: GPL-3.0-or-later
//
// The accessible tree of a segmented row: a grouping with one radio button for each segment. Children are made on
// demand and owned by Qt's accessibility cache.
#include "ui/theme/widgets/segmented_row_accessible.h"

#include "ui/theme/widgets/segmented_row.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace dsm::ui {
namespace {

class SegmentInterface : public QAccessibleInterface, public QAccessibleActionInterface {
 public:
  SegmentInterface(SegmentedRow* row, int index) : m_row(row), m_index(index) {}
  bool isValid() const override { return m_row && m_index < m_row->count(); }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_row ? m_row->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_row.data()); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    const Segment& segment = m_row->segments().at(m_index);
    if (kind == QAccessible::Name) return segment.label;
    if (kind == QAccessible::Description) return segment.reason;
    return {};
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    if (!isValid()) return {};
    const QRect r = m_row->segmentRect(m_index);
    return {m_row->mapToGlobal(r.topLeft()), r.size()};
  }
  QAccessible::Role role() const override { return QAccessible::RadioButton; }
  QAccessible::State state() const override {
    QAccessible::State state;
    if (!isValid()) {
      state.invalid = true;
      return state;
    }
    state.focusable = true;
    state.checkable = true;
    state.focused = m_row->hasFocus() && m_row->cursor() == m_index;
    state.checked = m_row->current() == m_index;
    state.disabled = !m_row->isEnabled() || !m_row->segments().at(m_index).available;
    return state;
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
  }
  QStringList actionNames() const override { return {pressAction()}; }
  void doAction(const QString& action) override {
    if (!isValid() || action != pressAction()) return;
    if (m_row->segments().at(m_index).available) m_row->setCurrent(m_index);
    emit m_row->activated(m_index);
  }
  QStringList keyBindingsForAction(const QString&) const override { return {}; }

 private:
  QPointer<SegmentedRow> m_row;
  int m_index;
};

class RowInterface : public QAccessibleWidget {
 public:
  explicit RowInterface(SegmentedRow* row) : QAccessibleWidget(row, QAccessible::Grouping) {}
  ~RowInterface() override {
    for (const QAccessible::Id id : std::as_const(m_children)) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return row()->count(); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= row()->count()) return nullptr;
    auto it = m_children.constFind(index);
    if (it == m_children.constEnd())
      it = m_children.insert(index, QAccessible::registerAccessibleInterface(new SegmentInterface(row(), index)));
    return QAccessible::accessibleInterface(*it);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    for (auto it = m_children.constBegin(); it != m_children.constEnd(); ++it) {
      if (QAccessible::accessibleInterface(it.value()) == child) return it.key();
    }
    return -1;
  }
  QAccessibleInterface* childAt(int x, int y) const override { return child(row()->segmentAt(row()->mapFromGlobal(QPoint(x, y)))); }
  QAccessibleInterface* focusChild() const override { return row()->hasFocus() ? child(row()->cursor()) : nullptr; }
  QString text(QAccessible::Text kind) const override {
    if (kind == QAccessible::Value) {
      const int at = row()->current();
      return at >= 0 ? row()->segments().at(at).label : QString();
    }
    return QAccessibleWidget::text(kind);
  }

 private:
  SegmentedRow* row() const { return static_cast<SegmentedRow*>(widget()); }
  mutable QHash<int, QAccessible::Id> m_children;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
  auto* row = qobject_cast<SegmentedRow*>(object);
  return row ? new RowInterface(row) : nullptr;
}

}  // namespace

void installSegmentedRowAccessibility() {
  static const bool installed = [] {
    QAccessible::installFactory(makeInterface);
    return true;
  }();
  Q_UNUSED(installed);
}

}  // namespace dsm::ui
