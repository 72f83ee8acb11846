// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/csv_text.h"

#include <algorithm>

namespace dsm::app {

void CsvReader::skipRemarks() {
  while (m_at < m_text.size()) {
    const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
    const std::string_view line = m_text.substr(m_at, end - m_at);
    const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (!blank && !line.starts_with("==")) return;
    m_at = std::min(end + 1, m_text.size());
  }
}

model::Expected<CsvField> CsvReader::field() {
  CsvField field;
  field.byte = m_at;
  if (m_at >= m_text.size() || m_text[m_at] != '"') {
    const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
    field.text = m_text.substr(m_at, end - m_at);
    m_at = end;
    return field;
  }
  for (++m_at;; ++m_at) {
    if (m_at >= m_text.size()) {
      m_errorByte = field.byte;
      return model::fail("bad_csv", "a quote that is never closed");
    }
    if (m_text[m_at] != '"') {
      field.text += m_text[m_at];
    } else if (m_at + 1 < m_text.size() && m_text[m_at + 1] == '"') {
      field.text += '"';
      ++m_at;
    } else {
      ++m_at;
      break;
    }
  }
  if (!atLineEnd() && m_text[m_at] != ',') {
    m_errorByte = m_at;
    return model::fail("bad_csv", "text after a closing quote, a comma or the end of the line expected");
  }
  return field;
}

model::Expected<CsvRow> CsvReader::next() {
  skipRemarks();
  CsvRow row;
  if (m_at >= m_text.size()) return row;
  for (;;) {
    auto read = field();
    if (!read) return tl::unexpected(read.error());
    row.push_back(std::move(*read));
    if (atLineEnd()) break;
    ++m_at;  // the comma
  }
  if (m_at < m_text.size() && m_text[m_at] == '\r') ++m_at;
  if (m_at < m_text.size() && m_text[m_at] == '\n') ++m_at;
  return row;
}

}  // namespace dsm::app
