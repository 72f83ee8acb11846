// SPDX-License-Identifier: GPL-3.0-or-later
//
// One figure into the five kinds of file.
#include "ui/export/render.h"

#include "ui/charts/chart_text.h"
#include "ui/export/figure.h"
#include "ui/export/html_page.h"
#include "ui/theme/numbers.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QImageWriter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr int kLeastSide = 200;
constexpr int kMostSide = 16384;
constexpr double kMostPixels = 100e6;  // 400 MB of picture
constexpr int kDotsPerInch = 96;
constexpr double kInchPerMetre = 39.3700787;

using Provenance = std::map<QString, QString>;

QSize outputSize(const RenderOptions& options) {
  return {int(std::lround(options.size.width() * options.scale)), int(std::lround(options.size.height() * options.scale))};
}

model::Expected<void> check(const QString& chartId, const ViewInput& input) {
  if (!chartIds().contains(chartId)) {
    return model::fail("bad_value", "There is no chart named \"" + chartId.toStdString() + "\".",
                       "Charts are " + chartIds().join(QStringLiteral(", ")).toStdString() + ".");
  }
  if (input.spec == nullptr || input.session == nullptr) {
    return model::fail("bad_value", "No experiment is given to draw.", "Name an experiment or open a file.");
  }
  return {};
}

QString provenanceText(const Provenance& provenance) {
  QStringList lines;
  for (const auto& [key, value] : provenance) lines << QStringLiteral("%1: %2").arg(key, value);
  return lines.join(QLatin1Char('\n'));
}

QImage paintImage(FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  QImage image(outputSize(options), QImage::Format_RGB32);
  if (image.isNull()) return image;
  // Set here, or it would follow the screen.
  image.setDevicePixelRatio(1);
  image.setDotsPerMeterX(int(std::lround(kDotsPerInch * kInchPerMetre)));
  image.setDotsPerMeterY(int(std::lround(kDotsPerInch * kInchPerMetre)));
  QCPPainter painter(&image);
  painter.setModes(QCPPainter::pmNoCaching);
  painter.scale(options.scale, options.scale);
  paintFigure(painter, chart, options, provenance);
  return image;
}

model::Expected<QByteArray> pngOf(FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  QImage image = paintImage(chart, options, provenance);
  if (image.isNull()) return model::fail("cannot_render", "There is not enough memory for the picture.", "Choose a smaller size or scale.");
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  writer.setText(QStringLiteral("Software"), QStringLiteral("DSMScope"));
  writer.setText(QStringLiteral("Title"), options.title.isEmpty() ? chart.text().title : options.title);
  writer.setText(QStringLiteral("Provenance"), provenanceText(provenance));
  // Each by itself too: Qt makes spaces of the line ends above.
  for (const auto& [key, value] : provenance) writer.setText(key, value);
  if (!writer.write(image)) return model::fail("cannot_render", "The PNG could not be made: " + writer.errorString().toStdString() + ".");
  return buffer.data();
}

// Qt writes the one family of the font; a reader without it would fall back to a serif. It escapes text, but leaves in it what
// XML forbids or what turns the text around it.
QByteArray finishedSvg(const QByteArray& svg, const QString& title, const QString& description) {
  QString text = harmlessText(QString::fromUtf8(svg));
  static const QRegularExpression kFamily(QStringLiteral("font-family=\"[^\"]*\""));
  text.replace(kFamily, QStringLiteral("font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\""));
  // In place of the generator's: Qt 6.4 writes both as they are given, markup and all.
  static const QRegularExpression kWords(QStringLiteral("(<title>[^<]*</title>\\s*)?(<desc>[^<]*</desc>\\s*)?<defs>"));
  const auto found = kWords.match(text);
  const QString words = QStringLiteral("<title>%1</title>\n<desc>%2</desc>\n<defs>").arg(escapedText(title), escapedText(description));
  text.replace(found.capturedStart(), found.capturedLength(), words);
  return text.toUtf8();
}

