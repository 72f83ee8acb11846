// SPDX-License-Identifier: Apache-2.0
#include "gpu/protocol/json_numbers.h"

#include <charconv>
#include <cstdint>
#include <cstring>

namespace dsm::protocol {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

const char* skipSpace(const char* at, const char* end) {
  while (at != end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) ++at;
  return at;
}

const char* skipDigits(const char* at, const char* end) {
  while (at != end && isDigit(*at)) ++at;
  return at;
}

// A number of RFC 8259 (section 6) at `at`: its end and whether it has a fraction or an exponent; null if there is none.
const char* numberEnd(const char* at, const char* end, bool& whole) {
  if (at != end && *at == '-') ++at;
  if (at == end || !isDigit(*at)) return nullptr;
  at = *at == '0' ? at + 1 : skipDigits(at, end);
  whole = true;
  if (at != end && *at == '.') {
    const char* const digits = at + 1;
    at = skipDigits(digits, end);
    if (at == digits) return nullptr;
    whole = false;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    if (at != end && (*at == '+' || *at == '-')) ++at;
    const char* const digits = at;
    at = skipDigits(digits, end);
    if (at == digits) return nullptr;
    whole = false;
  }
  return at;
}

template <class Number>
bool parseWhole(const char* begin, const char* end, Number& value) {
  const auto [stopped, error] = std::from_chars(begin, end, value);
  return error == std::errc{} && stopped == end;
}

bool appendNumber(const char* begin, const char* end, bool whole, JsonIn::array_t& values) {
  if (whole && *begin == '-') {
    if (std::int64_t value = 0; parseWhole(begin, end, value)) {
      values.emplace_back(value);
      return true;
    }
  } else if (whole) {
    if (std::uint64_t value = 0; parseWhole(begin, end, value)) {
      values.emplace_back(value);
      return true;
    }
  }
  double value = 0;
  if (!parseWhole(begin, end, value)) return false;  // too large or too small: the library decides
  values.emplace_back(value);
  return true;
}

}  // namespace

const char* readNumbers(const char* at, const char* end, JsonIn& array, const std::function<bool()>& keepGoing) {
  JsonIn::array_t& values = array.get_ref<JsonIn::array_t&>();
  const auto give = [&]() -> const char* {
    values.clear();
    return nullptr;
  };
  for (;;) {
    at = skipSpace(at, end);
    if (end - at >= 4 && std::memcmp(at, "null", 4) == 0) {
      values.emplace_back(nullptr);
      at += 4;
    } else {
      bool whole = false;
      const char* const stop = numberEnd(at, end, whole);
      if (stop == nullptr || !appendNumber(at, stop, whole, values)) return give();
      at = stop;
    }
    if (!keepGoing()) return give();
    at = skipSpace(at, end);
    if (at == end) return give();
    if (*at == ']') return at;
    if (*at != ',') return give();
    ++at;
  }
}

}  // namespace dsm::protocol
