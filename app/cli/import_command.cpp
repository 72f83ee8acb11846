// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope import FILE --out X.dsmscope`: what Nsight Compute or nvbench measured, or what an interrupted run left, as a session file.
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/session_source.h"
#include "app/import/imported_session.h"
#include "app/session/journal_file.h"
#include "app/session/session_file.h"
#include "gpu/protocol/exit_code.h"

namespace dsm::app {

namespace {

// A journal is what an interrupted measurement left.
model::Expected<ImportedSession> importNow(const QString& path, const model::Catalogue& catalogue) {
  if (!isJournalPath(path)) return importFile(path);
  auto session = journalNamed(path, catalogue);
  if (!session) return tl::unexpected(session.error());
  return ImportedSession{std::move(*session), "DSMScope", {}};
}

}  // namespace

int importCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const QString out = line.value(QStringLiteral("out"));
  if (out.isEmpty()) {
    printError({"usage", "--out FILE is missing.", "Name the session file to write."});
    return protocol::kExitUsage;
  }
  const auto imported = importNow(line.positional.first(), catalogue);
  if (!imported) {
    printError(imported.error());
    return protocol::kExitBadData;
  }
  if (const auto written = writeSessionFile(out, imported->session, catalogue); !written) {
    printError(written.error());
    return protocol::kExitNotWritten;
  }
  for (const std::string& remark : imported->remarks) printNote(remark);
  const auto printed = printOut(std::to_string(imported->session.runs.size()) + " runs of " + imported->tool + " from " +
                                line.positional.first().toStdString() + ".\n");
  if (printed) return protocol::kExitDone;
  printError(printed.error());
  return protocol::kExitNotWritten;
}

}  // namespace dsm::app
