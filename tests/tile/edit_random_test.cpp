// SPDX-License-Identifier: Apache-2.0
// Edits of random programs in odd spacing: what was meant is parsed again, and nothing else of the text has changed. That a
// moved declaration computes the same is seen by running both texts on symbols: a value is the text that it was made from.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

#include "gpu/model/tile/edit.h"
#include "tests/tile/random_program.h"

namespace dsm::test {
namespace {

using model::tile::Program;
using model::tile::TextEdit;
using model::tile::Tile;
using model::tile::Token;
using model::tile::TokenKind;
using Words = std::vector<std::string>;

constexpr std::uint64_t kPrograms = 1200;

Words wordsOf(const std::string& text, bool comments) {
  Words words;
  for (const Token& token : model::tile::tokens(text)) {
    if (token.kind == TokenKind::comment && !comments) continue;
    words.push_back(text.substr(token.span.begin, token.span.end - token.span.begin));
  }
  return words;
}

// What stands between the words: spacing and line ends.
Words gapsOf(const std::string& text) {
  Words gaps;
  std::size_t end = 0;
  for (const Token& token : model::tile::tokens(text)) {
    gaps.push_back(text.substr(end, token.span.begin - end));
    end = token.span.end;
  }
  gaps.push_back(text.substr(end));
  return gaps;
}

void expectSameTiles(const std::vector<Tile>& before, const std::vector<Tile>& after, std::size_t except) {
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t index = 0; index < before.size(); ++index) {
    if (index == except) continue;
    ASSERT_EQ(before[index].name, after[index].name);
    ASSERT_EQ(before[index].rows, after[index].rows);
    ASSERT_EQ(before[index].columns, after[index].columns);
    ASSERT_EQ(before[index].lastPhase, after[index].lastPhase);
  }
}

// Runs a text: a tile's or tensor's value is a hash of what it was made from. Statements end where the next one begins.
class SymbolicRun {
 public:
  explicit SymbolicRun(const std::string& text) : m_words(wordsOf(text, false)) {}
  std::map<std::string, std::size_t> tensors() {
    block(0, m_words.size());
    std::map<std::string, std::size_t> result;
    for (const auto& [name, value] : m_values) {
      if (name.find('/') != std::string::npos) result[name] = value;
    }
    return result;
  }

 private:
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open;; ++at) {
      depth += m_words[at] == "{" ? 1 : m_words[at] == "}" ? -1 : 0;
      if (depth == 0) return at;
    }
  }
  std::size_t find(std::size_t at, std::string_view word) const {
    return static_cast<std::size_t>(std::find(m_words.begin() + static_cast<std::ptrdiff_t>(at), m_words.end(), word) - m_words.begin());
  }
  // A statement begins with var, for, an attribute, a brace, or a name before "=" or "[...] =".
  bool begins(std::size_t at) const {
    const std::string& word = m_words[at];
    if (word == "var" || word == "for" || word == "}" || word.front() == '@') return true;
    if (at + 1 >= m_words.size() || m_words[at - 1] == "=") return false;
    if (m_words[at + 1] == "=") return true;
    return m_words[at + 1] == "[" && find(at, "]") + 1 < m_words.size() && m_words[find(at, "]") + 1] == "=" && m_words[at - 1] != ">";
  }
  std::string key(std::size_t at) const {  // tensors are told apart by kernel
    return m_words[at] == "X" || m_words[at] == "Y" ? m_kernel + "/" + m_words[at] : m_words[at];
  }
  void block(std::size_t at, std::size_t end) {
    while (at < end) {
      if (m_words[at] == "kernel") {
        m_kernel = m_words[at + 1];
        const std::size_t open = find(at, "{");
        block(open + 1, closing(open));
        at = closing(open) + 1;
      } else if (m_words[at] == "for") {
        const std::size_t open = find(at, "{");
        for (int round = 0; round < 2; ++round) block(open + 1, closing(open));
        at = closing(open) + 1;
      } else if (m_words[at].front() == '@') {
        at += m_words[at] == "@align" ? 4 : 1;
      } else {
        at = statement(at, end);
      }
    }
  }
  std::size_t statement(std::size_t at, std::size_t end) {
    const bool declares = m_words[at] == "var";
    const std::string name = key(declares ? at + 1 : at);
    const std::size_t equals = find(at, "=");
    std::size_t stop = equals + 1;
    std::string made;
    // A store to a tensor leaves the rest of it as it was.
    for (std::size_t each = at; each < equals; ++each) made += m_words[each] + " ";
    if (!declares) made += std::to_string(m_values[name]);
    for (; stop < end && !(stop > equals + 1 && begins(stop)); ++stop) {
      const auto known = m_values.find(key(stop));
      made += " " + (known == m_values.end() ? m_words[stop] : std::to_string(known->second));
    }
    m_values[name] = std::hash<std::string>{}(made);
    return stop;
  }

  Words m_words;
  std::string m_kernel;
  std::map<std::string, std::size_t> m_values;
};

