// SPDX-License-Identifier: GPL-3.0-or-later
//
// See empty_state.h. The sketches are pale, without numbers: nobody can take them for data.
#include "ui/theme/widgets/empty_state.h"

#include "ui/theme/widgets/buttons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace dsm::ui {

class EmptyState::Picture : public QWidget {
 public:
  explicit Picture(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }
  Sketch m_sketch = Sketch::none;
  std::optional<IconName> m_icon;
  QSize sizeHint() const override { return m_icon ? QSize(32, 32) : QSize(400, 108); }
  QSize minimumSizeHint() const override { return m_icon ? QSize(32, 32) : QSize(200, 108); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter p(this);
    const Theme& t = currentTheme();
    if (m_icon) {
      paintIcon(p, QRectF(0, 0, 32, 32), *m_icon, t.text2, t.base);
      return;
    }
    p.scale(width() / 400.0, 1);
    switch (m_sketch) {
      case Sketch::bars:
        paintBars(p, t);
        break;
      case Sketch::ruler:
        paintRuler(p, t);
        break;
      case Sketch::curve:
        paintCurve(p, t);
        break;
      case Sketch::table:
        paintTable(p, t);
        break;
      case Sketch::none:
        break;
    }
  }

 private:
  static void box(QPainter& p, const QRectF& r, const Theme& t) {
    p.fillRect(r, t.freeEdge);
    p.fillRect(r.adjusted(1, 1, -1, -1), t.free);
  }
  static void axis(QPainter& p, const Theme& t) {
    p.fillRect(QRectF(120, 0, 1, 104), t.line);
    p.fillRect(QRectF(120, 104, 280, 1), t.line);
    for (const int x : {120, 190, 260, 330, 399}) p.fillRect(QRectF(x, 104, 1, 4), t.line);
  }
  static void paintBars(QPainter& p, const Theme& t) {
    axis(p, t);
    const int lengths[] = {72, 160, 232};
    const int labels[] = {88, 64, 96};
    for (int i = 0; i < 3; ++i) {
      p.fillRect(QRectF(0, 12 + 32 * i, labels[i], 8), t.freeEdge);
      box(p, QRectF(121, 8 + 32 * i, lengths[i], 16), t);
    }
  }
  static void paintRuler(QPainter& p, const Theme& t) {
    for (int i = 0; i < 4; ++i) {
      p.fillRect(QRectF(0, 7 + 27 * i, 40, 8), t.freeEdge);
      box(p, QRectF(56, 27 * i, 344, 22), t);
      p.fillRect(QRectF(56, 27 * i, 112, 22), t.freeEdge);
    }
  }
  static void paintCurve(QPainter& p, const Theme& t) {
    axis(p, t);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(t.freeEdge, 3));
    const QPointF points[] = {{140, 88}, {200, 70}, {260, 52}, {320, 26}, {380, 20}};
    p.drawPolyline(points, 5);
    p.setPen(Qt::NoPen);
    p.setBrush(t.line);
    for (const QPointF& point : points) p.drawEllipse(point, 4, 4);
  }
  static void paintTable(QPainter& p, const Theme& t) {
    for (int i = 0; i < 4; ++i) {
      p.fillRect(QRectF(0, 26 * i + 25, 400, 1), t.line);
      for (int column = 0; column < 4; ++column)
        p.fillRect(QRectF(8 + 100 * column, 26 * i + 9, column == 0 ? 72 : 48, 8), i == 0 ? t.line : t.freeEdge);
    }
  }
};

EmptyState::EmptyState(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpace5, kSpace5, kSpace5, kSpace5);
  column->setSpacing(0);
  column->addStretch(1);
  m_picture = new Picture(this);
  m_picture->hide();
  column->addWidget(m_picture, 0, Qt::AlignHCenter);
  column->addSpacing(kSpace5);
  for (QLabel** label : {&m_what, &m_why}) {
    *label = new QLabel(this);
    (*label)->setAlignment(Qt::AlignHCenter);
    (*label)->setWordWrap(true);
    (*label)->setTextFormat(Qt::PlainText);
    (*label)->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  column->addWidget(m_what);
  column->addSpacing(kSpace1);
  column->addWidget(m_why);
  column->addSpacing(kSpace5);
  m_button = new PrimaryButton(QString(), this);
  m_button->setMinimumWidth(160);
  m_button->hide();
  column->addWidget(m_button, 0, Qt::AlignHCenter);
  column->addSpacing(kSpace3);
  m_link = new LinkButton(QString(), this);
  m_link->hide();
  column->addWidget(m_link, 0, Qt::AlignHCenter);
  column->addStretch(2);
  connect(m_button, &QPushButton::clicked, this, &EmptyState::buttonClicked);
  connect(m_link, &QAbstractButton::clicked, this, &EmptyState::linkClicked);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] { restyle(); });
  restyle();
}

void EmptyState::setSketch(Sketch sketch) {
  m_picture->m_sketch = sketch;
  m_picture->m_icon.reset();
  m_picture->setVisible(sketch != Sketch::none);
  m_picture->updateGeometry();
  m_picture->update();
}

void EmptyState::setIconName(IconName name) {
  m_picture->m_icon = name;
  m_picture->setVisible(true);
  m_picture->updateGeometry();
  m_picture->update();
}

void EmptyState::setSentences(const QString& what, const QString& why) {
  m_what->setText(what);
  m_why->setText(why);
  m_why->setVisible(!why.isEmpty());
  setAccessibleName(what);
  setAccessibleDescription(why);
}

void EmptyState::setButton(const QString& text, std::optional<IconName> iconName, const QString& shortcutHint) {
  m_button->setText(text);
  if (iconName)
    m_button->setIconName(*iconName);
  else
    m_button->clearIconName();
  m_button->setShortcutHint(shortcutHint);
  m_button->setVisible(!text.isEmpty());
}

void EmptyState::setLink(const QString& text) {
  m_link->setText(text);
  m_link->setVisible(!text.isEmpty());
  m_link->updateGeometry();
}

void EmptyState::restyle() {
  m_what->setFont(dsm::ui::font(TextRole::baseBold));
  m_why->setFont(dsm::ui::font(TextRole::base));
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, currentTheme().text);
  m_what->setPalette(colours);
  colours.setColor(QPalette::WindowText, currentTheme().text2);
  m_why->setPalette(colours);
  update();
}

}  // namespace dsm::ui
