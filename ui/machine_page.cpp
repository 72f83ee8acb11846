// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of what works is about the program as it is, not about plans.
#include "ui/machine_page.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/text_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr int kPageWidth = 520;
constexpr int kPicture = 32;

class Picture : public QWidget {
 public:
  Picture(QWidget* parent, int side, std::optional<IconName> iconName, Glyph glyph = Glyph::tick)
      : QWidget(parent), m_iconName(iconName), m_glyph(glyph) {
    setFixedSize(side, side);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = currentTheme();
    if (m_iconName) {
      paintIcon(painter, QRectF(rect()), *m_iconName, theme.text2, theme.base);
    } else {
      paintGlyph(painter, QRectF(rect()), m_glyph, m_glyph == Glyph::tick ? theme.ok : theme.text2);
    }
  }

 private:
  std::optional<IconName> m_iconName;
  Glyph m_glyph;
};

}  // namespace

MachinePage::MachinePage(QWidget* parent) : QWidget(parent) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* outer = new QHBoxLayout(this);
  outer->setContentsMargins(kViewPadding, kViewPadding, kViewPadding, kViewPadding);
  auto* page = new QWidget(this);
  page->setMaximumWidth(scaled(kPageWidth));
  outer->addStretch(1);
  outer->addWidget(page, 4);
  outer->addStretch(1);
  auto* column = new QVBoxLayout(page);
  column->setSpacing(kSpace4);
  column->addStretch(1);

  auto* head = new QHBoxLayout;
  head->setSpacing(kSpace4);
  head->addWidget(new Picture(page, kPicture, IconName::disconnect), 0, Qt::AlignTop);
  auto* words = new QVBoxLayout;
  words->setSpacing(kSpace1);
  m_title = new TextLabel({}, TextRole::title, TextLabel::Ink::text, page);
  m_title->setWordWrap(true);
  m_detail = new TextLabel({}, TextRole::base, TextLabel::Ink::text2, page);
  m_detail->setWordWrap(true);
  words->addWidget(m_title);
  words->addWidget(m_detail);
  head->addLayout(words, 1);
  column->addLayout(head);

  auto* list = new QGridLayout;
  list->setHorizontalSpacing(kSpace3);
  list->setVerticalSpacing(kSpace2);
  list->setColumnStretch(1, 1);
  int row = 0;
  const auto add = [&](const QString& what, const QString& how, bool works) {
    list->addWidget(new Picture(page, 12, std::nullopt, works ? Glyph::tick : Glyph::dash), row, 0, Qt::AlignVCenter);
    list->addWidget(new TextLabel(what, TextRole::base, works ? TextLabel::Ink::text : TextLabel::Ink::text2, page), row, 1);
    auto* note = new TextLabel(how, TextRole::small, TextLabel::Ink::text2, page);
    list->addWidget(note, row, 2, Qt::AlignRight);
    ++row;
    return note;
  };
  add(tr("Built-in recording of an H200"), tr("all views"), true);
  add(tr("Shared memory ruler"), tr("modelled"), true);
  add(tr("Export and compare"), tr("all"), true);
  m_lack = add(tr("Run on this machine"), {}, false);
  column->addLayout(list);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(kSpace3);
  auto* open = new PrimaryButton(tr("Open the built-in recording"), page);
  auto* again = new SecondaryButton(tr("Check again"), page);
  again->setIconName(IconName::refresh);
  buttons->addWidget(open);
  buttons->addWidget(again);
  buttons->addStretch(1);
  column->addLayout(buttons);
  column->addStretch(2);
  connect(open, &QAbstractButton::clicked, this, &MachinePage::openRecordingWanted);
  connect(again, &QAbstractButton::clicked, this, &MachinePage::checkAgainWanted);
}

void MachinePage::setStatus(const WorkerStatus& status) {
  m_title->setText(status.text.isEmpty() ? tr("Nothing can be measured here.") : status.text);
  m_detail->setText(status.detail);
  m_detail->setVisible(!status.detail.isEmpty());
  m_lack->setText(status.remedy.isEmpty() ? tr("not possible") : status.remedy);
}

}  // namespace dsm::ui
