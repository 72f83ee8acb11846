// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints the SHA-256 of every chart and of the report of the fixture's session, as PNG in every theme and in every other format whose bytes
// are fixed: export_test runs it under other scale factors, locales and screens, and compares.
#include "tests/ui/fixtures/report_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/export/render.h"

#include <QApplication>
#include <QCryptographicHash>

#include <cstdio>

using namespace dsm;

namespace {

bool print(const QString& what, const model::Expected<QByteArray>& bytes) {
  if (!bytes) {
    std::fprintf(stderr, "%s: %s\n", qPrintable(what), bytes.error().message.c_str());
    return false;
  }
  std::printf("%s %s\n", qPrintable(what), QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex().constData());
  return true;
}

bool printCharts(const char* experiment, const model::SessionPtr& session) {
  const ui::ViewInput input = test::chartInput(experiment, session);
  for (const QString& chart : ui::chartIds()) {
    for (const ui::Format format : {ui::Format::png, ui::Format::svg, ui::Format::csv, ui::Format::json}) {
      // Only a picture can come out otherwise in another theme.
      if (format != ui::Format::png) {
        const QString what = QStringLiteral("%1/%2/%3").arg(QLatin1String(experiment), chart, ui::formatName(format));
        if (!print(what, ui::renderChart(chart, input, format, {}, ui::provenanceOf(chart, input)))) return false;
        continue;
      }
      for (const ui::Scheme scheme : {ui::Scheme::print, ui::Scheme::light, ui::Scheme::dark}) {
        ui::RenderOptions options;
        options.scheme = scheme;
        options.scale = scheme == ui::Scheme::dark ? 1.5 : 1;
        const QString what = QStringLiteral("%1/%2/%3/%4").arg(QLatin1String(experiment), chart, ui::formatName(format)).arg(int(scheme));
        if (!print(what, ui::renderChart(chart, input, format, options, ui::provenanceOf(chart, input)))) return false;
      }
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const auto session = test::trafficSession();
  for (const char* experiment : {"histogram", "token_hop", "tile_exchange"}) {
    if (!printCharts(experiment, session)) return 1;
  }
  return print(QStringLiteral("report"), ui::renderReport(test::reportInput(session))) ? 0 : 1;
}
