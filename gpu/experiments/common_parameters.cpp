// SPDX-License-Identifier: Apache-2.0
// Parameters shared by experiments.
#include "gpu/experiments/common_parameters.h"

namespace dsm::experiments {

using model::Parameter;
using model::ParameterKind;

Parameter clusterParameter(std::int64_t minimum, std::int64_t defaultValue, std::vector<std::string> variants) {
  Parameter parameter;
  parameter.id = "cluster";
  parameter.label = "Cluster size";
  parameter.unit = "blocks";
  parameter.help = "Blocks of a thread block cluster: they run at once on one GPC and reach each other's shared memory.";
  parameter.kind = ParameterKind::integer;
  parameter.defaultValue = defaultValue;
  parameter.minimum = minimum;
  parameter.maximum = 16;
  for (const std::int64_t size : {1, 2, 4, 8, 16}) {
    if (size >= minimum) parameter.choices.push_back({size, "", ""});
  }
  parameter.variants = std::move(variants);
  return parameter;
}

Parameter threadsParameter(std::int64_t defaultValue) {
  Parameter parameter;
  parameter.id = "threads";
  parameter.label = "Threads a block";
  parameter.help = "Threads in each block.";
  parameter.kind = ParameterKind::integer;
  parameter.defaultValue = defaultValue;
  parameter.minimum = 32;
  parameter.maximum = 1024;
  for (const std::int64_t threads : {32, 128, 256, 512, 1024}) parameter.choices.push_back({threads, "", ""});
  return parameter;
}

Parameter loadBytesParameter(std::vector<std::string> variants) {
  Parameter parameter;
  parameter.id = "load_bytes";
  parameter.label = "Access width";
  parameter.unit = "bytes";
  parameter.help = "Bytes that one thread reads with one instruction.";
  parameter.kind = ParameterKind::choice;
  parameter.defaultValue = 4;
  parameter.minimum = 4;
  parameter.maximum = 16;
  parameter.choices = {{4, "", ""}, {16, "", ""}};
  parameter.advanced = true;
  parameter.variants = std::move(variants);
  return parameter;
}

Parameter nonPortableParameter(std::vector<std::string> variants) {
  Parameter parameter;
  parameter.id = "non_portable";
  parameter.label = "Allow clusters above 8";
  parameter.help = "Sets cudaFuncAttributeNonPortableClusterSizeAllowed: 16 runs on some GPUs only.";
  parameter.kind = ParameterKind::toggle;
  parameter.maximum = 1;
  parameter.advanced = true;
  parameter.identity = false;
  parameter.variants = std::move(variants);
  return parameter;
}

}  // namespace dsm::experiments
