// SPDX-License-Identifier: Apache-2.0
// What the language allows, how long tiles live, what is only a warning, and the pieces that a highlighter sees.
#include <gtest/gtest.h>

#include "gpu/model/tile/program.h"

namespace dsm::test {
namespace {

using model::tile::ElementType;
using model::tile::Kernel;
using model::tile::parse;
using model::tile::Position;
using model::tile::positionOf;
using model::tile::Program;
using model::tile::Tile;
using model::tile::TokenKind;

Program good(const std::string& text) {
  const auto parsed = parse(text);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().inFull("text"));
  return parsed ? *parsed : Program{};
}

Kernel body(const std::string& statements) {
  const Program program = good("kernel k(X: tensor<f32>[M, 64], O: tensor<f32>[16, N], n: i32, s: f64) {\n" + statements + "\n}\n");
  return program.kernels.empty() ? Kernel{} : program.kernels.front();
}

// "0-1 1-1": the phases of each tile.
std::string phases(const Kernel& kernel) {
  std::string text;
  for (const Tile& tile : kernel.tiles) text += " " + std::to_string(tile.firstPhase) + "-" + std::to_string(tile.lastPhase);
  return text.empty() ? text : text.substr(1);
}

TEST(Types, HaveTheirSizes) {
  const std::pair<const char*, std::uint32_t> types[] = {{"f64", 8}, {"f32", 4}, {"f16", 2}, {"bf16", 2}, {"f8", 1},
                                                         {"i32", 4}, {"i16", 2}, {"i8", 1},  {"u8", 1}};
  for (const auto& [name, bytes] : types) {
    const Kernel kernel = body("var a: tile<" + std::string(name) + ">[3, 5] = 0");
    ASSERT_EQ(kernel.tiles.size(), 1U);
    EXPECT_EQ(nameOf(kernel.tiles[0].type), name);
    EXPECT_EQ(kernel.tiles[0].stageBytes(), 15U * bytes);
    EXPECT_EQ(bytesOf(kernel.tiles[0].type), bytes);
  }
}

TEST(Shapes, GoUpTo2To40BytesAndNoFurther) {
  EXPECT_EQ(body("var a: tile<u8>[1048576, 1048576] = 0").tiles[0].bytes(), std::uint64_t{1} << 40);
  EXPECT_FALSE(parse("kernel k() { var a: tile<u8>[1048576, 1048577] = 0 }"));
  EXPECT_EQ(body("var a: tile<f64>[1, 137438953472] = 0").tiles[0].bytes(), std::uint64_t{1} << 40);
  EXPECT_FALSE(parse("kernel k() { var a: tile<f64>[1, 137438953473] = 0 }"));
  EXPECT_FALSE(parse("kernel k() { var a: tile<u8>[4294967296, 4294967296] = 0 }")) << "the product is 0 in 64 bits";
  const Kernel doubled = body("@pipeline for i in 0..4 { var a: tile<u8>[1048576, 1048576] = 0 }");
  EXPECT_EQ(doubled.tiles[0].bytes(), std::uint64_t{1} << 41);
}

TEST(Statements, MayShareALineOrRunOverSeveral) {
  const Kernel kernel = body("var a: tile<f32>[4, 4] = 0 var b: tile<f32>[4, 4] = a O[0 :+ 4, 0 :+ 4] = b\n"
                             "var // the\n c\n:\ntile\n<\nf32\n>\n[\n4\n,\n4\n]\n=\na // first\n +\n b @align(32) var d: tile<f32>[1, 1] = 0");
  ASSERT_EQ(kernel.tiles.size(), 4U);
  EXPECT_EQ(kernel.tiles[2].declaredLine, 3);
  EXPECT_EQ(kernel.tiles[0].lastUseLine, 16);
  EXPECT_EQ(kernel.tiles[3].alignBytes, 32U);
}

TEST(Expressions, TakeWhatThePageLists) {
  for (const char* value : {"1", "-1.5e-3", "s", "n", "x", "-x", "x + y", "x - 1", "2 * x", "x / y", "(x)", "min(x, 0)", "max(1, y)", "abs(x)",
                            "exp(log(relu(rsqrt(sigmoid(sqrt(tanh(x)))))))", "x @ y", "dot(x, y)", "transpose(x)", "x @ y * s", "x@ y",
                            "X[0 :+ 8, 0 :+ 8]", "X[n * 2 + (1 - 0) :+ 8, 64 / 2 :+ 8]", "X[M - 8 :+ 8, -(-0) :+ 8] + x"}) {
    const Kernel kernel = body("var x: tile<f32>[8, 8] = 0\nvar y: tile<f32>[8, 8] = 1\nO[0 :+ 8, 0 :+ 8] = " + std::string(value));
    EXPECT_EQ(kernel.tiles.size(), 2U) << value;
  }
  EXPECT_EQ(body("var p: tile<f16>[2, 3] = 0\nvar q: tile<f8>[3, 5] = 0\nvar r: tile<f32>[5, 2] = transpose(p @ q)").tiles.size(), 3U);
}

TEST(Lives, EndAtTheLastUse) {
  EXPECT_EQ(phases(body("var a: tile<f32>[1, 1] = 0\nvar b: tile<f32>[1, 1] = 0\nvar c: tile<f32>[1, 1] = 0")), "0-0 1-1 2-2") << "never used";
  EXPECT_EQ(phases(body("var a: tile<f32>[1, 1] = 0\nvar b: tile<f32>[1, 1] = a\nvar c: tile<f32>[1, 1] = 0")), "0-1 1-1 2-2")
      << "a is read while b is placed";
  EXPECT_EQ(phases(body("var a: tile<f32>[1, 1] = 0\nvar b: tile<f32>[1, 1] = 0\na = 1\nvar c: tile<f32>[1, 1] = 0")), "0-1 1-1 2-2")
      << "a store is a use";
}

TEST(Lives, OfATileFromOutsideGoToTheLoopsEnd) {
  const std::string loop =
      "var a: tile<f32>[1, 1] = 0\n"                // 2
      "for i in 0..4 {\n"                           // 3
      "  for j in 0..4 {\n"                         // 4
      "    O[0 :+ 1, 0 :+ 1] = a\n"                 // 5
      "  }\n"                                       // 6
      "  var b: tile<f32>[1, 1] = 0\n"              // 7
      "  for j in 0..4 {\n"                         // 8
      "    b = 1\n"                                 // 9
      "    var c: tile<f32>[1, 1] = 0\n"            // 10
      "    O[0 :+ 1, 0 :+ 1] = c\n"                 // 11
      "    var d: tile<f32>[1, 1] = 0\n"            // 12
      "  }\n"                                       // 13
      "  var e: tile<f32>[1, 1] = 0\n"              // 14
      "}\n"                                         // 15
      "var f: tile<f32>[1, 1] = 0\n";               // 16
  const Kernel kernel = body(loop);
  EXPECT_EQ(phases(kernel), "0-4 1-3 2-2 3-3 4-4 5-5");
  const int lastLines[] = {15, 13, 11, 12, 14, 16};
  const int depths[] = {0, 1, 2, 2, 1, 0};
  for (std::size_t index = 0; index < 6; ++index) {
    EXPECT_EQ(kernel.tiles[index].lastUseLine, lastLines[index]) << index;
    EXPECT_EQ(kernel.tiles[index].loopDepth, depths[index]) << index;
  }
}

TEST(Lives, OfPipelinedTilesGoToTheLoopsEndAndNestedOnesHaveOneStage) {
  const Kernel kernel = body(
      "@pipeline\nfor i in 0..4 {\n  var a: tile<f32>[1, 1] = 0\n  O[0 :+ 1, 0 :+ 1] = a\n  var b: tile<f32>[1, 1] = 0\n"
      "  for j in 0..4 {\n    var c: tile<f32>[1, 1] = 0\n  }\n  @pipeline for j in 0..4 {\n    var d: tile<f32>[1, 1] = 0\n  }\n}");
  EXPECT_EQ(phases(kernel), "0-3 1-3 2-2 3-3");
  const bool pipelined[] = {true, true, false, true};
  for (std::size_t index = 0; index < 4; ++index) EXPECT_EQ(kernel.tiles[index].pipelined, pipelined[index]) << index;
  EXPECT_EQ(kernel.tiles[0].lastUseLine, 13);
  EXPECT_EQ(kernel.tiles[0].bytes(), 8U);
  EXPECT_EQ(kernel.tiles[2].bytes(), 4U);
}

TEST(Names, OfLoopsAreFreeAgainAndThoseOfTilesAreNot) {
  EXPECT_EQ(body("for j in 0..4 { }\nfor j in 0..n { }\nvar j: tile<f32>[1, 1] = 0").tiles.size(), 1U);
  EXPECT_FALSE(parse("kernel k() { for i in 0..4 { var a: tile<f32>[1, 1] = 0 }\nvar a: tile<f32>[1, 1] = 0 }"));
  EXPECT_FALSE(parse("kernel k() { for i in 0..4 { for i in 0..4 { } } }"));
}

TEST(Kernels, HaveTheirOwnNamesAndSpans) {
  const std::string text = "\xEF\xBB\xBF// head\n@persistent // why\n @dynshared kernel a(X: tensor<f32>[M, M]) { }\nkernel b(X: i32) {}";
  const Program program = good(text);
  ASSERT_EQ(program.kernels.size(), 2U);
  const auto at = [&text](model::tile::Span span) { return text.substr(span.begin, span.end - span.begin); };
  EXPECT_TRUE(program.kernels[0].dynshared && program.kernels[0].persistent);
  EXPECT_EQ(at(program.kernels[0].attributes), "@persistent // why\n @dynshared ");
  EXPECT_EQ(at(program.kernels[0].body), " ");
  EXPECT_EQ(at(program.kernels[0].nameSpan), "a");
  EXPECT_EQ(at(program.kernels[1].attributes), "");
  EXPECT_EQ(at(program.kernels[1].whole), "kernel b(X: i32) {}");
  EXPECT_EQ(program.lines, 4);
}

TEST(Lines, AreCountedAsAnEditorDoes) {
  EXPECT_EQ(good("kernel k() {}").lines, 1);
  EXPECT_EQ(good("kernel k() {}\n").lines, 1);
  EXPECT_EQ(good("kernel k()\r\n{}\r\r\n\n ").lines, 5);
}

TEST(Positions, CountCodePointsAndEveryKindOfLineEnd) {
  const std::string text = "\xEF\xBB\xBF" "ab\r\ncé\n\rd\xFF" "e";
  const Position expected[] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 2}, {1, 3}, {1, 3}, {2, 1}, {2, 2},
                               {2, 2}, {2, 3}, {3, 1}, {4, 1}, {4, 2}, {4, 3}, {4, 4}};
  for (std::size_t byte = 0; byte <= text.size(); ++byte) EXPECT_EQ(positionOf(text, byte), expected[byte]) << byte;
  EXPECT_EQ(positionOf(text, 1000), (Position{4, 4}));
}

