// SPDX-License-Identifier: GPL-3.0-or-later
//
// Icon engine over the path data that build_tools/icon_compiler wrote. An engine holds a name and inks, about 40
// bytes; paths are built when first painted and kept, one for each icon.
#include "ui/theme/icons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>

#include <algorithm>
#include <array>
#include <optional>

namespace dsm::ui {
namespace {

struct PathElement {
  int type;  // QPainterPath::ElementType
  float x;
  float y;
};
struct IconShape {
  int first;
  int count;
  bool winding;
  bool knockout;
};
struct IconEntry {
  int first;
  int count;
};

#include "icon_data.inc"

static_assert(std::size(kIcons) == std::size_t(IconName::count), "icon list in CMakeLists.txt differs from IconName");

constexpr qreal kGrid = 16.0;

QPainterPath buildPath(const IconShape& shape) {
  QPainterPath path;
  path.setFillRule(shape.winding ? Qt::WindingFill : Qt::OddEvenFill);
  const PathElement* e = kElements + shape.first;
  const PathElement* end = e + shape.count;
  while (e < end) {
    switch (e->type) {
      case QPainterPath::MoveToElement:
        path.moveTo(qreal(e->x), qreal(e->y));
        ++e;
        break;
      case QPainterPath::CurveToElement:
        path.cubicTo(qreal(e[0].x), qreal(e[0].y), qreal(e[1].x), qreal(e[1].y), qreal(e[2].x), qreal(e[2].y));
        e += 3;
        break;
      default:
        path.lineTo(qreal(e->x), qreal(e->y));
        ++e;
        break;
    }
  }
  return path;
}

const QPainterPath& shapePath(int index) {
  static std::array<std::optional<QPainterPath>, std::size(kShapes)> cache;
  auto& slot = cache[std::size_t(index)];
  if (!slot) slot = buildPath(kShapes[index]);
  return *slot;
}

class ThemeIconEngine : public QIconEngine {
 public:
  ThemeIconEngine(IconName name, IconInk ink, std::optional<Scheme> fixed) : m_name(name), m_ink(ink), m_fixed(fixed) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const Theme& t = theme(m_fixed.value_or(currentScheme()));
    const int side = std::min(rect.width(), rect.height());
    const QRectF square(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side, side);
    const QColor colour = ink(t, mode);
    paintIcon(*painter, square, m_name, colour, mode == QIcon::Disabled ? t.window : t.base);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1.0); }

  // `size` is in device pixels; QIcon sets the pixmap's ratio afterwards.
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
    const Scheme scheme = m_fixed.value_or(currentScheme());
    const QString cacheKey = QStringLiteral("dsm-icon-%1-%2-%3-%4-%5x%6")
                                 .arg(int(m_name))
                                 .arg(int(m_ink))
                                 .arg(int(scheme))
                                 .arg(int(mode))
                                 .arg(size.width())
                                 .arg(size.height());
    QPixmap result;
    if (QPixmapCache::find(cacheKey, &result)) return result;
    result = QPixmap(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    painter.end();
    QPixmapCache::insert(cacheKey, result);
    return result;
  }

  QIconEngine* clone() const override { return new ThemeIconEngine(*this); }
  QString key() const override { return QStringLiteral("dsm"); }

 private:
  QColor ink(const Theme& t, QIcon::Mode mode) const {
    if (mode == QIcon::Disabled) return t.dis;
    if (m_name == IconName::warning) return t.warn;
    if (m_name == IconName::error) return t.error;
    switch (m_ink) {
      case IconInk::text:
        return t.text;
      case IconInk::accent:
        return t.accent;
      case IconInk::onAccent:
        return t.onAccent;
      case IconInk::text2:
        break;
    }
    return mode == QIcon::Active || mode == QIcon::Selected ? t.text : t.text2;
  }

  IconName m_name;
  IconInk m_ink;
  std::optional<Scheme> m_fixed;
};

}  // namespace

QIcon icon(IconName name, const Theme& t, IconInk ink) { return QIcon(new ThemeIconEngine(name, ink, t.scheme)); }
QIcon icon(IconName name, IconInk ink) { return QIcon(new ThemeIconEngine(name, ink, std::nullopt)); }

void paintIcon(QPainter& painter, const QRectF& rect, IconName name, const QColor& ink, const QColor& knockout) {
  const IconEntry& entry = kIcons[std::size_t(name)];
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.topLeft());
  painter.scale(rect.width() / kGrid, rect.height() / kGrid);
  for (int i = entry.first; i < entry.first + entry.count; ++i) painter.fillPath(shapePath(i), kShapes[i].knockout ? knockout : ink);
  painter.restore();
}

}  // namespace dsm::ui
