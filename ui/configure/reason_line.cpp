// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rich-text label with links, made when there is first something to say: most controls never need one.
#include "ui/configure/reason_line.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kTextLeft = 22;

QString link(const QString& target, const QString& text, bool bold, const QColor& colour) {
  const QString body = bold ? QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()) : text.toHtmlEscaped();
  return QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>").arg(target, colour.name(), body);
}

}  // namespace

ReasonLine::ReasonLine(QWidget* parent) : QWidget(parent) { hide(); }

void ReasonLine::setReason(const Reason& reason) {
  if (reason == m_reason) return;
  m_reason = reason;
  if (!m_reason.sentence.isEmpty()) showText();
  setVisible(!m_reason.sentence.isEmpty());
}

QString ReasonLine::plainText() const {
  QString text = m_reason.sentence;
  if (!m_reason.nearest.isEmpty()) text += u' ' + tr("Nearest that runs: %1.").arg(m_reason.nearest);
  if (!m_reason.action.isEmpty()) text += u' ' + m_reason.action;
  return text;
}

void ReasonLine::showText() {
  if (m_label == nullptr) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kTextLeft, 0, 0, 0);
    m_label = new QLabel(this);
    m_label->setTextFormat(Qt::RichText);
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::LinksAccessibleByKeyboard | Qt::LinksAccessibleByMouse);
    layout->addWidget(m_label);
    connect(m_label, &QLabel::linkActivated, this, [this](const QString& target) {
      if (target == QLatin1String("nearest")) {
        emit nearestChosen();
      } else {
        emit actionChosen();
      }
    });
  }
  const Theme& theme = currentTheme();
  QString html = m_reason.sentence.toHtmlEscaped();
  if (!m_reason.nearest.isEmpty()) {
    const QString nearest =
        m_reason.nearestIsLink ? link(QStringLiteral("nearest"), m_reason.nearest, true, theme.accent) : m_reason.nearest.toHtmlEscaped();
    html += u' ' + tr("Nearest that runs: %1.").arg(nearest);
  }
  if (!m_reason.action.isEmpty()) html += u' ' + link(QStringLiteral("action"), m_reason.action, true, theme.accent);
  m_label->setFont(dsm::ui::font(TextRole::small));
  m_label->setText(html);
  const bool hasLinks = m_reason.nearestIsLink || !m_reason.action.isEmpty();
  m_label->setFocusPolicy(hasLinks ? Qt::StrongFocus : Qt::NoFocus);
  m_label->setAccessibleName(plainText());
  update();
}

void ReasonLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  paintIcon(painter, QRectF(1, 0, kIconSize, kIconSize), m_reason.isError ? IconName::warning : IconName::note,
            m_reason.isError ? theme.warn : theme.text2, theme.window);
}

void ReasonLine::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_label != nullptr) showText();
}

}  // namespace dsm::ui
