// SPDX-License-Identifier: GPL-3.0-or-later
//
// One line; the provenance gives way first, since the status line has it too.
#include "ui/first_start_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "ui/document_text.h"
#include "ui/text_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {

FirstStartStrip::FirstStartStrip(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kViewPadding, kSpace2, kSpace3, kSpace2 + 1);
  row->setSpacing(kSpace4);
  m_badge = new OriginBadge(this);
  row->addWidget(m_badge);
  m_sentence = new TextLabel(tr("Everything shown was measured there, nothing on this machine."), TextRole::base, TextLabel::Ink::text, this);
  row->addWidget(m_sentence);
  m_provenance = new TextLabel({}, TextRole::small, TextLabel::Ink::text2, this);
  row->addWidget(m_provenance);
  row->addStretch(1);
  auto* close = new IconButton(IconName::close, tr("Dismiss"), this);
  row->addWidget(close);
  connect(close, &QAbstractButton::clicked, this, &FirstStartStrip::dismissed);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void FirstStartStrip::setSession(const model::Session& session) {
  m_badge->setOrigin(badgeKindOf(session.origin), sessionDeviceName(session));
  m_provenance->setText(provenanceText(session));
  resizeEvent(nullptr);
}

void FirstStartStrip::resizeEvent(QResizeEvent*) {
  const int rest = m_badge->sizeHint().width() + m_sentence->sizeHint().width() + 4 * kSpace4 + kViewPadding + kIconButtonSize;
  m_provenance->setVisible(width() > rest + m_provenance->sizeHint().width());
}

void FirstStartStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().sel);
  painter.fillRect(QRect(0, height() - 1, width(), 1), currentTheme().line);
}

}  // namespace dsm::ui
