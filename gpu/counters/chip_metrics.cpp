// SPDX-License-Identifier: Apache-2.0
// Lists, checks, plans and configuration images.
#include "gpu/counters/chip_metrics.h"

#include <algorithm>
#include <cctype>

#include "gpu/counters/cupti_api.h"
#include "gpu/counters/metric_sets.h"

namespace dsm::counters {
namespace {

using model::Expected;

constexpr std::size_t kKeptConfigs = 8;

model::Error failed(const CuptiFault& fault) {
  return {"cupti_failed", "CUPTI failed: " + fault.call + ": " + fault.words + ".",
          "Start again; if it stays, try another CUPTI with DSMSCOPE_CUPTI."};
}

CUpti_Profiler_Host_Object* hostOf(void* host) { return static_cast<CUpti_Profiler_Host_Object*>(host); }

void dropHost(CuptiApi& api, void* host) {
  if (host == nullptr) return;
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize);
  params.pHostObject = hostOf(host);
  api.tried("cuptiProfilerHostDeinitialize", api.cuptiProfilerHostDeinitialize, params);  // nothing depends on its answer
}

CUptiResult add(CuptiApi& api, void* host, const std::vector<std::string>& names) {
  std::vector<const char*> pointers;
  for (const std::string& name : names) pointers.push_back(name.c_str());
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics);
  params.pHostObject = hostOf(host);
  params.ppMetricNames = pointers.data();
  params.numMetrics = pointers.size();
  return api.tried("cuptiProfilerHostConfigAddMetrics", api.cuptiProfilerHostConfigAddMetrics, params);
}

// The image of what was added to `host`, and its number of passes.
std::vector<std::uint8_t> imageOf(CuptiApi& api, void* host, std::uint32_t& passes) {
  auto size = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize);
  size.pHostObject = hostOf(host);
  DSM_CUPTI(api, cuptiProfilerHostGetConfigImageSize, size);
  std::vector<std::uint8_t> image(size.configImageSize);
  auto get = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage);
  get.pHostObject = hostOf(host);
  get.configImageSize = image.size();
  get.pConfigImage = image.data();
  DSM_CUPTI(api, cuptiProfilerHostGetConfigImage, get);
  auto count = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses);
  count.configImageSize = image.size();
  count.pConfigImage = image.data();
  DSM_CUPTI(api, cuptiProfilerHostGetNumOfPasses, count);
  passes = static_cast<std::uint32_t>(count.numOfPasses);
  return image;
}

std::string textOf(const char* text) { return text == nullptr ? std::string() : std::string(text); }

std::string_view kindName(CUpti_MetricType type) {
  if (type == CUPTI_METRIC_TYPE_RATIO) return "ratio";
  return type == CUPTI_METRIC_TYPE_THROUGHPUT ? "throughput" : "counter";
}

// Unit, description and kind; nothing where the chip has no such metric.
std::optional<model::MetricInfo> propertiesOf(CuptiApi& api, void* host, const std::string& name) {
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_GetMetricProperties);
  params.pHostObject = hostOf(host);
  params.pMetricName = name.c_str();
  if (api.tried("cuptiProfilerHostGetMetricProperties", api.cuptiProfilerHostGetMetricProperties, params) != CUPTI_SUCCESS) {
    return std::nullopt;
  }
  return model::MetricInfo{name, std::string(kindName(params.metricType)), textOf(params.pDimUnit), textOf(params.pDescription)};
}

// What a bare name of this kind means.
std::vector<std::string> usualRollUps(const std::string& name, const std::string& kind) {
  if (kind == "ratio") return {name + ".pct", name + ".ratio"};
  if (kind == "throughput") return {name + ".avg.pct_of_peak_sustained_elapsed"};
  return {name + ".sum"};
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : lower(text) + ' ') {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

}  // namespace

Expected<std::vector<std::string>> supportedChips(Cupti& cupti) {
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_GetSupportedChips);
  try {
    DSM_CUPTI(cupti.api(), cuptiProfilerHostGetSupportedChips, params);
  } catch (const CuptiFault& fault) {
    return tl::unexpected<model::Error>(failed(fault));
  }
  std::vector<std::string> chips;
  for (std::size_t i = 0; i < params.numChips; ++i) chips.push_back(textOf(params.ppChipNames[i]));
  return chips;
}

