// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip "In the block": 0 to all that a block may have on this chip, what the kernel takes of it, the caps as marks.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QPainter>

#include "ui/theme/numbers.h"
#include "ui/tile/tile_ruler_painter.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TileRuler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TileRuler", text))

constexpr double kLabelWidth = 56;
constexpr double kHeadHeight = 26;
constexpr double kBarHeight = 16;
constexpr double kMarkReach = 4;
constexpr double kLabelsHeight = 24;

class Strip {
 public:
  Strip(QPainter& painter, const QRectF& bounds, const BlockStripData& data, const Theme& theme)
      : m_painter(painter), m_bounds(bounds), m_data(data), m_theme(theme) {
    const double left = std::round(bounds.left() + std::min(data.fonts.px(kLabelWidth), bounds.width() * 0.3));
    m_bar = QRectF(left, std::round(bounds.top() + data.fonts.px(kHeadHeight)), std::max(16.0, std::floor(bounds.right()) - 1 - left),
                   std::round(data.fonts.px(kBarHeight)));
    const model::Device& device = data.device;
    m_block = double(std::max(device.sharedPerBlockOptin, device.sharedPerBlockStatic) + device.sharedReservedPerBlock);
    m_span = std::max({m_block, double(data.staticBytes), double(data.dynamicBytes), 1.0});
  }

  void paint() {
    head();
    m_painter.fillRect(m_bar, m_theme.free);
    frameTileBox(m_painter, m_bar, m_theme.freeEdge, false, false);
    const model::Device& device = m_data.device;
    const double reserveAt = double(std::max(device.sharedPerBlockOptin, device.sharedPerBlockStatic));
    if (device.sharedReservedPerBlock > 0) m_painter.fillRect(between(reserveAt, reserveAt + double(device.sharedReservedPerBlock)), m_theme.strong);
    if (m_data.staticBytes > m_data.dynamicBytes) outline(m_data.staticBytes);
    fill(m_data.dynamicBytes > 0 ? m_data.dynamicBytes : m_data.staticBytes);
    if (m_data.staticBytes > 0 && m_data.dynamicBytes > m_data.staticBytes) outline(m_data.staticBytes);
    past();
    const bool optin = device.sharedPerBlockOptin > device.sharedPerBlockStatic;
    mark(double(device.sharedPerBlockStatic), optin);
    if (optin) mark(double(device.sharedPerBlockOptin), false);
    labels();
  }

 private:
  double xOf(double byte) const { return std::round(m_bar.left() + byte / m_span * m_bar.width()); }
  QRectF between(double from, double to) const {
    return {xOf(from), m_bar.top(), std::max(1.0, xOf(to) - xOf(from)), m_bar.height()};
  }
  void words(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& text) {
    m_painter.setFont(font);
    m_painter.setPen(ink);
    m_painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, text);
  }

  void head() {
    const QRectF line(m_bounds.left(), m_bounds.top(), m_bar.right() - m_bounds.left(), m_data.fonts.px(20));
    const QString title = DSM_TR("In the block");
    words(line, Qt::AlignLeft, m_data.fonts.baseBold, m_theme.text, title);
    const double room = line.width() - textWidth(m_data.fonts.baseBold, title) - 16;
    words(line, Qt::AlignRight, m_data.fonts.small, m_theme.text2, elided(m_data.fonts.small, m_data.share, room));
    const QRectF label(m_bounds.left(), m_bar.top(), m_bar.left() - m_bounds.left() - 8, m_bar.height());
    words(label, Qt::AlignRight, m_data.fonts.small, m_theme.text2, formatBytesKiB(m_block));
  }
  void fill(std::uint64_t bytes) {
    if (bytes == 0) return;
    const QRectF box = between(0, double(bytes));
    const RulerArrayColour& colours = rulerArrayColour(m_theme, 0);
    m_painter.fillRect(box, colours.edge);
    if (box.width() >= 3) m_painter.fillRect(box.adjusted(1, 1, -1, -1), colours.fill);
  }
  void outline(std::uint64_t bytes) {
    QPen pen(m_theme.strong, 1);
    pen.setDashPattern({3, 3});
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(between(0, double(bytes)).adjusted(0.5, 0.5, -0.5, -0.5));
  }
  // Past the limit of the placement that is shown: what the kernel does not get.
  void past() {
    const auto beyond = [&](std::uint64_t bytes, std::uint64_t limit) {
      if (limit == 0 || bytes <= limit) return;
      const QRectF rect = between(double(limit), double(bytes));
      m_painter.fillRect(rect, m_theme.errorTint);
      hatchTileBox(m_painter, rect, m_theme.error);
      frameTileBox(m_painter, rect, m_theme.error, false, false);
    };
    if (m_data.dynamicBytes > 0) beyond(m_data.dynamicBytes, m_data.device.sharedPerBlockOptin);
    else beyond(m_data.staticBytes, m_data.device.sharedPerBlockStatic);
  }
  void mark(double byte, bool dotted) {
    QPen pen(m_theme.text, dotted ? 1 : 2);
    if (dotted) pen.setDashPattern({2, 3});
    pen.setCapStyle(Qt::FlatCap);
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(xOf(byte), m_bar.top() - kMarkReach), QPointF(xOf(byte), m_bar.bottom() + kMarkReach));
  }
  void labels() {
    const model::Device& device = m_data.device;
    const QRectF line(m_bar.left(), m_bar.bottom() + kMarkReach, m_bar.width(), m_data.fonts.px(18));
    double free = line.right();
    const auto label = [&](double byte, const QString& text) {
      const double width = std::ceil(textWidth(m_data.fonts.small, text));
      const double left = std::max(m_bounds.left(), std::min(std::round(xOf(byte) - width / 2), free - width));
      if (left + width > free + 0.5) return;
      words(QRectF(left, line.top(), width, line.height()), Qt::AlignLeft, m_data.fonts.small, m_theme.text2, text);
      free = left - 12;
    };
    if (device.sharedPerBlockOptin > device.sharedPerBlockStatic) {
      const QString size = formatBytesKiB(double(device.sharedPerBlockOptin));
      label(double(device.sharedPerBlockOptin), device.sharedReservedPerBlock > 0
                                                    ? DSM_TR("%1 opt-in, then %2 reserve").arg(size, formatBytesKiB(double(device.sharedReservedPerBlock)))
                                                    : DSM_TR("%1 opt-in").arg(size));
    }
    label(double(device.sharedPerBlockStatic), DSM_TR("%1 static cap").arg(formatBytesKiB(double(device.sharedPerBlockStatic))));
  }

  QPainter& m_painter;
  QRectF m_bounds;
  const BlockStripData& m_data;
  const Theme& m_theme;
  QRectF m_bar;
  double m_block = 1;
  double m_span = 1;
};

}  // namespace

void paintBlockStrip(QPainter& painter, const QRectF& bounds, const BlockStripData& data, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(bounds, theme.base);
  Strip(painter, bounds, data, theme).paint();
  painter.restore();
}

double blockStripHeight(const BlockStripData& data) { return std::ceil(data.fonts.px(kHeadHeight + kBarHeight + kLabelsHeight) + kMarkReach); }

}  // namespace dsm::ui
