// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated text as rows of fields, each with the place where it stands (RFC 4180: quotes, doubled quotes, line feeds
// inside quotes). Lines that begin with "==" outside a field are a profiler's remarks and are skipped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"

namespace dsm::app {

struct CsvField {
  std::string text;
  std::size_t byte = 0;  // where it begins, its quote included
};
using CsvRow = std::vector<CsvField>;

// One row after the other; blank lines and remarks are passed over.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text, std::size_t from = 0) : m_text(text), m_at(from) {}

  // The next row; empty at the end of the text. Error bad_csv: a quote that is never closed, or text after a closing one; its
  // message is what is wrong, and errorByte() where.
  model::Expected<CsvRow> next();
  std::size_t errorByte() const { return m_errorByte; }

 private:
  void skipRemarks();
  model::Expected<CsvField> field();
  bool atLineEnd() const { return m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == '\r'; }

  std::string_view m_text;
  std::size_t m_at;
  std::size_t m_errorByte = 0;
};

}  // namespace dsm::app
