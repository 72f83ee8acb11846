// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plain grid in a scroll area: rows are read by screen readers as label pairs.
#include "ui/shortcuts_window.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/text_label.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kRowsAColumn = 16;

}  // namespace

ShortcutsWindow::ShortcutsWindow(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Keyboard shortcuts"));
  auto* column = new QVBoxLayout(this);
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  auto* page = new QWidget;
  auto* grid = new QGridLayout(page);
  grid->setHorizontalSpacing(kSpace5);
  grid->setVerticalSpacing(kSpace1);
  int count = 0;
  const auto add = [&](const QString& what, const QString& keys) {
    const int group = count / kRowsAColumn * 2;
    const int row = count % kRowsAColumn;
    grid->addWidget(new TextLabel(what, TextRole::base, TextLabel::Ink::text2, page), row, group);
    grid->addWidget(new TextLabel(keys, TextRole::baseBold, TextLabel::Ink::text, page), row, group + 1);
    ++count;
  };
  for (const QAction* action : actions) {
    if (action->shortcut().isEmpty()) continue;
    QString what = action->text();
    add(what.remove(u'&').remove(QStringLiteral("…")), action->shortcut().toString(QKeySequence::NativeText));
  }
  add(tr("Next, previous control"), tr("Tab, Shift+Tab"));
  add(tr("Choose in a row of choices"), tr("Left, Right, Home, End"));
  add(tr("Move the cursor of a chart or ruler"), tr("Arrows, Page Up, Page Down"));
  add(tr("Pin or unpin the selected runs"), tr("Space"));
  add(tr("Take over the settings of a run"), tr("Return"));
  add(tr("Menu of the selected runs"), tr("Menu, Shift+F10"));
  grid->setRowStretch(kRowsAColumn, 1);
  scroll->setWidget(page);
  column->addWidget(scroll, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  const QSize wanted = page->sizeHint() + QSize(2 * kSpace5 + kSpace4, 3 * kSpace5 + kButtonHeight);
  resize(wanted.boundedTo(parent != nullptr ? parent->size() : wanted));
}

}  // namespace dsm::ui
