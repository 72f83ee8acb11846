// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hidden while the text is right.
#include "ui/tile/tile_error_box.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/charts/elided_label.h"
#include "ui/text_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr int kHeadHeight = 32;
constexpr int kIconLeft = 12;

QLabel* plainLabel(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setFocusPolicy(Qt::NoFocus);
  return label;
}

}  // namespace

TileErrorBox::TileErrorBox(TileDocument& document, QWidget* parent) : QFrame(parent), m_document(document) {
  setFrameShape(QFrame::NoFrame);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpace3, 0, kSpace3, kSpace3);
  column->setSpacing(kSpace2);
  m_title = plainLabel(this);
  m_title->setIndent(kIconSize + kSpace2);
  column->addWidget(m_title);
  m_sentence = new TextLabel({}, TextRole::baseBold, TextLabel::Ink::error, this);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_sentence->setFocusPolicy(Qt::NoFocus);
  m_sentence->setWordWrap(true);
  column->addWidget(m_sentence);
  m_excerpt = plainLabel(this);
  m_excerpt->setMargin(kSpace2);
  m_excerpt->setAutoFillBackground(true);
  m_excerpt->setBackgroundRole(QPalette::AlternateBase);
  m_excerpt->setMinimumWidth(1);
  m_excerpt->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  column->addWidget(m_excerpt);
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace4);
  m_fix = new SecondaryButton({}, this);
  m_show = new SecondaryButton(tr("Show the place"), this);
  m_note = new ElidedLabel(TextRole::small, ElidedLabel::Ink::text2, this);
  row->addWidget(m_fix);
  row->addWidget(m_show);
  row->addWidget(m_note, 1);
  column->addLayout(row);
  connect(m_fix, &QAbstractButton::clicked, &document, &TileDocument::applyHint);
  connect(m_show, &QAbstractButton::clicked, this, &TileErrorBox::placeWanted);
  connect(&document, &TileDocument::parsed, this, &TileErrorBox::refresh);
  connect(&document, &TileDocument::fileChanged, this, &TileErrorBox::refresh);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &TileErrorBox::restyle);
  restyle();
  refresh();
}

QString TileErrorBox::sentence() const { return m_sentence->text(); }

void TileErrorBox::setCompact(bool compact) {
  m_compact = compact;
  m_title->setVisible(!compact);
  m_note->setVisible(!compact);
  m_show->setVisible(!compact);
  layout()->setContentsMargins(kSpace3, compact ? kSpace2 : 0, kSpace3, compact ? kSpace2 : kSpace3);
  refresh();
  update();
}

void TileErrorBox::refresh() {
  const auto& error = m_document.error();
  setVisible(error.has_value());
  if (!error) return;
  const bool before = m_document.program() != nullptr;
  m_title->setText(before ? tr("While a line is wrong, the last good picture stays") : tr("There is no picture before the text is right"));
  m_note->setText(before ? tr("The rulers show the text before this edit.") : QString());
  const QStringList lines = QString::fromStdString(error->inFull(m_document.name().toStdString())).split(QLatin1Char('\n'));
  m_sentence->setText(lines.value(0));
  m_excerpt->setText(lines.mid(1).join(QLatin1Char('\n')));
  m_excerpt->setVisible(lines.size() > 1 && !m_compact);
  const QString hint = QString::fromStdString(error->hint);
  m_fix->setText(tr("Use %1").arg(hint));
  m_fix->setVisible(!hint.isEmpty());
  setAccessibleName(m_title->text());
  setAccessibleDescription(m_sentence->text());
}

void TileErrorBox::restyle() {
  const Theme& theme = currentTheme();
  QPalette words = dsm::ui::palette(theme);
  m_title->setFont(dsm::ui::font(TextRole::baseBold));
  m_title->setFixedHeight(scaled(kHeadHeight));
  m_title->setPalette(words);
  const QPalette code = dsm::ui::palette(theme);
  m_excerpt->setFont(dsm::ui::font(TextRole::mono));
  m_excerpt->setPalette(code);
  update();
}

void TileErrorBox::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.error);
  painter.fillRect(rect().adjusted(1, 1, -1, -1), theme.base);
  if (m_compact) return;
  const int head = scaled(kHeadHeight);
  painter.fillRect(QRect(1, 1, width() - 2, head - 1), theme.errorTint);
  paintIcon(painter, QRectF(kIconLeft, (head - kIconSize) / 2.0, kIconSize, kIconSize), IconName::error, theme.error, theme.base);
}

}  // namespace dsm::ui
