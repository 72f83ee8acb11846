// SPDX-License-Identifier: Apache-2.0
// The steps of counter_collection.h.
#include "gpu/worker/counter_collection.h"

#include <cuda.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/gpu_context.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/bench/measure.h"
#include "gpu/bench/service_kernels.h"
#include "gpu/counters/preflight.h"

namespace dsm::worker {
namespace {

using bench::GpuContext;
using model::Expected;

constexpr std::size_t kMostRunsAStart = counters::RangeSession::kMaxRanges / 2;  // each with its blank kernel

const bench::KernelExperiment* experimentOf(const std::string& id) {
  static const std::vector<const bench::KernelExperiment*> all = bench::kernelExperiments();
  const auto found = std::ranges::find_if(all, [&](const auto* experiment) { return experiment->spec().info().id == id; });
  return found == all.end() ? nullptr : *found;
}

// Sets the context's launch range for as long as it lives.
class Profiled {
 public:
  Profiled(GpuContext& context, bench::LaunchRange range) : m_context(context), m_range(std::move(range)) {
    m_context.setLaunchRange(&m_range);
  }
  Profiled(const Profiled&) = delete;
  Profiled& operator=(const Profiled&) = delete;
  ~Profiled() { m_context.setLaunchRange(nullptr); }

 private:
  GpuContext& m_context;
  bench::LaunchRange m_range;
};

// One run on its way to its counters.
struct Item {
  const model::RunRequest* request = nullptr;
  const bench::KernelExperiment* experiment = nullptr;
  model::Counters* out = nullptr;
  bench::KernelChoice blank;
  bench::BlankArgs blankArgs;
  bool usable = true;
  bool measured() const { return blank.function != nullptr; }  // launched once outside a range
  std::size_t range = 0;                                       // of the pass in work
  std::size_t blankRange = 0;                                  // its own or another's that is like it
};

// Blank kernels that are as good as the same: shape, and duration in steps of a quarter.
using BlankKey = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint64_t, long>;

BlankKey keyOf(const Item& item) {
  const model::LaunchShape& shape = item.blank.shape;
  const double ns = std::max(1.0, item.out->kernelNs);
  return {shape.gridBlocks, shape.threads, shape.clusterSize, shape.dynamicBytes, std::lround(std::log(ns) / std::log(1.25))};
}

class Job {
 public:
  Job(const std::vector<model::RunRequest>& runs, const model::CounterRequest& request, const model::Device& device, const RunHooks& hooks)
      : m_request(request), m_device(device), m_hooks(hooks), m_context(GpuContext::of(device)), m_out(runs.size()), m_items(runs.size()) {
    m_context.setCompletionClock(&hooks.lastGpuCompletionNs);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      m_items[i].request = &runs[i];
      m_items[i].experiment = experimentOf(runs[i].experiment);
      m_items[i].out = &m_out[i];
      m_out[i].cache = runs[i].plan.cache;
    }
  }

  std::vector<model::Counters> refuseAll(const model::Error& why) {
    for (model::Counters& counters : m_out) counters.why = why;
    return std::move(m_out);
  }

  Expected<std::vector<model::Counters>> run(counters::RangeSession& session, const std::string& cuptiVersion) {
    auto plan = session.metrics().plan(m_request);
    if (!plan) return refuseAll(plan.error());
    for (model::Counters& counters : m_out) {
      counters.chip = plan->chip;
      counters.cuptiVersion = cuptiVersion;
      counters.missing = plan->missing;
    }
    if (plan->groups.empty()) {
      return refuseAll({"no_metrics", "None of the metrics that were asked for can be collected.",
                        plan->missing.empty() ? "Ask for traffic, l2, shared or names." : plan->missing.front().reason});
    }
    for (const model::PassGroup& group : plan->groups) {
      for (std::size_t begin = 0; begin < m_items.size(); begin += kMostRunsAStart) {
        collect(session, group, begin, std::min(m_items.size(), begin + kMostRunsAStart));
      }
    }
    for (Item& item : m_items) {
      item.out->collected = item.usable;
      if (!item.usable) item.out->values.clear();
      if (item.usable) item.out->passes = plan->passes;
    }
    return std::move(m_out);
  }

 private:
  void stopIfCancelled() const {
    if (m_hooks.cancel.load(std::memory_order_relaxed)) throw bench::Cancelled{};
  }

