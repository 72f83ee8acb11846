// SPDX-License-Identifier: GPL-3.0-or-later
//
// See command_line.h. The text is a read-only, frameless line edit: it brings selection, keyboard and accessibility. It
// holds the whole command while it has the focus and the elided one otherwise.
#include "ui/theme/widgets/command_line.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"
#include "ui/theme/widgets/buttons.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

namespace dsm::ui {

class CommandLine::Field : public QLineEdit {
 public:
  explicit Field(QWidget* parent) : QLineEdit(parent) {
    setReadOnly(true);
    setFrame(false);
    setTextMargins(0, 0, 0, 0);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("dsmFocusRing", true);
  }
  void restyle() {
    setFont(dsm::ui::font(TextRole::mono));
    QPalette colours = dsm::ui::palette(currentTheme());
    colours.setColor(QPalette::Base, currentTheme().alt);
    colours.setColor(QPalette::Text, currentTheme().text);
    setPalette(colours);
  }
};

CommandLine::CommandLine(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_field = new Field(this);
  m_field->installEventFilter(this);
  m_field->setAccessibleName(tr("Command line"));
  auto* copyButton = new IconButton(IconName::copy, tr("Copy the command"), this);
  m_copy = copyButton;
  connect(m_copy, &QToolButton::clicked, this, &CommandLine::copy);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    m_field->restyle();
    updateGeometry();
    relayout();
    update();
  });
  m_field->restyle();
}

void CommandLine::setCommand(const QString& command) {
  m_command = command;
  setToolTip(command);
  m_field->setToolTip(command);
  m_field->setAccessibleDescription(command);
  relayout();
}

void CommandLine::setBoxed(bool boxed) {
  m_boxed = boxed;
  relayout();
  update();
}

void CommandLine::setSmall(bool small) {
  m_small = small;
  updateGeometry();
}

QSize CommandLine::sizeHint() const { return {scaled(320), scaled(m_small ? kCommandLineHeightSmall : kCommandLineHeight)}; }

QSize CommandLine::minimumSizeHint() const { return {scaled(120), sizeHint().height()}; }

void CommandLine::copy() {
  QGuiApplication::clipboard()->setText(m_command);
  emit copied(m_command);
}

void CommandLine::relayout() {
  const int left = m_boxed ? kSpace3 : kViewPadding;
  const int button = std::min(height() - 2, scaled(kIconButtonSize));
  const int right = width() - (m_boxed ? kSpace1 : kSpace5 - 4) - button;
  m_copy->setGeometry(right, (height() - button) / 2, button, button);
  const QFontMetrics metrics(m_field->font());
  const int prompt = metrics.horizontalAdvance(QStringLiteral("$ "));
  const int fieldHeight = std::min(height() - 2, metrics.height() + 4);
  // 2 px: what QLineEdit keeps before its text.
  m_field->setGeometry(left + prompt - 2, (height() - fieldHeight) / 2, std::max(right - left - prompt - kSpace2, 0), fieldHeight);
  if (m_field->hasFocus()) {
    if (m_field->text() != m_command) m_field->setText(m_command);
    return;
  }
  m_field->setText(metrics.elidedText(m_command, Qt::ElideRight, m_field->width() - 6));
  m_field->setCursorPosition(0);
}

void CommandLine::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const Theme& t = currentTheme();
  if (m_boxed) {
    drawFrame(p, rect(), t.alt, t.line);
  } else {
    p.fillRect(rect(), t.alt);
    p.fillRect(QRect(0, 0, width(), 1), t.line);
  }
  p.setFont(dsm::ui::font(TextRole::mono));
  p.setPen(t.text2);
  const int left = m_boxed ? kSpace3 : kViewPadding;
  p.drawText(QRect(left, 0, width(), height()), Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("$"));
}

void CommandLine::resizeEvent(QResizeEvent*) { relayout(); }

void CommandLine::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) relayout();
  QWidget::changeEvent(event);
}

bool CommandLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut))
    QMetaObject::invokeMethod(
        this, [this] { relayout(); }, Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

}  // namespace dsm::ui
