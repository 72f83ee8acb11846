// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope ruler`: where each byte of shared memory goes, of an experiment or of a tile-kernel text: a table, JSON or a
// picture. Arithmetic alone: no GPU, no worker, no display.
#include <QFileInfo>

#include "app/cli/chart_input.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/picture_options.h"
#include "app/cli/text_table.h"
#include "app/cli/tile_ruler.h"
#include "app/session/atomic_file.h"
#include "app/version.h"
#include "gpu/model/chips.h"
#include "gpu/model/lane_access.h"
#include "gpu/protocol/exit_code.h"
#include "ui/catalogue_text.h"
#include "ui/ruler/place_card.h"
#include "ui/theme/numbers.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

constexpr const char* kDefaultChip = "sm_90";

model::Expected<model::Device> chipOf(const CommandLine& line) {
  const std::string name = line.value(QStringLiteral("chip"), QLatin1String(kDefaultChip)).toStdString();
  if (const auto device = model::chipDevice(name)) return *device;
  std::string known;
  for (const std::string& chip : model::chipNames()) known += (known.empty() ? "" : ", ") + chip;
  return usage("There is no chip " + name + ".", "Known: " + known + ".");
}

model::Expected<std::string> placementOf(const CommandLine& line) {
  const std::string placement = line.value(QStringLiteral("placement")).toStdString();
  if (placement.empty() || placement == "static" || placement == "dynamic") return placement;
  return usage("--placement cannot be " + placement + ".", "Allowed: static, dynamic.");
}

model::Expected<std::optional<std::uint64_t>> wholeNumber(const CommandLine& line, const QString& option) {
  if (!line.has(option)) return std::optional<std::uint64_t>();
  bool ok = false;
  const qulonglong number = line.value(option).toULongLong(&ok);
  if (!ok) return usage("--" + option.toStdString() + " cannot be " + line.value(option).toStdString() + ".", "Give a whole number from 0 on.");
  return std::optional<std::uint64_t>(number);
}

// What a picture, a table or JSON of an experiment's ruler is made from.
struct Asked {
  ui::ViewInput input;
  ui::RenderOptions options;
  ui::RulerData data;
  std::map<QString, QString> provenance;
};

model::Expected<void> place(const CommandLine& line, Asked& asked) {
  auto find = wholeNumber(line, QStringLiteral("find"));
  if (!find) return tl::unexpected(find.error());
  auto from = wholeNumber(line, QStringLiteral("from-rank"));
  if (!from) return tl::unexpected(from.error());
  asked.data.view = ui::startView(asked.data);
  const model::SharedLayout& layout = asked.data.layout;
  if (from->value_or(0) >= layout.ranks) {
    return usage("--from-rank cannot be " + std::to_string(**from) + ".", "The ranks are 0 to " + std::to_string(layout.ranks - 1) + ".");
  }
  asked.options.find = *find;
  asked.options.fromRank = static_cast<std::uint32_t>(from->value_or(0));
  asked.data.view.fromRank = asked.options.fromRank;
  if (!*find) return {};
  const auto place = ui::findPlace(layout, asked.data.view.found ? asked.data.view.found->rank : 0, **find);
  const std::uint64_t count = layout.owner ? layout.owner->total : layout.bytesPerBlock();
  if (!place && count == 0) return usage("--find has nothing to look in.", "This variant uses no shared memory.");
  if (!place) return usage("--find cannot be " + std::to_string(**find) + ".", "Give 0 to " + std::to_string(count - 1) + ".");
  asked.data.view.found = place;
  return {};
}

// What the window's command does not have.
QString more(const CommandLine& line) {
  QString text;
  for (const char* option : {"placement", "find", "from-rank"}) {
    const QString name = QLatin1String(option);
    if (line.has(name)) text += QStringLiteral(" --%1 %2").arg(name, line.value(name));
  }
  return text + (line.has(QStringLiteral("load")) ? QStringLiteral(" --load") : QString());
}

// Values that are legal one by one and a layout that is empty all the same do not come; what the chip cannot hold is shown, not refused.
model::Expected<Asked> askedOf(const CommandLine& line, const model::ExperimentSpec& spec, const model::Catalogue& catalogue) {
  const auto device = chipOf(line);
  if (!device) return tl::unexpected(device.error());
  const auto placement = placementOf(line);
  if (!placement) return tl::unexpected(placement.error());
  const auto values = parameterValues(line, spec, catalogue);
  if (!values) return tl::unexpected(values.error());
  auto variants = variantList(line, spec);
  if (!variants) return tl::unexpected(variants.error());
  if (variants->size() > 1) return usage("--variant was given more than once.", "A ruler shows one layout: name one.");
  if (variants->empty()) variants->push_back(spec.info().variants.front().id);
  const auto complete = model::completeValues(spec, variants->front(), *values);
  if (!complete) return tl::unexpected(complete.error());
  auto options = pictureOptions(line);
  if (!options) return tl::unexpected(options.error());

  auto session = std::make_shared<model::Session>();
  session->origin = model::Origin::modelled;
  session->devices.push_back(*device);
  Asked asked;
  asked.options = *options;
  asked.options.placement = *placement;
  asked.options.rankShares = line.has(QStringLiteral("load"));
  asked.input = chartInput(spec, session, {*values, *variants});
  asked.data = ui::rulerDataOf(asked.input, variants->front());
  ui::setPlacement(asked.data, *placement);
  if (auto placed = place(line, asked); !placed) return tl::unexpected(placed.error());
  asked.provenance = ui::provenanceOf(QStringLiteral("shared_memory"), asked.input);
  asked.provenance[QStringLiteral("command")] += more(line);
  asked.provenance[QStringLiteral("program")] = QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion));
  return asked;
}

