// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one byte ruler of a tile kernel shows: boxes with offset and phases, the limits of a block, and the view (zoom, scroll,
// what is dragged). Made from a kernel and its plan by a pure function; painter, widget, exporter and tests need nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QString>

#include "gpu/model/device.h"
#include "gpu/model/tile/plan.h"
#include "gpu/model/tile/program.h"
#include "ui/charts/chart_fonts.h"
#include "ui/charts/chart_table.h"

namespace dsm::ui {

struct TileBox {
  QString name;
  std::uint64_t offsetBytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;
  std::uint32_t elementBytes = 1;
  std::uint32_t alignBytes = 1;
  int stages = 1;
  int firstPhase = 0;
  int lastPhase = 0;  ///< inclusive
  int line = 0;       ///< of the text; 0: none

  std::uint64_t endBytes() const { return offsetBytes + bytes; }
  bool isLive(int phase) const { return phase >= firstPhase && phase <= lastPhase; }
};

struct TileRulerView {
  double firstByte = 0;
  double visibleBytes = 0;  ///< 0: everything in use, with a little room
  double scrollY = 0;       ///< rows scrolled away under the scale, in pixels
  int insertBefore = -1;    ///< a line above this row: where a dragged declaration would go; -1: none
  int marked = -1;          ///< box that the person holds
};

struct TileRulerData {
  model::Placement placement = model::Placement::fixed;
  bool freeOffsets = false;  ///< no rule gave the offsets: boxes exist in their phases only, and may overlap
  std::vector<TileBox> boxes;  ///< in declaration order
  int phases = 0;              ///< rows
  std::uint64_t peakBytes = 0;
  std::uint64_t staticCapBytes = 48 * 1024;
  std::uint64_t optinBytes = 0;    ///< 0: not known
  std::uint64_t reserveBytes = 0;
  double usedSpanBytes = 0;        ///< what "everything in use" means: shared by the rulers of one kernel
  TileRulerView view;
  ChartFonts fonts;

  /// The limit that counts for this placement.
  std::uint64_t limitBytes() const { return placement == model::Placement::fixed ? staticCapBytes : optinBytes; }
  std::uint64_t overflowBytes() const;
  /// The widest zoom: all that a block may have, or what is asked for where that is more.
  double wholeSpanBytes() const;
};

/// Without fonts and view.
TileRulerData tileRulerData(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan, model::Placement placement,
                            const model::Device& device);
/// Bytes that the rulers show at first: the farther peak and a little more.
double usedSpanOf(std::uint64_t peakBytes);

enum class TileZoom { limit, used, kibibyte, byte };
/// First byte and visible bytes of a preset around `centre`.
void applyTileZoom(TileRulerData& data, TileZoom preset, double centre, double plotWidth);

/// The live box under a byte in a phase, else the one reserved there (static placement), else -1.
int tileAt(const TileRulerData& data, int phase, std::uint64_t offsetBytes);
std::uint32_t tileBankOf(std::uint64_t offsetBytes);

// ---- words
/// "Static", "Dynamic", "Free".
QString placementName(const TileRulerData& data);
/// "each tile its own offset, without @dynshared", or how much is missing.
QString placementExplanation(const TileRulerData& data);
/// "4 256 B".
QString byteCountText(std::uint64_t bytes);
/// "line 5"; "array 2" where there is no text.
QString phaseLabel(const TileRulerData& data, int phase);
/// "128 B at 0 again".
QString boxText(const TileRulerData& data, int box);
/// "4 100 B = 0x1004, b[0, 1], bank 1".
QString tilePlaceText(const TileRulerData& data, int phase, std::uint64_t offsetBytes);
/// "b, 128 B at 4 096, live in lines 7 to 8": a row for those who do not see it.
QString boxSentence(const TileRulerData& data, int box);
/// tile::finding() with digits in groups.
QString groupedDigits(const std::string& sentence);
/// "8.7 % of the static cap, 1.8 % of the opt-in limit".
QString shareText(std::uint64_t staticPeak, std::uint64_t dynamicPeak, const model::Device& device);
/// One row a tile.
ChartTable tileTable(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan);

}  // namespace dsm::ui