MetricConfig::~MetricConfig() { dropHost(m_cupti->api(), m_host); }

std::vector<double> MetricConfig::evaluate(const std::vector<std::uint8_t>& counterData, std::size_t range) const {
  std::vector<const char*> pointers;
  for (const std::string& name : m_names) pointers.push_back(name.c_str());
  std::vector<double> values(m_names.size());
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues);
  params.pHostObject = hostOf(m_host);
  params.pCounterDataImage = counterData.data();
  params.counterDataImageSize = counterData.size();
  params.rangeIndex = range;
  params.ppMetricNames = pointers.data();
  params.numMetrics = pointers.size();
  params.pMetricValues = values.data();
  DSM_CUPTI(m_cupti->api(), cuptiProfilerHostEvaluateToGpuValues, params);
  return values;
}

ChipMetrics::ChipMetrics(std::shared_ptr<Cupti> cupti, std::string chip, std::vector<std::uint8_t> availability)
    : m_cupti(std::move(cupti)), m_chip(std::move(chip)), m_availability(std::move(availability)) {}

ChipMetrics::~ChipMetrics() { dropHost(m_cupti->api(), m_host); }

Expected<std::unique_ptr<ChipMetrics>> ChipMetrics::of(std::shared_ptr<Cupti> cupti, const std::string& chip,
                                                       std::vector<std::uint8_t> availability) {
  const auto chips = supportedChips(*cupti);
  if (!chips) return tl::unexpected<model::Error>(chips.error());
  if (std::ranges::find(*chips, chip) == chips->end()) {
    std::string known;
    for (const std::string& name : *chips) known += (known.empty() ? "" : ", ") + name;
    return model::fail("unknown_chip", "CUPTI " + cupti->info().version + " does not know the chip \"" + chip + "\".",
                       known.empty() ? "Use a newer CUPTI." : "It knows " + known + ".");
  }
  std::unique_ptr<ChipMetrics> metrics(new ChipMetrics(std::move(cupti), chip, std::move(availability)));
  try {
    metrics->m_host = metrics->newHost();
  } catch (const CuptiFault& fault) {
    return tl::unexpected<model::Error>(failed(fault));
  }
  return metrics;
}

void* ChipMetrics::newHost() {
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize);
  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = m_chip.c_str();
  params.pCounterAvailabilityImage = m_availability.empty() ? nullptr : m_availability.data();
  DSM_CUPTI(m_cupti->api(), cuptiProfilerHostInitialize, params);
  return params.pHostObject;
}

Expected<std::vector<model::MetricInfo>> ChipMetrics::list(std::string_view search) {
  const std::vector<std::string> words = wordsOf(search);
  std::vector<model::MetricInfo> metrics;
  try {
    for (int type = CUPTI_METRIC_TYPE_COUNTER; type < CUPTI_METRIC_TYPE__COUNT; ++type) {
      auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Host_GetBaseMetrics);
      params.pHostObject = hostOf(m_host);
      params.metricType = static_cast<CUpti_MetricType>(type);
      DSM_CUPTI(m_cupti->api(), cuptiProfilerHostGetBaseMetrics, params);
      for (std::size_t i = 0; i < params.numMetrics; ++i) {
        const auto info = propertiesOf(m_cupti->api(), m_host, textOf(params.ppMetricNames[i]));
        if (!info) continue;
        const std::string text = lower(info->name + ' ' + info->description);
        if (std::ranges::all_of(words, [&](const std::string& word) { return text.find(word) != std::string::npos; })) {
          metrics.push_back(*info);
        }
      }
    }
  } catch (const CuptiFault& fault) {
    return tl::unexpected<model::Error>(failed(fault));
  }
  return metrics;
}

