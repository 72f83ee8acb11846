// SPDX-License-Identifier: Apache-2.0
// The words of the tile language, and the one that a misspelt word was meant to be.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpu/model/tile/program.h"

namespace dsm::model::tile {

std::span<const std::string_view> typeNames();
std::optional<ElementType> typeOf(std::string_view name);
bool isInteger(ElementType type);

// kernel, var, for, in: what begins or joins a statement.
bool isKeyword(std::string_view name);
// May not name a thing: keywords, tensor, tile and the element types.
bool isReserved(std::string_view name);

// "dynshared", "persistent", "pipeline", "align", without the "@".
std::span<const std::string_view> attributeNames();

// A function of an expression.
struct Function {
  std::string_view name;
  int arguments = 1;
  enum class Shape { elementwise, product, transposed } shape = Shape::elementwise;
};
std::span<const std::string_view> functionNames();
const Function* functionOf(std::string_view name);

// The candidate that differs by the fewest changes (one letter other, more, less, or two swapped); the first of several.
// Nothing where a third of the word or more would have to change, or a word is longer than 40 code points.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);
// As nearest() of typeNames(), and the words of other languages: float, half, int, ...
std::optional<std::string_view> nearestType(std::string_view word);

}  // namespace dsm::model::tile
