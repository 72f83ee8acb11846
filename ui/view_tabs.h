// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tab bar and the views below it. A view is made when its tab is first shown, gets its input only while shown, and catches
// up when it is shown again.
#pragma once

#include <functional>
#include <vector>

#include <QWidget>

#include "ui/view_input.h"

class QStackedWidget;
class QTabBar;

namespace dsm::ui {

/// One tab. `make` builds the page; `feed` hands it its input.
struct ViewTab {
  QString id;
  QString label;
  std::function<QWidget*(QWidget* parent)> make;
  std::function<void(QWidget* page, const ViewInput& input)> feed;
};

class ViewTabs : public QWidget {
  Q_OBJECT
 public:
  ViewTabs(std::vector<ViewTab> tabs, QWidget* parent = nullptr);
  QTabBar* bar() const { return m_bar; }
  QStringList ids() const;
  QString current() const;
  /// Unknown ids are ignored.
  void show(const QString& id);
  /// The page of a tab; null until it was first shown.
  QWidget* page(const QString& id) const;
  /// What is shown: the page of the current tab or what stands in for it.
  QWidget* currentPage() const;
  void setInput(const ViewInput& input);
  const ViewInput& input() const { return m_input; }
  /// A page that stands in for all tabs but the first; null: none. Not owned.
  void setSubstitute(QWidget* page);
  /// A page that stands in for the first tab; null: none. Not owned.
  void setFront(QWidget* page);
  void setCompact(bool compact);
  void addStrip(QWidget* strip);

 signals:
  void pageMade(QWidget* page);
  void currentChanged(QString id);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showCurrent();
  /// What stands in for a tab; null: its own page counts.
  QWidget* standIn(int index) const { return index == 0 ? m_front : m_substitute; }
  struct Tab {
    ViewTab tab;
    QWidget* page = nullptr;
    bool stale = true;
  };
  std::vector<Tab> m_tabs;
  QTabBar* m_bar = nullptr;
  QStackedWidget* m_stack = nullptr;
  QWidget* m_substitute = nullptr;
  QWidget* m_front = nullptr;
  ViewInput m_input;
  bool m_hasInput = false;
};

}  // namespace dsm::ui
