// SPDX-License-Identifier: GPL-3.0-or-later
// The generator.
#include "tests/protocol/random_session.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>

namespace dsm::test {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : m_random(seed) {}

  std::uint64_t below(std::uint64_t n) { return m_random() % n; }
  bool flip() { return below(2) == 0; }

  template <class Integer>
  Integer integer() {
    switch (below(4)) {
      case 0:
        return std::numeric_limits<Integer>::max();
      case 1:
        return std::numeric_limits<Integer>::min();
      case 2:
        return static_cast<Integer>(below(100));
      default:
        return static_cast<Integer>(m_random());
    }
  }

  // Any bit pattern now and then, so subnormals, -0 and the not finite ones come too.
  double real() {
    if (below(4) == 0) return std::bit_cast<double>(m_random());
    if (below(8) == 0) return 12766912345678.9;
    return std::ldexp(static_cast<double>(below(1u << 30)), static_cast<int>(below(60)) - 40);
  }
  double finite() {
    double value = real();
    while (!std::isfinite(value)) value = real();
    return value;
  }

  std::string text() {
    static const char* const kParts[] = {"a", "hop", " ", "\"", "\\", "\n", "\t", "\x01", "é", "試験", "😀", "/", "{}", "null", "\x7f",
                                         "اختبار", "बेंच", "\u202e", "~", "<b>", "=1+1"};
    std::string out;
    for (std::uint64_t n = below(8); n > 0; --n) out += kParts[below(std::size(kParts))];
    return out;
  }

  // The text of any value that a later version could have written, as a canonical file has it: no white space between tokens.
  std::string json(int depth = 0) {
    static const char* const kNumbers[] = {"0", "-0.0", "123456789012345678901234567890", "0.10", "1e-7", "-5", "18446744073709551615"};
    switch (below(depth > 2 ? 4 : 6)) {
      case 0: return "null";
      case 1: return flip() ? "true" : "false";
      case 2: return kNumbers[below(std::size(kNumbers))];
      case 3: return "\"a \\u00e9\\\"[{" + std::to_string(below(100)) + "}]\"";
      case 4: return "[" + json(depth + 1) + "," + json(depth + 1) + "]";
      default: return "{\"z\":" + json(depth + 1) + ",\"a\\n/\":" + json(depth + 1) + "}";
    }
  }

  // Members of `objects` (JSON pointers), each under keys that no version has had, in the order of a file.
  model::UnknownFields unknown(std::initializer_list<const char*> objects) {
    static const char* const kKeys[] = {"/later", "/mood ~1~0", "/試験", "/\"", "/a.b[0]"};
    model::UnknownFields fields;
    for (const char* object : objects) {
      if (below(6) != 0) continue;
      for (const char* key : kKeys) {
        if (flip()) fields.push_back({std::string(object) + key, json()});
      }
    }
    return fields;
  }

 private:
  std::mt19937_64 m_random;
};

model::Device randomDevice(Generator& g, int index) {
  model::Device d;
  d.ordinal = g.integer<int>();
  d.uuid = "GPU-" + std::to_string(index) + g.text();
  d.name = g.text();
  d.ccMajor = g.integer<int>();
  d.smCount = g.integer<std::uint32_t>();
  d.l2Bytes = g.integer<std::uint64_t>();
  d.memoryBytes = g.integer<std::uint64_t>();
  d.sharedPerBlockOptin = g.integer<std::uint64_t>();
  d.maxBlocksPerSm = g.integer<std::uint32_t>();
  d.maxClusterPortable = g.integer<std::uint32_t>();
  d.cooperativeLaunch = g.flip();
  d.clockHz = g.integer<std::uint64_t>();
  d.driver = g.text();
  d.mode = g.text();
  for (std::uint64_t n = g.below(5); n > 0; --n) {
    d.occupancy.push_back({g.integer<std::uint32_t>(), g.integer<std::uint32_t>(), g.integer<std::uint32_t>()});
  }
  return d;
}