  void progress(const char* phase, std::size_t done) const {
    protocol::Progress progress;
    progress.phase = phase;
    progress.samples = static_cast<std::uint32_t>(done);
    progress.fraction = static_cast<double>(done) / static_cast<double>(m_items.size());
    progress.rate = std::nan("");
    m_hooks.progress(progress);
    stopIfCancelled();
  }

  static void refuse(Item& item, model::Error why) {
    item.usable = false;
    item.out->why = std::move(why);
  }

  // Step 2. Null, and the item refused, where the run cannot be counted.
  std::unique_ptr<bench::PreparedRun> prepare(Item& item, bool first) {
    const model::RunRequest& request = *item.request;
    if (item.experiment == nullptr) {
      refuse(item, {"unknown_experiment", "This worker has no kernels for " + request.experiment + ".", ""});
      return nullptr;
    }
    try {
      if (first) {
        const model::Legality legality = bench::deviceLegality(*item.experiment, request, m_device);
        if (!legality.fits) {
          refuse(item, {legality.code, legality.reason, ""});
          return nullptr;
        }
      }
      auto prepared = item.experiment->prepare(request, m_device, m_hooks.cancel);
      if (first || request.plan.cache == model::CacheState::warm) {
        const double ns = prepared->measure().elapsedNs;
        if (first) describe(item, *prepared, ns);
      }
      if (first && !isRight(item, *prepared)) return nullptr;
      return prepared;
    } catch (const bench::CudaError& error) {
      if (error.sticky()) throw;
      refuse(item, error.toError());
      return nullptr;
    }
  }

  void describe(Item& item, const bench::PreparedRun& prepared, double ns) {
    const bench::KernelChoice kernel = item.experiment->kernelFor(*item.request, m_device);
    const model::LaunchInfo launch = prepared.launchInfo();
    item.out->kernelNs = ns;
    item.out->kernel = bench::kernelName(kernel.function);
    item.blank = {bench::blankKernel(), kernel.shape};
    item.blank.shape.gridBlocks = launch.gridBlocks;
    item.blank.shape.cooperative = false;
    // Blocks wait by themselves, so those that are not there at once would add up.
    const std::uint64_t atOnce = std::max<std::uint64_t>(1, std::uint64_t{launch.blocksPerSm} * m_device.smCount);
    const std::uint64_t waves = std::max<std::uint64_t>(1, (launch.gridBlocks + atOnce - 1) / atOnce);
    item.blankArgs.ns = static_cast<std::uint64_t>(ns) / waves;
  }

  bool isRight(Item& item, bench::PreparedRun& prepared) {
    const model::Validation validation = prepared.checkLast();
    if (!validation.correct) refuse(item, wrong(*item.request, validation));
    return validation.correct;
  }

  static model::Error wrong(const model::RunRequest& request, const model::Validation& validation) {
    return {"wrong_result", request.experiment + " " + request.variant + " gave a wrong result: " + validation.detail,
            "Its counters do not count; run it again."};
  }

  // Steps 2 to 4 for the items of [begin, end) and one group.
  void collect(counters::RangeSession& session, const model::PassGroup& group, std::size_t begin, std::size_t end) {
    const std::span<Item> items(m_items.data() + begin, end - begin);
    if (std::ranges::none_of(items, &Item::usable)) return;
    const std::shared_ptr<counters::MetricConfig> config = session.metrics().config(group.names);
    const std::size_t most = items.size() * (m_request.background ? 2 : 1);
    const auto values = session.collect(config, most, [&](std::uint32_t, const counters::RangeSession::Brackets& brackets) {
      std::size_t ranges = 0;
      std::map<BlankKey, std::size_t> blanks;
      for (std::size_t i = 0; i < items.size(); ++i) {
        progress("counting", begin + i);
        items[i].range = ranges++;
        launch(items[i], brackets);
        if (!m_request.background || !items[i].measured()) continue;
        const auto [blank, isNew] = blanks.try_emplace(keyOf(items[i]), ranges);
        items[i].blankRange = blank->second;
        if (!isNew) continue;
        ++ranges;
        launchBlank(items[i], brackets);
      }
    });
    for (Item& item : items) {
      if (!values) {
        if (item.usable) refuse(item, values.error());
      } else if (item.usable) {
        keep(item, group, *config, (*values)[item.range], m_request.background ? &(*values)[item.blankRange] : nullptr, session.metrics());
      }
    }
  }

