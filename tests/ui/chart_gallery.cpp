// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the chart views and exports of the fixture's session into a folder, to be looked at beside the mockups:
//   chart_gallery FOLDER [light|dark] [WIDTHxHEIGHT] [TEXT SCALE]
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/charts/latency_view.h"
#include "ui/export/export_dialog.h"
#include "ui/export/report_dialog.h"
#include "ui/ruler/shared_memory_view.h"
#include "ui/traffic/traffic_view.h"
#include "ui/traffic/traffic_widget.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTimer>

#include <cstdio>

using namespace dsm;

namespace {

QString g_folder;
QString g_suffix;

void grab(QWidget& page, const QString& name) {
  QCoreApplication::processEvents();
  QCoreApplication::processEvents();
  const QString path = QStringLiteral("%1/%2-%3.png").arg(g_folder, name, g_suffix);
  if (!page.grab().save(path)) std::fprintf(stderr, "could not write %s\n", qPrintable(path));
}

// A page stands where it does in the window: right of Configure, below the tabs, above the runs.
QWidget& window(QSize size) {
  static QWidget made;
  made.resize(size);
  made.show();
  return made;
}

void show(ui::ChartPage& page, const ui::ViewInput& input, QSize size, const QString& name) {
  const bool small = size.width() < ui::kSmallWindowWidth || size.height() < ui::kSmallWindowHeight;
  page.setParent(&window(size));
  const int left = small ? 264 : 288;
  const int top = small ? 64 : 72;
  page.setGeometry(left, top, size.width() - left, size.height() - top - (small ? 56 : 224));
  page.setInput(input);
  page.show();
  grab(page, name);
}

void exportAll(const ui::ViewInput& input, const QString& name) {
  for (const QString& chart : ui::chartIds()) {
    for (ui::Format format : {ui::Format::png, ui::Format::svg, ui::Format::pdf, ui::Format::csv, ui::Format::json}) {
      const auto bytes = ui::renderChart(chart, input, format, {}, ui::provenanceOf(chart, input));
      QFile file(QStringLiteral("%1/%2-%3.%4").arg(g_folder, name, chart, ui::formatName(format)));
      if (!bytes || !file.open(QIODevice::WriteOnly) || file.write(*bytes) < 0) {
        std::fprintf(stderr, "no %s\n", qPrintable(file.fileName()));
      }
    }
  }
}

void sharedViews(QSize size) {
  const auto session = test::chartSession();
  for (const char* experiment : {"histogram", "token_hop", "tile_exchange"}) {
    ui::SharedMemoryView view;
    show(view, test::chartInput(experiment, session), size, QStringLiteral("shared-%1").arg(QLatin1String(experiment)));
  }
  {
    ui::ViewInput input = test::chartInput("histogram", session);
    input.values["cluster"] = 16;
    input.values["bins"] = 500001;
    ui::SharedMemoryView view;
    show(view, input, size, QStringLiteral("shared-16"));
  }
  {
    ui::ViewInput input = test::chartInput("histogram", session);
    input.leadVariant = "block_private";
    ui::SharedMemoryView view;
    show(view, input, size, QStringLiteral("shared-overflow"));
  }
  {
    ui::ViewInput input = test::chartInput("histogram", session);
    input.leadVariant = "global_atomics";
    ui::SharedMemoryView view;
    show(view, input, size, QStringLiteral("shared-empty"));
  }
}

void latencyViews(QSize size) {
  const auto session = test::chartSession();
  for (const char* experiment : {"histogram", "token_hop", "tile_exchange"}) {
    ui::LatencyView view;
    ui::ViewInput input = test::chartInput(experiment, session);
    input.selectedRun = session->runs.front()->id;
    show(view, input, size, QStringLiteral("latency-%1").arg(QLatin1String(experiment)));
    view.setLogarithmic(true);
    grab(view, QStringLiteral("latency-%1-log").arg(QLatin1String(experiment)));
    view.showTable(true);
    grab(view, QStringLiteral("latency-%1-table").arg(QLatin1String(experiment)));
  }
  ui::LatencyView view;
  ui::ViewInput input = test::chartInput("token_hop", session);
  input.values["cluster"] = 8;
  input.variants = {"dsmem_barrier"};
  show(view, input, size, QStringLiteral("latency-none"));
}

void trafficViews(QSize size) {
  const auto session = test::trafficSession();
  {
    ui::TrafficView view;
    show(view, test::trafficInput(session), size, QStringLiteral("traffic-exchange"));
    view.chart()->setFocus(Qt::TabFocusReason);
    view.chart()->setCursorLine(5);
    grab(view, QStringLiteral("traffic-exchange-cursor"));
    view.setLogarithmic(true);
    grab(view, QStringLiteral("traffic-exchange-log"));
    view.setPayloadUnit(true);
    grab(view, QStringLiteral("traffic-exchange-log-payload"));
    view.setLogarithmic(false);
    grab(view, QStringLiteral("traffic-exchange-payload"));
    view.showTable(true);
    grab(view, QStringLiteral("traffic-exchange-table"));
  }
  for (const char* experiment : {"tile_exchange", "histogram", "token_hop"}) {
    ui::TrafficView view;
    show(view, test::chartInput(experiment, session), size, QStringLiteral("traffic-all-%1").arg(QLatin1String(experiment)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  g_folder = arguments.value(1, QStringLiteral("gallery"));
  if (!QDir().mkpath(g_folder)) return 1;
  const QString scheme = arguments.value(2, QStringLiteral("light"));
  const QStringList side = arguments.value(3, QStringLiteral("1440x900")).split(QLatin1Char('x'));
  const QSize size(side.value(0).toInt(), side.value(1).toInt());
  g_suffix = scheme + QLatin1Char('-') + QString::number(size.width());
  ui::installTheme(application, scheme == QLatin1String("dark") ? ui::Scheme::dark : ui::Scheme::light);
  ui::setTextScale(arguments.value(4, QStringLiteral("1")).toDouble());
  sharedViews(size);
  latencyViews(size);
  trafficViews(size);
  const auto session = test::chartSession();
  for (const char* experiment : {"histogram", "token_hop"}) exportAll(test::chartInput(experiment, session), QLatin1String(experiment));
  exportAll(test::trafficInput(), QStringLiteral("exchange"));
  auto* dialog = new ui::ExportDialog(QStringLiteral("latency"), test::chartInput("token_hop", session), &window(size));
  dialog->open();
  auto* report = new ui::ReportDialog(session, {QStringLiteral("token_hop/dsmem_barrier")}, QStringLiteral("tuesday.dsmscope"), &window(size));
  report->open();
  QTimer::singleShot(400, dialog, [dialog, report] {
    grab(*dialog, QStringLiteral("export-dialog"));
    grab(*report, QStringLiteral("report-dialog"));
    ui::RenderOptions options;
    options.size = {20000, 700};
    dialog->setOptions(options);
    dialog->resize(640, 400);
  });
  QTimer::singleShot(800, dialog, [dialog] {
    grab(*dialog, QStringLiteral("export-dialog-refused"));
    QCoreApplication::quit();
  });
  return application.exec();
}
