// SPDX-License-Identifier: GPL-3.0-or-later
// The writer: greeting first, nothing lost, and never a wait for a reader that does not read.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>
#include <array>
#include <future>

#include "gpu/worker/output.h"

namespace {

using dsm::worker::Output;
using namespace std::chrono_literals;

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() { EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0); }
  ~Pipe() { ::close(ends[0]); }
  std::string readAll() const {
    std::string text;
    std::array<char, 4096> buffer;
    for (ssize_t n; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;) text.append(buffer.data(), static_cast<std::size_t>(n));
    return text;
  }
};

TEST(Output, TheGreetingComesFirst) {
  Pipe pipe;
  {
    Output output(pipe.ends[1]);
    output.send("early\n");
    EXPECT_FALSE(output.flush(20ms));
    output.greet("hello\n");
    output.send("late\n");
    EXPECT_TRUE(output.flush(5s));
  }
  EXPECT_EQ(pipe.readAll(), "hello\nearly\nlate\n");
}

TEST(Output, AReaderThatDoesNotReadBlocksNobodyAndLosesNoResult) {
  Pipe pipe;
  std::string read;
  std::future<std::string> reader;
  {
    Output output(pipe.ends[1]);
    output.greet("hello\n");
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 64; ++i) output.send(std::string(65535, 'r') + '\n');  // 4 MiB: the pipe takes 64 KiB
    for (int i = 0; i < 10'000; ++i) output.sendIfRoom("p\n");                 // no room: dropped
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
    EXPECT_FALSE(output.flush(50ms));
    reader = std::async(std::launch::async, [&] { return pipe.readAll(); });
    EXPECT_TRUE(output.flush(10s));
  }
  EXPECT_EQ(reader.get().size(), 6u + 64u * 65536u);
}

}  // namespace