class RandomEdits : public testing::Test {
 protected:
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }
  // A program with a tile in the kernel chosen.
  bool choose(std::uint64_t seed) {
    text = randomProgram(seed, Spacing::odd).text;
    auto parsed = model::tile::parse(text);
    if (!parsed) return false;
    program = std::move(*parsed);
    kernel = below(program.kernels.size());
    return !program.kernels[kernel].tiles.empty();
  }
  const std::vector<Tile>& tiles() const { return program.kernels[kernel].tiles; }
  Program reparsed(const TextEdit& edit) {
    for (std::size_t index = 1; index < edit.size(); ++index) EXPECT_LE(edit[index - 1].span.end, edit[index].span.begin);
    edited = model::tile::apply(text, edit);
    const auto parsed = model::tile::parse(edited);
    EXPECT_TRUE(parsed) << parsed.error().inFull("edited") << "\n" << text << "\n=====\n" << edited;
    return parsed ? *parsed : Program{};
  }

  std::mt19937_64 m_random{4242};
  std::string text;
  std::string edited;
  Program program;
  std::size_t kernel = 0;
};

TEST_F(RandomEdits, ResizeChangesNumbersAlone) {
  int done = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    if (!choose(seed)) continue;
    const std::size_t tile = below(tiles().size());
    const Tile before = tiles()[tile];
    const std::uint64_t rows = below(3) == 0 ? before.rows : 1 + below(5000);
    const std::uint64_t columns = 1 + below(70);
    const auto edit = model::tile::resize(text, program, kernel, tile, rows, columns);
    if (!edit) {
      ASSERT_EQ(edit.error().code, "not_possible");
      ++refused;
      continue;
    }
    ++done;
    const Program after = reparsed(*edit);
    ASSERT_EQ(after.kernels[kernel].tiles[tile].rows, rows);
    ASSERT_EQ(after.kernels[kernel].tiles[tile].columns, columns);
    expectSameTiles(tiles(), after.kernels[kernel].tiles, tile);
    ASSERT_EQ(gapsOf(edited), gapsOf(text));
    const Words wordsBefore = wordsOf(text, true);
    const Words wordsAfter = wordsOf(edited, true);
    for (std::size_t index = 0; index < wordsBefore.size(); ++index) {
      if (wordsBefore[index] == wordsAfter[index]) continue;
      const bool height = wordsBefore[index] == std::to_string(before.rows) && wordsAfter[index] == std::to_string(rows);
      const bool width = wordsBefore[index] == std::to_string(before.columns) && wordsAfter[index] == std::to_string(columns);
      ASSERT_TRUE(height || width) << wordsBefore[index] << " became " << wordsAfter[index];
    }
  }
  EXPECT_GT(done, static_cast<int>(kPrograms / 5));
  EXPECT_GT(refused, static_cast<int>(kPrograms / 50));
}

