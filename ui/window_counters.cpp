// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counters in the window: whether they can be collected, and the picker of metrics.
#include "ui/catalogue_text.h"
#include "ui/configure/metric_picker.h"
#include "ui/main_window.h"
#include "ui/theme/widgets/status_strip.h"
#include "ui/window_parts.h"

namespace dsm::ui {
namespace {

constexpr qsizetype kMostReason = 56;  // characters; the tool tip has all of it

QString reasonPiece(const model::Preflight& preflight) {
  QString reason = catalogueText(preflight.why.message);
  if (reason.endsWith(u'.')) reason.chop(1);
  if (reason.size() > kMostReason) reason = reason.left(kMostReason - 1).trimmed() + u'…';
  return reason.isEmpty() ? MainWindow::tr("no counters") : MainWindow::tr("no counters: %1").arg(reason);
}

}  // namespace

void WindowParts::setCounterStatus(const model::Preflight& preflight) {
  configuration.setPreflight(preflight);
  scheduleRefresh();
}

void WindowParts::showCounterStatus() {
  const std::optional<model::Preflight>& preflight = configuration.preflight();
  if (!preflight) return;
  QString tip = preflight->ok ? MainWindow::tr("CUPTI %1, chip %2")
                                    .arg(QString::fromStdString(preflight->cuptiVersion), QString::fromStdString(preflight->chip))
                              : catalogueText(preflight->why.message) + u' ' + catalogueText(preflight->why.hint);
  status->setPiece(QStringLiteral("counters"), preflight->ok ? MainWindow::tr("counters allowed") : reasonPiece(*preflight),
                   preflight->ok ? StatusDot::none : StatusDot::warn, tip.trimmed());
}

void WindowParts::showMetricPicker() {
  if (metricPicker) {
    metricPicker->raise();
    return;
  }
  metricPicker = new MetricPicker(configuration.counters(), &window);
  metricPicker->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(metricPicker, &MetricPicker::metricsWanted, &window, &MainWindow::metricsWanted);
  QObject::connect(metricPicker, &MetricPicker::requestChosen, &window,
                   [this](const model::CounterRequest& request) { configuration.setCounters(request); });
  metricPicker->open();
}

}  // namespace dsm::ui
