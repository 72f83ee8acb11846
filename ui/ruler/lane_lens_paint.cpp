// SPDX-License-Identifier: GPL-3.0-or-later
//
// Geometry and drawing of the lane lens.
#include "ui/ruler/lane_lens_paint.h"

#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <bit>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::LaneLens", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::LaneLens", text))

constexpr double kAxisWidth = 62;       // left of the strips: what a row is
constexpr double kLineHeight = 16;
constexpr double kSegmentHeight = 16;
constexpr double kSegmentHeightTall = 28;
constexpr double kTall = 150;           // from this height on there is room for more than the least
constexpr double kMostPassHeight = 32;
constexpr double kMostPassHeightTall = 40;
constexpr double kLeastGrid = 32;
constexpr double kLeastLabelStep = 20;  // between pass labels
constexpr double kCaptionGap = 2;
constexpr double kMostSegmentWidth = 132;
constexpr double kSegmentGap = 4;       // between segments that are not neighbours

std::uint32_t lanesOfSegment(const model::LaneCost& cost, std::uint64_t segment) {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane) {
    if (cost.lanes[lane].active && cost.lanes[lane].segment == segment) lanes |= 1U << lane;
  }
  return lanes;
}

bool holds(std::uint32_t lanes, int lane) { return lane >= 0 && (lanes >> lane & 1U) != 0; }

// Segments share the width; neighbours touch, others stand apart.
QVector<QRectF> segmentBoxes(const model::LaneCost& cost, const QRectF& strip) {
  QVector<QRectF> boxes;
  const auto& segments = cost.segments;
  int gaps = 0;
  for (std::size_t i = 1; i < segments.size(); ++i) gaps += segments[i] != segments[i - 1] + 1;
  const double width = std::min(kMostSegmentWidth, (strip.width() - gaps * kSegmentGap) / std::max<double>(1, double(segments.size())));
  double x = strip.left();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (i > 0 && segments[i] != segments[i - 1] + 1) x += kSegmentGap;
    const double left = std::round(x);
    x += width;
    boxes.push_back(QRectF(left, strip.top(), std::round(x) - left, strip.height()));
  }
  return boxes;
}

}  // namespace

QRectF LaneLensGeometry::cell(std::uint32_t bank, std::uint32_t pass) const {
  const double left = std::round(banks.left() + bank * columnWidth);
  const double right = std::round(banks.left() + (bank + 1) * columnWidth);
  const double bottom = std::round(banks.bottom() - pass * passHeight);
  const double top = std::round(banks.bottom() - (pass + 1) * passHeight);
  return {left, top, right - left, bottom - top};
}

double laneLensLeastHeight(const ChartFonts& fonts) {
  return std::ceil(fonts.px(kLeastGrid + 3 * kLineHeight + kSegmentHeight) + kCaptionGap);
}

LaneLensGeometry layoutLaneLens(const LaneLensData& data, const QRectF& bounds, const ChartFonts& fonts) {
  LaneLensGeometry geometry;
  const double left = std::round(bounds.left() + fonts.px(kAxisWidth));
  const double width = std::max(32.0, bounds.right() - left - 1);
  const double line = std::round(fonts.px(kLineHeight));
  const bool tall = bounds.height() >= fonts.px(kTall);
  const double segmentHeight = std::round(fonts.px(tall ? kSegmentHeightTall : kSegmentHeight));
  geometry.segments = QRectF(left, bounds.bottom() - segmentHeight, width, segmentHeight);
  geometry.caption = QRectF(bounds.left(), geometry.segments.top() - line - (tall ? 4 : kCaptionGap), bounds.width(), line);
  geometry.bankAxis = QRectF(left, geometry.caption.top() - line, width, line);
  const double room = std::max(8.0, geometry.bankAxis.top() - bounds.top() - line);  // a line for counts above the stacks
  const double passes = std::max(1U, data.cost.banks.passes);
  geometry.passHeight = std::min(std::round(fonts.px(tall ? kMostPassHeightTall : kMostPassHeight)), room / passes);
  if (geometry.passHeight >= 3) geometry.passHeight = std::floor(geometry.passHeight);
  const double height = geometry.passHeight * passes;
  geometry.banks = QRectF(left, geometry.bankAxis.top() - height, width, height);
  geometry.columnWidth = width / model::kBanks;
  geometry.segmentBoxes = segmentBoxes(data.cost, geometry.segments);
  return geometry;
}

std::uint32_t lanesAt(const LaneLensGeometry& geometry, const LaneLensData& data, const QPointF& point) {
  for (const model::BankWord& word : data.cost.banks.words) {
    if (geometry.cell(word.bank, word.pass).contains(point)) return word.lanes;
  }
  for (qsizetype i = 0; i < geometry.segmentBoxes.size(); ++i) {
    if (geometry.segmentBoxes[i].contains(point)) return lanesOfSegment(data.cost, data.cost.segments[std::size_t(i)]);
  }
  return 0;
}