model::Expected<QByteArray> svgOf(FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(kDotsPerInch);
  generator.setSize(outputSize(options));
  generator.setViewBox(QRect(QPoint(0, 0), outputSize(options)));
  QCPPainter painter;
  if (!painter.begin(&generator)) return model::fail("cannot_render", "The SVG could not be made.");
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
  painter.scale(options.scale, options.scale);
  paintFigure(painter, chart, options, provenance);
  painter.end();
  return finishedSvg(buffer.data(), options.title.isEmpty() ? chart.text().title : options.title, provenanceText(provenance));
}

QByteArray xmpOf(const QString& title, const Provenance& provenance) {
  return QStringLiteral("<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
                        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
                        "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li>"
                        "</rdf:Alt></dc:title><dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt>"
                        "</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>")
      .arg(escapedText(title), escapedText(provenanceText(provenance)))
      .toUtf8();
}

model::Expected<QByteArray> pdfOf(FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  const QString title = options.title.isEmpty() ? chart.text().title : options.title;
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    const QSizeF points = QSizeF(outputSize(options)) * 72.0 / kDotsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("DSMScope"));
    writer.setDocumentXmpMetadata(xmpOf(title, provenance));
    QCPPainter painter;
    if (!painter.begin(&writer)) return model::fail("cannot_render", "The PDF could not be made.");
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.scale(options.scale, options.scale);
    paintFigure(painter, chart, options, provenance);
    painter.end();
  }
  return buffer.data();
}

QByteArray csvOf(FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  QVector<std::pair<QString, QString>> comments{{QStringLiteral("title"), options.title.isEmpty() ? chart.text().title : options.title}};
  for (const auto& [key, value] : provenance) comments.push_back({key, value});
  return toCsv(chart.table(), comments);
}

QByteArray jsonOf(const QString& chartId, FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  nlohmann::ordered_json document;
  document["chart"] = chartId.toStdString();
  document["title"] = (options.title.isEmpty() ? chart.text().title : options.title).toStdString();
  document["finding"] = chart.text().finding.toStdString();
  for (const auto& [key, value] : provenance) document["provenance"][key.toStdString()] = value.toStdString();
  const ChartTable table = chart.table();
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    nlohmann::ordered_json object;
    for (qsizetype i = 0; i < row.size(); ++i) {
      auto& cell = object[table.columns[i].key.toStdString()];
      if (!row[i].number) cell = row[i].text.toStdString();
      else if (!std::isfinite(*row[i].number)) cell = nullptr;
      else if (*row[i].number == std::floor(*row[i].number) && std::abs(*row[i].number) < 9e15) cell = std::int64_t(*row[i].number);
      else cell = *row[i].number;
    }
    rows.push_back(object);
  }
  document["rows"] = rows;
  document["details"] = chart.details();
  const std::string text = document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return QByteArray::fromStdString(text) + '\n';
}

}  // namespace

QString formatName(Format format) {
  switch (format) {
    case Format::png: return QStringLiteral("png");
    case Format::svg: return QStringLiteral("svg");
    case Format::pdf: return QStringLiteral("pdf");
    case Format::csv: return QStringLiteral("csv");
    case Format::json: return QStringLiteral("json");
  }
  return {};
}

model::Expected<Format> formatFromName(const QString& name) {
  for (Format format : {Format::png, Format::svg, Format::pdf, Format::csv, Format::json}) {
    if (name.compare(formatName(format), Qt::CaseInsensitive) == 0) return format;
  }
  return model::fail("bad_value", "\"" + name.toStdString() + "\" is not a format that charts are exported to.",
                     "Choose png, svg, pdf, csv or json.");
}

model::Expected<void> checkPicture(const RenderOptions& options) {
  const bool scaleFine = std::isfinite(options.scale) && options.scale >= 0.25 && options.scale <= 8;
  const QSizeF out = scaleFine ? QSizeF(options.size) * options.scale : QSizeF();
  const bool sidesFine = std::min(options.size.width(), options.size.height()) >= kLeastSide &&
                         std::max(options.size.width(), options.size.height()) <= kMostSide &&
                         std::max(out.width(), out.height()) <= kMostSide && out.width() * out.height() <= kMostPixels;
  if (scaleFine && sidesFine) return {};
  return model::fail("bad_value",
                     "A picture of " + std::to_string(options.size.width()) + "x" + std::to_string(options.size.height()) + " at scale " +
                         machineNumber(options.scale).toStdString() + " is outside what can be drawn.",
                     "Choose sides of 200 to 16384 pixels, 100 million in all, and a scale of 0.25 to 8.");
}

