// SPDX-License-Identifier: GPL-3.0-or-later
//
// The newest notice is in front; dismissing it shows the one before.
#include "ui/notice_strip.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "ui/text_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr std::size_t kMostNotices = 20;
constexpr int kTextLeft = 44;

IconName iconOf(Notice::Kind kind) {
  return kind == Notice::Kind::error ? IconName::error : kind == Notice::Kind::warning ? IconName::warning : IconName::note;
}

State stateOf(Notice::Kind kind) {
  return kind == Notice::Kind::error ? State::error : kind == Notice::Kind::warning ? State::warn : State::neutral;
}

}  // namespace

NoticeStrip::NoticeStrip(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kTextLeft, kSpace2, kSpace3, kSpace2 + 1);
  row->setSpacing(kSpace3);
  m_text = new QLabel(this);
  m_text->setTextFormat(Qt::RichText);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setFocusPolicy(Qt::ClickFocus);
  row->addWidget(m_text, 1);
  m_action = new LinkButton({}, this);
  m_action->setBold(true);
  row->addWidget(m_action, 0, Qt::AlignVCenter);
  m_count = new TextLabel({}, TextRole::small, TextLabel::Ink::text2, this);
  row->addWidget(m_count, 0, Qt::AlignVCenter);
  m_close = new IconButton(IconName::close, tr("Dismiss"), this);
  row->addWidget(m_close, 0, Qt::AlignTop);
  connect(m_close, &QAbstractButton::clicked, this, &NoticeStrip::dismiss);
  connect(m_action, &QAbstractButton::clicked, this, [this] {
    if (m_notices.empty() || m_notices.back().action.isEmpty()) {
      emit actionClicked();
      return;
    }
    const QString id = m_notices.back().actionId;
    dismiss();
    emit noticeAction(id);
  });
  hide();
}

void NoticeStrip::add(const Notice& notice) {
  if (notice.sentence.isEmpty()) return;
  std::erase_if(m_notices, [&](const Notice& old) { return old.sentence == notice.sentence; });
  m_notices.push_back(notice);
  if (m_notices.size() > kMostNotices) m_notices.erase(m_notices.begin());
  showNewest();
}

void NoticeStrip::setAction(const QString& text) {
  if (text == m_actionText) return;
  m_actionText = text;
  if (!m_notices.empty()) showNewest();
}

void NoticeStrip::dismiss() {
  if (!m_notices.empty()) m_notices.pop_back();
  if (m_notices.empty()) {
    hide();
  } else {
    showNewest();
  }
}

void NoticeStrip::showNewest() {
  Notice& notice = m_notices.back();
  notice.sentence = plainText(notice.sentence);  // it may quote a file
  notice.hint = plainText(notice.hint);
  QString html = QStringLiteral("<b>%1</b>").arg(notice.sentence.toHtmlEscaped());
  if (!notice.hint.isEmpty()) html += u' ' + notice.hint.toHtmlEscaped();
  m_text->setText(html);
  m_text->setAccessibleName(notice.sentence + u' ' + notice.hint);
  m_count->setText(m_notices.size() > 1 ? tr("1 of %1").arg(m_notices.size()) : QString());
  const QString action = !notice.action.isEmpty() ? notice.action : notice.kind == Notice::Kind::error ? m_actionText : QString();
  m_action->setText(action);
  m_action->setVisible(!action.isEmpty());
  show();
  update();
}

void NoticeStrip::paintEvent(QPaintEvent*) {
  if (m_notices.empty()) return;
  QPainter painter(this);
  const Theme& theme = currentTheme();
  const Notice::Kind kind = m_notices.back().kind;
  const State state = stateOf(kind);
  const QColor tint = state == State::neutral ? theme.sel : stateTint(state, theme);
  const QColor ink = state == State::neutral ? theme.accent : stateColour(state, theme);
  painter.fillRect(rect(), tint);
  painter.fillRect(QRect(0, 0, kStateEdge, height()), ink);
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
  paintIcon(painter, QRectF(kTextLeft - kIconSize - kSpace2, kSpace2 + 4, kIconSize, kIconSize), iconOf(kind), ink, tint);
}

void NoticeStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace dsm::ui