ChipMetrics::Checked ChipMetrics::tryName(const std::string& name) {
  CuptiApi& api = m_cupti->api();
  Checked checked;
  const auto info = propertiesOf(api, m_host, name);
  if (!info) {
    checked.reason = m_chip + " has no metric " + name + ".";
    return checked;
  }
  std::vector<std::string> tries = {name};
  for (std::string& usual : usualRollUps(name, info->kind)) tries.push_back(std::move(usual));
  std::string words;
  for (const std::string& full : tries) {
    const auto of = propertiesOf(api, m_host, full);
    if (!of) continue;
    void* host = newHost();
    std::uint32_t passes = 0;
    CUptiResult result = add(api, host, {full});
    if (result == CUPTI_SUCCESS) {
      try {
        imageOf(api, host, passes);
      } catch (const CuptiFault& fault) {
        result = static_cast<CUptiResult>(fault.code);
      }
    }
    dropHost(api, host);
    if (result == CUPTI_SUCCESS && passes > 0) {
      checked.name = full;
      checked.info = *of;
      return checked;
    }
    if (words.empty()) words = result == CUPTI_SUCCESS ? "it needs no pass" : api.words(result);
  }
  checked.reason = name + " cannot be scheduled on " + m_chip + ": " + words + ".";
  return checked;
}

const ChipMetrics::Checked& ChipMetrics::check(const std::string& name) {
  const auto found = m_checked.find(name);
  if (found != m_checked.end()) return found->second;
  return m_checked.emplace(name, tryName(name)).first->second;
}

Expected<model::PassPlan> ChipMetrics::plan(const model::CounterRequest& request) {
  model::PassPlan plan;
  plan.chip = m_chip;
  std::vector<std::string> taken;
  const auto addGroup = [&](std::string_view set, const std::vector<std::string>& names) {
    model::PassGroup group;
    group.set = set;
    for (const std::string& name : names) {
      const Checked& checked = check(name);
      if (checked.name.empty()) {
        plan.missing.push_back({name, checked.reason});
      } else if (std::ranges::find(taken, checked.name) == taken.end()) {
        taken.push_back(checked.name);
        group.names.push_back(checked.name);
      }
    }
    if (group.names.empty()) return;
    group.passes = config(group.names)->passes();
    plan.passes += group.passes;
    plan.groups.push_back(std::move(group));
  };
  try {
    for (const std::string_view set : {model::kTrafficSet, model::kL2Set, model::kSharedSet}) {
      if (std::ranges::find(request.sets, set) == request.sets.end()) continue;
      SetMetrics metrics = metricsOfSet(set, m_chip);
      addGroup(set, metrics.names);
      plan.missing.insert(plan.missing.end(), metrics.missing.begin(), metrics.missing.end());
    }
    addGroup(model::kCustomSet, request.names);
  } catch (const CuptiFault& fault) {
    return tl::unexpected<model::Error>(failed(fault));
  }
  for (const std::string& set : request.sets) {
    if (set != model::kTrafficSet && set != model::kL2Set && set != model::kSharedSet) {
      plan.missing.push_back({set, "There is no set of metrics called " + set + "; the sets are traffic, l2 and shared."});
    }
  }
  return plan;
}

std::shared_ptr<MetricConfig> ChipMetrics::config(const std::vector<std::string>& names) {
  const auto found = std::ranges::find_if(m_configs, [&](const auto& config) { return config->names() == names; });
  if (found != m_configs.end()) {
    std::rotate(found, found + 1, m_configs.end());
    return m_configs.back();
  }
  std::shared_ptr<MetricConfig> config(new MetricConfig(m_cupti));
  config->m_host = newHost();
  config->m_names = names;
  if (const CUptiResult result = add(m_cupti->api(), config->m_host, names); result != CUPTI_SUCCESS) {
    throw CuptiFault{result, m_cupti->api().words(result), "cuptiProfilerHostConfigAddMetrics"};
  }
  config->m_image = imageOf(m_cupti->api(), config->m_host, config->m_passes);
  if (m_configs.size() == kKeptConfigs) m_configs.erase(m_configs.begin());
  m_configs.push_back(config);
  return config;
}

}  // namespace dsm::counters
