// SPDX-License-Identifier: GPL-3.0-or-later
// What other tools measured, as sessions: CSV of Nsight Compute and JSON of nvbench. Their experiments are none of the
// catalogue's ("ncu: vectorAdd", "nvbench: copy"), so that they show raw columns and never pass for ours; every run
// is recorded, and its notes name file, tool and version. What a file does not say is not made up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/session.h"

namespace dsm::app {

struct ImportedSession {
  model::Session session;
  std::string tool;                  // "Nsight Compute", "nvbench"
  std::vector<std::string> remarks;  // what could not be kept, one sentence each
};

// `source` is the file's name as notes and title say it. Error bad_import: "FILE, line 3, column 17: what is wrong", and what to do.
model::Expected<ImportedSession> importNcuCsv(std::string_view text, const std::string& source);
model::Expected<ImportedSession> importNvbenchJson(std::string_view text, const std::string& source);

// Reads the file and finds out which of the two it is. Errors: not_read, bad_import. Any thread.
model::Expected<ImportedSession> importFile(const QString& path);

}  // namespace dsm::app
