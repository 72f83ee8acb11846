// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns, rows and pictures by arithmetic. Heights that hold text follow the fonts' scale.
#include "ui/traffic/traffic_layout.h"

#include "ui/charts/paragraph.h"
#include "ui/theme/numbers.h"
#include "ui/theme/sizes.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace dsm::ui {
namespace {

constexpr double kLeastPitch = 17;  // a line of small text, and a pixel
constexpr double kMostPitch = 24;
constexpr double kGroupEdge = 5;  // above and below the lines of one counter
constexpr double kHeadHeight = 24;
constexpr double kAxisHeight = 28;
constexpr double kLeastPlot = 150;
constexpr double kFlowHeight = 156;
constexpr double kFlowMostHeight = 204;
constexpr double kFlowLeastWidth = 314;
constexpr double kFlowGap = 12;
constexpr double kNotesWidth = 300;
constexpr double kSideNotesFrom = 960;  // width from which on notes stand beside the flow pictures
constexpr double kNoteLine = 16;
constexpr double kNoteIcon = 24;
constexpr double kNoteGap = 8;
constexpr int kLeastNotes = 3;
constexpr double kMostFlowPixels = 26;  // width of the widest arrow
constexpr double kMostPinnedHead = 120;  // a longer name stands in the note alone

double niceAbove(double value) {
  const double step = niceStep(value, 9);
  return std::max(step, std::ceil(value / step - 1e-9) * step);
}

// 1, 2 or 5 x 10^k at or above.
double nice125(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double mantissa : {1.0, 2.0, 5.0}) {
    if (mantissa * power >= value * (1 - 1e-9)) return mantissa * power;
  }
  return 10 * power;
}

class Planner {
 public:
  Planner(const TrafficData& data, const TrafficOptions& options) : m_data(data), m_options(options), m_fonts(options.fonts) {
    for (int i = 0; i < int(data.variants.size()); ++i) {
      if (data.variants[i].collected && !options.hidden.contains(data.variants[i].id)) m_shown.push_back(i);
    }
    m_notes = trafficNotes(data, options.hidden);
  }

  double px(double pixels) const { return m_fonts.px(pixels); }
  int lineCount() const { return std::max<int>(1, int(m_shown.size())); }
  double groupHeight(double pitch) const {
    const double labels = m_options.compact ? px(20) : px(37);
    return std::round(std::max(lineCount() * px(pitch) + kGroupEdge, labels));
  }
  double barsHeight(double pitch) const { return px(kHeadHeight) + double(m_data.rows.size()) * groupHeight(pitch) + px(kAxisHeight); }

  bool sideNotes(double width) const { return width >= px(kSideNotesFrom) && !m_notes.isEmpty(); }
  double flowsWidth(double width) const { return sideNotes(width) ? width - px(kNotesWidth) - px(kSpace5) : width; }
  int flowsPerLine(double width) const {
    const int fit = int((flowsWidth(width) + kFlowGap) / (px(kFlowLeastWidth) + kFlowGap));
    return std::clamp(fit, 1, std::max(1, int(m_shown.size())));
  }
  int flowLines(double width) const { return int((m_shown.size() + flowsPerLine(width) - 1) / flowsPerLine(width)); }
  double flowsHeight(double width, double each) const { return flowLines(width) * (px(each) + kFlowGap) - kFlowGap; }

