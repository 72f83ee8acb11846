// SPDX-License-Identifier: Apache-2.0
// Edits of the picture as edits of the text, one by one: exactly these bytes change, or the reason why none does.
#include <gtest/gtest.h>

#include "gpu/model/tile/edit.h"

namespace dsm::test {
namespace {

using model::Expected;
using model::tile::ElementType;
using model::tile::parse;
using model::tile::Program;
using model::tile::TextEdit;

constexpr std::string_view kChain =
    "@dynshared\n"
    "kernel chain(X: tensor<f32>[16, 64], Y: tensor<f32>[8, 4],\n"
    "             O: tensor<f32>[16, 64], Q: tensor<f32>[8, 4],\n"
    "             P: tensor<f32>[1, 8]) {\n"
    "  var a: tile<f32>[16, 64] = X[0 :+ 16, 0 :+ 64]\n"
    "  O[0 :+ 16, 0 :+ 64] = a\n"
    "  var b: tile<f32>[8, 4] = Y[0 :+ 8, 0 :+ 4]\n"
    "  Q[0 :+ 8, 0 :+ 4] = b\n"
    "  var c: tile<f32>[1, 8] = P[0 :+ 1, 0 :+ 8]\n"
    "  P[0 :+ 1, 0 :+ 8] = c\n"
    "}\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// The text after an edit; "code: message" where it is refused.
std::string after(std::string_view text, const Expected<TextEdit>& edit) {
  if (!edit) return edit.error().code + ": " + edit.error().message;
  const std::string edited = model::tile::apply(text, *edit);
  const auto parsed = parse(edited);
  EXPECT_TRUE(parsed) << parsed.error().inFull("edited") << "\n" << edited;
  return edited;
}

Program programOf(std::string_view text) {
  const auto parsed = parse(text);
  EXPECT_TRUE(parsed) << parsed.error().inFull("text");
  return parsed ? *parsed : Program{};
}

std::string resized(std::string_view text, std::size_t tile, std::uint64_t rows, std::uint64_t columns) {
  return after(text, model::tile::resize(text, programOf(text), 0, tile, rows, columns));
}
std::string moved(std::string_view text, std::size_t tile, std::size_t before, std::size_t kernel = 0) {
  return after(text, model::tile::moveDeclaration(text, programOf(text), kernel, tile, before));
}
std::string added(std::string_view text, std::size_t kernel = 0) {
  return after(text, model::tile::addTile(text, programOf(text), kernel, ElementType::bf16, 4, 8));
}
std::string withDynshared(std::string_view text, bool on, std::size_t kernel = 0) {
  return after(text, model::tile::setDynshared(text, programOf(text), kernel, on));
}

TEST(Apply, ReplacesFromLeftToRight) {
  EXPECT_EQ(model::tile::apply("abcdef", {{{0, 0}, "<"}, {{1, 3}, ""}, {{6, 6}, ">"}}), "<adef>");
  EXPECT_EQ(model::tile::apply("abc", {}), "abc");
  EXPECT_EQ(model::tile::apply("abc", {{{2, 90}, "x"}}), "abx") << "a span behind the text is cut";
}

TEST(Resize, ChangesTheDeclarationAndTheSlicesOfLoadAndStore) {
  const std::string chain(kChain);
  EXPECT_EQ(resized(chain, 1, 4, 2),
            replaced(replaced(replaced(chain, "tile<f32>[8, 4]", "tile<f32>[4, 2]"), "Y[0 :+ 8, 0 :+ 4]", "Y[0 :+ 4, 0 :+ 2]"),
                     "Q[0 :+ 8, 0 :+ 4]", "Q[0 :+ 4, 0 :+ 2]"));
  EXPECT_EQ(resized(chain, 0, 16, 8),
            replaced(replaced(replaced(chain, "tile<f32>[16, 64]", "tile<f32>[16, 8]"), "X[0 :+ 16, 0 :+ 64]", "X[0 :+ 16, 0 :+ 8]"),
                     "O[0 :+ 16, 0 :+ 64]", "O[0 :+ 16, 0 :+ 8]"))
      << "rows that stay are not written again";
  EXPECT_EQ(resized(chain, 1, 8, 4), chain);
}

TEST(Resize, LeavesOddSpacingCommentsAndLineEnds) {
  const std::string text =
      "\xEF\xBB\xBFkernel k( X : tensor < u8 > [ M , N ] )\r\n{ // [8, 4]\r\n\t@align ( 64 ) var  a:tile<u8>[ 008 ,\r4 ]=X[ 8 :+8,4:+ 4 ] // 8\r\n"
      "\tX[8:+ 8 , 4 :+4]=a*2+X[1 :+ 8, 2 :+ 4]\n}";
  EXPECT_EQ(resized(text, 0, 16, 2),
            "\xEF\xBB\xBFkernel k( X : tensor < u8 > [ M , N ] )\r\n{ // [8, 4]\r\n\t@align ( 64 ) var  a:tile<u8>[ 16 ,\r2 ]=X[ 8 :+16,4:+ 2 ] // 8\r\n"
            "\tX[8:+ 16 , 4 :+2]=a*2+X[1 :+ 16, 2 :+ 2]\n}");
}

TEST(Resize, IsRefusedWhereSomethingElseWouldNotFit) {
  const std::string pair = "kernel k(O: tensor<f32>[M, N]) {\nvar a: tile<f32>[8, 8] = 0\nvar b: tile<f32>[8, 8] = a\nO[0 :+ 8, 0 :+ 8] = b\n}";
  EXPECT_EQ(resized(pair, 0, 4, 8), "not_possible: With this shape line 3 would be wrong: a value of 4 × 8 does not go into the tile “b” of 8 × 8.");
  const std::string product = replaced(pair, "= b", "= a @ b");
  EXPECT_TRUE(resized(replaced(product, "= a\n", "= 0\n"), 1, 8, 16).starts_with("not_possible: With this shape line 4 would be wrong: "));
}

TEST(Resize, RefusesShapesThatAreNone) {
  EXPECT_EQ(resized(kChain, 0, 0, 8), "bad_value: A tile of 0 × 8 f32 has no element.");
  EXPECT_EQ(resized(kChain, 0, std::uint64_t{1} << 20, (std::uint64_t{1} << 18) + 1), "bad_value: A tile of 1048576 × 262145 f32 is more than 2^40 bytes.");
  EXPECT_TRUE(resized(kChain, 0, ~std::uint64_t{0}, ~std::uint64_t{0}).starts_with("bad_value: "));
  EXPECT_TRUE(resized(kChain, 9, 1, 1).starts_with("bad_value: "));
}

TEST(Move, TakesTheWholeLineAlong) {
  EXPECT_EQ(moved(kChain, 2, 0), "@dynshared\n"
                                 "kernel chain(X: tensor<f32>[16, 64], Y: tensor<f32>[8, 4],\n"
                                 "             O: tensor<f32>[16, 64], Q: tensor<f32>[8, 4],\n"
                                 "             P: tensor<f32>[1, 8]) {\n"
                                 "  var c: tile<f32>[1, 8] = P[0 :+ 1, 0 :+ 8]\n"
                                 "  var a: tile<f32>[16, 64] = X[0 :+ 16, 0 :+ 64]\n"
                                 "  O[0 :+ 16, 0 :+ 64] = a\n"
                                 "  var b: tile<f32>[8, 4] = Y[0 :+ 8, 0 :+ 4]\n"
                                 "  Q[0 :+ 8, 0 :+ 4] = b\n"
                                 "  P[0 :+ 1, 0 :+ 8] = c\n"
                                 "}\n");
}

TEST(Move, OntoItsOwnPlaceChangesNothing) {
  EXPECT_EQ(moved(kChain, 1, 1), kChain);
  EXPECT_EQ(moved(kChain, 1, 2), kChain);
  EXPECT_EQ(moved(kChain, 2, 3), kChain);
}

TEST(Move, IsRefusedPastAUse) {
  EXPECT_EQ(moved(kChain, 0, 2), "not_possible: “a” is used in line 6.");
  EXPECT_EQ(moved(kChain, 0, 3), "not_possible: “a” is used in line 6.");
  EXPECT_EQ(moved(kChain, 1, 3), "not_possible: “b” is used in line 8.");
}

std::string inKernel(std::string_view body) { return "kernel k(X: tensor<f32>[M, N], O: tensor<f32>[M, N]) {\n" + std::string(body) + "}\n"; }

TEST(Move, IsRefusedPastWhatItsValueComesFrom) {
  const std::string needs = inKernel("var a: tile<f32>[1, 1] = 0\nvar b: tile<f32>[1, 1] = a\n");
  EXPECT_EQ(moved(needs, 1, 0), "not_possible: “b” needs “a”, declared in line 2.");
  const std::string stored = inKernel("var a: tile<f32>[1, 1] = 0\nX[0 :+ 1, 0 :+ 1] = 1\nvar b: tile<f32>[1, 1] = X[0 :+ 1, 0 :+ 1]\n");
  EXPECT_EQ(moved(stored, 1, 0), "not_possible: What “b” is read from is changed in line 3.");
  const std::string assigned = inKernel("var a: tile<f32>[1, 1] = 0\nvar b: tile<f32>[1, 1] = a\na = 1\nvar c: tile<f32>[1, 1] = 0\nb = c\n");
  EXPECT_EQ(moved(assigned, 1, 3), "not_possible: What “b” is read from is changed in line 4.");
}

TEST(Move, PassesAStoreToATileWhenItsValueComesFromATensor) {
  const std::string text = inKernel("var a: tile<f32>[1, 1] = 0\na = 1\nvar b: tile<f32>[1, 1] = X[0 :+ 1, 0 :+ 1]\n");
  EXPECT_EQ(moved(text, 1, 0), inKernel("var b: tile<f32>[1, 1] = X[0 :+ 1, 0 :+ 1]\nvar a: tile<f32>[1, 1] = 0\na = 1\n"));
}

TEST(Move, StopsBeforeAUseWhenTheOrderIsReachedThere) {
  // b, a, c is what was asked for: a need not stand directly before c, behind its own use.
  EXPECT_EQ(moved(inKernel("var a: tile<f32>[1, 1] = 0\nvar b: tile<f32>[1, 1] = 0\nb = a\nvar c: tile<f32>[1, 1] = 0\n"), 0, 2),
            inKernel("var b: tile<f32>[1, 1] = 0\nvar a: tile<f32>[1, 1] = 0\nb = a\nvar c: tile<f32>[1, 1] = 0\n"));
}

TEST(Move, StaysWithinItsLoop) {
  const std::string loop = inKernel(
      "var a: tile<f32>[1, 1] = 0\nfor i in 0..4 {\n  var b: tile<f32>[1, 1] = 0\n  var c: tile<f32>[1, 1] = 0\n}\nvar d: tile<f32>[1, 1] = 0\n");
  EXPECT_EQ(moved(loop, 2, 1), inKernel("var a: tile<f32>[1, 1] = 0\nfor i in 0..4 {\n  var c: tile<f32>[1, 1] = 0\n  var b: tile<f32>[1, 1] = 0\n}\n"
                                        "var d: tile<f32>[1, 1] = 0\n"));
  EXPECT_EQ(moved(loop, 1, 3), moved(loop, 2, 1)) << "behind the last of its loop";
  EXPECT_EQ(moved(loop, 1, 4), moved(loop, 2, 1)) << "to the end of its block";
  EXPECT_EQ(moved(loop, 3, 1), inKernel("var a: tile<f32>[1, 1] = 0\nvar d: tile<f32>[1, 1] = 0\nfor i in 0..4 {\n  var b: tile<f32>[1, 1] = 0\n"
                                        "  var c: tile<f32>[1, 1] = 0\n}\n"))
      << "before the first of a loop is before the loop";
  EXPECT_TRUE(moved(loop, 3, 2).starts_with("not_possible: “d” stays within the braces"));
  EXPECT_TRUE(moved(loop, 2, 0).starts_with("not_possible: “c” stays within the braces"));
  EXPECT_TRUE(moved(loop, 9, 0).starts_with("bad_value: "));
  EXPECT_TRUE(moved(loop, 0, 9).starts_with("bad_value: "));
}

TEST(Move, KeepsTheOrderThatAPipelinedLoopNeeds) {
  const std::string loop = inKernel("@pipeline for i in 0..4 {\n  var a: tile<f32>[1, 1] = 0\n  for j in 0..4 {\n    var b: tile<f32>[1, 1] = 0\n  }\n}\n");
  EXPECT_TRUE(moved(loop, 0, 2).starts_with("not_possible: In the new order line 6 would be wrong: in an @pipeline loop “a” is declared before"));
}

TEST(Move, TakesItsCommentsAlongAndGoesAboveThoseOfTheNext) {
  EXPECT_EQ(moved(inKernel("  // of a\r\n  var a: tile<f32>[1, 1] = 0 // first\r\n\r\n  // of b\n\t@align(32)\n\tvar b: tile<f32>[1, 1] = 0\t// second\n  O[0 :+ 1, 0 :+ 1] = b\n"), 1, 0),
            inKernel("  // of b\n\t@align(32)\n\tvar b: tile<f32>[1, 1] = 0\t// second\n  // of a\r\n  var a: tile<f32>[1, 1] = 0 // first\r\n\r\n  O[0 :+ 1, 0 :+ 1] = b\n"));
}

TEST(Move, OfStatementsThatShareLines) {
  const std::string shared = inKernel("var a: tile<f32>[1, 1] = 0 var b: tile<f32>[1, 1] = 0\n  var c: tile<f32>[1, 1] = 0 // note\nO[0 :+ 1, 0 :+ 1] = c\n");
  EXPECT_EQ(moved(shared, 1, 0), inKernel("var b: tile<f32>[1, 1] = 0\nvar a: tile<f32>[1, 1] = 0 \n  var c: tile<f32>[1, 1] = 0 // note\nO[0 :+ 1, 0 :+ 1] = c\n"));
  EXPECT_EQ(moved(shared, 2, 1), inKernel("var a: tile<f32>[1, 1] = 0 var c: tile<f32>[1, 1] = 0 var b: tile<f32>[1, 1] = 0\n  // note\nO[0 :+ 1, 0 :+ 1] = c\n"));
  EXPECT_EQ(moved(shared, 0, 2), inKernel("var b: tile<f32>[1, 1] = 0\n  var a: tile<f32>[1, 1] = 0\n  var c: tile<f32>[1, 1] = 0 // note\nO[0 :+ 1, 0 :+ 1] = c\n"));
  EXPECT_EQ(moved("kernel k() {var a: tile<f32>[1, 1] = 0 var b: tile<f32>[1, 1] = 0}", 0, 2), "kernel k() {var b: tile<f32>[1, 1] = 0 var a: tile<f32>[1, 1] = 0 }");
}

TEST(Add, WritesOneLineBeforeTheBrace) {
  EXPECT_EQ(added(kChain), replaced(std::string(kChain), "= c\n}", "= c\n  var d: tile<bf16>[4, 8] = X[0 :+ 4, 0 :+ 8]\n}"));
  EXPECT_EQ(added("kernel k() {\r\n\tvar a: tile<f8>[1, 1] = 0\r\n\t// b\r\n}"),
            "kernel k() {\r\n\tvar a: tile<f8>[1, 1] = 0\r\n\t// b\r\n\tvar b: tile<bf16>[4, 8] = 0\r\n}");
  EXPECT_EQ(added("kernel k() {}"), "kernel k() {\n  var a: tile<bf16>[4, 8] = 0\n}");
  EXPECT_EQ(added("// one\rkernel a(n: i32, T: tensor<u8>[n, n]) { T[0 :+ 1, 0 :+ 1] = 1 }"),
            "// one\rkernel a(n: i32, T: tensor<u8>[n, n]) { T[0 :+ 1, 0 :+ 1] = 1 \r  var b: tile<bf16>[4, 8] = T[0 :+ 4, 0 :+ 8]\r}");
  EXPECT_EQ(added("kernel k() {\n}\n  kernel l() {\n  }\n", 1), "kernel k() {\n}\n  kernel l() {\n    var a: tile<bf16>[4, 8] = 0\n  }\n");
}

TEST(Add, TakesANameThatStandsNowhereInTheKernel) {
  std::string text = "kernel k(";
  for (char letter = 'a'; letter <= 'z'; ++letter) text += std::string(1, letter) + ": f32, ";
  EXPECT_NE(added(text + "t2: f32) { }").find("var t1:"), std::string::npos);
  EXPECT_NE(added(text + "t1: f32, t2: f32) { }").find("var t3:"), std::string::npos);
}

TEST(Add, RefusesShapesThatAreNone) {
  const auto edit = model::tile::addTile(kChain, programOf(kChain), 0, ElementType::f64, 1, (std::uint64_t{1} << 37) + 1);
  ASSERT_FALSE(edit);
  EXPECT_EQ(edit.error().code, "bad_value");
  EXPECT_FALSE(model::tile::addTile(kChain, programOf(kChain), 0, ElementType::f64, 0, 1));
  EXPECT_FALSE(model::tile::addTile(kChain, programOf(kChain), 1, ElementType::f64, 1, 1));
}

TEST(Dynshared, IsALineOfItsOwnAndGoesWithIt) {
  const std::string without = std::string(kChain.substr(11));
  EXPECT_EQ(withDynshared(kChain, false), without);
  EXPECT_EQ(withDynshared(without, true), kChain);
  EXPECT_EQ(withDynshared(kChain, true), kChain);
  EXPECT_EQ(withDynshared(without, false), without);
}

TEST(Dynshared, LeavesOtherAttributesAndComments) {
  EXPECT_EQ(withDynshared("\xEF\xBB\xBF  @persistent // p\r\n  @dynshared // d\r\n  kernel k() {}", false),
            "\xEF\xBB\xBF  @persistent // p\r\n  // d\r\n  kernel k() {}");
  EXPECT_EQ(withDynshared("\xEF\xBB\xBF  @persistent kernel k() {}\r\n", true), "\xEF\xBB\xBF  @dynshared\r\n  @persistent kernel k() {}\r\n");
  EXPECT_EQ(withDynshared("@persistent@dynshared kernel k() {}", false), "@persistent kernel k() {}");
  EXPECT_EQ(withDynshared("@dynshared@persistent kernel k() {}", false), "@persistent kernel k() {}");
  EXPECT_EQ(withDynshared("kernel k() {}kernel l() {}", true, 1), "kernel k() {}@dynshared kernel l() {}");
  EXPECT_EQ(withDynshared("kernel k() {}@dynshared kernel l() {}", false, 1), "kernel k() {}kernel l() {}");
}

}  // namespace
}  // namespace dsm::test
