// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the byte ruler shows: the layout of one block, the limits of the device, and the view (zoom, unfolded rank,
// place that was found). Made from a ViewInput by a pure function; the painter and the tests need nothing else.
#pragma once

#include "gpu/model/shared_layout.h"
#include "ui/charts/chart_fonts.h"
#include "ui/charts/chart_table.h"
#include "ui/view_input.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dsm::ui {

/// A byte of one rank, and the element that lies there if the arrays say so.
struct RulerPlace {
  std::uint32_t rank = 0;
  std::uint64_t offsetBytes = 0;
  std::optional<std::uint64_t> index;  ///< of the owner map
};

enum class RulerZoom { limit, used, kibibyte, byte };

struct RulerView {
  double firstByte = 0;
  double visibleBytes = 0;            ///< 0: everything up to the limit
  int openRank = -1;                  ///< unfolded into its phases
  std::uint32_t fromRank = 0;         ///< where the arrow starts
  std::optional<RulerPlace> found;
  double scrollY = 0;                 ///< rows scrolled away under the scale, in pixels
  double squeeze = 0;                 ///< pixels taken from each gap, 0 to 4, to spare a scroll bar
  bool compact = false;               ///< labels beside the slices, short notes
  bool showShares = false;            ///< a column with the share of all accesses that each rank takes
};

struct RulerData {
  model::SharedLayout layout;
  std::uint64_t staticCapBytes = 48 * 1024;
  std::uint64_t limitBytes = 0;    ///< what a block may ask for with opt-in; 0: not known
  std::uint64_t reserveBytes = 0;
  bool staticInForce = false;      ///< only __shared__ arrays: the static cap is the limit that counts
  std::vector<double> rankShares;  ///< fraction of all accesses by rank, modelled; empty: not known
  RulerView view;
  ChartFonts fonts;

  bool hasShares() const { return view.showShares && rankShares.size() == layout.ranks && layout.ranks > 1; }
  std::uint64_t usedBytes() const { return layout.bytesPerBlock(); }
  /// The limit in force.
  std::uint64_t limit() const { return staticInForce ? staticCapBytes : limitBytes; }
  std::uint64_t overflowBytes() const;
  /// Bytes that the whole scale spans at the widest preset.
  double spanBytes() const;
};

/// The same arrays as if the kernel asked for the other placement: "static" or "dynamic"; anything else changes nothing.
void setPlacement(RulerData& data, const std::string& placement);
/// Layout of `variant` with the input's values; view at its defaults. Empty layout if the values are not legal.
RulerData rulerDataOf(const ViewInput& input, const std::string& variant);
/// Something to look at: a place in the second half of the cluster, seen from rank 0, its owner unfolded.
RulerView startView(const RulerData& data);
/// First byte and visible bytes of a preset, around the found place or `centre`.
void applyZoom(RulerData& data, RulerZoom preset, double centre, double plotWidth);

/// Array under a byte of the block, or -1. Later arrays win where two share bytes.
int arrayAt(const model::SharedLayout& layout, std::uint64_t offsetBytes);
/// Index of the owner map at (rank, byte), if that byte belongs to one.
std::optional<std::uint64_t> indexAt(const model::SharedLayout& layout, std::uint32_t rank, std::uint64_t offsetBytes);
/// The place of an index of the owner map, or of a byte of `rank` where there is no owner map.
std::optional<RulerPlace> findPlace(const model::SharedLayout& layout, std::uint32_t rank, std::uint64_t value);
std::uint32_t bankOf(std::uint64_t offsetBytes);
std::uint32_t mappedAddressOf(const RulerPlace& place);

/// "bins", "elements": plural of the owner map's noun.
QString pluralNoun(const model::OwnerMap& owner);
/// "bins 0 – 16 383", "src[4 096]", "no bins".
QString sliceLabel(const model::SharedLayout& layout, int array, std::uint32_t rank);
/// "bins[16 384]".
QString arrayLabel(const model::SharedArray& array);
/// "rank 2", "block" where there is no cluster.
QString rankLabel(const model::SharedLayout& layout, std::uint32_t rank);
/// "28 928 B = 0x7100".
QString offsetText(std::uint64_t offsetBytes);
/// One line about a byte: rank, array and element, offset, bank, and the element's global index.
QString placeText(const RulerData& data, std::uint32_t rank, std::uint64_t offsetBytes);
/// "rank 0 takes 71 % of all accesses, 2.8 times its even share"; empty without shares.
QString sharesFinding(const RulerData& data);
/// The finding above the ruler.
QString rulerFinding(const RulerData& data, const std::string& variantLabel);
/// One row for each array of each rank.
ChartTable rulerTable(const RulerData& data);

}  // namespace dsm::ui
