// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/tile/lexer.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "gpu/model/tile/source_text.h"
#include "gpu/model/tile/vocabulary.h"

namespace dsm::model::tile {
namespace {

constexpr std::string_view kSymbols = "()[]{}<>,:=+-*/@";
constexpr bool isDigit(char value) { return value >= '0' && value <= '9'; }

// Neither space nor anything that a line may hold, in a comment either: NUL and the other controls, but the tab.
bool isControl(char32_t value) { return (value < 0x20 && value != '\t' && value != '\n' && value != '\r') || value == 0x7F; }

std::string hexOf(const char* format, unsigned value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

struct LookAlike {
  char32_t value;
  std::string_view meant;
};
// What word processors put in the place of the language's own characters.
constexpr std::array kLookAlikes{LookAlike{0x2212, "-"}, LookAlike{0x2013, "-"}, LookAlike{0x2014, "-"}, LookAlike{0xD7, "*"},
                                 LookAlike{0xA0, " "},   LookAlike{0x3000, " "}, LookAlike{0x2009, " "}, LookAlike{0x202F, " "},
                                 LookAlike{'#', "//"},   LookAlike{0xFEFF, ""}};

}  // namespace

Lexer::Lexer(std::string_view text) : m_text(text), m_at(startOf(text)) {}

void Lexer::skipBlanks() {
  while (m_at < m_text.size()) {
    if (const std::size_t end = lineEndAt(m_text, m_at); end > 0) {
      m_at += end;
      ++m_line;
    } else if (m_text[m_at] == ' ' || m_text[m_at] == '\t') {
      ++m_at;
    } else {
      return;
    }
  }
}

std::size_t Lexer::nameEnd(std::size_t at) const {
  while (at < m_text.size()) {
    const auto byte = static_cast<unsigned char>(m_text[at]);
    const CodePoint point = byte < 0x80 ? CodePoint{byte, 1, true} : codePointAt(m_text, at);
    if (!point.valid || !continuesName(point.value)) break;
    at += point.bytes;
  }
  return at;
}

Lexeme Lexer::next() {
  skipBlanks();
  Lexeme lexeme;
  lexeme.span = {m_at, m_at};
  lexeme.line = m_line;
  if (m_at >= m_text.size()) return lexeme;
  const char here = m_text[m_at];
  if (here == '/' && charAt(m_at + 1) == '/') return comment(lexeme);
  if (isDigit(here)) return number(lexeme);
  const CodePoint point = codePointAt(m_text, m_at);
  if (point.valid && startsName(point.value)) {
    lexeme.kind = LexemeKind::name;
    lexeme.span.end = m_at = nameEnd(m_at);
    return lexeme;
  }
  if (kSymbols.find(here) != std::string_view::npos || (here == '.' && charAt(m_at + 1) == '.')) return symbol(lexeme);
  lexeme.kind = LexemeKind::wrong;
  lexeme.fault = !point.valid ? LexemeFault::notUtf8 : isControl(point.value) ? LexemeFault::control : LexemeFault::character;
  lexeme.span.end = m_at += point.bytes;
  return lexeme;
}

Lexeme Lexer::number(Lexeme lexeme) {
  const auto digits = [this] {
    while (isDigit(charAt(m_at))) ++m_at;
  };
  lexeme.kind = LexemeKind::number;
  digits();
  if (charAt(m_at) == '.' && isDigit(charAt(m_at + 1))) {
    ++m_at;
    digits();
  }
  if (charAt(m_at) == 'e' || charAt(m_at) == 'E') {
    const std::size_t sign = charAt(m_at + 1) == '+' || charAt(m_at + 1) == '-' ? 1 : 0;
    if (isDigit(charAt(m_at + 1 + sign))) {
      m_at += 1 + sign;
      digits();
    }
  }
  if (const std::size_t tail = nameEnd(m_at); tail > m_at) {
    lexeme.kind = LexemeKind::wrong;
    lexeme.fault = LexemeFault::numberTail;
    m_at = tail;
  }
  lexeme.span.end = m_at;
  return lexeme;
}

Lexeme Lexer::comment(Lexeme lexeme) {
  lexeme.kind = LexemeKind::comment;
  while (m_at < m_text.size() && lineEndAt(m_text, m_at) == 0) {
    const CodePoint point = codePointAt(m_text, m_at);
    if (!point.valid || isControl(point.value)) break;  // the next piece, and refused as such
    m_at += point.bytes;
  }
  lexeme.span.end = m_at;
  return lexeme;
}

Lexeme Lexer::symbol(Lexeme lexeme) {
  const char here = m_text[m_at];
  const char behind = charAt(m_at + 1);
  lexeme.kind = LexemeKind::symbol;
  if (here == '/' && behind == '*') {
    lexeme.kind = LexemeKind::wrong;
    lexeme.fault = LexemeFault::blockComment;
    m_at += 2;
  } else if (here == '@' && m_at + 1 < m_text.size()) {
    const CodePoint point = codePointAt(m_text, m_at + 1);
    if (point.valid && startsName(point.value)) lexeme.kind = LexemeKind::attribute;
    m_at = lexeme.kind == LexemeKind::attribute ? nameEnd(m_at + 1) : m_at + 1;
  } else {
    m_at += (here == ':' && behind == '+') || here == '.' ? 2 : 1;
  }
  lexeme.span.end = m_at;
  return lexeme;
}

LexemeComplaint complaintOf(std::string_view text, const Lexeme& lexeme) {
  const std::string_view word = text.substr(lexeme.span.begin, lexeme.span.end - lexeme.span.begin);
  const CodePoint point = codePointAt(text, lexeme.span.begin);
  switch (lexeme.fault) {
    case LexemeFault::notUtf8:
      return {"the byte 0x" + hexOf("%02X", static_cast<unsigned char>(word.front())) + " is not UTF-8; save the text as UTF-8.", {}};
    case LexemeFault::control:
      return {"a control character (" + hexOf("U+%04X", static_cast<unsigned>(point.value)) + ") does not belong in a text.", {}};
    case LexemeFault::numberTail: return {quoted(word) + " is neither a number nor a name: a name does not begin with a digit.", {}};
    case LexemeFault::blockComment: return {"a comment runs from “//” to the end of its line; “/*” means nothing.", "//"};
    case LexemeFault::none:
    case LexemeFault::character: break;
  }
  std::string message = quoted(word);
  if (point.value >= 0x80) message += " (" + hexOf("U+%04X", static_cast<unsigned>(point.value)) + ")";
  if (point.value == ';') return {message + " is not needed: statements are told apart without it.", {}};
  const auto meant = std::ranges::find(kLookAlikes, point.value, &LookAlike::value);
  if (meant == kLookAlikes.end()) return {message + " means nothing here.", {}};
  if (meant->meant == " ") return {message + " is a space that the language does not know; an ordinary one is meant.", " "};
  if (meant->meant.empty()) return {message + " is a byte-order mark, and may only begin a text.", {}};
  if (point.value == '#') return {message + " means nothing; a comment begins with “//”.", "//"};
  return {message + " means nothing; “" + std::string(meant->meant) + "” is near.", std::string(meant->meant)};
}

std::vector<Token> tokens(std::string_view text) {
  std::vector<Token> result;
  Lexer lexer(text);
  for (Lexeme lexeme = lexer.next(); lexeme.kind != LexemeKind::end; lexeme = lexer.next()) {
    const std::string_view word = text.substr(lexeme.span.begin, lexeme.span.end - lexeme.span.begin);
    TokenKind kind = TokenKind::wrong;
    switch (lexeme.kind) {
      case LexemeKind::name: kind = isKeyword(word) ? TokenKind::keyword : isReserved(word) ? TokenKind::type : TokenKind::name; break;
      case LexemeKind::number: kind = TokenKind::number; break;
      case LexemeKind::symbol: kind = TokenKind::symbol; break;
      case LexemeKind::attribute: kind = TokenKind::attribute; break;
      case LexemeKind::comment: kind = TokenKind::comment; break;
      case LexemeKind::wrong:
      case LexemeKind::end: break;
    }
    result.push_back({kind, lexeme.span});
  }
  return result;
}

}  // namespace dsm::model::tile
