// SPDX-License-Identifier: Apache-2.0
// The one error type that crosses module boundaries, and the result-or-error alias built on it.
// A message says what failed, on what; a hint says what to do next. Only windows turn it into a dialog.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace dsm::model {

struct Error {
  std::string code;     // stable, snake_case: "bad_value", "too_many_bins", "cuda_launch_failure", ...
  std::string message;  // one sentence: what failed, on what
  std::string hint;     // one sentence: what to do; may be empty

  bool operator==(const Error&) const = default;
};

template <class T>
using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string code, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{std::move(code), std::move(message), std::move(hint)});
}

}  // namespace dsm::model
