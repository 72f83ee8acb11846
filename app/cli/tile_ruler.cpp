// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_ruler.h"

#include <algorithm>

#include <QFileInfo>

#include <nlohmann/json.hpp>

#include "app/cli/console.h"
#include "app/cli/picture_options.h"
#include "app/cli/text_table.h"
#include "app/session/atomic_file.h"
#include "app/session/session_file.h"
#include "app/version.h"
#include "gpu/model/tile/plan.h"
#include "gpu/model/tile/program.h"
#include "ui/export/tile_render.h"

namespace dsm::app {
namespace {

namespace tile = model::tile;

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

struct Source {
  std::string name;  // of the file, without its folder
  tile::Program program;
  std::size_t kernel = 0;
};

model::Expected<std::size_t> kernelNamed(const tile::Program& program, const std::string& name) {
  if (name.empty()) return 0;
  const auto found = std::ranges::find(program.kernels, name, &tile::Kernel::name);
  if (found != program.kernels.end()) return static_cast<std::size_t>(found - program.kernels.begin());
  std::string known;
  for (const tile::Kernel& kernel : program.kernels) known += (known.empty() ? "" : ", ") + kernel.name;
  return usage("There is no kernel " + name + ".", "The file has: " + known + ".");
}

model::Expected<Source> read(const CommandLine& line) {
  const QString path = line.positional.first();
  const auto file = FileText::open(path);
  if (!file) return tl::unexpected(file.error());
  Source source;
  source.name = QFileInfo(path).fileName().toStdString();
  auto program = tile::parse(file->text());
  if (!program) return model::fail("bad_text", program.error().inFull(source.name));
  source.program = std::move(*program);
  const auto kernel = kernelNamed(source.program, line.value(QStringLiteral("kernel")).toStdString());
  if (!kernel) return tl::unexpected(kernel.error());
  source.kernel = *kernel;
  return source;
}

struct Planned {
  const char* word;  // "static"
  const model::PlacedArrays* placed;
  model::BlockFit fit;
};

std::vector<Planned> plannedOf(const tile::KernelPlan& plan, const model::Device& device, const std::string& placement) {
  std::vector<Planned> all;
  if (placement != "dynamic") all.push_back({"static", &plan.fixed, model::fitBlock(plan.fixed.peakBytes, 0, device)});
  if (placement != "static") all.push_back({"dynamic", &plan.dynamic, model::fitBlock(0, plan.dynamic.peakBytes, device)});
  return all;
}

std::string shapeText(const tile::Tile& tile) {
  return std::to_string(tile.rows) + " x " + std::to_string(tile.columns) + (tile.pipelined ? " x 2 stages" : "");
}

std::string tilesText(const tile::Kernel& kernel, const std::vector<Planned>& planned) {
  std::vector<TextColumn> columns{{"tile"}, {"type"}, {"shape"}, {"bytes", true}, {"live, lines"}};
  for (const Planned& one : planned) columns.push_back({std::string(one.word) + " offset", true});
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < kernel.tiles.size(); ++i) {
    const tile::Tile& tile = kernel.tiles[i];
    rows.push_back({tile.name, std::string(tile::nameOf(tile.type)), shapeText(tile), std::to_string(tile.bytes()),
                    std::to_string(tile.declaredLine) + "-" + std::to_string(tile.lastUseLine)});
    for (const Planned& one : planned) rows.back().push_back(std::to_string(one.placed->offsets[i]));
  }
  return textTable(columns, rows);
}

std::string textOf(const Source& source, const std::vector<Planned>& planned, const tile::KernelPlan& plan, const model::Device& device) {
  const tile::Kernel& kernel = source.program.kernels[source.kernel];
  std::string text = source.name + ": kernel " + kernel.name + (kernel.dynshared ? ", @dynshared" : "") +
                     (kernel.persistent ? ", @persistent" : "") + ", modelled for " + device.name + "\n";
  for (const std::string& warning : source.program.warnings) text += "warning: " + source.name + ":" + warning + "\n";
  text += tile::finding(kernel, plan) + "\n\n" + tilesText(kernel, planned) + "\n";
  std::vector<std::vector<std::string>> rows;
  for (const Planned& one : planned) {
    const bool asked = (one.placed->placement == model::Placement::dynamic) == kernel.dynshared;
    rows.push_back({one.word, std::to_string(one.placed->peakBytes), std::to_string(one.placed->paddingBytes), std::to_string(one.fit.limitBytes),
                    one.fit.fits ? "fits" : std::to_string(one.fit.shortBytes) + " too much", asked ? "as the text asks" : ""});
  }
  text += textTable({{"placement"}, {"peak B", true}, {"padding B", true}, {"limit B", true}, {""}, {""}}, rows);
  if (kernel.persistent) {
    text += "Persistent: " + std::to_string(tile::persistentBlocksPerSm(plan.inForce(kernel).peakBytes, device)) +
            " blocks an SM, by shared memory and block slots; threads and registers may let fewer.\n";
  }
  for (const Planned& one : planned) {
    if (!one.fit.fits) text += one.fit.reason + "\n";
  }
  return text;
}

nlohmann::ordered_json jsonOf(const Source& source, const std::vector<Planned>& planned, const model::Device& device) {
  const tile::Kernel& kernel = source.program.kernels[source.kernel];
  nlohmann::ordered_json document = {{"file", source.name}, {"kernel", kernel.name}, {"dynshared", kernel.dynshared},
                                     {"persistent", kernel.persistent}, {"chip", device.name}, {"origin", "modelled"},
                                     {"program", std::string("DSMScope ") + kVersion}, {"warnings", source.program.warnings}};
  document["tiles"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < kernel.tiles.size(); ++i) {
    const tile::Tile& tile = kernel.tiles[i];
    nlohmann::ordered_json object = {{"name", tile.name}, {"type", tile::nameOf(tile.type)}, {"rows", tile.rows}, {"columns", tile.columns},
                                     {"stages", tile.pipelined ? 2 : 1}, {"bytes", tile.bytes()}, {"align_bytes", tile.alignBytes},
                                     {"first_line", tile.declaredLine}, {"last_line", tile.lastUseLine}};
    for (const Planned& one : planned) object[std::string(one.word) + "_offset_bytes"] = one.placed->offsets[i];
    document["tiles"].push_back(std::move(object));
  }
  if (kernel.persistent) {
    document["persistent_blocks_per_sm"] = tile::persistentBlocksPerSm(tile::plan(kernel).inForce(kernel).peakBytes, device);
  }
  for (const Planned& one : planned) {
    document[one.word] = {{"peak_bytes", one.placed->peakBytes}, {"padding_bytes", one.placed->paddingBytes}, {"resets", one.placed->resets},
                          {"limit_bytes", one.fit.limitBytes}, {"fits", one.fit.fits}, {"short_bytes", one.fit.shortBytes}};
  }
  return document;
}

}  // namespace

