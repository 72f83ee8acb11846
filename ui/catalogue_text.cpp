// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalogue_text.h"

#include <algorithm>

#include "ui/theme/numbers.h"

namespace dsm::ui {

QString valueText(const model::Parameter& parameter, std::int64_t value) {
  const auto found = std::ranges::find(parameter.choices, value, &model::Choice::value);
  if (found != parameter.choices.end()) {
    if (!found->label.empty()) return catalogueText(found->label);
    if (!found->word.empty()) return catalogueText(found->word);
  }
  return formatInteger(value);
}

}  // namespace dsm::ui
