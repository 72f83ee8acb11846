// SPDX-License-Identifier: GPL-3.0-or-later
//
// See card.h. The head (glyph, title, badge) is made only when something is put into it.
#include "ui/theme/widgets/card.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace dsm::ui {
namespace {

class GlyphLabel : public QWidget {
 public:
  explicit GlyphLabel(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }
  void setState(State state) {
    m_state = state;
    update();
  }
  QSize sizeHint() const override { return {scaled(14), scaled(14)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter p(this);
    const Theme& t = currentTheme();
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (m_state == State::warn)
      paintIcon(p, rect(), IconName::warning, t.warn, t.base);
    else if (m_state == State::error)
      paintIcon(p, rect(), IconName::error, t.error, t.base);
    else if (m_state == State::ok)
      paintGlyph(p, box, Glyph::tick, t.ok);
  }

 private:
  State m_state = State::neutral;
};

}  // namespace

Card::Card(QWidget* parent) : QFrame(parent) {
  setFrameShape(QFrame::NoFrame);
  m_outer = new QVBoxLayout(this);
  m_outer->setContentsMargins(kSpace4, kSpace3, kSpace4, kSpace3);
  m_outer->setSpacing(kSpace3);
  m_body = new QVBoxLayout;
  m_body->setContentsMargins(0, 0, 0, 0);
  m_body->setSpacing(kSpace2);
  m_outer->addLayout(m_body, 1);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] { restyle(); });
}

Card::Card(const QString& title, QWidget* parent) : Card(parent) { setTitle(title); }

void Card::ensureHead() {
  if (m_head) return;
  m_head = new QWidget(this);
  auto* row = new QHBoxLayout(m_head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace2);
  m_glyph = nullptr;
  m_title = new QLabel(m_head);
  m_title->setTextFormat(Qt::PlainText);
  row->addWidget(m_title, 1);
  m_outer->insertWidget(0, m_head);
}

void Card::setTitle(const QString& title, TextRole role) {
  ensureHead();
  m_titleRole = role;
  m_title->setText(title);
  setAccessibleName(title);
  restyle();
}

QString Card::title() const { return m_title ? m_title->text() : QString(); }

void Card::setOrigin(BadgeKind kind, const QString& detail, const QString& toolTip) {
  ensureHead();
  if (!m_badge) {
    m_badge = new OriginBadge(m_head);
    m_head->layout()->addWidget(m_badge);
  }
  m_badge->setOrigin(kind, detail, toolTip);
  m_badge->show();
}

void Card::clearOrigin() {
  if (m_badge) m_badge->hide();
}

void Card::setState(State state) {
  ensureHead();
  m_state = state;
  if (!m_glyph && state != State::neutral) {
    m_glyph = new GlyphLabel(m_head);
    static_cast<QHBoxLayout*>(m_head->layout())->insertWidget(0, m_glyph);
  }
  if (m_glyph) {
    static_cast<GlyphLabel*>(m_glyph)->setState(state);
    m_glyph->setVisible(state != State::neutral);
  }
  restyle();
}

void Card::restyle() {
  if (m_title) {
    m_title->setFont(dsm::ui::font(m_titleRole));
    QPalette colours = palette();
    const Theme& t = currentTheme();
    colours.setColor(QPalette::WindowText, m_state == State::neutral ? t.text : stateColour(m_state, t));
    m_title->setPalette(colours);
  }
  update();
}

void Card::paintEvent(QPaintEvent*) {
  QPainter p(this);
  dsm::ui::drawFrame(p, rect(), currentTheme().base, currentTheme().line);
}

void Card::changeEvent(QEvent* event) {
  if (event->type() == QEvent::EnabledChange) update();
  QFrame::changeEvent(event);
}

ConsequenceBox::ConsequenceBox(QWidget* parent) : QFrame(parent) {
  setFrameShape(QFrame::NoFrame);
  m_body = new QVBoxLayout(this);
  m_body->setContentsMargins(kStateEdge + kSpace3, kSpace2, kSpace3, kSpace2);
  m_body->setSpacing(kSpace1);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, qOverload<>(&QWidget::update));
}

void ConsequenceBox::setState(State state, bool tinted) {
  m_state = state;
  m_tinted = tinted;
  m_edge = QColor();
  update();
}

void ConsequenceBox::setEdgeColour(const QColor& colour) {
  m_edge = colour;
  update();
}

void ConsequenceBox::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const Theme& t = currentTheme();
  dsm::ui::drawFrame(p, rect(), m_tinted ? stateTint(m_state, t) : t.base, t.line);
  const int x = layoutDirection() == Qt::RightToLeft ? width() - kStateEdge : 0;
  p.fillRect(QRect(x, 0, kStateEdge, height()), m_edge.isValid() ? m_edge : stateColour(m_state, t));
}

}  // namespace dsm::ui