  void keep(Item& item, const model::PassGroup& group, const counters::MetricConfig& config, const std::vector<double>& values,
            const std::vector<double>* background, counters::ChipMetrics& metrics) {
    for (std::size_t k = 0; k < group.names.size(); ++k) {
      const model::MetricInfo& info = metrics.check(group.names[k]).info;
      if (!std::isfinite(values[k])) {
        item.out->missing.push_back({group.names[k], "CUPTI gave no number for " + group.names[k] + " of this launch."});
        continue;
      }
      model::CounterValue value;
      value.name = group.names[k];
      value.value = values[k];
      if (background != nullptr) value.background = (*background)[k];
      value.unit = info.unit;
      value.description = info.description;
      value.set = group.set;
      value.passes = config.passes();
      value.outOfRange = counters::isOutOfRange(value.name, value.unit, value.value);
      item.out->values.push_back(std::move(value));
    }
  }

  // One range, whatever happens: every pass has to have the same ones. It stays empty where the run cannot be counted.
  void launch(Item& item, const counters::RangeSession::Brackets& brackets) {
    const std::string name = "run " + std::to_string(item.range);
    const auto prepared = item.usable ? prepare(item, !item.measured()) : nullptr;
    if (!prepared) {
      brackets.push(name);
      brackets.pop();
      return;
    }
    {
      const Profiled profiled(m_context, {[&] { brackets.push(name); }, [&] { brackets.pop(); }});
      prepared->measure();
    }
    isRight(item, *prepared);
  }

  void launchBlank(const Item& item, const counters::RangeSession::Brackets& brackets) {
    bench::BlankArgs args = item.blankArgs;
    bench::configureKernel(item.blank);
    m_context.synchronize();
    brackets.push("blank " + std::to_string(item.blankRange));
    bench::launchKernel(item.blank, &args, m_context.stream());
    m_context.synchronize();
    brackets.pop();
  }

  const model::CounterRequest& m_request;
  const model::Device& m_device;
  const RunHooks& m_hooks;
  GpuContext& m_context;
  std::vector<model::Counters> m_out;
  std::vector<Item> m_items;
};

}  // namespace

void* currentCudaContext() {
  static CUresult (*const current)(CUcontext*) = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    DSM_CUDA(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found));
    return reinterpret_cast<CUresult (*)(CUcontext*)>(found == cudaDriverEntryPointSuccess ? function : nullptr);
  }();
  CUcontext context = nullptr;
  if (current == nullptr || current(&context) != CUDA_SUCCESS) return nullptr;
  return context;
}

CounterCollection::CounterCollection(std::shared_ptr<counters::Cupti> cupti, const model::Device& device)
    : m_cupti(std::move(cupti)), m_device(device) {}

Expected<counters::RangeSession*> CounterCollection::session() {
  if (m_session && m_session->isOpen()) return m_session.get();
  m_session.reset();
  GpuContext::of(m_device);  // makes the device and its context current
  const model::Preflight report = counters::preflight(m_cupti, &m_device, currentCudaContext(), false, &m_session);
  if (!report.ok) return tl::unexpected<model::Error>(report.why);
  return m_session.get();
}

model::Preflight CounterCollection::preflight() {
  GpuContext::of(m_device);
  const bool open = m_session && m_session->isOpen();
  model::Preflight report = counters::preflight(m_cupti, &m_device, currentCudaContext(), open, open ? nullptr : &m_session);
  if (open) report.chip = m_session->metrics().chip();
  return report;
}

void CounterCollection::close() {
  if (m_session) m_session->close();
}

std::string CounterCollection::chip() {
  if (m_session && m_session->isOpen()) return m_session->metrics().chip();
  const auto chip = counters::chipOf(*m_cupti, m_device.ordinal, counters::sceneOf(&m_device, &m_cupti->info()));
  return chip.value_or("");
}

Expected<std::vector<model::Counters>> CounterCollection::collect(const std::vector<model::RunRequest>& runs,
                                                                  const model::CounterRequest& request, const RunHooks& hooks) {
  Job job(runs, request, m_device, hooks);
  const auto open = session();
  if (!open) return job.refuseAll(open.error());
  try {
    return job.run(**open, m_cupti->info().version);
  } catch (const bench::Cancelled&) {
    return model::fail("cancelled", "Stopped while counting.");
  }
}

}  // namespace dsm::worker
