// SPDX-License-Identifier: GPL-3.0-or-later
//
// The column right of the rows: the share of all accesses that each rank takes, as a bar from zero and a percentage.
#include "ui/ruler/ruler_painter.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Ruler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Ruler", text))

constexpr double kPercentWidth = 52;
constexpr double kBarHeight = 12;

QString percentText(double share) { return formatPercent(share, 1); }

}  // namespace

void RulerPainter::paintShares() {
  const QRectF& column = m_geometry.shares;
  const double height = m_data.fonts.px(16);
  const QRectF head(column.left(), m_geometry.scale.bottom() - m_data.fonts.px(24), column.width(), height);
  text(head, Qt::AlignLeft, m_data.fonts.small, m_theme.text2, DSM_TR("share of accesses"));
  const double widest = *std::ranges::max_element(m_data.rankShares);
  for (const RulerRow& row : m_geometry.rows) {
    const bool visible = row.rect.top() >= m_geometry.scale.bottom() && row.rect.top() <= m_geometry.bounds.bottom();
    if (row.phase < 0 && visible) paintShare(row, widest);
  }
  // Where every rank takes as much.
  const double room = column.width() - m_data.fonts.px(kPercentWidth);
  if (!(widest > 0) || room < 8) return;
  const double even = std::round(column.left() + room / widest / m_data.layout.ranks);
  m_painter.setPen(QPen(m_theme.text, 1, Qt::DotLine));
  m_painter.drawLine(QPointF(even, column.top()), QPointF(even, m_geometry.plot.bottom()));
}

void RulerPainter::paintShare(const RulerRow& row, double widest) {
  const QRectF& column = m_geometry.shares;
  const double share = m_data.rankShares[row.rank];
  const double room = column.width() - m_data.fonts.px(kPercentWidth);
  if (widest > 0 && room >= 8) {
    const double height = std::min(std::round(m_data.fonts.px(kBarHeight)), row.rect.height());
    const QRectF bar(column.left(), std::round(row.rect.center().y() - height / 2), std::round(room * share / widest), height);
    if (bar.width() >= 1) m_painter.fillRect(bar, rulerArrayColour(m_theme, 0).edge);
  }
  const QRectF words(column.right() - m_data.fonts.px(kPercentWidth), row.rect.top(), m_data.fonts.px(kPercentWidth), row.rect.height());
  text(words, Qt::AlignRight, m_data.fonts.small, m_theme.text, percentText(share));
}

QString sharesFinding(const RulerData& data) {
  if (data.rankShares.size() != data.layout.ranks || data.layout.ranks < 2) return {};
  const auto most = std::ranges::max_element(data.rankShares);
  const double factor = *most * data.layout.ranks;
  const QString rank = QString::number(most - data.rankShares.begin());
  if (factor < 1.005) return DSM_TR("Every rank takes about %1 of all accesses.").arg(percentText(*most));
  return DSM_TR("Rank %1 takes %2 of all accesses, %3 its even share.").arg(rank, percentText(*most), formatFactor(factor));
}

}  // namespace dsm::ui
