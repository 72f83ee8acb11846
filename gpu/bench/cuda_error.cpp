// SPDX-License-Identifier: Apache-2.0
// Classes, names and wording of CUDA errors.
#include "gpu/bench/cuda_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "gpu/bench/cuda_check.h"

namespace dsm::bench {
namespace {

// What leaves the context usable and a changed request can cure.
constexpr std::array kRecoverable{cudaErrorInvalidValue,          cudaErrorMemoryAllocation,          cudaErrorInvalidConfiguration,
                                  cudaErrorInvalidDeviceFunction, cudaErrorNoKernelImageForDevice,    cudaErrorLaunchOutOfResources,
                                  cudaErrorNotSupported,          cudaErrorCooperativeLaunchTooLarge, cudaErrorInvalidClusterSize};

// "cudaErrorLaunchFailure" -> "cuda_error_launch_failure" -> "cuda_launch_failure".
std::string snakeCode(std::string_view name) {
  constexpr std::string_view kPrefix = "cudaError";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  std::string code = "cuda";
  for (const char letter : name) {
    if (std::isupper(static_cast<unsigned char>(letter)) != 0) code += '_';
    code += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return code;
}

std::string fromRepositoryRoot(std::string_view file) {
  const std::size_t root = file.rfind("/gpu/");
  return std::string(root == std::string_view::npos ? file : file.substr(root + 1));
}

const char* hintFor(int code, bool sticky) {
  if (code == cudaErrorMemoryAllocation) return "Take fewer keys or bins, or free memory of the GPU.";
  if (code == cudaErrorNoKernelImageForDevice) return "Build with DSMSCOPE_CUDA_ARCHS=all to include this GPU.";
  if (sticky) return "The measuring process has to start again; results made so far are kept.";
  return "Change the configuration and run again.";
}

}  // namespace

bool isSticky(int cudaErrorCode) { return std::ranges::find(kRecoverable, cudaErrorCode) == kRecoverable.end(); }

CudaError::CudaError(int code, std::string call, std::string place)
    : std::runtime_error(call + " failed at " + place + " with error " + std::to_string(code) + " (" +
                         cudaGetErrorString(static_cast<cudaError_t>(code)) + ")"),
      m_code(code),
      m_name(cudaGetErrorName(static_cast<cudaError_t>(code))),
      m_call(std::move(call)),
      m_place(std::move(place)),
      m_sticky(isSticky(code)) {}

model::Error CudaError::toError() const {
  return model::Error{snakeCode(m_name),
                      "CUDA error " + std::to_string(m_code) + ", " + cudaGetErrorString(static_cast<cudaError_t>(m_code)) + ", from " +
                          m_call + " at " + m_place + ".",
                      hintFor(m_code, m_sticky)};
}

void checkCuda(cudaError_t result, const char* call, const char* file, int line) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // its value is `result`; reading clears it
  throw CudaError(result, call, fromRepositoryRoot(file) + ":" + std::to_string(line));
}

}  // namespace dsm::bench