// The picture (or csv, json) that the window exports.
static model::Expected<void> writePicture(const CommandLine& line, const Source& source, const model::Device& device, const std::string& placement) {
  const QString out = line.value(QStringLiteral("out"));
  const auto format = pictureFormat(out);
  if (!format) return tl::unexpected(format.error());
  const auto options = pictureOptions(line);
  if (!options) return tl::unexpected(options.error());
  ui::TileFigureInput input;
  input.program = std::make_shared<const tile::Program>(source.program);
  input.kernel = source.kernel;
  input.device = device;
  input.fileName = QString::fromStdString(source.name);
  if (placement == "static") input.placements = ui::TilePlacements::fixed;
  if (placement == "dynamic") input.placements = ui::TilePlacements::dynamic;
  QString command = QStringLiteral("dsmscope ruler ") + input.fileName + QStringLiteral(" --chip ") + QString::fromStdString(device.name);
  if (!placement.empty()) command += QStringLiteral(" --placement ") + QString::fromStdString(placement);
  if (line.has(QStringLiteral("kernel"))) command += QStringLiteral(" --kernel ") + line.value(QStringLiteral("kernel"));
  auto provenance = ui::tileProvenance(input, command + QStringLiteral(" --out ") + QFileInfo(out).fileName());
  provenance[QStringLiteral("program")] = QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion));
  const auto bytes = ui::renderTileRuler(input, *format, *options, provenance);
  if (!bytes) return tl::unexpected(bytes.error());
  return writeFileAtomically(out, bytes->toStdString());
}

model::Expected<void> tileRuler(const CommandLine& line, const model::Device& device, const std::string& placement) {
  const auto source = read(line);
  if (!source) return tl::unexpected(source.error());
  const tile::KernelPlan plan = tile::plan(source->program.kernels[source->kernel]);
  const std::vector<Planned> planned = plannedOf(plan, device, placement);
  if (line.has(QStringLiteral("out"))) {
    if (auto written = writePicture(line, *source, device, placement); !written) return written;
    if (!line.has(QStringLiteral("json"))) return {};
  }
  if (line.has(QStringLiteral("json"))) {
    return printOut(jsonOf(*source, planned, device).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  return printOut(textOf(*source, planned, plan, device));
}

}  // namespace dsm::app
