// SPDX-License-Identifier: Apache-2.0
// Errors say what is wrong, where, and what to write instead; any bytes give an answer, soon.
#include <gtest/gtest.h>

#include <ctime>

#include "gpu/model/tile/program.h"
#include "tests/tile/error_table.h"

namespace dsm::test {
namespace {

using model::tile::parse;
using model::tile::ParseError;
using model::tile::positionOf;
using model::tile::tokens;

std::string wholeText(const ErrorRow& row) {
  if (row.around == Around::Whole) return std::string(row.text);
  std::string text = "kernel k(X: tensor<f32>[16, 64], O: tensor<f32>[16, 64]) {\n";
  if (row.around == Around::WithTile) text += "  var a: tile<f32>[16, 64] = X[0 :+ 16, 0 :+ 64]\n";
  return text + std::string(row.text) + "\n}\n";
}

TEST(Errors, HavePlaceSentenceAndReplacement) {
  for (const ErrorRow& row : kErrors) {
    const std::string text = wholeText(row);
    SCOPED_TRACE(text);
    const auto parsed = parse(text);
    ASSERT_FALSE(parsed);
    const ParseError& error = parsed.error();
    EXPECT_EQ(std::to_string(error.position.line) + ":" + std::to_string(error.position.column), row.place);
    EXPECT_EQ(error.message, row.message);
    EXPECT_EQ(error.hint, row.hint);
    EXPECT_EQ(std::string_view(text).substr(error.span.begin, error.span.end - error.span.begin), row.marked);
    EXPECT_EQ(positionOf(text, error.span.begin), error.position);
    EXPECT_TRUE(error.message.ends_with(".") || error.message.ends_with("?"));
  }
}

TEST(Errors, AreGoneWhenTheReplacementIsPutIn) {
  int tried = 0;
  for (const ErrorRow& row : kErrors) {
    if (row.hint.empty()) continue;
    std::string text = wholeText(row);
    const auto before = parse(text);
    ASSERT_FALSE(before);
    const ParseError& error = before.error();
    text.replace(error.span.begin, error.span.end - error.span.begin, error.hint);
    const auto after = parse(text);
    EXPECT_TRUE(after || after.error().span.begin > error.span.begin || after.error().message != error.message) << text;
    ++tried;
  }
  EXPECT_GT(tried, 20);
}

TEST(Errors, AreShownWithTheirLineAndACaret) {
  const auto wrong = parse("kernel k(Y: tensor<f32>[8, 4]) {\r\n  var b: tile<f23>[8, 4] = Y[0 :+ 8, 0 :+ 4]\r\n}\r\n");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().inFull("chain.tile"),
            "chain.tile:2:15: unknown element type “f23”; f32 is near.\n"
            "  var b: tile<f23>[8, 4] = Y[0 :+ 8, 0 :+ 4]\n"
            "              ^^^");
}

struct CaretRow {
  std::string_view line;
  std::string_view shown;
  std::string_view caret;
};

TEST(Errors, CaretStandsBelowWhatIsMarkedInAnyScript) {
  const CaretRow rows[] = {
      {"\tvar\ta: tile<f23>[1, 1] = 0", "\tvar\ta: tile<f23>[1, 1] = 0", "\t   \t        ^^^"},
      {"var größe: tile<f23>[1, 1] = 0", "var größe: tile<f23>[1, 1] = 0", "                ^^^"},
      {"var 表: tile<f23>[1, 1] = 0", "var 表: tile<f23>[1, 1] = 0", "    \u3000       ^^^"},                   // two cells wide
      {"var e\u0301: tile<f23>[1, 1] = 0", "var e\u0301: tile<f23>[1, 1] = 0", "            ^^^"},         // no cell of its own
      {"var a: tile<表>[1, 1] = 0", "var a: tile<表>[1, 1] = 0", "            ^^"},
      {"var a: tile<f32>[1, 1] = \x7F", "var a: tile<f32>[1, 1] = \u2421", "                         ^"},
      {"var a: tile<f32>[1, 1]", "var a: tile<f32>[1, 1]", "                      ^"},                        // behind the line
  };
  for (const CaretRow& row : rows) {
    const auto wrong = parse("kernel k() {\n" + std::string(row.line) + "\n}\n");
    ASSERT_FALSE(wrong) << row.line;
    EXPECT_EQ(wrong.error().lineText, row.shown);
    EXPECT_EQ(wrong.error().caret, row.caret) << row.line;
  }
}

std::size_t codePoints(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80 ? 1U : 0U;
  return count;
}

TEST(Errors, ALongLineIsCutAroundThePlace) {
  for (const std::size_t before : {0U, 50U, 150U, 1000U}) {
    for (const std::size_t behind : {0U, 50U, 150U, 1000U}) {
      const std::string text = std::string(before, ' ') + "?" + std::string(behind, ' ');
      const auto wrong = parse(text);
      ASSERT_FALSE(wrong);
      const std::string& line = wrong.error().lineText;
      EXPECT_LE(codePoints(line), 200U);
      EXPECT_EQ(codePoints(line), std::min<std::size_t>(200, before + 1 + behind));
      EXPECT_EQ(codePoints(line.substr(0, line.find('?'))) + 1, wrong.error().caret.size()) << "the caret is below the mark";
      EXPECT_EQ(wrong.error().caret.find('^'), wrong.error().caret.size() - 1);
      EXPECT_EQ(static_cast<std::size_t>(wrong.error().position.column), before + 1);
    }
  }
}

TEST(Errors, NestingIsBoundedAt64) {
  const auto nested = [](std::string_view open, int depth, std::string_view inside, std::string_view close) {
    std::string text = "kernel k(X: tensor<f32>[1, 1]) {\n";  // the first of the 64
    for (int each = 0; each < depth; ++each) text += open;
    text += inside;
    for (int each = 0; each < depth; ++each) text += close;
    return text + "\n}\n";
  };
  const auto loops = [&](int depth) {
    std::string text = "kernel k(X: tensor<f32>[1, 1]) {\n";
    for (int each = 0; each < depth; ++each) text += "for v" + std::to_string(each) + " in 0..4 {\n";
    return text + std::string(static_cast<std::size_t>(depth) + 1, '}');
  };
  const std::string store = "X[0 :+ 1, 0 :+ 1] = ";
  EXPECT_TRUE(parse(nested("", 0, store + std::string(63, '(') + "1" + std::string(63, ')'), "")));
  EXPECT_FALSE(parse(nested("", 0, store + std::string(64, '(') + "1" + std::string(64, ')'), "")));
  EXPECT_TRUE(parse(nested("", 0, store + std::string(63, '-') + "1", "")));
  EXPECT_FALSE(parse(nested("", 0, store + std::string(64, '-') + "1", "")));
  EXPECT_FALSE(parse(nested("", 0, "X[" + std::string(64, '(') + "0" + std::string(64, ')') + " :+ 1, 0 :+ 1] = 0", "")));
  EXPECT_TRUE(parse(loops(63)));
  const auto tooDeep = parse(loops(64));
  ASSERT_FALSE(tooDeep);
  EXPECT_EQ(tooDeep.error().position, (model::tile::Position{65, 17}));
}

// Of the processor, not of the clock on the wall: other work of the machine does not count.
double millisecondsFor(const std::string& text) {
  const std::clock_t begin = std::clock();
  const auto parsed = parse(text);
  (void)tokens(text);
  return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

TEST(Errors, TenMegabytesOfAnythingAreAnsweredSoon) {
  constexpr std::size_t kTen = 10'000'000;
  const std::string head = "kernel k(X: tensor<f32>[16, 64]) {\n";
  const std::string inputs[] = {std::string(kTen, '{'), std::string(kTen, '\0'), std::string(kTen, '\xFF'), std::string(kTen, '\r'),
                                head + "X[0 :+ 16, 0 :+ 64] = " + std::string(kTen, '('),
                                head + repeated("X[99 :+ 1, 0 :+ 1] = 1 // is beyond it\n", kTen) + "}",
                                "kernel k(" + std::string(kTen, 'x') + ": f32) {}"};
  for (const std::string& input : inputs) {
    EXPECT_LT(millisecondsFor(input), 3000) << input.substr(0, 80);  // a sanitizer's build too
  }
}

TEST(Errors, ManyKernelsAndTilesAreReadInLinearTime) {
  std::string text;
  for (int index = 0; index < 30'000; ++index) text += "kernel k" + std::to_string(index) + "() {}\n";
  EXPECT_LT(millisecondsFor(text), 3000);
  EXPECT_TRUE(parse(text));
  text = "kernel k() {\n";
  for (int index = 0; index < 30'000; ++index) text += "var a" + std::to_string(index) + ": tile<f8>[1, 1] = 0\n";
  EXPECT_LT(millisecondsFor(text + "}"), 3000);
  const auto unknown = parse(text + "b1 = 0 }");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "unknown name “b1”; a1 is near.");
}

}  // namespace
}  // namespace dsm::test
