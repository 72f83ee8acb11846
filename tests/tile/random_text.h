// SPDX-License-Identifier: Apache-2.0
// Writes lexemes one behind the other in random but legal spacing, and counts the lines as it goes.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace dsm::test {

class RandomText {
 public:
  RandomText(std::mt19937_64& random, bool odd);
  // Returns the line it stands in.
  int lexeme(std::string_view text);
  // Ends the line (tidy), or perhaps (odd).
  void endStatement();
  void endLine();
  void indent(int depth) { m_indent = depth; }
  std::string take() { return std::move(m_text); }

 private:
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }
  void gap(std::string_view next);
  void lineEnd();

  std::mt19937_64& m_random;
  bool m_odd;
  std::string m_text;
  std::string m_end = "\n";
  int m_line = 1;
  int m_indent = 0;
  bool m_fresh = true;  // nothing stands in this line yet
};

}  // namespace dsm::test
