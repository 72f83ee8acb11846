// SPDX-License-Identifier: Apache-2.0
#include "tests/tile/random_text.h"

#include <array>

namespace dsm::test {
namespace {

// Bytes above ASCII are letters of a name here.
bool isWord(char value) {
  const auto byte = static_cast<unsigned char>(value);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

}  // namespace

RandomText::RandomText(std::mt19937_64& random, bool odd) : m_random(random), m_odd(odd) {
  if (!m_odd) return;
  if (below(8) == 0) m_text = "\xEF\xBB\xBF";
  m_end = std::array<std::string, 3>{"\n", "\r\n", "\r"}[below(3)];
}

void RandomText::lineEnd() {
  static const std::array<std::string, 3> kEnds{"\n", "\r\n", "\r"};
  std::string end = m_odd && below(10) == 0 ? kEnds[below(3)] : m_end;
  if (!m_text.empty() && m_text.back() == '\r' && end == "\n") end = "\r";  // a CR before an LF would be one line end
  m_text += end;
  ++m_line;
  m_fresh = true;
}

void RandomText::endLine() {
  if (m_odd && below(6) == 0) m_text += below(2) == 0 ? " // note, ends = [here]" : "\t//größer @dynshared {";
  lineEnd();
  if (m_odd && below(10) == 0) lineEnd();
  if (m_odd && below(10) == 0) {
    m_text += "  // a line of its own";
    lineEnd();
  }
}

void RandomText::endStatement() {
  if (m_odd && below(8) == 0) {
    m_text += ' ';  // the next one stands in the same line
  } else {
    endLine();
  }
}

void RandomText::gap(std::string_view next) {
  if (m_fresh) {
    if (!m_odd) m_text += std::string(static_cast<std::size_t>(m_indent) * 2, ' ');
    if (m_odd) m_text += std::string(below(4), below(3) == 0 ? '\t' : ' ');
    return;
  }
  const char last = m_text.empty() ? ' ' : m_text.back();
  const bool glue = (isWord(last) && isWord(next.front())) || last == '@' || next.front() == '@';
  if (!m_odd) {
    if (glue || next == "=" || last == '=' || next == ":+" || last == '+' || last == ',' || next == "{") m_text += ' ';
    return;
  }
  if (glue) m_text += ' ';
  m_text += std::string(below(6) == 0 ? below(3) : 0, below(2) == 0 ? ' ' : '\t');
  if (below(60) == 0 && next.front() != '@') endLine();
}

int RandomText::lexeme(std::string_view text) {
  gap(text);
  m_text += text;
  m_fresh = false;
  return m_line;
}

}  // namespace dsm::test
