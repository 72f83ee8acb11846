// SPDX-License-Identifier: GPL-3.0-or-later
//
// Only the shown page is kept up to date.
#include "ui/view_tabs.h"

#include <algorithm>

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "ui/theme/theme.h"

namespace dsm::ui {

ViewTabs::ViewTabs(std::vector<ViewTab> tabs, QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_bar = new QTabBar(this);
  m_bar->setExpanding(false);
  m_bar->setDocumentMode(true);
  m_bar->setUsesScrollButtons(true);
  m_bar->setAccessibleName(tr("Views"));
  column->addWidget(m_bar);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack, 1);
  for (ViewTab& tab : tabs) {
    m_bar->addTab(tab.label);
    m_tabs.push_back({std::move(tab)});
  }
  connect(m_bar, &QTabBar::currentChanged, this, [this] {
    showCurrent();
    emit currentChanged(current());
  });
}

QStringList ViewTabs::ids() const {
  QStringList ids;
  for (const Tab& tab : m_tabs) ids.append(tab.tab.id);
  return ids;
}

QString ViewTabs::current() const { return m_bar->currentIndex() < 0 ? QString() : m_tabs[std::size_t(m_bar->currentIndex())].tab.id; }

void ViewTabs::show(const QString& id) {
  const auto found = std::ranges::find(m_tabs, id, [](const Tab& tab) { return tab.tab.id; });
  if (found != m_tabs.end()) m_bar->setCurrentIndex(int(found - m_tabs.begin()));
}

QWidget* ViewTabs::page(const QString& id) const {
  const auto found = std::ranges::find(m_tabs, id, [](const Tab& tab) { return tab.tab.id; });
  return found == m_tabs.end() ? nullptr : found->page;
}

QWidget* ViewTabs::currentPage() const {
  const int index = m_bar->currentIndex();
  if (index < 0) return nullptr;
  QWidget* instead = standIn(index);
  return instead != nullptr ? instead : m_tabs[std::size_t(index)].page;
}

void ViewTabs::setInput(const ViewInput& input) {
  m_input = input;
  m_hasInput = true;
  for (Tab& tab : m_tabs) tab.stale = true;
  showCurrent();
}

void ViewTabs::setSubstitute(QWidget* page) {
  if (page == m_substitute) return;
  m_substitute = page;
  if (page != nullptr && m_stack->indexOf(page) < 0) m_stack->addWidget(page);
  showCurrent();
}

void ViewTabs::setFront(QWidget* page) {
  if (page == m_front) return;
  m_front = page;
  if (page != nullptr && m_stack->indexOf(page) < 0) m_stack->addWidget(page);
  showCurrent();
}

void ViewTabs::showCurrent() {
  const int index = m_bar->currentIndex();
  if (index < 0 || !m_hasInput) return;
  if (QWidget* instead = standIn(index)) {
    m_stack->setCurrentWidget(instead);
    return;
  }
  Tab& tab = m_tabs[std::size_t(index)];
  if (tab.page == nullptr) {
    tab.page = tab.tab.make(m_stack);
    m_stack->addWidget(tab.page);
    emit pageMade(tab.page);
  }
  if (tab.stale) {
    tab.stale = false;
    tab.tab.feed(tab.page, m_input);
  }
  m_stack->setCurrentWidget(tab.page);
}

void ViewTabs::addStrip(QWidget* strip) {
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->insertWidget(column->count() - 1, strip);
}

void ViewTabs::setCompact(bool compact) {
  if (m_bar->property("dsmSmall").toBool() == compact) return;
  m_bar->setProperty("dsmSmall", compact);
  // The bar keeps tab sizes until it hears of a change of style.
  QEvent change(QEvent::StyleChange);
  QCoreApplication::sendEvent(m_bar, &change);
  m_bar->updateGeometry();
}

void ViewTabs::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  const QRect strip(0, 0, width(), m_bar->height());
  painter.fillRect(strip, theme.window);
  painter.fillRect(QRect(0, strip.bottom(), width(), 1), theme.line);
  painter.fillRect(rect().adjusted(0, strip.height(), 0, 0), theme.base);
}

}  // namespace dsm::ui
