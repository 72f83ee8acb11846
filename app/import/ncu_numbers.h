// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and units as Nsight Compute prints them: "1,234.5 Mbyte", and "1.234,5" where its machine writes decimal commas
// (it follows the locale). Which of the two a file uses is decided by the whole file, since "117.344" alone says nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dsm::app {

enum class NumberStyle { decimalPoint, decimalComma };

// What one number proves about the style: "1,234,567" and "0.5" a decimal point, "65,77" a decimal comma, "117.344" nothing.
std::optional<NumberStyle> styleShownBy(std::string_view text);

// The number, groups of three digits taken apart; "2,848 (1; 2)" is 2848, instances being left out. Nothing for "n/a" and text.
std::optional<double> numberFrom(std::string_view text, NumberStyle style);

struct BaseUnit {
  std::string unit;   // "byte", "nsecond", "byte/second", or the unit as it was
  double factor = 1;  // what a value is multiplied with
};
// "Mbyte" -> byte x 1e6, "us" -> nsecond x 1e3: Nsight Compute's prefixes are decimal (it prints 32 768 bytes as 32.77 Kbyte).
BaseUnit baseUnitOf(std::string_view unit);

}  // namespace dsm::app
