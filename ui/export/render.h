// SPDX-License-Identifier: GPL-3.0-or-later
//
// A chart as the bytes of a file: the one function behind the window's Export, "copy picture" and the command line.
// Nothing on screen is grabbed: the same paint functions draw into the file's own painter, with embedded
// fonts, pixel sizes and a ratio of 1, so that the bytes do not depend on the screen.
#pragma once

#include "gpu/model/compare.h"
#include "gpu/model/error.h"
#include "ui/theme/theme.h"
#include "ui/view_input.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace dsm::ui {

struct RenderOptions {
  QSize size{1200, 700};          ///< of the figure's layout, in pixels (1/96 inch in SVG and PDF)
  Scheme scheme{Scheme::print};
  DataPalette palette{DataPalette::colour};
  QString title;                  ///< empty: the chart's own
  double scale{1};                ///< output pixels (or size) per layout pixel, 0.25 to 8
  std::string quantity;           ///< of the latency chart; empty: the headline quantity
  double threshold{model::kDefaultThreshold};  ///< latency, traffic: of "same" against pinned runs, a fraction
  bool logarithmic{false};
  bool catalogueOrder{false};
  std::set<std::string> hidden;   ///< labels of rows that the latency chart leaves out, ids of variants in the traffic chart
  bool payloadUnit{false};        ///< traffic: values in payloads instead of bytes
  std::string axis;               ///< traffic_curve: id of the parameter along it; empty: the one varied most
  bool expectedMarks{true};       ///< traffic: I-beams where arithmetic expects a bar to end
  std::optional<std::uint64_t> find;  ///< index (or byte) that the ruler points at; nothing: one that shows the arrow
  std::uint32_t fromRank{0};      ///< where the ruler's arrow starts
  std::string variant;            ///< whose layout the ruler shows; empty: that of the leading variant
  bool chartOnly{false};          ///< the chart without title, sentences and provenance, for a page that has them itself
  bool rankShares{false};         ///< ruler: the share of all accesses that each rank takes
  std::string placement;          ///< ruler: "static" or "dynamic"; empty: as the kernel is launched
};

enum class Format { png, svg, pdf, csv, json };

/// "png", "svg", ...: also the file's suffix.
QString formatName(Format format);
/// Error bad_value for anything else.
model::Expected<Format> formatFromName(const QString& name);

/// The charts there are, in tab order: "shared_memory", "latency", "traffic"; and "traffic_curve", which has no tab.
QStringList chartIds();
/// "Shared memory", "Latency", "Traffic".
QString chartLabel(const QString& chartId);

/// What any picture of these options is refused for, before it is drawn: bad_value for sides outside 200..16384 pixels, over
/// 100 million pixels in all, or a scale outside 0.25..8.
model::Expected<void> checkPicture(const RenderOptions& options);

/// The file's bytes. Needs a QApplication (offscreen is enough) for png, svg and pdf; GUI thread.
/// Errors: bad_value (unknown chart, no experiment, and those of checkPicture()), cannot_render.
/// Provenance goes into a PNG text chunk, SVG and PDF metadata, CSV comment lines, a JSON object, and as one line into the picture.
model::Expected<QByteArray> renderChart(const QString& chartId, const ViewInput& input, Format format,
                                        const RenderOptions& options, const std::map<QString, QString>& provenance);

/// The same picture as an image, for the clipboard and the dialog's preview.
model::Expected<QImage> renderImage(const QString& chartId, const ViewInput& input, const RenderOptions& options,
                                    const std::map<QString, QString>& provenance);

/// What is known from the input alone: experiment, device, driver, dates, origin, command. Callers may add more.
std::map<QString, QString> provenanceOf(const QString& chartId, const ViewInput& input);

}  // namespace dsm::ui