  int noteColumns(double width) const {
    return sideNotes(width) ? 1 : std::clamp(int((width + kSpace5) / px(260)), 1, std::max(1, std::min(3, int(m_notes.size()))));
  }
  double noteWidth(double width) const {
    if (sideNotes(width)) return px(kNotesWidth);
    const int columns = noteColumns(width);
    return (width - (columns - 1) * kSpace5) / columns;
  }
  double noteHeight(const TrafficNote& note, double width) const {
    const auto lines = wrappedLines(m_fonts.small, note.text, width - px(kNoteIcon), note.mostLines).size();
    return px(20) + px(kNoteLine) * double(lines);
  }
  // Of the first `count` notes; side by side in columns, the first of each line over the next.
  double notesHeight(double width, int count) const {
    const int columns = noteColumns(width);
    QVector<double> bottoms(columns, 0);
    for (int i = 0; i < count; ++i) bottoms[i % columns] += noteHeight(m_notes[i], noteWidth(width)) + px(kNoteGap);
    return bottoms.isEmpty() ? 0 : std::max(0.0, *std::ranges::max_element(bottoms) - px(kNoteGap));
  }
  // Beside the flow pictures those after the third may be counted instead; below them there is room for all.
  // Wrapping texts is what costs time here, and the width is the same each time: it is done once.
  double leastNotesHeight(double width) const {
    if (m_leastNotes && m_leastNotes->first == width) return m_leastNotes->second;
    const int all = int(m_notes.size());
    const bool some = sideNotes(width) && all > kLeastNotes;
    m_leastNotes = {width, some ? notesHeight(width, kLeastNotes) + px(kNoteLine) : notesHeight(width, all)};
    return m_leastNotes->second;
  }
  double belowHeight(double width, double flow, double notes) const {
    if (m_shown.isEmpty()) return notes;
    if (sideNotes(width)) return std::max(flowsHeight(width, flow), notes);
    return flowsHeight(width, flow) + (m_notes.isEmpty() ? 0 : px(kSpace3) + notes);
  }
  double height(double width, double pitch, double flow) const {
    return barsHeight(pitch) + px(kSpace2) + belowHeight(width, flow, leastNotesHeight(width)) + 1;
  }
  double mostHeight(double width) const {
    return barsHeight(kMostPitch) + px(kSpace2) + belowHeight(width, kFlowMostHeight, notesHeight(width, int(m_notes.size()))) + 1;
  }

  TrafficAxis axis(double plotWidth) const;
  double flowScale() const;

  const TrafficData& m_data;
  const TrafficOptions& m_options;
  const ChartFonts& m_fonts;
  QVector<int> m_shown;
  QVector<TrafficNote> m_notes;
  mutable std::optional<std::pair<double, double>> m_leastNotes;  // width, height
};

TrafficAxis Planner::axis(double plotWidth) const {
  TrafficAxis axis;
  axis.logarithmic = m_options.logarithmic;
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  const auto take = [&](double bytes, double payload) {
    const double shown = m_options.payloadUnit ? (payload > 0 ? bytes / payload : 0) : bytes;
    if (!std::isfinite(shown)) return;
    largest = std::max(largest, shown);
    if (shown > 0) smallest = std::min(smallest, shown);
  };
  for (const TrafficRow& row : m_data.rows) {
    for (const int variant : m_shown) {
      const TrafficCell& cell = row.cells[variant];
      if (!cell.collected) continue;
      take(cell.bytes, m_data.variants[variant].payloadBytes);
      if (m_options.expectedMarks && cell.expectedBytes) take(*cell.expectedBytes, m_data.variants[variant].payloadBytes);
    }
  }
  axis.unit = m_options.payloadUnit ? UnitScale{1, QStringLiteral("\u00d7 payload")} : unitScaleFor(model::Unit::bytes, largest);
  const int labels = std::clamp(int(plotWidth / px(80)), 2, 7);
  if (axis.logarithmic) {
    if (!(largest > 0)) largest = smallest = axis.unit.factor;
    // Whole decades in plain bytes: the labels carry their own prefix.
    axis.low = std::pow(10.0, std::floor(std::log10(smallest) - 1e-9)) / axis.unit.factor;
    axis.high = std::pow(10.0, std::ceil(std::log10(largest) + 1e-9)) / axis.unit.factor;
    axis.ticks = logTicks(axis.low, axis.high, labels);
    return axis;
  }
  axis.high = largest > 0 ? niceAbove(largest * 1.02 / axis.unit.factor) / std::max(1.0, m_options.zoom) : 1;
  axis.ticks = linearTicks(0, axis.high, std::max(4, labels));  // those that would touch are left out
  return axis;
}

double Planner::flowScale() const {
  double largest = 0;
  const auto take = [&](const TrafficCell* cell, double parts) {
    if (cell != nullptr && cell->collected && std::isfinite(cell->bytes)) largest = std::max(largest, cell->bytes / parts);
  };
  for (const int variant : m_shown) {
    take(&m_data.row(model::CounterRole::dsmemIn)->cells[variant], 1);
    take(&m_data.row(model::CounterRole::l2FromSm)->cells[variant], 2);
    take(&m_data.row(model::CounterRole::dramRead)->cells[variant], 2);
    take(&m_data.row(model::CounterRole::dramWrite)->cells[variant], 2);
    take(&m_data.variants[variant].fabric, 1);
  }
  return nice125(largest / kMostFlowPixels);
}