std::string placeText(const ui::RulerData& data) {
  std::string text = "\n" + terminalText(ui::placeTitle(data)) + "\n";
  std::vector<std::vector<std::string>> rows;
  for (const ui::PlaceLine& line : ui::placeLines(data)) {
    rows.push_back({"  " + terminalText(line.label), terminalText(line.value), terminalText(line.how)});
  }
  const std::string table = textTable({{"", false}, {"", false}, {"", false}}, rows);
  return text + table.substr(table.find('\n') + 1);
}

std::string sharesText(const ui::RulerData& data) {
  std::string text = "\n" + terminalText(ui::sharesFinding(data)) + "\n";
  std::vector<std::vector<std::string>> rows;
  for (std::size_t rank = 0; rank < data.rankShares.size(); ++rank) {
    rows.push_back({std::to_string(rank), terminalText(ui::formatPercent(data.rankShares[rank], 2))});
  }
  return text + textTable({{"rank", true}, {"share of accesses", true}}, rows);
}

std::string textOf(const Asked& asked, const std::string& chip) {
  const ui::RulerData& data = asked.data;
  const model::VariantInfo* variant = asked.input.spec->variant(asked.input.leadVariant);
  std::string text = asked.input.spec->info().id + " " + variant->id + ", modelled for " + chip + "\n";
  text += terminalText(ui::rulerFinding(data, variant->label)) + "\n";
  if (data.usedBytes() == 0) return text;
  if (data.overflowBytes() > 0) {
    text += "Does not fit: " + std::to_string(data.overflowBytes()) + " bytes more than the " +
            (data.staticInForce ? "static cap" : "opt-in limit") + " of " + std::to_string(data.limit()) + ".\n";
  }
  text += "\n" + textTable(ui::rulerTable(data));
  text += "\nlimits: static cap " + std::to_string(data.staticCapBytes) + " B, opt-in " + std::to_string(data.limitBytes) + " B, reserve " +
          std::to_string(data.reserveBytes) + " B a block\n";
  if (asked.options.find) text += placeText(data);
  if (asked.options.rankShares && !data.rankShares.empty()) text += sharesText(data);
  return text;
}

model::Expected<void> experimentRuler(const CommandLine& line, const model::ExperimentSpec& spec, const model::Catalogue& catalogue) {
  const auto asked = askedOf(line, spec, catalogue);
  if (!asked) return tl::unexpected(asked.error());
  const auto render = [&](ui::Format format) {
    return ui::renderChart(QStringLiteral("shared_memory"), asked->input, format, asked->options, asked->provenance);
  };
  if (line.has(QStringLiteral("out"))) {
    const QString out = line.value(QStringLiteral("out"));
    const auto format = pictureFormat(out);
    if (!format) return tl::unexpected(format.error());
    const auto bytes = render(*format);
    if (!bytes) return tl::unexpected(bytes.error());
    if (auto written = writeFileAtomically(out, bytes->toStdString()); !written) return written;
    if (!line.has(QStringLiteral("json"))) return {};
  }
  if (!line.has(QStringLiteral("json"))) return printOut(textOf(*asked, asked->input.device->name));
  const auto json = render(ui::Format::json);
  if (!json) return tl::unexpected(json.error());
  return printOut(json->toStdString());
}

// A file by its ending or because there is one of that name; everything else has to be an experiment.
bool isFile(const QString& name) { return name.endsWith(QLatin1String(".tile"), Qt::CaseInsensitive) || QFileInfo(name).isFile(); }

// One warp access by itself: it needs neither an experiment nor a file.
model::Expected<void> lanes(const CommandLine& line) {
  const auto access = model::parseLaneAccess(line.value(QStringLiteral("lanes")).toStdString());
  if (!access) return tl::unexpected(access.error());
  if (const auto addresses = model::addressesOf(*access); !addresses) return tl::unexpected(addresses.error());
  return printOut(model::laneText(*access));
}

model::Expected<void> rulerNow(const CommandLine& line, const model::Catalogue& catalogue) {
  if (line.positional.isEmpty() && line.has(QStringLiteral("lanes"))) return lanes(line);
  if (line.positional.isEmpty()) return usage("FILE.tile or EXPERIMENT is missing.", "See dsmscope ruler --help.");
  if (line.has(QStringLiteral("lanes"))) return usage("--lanes stands alone.", "Leave " + line.positional.first().toStdString() + " out.");
  const QString& name = line.positional.first();
  if (isFile(name) && model::findSpec(catalogue, name.toStdString()) == nullptr) {
    const auto device = chipOf(line);
    if (!device) return tl::unexpected(device.error());
    const auto placement = placementOf(line);
    if (!placement) return tl::unexpected(placement.error());
    return tileRuler(line, *device, *placement);
  }
  const auto spec = experimentNamed(name, catalogue);
  if (!spec) return tl::unexpected(spec.error());
  return experimentRuler(line, **spec, catalogue);
}

}  // namespace

int rulerCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto done = rulerNow(line, catalogue);
  if (done) return protocol::kExitDone;
  printError(done.error());
  return exitCodeOf(done.error());
}

}  // namespace dsm::app
