// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rulers of a tile kernel as the bytes of a file: what the tile view, its Export and `dsmscope ruler FILE.tile --out` have in
// common. Same fonts, sizes and bytes on every screen, as renderChart().
#pragma once

#include <map>
#include <memory>

#include "gpu/model/device.h"
#include "gpu/model/tile/program.h"
#include "ui/export/render.h"
#include "ui/tile/tile_document.h"

namespace dsm::ui {

/// What is drawn. `program` is kept alive by the caller or by the pointer.
struct TileFigureInput {
  std::shared_ptr<const model::tile::Program> program;
  std::size_t kernel = 0;
  TilePlacements placements = TilePlacements::both;
  model::Device device;  ///< a real one, or chipDevice()
  QString fileName;      ///< "chain.tile", for the line under the title; may be empty
};

/// The file's bytes. Needs a QApplication (offscreen is enough) for png, svg and pdf; GUI thread.
/// Errors: bad_value (no such kernel, size outside 200..16384 pixels, scale), cannot_render.
model::Expected<QByteArray> renderTileRuler(const TileFigureInput& input, Format format, const RenderOptions& options,
                                            const std::map<QString, QString>& provenance);
model::Expected<QByteArray> renderTileRuler(const model::tile::Program& program, std::size_t kernel, TilePlacements placements,
                                            const model::Device& device, Format format, const RenderOptions& options,
                                            const std::map<QString, QString>& provenance);
/// The same picture as an image, for the clipboard and the dialog's preview.
model::Expected<QImage> renderTileImage(const TileFigureInput& input, const RenderOptions& options, const std::map<QString, QString>& provenance);

/// file, kernel, chip, origin (modelled), command.
std::map<QString, QString> tileProvenance(const TileFigureInput& input, const QString& command);
/// A size in which nothing is squeezed, 1200 wide.
QSize tileFigureSize(const TileFigureInput& input);

}  // namespace dsm::ui
