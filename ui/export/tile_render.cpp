// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figure pair of a tile kernel: static over dynamic, one scale, then the strip of the whole block.
#include "ui/export/tile_render.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include <qcustomplot.h>

#include "gpu/model/chips.h"
#include "ui/document_text.h"
#include "ui/export/figure.h"
#include "ui/theme/numbers.h"
#include "ui/tile/tile_ruler_paint.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Figure", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Figure", text))

constexpr double kGap = 20;
constexpr int kUsualWidth = 1200;
constexpr int kAround = 210;  // head, caption and foot of a figure
constexpr int kLeastHeight = 420;
constexpr int kMostHeight = 16000;

QString chipOf(const model::Device& device) {
  const QString chip = QString::fromStdString(model::chipNameOf(device));
  const QString name = shortDeviceName(device.name);
  return name.isEmpty() || name == chip ? chip : QStringLiteral("%1, %2").arg(name, chip);
}

class TileFigure : public FigureChart {
 public:
  explicit TileFigure(const TileFigureInput& input)
      : m_input(input), m_kernel(input.program->kernels[input.kernel]), m_plan(model::tile::plan(m_kernel)) {
    if (input.placements != TilePlacements::dynamic) m_rulers.push_back(dataOf(model::Placement::fixed));
    if (input.placements != TilePlacements::fixed) m_rulers.push_back(dataOf(model::Placement::dynamic));
    m_strip.device = input.device;
    if (input.placements != TilePlacements::dynamic) m_strip.staticBytes = m_plan.fixed.peakBytes;
    if (input.placements != TilePlacements::fixed) m_strip.dynamicBytes = m_plan.dynamic.peakBytes;
    m_strip.share = shareText(m_plan.fixed.peakBytes, m_plan.dynamic.peakBytes, input.device);
    m_strip.fonts = figureFonts();
  }

  FigureText text() const override {
    FigureText text;
    const QString name = QString::fromStdString(m_kernel.name);
    switch (m_input.placements) {
      case TilePlacements::both: text.title = DSM_TR("Shared memory of %1, static and dynamic").arg(name); break;
      case TilePlacements::fixed: text.title = DSM_TR("Shared memory of %1, static").arg(name); break;
      case TilePlacements::dynamic: text.title = DSM_TR("Shared memory of %1, dynamic").arg(name); break;
    }
    text.finding = groupedDigits(model::tile::finding(m_kernel, m_plan));
    text.settings = (m_input.fileName.isEmpty() ? QString() : m_input.fileName + QStringLiteral(", ")) +
                    DSM_TR("%1: %2 a block by opt-in, %3 static")
                        .arg(chipOf(m_input.device), formatBytesKiB(double(m_input.device.sharedPerBlockOptin)),
                             formatBytesKiB(double(m_input.device.sharedPerBlockStatic)));
    text.caption = m_input.placements == TilePlacements::dynamic
                       ? DSM_TR("A row begins where the text declares a tile. Filled: live. Line: the peak.")
                       : DSM_TR("A row begins where the text declares a tile. Filled: live. Dashed: reserved, though nothing uses it. Line: the peak.");
    text.badge = BadgeKind::modelled;
    text.badgeDetail = QString::fromStdString(model::chipNameOf(m_input.device));
    return text;
  }

  double wantedHeight(double width) const override {
    double height = blockStripHeight(m_strip);
    for (const TileRulerData& ruler : m_rulers) height += tileRulerHeight(ruler, width) + kGap;
    return std::ceil(height);
  }

  void paint(QCPPainter& painter, const QRectF& bounds, const Theme& theme) override {
    // A figure too low for all rows is drawn smaller: nothing may be missing from it.
    double width = bounds.width();
    double shrink = 1;
    if (const double wanted = wantedHeight(width); wanted > bounds.height()) shrink = bounds.height() / wanted;
    width = std::floor(bounds.width() / shrink);
    painter.save();
    painter.translate(bounds.topLeft());
    painter.scale(shrink, shrink);
    double y = 0;
    for (const TileRulerData& ruler : m_rulers) {
      const double height = tileRulerHeight(ruler, width);
      paintTileRuler(painter, QRectF(0, y, width, height), ruler, theme);
      y += height + kGap;
      painter.fillRect(QRectF(0, std::round(y - kGap / 2), width, 1), theme.line);
    }
    paintBlockStrip(painter, QRectF(0, y, width, blockStripHeight(m_strip)), m_strip, theme);
    painter.restore();
  }