TEST(Warnings, StopNothing) {
  const auto warnings = [](const std::string& statement) {
    std::string all;
    for (const std::string& warning : good("kernel k(X: tensor<f32>[16, 64], Y: tensor<f32>[M, M]) {\n  " + statement + "\n}").warnings) {
      all += warning + "|";
    }
    return all;
  };
  EXPECT_EQ(warnings("X[0 :+ 16, 0 :+ 64] = 1"), "");
  EXPECT_EQ(warnings("X[8 :+ 16, 0 :+ 64] = 1"), "2:5: the slice goes to row 23 (counted from 0) of “X”, which has 16.|");
  EXPECT_EQ(warnings("X[0 :+ 16, 1 :+ 64] = 1"), "2:14: the slice goes to column 64 (counted from 0) of “X”, which has 64.|");
  EXPECT_EQ(warnings("X[0 - 1 :+ 16, 0 :+ 64] = 1"), "2:5: the slice begins at row -1 of “X”, which has 16.|");
  EXPECT_EQ(warnings("Y[0 - 1 :+ 16, 1000 :+ 64] = 1"), "2:5: the slice begins at row -1 of “Y”.|");
  EXPECT_EQ(warnings("for i in 0..4 { X[i * 4 :+ 4, (3 - i) * 16 :+ 16] = 1 }"), "");
  EXPECT_EQ(warnings("for i in 0..5 { X[i * 4 :+ 4, 0 :+ 64] = 1 }"), "2:21: the slice goes to row 19 (counted from 0) of “X”, which has 16.|");
  EXPECT_EQ(warnings("for i in 0..4 { X[i - i :+ 16, 0 :+ 64] = 1 }"), "") << "what moves together is not known";
  EXPECT_EQ(warnings("for i in 4..4 { X[i + 90 :+ 16, 0 :+ 64] = 1 }"), "") << "runs never";
  EXPECT_EQ(warnings("for i in 0..4 { for j in 0..i { X[j + 12 :+ 1, 0 :+ 1] = 1 } }"), "");
  EXPECT_EQ(warnings("for i in 0..M { X[i :+ 16, 9223372036854775807 * 2 - 9223372036854775807 :+ 1] = 1 }"), "") << "overflow: not known";
  EXPECT_EQ(warnings("X[-(-9223372036854775807 - 1) :+ 1, 0 :+ 1] = 1"), "") << "2^63 is not known either";
  EXPECT_EQ(warnings("X[9223372036854775807 :+ 1, 0 :+ 1] = 1"), "2:5: the slice goes to row 9223372036854775807 (counted from 0) of “X”, which has 16.|");
  EXPECT_EQ(warnings("var t: tile<f32>[1, 1] = 0"), "2:7: the tile “t” is never used.|");
  EXPECT_EQ(warnings("@pipeline for i in 0..4 { }"), "2:3: the @pipeline loop declares no tile directly in its body: nothing has two stages.|");
  EXPECT_EQ(warnings("@pipeline for i in 0..4 { var t: tile<f32>[1, 5] = 0 t = 1 }"),
            "2:33: a stage of “t” is 20 bytes, no multiple of its alignment: the second stage lies unaligned.|");
}