// The column against the pinned run, at the right edge: where something can be told, and the plot keeps its least width.
void placePinned(TrafficLayout& layout, const Planner& plan) {
  const TrafficData& data = plan.m_data;
  const QStringList baselines = pinnedBaselines(data, layout.shown);
  if (baselines.isEmpty()) return;
  const ChartFonts& fonts = plan.m_fonts;
  layout.pinnedHead = pinnedHead(baselines.size() == 1 ? baselines.front() : QString());
  if (textWidth(fonts.small, layout.pinnedHead) > plan.px(kMostPinnedHead)) layout.pinnedHead = pinnedHead({});
  double column = textWidth(fonts.small, layout.pinnedHead);
  bool told = false;
  for (int row = 0; row < int(data.rows.size()); ++row) {
    for (const int variant : layout.shown) {
      const TrafficComparison& comparison = data.comparisons[variant];
      const QString words = pinnedColumnText(comparison, data.rows[row].cells[variant], comparison.cells.value(row));
      column = std::max(column, textWidth(fonts.base, words));
      told = told || (comparison.kind == TrafficComparison::Kind::against && words != missingNumber());
    }
  }
  layout.pinnedWidth = std::ceil(column) + plan.px(kSpace4);
  const double right = layout.residualRight - layout.pinnedWidth;
  if (!told || right - 2 * layout.columnWidth - layout.plotLeft < plan.px(kLeastPlot)) return;
  layout.pinnedRight = layout.residualRight;
  layout.residualRight = right;
}

void placeColumns(TrafficLayout& layout, const Planner& plan) {
  const ChartFonts& fonts = plan.m_fonts;
  const double width = layout.bounds.width();
  double label = 0;
  double metric = 0;
  for (const TrafficRow& row : plan.m_data.rows) {
    label = std::max(label, textWidth(fonts.baseBold, row.label));
    metric = std::max(metric, textWidth(fonts.small, row.metric));
  }
  if (plan.m_options.compact) metric = 0;
  double column = textWidth(fonts.small, QStringLiteral("measured"));
  for (const TrafficRow& row : plan.m_data.rows) {
    for (const int variant : layout.shown) {
      const TrafficCell& cell = row.cells[variant];
      const double payload = plan.m_data.variants[variant].payloadBytes;
      for (const QString& text : {trafficValue(cell, payload, plan.m_options.payloadUnit),
                                  trafficExpected(cell, payload, plan.m_options.payloadUnit), trafficResidual(cell)}) {
        column = std::max(column, textWidth(fonts.baseBold, text));
      }
    }
  }
  layout.columnWidth = std::ceil(column) + plan.px(kSpace4);
  layout.labelLeft = layout.bounds.left();
  layout.labelRight = layout.labelLeft + std::ceil(std::max(label, std::min(metric, std::max(label, width * 0.19)))) + 2;
  layout.plotLeft = std::round(layout.labelRight + plan.px(kSpace4));
  layout.residualRight = layout.bounds.right() - plan.px(kSpace1);
  placePinned(layout, plan);
  double right = layout.residualRight - layout.columnWidth;
  if (right - 2 * layout.columnWidth - layout.plotLeft >= plan.px(kLeastPlot)) {  // the marks tell it too
    layout.expectedRight = right;
    right -= layout.columnWidth;
  }
  layout.measuredRight = right;
  layout.plotRight = std::max(layout.plotLeft + 40, std::floor(right - layout.columnWidth - plan.px(kSpace2)));
}

void placeRows(TrafficLayout& layout, const Planner& plan, double pitch) {
  layout.plotTop = std::round(layout.bounds.top() + plan.px(kHeadHeight));
  const double group = plan.groupHeight(pitch);
  const int count = plan.lineCount();
  const double each = std::floor((group - kGroupEdge) / count);
  double top = layout.plotTop;
  for (int row = 0; row < int(plan.m_data.rows.size()); ++row) {
    layout.groups.push_back(QRectF(layout.bounds.left(), top, layout.bounds.width(), group));
    double y = std::round(top + (group - each * count) / 2);
    for (const int variant : layout.shown) {
      layout.lines.push_back({row, variant, QRectF(layout.bounds.left(), y, layout.bounds.width(), each)});
      y += each;
    }
    top += group;
  }
  layout.plotBottom = top;
}