TEST_F(RandomEdits, MoveChangesTheOrderAndNoResult) {
  int done = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    if (!choose(seed)) continue;
    const std::size_t tile = below(tiles().size());
    const std::size_t before = below(tiles().size() + 1);
    const auto edit = model::tile::moveDeclaration(text, program, kernel, tile, before);
    if (!edit) {
      ASSERT_EQ(edit.error().code, "not_possible");
      ++refused;
      continue;
    }
    if (edit->empty()) {
      ASSERT_TRUE(before == tile || before == tile + 1 || before == tiles().size());
      continue;
    }
    ++done;
    const Program after = reparsed(*edit);
    Words order;
    for (const Tile& each : tiles()) order.push_back(each.name);
    Words seen;
    for (const Tile& each : after.kernels[kernel].tiles) seen.push_back(each.name);
    if (before < tiles().size()) {
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(tile));
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(before > tile ? before - 1 : before), tiles()[tile].name);
      ASSERT_EQ(seen, order) << text << "\n=====\n" << edited;
    }
    const auto at = static_cast<std::size_t>(std::ranges::find(seen, tiles()[tile].name) - seen.begin());
    ASSERT_EQ(after.kernels[kernel].tiles[at].loopDepth, tiles()[tile].loopDepth);
    ASSERT_EQ(after.kernels[kernel].tiles[at].alignBytes, tiles()[tile].alignBytes);
    Words wordsBefore = wordsOf(text, true);
    Words wordsAfter = wordsOf(edited, true);
    ASSERT_EQ(SymbolicRun(edited).tensors(), SymbolicRun(text).tensors()) << tiles()[tile].name << "\n" << text << "\n=====\n" << edited;
    std::ranges::sort(wordsBefore);
    std::ranges::sort(wordsAfter);
    ASSERT_EQ(wordsBefore, wordsAfter) << "no word is lost or new";
  }
  EXPECT_GT(done, static_cast<int>(kPrograms / 20));
  EXPECT_GT(refused, static_cast<int>(kPrograms / 20));
}

TEST_F(RandomEdits, AddPutsInOneDeclarationAtTheEnd) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    if (!choose(seed)) continue;
    const std::uint64_t rows = 1 + below(100);
    const auto edit = model::tile::addTile(text, program, kernel, model::tile::ElementType::i16, rows, 7);
    ASSERT_TRUE(edit) << edit.error().message;
    ASSERT_EQ(edit->size(), 1U);
    ASSERT_EQ(edit->front().span.begin, edit->front().span.end);
    const Program after = reparsed(*edit);
    std::vector<Tile> now = after.kernels[kernel].tiles;
    ASSERT_EQ(now.size(), tiles().size() + 1);
    EXPECT_EQ(now.back().rows, rows);
    EXPECT_EQ(now.back().bytes(), rows * 7 * 2);
    EXPECT_EQ(now.back().loopDepth, 0);
    now.pop_back();
    expectSameTiles(tiles(), now, now.size());
  }
}

TEST_F(RandomEdits, DynsharedIsPutInAndTakenAwayAgain) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    choose(seed);
    ASSERT_FALSE(program.kernels.empty());
    const bool now = program.kernels[kernel].dynshared;
    ASSERT_TRUE(model::tile::setDynshared(text, program, kernel, now).empty());
    const Words wordsBefore = wordsOf(text, true);
    const Program after = reparsed(model::tile::setDynshared(text, program, kernel, !now));
    ASSERT_EQ(after.kernels.size(), program.kernels.size());
    for (std::size_t each = 0; each < after.kernels.size(); ++each) {
      ASSERT_EQ(after.kernels[each].dynshared, program.kernels[each].dynshared != (each == kernel));
      ASSERT_EQ(after.kernels[each].persistent, program.kernels[each].persistent);
      expectSameTiles(program.kernels[each].tiles, after.kernels[each].tiles, 1000);
    }
    const std::string original = text;
    text = edited;
    reparsed(model::tile::setDynshared(text, after, kernel, now));
    Words words = wordsOf(edited, true);
    Words expected = wordsBefore;
    std::ranges::sort(words);  // it may stand before @persistent now
    std::ranges::sort(expected);
    ASSERT_EQ(words, expected);
    if (!now) {
      ASSERT_EQ(edited, original) << "put in and taken away leaves no trace";
    }
  }
}

}  // namespace
}  // namespace dsm::test
