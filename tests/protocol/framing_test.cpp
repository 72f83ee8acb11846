// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes become the same messages however they are cut.
#include <gtest/gtest.h>

#include <random>

#include <nlohmann/json.hpp>

#include "gpu/protocol/framing.h"

namespace {

using namespace dsm;
using namespace dsm::protocol;

Hello namedHello(std::string name) {
  Hello hello;
  hello.workerVersion = "1";
  model::Device device;
  device.uuid = "GPU-1";
  device.name = std::move(name);
  hello.devices = {device};
  return hello;
}

TEST(LineReader, LinesComeWholeHoweverTheBytesAreCut) {
  std::string text;
  std::vector<std::string> sent;
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    std::string line;
    for (unsigned n = 1 + random() % 40; n > 0; --n) line += random() % 3 == 0 ? "試" : random() % 2 == 0 ? "é" : "x";
    sent.push_back(line);
    text += line + (random() % 2 == 0 ? "\r\n" : "\n") + (random() % 5 == 0 ? "\n" : "");
  }
  for (int round = 0; round < 50; ++round) {
    LineReader reader;
    std::vector<std::string> lines;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t n = std::min<std::size_t>(rest.size(), 1 + random() % (round == 0 ? 1 : 90));
      ASSERT_TRUE(reader.push(rest.substr(0, n), lines));
      rest.remove_prefix(n);
    }
    ASSERT_EQ(lines, sent);
    ASSERT_EQ(reader.pendingBytes(), 0u);
  }
}

TEST(LineReader, ALineThatIsTooLongEndsItForGood) {
  LineReader reader(10);
  std::vector<std::string> lines;
  ASSERT_TRUE(reader.push("1234567890\n123", lines));
  const auto tooLong = reader.push("45678901\nok\n", lines);
  ASSERT_FALSE(tooLong);
  EXPECT_EQ(tooLong.error().code, "line_too_long");
  EXPECT_FALSE(reader.push("ok\n", lines));
  EXPECT_EQ(lines, std::vector<std::string>{"1234567890"});
  EXPECT_EQ(reader.pendingBytes(), 0u);  // and holds no memory
}

TEST(Chunks, ALongResultComesBackWhole) {
  std::string text;
  for (int i = 0; i < 500'000; ++i) text += i % 3 == 0 ? "\\" : i % 3 == 1 ? "\"" : "試";
  const std::string sent = encodeResult(7, JsonOut(text));
  MessageStream stream;
  std::vector<Message> messages;
  ASSERT_TRUE(stream.push(encode(Hello{}), messages));
  std::size_t longest = 0;
  for (std::size_t at = 0; at < sent.size();) {
    const std::size_t end = sent.find('\n', at);
    longest = std::max(longest, end - at);
    EXPECT_TRUE(isValidUtf8(std::string_view(sent).substr(at, end - at)));
    at = end + 1;
  }
  EXPECT_LE(longest, kMaxLineBytes);
  for (std::string_view rest = sent; !rest.empty(); rest.remove_prefix(std::min<std::size_t>(rest.size(), 4099))) {
    ASSERT_TRUE(stream.push(rest.substr(0, 4099), messages));
  }
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(std::get<Result>(messages[1]).id, 7u);
  EXPECT_EQ(std::get<Result>(messages[1]).body->get<std::string>(), text);
}

TEST(Chunks, RepliesMayAlternateButNotLosePieces) {
  ChunkAssembler assembler;
  EXPECT_EQ(*assembler.add({1, 0, 2, "a"}), std::nullopt);
  EXPECT_EQ(*assembler.add({2, 0, 1, "z"}), "z");
  EXPECT_EQ(*assembler.add({1, 1, 2, "b"}), "ab");
  EXPECT_EQ(assembler.add({3, 1, 2, "b"}).error().code, "bad_chunk");
  EXPECT_EQ(*assembler.add({4, 0, 3, "a"}), std::nullopt);
  EXPECT_EQ(assembler.add({4, 2, 3, "c"}).error().code, "bad_chunk");
  EXPECT_EQ(assembler.add({5, 0, 0, ""}).error().code, "bad_chunk");
  ChunkAssembler small(4);
  EXPECT_TRUE(small.add({1, 0, 3, "abc"}));
  EXPECT_EQ(small.add({2, 0, 3, "de"}).error().code, "too_large");
}

TEST(MessageStream, SkipsABannerAndKeepsIt) {
  MessageStream stream;
  std::vector<Message> messages;
  const std::string banner = "Welcome\n{\"json\":\"but no hello\"}\ndsmscope in passing\n" + std::string(60'000, '*') + "\n";
  ASSERT_TRUE(stream.push(banner + encode(namedHello("x")), messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Hello>(messages[0]));
  EXPECT_EQ(stream.banner(), banner);
}

TEST(MessageStream, GivesUpOnABannerWithoutEnd) {
  for (const bool lines : {true, false}) {
    MessageStream stream;
    std::vector<Message> messages;
    std::string code;
    std::size_t pushed = 0;
    while (code.empty() && pushed < 200'000) {
      const std::string piece = lines ? std::string(99, '*') + '\n' : std::string(100, '*');
      const auto read = stream.push(piece, messages);
      pushed += piece.size();
      if (!read) code = read.error().code;
    }
    EXPECT_EQ(code, "no_hello") << lines;
    EXPECT_LT(pushed, 70'000u);
    EXPECT_EQ(stream.push(encode(namedHello("x")), messages).error().code, "no_hello");  // the same again
    EXPECT_TRUE(messages.empty());
  }
}

TEST(MessageStream, StopsAtAnotherVersion) {
  Hello hello = namedHello("x");
  hello.protocol = 2;
  MessageStream stream;
  std::vector<Message> messages;
  const auto read = stream.push(encode(hello) + encode(Accepted{1}), messages);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, "other_protocol");
  EXPECT_NE(read.error().message.find("protocol 2"), std::string::npos);
  EXPECT_TRUE(messages.empty());
}

TEST(MessageStream, SurvivesAnyBytes) {
  std::mt19937 random(11);
  const std::string good =
      encode(namedHello("試")) + encode(Accepted{1}) + encode(Progress{1, "measuring", 3, 0.5, 2, 1}) + encodeResult(1, {{"a", 1}});
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = good;
    for (unsigned n = random() % 4; n > 0; --n) bytes[random() % bytes.size()] = static_cast<char>(random());
    MessageStream stream;
    std::vector<Message> messages;
    const auto read = stream.push(bytes, messages);
    EXPECT_TRUE(read || !read.error().message.empty());
    EXPECT_LE(messages.size(), 8u);
  }
}

}  // namespace
