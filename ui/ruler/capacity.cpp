// SPDX-License-Identifier: GPL-3.0-or-later
//
// Capacity by cluster size: arithmetic, then drawing.
#include "ui/ruler/capacity.h"

#include "ui/catalogue_text.h"
#include "ui/charts/chart_text.h"
#include "ui/ruler/ruler_data.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Capacity", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Capacity", text))

constexpr double kHeadHeight = 20;
constexpr double kRowHeight = 20;
constexpr double kFootHeight = 20;
constexpr double kBarHeight = 14;

// Bytes of a block that hold something else than the elements that are spread over the cluster.
std::uint64_t otherBytes(const model::SharedLayout& layout, const model::SharedArray& array) {
  return layout.bytesPerBlock() - std::min(layout.bytesPerBlock(), array.bytes());
}

void fillRow(CapacityRow& row, Capacity& capacity, const model::SharedLayout& layout) {
  const double ranks = layout.ranks;
  const auto found = layout.owner ? std::ranges::find(layout.arrays, layout.owner->arrayName, &model::SharedArray::name)
                                  : layout.arrays.end();
  if (layout.owner && found != layout.arrays.end() && found->elementBytes > 0) {
    const std::uint64_t other = otherBytes(layout, *found);
    const auto elements = [&](std::uint64_t limit) {
      return ranks * double((limit - std::min(limit, other)) / found->elementBytes);
    };
    capacity.noun = pluralNoun(*layout.owner);
    row.holdsStatic = elements(capacity.staticBytes);
    row.holds = elements(capacity.limitBytes);
    row.needs = double(layout.owner->total);
    return;
  }
  row.holdsStatic = ranks * double(capacity.staticBytes);
  row.holds = ranks * double(capacity.limitBytes);
  row.needs = ranks * double(layout.bytesPerBlock());
}

QString shortReason(const model::Legality& legality) {
  QString reason = QString::fromStdString(legality.reason);
  if (reason.endsWith(QLatin1Char('.'))) reason.chop(1);
  return reason;
}

struct Columns {
  double cluster, bars, barsRight, value;
};

}  // namespace

Capacity capacityOf(const ViewInput& input, const std::string& variant) {
  Capacity capacity;
  const model::Parameter* cluster = input.spec != nullptr ? clusterParameter(*input.spec) : nullptr;
  if (input.device == nullptr || cluster == nullptr || !model::appliesTo(*cluster, variant)) return capacity;
  capacity.staticBytes = input.device->sharedPerBlockStatic;
  capacity.limitBytes = input.device->sharedPerBlockOptin;
  const auto chosen = input.values.find(cluster->id);
  std::vector<std::int64_t> sizes;
  for (const model::Choice& choice : cluster->choices) sizes.push_back(choice.value);
  if (chosen != input.values.end() && std::ranges::find(sizes, chosen->second) == sizes.end()) sizes.push_back(chosen->second);
  std::ranges::sort(sizes);
  for (const std::int64_t size : sizes) {
    ViewInput at = input;
    at.values[cluster->id] = size;
    const RulerData data = rulerDataOf(at, variant);
    if (data.usedBytes() == 0) continue;
    CapacityRow row;
    row.clusterSize = size;
    row.chosen = chosen != input.values.end() && chosen->second == size;
    capacity.usesStatic = data.staticInForce;
    fillRow(row, capacity, data.layout);
    model::Values own;
    for (const auto& [id, value] : at.values) {
      const model::Parameter* parameter = input.spec->parameter(id);
      if (parameter != nullptr && model::appliesTo(*parameter, variant)) own.emplace(id, value);
    }
    if (const auto complete = model::completeValues(*input.spec, variant, own)) {
      const model::Legality legality = input.spec->legality(*complete, variant, *input.device);
      if (!legality.fits) row.reason = shortReason(legality);
    }
    capacity.rows.push_back(row);
  }
  if (!capacity.rows.isEmpty()) {
    capacity.needs = capacity.rows.front().needs;
    capacity.sameNeed = std::ranges::all_of(capacity.rows, [&](const CapacityRow& row) { return row.needs == capacity.needs; });
  }
  return capacity;
}

QString capacityText(const Capacity& capacity, double amount) {
  return capacity.noun.isEmpty() ? formatBytesKiB(amount) : formatInteger(std::llround(amount));
}

double capacityHeight(const Capacity& capacity, const ChartFonts& fonts) {
  return std::ceil(fonts.px(kHeadHeight + kRowHeight * double(capacity.rows.size()) + kFootHeight + 4));
}