TEST(Warnings, AreAHundredAtMostAndTheRestIsCounted) {
  std::string text = "kernel k(X: tensor<f32>[1, 1]) {\n";
  for (int line = 0; line < 250; ++line) text += "X[1 :+ 1, 0 :+ 1] = 0\n";
  const Program program = good(text + "}");
  ASSERT_EQ(program.warnings.size(), 101U);
  EXPECT_TRUE(program.warnings[99].starts_with("101:3: "));
  EXPECT_EQ(program.warnings.back(), "and 150 more.");
}

std::string pieces(const std::string& text) {
  std::string all;
  for (const auto& token : model::tile::tokens(text)) {
    static constexpr std::string_view kLetters = "katn9s";
    static constexpr TokenKind kKinds[] = {TokenKind::keyword, TokenKind::attribute, TokenKind::type,
                                           TokenKind::name,    TokenKind::number,    TokenKind::symbol};
    char letter = token.kind == TokenKind::comment ? '/' : '!';
    for (std::size_t kind = 0; kind < kLetters.size(); ++kind) letter = token.kind == kKinds[kind] ? kLetters[kind] : letter;
    all += letter + std::string(":") + text.substr(token.span.begin, token.span.end - token.span.begin) + " ";
  }
  return all;
}

TEST(Tokens, AreWhatAHighlighterColours) {
  EXPECT_EQ(pieces("\xEF\xBB\xBF@dynshared kernel chain(X: tensor<f32>[1, 0.5e3]) // end"),
            "a:@dynshared k:kernel n:chain s:( n:X s:: t:tensor s:< t:f32 s:> s:[ 9:1 s:, 9:0.5e3 s:] s:) /:// end ");
  EXPECT_EQ(pieces("for i in 0..4{a@ b@c}"), "k:for n:i k:in 9:0 s:.. 9:4 s:{ n:a s:@ n:b a:@c s:} ");
  EXPECT_EQ(pieces("0:+16 :a ?\xFF 12x /* é"), "9:0 s::+ 9:16 s:: n:a !:? !:\xFF !:12x !:/* n:é ");
  EXPECT_EQ(pieces("1e5 1e 1e+ 1. .5"), "9:1e5 !:1e !:1e s:+ 9:1 !:. !:. 9:5 ");
}

}  // namespace
}  // namespace dsm::test
