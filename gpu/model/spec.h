// SPDX-License-Identifier: Apache-2.0
// An experiment, described: the one thing that controls, command line, ruler, charts, expected traffic and
// documentation are generated from. Pure C++: no CUDA, no Qt. One subclass per folder of gpu/experiments.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"
#include "gpu/model/legality.h"
#include "gpu/model/parameter.h"
#include "gpu/model/run.h"
#include "gpu/model/shared_layout.h"
#include "gpu/model/statistics.h"
#include "gpu/model/units.h"

namespace dsm::model {

// Colour, marker, hatch and dash of a variant: the same in every view. Numbers as in ui/theme.
enum class VariantSlot { dsmem = 0, global = 1, blockPrivate = 2, ownerFilter = 3, clusterRouted = 4, library = 5, 
  // Other ways through global memory: slot 1 again, in its second and third generation of hatch and marker.
  gridSync = 7, relaunch = 13 };

struct VariantInfo {
  std::string id;       // "cluster_dsmem"
  std::string label;    // as shown; usually the id
  std::string summary;  // one sentence: what it does and what it orders
  VariantSlot slot = VariantSlot::dsmem;
  bool needsClusters = false;
  bool cooperative = false;
};

enum class Better { lower, higher };

struct QuantityInfo {
  std::string id;     // "hop_cycles"
  std::string label;  // "One-way hop"
  Unit unit = Unit::none;
  Better better = Better::lower;
};

// A figure from elsewhere, drawn as a diamond with its source; never mixed with measured ones.
struct ReferenceMark {
  std::string quantity;
  std::string variant;  // the row it belongs to; empty: a line over all rows
  double value = 0;
  std::string label;    // "seed 736"
  std::string source;   // "H100 PCIe, published"
};

struct ExperimentInfo {
  std::string id;       // "token_hop"
  std::string label;    // "Token hop"
  std::string summary;  // one sentence
  std::string chartTitle;  // "One-way token hop"
  std::vector<Parameter> parameters;   // at most six that are not advanced
  std::vector<VariantInfo> variants;
  std::vector<QuantityInfo> quantities;  // the first is the headline: the bars of the Latency view
  std::string secondQuantity;  // id of the quantity on the opposite edge; empty: none
  std::string rateQuantity;    // id of the quantity in the Rate column of the runs table
  std::string timeQuantity;    // id of the quantity in the Time column
  std::vector<ReferenceMark> marks;
  std::string baseline;        // the variant without DSMEM that others are compared with
};

// Bytes that a variant must move, each counted once on receipt, and as the counters count them (32-byte sectors).
struct ExpectedTraffic {
  std::uint64_t payloadBytes = 0;
  std::uint64_t dsmemBytes = 0;
  std::uint64_t l2FromSmBytes = 0;  // sectors of the SMs x 32
  std::optional<std::uint64_t> dramReadFlushedBytes;  // from a flushed L2; nothing where arithmetic cannot tell
  std::string note;                 // what the arithmetic leaves out
};

// What the published guide says for some values, before anything is measured; measurements may disagree.
struct Guide {
  std::string variant;  // the one that it recommends
  std::string rule;     // "65 536 bins are more than one block holds, and a cluster of 4 holds them: stay inside the cluster."
  std::string source;   // "Hopper DSMEM guide, H100 PCIe"
};

class ExperimentSpec {
 public:
  virtual ~ExperimentSpec() = default;
  virtual const ExperimentInfo& info() const = 0;
  // `values` holds every parameter that applies to the variant (see completeValues).
  virtual SharedLayout layout(const Values& values, std::string_view variant) const = 0;
  virtual LaunchShape launchShape(const Values& values, std::string_view variant, const Device& device) const = 0;
  // checkLaunch() and ownLimits(); where it does not fit, the nearest value that does is looked for.
  virtual Legality legality(const Values& values, std::string_view variant, const Device& device) const;
  virtual ExpectedTraffic expectedTraffic(const Values& values, std::string_view variant, const LaunchInfo& launch) const = 0;
  // A quantity of one sample; NaN if the sample cannot tell.
  virtual double derive(std::string_view quantity, const Values& values, std::string_view variant,
                        const Sample& sample, const LaunchInfo& launch) const = 0;

  // What only the experiment knows (bins beyond the cluster, a partner outside it); nothing: no objection.
  virtual std::optional<Legality> ownLimits(const Values& values, std::string_view variant, const Device& device) const;

  // Nothing where the guide has no word on this experiment. `values` as for layout(); the device's limits decide what holds.
  virtual std::optional<Guide> guide(const Values& values, const Device& device) const;
  // Fraction (0-1, sum 1) of all accesses to the owner map's elements that fall to each rank, by the arithmetic of the input's
  // distribution (origin modelled). Empty: not known, or no owner map.
  virtual std::vector<double> rankShares(const Values& values, std::string_view variant) const;

  const Parameter* parameter(std::string_view id) const;
  const VariantInfo* variant(std::string_view id) const;
  const QuantityInfo* quantity(std::string_view id) const;
};

using Catalogue = std::vector<const ExperimentSpec*>;  // order of the experiment box; specs live for the program
const ExperimentSpec* findSpec(const Catalogue& catalogue, std::string_view id);

// Defaults for what is missing, nothing for what does not apply to the variant; bad_value for unknown or illegal.
Expected<Values> completeValues(const ExperimentSpec& spec, std::string_view variant, const Values& given);
// Same experiment, same variant, same identity parameters.
bool sameConfiguration(const ExperimentSpec& spec, const Run& run, std::string_view variant, const Values& complete);

// The value of a parameter in complete values; its default where missing. The id has to exist.
std::int64_t valueOf(const ExperimentSpec& spec, const Values& values, std::string_view id);

// All samples of a run in one quantity.
std::vector<double> seriesOf(const ExperimentSpec& spec, const Run& run, std::string_view quantity);
// "dsmscope run histogram --variant cluster_dsmem --cluster 4 --bins 65536 ...": only what differs from the default.
std::string commandFor(const ExperimentSpec& spec, std::string_view verb, const std::vector<std::string>& variants, const Values& values);

}  // namespace dsm::model