namespace {

void drawText(QPainter& painter, const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words) {
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine, words);
}

void drawFrame1(QPainter& painter, const QRectF& box, const QColor& ink) {
  painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), ink);
  painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), ink);
  painter.fillRect(QRectF(box.left(), box.top(), 1, box.height()), ink);
  painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), ink);
}

class CapacityPainter {
 public:
  CapacityPainter(QPainter& painter, const QRectF& bounds, const Capacity& capacity, const ChartFonts& fonts, const Theme& theme)
      : m_painter(painter), m_bounds(bounds), m_capacity(capacity), m_fonts(fonts), m_theme(theme) {
    double value = textWidth(fonts.small, head());
    for (const CapacityRow& row : capacity.rows) {
      value = std::max(value, textWidth(fonts.baseBold, capacityText(capacity, row.holds)));
      m_most = std::max({m_most, row.holds, row.needs});
    }
    m_columns.cluster = bounds.left() + fonts.px(40);
    m_columns.bars = std::round(bounds.left() + fonts.px(56));
    m_columns.value = bounds.right();
    m_columns.barsRight = std::max(m_columns.bars + 20, std::floor(bounds.right() - value - fonts.px(20)));
  }

  void paint() {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF headRow(m_bounds.left(), m_bounds.top(), m_bounds.width(), m_fonts.px(kHeadHeight));
    drawText(m_painter, headRow, Qt::AlignLeft, m_fonts.small, m_theme.text2, DSM_TR("cluster"));
    drawText(m_painter, headRow, Qt::AlignRight, m_fonts.small, m_theme.text2, head());
    double y = headRow.bottom();
    for (const CapacityRow& row : m_capacity.rows) {
      paintRow(row, y);
      y += m_fonts.px(kRowHeight);
    }
    if (m_capacity.sameNeed) paintNeed(headRow, y);
    paintFoot(y);
  }

 private:
  QString head() const {
    return m_capacity.noun.isEmpty() ? DSM_TR("by opt-in") : DSM_TR("%1 by opt-in").arg(m_capacity.noun);
  }
  double xOf(double amount) const { return m_columns.bars + (m_columns.barsRight - m_columns.bars) * (m_most > 0 ? amount / m_most : 0); }

  void paintRow(const CapacityRow& row, double y) {
    const double height = m_fonts.px(kRowHeight);
    const QRectF line(m_bounds.left(), y, m_bounds.width(), height);
    const QFont& font = row.chosen ? m_fonts.baseBold : m_fonts.base;
    const QColor ink = row.reason.isEmpty() ? m_theme.text : m_theme.dis;
    drawText(m_painter, QRectF(line.left(), y, m_fonts.px(28), height), Qt::AlignRight, font, ink, formatInteger(row.clusterSize));
    drawText(m_painter, line, Qt::AlignRight, font, ink, capacityText(m_capacity, row.holds));
    const RulerArrayColour& colours = rulerArrayColour(m_theme, 0);
    const double top = std::round(line.center().y() - m_fonts.px(kBarHeight) / 2);
    const double right = std::round(xOf(row.holds));
    const QRectF box(m_columns.bars, top, std::max(2.0, right - m_columns.bars), std::round(m_fonts.px(kBarHeight)));
    m_painter.fillRect(box, colours.fill);
    const double inner = m_capacity.sameNeed ? row.holdsStatic : row.needs;
    m_painter.fillRect(QRectF(box.left(), box.top(), std::max(1.0, std::round(xOf(std::min(inner, row.holds))) - box.left()), box.height()), colours.edge);
    drawFrame1(m_painter, box, colours.edge);
    QString words = row.needs > row.holds ? DSM_TR("%1 short").arg(capacityText(m_capacity, row.needs - row.holds)) : row.reason;
    const double left = std::max(right, m_capacity.sameNeed ? std::round(xOf(row.needs)) : right) + 8;
    words = elided(m_fonts.small, words, m_columns.barsRight + 12 - left);
    drawText(m_painter, QRectF(left, y, m_columns.barsRight + 16 - left, height), Qt::AlignLeft, m_fonts.small, m_theme.text2, words);
  }

