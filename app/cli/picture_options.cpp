// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/picture_options.h"

#include <cmath>

#include <QFileInfo>
#include <QRegularExpression>

#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

}  // namespace

int exitCodeOf(const model::Error& error) {
  if (error.code == "usage" || error.code == "bad_value") return protocol::kExitUsage;
  if (error.code == "not_written") return protocol::kExitNotWritten;
  if (error.code == "no_recording") return protocol::kExitNoDevice;
  if (error.code == "cannot_render") return protocol::kExitFailed;
  return protocol::kExitBadData;
}

model::Expected<ui::RenderOptions> pictureOptions(const CommandLine& line) {
  ui::RenderOptions options;
  const QString theme = line.value(QStringLiteral("theme"), QStringLiteral("print"));
  if (theme == QLatin1String("light")) {
    options.scheme = ui::Scheme::light;
  } else if (theme == QLatin1String("dark")) {
    options.scheme = ui::Scheme::dark;
  } else if (theme != QLatin1String("print")) {
    return usage("--theme cannot be " + theme.toStdString() + ".", "Allowed: print, light, dark.");
  }
  const QString palette = line.value(QStringLiteral("palette"), QStringLiteral("colour"));
  if (palette == QLatin1String("grey")) {
    options.palette = ui::DataPalette::grey;
  } else if (palette != QLatin1String("colour")) {
    return usage("--palette cannot be " + palette.toStdString() + ".", "Allowed: colour, grey.");
  }
  if (line.has(QStringLiteral("size"))) {
    static const QRegularExpression kSize(QStringLiteral("^([0-9]{1,5})x([0-9]{1,5})$"));
    const auto match = kSize.match(line.value(QStringLiteral("size")));
    if (!match.hasMatch())
      return usage("--size cannot be " + line.value(QStringLiteral("size")).toStdString() + ".", "Give pixels such as 1200x700.");
    options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
  }
  options.title = line.value(QStringLiteral("title"));
  return options;
}

model::Expected<double> comparisonThreshold(const CommandLine& line) {
  if (!line.has(QStringLiteral("threshold"))) return model::kDefaultThreshold;
  bool ok = false;
  const double percent = line.value(QStringLiteral("threshold")).toDouble(&ok);
  if (ok && std::isfinite(percent) && percent >= 0 && percent < 100) return percent / 100;
  return model::fail("usage", "--threshold cannot be " + line.value(QStringLiteral("threshold")).toStdString() + ".",
                     "Give percent, from 0 to below 100.");
}

model::Expected<ui::Format> pictureFormat(const QString& out) {
  if (const auto format = ui::formatFromName(QFileInfo(out).suffix())) return *format;
  return usage("--out " + out.toStdString() + " does not end in .png, .svg, .pdf, .csv or .json.", "Choose one of these.");
}

}  // namespace dsm::app
