// SPDX-License-Identifier: GPL-3.0-or-later
// The guards around the JSON library.
#include <gtest/gtest.h>

#include <limits>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_text.h"

namespace {

using namespace dsm::protocol;

std::string codeOf(std::string_view text, const ParseLimits& limits = {}) {
  const auto parsed = parseJson(text, limits);
  return parsed ? "" : parsed.error().code;
}

TEST(JsonText, EqualKeysAreRefusedWithTheirPath) {
  const auto parsed = parseJson(R"({"a":[{"b":1},{"b":1,"c":2,"b":3}]})");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, "duplicate_key");
  EXPECT_EQ(parsed.error().message, "a[1].b: this key is there twice");
}

TEST(JsonText, DepthAndSizeAreBounded) {
  ParseLimits limits;
  limits.maxDepth = 3;
  EXPECT_EQ(codeOf("[[[1]]]", limits), "");
  EXPECT_EQ(codeOf("[[[[1]]]]", limits), "too_deep");
  EXPECT_EQ(codeOf(std::string(1'000'000, '[')), "too_deep");
  limits.maxBytes = 4;
  EXPECT_EQ(codeOf("[1,2]", limits), "too_large");
}

TEST(JsonText, WhatIsNotJsonSaysAtWhichByte) {
  for (const auto& [text, byte] : {std::pair<std::string, int>{"", 1},
                                   {"{\"a\":1", 7},
                                   {"[1,]", 4},
                                   {"[1] x", 5},
                                   {"nul", 4},
                                   {"[1e999]", 6},
                                   {"{'a':1}", 2},
                                   {"[01]", 3},
                                   {"\"a\nb\"", 3}}) {
    const auto parsed = parseJson(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, "bad_json");
    EXPECT_NE(parsed.error().message.find("byte " + std::to_string(byte) + ":"), std::string::npos)
        << text << ": " << parsed.error().message;
    EXPECT_EQ(parsed.error().message.find("exception"), std::string::npos) << parsed.error().message;
  }
}

TEST(JsonText, NothingHidesBehindANulByte) { EXPECT_EQ(codeOf(std::string_view("{}\0[", 4)), "bad_json"); }

TEST(JsonText, InvalidUtf8IsReplacedWhenReadAndWhenWritten) {
  const auto parsed = parseJson("[\"a\xff\xc3\x28 \xed\xa0\x80\"]");
  ASSERT_TRUE(parsed);
  EXPECT_EQ((**parsed)[0].get<std::string>(), "a\uFFFD\uFFFD( \uFFFD\uFFFD\uFFFD");
  EXPECT_TRUE(isValidUtf8(dumpJson(JsonOut("x\xf0\x9f"))));
  EXPECT_TRUE(isValidUtf8("aé試😀"));
  for (const char* bad : {"\x80", "\xc0\xaf", "\xe0\x9f\xbf", "\xf4\x90\x80\x80", "\xf8", "\xe8\xa9"}) EXPECT_FALSE(isValidUtf8(bad));
}

TEST(JsonText, NumbersKeepEveryDigit) {
  const auto parsed = parseJson("[18446744073709551615,-9223372036854775808,12766912345678.9,5e-324]");
  ASSERT_TRUE(parsed);
  EXPECT_EQ((**parsed)[0].get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ((**parsed)[1].get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ((**parsed)[2].get<double>(), 12766912345678.9);
  EXPECT_EQ(dumpJson(JsonOut((**parsed)[2].get<double>())), "12766912345678.9");
  EXPECT_EQ((**parsed)[3].get<double>(), std::numeric_limits<double>::denorm_min());
}

TEST(JsonText, ManySmallObjectsCostNoMoreThanTheyShould) {
  std::string text = "[";
  for (int i = 0; i < 300'000; ++i) text += "{},";
  text += "{}]";
  EXPECT_EQ(codeOf(text), "");  // quadratic work would run into the test's time limit
}

}  // namespace
