// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope check FILE`: recomputes every statistic from the raw samples, and says what the runs themselves say.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/session/journal_file.h"
#include "app/session/session_file.h"
#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

struct Findings {
  protocol::SessionCheck check;
  std::size_t failed = 0;  // runs that say so themselves
  std::size_t wrong = 0;   // runs whose result was not the reference's
};

model::Expected<Findings> examine(const QString& path, const model::Catalogue& catalogue) {
  if (isJournalPath(path)) {
    return model::fail("bad_data", path.toStdString() + " is a journal, and statistics are those of a session.",
                       "Make one with: dsmscope import " + path.toStdString() + " --out FILE");
  }
  auto file = FileText::open(path);
  if (!file) return tl::unexpected(file.error());
  protocol::ParseLimits limits;
  limits.maxBytes = kMaxSessionBytes;
  const auto named = [&](model::Error error) {
    error.message = path.toStdString() + ": " + error.message;
    return tl::unexpected(std::move(error));
  };
  const auto check = protocol::checkSession(file->text(), catalogue, limits);
  if (!check) return named(check.error());
  const auto loaded = protocol::parseSession(file->text(), catalogue, limits);
  if (!loaded) return named(loaded.error());
  Findings findings{*check, 0, 0};
  for (const model::RunPtr& run : loaded->session.runs) {
    if (run->status == model::RunStatus::failed) ++findings.failed;
    if (run->validation.done && !run->validation.correct) ++findings.wrong;
  }
  return findings;
}

std::string humanText(const Findings& findings) {
  return std::to_string(findings.check.runs) + " runs, " + std::to_string(findings.check.statistics) +
         " statistics equal those of the raw samples; " + std::to_string(findings.failed) + " runs failed, " +
         std::to_string(findings.wrong) + " results wrong, " + std::to_string(findings.check.notFinite) + " samples without a number, " +
         std::to_string(findings.check.withoutSpec) + " runs of unknown experiments.\n";
}

}  // namespace

int checkCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto findings = examine(line.positional.first(), catalogue);
  if (!findings) {
    printError(findings.error());
    return protocol::kExitBadData;
  }
  const protocol::JsonOut json = {
      {"runs", findings->check.runs}, {"statistics", findings->check.statistics}, {"failed", findings->failed},
      {"wrong", findings->wrong},     {"not_finite", findings->check.notFinite},  {"without_spec", findings->check.withoutSpec}};
  const auto printed = printOut(line.has(QStringLiteral("json")) ? protocol::dumpJson(json, 2) + "\n" : humanText(*findings));
  if (!printed) {
    printError(printed.error());
    return protocol::kExitNotWritten;
  }
  if (findings->wrong == 0) return protocol::kExitDone;
  printNote(std::to_string(findings->wrong) + " results in " + line.positional.first().toStdString() + " were wrong.");
  return protocol::kExitFailed;
}

}  // namespace dsm::app
