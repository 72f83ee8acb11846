// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints the SHA-256 of one exported chart of the fixture: export_test runs it under other scale factors and compares.
//   export_printer CHART EXPERIMENT FORMAT
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/export/render.h"

#include <QApplication>
#include <QCryptographicHash>

#include <cstdio>

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  const auto format = dsm::ui::formatFromName(arguments.value(3));
  if (!format) return 2;
  const dsm::ui::ViewInput input = dsm::test::chartInput(arguments.value(2).toStdString());
  const auto bytes = dsm::ui::renderChart(arguments.value(1), input, *format, {}, dsm::ui::provenanceOf(arguments.value(1), input));
  if (!bytes) {
    std::fprintf(stderr, "%s\n", bytes.error().message.c_str());
    return 1;
  }
  std::printf("%s\n", QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex().constData());
  return 0;
}