// A value of the parameter: any of its choices, or an integer of its range.
std::int64_t valueOf(Generator& g, const model::Parameter& parameter) {
  if (!parameter.choices.empty() && (parameter.kind == model::ParameterKind::choice || g.flip())) {
    return parameter.choices[g.below(parameter.choices.size())].value;
  }
  if (parameter.kind == model::ParameterKind::toggle) return g.flip() ? 1 : 0;
  return parameter.minimum + static_cast<std::int64_t>(g.below(static_cast<std::uint64_t>(parameter.maximum - parameter.minimum) + 1));
}

model::Counters randomCounters(Generator& g) {
  model::Counters counters;
  counters.collected = g.flip();
  if (!counters.collected) counters.why = {"c" + g.text(), g.text(), g.text()};
  for (std::uint64_t n = g.below(5); n > 0; --n) {
    counters.values.push_back({"m" + g.text(), g.real(), g.real(), g.text(), g.text(), g.text(), g.integer<std::uint32_t>(), g.flip()});
  }
  for (std::uint64_t n = g.below(3); n > 0; --n) counters.missing.push_back({"m" + g.text(), g.text()});
  counters.passes = g.integer<std::uint32_t>();
  counters.replayMode = g.text();
  counters.cache = g.flip() ? model::CacheState::flushed : model::CacheState::warm;
  counters.kernelNs = g.flip() ? g.finite() : -std::numeric_limits<double>::infinity();
  counters.kernel = g.text();
  counters.chip = g.text();
  counters.cuptiVersion = g.text();
  return counters;
}

model::Run randomRun(Generator& g, int index, const model::Session& session, const model::Catalogue& catalogue) {
  model::Run run;
  run.id = "r" + std::to_string(index) + g.text();
  if (g.below(5) == 0) {  // of an experiment that nobody knows
    run.experiment = "x" + g.text();
    run.variant = "v" + g.text();
    for (std::uint64_t n = g.below(4); n > 0; --n) run.values["p" + std::to_string(n)] = g.integer<std::int64_t>();
  } else {
    const model::ExperimentInfo& info = catalogue[g.below(catalogue.size())]->info();
    run.experiment = info.id;
    run.variant = info.variants[g.below(info.variants.size())].id;
    for (const model::Parameter& parameter : info.parameters) {
      if (model::appliesTo(parameter, run.variant)) run.values[parameter.id] = valueOf(g, parameter);
    }
  }
  run.plan = {g.integer<std::uint32_t>(),
              g.integer<std::uint32_t>(),
              g.finite(),
              g.finite(),
              g.flip() ? model::CacheState::flushed : model::CacheState::warm,
              g.integer<std::uint64_t>()};
  run.status = static_cast<model::RunStatus>(g.below(3));
  if (run.status == model::RunStatus::failed) run.error = {"c" + g.text(), g.text(), g.text()};
  run.stopReason = g.text();
  for (std::uint64_t n = g.below(40); n > 0; --n) run.samples.push_back({g.real(), g.real(), g.real()});
  run.launch = {g.integer<std::uint64_t>(), g.integer<std::uint32_t>(), g.integer<std::uint32_t>(),
                g.integer<std::uint64_t>(), g.integer<std::uint64_t>(), g.integer<std::uint32_t>(),
                g.integer<std::uint32_t>(), g.integer<std::uint32_t>(), g.integer<std::uint64_t>()};
  run.validation = {g.flip(), g.flip(), g.text(), g.integer<std::uint64_t>()};
  if (!session.devices.empty() && g.flip()) run.deviceUuid = session.devices[g.below(session.devices.size())].uuid;
  run.origin = static_cast<model::Origin>(g.below(5));
  run.provenance = {g.text(), g.text(), g.text(), g.text(), g.text(), {g.text(), g.text()}, g.finite()};
  run.notes = g.text();
  run.name = g.text();
  for (std::uint64_t n = g.below(4); n > 0; --n) run.tags.push_back(g.text());
  if (g.flip()) run.counters = randomCounters(g);
  // In the order in which the writer has the objects, each object's members behind those of the objects in it.
  run.unknown = g.unknown({"/plan", "/samples", "/launch", "/validation", "/provenance"});
  if (run.counters && !run.counters->values.empty()) std::ranges::move(g.unknown({"/counters/values/0"}), std::back_inserter(run.unknown));
  if (run.counters) std::ranges::move(g.unknown({"/counters"}), std::back_inserter(run.unknown));
  std::ranges::move(g.unknown({""}), std::back_inserter(run.unknown));
  return run;
}

bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool sameCounters(const std::optional<model::Counters>& a, const std::optional<model::Counters>& b) {
  if (!a || !b) return !a && !b;
  const auto value = [](const model::CounterValue& x, const model::CounterValue& y) {
    return x.name == y.name && same(x.value, y.value) && same(x.background, y.background) && x.unit == y.unit &&
           x.description == y.description && x.set == y.set && x.passes == y.passes && x.outOfRange == y.outOfRange;
  };
  return a->collected == b->collected && a->why == b->why && std::ranges::equal(a->values, b->values, value) && a->missing == b->missing &&
         a->passes == b->passes && a->replayMode == b->replayMode && a->cache == b->cache && same(a->kernelNs, b->kernelNs) &&
         a->kernel == b->kernel && a->chip == b->chip && a->cuptiVersion == b->cuptiVersion;
}

}  // namespace

model::Session randomSession(std::uint64_t seed, const model::Catalogue& catalogue) {
  Generator g(seed);
  model::Session session;
  session.title = g.text();
  session.origin = static_cast<model::Origin>(g.below(5));
  for (int i = 0, n = static_cast<int>(g.below(3)); i < n; ++i) session.devices.push_back(randomDevice(g, i));
  for (int i = 0, n = static_cast<int>(g.below(8)); i < n; ++i) {
    session.runs.push_back(std::make_shared<const model::Run>(randomRun(g, i, session, catalogue)));
    if (g.below(3) == 0) session.pinned.push_back(session.runs.back()->id);
  }
  session.notes = g.text();
  if (g.flip()) session.viewState = "{\"tab\":" + g.json() + ",\"later\":" + g.json() + "}";
  session.unknown = g.unknown({""});
  for (const model::Device& device : session.devices) {
    model::UnknownFields fields;
    if (!device.occupancy.empty()) fields = g.unknown({"/occupancy"});
    std::ranges::move(g.unknown({""}), std::back_inserter(fields));
    if (!fields.empty()) session.unknownOfDevices[device.uuid] = std::move(fields);
  }
  return session;
}

bool sameAsWritten(const model::Run& a, const model::Run& b) {
  const auto sameSample = [](const model::Sample& x, const model::Sample& y) {
    return same(x.elapsedNs, y.elapsedNs) && same(x.cycles, y.cycles) && same(x.smClockHz, y.smClockHz);
  };
  const auto launch = [](const model::LaunchInfo& l) {
    return std::tie(l.gridBlocks, l.clusterSize, l.threads, l.staticBytes, l.dynamicBytes, l.registersPerThread, l.blocksPerSm,
                    l.activeClusters, l.launchesPerSample, l.placingLaunches);
  };
  const auto validation = [](const model::Validation& v) { return std::tie(v.done, v.correct, v.detail, v.rejectedInputs); };
  const auto provenance = [](const model::Provenance& p) {
    return std::tie(p.date, p.workerVersion, p.kernelBuildId, p.command, p.host, p.throttleReasons, p.warmupNs);
  };
  return a.id == b.id && a.experiment == b.experiment && a.variant == b.variant && a.values == b.values && a.plan == b.plan &&
         a.status == b.status && a.error == b.error && a.stopReason == b.stopReason &&
         std::ranges::equal(a.samples, b.samples, sameSample) && launch(a.launch) == launch(b.launch) &&
         validation(a.validation) == validation(b.validation) && a.deviceUuid == b.deviceUuid && a.origin == b.origin &&
         provenance(a.provenance) == provenance(b.provenance) && a.notes == b.notes && a.name == b.name && a.tags == b.tags &&
         a.unknown == b.unknown && sameCounters(a.counters, b.counters);
}

}  // namespace dsm::test
