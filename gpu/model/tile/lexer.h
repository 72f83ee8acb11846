// SPDX-License-Identifier: Apache-2.0
// The text in pieces: names, numbers, symbols, attributes, comments. Never fails: what is none of them is a piece of kind
// `wrong` with its reason, so that the parser can refuse it and a highlighter can mark it.
#pragma once

#include <string>
#include <string_view>

#include "gpu/model/tile/program.h"

namespace dsm::model::tile {

enum class LexemeKind {
  end,        // of the text; an empty span
  name,       // reserved words too
  number,     // 16, 0.5, 1e-3
  symbol,     // ( ) [ ] { } < > , : = + - * / @ :+ ..
  attribute,  // "@" with a letter directly behind it
  comment,    // from // up to the line end
  wrong,
};

enum class LexemeFault { none, notUtf8, control, character, numberTail, blockComment };

struct Lexeme {
  LexemeKind kind = LexemeKind::end;
  LexemeFault fault = LexemeFault::none;
  Span span;
  int line = 1;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text);
  Lexeme next();
  int line() const { return m_line; }

 private:
  void skipBlanks();
  Lexeme number(Lexeme lexeme);
  Lexeme comment(Lexeme lexeme);
  Lexeme symbol(Lexeme lexeme);
  std::size_t nameEnd(std::size_t at) const;
  char charAt(std::size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_line = 1;
};

// Why a wrong lexeme is wrong, as the message of an error, and what to write instead (or nothing).
struct LexemeComplaint {
  std::string message;
  std::string hint;
};
LexemeComplaint complaintOf(std::string_view text, const Lexeme& lexeme);

}  // namespace dsm::model::tile
