// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two buttons have widths that the labels need, Run the rest of the line.
#include "ui/configure/run_bar.h"

#include <cmath>

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr int kBarHeight = 3;
constexpr double kMinute = 60;

QString timeLeft(double seconds) {
  if (seconds < kMinute) return ProgressLine::tr("%1 s left").arg(formatInteger(qint64(std::ceil(seconds))));
  return ProgressLine::tr("%1 min left").arg(formatInteger(qint64(std::ceil(seconds / kMinute))));
}

}  // namespace

QString progressText(const RunProgress& progress) {
  if (progress.fraction < 0) return {};
  QStringList parts;
  if (!progress.label.isEmpty()) parts << progress.label;
  if (progress.total > 1) {
    parts << ProgressLine::tr("%1 of %2").arg(formatInteger(std::min(progress.done + 1, progress.total)), formatInteger(progress.total));
  }
  if (progress.rate > 0 && std::isfinite(progress.rate)) {
    parts << ProgressLine::tr("%1 launches/s").arg(formatNumber(progress.rate, 2));
  }
  if (progress.secondsLeft >= 0 && std::isfinite(progress.secondsLeft)) parts << timeLeft(progress.secondsLeft);
  return parts.join(QStringLiteral(", "));
}

ProgressLine::ProgressLine(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Progress"));
}

void ProgressLine::setProgress(const RunProgress& progress) {
  m_progress = progress;
  const QString text = progressText(progress);
  setAccessibleDescription(text);
  setToolTip(text);
  update();
}

QSize ProgressLine::sizeHint() const { return {120, scaled(lineHeight(TextRole::small)) + kSpace1 + kBarHeight}; }

void ProgressLine::paintEvent(QPaintEvent*) {
  if (m_progress.fraction < 0) return;
  QPainter painter(this);
  const Theme& theme = currentTheme();
  painter.setFont(dsm::ui::font(TextRole::small));
  painter.setPen(theme.text2);
  const QRect line(0, 0, width(), scaled(lineHeight(TextRole::small)));
  painter.drawText(line, Qt::AlignVCenter, QFontMetrics(painter.font()).elidedText(progressText(m_progress), Qt::ElideRight, width()));
  const QRectF bar(0, height() - kBarHeight, width(), kBarHeight);
  painter.fillRect(bar, theme.line);
  painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * qBound(0.0, m_progress.fraction, 1.0), bar.height()), theme.accent);
}

RunBar::RunBar(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace1 + 2);
  m_progress = new ProgressLine(this);
  column->addWidget(m_progress);
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace2);
  m_run = new PrimaryButton(tr("Run"), this);
  m_run->setIconName(IconName::run);
  m_run->setShortcutHint(QStringLiteral("F5"));
  m_run->setToolTip(tr("Measure every ticked variant that fits (F5)"));
  m_stop = new SecondaryButton(tr("Stop"), this);
  m_stop->setIconName(IconName::stop);
  m_stop->setToolTip(tr("Stop after the launch in hand (Esc)"));
  m_stop->setEnabled(false);
  row->addWidget(m_run, 1);
  row->addWidget(m_stop);
  column->addLayout(row);
  connect(m_run, &QAbstractButton::clicked, this, &RunBar::runClicked);
  connect(m_stop, &QAbstractButton::clicked, this, &RunBar::stopClicked);
}

void RunBar::setProgress(const RunProgress& progress) { m_progress->setProgress(progress); }

void RunBar::setRunning(bool running, bool stopping) {
  // A focused button that is disabled hands the keyboard on: to its neighbour and not to whatever comes next.
  const bool runHadFocus = m_run->hasFocus();
  const bool stopHadFocus = m_stop->hasFocus();
  m_run->setEnabled(!running && !stopping);
  m_stop->setEnabled(running && !stopping);
  if (runHadFocus && !m_run->isEnabled() && m_stop->isEnabled()) m_stop->setFocus(Qt::OtherFocusReason);
  if (stopHadFocus && !m_stop->isEnabled() && m_run->isEnabled()) m_run->setFocus(Qt::OtherFocusReason);
}

}  // namespace dsm::ui
