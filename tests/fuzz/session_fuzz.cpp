// SPDX-License-Identifier: Apache-2.0
// Any bytes as a session: refused with an error, or read; and what was read, written and read again is the same, and from then
// on the same bytes. The check of statistics gets the bytes as well.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/session_file.h"

namespace {

using namespace dsm;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "session_fuzz: %s\n", what);
  std::abort();
}

// Members keep their order within an object; canonical writing moves them behind the known ones, and so past those of other objects.
model::UnknownFields byObject(model::UnknownFields fields) {
  const auto object = [](const model::UnknownField& field) { return field.path.substr(0, field.path.rfind('/')); };
  std::ranges::stable_sort(fields, {}, object);
  return fields;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const model::Catalogue& catalogue = experiments::catalogue();
  const auto loaded = protocol::parseSession(text, catalogue);
  if (!loaded) {
    require(!loaded.error().code.empty() && !loaded.error().message.empty(), "an error without words");
    require(!protocol::checkSession(text, catalogue), "what cannot be read was checked");
    return 0;
  }
  (void)protocol::checkSession(text, catalogue);
  const std::string written = protocol::writeSession(loaded->session, catalogue);
  const auto again = protocol::parseSession(written, catalogue);
  require(again.has_value(), "what was written cannot be read");
  require(again->remarks.empty(), "what was written is not all kept");
  require(again->session.runs.size() == loaded->session.runs.size(), "runs were lost");
  require(byObject(again->session.unknown) == byObject(loaded->session.unknown), "unknown members changed");
  require(again->session.unknownOfDevices == loaded->session.unknownOfDevices, "unknown members of devices changed");
  for (std::size_t i = 0; i < loaded->session.runs.size(); ++i) {
    require(byObject(again->session.runs[i]->unknown) == byObject(loaded->session.runs[i]->unknown), "unknown members of a run changed");
    require(again->session.runs[i]->values == loaded->session.runs[i]->values, "values changed");
  }
  require(protocol::writeSession(again->session, catalogue) == written, "written twice, it differs");
  return 0;
}