void placeBelow(TrafficLayout& layout, const Planner& plan, double flowHeight) {
  const double width = layout.bounds.width();
  const double top = std::round(layout.plotBottom + plan.px(kAxisHeight) + plan.px(kSpace2));
  const int perLine = plan.flowsPerLine(width);
  const double flowWidth = std::floor((plan.flowsWidth(width) - (perLine - 1) * kFlowGap) / perLine);
  for (int i = 0; i < int(layout.shown.size()); ++i) {
    const double x = layout.bounds.left() + (i % perLine) * (flowWidth + kFlowGap);
    const double y = top + (i / perLine) * (plan.px(flowHeight) + kFlowGap);
    layout.flows.push_back(QRectF(std::round(x), std::round(y), flowWidth, std::round(plan.px(flowHeight))));
  }
  const bool side = plan.sideNotes(width) && !layout.shown.isEmpty();
  const double noteWidth = side ? plan.px(kNotesWidth) : plan.noteWidth(width);
  const int columns = side ? 1 : plan.noteColumns(width);
  const double left = side ? layout.bounds.right() - noteWidth : layout.bounds.left();
  const double noteTop = side || layout.flows.isEmpty() ? top : layout.flows.back().bottom() + plan.px(kSpace3);
  QVector<double> bottoms(columns, noteTop);
  const int count = int(layout.notes.size());
  for (int i = 0; i < count; ++i) {
    const int column = i % columns;
    const QRectF rect(left + column * (noteWidth + kSpace5), bottoms[column], noteWidth, plan.noteHeight(layout.notes[i], noteWidth));
    const double rest = side && i + 1 < count ? plan.px(kNoteLine) : 0;
    if (rect.bottom() + rest > layout.bounds.bottom() + 0.5) {
      layout.moreNotes = count - i;
      layout.moreNotesRect = QRectF(rect.left(), rect.top(), noteWidth, plan.px(kNoteLine));
      break;
    }
    layout.placedNotes.push_back({i, rect});
    bottoms[column] = rect.bottom() + plan.px(kNoteGap);
  }
}

}  // namespace

double TrafficAxis::position(double shown) const {
  if (!std::isfinite(shown)) return std::numeric_limits<double>::quiet_NaN();
  if (!logarithmic) return high > low ? (shown - low) / (high - low) : 0;
  if (!(shown > 0) || !(low > 0) || !(high > low)) return std::numeric_limits<double>::quiet_NaN();
  return std::log(shown / low) / std::log(high / low);
}

double TrafficLayout::x(double shownValue) const { return plotLeft + axis.position(shownValue) * (plotRight - plotLeft); }

int TrafficLayout::lineAt(const QPointF& point) const {
  for (int i = 0; i < int(lines.size()); ++i) {
    if (lines[i].rect.contains(point)) return i;
  }
  return -1;
}

double shownValue(const TrafficAxis& axis, double bytes, double payloadBytes, bool payloadUnit) {
  if (!payloadUnit) return bytes / axis.unit.factor;
  return payloadBytes > 0 ? bytes / payloadBytes : std::numeric_limits<double>::quiet_NaN();
}

double leastTrafficHeight(double width, const TrafficData& data, const TrafficOptions& options) {
  return std::ceil(Planner(data, options).height(width, kLeastPitch, kFlowHeight));
}

double mostTrafficHeight(double width, const TrafficData& data, const TrafficOptions& options) {
  return std::ceil(Planner(data, options).mostHeight(width));
}

TrafficLayout layoutTraffic(const QRectF& bounds, const TrafficData& data, const TrafficOptions& options) {
  const Planner plan(data, options);
  TrafficLayout layout;
  layout.bounds = bounds;
  layout.shown = plan.m_shown;
  layout.notes = plan.m_notes;
  placeColumns(layout, plan);
  layout.axis = plan.axis(layout.plotRight - layout.plotLeft);
  // What is there beyond the least goes to the lines first, then to the flow pictures.
  const double width = bounds.width();
  double pitch = kLeastPitch;
  while (pitch < kMostPitch && plan.height(width, pitch + 1, kFlowHeight) <= bounds.height()) pitch += 1;
  double flow = kFlowHeight;
  while (flow < kFlowMostHeight && plan.height(width, pitch, flow + 4) <= bounds.height()) flow += 4;
  placeRows(layout, plan, pitch);
  layout.flowBytesPerPixel = plan.flowScale();
  placeBelow(layout, plan, flow);
  return layout;
}

}  // namespace dsm::ui
