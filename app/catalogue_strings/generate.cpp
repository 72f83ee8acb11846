// SPDX-License-Identifier: GPL-3.0-or-later
// Build-time program: prints every string of the catalogue that a person sees as a marked literal, so that lupdate finds it in
// the context "catalogue", where ui/catalogue_text.h looks it up.
#include <cstdio>
#include <set>
#include <string>

#include "gpu/experiments/catalogue.h"

namespace {

std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') literal += '\\';
    literal += letter;
  }
  return literal + "\"";
}

void collect(const dsm::model::ExperimentInfo& info, std::set<std::string>& texts) {
  for (const std::string& text : {info.label, info.summary, info.chartTitle}) texts.insert(text);
  for (const auto& parameter : info.parameters) {
    for (const std::string& text : {parameter.label, parameter.unit, parameter.help}) texts.insert(text);
    for (const auto& choice : parameter.choices) texts.insert(choice.label);
  }
  for (const auto& variant : info.variants) texts.insert(variant.summary);
  for (const auto& quantity : info.quantities) texts.insert(quantity.label);
  for (const auto& mark : info.marks) {
    texts.insert(mark.label);
    texts.insert(mark.source);
  }
}

}  // namespace

int main() {
  std::set<std::string> texts;
  for (const auto* spec : dsm::experiments::catalogue()) collect(spec->info(), texts);
  texts.erase(std::string());
  std::puts("// SPDX-License-Identifier: GPL-3.0-or-later\n// Generated from the catalogue of experiments: source strings for lupdate.");
  std::puts("static constexpr const char* kCatalogueStrings[] = {");
  for (const std::string& text : texts) std::printf("    QT_TRANSLATE_NOOP(\"catalogue\", %s),\n", quoted(text).c_str());
  std::puts("};");
  return std::fflush(stdout) == 0 ? 0 : 1;
}
