// SPDX-License-Identifier: GPL-3.0-or-later
// Which tool wrote a file, told by its text: JSON begins with a brace.
#include <QFileInfo>

#include "app/import/imported_session.h"
#include "app/session/session_file.h"
#include "gpu/protocol/json_text.h"

namespace dsm::app {

model::Expected<ImportedSession> importFile(const QString& path) {
  const auto file = FileText::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string text = protocol::replaceInvalidUtf8(file->text());
  std::string_view body = text;
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  const std::size_t begin = body.find_first_not_of(" \t\r\n");
  const std::string source = QFileInfo(path).fileName().toStdString();
  if (begin != std::string_view::npos && (body[begin] == '{' || body[begin] == '[')) return importNvbenchJson(body, source);
  return importNcuCsv(body, source);
}

}  // namespace dsm::app
