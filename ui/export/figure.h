// SPDX-License-Identifier: GPL-3.0-or-later
//
// A whole figure: title, origin badge, finding, chart, caption, and the line that says where the numbers come from.
// Painted with one QCPPainter, so that pictures, SVG and PDF share every coordinate.
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/export/render.h"
#include "ui/theme/origin_badge.h"

#include <nlohmann/json.hpp>

#include <memory>

class QCPPainter;

namespace dsm::ui {

struct FigureText {
  QString title;
  QString finding;
  QString settings;   ///< one line under the finding
  QString caption;    ///< what marks mean
  QStringList sentences;
  BadgeKind badge = BadgeKind::recorded;
  QString badgeDetail;
  QString footer;     ///< provenance in one line
};

/// What a chart id stands for; made once per render.
class FigureChart {
 public:
  virtual ~FigureChart() = default;
  virtual FigureText text() const = 0;
  /// Height at which nothing of the chart is squeezed, for a given width.
  virtual double wantedHeight(double width) const = 0;
  virtual void paint(QCPPainter& painter, const QRectF& bounds, const Theme& theme) = 0;
  virtual ChartTable table() const = 0;
  /// Extra members of the JSON export.
  virtual nlohmann::ordered_json details() const = 0;
};

/// Null for an unknown id.
std::unique_ptr<FigureChart> makeFigureChart(const QString& chartId, const ViewInput& input, const RenderOptions& options);

/// Those of "traffic" and "traffic_curve"; in files of their own.
std::unique_ptr<FigureChart> makeTrafficFigure(const ViewInput& input, const RenderOptions& options);

std::unique_ptr<FigureChart> makeTrafficCurveFigure(const ViewInput& input, const RenderOptions& options);

/// Null where the number is not finite: a file never gets a stand-in.
nlohmann::ordered_json numberOrNull(double value);
/// "H200": the chosen device without its maker; empty without one.
QString shortDevice(const ViewInput& input);

/// Paints the figure of options.size at the painter's origin.
void paintFigure(QCPPainter& painter, FigureChart& chart, const RenderOptions& options,
                 const std::map<QString, QString>& provenance);
/// Any figure as a file's bytes or as an image; `id` names it in JSON. Errors as renderChart().
model::Expected<QByteArray> renderFigure(const QString& id, FigureChart& chart, Format format, const RenderOptions& options,
                                         const std::map<QString, QString>& provenance);
model::Expected<QImage> renderFigureImage(FigureChart& chart, const RenderOptions& options, const std::map<QString, QString>& provenance);
/// "NVIDIA H200, driver 580, ...": the provenance as one line.
QString provenanceLine(const std::map<QString, QString>& provenance);

}  // namespace dsm::ui
