// SPDX-License-Identifier: Apache-2.0
// Devices, plans, legality, launch shapes and errors as JSON and back. Runs are in json_run.cpp.
#include "gpu/protocol/json_model.h"

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_values.h"

namespace dsm::protocol {

using Need = Fields::Need;

JsonOut toJson(const model::Error& error) { return {{"code", error.code}, {"message", error.message}, {"hint", error.hint}}; }

model::Expected<model::Error> errorFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::Error error;
  Fields fields(json, path, unread);
  fields.text("code", error.code, Need::required);
  fields.text("message", error.message);
  fields.text("hint", error.hint);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return error;
}

JsonOut toJson(const model::Device& device) {
  JsonOut json = {{"ordinal", device.ordinal},
                  {"uuid", device.uuid},
                  {"name", device.name},
                  {"cc_major", device.ccMajor},
                  {"cc_minor", device.ccMinor},
                  {"sm_count", device.smCount},
                  {"l2_bytes", device.l2Bytes},
                  {"memory_bytes", device.memoryBytes},
                  {"shared_per_block_static_bytes", device.sharedPerBlockStatic},
                  {"shared_per_block_optin_bytes", device.sharedPerBlockOptin},
                  {"shared_per_sm_bytes", device.sharedPerSm},
                  {"shared_reserved_per_block_bytes", device.sharedReservedPerBlock},
                  {"registers_per_sm", device.registersPerSm},
                  {"max_threads_per_block", device.maxThreadsPerBlock},
                  {"max_threads_per_sm", device.maxThreadsPerSm},
                  {"max_blocks_per_sm", device.maxBlocksPerSm},
                  {"max_cluster_portable", device.maxClusterPortable},
                  {"max_cluster_non_portable", device.maxClusterNonPortable},
                  {"cooperative_launch", device.cooperativeLaunch},
                  {"clock_hz", device.clockHz},
                  {"driver", device.driver},
                  {"cuda_driver", device.cudaDriver},
                  {"cuda_runtime", device.cudaRuntime},
                  {"mode", device.mode}};
  if (!device.occupancy.empty()) {
    JsonOut sizes = JsonOut::array(), perSm = JsonOut::array(), active = JsonOut::array();
    for (const model::OccupancyEntry& entry : device.occupancy) {
      sizes.push_back(entry.clusterSize);
      perSm.push_back(entry.blocksPerSm);
      active.push_back(entry.activeClusters);
    }
    json["occupancy"] = {{"cluster_size", sizes}, {"blocks_per_sm", perSm}, {"active_clusters", active}};
  }
  return json;
}

namespace {

model::Expected<std::vector<model::OccupancyEntry>> occupancyFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  Fields fields(json, path, unread);
  std::vector<std::uint32_t> sizes, perSm, active;
  fields.integers("cluster_size", sizes);
  fields.integers("blocks_per_sm", perSm);
  fields.integers("active_clusters", active);
  if (fields.ok() && perSm.size() != sizes.size()) {
    fields.fail("blocks_per_sm", std::to_string(perSm.size()) + " values, " + std::to_string(sizes.size()) + " expected");
  }
  if (fields.ok() && active.size() != sizes.size()) {
    fields.fail("active_clusters", std::to_string(active.size()) + " values, " + std::to_string(sizes.size()) + " expected");
  }
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  std::vector<model::OccupancyEntry> table;
  table.reserve(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) table.push_back({sizes[i], perSm[i], active[i]});
  return table;
}

}  // namespace

model::Expected<model::Device> deviceFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::Device device;
  Fields fields(json, path, unread);
  fields.integer("ordinal", device.ordinal);
  fields.text("uuid", device.uuid, Need::required);
  fields.text("name", device.name);
  fields.integer("cc_major", device.ccMajor);
  fields.integer("cc_minor", device.ccMinor);
  fields.integer("sm_count", device.smCount);
  fields.integer("l2_bytes", device.l2Bytes);
  fields.integer("memory_bytes", device.memoryBytes);
  fields.integer("shared_per_block_static_bytes", device.sharedPerBlockStatic);
  fields.integer("shared_per_block_optin_bytes", device.sharedPerBlockOptin);
  fields.integer("shared_per_sm_bytes", device.sharedPerSm);
  fields.integer("shared_reserved_per_block_bytes", device.sharedReservedPerBlock);
  fields.integer("registers_per_sm", device.registersPerSm);
  fields.integer("max_threads_per_block", device.maxThreadsPerBlock);
  fields.integer("max_threads_per_sm", device.maxThreadsPerSm);
  fields.integer("max_blocks_per_sm", device.maxBlocksPerSm);
  fields.integer("max_cluster_portable", device.maxClusterPortable);
  fields.integer("max_cluster_non_portable", device.maxClusterNonPortable);
  fields.boolean("cooperative_launch", device.cooperativeLaunch);
  fields.integer("clock_hz", device.clockHz);
  fields.text("driver", device.driver);
  fields.text("cuda_driver", device.cudaDriver);
  fields.text("cuda_runtime", device.cudaRuntime);
  fields.text("mode", device.mode);
  fields.nested("occupancy", device.occupancy,
                [&](const JsonIn& inner, const std::string& at) { return occupancyFromJson(inner, at, unread); });
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return device;
}