model::Expected<QByteArray> renderFigure(const QString& id, FigureChart& chart, Format format, const RenderOptions& options,
                                         const Provenance& provenance) {
  const SiBytes si;
  const DataPaletteScope palette(options.palette);
  if (auto fine = checkPicture(options); !fine) return tl::unexpected(fine.error());
  switch (format) {
    case Format::png: return pngOf(chart, options, provenance);
    case Format::svg: return svgOf(chart, options, provenance);
    case Format::pdf: return pdfOf(chart, options, provenance);
    case Format::csv: return csvOf(chart, options, provenance);
    case Format::json: return jsonOf(id, chart, options, provenance);
  }
  return model::fail("bad_value", "This format is not known.");
}

model::Expected<QImage> renderFigureImage(FigureChart& chart, const RenderOptions& options, const Provenance& provenance) {
  const SiBytes si;
  const DataPaletteScope palette(options.palette);
  if (auto fine = checkPicture(options); !fine) return tl::unexpected(fine.error());
  QImage image = paintImage(chart, options, provenance);
  if (image.isNull()) return model::fail("cannot_render", "There is not enough memory for the picture.", "Choose a smaller size or scale.");
  return image;
}

model::Expected<QByteArray> renderChart(const QString& chartId, const ViewInput& input, Format format,
                                        const RenderOptions& options, const std::map<QString, QString>& provenance) {
  const SiBytes si;
  const DataPaletteScope palette(options.palette);
  if (auto fine = check(chartId, input); !fine) return tl::unexpected(fine.error());
  return renderFigure(chartId, *makeFigureChart(chartId, input, options), format, options, provenance);
}

model::Expected<QImage> renderImage(const QString& chartId, const ViewInput& input, const RenderOptions& options,
                                    const std::map<QString, QString>& provenance) {
  const SiBytes si;
  const DataPaletteScope palette(options.palette);
  if (auto fine = check(chartId, input); !fine) return tl::unexpected(fine.error());
  return renderFigureImage(*makeFigureChart(chartId, input, options), options, provenance);
}

std::map<QString, QString> provenanceOf(const QString& chartId, const ViewInput& input) {
  std::map<QString, QString> provenance{{QStringLiteral("chart"), chartId}};
  if (input.spec == nullptr) return provenance;
  provenance[QStringLiteral("experiment")] = QString::fromStdString(input.spec->info().id);
  if (input.device != nullptr) {
    provenance[QStringLiteral("device")] = QString::fromStdString(input.device->name);
    provenance[QStringLiteral("driver")] = QString::fromStdString(input.device->driver);
    provenance[QStringLiteral("cuda")] = QString::fromStdString(input.device->cudaRuntime);
  }
  const bool ruler = chartId == QLatin1String("shared_memory");
  std::string variant = input.leadVariant;
  if (variant.empty() && !input.variants.empty()) variant = input.variants.front();
  ViewInput own = input;
  if (ruler && !variant.empty()) own.variants = {variant};
  provenance[QStringLiteral("settings")] = settingsWords(own);
  provenance[QStringLiteral("command")] = ruler                                  ? rulerCommand(input, variant)
                                          : chartId == QLatin1String("traffic") ? trafficCommand(input)
                                          : chartId == QLatin1String("traffic_curve") ? trafficCurveCommand(input)
                                                                                : latencyCommand(input);
  const auto origin = model::originName(ruler || input.session == nullptr ? model::Origin::modelled : input.session->origin);
  provenance[QStringLiteral("origin")] = QString::fromUtf8(origin.data(), qsizetype(origin.size()));
  const QString version = QCoreApplication::applicationVersion();
  if (!version.isEmpty()) provenance[QStringLiteral("version")] = QStringLiteral("DSMScope ") + version;
  if (ruler || input.session == nullptr) return provenance;
  std::string date;  // the latest of this experiment's runs
  for (const model::RunPtr& run : input.session->runs) {
    if (run->experiment == input.spec->info().id) date = std::max(date, run->provenance.date);
  }
  if (!date.empty()) provenance[QStringLiteral("date")] = QString::fromStdString(date);
  return provenance;
}

}  // namespace dsm::ui
