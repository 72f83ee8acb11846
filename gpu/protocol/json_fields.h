// SPDX-License-Identifier: Apache-2.0
// Inside gpu/protocol: reads the fields of one JSON object, keeps the first thing that is wrong with its path, and
// knows which keys nobody asked for. Readers of types are lists of calls, with one check at the end.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_model.h"

namespace dsm::protocol {

std::string joinPath(std::string_view path, std::string_view key);
std::string joinPath(std::string_view path, std::size_t index);
// "a number", "text", "an object", ...: what stands there, for messages.
std::string kindOf(const JsonIn& json);

// A number that JSON cannot say is null, and the member KEY_not_finite beside it has the word: "inf", "-inf" or "nan".
inline constexpr std::string_view kNotFiniteSuffix = "_not_finite";
std::optional<double> notFiniteFromWord(std::string_view word);

class Fields {
 public:
  enum class Need { optional, required };

  Fields(const JsonIn& json, std::string_view path, Unread* unread = nullptr);

  bool ok() const { return !m_error; }
  // The field, or nothing if it is absent; a required one that is absent is the error.
  const JsonIn* find(std::string_view key, Need need = Need::optional);
  void fail(std::string_view key, std::string what);
  void fail(model::Error error);
  std::string pathOf(std::string_view key) const { return joinPath(m_path, key); }
  Unread* unread() const { return m_unread; }

  void text(std::string_view key, std::string& out, Need need = Need::optional);
  void boolean(std::string_view key, bool& out, Need need = Need::optional);
  // null reads as NaN, or as what KEY_not_finite says.
  void real(std::string_view key, double& out, Need need = Need::optional);
  void reals(std::string_view key, std::vector<double>& out, Need need = Need::optional);
  void texts(std::string_view key, std::vector<std::string>& out);

  template <class Integer>
  void integer(std::string_view key, Integer& out, Need need = Need::optional) {
    const JsonIn* json = find(key, need);
    if (json == nullptr) return;
    if (const std::optional<Integer> value = asInteger<Integer>(*json)) {
      out = *value;
    } else {
      fail(key, integerComplaint(*json, std::is_unsigned_v<Integer>, sizeof(Integer) * 8));
    }
  }
  template <class Integer>
  void integerOrNull(std::string_view key, std::optional<Integer>& out) {
    const JsonIn* json = find(key);
    if (json == nullptr || json->is_null()) return;
    Integer value{};
    integer(key, value);
    out = value;
  }
  template <class Integer>
  void integers(std::string_view key, std::vector<Integer>& out) {
    const JsonIn* json = array(key);
    if (json == nullptr) return;
    out.reserve(json->size());
    for (std::size_t i = 0; i < json->size(); ++i) {
      const std::optional<Integer> value = asInteger<Integer>((*json)[i]);
      if (!value) return fail(joinPath(key, i), integerComplaint((*json)[i], std::is_unsigned_v<Integer>, sizeof(Integer) * 8));
      out.push_back(*value);
    }
  }
  // A nested object or array with a reader of its own: read(json, path) -> Expected<T>.
  template <class T, class Read>
  void nested(std::string_view key, T& out, Read read, Need need = Need::optional) {
    const JsonIn* json = find(key, need);
    if (json == nullptr) return;
    auto value = read(*json, pathOf(key));
    if (value) {
      out = std::move(*value);
    } else {
      fail(std::move(value.error()));
    }
  }

  // The first error; else the keys that nobody asked for are added to `unread`.
  model::Expected<void> finish();

  template <class Integer>
  static std::optional<Integer> asInteger(const JsonIn& json) {
    if (json.is_number_unsigned()) {
      const std::uint64_t value = json.get<std::uint64_t>();
      if (value > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max())) return std::nullopt;
      return static_cast<Integer>(value);
    }
    if (json.is_number_integer() && std::is_signed_v<Integer>) {
      const std::int64_t value = json.get<std::int64_t>();
      if (value < static_cast<std::int64_t>(std::numeric_limits<Integer>::min())) return std::nullopt;
      return static_cast<Integer>(value);
    }
    return std::nullopt;
  }

 private:
  const JsonIn* array(std::string_view key);
  static std::string integerComplaint(const JsonIn& json, bool isUnsigned, std::size_t bits);

  const JsonIn& m_json;
  std::string m_path;
  Unread* m_unread;
  std::set<std::string, std::less<>> m_asked;
  std::optional<model::Error> m_error;
};

}  // namespace dsm::protocol