model::Expected<std::vector<model::Device>> devicesFromJson(const JsonIn& json, std::string_view path) {
  if (!json.is_array()) {
    return model::fail("bad_json", (path.empty() ? "devices" : std::string(path)) + ": " + kindOf(json) + ", an array expected");
  }
  std::vector<model::Device> devices;
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto device = deviceFromJson(json[i], joinPath(path, i));
    if (!device) return tl::unexpected<model::Error>(std::move(device.error()));
    devices.push_back(std::move(*device));
  }
  return devices;
}

JsonOut toJson(const model::MeasurementPlan& plan) {
  JsonOut json = {{"min_samples", plan.minSamples},
          {"max_samples", plan.maxSamples},
          {"target_relative_half_width", plan.targetRelativeHalfWidth},
          {"budget_seconds", plan.budgetSeconds},
          {"cache", plan.cache == model::CacheState::warm ? "warm" : "flushed"},
          {"seed", plan.seed}};
  noteNotFinite(json, "target_relative_half_width", plan.targetRelativeHalfWidth);
  noteNotFinite(json, "budget_seconds", plan.budgetSeconds);
  return json;
}

model::Expected<model::MeasurementPlan> planFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::MeasurementPlan plan;
  std::string cache = "warm";
  Fields fields(json, path, unread);
  fields.integer("min_samples", plan.minSamples);
  fields.integer("max_samples", plan.maxSamples);
  fields.real("target_relative_half_width", plan.targetRelativeHalfWidth);
  fields.real("budget_seconds", plan.budgetSeconds);
  fields.text("cache", cache);
  fields.integer("seed", plan.seed);
  if (cache == "flushed") {
    plan.cache = model::CacheState::flushed;
  } else if (cache != "warm") {
    fields.fail("cache", '"' + cache + "\", warm or flushed expected");
  }
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return plan;
}

namespace {

template <class T>
JsonOut orNull(const std::optional<T>& value) {
  return value ? JsonOut(*value) : JsonOut(nullptr);
}

}  // namespace

JsonOut toJson(const model::Legality& legality) {
  return {{"fits", legality.fits},
          {"code", legality.code},
          {"reason", legality.reason},
          {"parameter", legality.parameter},
          {"nearest", orNull(legality.nearest)},
          {"remedy", legality.remedy},
          {"origin", model::originName(legality.origin)},
          {"bytes_per_block", legality.bytesPerBlock},
          {"limit_bytes", legality.limitBytes},
          {"blocks_per_sm", legality.blocksPerSm},
          {"clusters_at_once", orNull(legality.clustersAtOnce)},
          {"blocks_at_once", orNull(legality.blocksAtOnce)}};
}

model::Expected<model::Legality> legalityFromJson(const JsonIn& json, std::string_view path) {
  model::Legality legality;
  std::string origin(model::originName(legality.origin));
  Fields fields(json, path);
  fields.boolean("fits", legality.fits, Need::required);
  fields.text("code", legality.code);
  fields.text("reason", legality.reason);
  fields.text("parameter", legality.parameter);
  fields.integerOrNull("nearest", legality.nearest);
  fields.text("remedy", legality.remedy);
  fields.text("origin", origin);
  fields.integer("bytes_per_block", legality.bytesPerBlock);
  fields.integer("limit_bytes", legality.limitBytes);
  fields.integer("blocks_per_sm", legality.blocksPerSm);
  fields.integerOrNull("clusters_at_once", legality.clustersAtOnce);
  fields.integerOrNull("blocks_at_once", legality.blocksAtOnce);
  if (const auto known = model::originFromName(origin)) {
    legality.origin = *known;
  } else {
    fields.fail("origin", '"' + origin + "\" is no origin");
  }
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return legality;
}

JsonOut toJson(const model::LaunchShape& shape) {
  return {{"cluster_size", shape.clusterSize},
          {"needs_clusters", shape.needsClusters},
          {"cooperative", shape.cooperative},
          {"allow_non_portable", shape.allowNonPortable},
          {"threads", shape.threads},
          {"static_bytes", shape.staticBytes},
          {"dynamic_bytes", shape.dynamicBytes},
          {"registers_per_thread", shape.registersPerThread},
          {"grid_blocks", shape.gridBlocks}};
}

model::Expected<model::LaunchShape> launchShapeFromJson(const JsonIn& json, std::string_view path) {
  model::LaunchShape shape;
  Fields fields(json, path);
  fields.integer("cluster_size", shape.clusterSize);
  fields.boolean("needs_clusters", shape.needsClusters);
  fields.boolean("cooperative", shape.cooperative);
  fields.boolean("allow_non_portable", shape.allowNonPortable);
  fields.integer("threads", shape.threads, Need::required);
  fields.integer("static_bytes", shape.staticBytes);
  fields.integer("dynamic_bytes", shape.dynamicBytes);
  fields.integer("registers_per_thread", shape.registersPerThread);
  fields.integer("grid_blocks", shape.gridBlocks);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return shape;
}

JsonOut toJson(const model::Summary& summary) {
  return {{"n", summary.n},
          {"median", summary.median},
          {"low", summary.median95.low},
          {"high", summary.median95.high},
          {"minimum", summary.minimum},
          {"maximum", summary.maximum},
          {"mad", summary.mad}};
}

}  // namespace dsm::protocol
