// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope compare BASE NEW`: every configuration that both sessions hold, and an exit code that can guard a build.
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/compare_text.h"
#include "app/cli/console.h"
#include "app/cli/picture_options.h"
#include "app/cli/session_source.h"
#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

// An experiment that only a file knows (an imported one) may be named as well.
model::Expected<std::string> experimentFrom(const CommandLine& line, const model::Session& base, const model::Session& next,
                                            const model::Catalogue& catalogue) {
  const QString wanted = line.value(QStringLiteral("experiment"));
  for (const model::Session* session : {&base, &next}) {
    for (const model::RunPtr& run : session->runs) {
      if (run->experiment == wanted.toStdString()) return run->experiment;
    }
  }
  if (wanted.isEmpty()) return std::string();
  const auto spec = experimentNamed(wanted, catalogue);
  if (!spec) return tl::unexpected(spec.error());
  return (*spec)->info().id;
}

model::Expected<model::SessionComparison> compareNow(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto threshold = comparisonThreshold(line);
  if (!threshold) return tl::unexpected(threshold.error());
  const auto base = sessionNamed(line.positional.at(0), catalogue);
  if (!base) return tl::unexpected(base.error());
  const auto next = sessionNamed(line.positional.at(1), catalogue);
  if (!next) return tl::unexpected(next.error());
  const auto experiment = experimentFrom(line, *base, *next, catalogue);
  if (!experiment) return tl::unexpected(experiment.error());
  model::SessionComparison comparison = model::compareSessions(*base, *next, catalogue, *experiment, *threshold);
  if (comparison.pairs.empty()) {
    return model::fail("nothing_matches",
                       line.positional.at(0).toStdString() + " and " + line.positional.at(1).toStdString() +
                           " hold no run of the same experiment, variant and configuration.",
                       "Measure the same configurations for both.");
  }
  return comparison;
}

}  // namespace

int compareCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto comparison = compareNow(line, catalogue);
  if (!comparison) {
    printError(comparison.error());
    return exitCodeOf(comparison.error());
  }
  const int code = comparisonExitCode(*comparison);
  const std::string base = line.positional.at(0).toStdString();
  const std::string next = line.positional.at(1).toStdString();
  const auto printed = printOut(line.has(QStringLiteral("json"))
                                    ? protocol::dumpJson(comparisonJson(*comparison, base, next, code), 2) + "\n"
                                    : comparisonText(*comparison));
  if (!printed) {
    printError(printed.error());
    return protocol::kExitNotWritten;
  }
  return code;
}

}  // namespace dsm::app
