// SPDX-License-Identifier: GPL-3.0-or-later
//
// What leaves the window as a file or on paper: the chart of the current tab, as it looks there.
#include <QDir>
#include <QFileInfo>

#include "ui/charts/chart_page.h"
#include "ui/export/export_command.h"
#include "ui/export/export_dialog.h"
#include "ui/export/export_input.h"
#include "ui/export/print_chart.h"
#include "ui/main_window.h"
#include "ui/tile/tile_desk.h"
#include "ui/view_tabs.h"
#include "ui/window_parts.h"

namespace dsm::ui {
namespace {

// The chart that stands for a page without one.
const QString kUsualChart = QStringLiteral("latency");

struct ShownChart {
  QString id = kUsualChart;
  RenderOptions options;
};

ShownChart shownChart(const ViewTabs& views) {
  if (auto* page = qobject_cast<ChartPage*>(views.currentPage())) return {page->chartId(), page->exportOptions()};
  return {};
}

}  // namespace

void WindowParts::exportShown() {
  if (tileShown) {
    tile->showExport();
    return;
  }
  const ShownChart chart = shownChart(*views);
  exportChart(chart.id, chart.options);
}

void WindowParts::exportChart(const QString& chartId, const RenderOptions& options) {
  // Not what is on screen now but what the file is made from: the preview shows that.
  const ViewInput input = exportInput(chartId, views->input(), options);
  auto* dialog = new ExportDialog(chartId, input, &window, exportSource(QFileInfo(sessionFile).fileName(), input));
  dialog->setOptions(options);
  dialog->setSuggestedPath(QDir(exportFolder).filePath(QString::fromStdString(input.spec->info().id) + QLatin1Char('_') + chartId));
  QObject::connect(dialog, &ExportDialog::exportAccepted, &window, [this](const QString&, Format, const RenderOptions&, const QString& path) {
    exportFolder = QFileInfo(path).absolutePath();
  });
  QObject::connect(dialog, &ExportDialog::exportAccepted, &window, &MainWindow::exportAccepted);
  dialog->open();
}

void WindowParts::printShown() {
  const auto failed = [this](const model::Error& error) {
    window.showNotice({Notice::Kind::error, QString::fromStdString(error.message), QString::fromStdString(error.hint)});
  };
  if (tileShown) {
    if (const auto picture = tile->printable()) openPrintDialog(tile->chartName(), pictureOnPrinter(*picture), &window, failed);
    return;
  }
  const ShownChart chart = shownChart(*views);
  const ViewInput input = exportInput(chart.id, views->input(), chart.options);
  openPrintDialog(chartLabel(chart.id), [input, chart](QPrinter& printer) {
    return paintOnPrinter(printer, chart.id, input, chart.options, provenanceOf(chart.id, input));
  }, &window, failed);
}

}  // namespace dsm::ui