namespace {

void drawEdge(QPainter& painter, const QRectF& box, const QColor& ink, double width = 1) {
  if (box.width() < 2 * width + 1 || box.height() < 2 * width + 1) return;
  painter.fillRect(QRectF(box.left(), box.top(), box.width(), width), ink);
  painter.fillRect(QRectF(box.left(), box.bottom() - width, box.width(), width), ink);
  painter.fillRect(QRectF(box.left(), box.top(), width, box.height()), ink);
  painter.fillRect(QRectF(box.right() - width, box.top(), width, box.height()), ink);
}

class LaneLensPainter {
 public:
  LaneLensPainter(QPainter& painter, const QRectF& bounds, const LaneLensData& data, const ChartFonts& fonts, const Theme& theme)
      : m_painter(painter), m_bounds(bounds), m_data(data), m_fonts(fonts), m_theme(theme), m_at(layoutLaneLens(data, bounds, fonts)) {}

  void paint() {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    paintGround();
    paintWords();
    paintCounts();
    paintBankAxis();
    paintPassAxis();
    paintCaption();
    paintSegments();
  }

 private:
  void text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words) {
    m_painter.setFont(font);
    m_painter.setPen(ink);
    m_painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine, words);
  }
  bool fits(const QString& words, const QRectF& box) const {
    return box.height() >= m_fonts.px(13) && textWidth(m_fonts.small, words) + 2 <= box.width();
  }
  bool hasRows() const { return m_at.passHeight >= 3; }

  // What the banks could give in these passes.
  void paintGround() {
    m_painter.fillRect(m_at.banks, m_theme.free);
    if (!hasRows()) return;
    for (std::uint32_t bank = 1; bank < model::kBanks; ++bank) {
      m_painter.fillRect(QRectF(m_at.cell(bank, 0).left(), m_at.banks.top(), 1, m_at.banks.height()), m_theme.freeEdge);
    }
    for (std::uint32_t pass = 0; pass < m_data.cost.banks.passes; ++pass) {
      m_painter.fillRect(QRectF(m_at.banks.left(), m_at.cell(0, pass).top(), m_at.banks.width(), 1), m_theme.freeEdge);
    }
  }

  // Lanes of a word as its cell says them.
  static QString cellText(const model::BankWord& word) {
    const int count = std::popcount(word.lanes);
    return count > 1 ? QStringLiteral("\u00d7%1").arg(count) : QString::number(std::countr_zero(word.lanes));
  }

  void paintWords() {
    const RulerArrayColour& plain = rulerArrayColour(m_theme, 0);
    const auto& all = m_data.cost.banks.words;
    // All cells say their lanes, or none does.
    const bool said = std::ranges::all_of(all, [&](const model::BankWord& word) { return fits(cellText(word), m_at.cell(word.bank, word.pass)); });
    for (const model::BankWord& word : m_data.cost.banks.words) {
      QRectF box = m_at.cell(word.bank, word.pass);
      if (box.height() < 1) box.setHeight(1);
      const bool flat = !hasRows();
      const QColor& edge = word.isConflict ? m_theme.warn : plain.edge;
      m_painter.fillRect(box, flat ? edge : word.isConflict ? m_theme.warnTint : plain.fill);
      if (flat) continue;
      drawEdge(m_painter, box, edge);
      if (word.isConflict && box.height() >= 6) m_painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), edge);
      if (said) text(box, Qt::AlignHCenter, m_fonts.small, m_theme.text, cellText(word));
    }
    for (const model::BankWord& word : m_data.cost.banks.words) {
      if (holds(word.lanes, m_data.lane)) drawEdge(m_painter, m_at.cell(word.bank, word.pass).adjusted(-1, -1, 1, 1), m_theme.accent, 2);
    }
  }

  // Words of each bank that has a conflict, above its stack.
  void paintCounts() {
    std::array<int, model::kBanks> words{};
    std::array<std::uint32_t, model::kBanks> top{};
    std::array<bool, model::kBanks> conflict{};
    for (const model::BankWord& word : m_data.cost.banks.words) {
      ++words[word.bank];
      top[word.bank] = std::max(top[word.bank], word.pass);
      conflict[word.bank] |= word.isConflict;
    }
    for (std::uint32_t bank = 0; bank < model::kBanks; ++bank) {
      if (!conflict[bank]) continue;
      const QRectF cell = m_at.cell(bank, top[bank]);
      const QString count = QString::number(words[bank]);
      const QRectF box(cell.left(), cell.top() - m_fonts.px(kLineHeight) + 1, cell.width(), m_fonts.px(kLineHeight));
      if (textWidth(m_fonts.small, count) <= box.width()) text(box, Qt::AlignHCenter, m_fonts.small, m_theme.warn, count);
    }
  }

  void paintBankAxis() {
    text(QRectF(m_bounds.left(), m_at.bankAxis.top(), m_fonts.px(kAxisWidth) - 8, m_at.bankAxis.height()), Qt::AlignLeft, m_fonts.small,
         m_theme.text2, DSM_TR("bank"));
    m_painter.fillRect(QRectF(m_at.banks.left(), m_at.banks.bottom(), m_at.banks.width() + 1, 1), m_theme.strong);
    const bool all = m_at.columnWidth >= textWidth(m_fonts.small, QStringLiteral("30")) + 6;
    for (std::uint32_t bank = 0; bank < model::kBanks; bank += all ? 1 : 4) {
      const QRectF cell = m_at.cell(bank, 0);
      const double more = m_fonts.px(12);
      text(QRectF(cell.left() - more, m_at.bankAxis.top() + 1, cell.width() + 2 * more, m_at.bankAxis.height()), Qt::AlignHCenter,
           m_fonts.small, m_theme.text2, QString::number(bank));
    }
  }

  // "pass 1", as many as fit, the last one always; "pass 1–4" where the rows are too low.
  void paintPassAxis() {
    const std::uint32_t passes = m_data.cost.banks.passes;
    if (passes == 0 || !m_data.cost.hasPasses()) return;
    const double line = m_fonts.px(kLineHeight);
    const auto label = [&](double centre, const QString& words) {
      const double top = std::min(centre - line / 2, m_at.banks.bottom() - line);  // clear of the word below
      text(QRectF(m_bounds.left(), top, m_fonts.px(kAxisWidth) - 4, line), Qt::AlignLeft, m_fonts.small, m_theme.text2, words);
    };
    if (passes > 1 && m_at.banks.height() < m_fonts.px(2 * kLeastLabelStep)) {
      label(m_at.banks.center().y(), DSM_TR("pass %1").arg(formatRange(QStringLiteral("1"), QString::number(passes))));
      return;
    }
    const auto step = std::uint32_t(std::max(1.0, std::ceil(m_fonts.px(kLeastLabelStep) / m_at.passHeight)));
    const auto one = [&](std::uint32_t pass) { label(m_at.cell(0, pass).center().y(), DSM_TR("pass %1").arg(pass + 1)); };
    one(passes - 1);
    for (std::uint32_t pass = 0; pass + step < passes; pass += step) one(pass);
  }

  void paintCaption() {
    const bool wrong = !m_data.problem.isEmpty();
    const QString words = wrong ? m_data.problem : m_data.lane >= 0 ? laneReadout(m_data, m_data.lane) : laneCaption(m_data);
    text(m_at.caption, Qt::AlignLeft, m_fonts.small, wrong ? m_theme.error : m_theme.text,
         elided(m_fonts.small, words, m_at.caption.width()));
  }

  // Names of the lanes where all fit, else how many they are, else nothing.
  QStringList segmentTexts() const {
    QStringList names, counts;
    bool namesFit = true, countsFit = true;
    for (qsizetype i = 0; i < m_at.segmentBoxes.size(); ++i) {
      const std::uint32_t lanes = lanesOfSegment(m_data.cost, m_data.cost.segments[std::size_t(i)]);
      names << laneNames(lanes);
      counts << QStringLiteral("\u00d7%1").arg(std::popcount(lanes));
      namesFit = namesFit && fits(names.back(), m_at.segmentBoxes[i]);
      countsFit = countsFit && fits(counts.back(), m_at.segmentBoxes[i]);
    }
    return namesFit ? names : countsFit ? counts : QStringList();
  }

  // Each segment with the bytes that are asked for filled, and its lanes.
  void paintSegments() {
    const RulerArrayColour& plain = rulerArrayColour(m_theme, 0);
    text(QRectF(m_bounds.left(), m_at.segments.top(), m_fonts.px(kAxisWidth) - 4, m_at.segments.height()), Qt::AlignLeft, m_fonts.small,
         m_theme.text2, DSM_TR("segment"));
    const QStringList texts = segmentTexts();
    for (qsizetype i = 0; i < m_at.segmentBoxes.size(); ++i) {
      const QRectF& box = m_at.segmentBoxes[i];
      const std::uint64_t segment = m_data.cost.segments[std::size_t(i)];
      const std::uint32_t lanes = lanesOfSegment(m_data.cost, segment);
      m_painter.fillRect(box, m_theme.free);
      for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane) {
        if ((lanes >> lane & 1U) == 0) continue;
        const double from = double(m_data.cost.lanes[lane].byte % model::kSegmentBytes) / model::kSegmentBytes;
        const double to = from + double(m_data.cost.warp.elementBytes) / model::kSegmentBytes;
        const double left = std::floor(box.left() + from * box.width());
        const double width = std::max(1.0, std::ceil(box.left() + to * box.width()) - left);
        m_painter.fillRect(QRectF(left, box.top(), width, box.height()), plain.fill);
      }
      drawEdge(m_painter, box, plain.edge);
      if (!texts.isEmpty()) text(box, Qt::AlignHCenter, m_fonts.small, m_theme.text, texts[i]);
      if (holds(lanes, m_data.lane)) drawEdge(m_painter, box, m_theme.accent, 2);
    }
  }

  QPainter& m_painter;
  QRectF m_bounds;
  const LaneLensData& m_data;
  const ChartFonts& m_fonts;
  const Theme& m_theme;
  LaneLensGeometry m_at;
};

}  // namespace

void paintLaneLens(QPainter& painter, const QRectF& bounds, const LaneLensData& data, const ChartFonts& fonts, const Theme& theme) {
  LaneLensPainter(painter, bounds, data, fonts, theme).paint();
}

}  // namespace dsm::ui