  ChartTable table() const override { return tileTable(m_kernel, m_plan); }

  nlohmann::ordered_json details() const override {
    const model::BlockFit fit = m_kernel.dynshared ? model::fitBlock(0, m_plan.dynamic.peakBytes, m_input.device)
                                                   : model::fitBlock(m_plan.fixed.peakBytes, 0, m_input.device);
    return {{"kernel", m_kernel.name},
            {"dynshared", m_kernel.dynshared},
            {"persistent", m_kernel.persistent},
            {"static_bytes", m_plan.fixed.peakBytes},
            {"dynamic_bytes", m_plan.dynamic.peakBytes},
            {"dynamic_resets", m_plan.dynamic.resets},
            {"chip", model::chipNameOf(m_input.device)},
            {"static_cap_bytes", m_input.device.sharedPerBlockStatic},
            {"limit_bytes", m_input.device.sharedPerBlockOptin},
            {"reserve_bytes", m_input.device.sharedReservedPerBlock},
            {"fits", fit.fits},
            {"short_bytes", fit.shortBytes}};
  }

 private:
  TileRulerData dataOf(model::Placement placement) const {
    TileRulerData data = tileRulerData(m_kernel, m_plan, placement, m_input.device);
    data.fonts = figureFonts();
    return data;
  }

  TileFigureInput m_input;
  const model::tile::Kernel& m_kernel;
  model::tile::KernelPlan m_plan;
  std::vector<TileRulerData> m_rulers;
  BlockStripData m_strip;
};

model::Expected<void> check(const TileFigureInput& input) {
  if (input.program != nullptr && input.kernel < input.program->kernels.size()) return {};
  return model::fail("bad_value", "There is no such kernel to draw.", "Name a kernel of the file.");
}

}  // namespace

model::Expected<QByteArray> renderTileRuler(const TileFigureInput& input, Format format, const RenderOptions& options,
                                            const std::map<QString, QString>& provenance) {
  if (auto fine = check(input); !fine) return tl::unexpected(fine.error());
  TileFigure figure(input);
  return renderFigure(QStringLiteral("tile_ruler"), figure, format, options, provenance);
}

model::Expected<QByteArray> renderTileRuler(const model::tile::Program& program, std::size_t kernel, TilePlacements placements,
                                            const model::Device& device, Format format, const RenderOptions& options,
                                            const std::map<QString, QString>& provenance) {
  const std::shared_ptr<const model::tile::Program> borrowed(std::shared_ptr<const void>(), &program);
  return renderTileRuler({borrowed, kernel, placements, device, {}}, format, options, provenance);
}

model::Expected<QImage> renderTileImage(const TileFigureInput& input, const RenderOptions& options, const std::map<QString, QString>& provenance) {
  if (auto fine = check(input); !fine) return tl::unexpected(fine.error());
  TileFigure figure(input);
  return renderFigureImage(figure, options, provenance);
}

std::map<QString, QString> tileProvenance(const TileFigureInput& input, const QString& command) {
  std::map<QString, QString> provenance{{QStringLiteral("chart"), QStringLiteral("tile_ruler")}, {QStringLiteral("origin"), QStringLiteral("modelled")}};
  if (!input.fileName.isEmpty()) provenance[QStringLiteral("file")] = input.fileName;
  if (check(input)) provenance[QStringLiteral("kernel")] = QString::fromStdString(input.program->kernels[input.kernel].name);
  provenance[QStringLiteral("device")] = chipOf(input.device);
  provenance[QStringLiteral("command")] = command;
  const QString version = QCoreApplication::applicationVersion();
  if (!version.isEmpty()) provenance[QStringLiteral("version")] = QStringLiteral("DSMScope ") + version;
  return provenance;
}

QSize tileFigureSize(const TileFigureInput& input) {
  if (!check(input)) return {kUsualWidth, kLeastHeight};
  const double height = TileFigure(input).wantedHeight(kUsualWidth - 48) + kAround;
  return {kUsualWidth, std::clamp(int(std::ceil(height)), kLeastHeight, kMostHeight)};
}

}  // namespace dsm::ui