  void paintNeed(const QRectF& headRow, double bottom) {
    const double x = std::round(xOf(m_capacity.needs));
    m_painter.fillRect(QRectF(x, headRow.bottom() - 3, 1, bottom - headRow.bottom() + 3), m_theme.text);
    const QString words = DSM_TR("%1 needed").arg(capacityText(m_capacity, m_capacity.needs));
    const double width = textWidth(m_fonts.small, words) + 2;
    const double most = m_bounds.right() - textWidth(m_fonts.small, head()) - 12 - width;
    const double left = std::min(std::max(x - 1, m_columns.bars), std::max(m_columns.bars, most));
    drawText(m_painter, QRectF(left, headRow.top(), width + 4, headRow.height()), Qt::AlignLeft, m_fonts.small, m_theme.text, words);
  }

  void paintFoot(double y) {
    const RulerArrayColour& colours = rulerArrayColour(m_theme, 0);
    const double height = m_fonts.px(kFootHeight);
    double x = m_columns.bars;
    const auto entry = [&](bool solid, const QString& words) {
      const double width = textWidth(m_fonts.small, words) + 4;
      if (x + 24 + width > m_bounds.right()) return;
      const QRectF swatch(x, std::round(y + 4 + height / 2 - 5), 16, 10);
      m_painter.fillRect(swatch, solid ? colours.edge : colours.fill);
      drawFrame1(m_painter, swatch, colours.edge);
      drawText(m_painter, QRectF(x + 20, y + 4, width, height), Qt::AlignLeft, m_fonts.small, m_theme.text2, words);
      x += 20 + width + 20;
    };
    // A grey row whose bar left no room for its reason.
    const auto silent = std::ranges::find_if(m_capacity.rows, [&](const CapacityRow& row) {
      return !row.reason.isEmpty() && row.needs <= row.holds && std::round(xOf(row.holds)) + 80 >= m_columns.barsRight;
    });
    const bool crowded = silent != m_capacity.rows.end() && m_bounds.width() < m_fonts.px(640);
    const QString limit = formatBytesKiB(double(m_capacity.limitBytes));
    const QString cap = formatBytesKiB(double(m_capacity.staticBytes));
    if (!m_capacity.sameNeed) entry(true, DSM_TR("needed"));
    else entry(true, crowded ? DSM_TR("%1 static").arg(cap) : DSM_TR("%1 a block, static").arg(cap));
    entry(false, crowded ? DSM_TR("%1 opt-in").arg(limit) : DSM_TR("%1 a block, opt-in").arg(limit));
    if (silent != m_capacity.rows.end() && m_bounds.right() - x > m_fonts.px(110)) {
      const QString words = elided(m_fonts.small, silent->reason, m_bounds.right() - x);
      drawText(m_painter, QRectF(x, y + 4, m_bounds.right() - x, height), Qt::AlignLeft, m_fonts.small, m_theme.dis, words);
    }
  }

  QPainter& m_painter;
  QRectF m_bounds;
  const Capacity& m_capacity;
  const ChartFonts& m_fonts;
  const Theme& m_theme;
  Columns m_columns{};
  double m_most = 0;
};

}  // namespace

void paintCapacity(QPainter& painter, const QRectF& bounds, const Capacity& capacity, const ChartFonts& fonts, const Theme& theme) {
  if (!capacity.rows.isEmpty()) CapacityPainter(painter, bounds, capacity, fonts, theme).paint();
}

class CapacityCard::Canvas : public QWidget {
 public:
  Canvas(const Capacity& capacity, QWidget* parent) : QWidget(parent), m_capacity(capacity) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override { return {280, int(capacityHeight(m_capacity, windowFonts()))}; }
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintCapacity(painter, rect(), m_capacity, windowFonts(), currentTheme());
  }

 private:
  const Capacity& m_capacity;
};

CapacityCard::CapacityCard(QWidget* parent) : Card(parent) {
  setTitle(tr("What a cluster holds"));
  setOrigin(BadgeKind::modelled);
  m_canvas = new Canvas(m_capacity, this);
  body()->addWidget(m_canvas);
  body()->addStretch(1);
}

void CapacityCard::setCapacity(const Capacity& capacity) {
  m_capacity = capacity;
  QStringList words;
  for (const CapacityRow& row : capacity.rows) {
    words << tr("%1: %2").arg(formatInteger(row.clusterSize), capacityText(capacity, row.holds)) +
                 (row.reason.isEmpty() ? QString() : QStringLiteral(", ") + row.reason);
  }
  m_canvas->setAccessibleName(tr("What a cluster holds"));
  m_canvas->setAccessibleDescription(words.join(QStringLiteral("; ")));
  m_canvas->updateGeometry();
  m_canvas->update();
}

}  // namespace dsm::ui
