// SPDX-License-Identifier: Apache-2.0
// From bytes to lines to messages, however the bytes arrive: a pipe may hand over half a character, a login may
// print a banner first, a reply may come as chunks, a broken worker may send a line without an end.
// No I/O here: push what was read. One object per connection, used by one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"
#include "gpu/protocol/message.h"

namespace dsm::protocol {

// Bytes in, complete lines out (without line feed or carriage return; empty lines are dropped).
class LineReader {
 public:
  explicit LineReader(std::size_t maxLineBytes = kMaxLineBytes) : m_maxLineBytes(maxLineBytes) {}
  // Error line_too_long: reading stops there for good, lines before it were appended all the same.
  model::Expected<void> push(std::string_view bytes, std::vector<std::string>& lines);
  std::size_t pendingBytes() const { return m_pending.size(); }  // of a line whose end has not come
  const std::string& pending() const { return m_pending; }

 private:
  std::size_t m_maxLineBytes;
  std::string m_pending;
  bool m_stopped = false;
};

// Chunks of one id come in order, index 0 to count - 1; chunks of different ids may alternate.
class ChunkAssembler {
 public:
  explicit ChunkAssembler(std::uint64_t maxBytes = 512ull << 20) : m_maxBytes(maxBytes) {}
  // The whole line once the last chunk is there, nothing before. Errors: bad_chunk, too_large.
  model::Expected<std::optional<std::string>> add(Chunk chunk);
  void drop(std::uint64_t id) { m_open.erase(id); }  // a cancelled request's leftovers

 private:
  struct Open {
    std::uint32_t next = 0;
    std::uint32_t count = 0;
    std::string data;
  };
  std::uint64_t m_maxBytes;
  std::map<std::uint64_t, Open> m_open;
};

// A worker's output as messages: banner skipped (at most 64 KiB before the magic), chunks joined, first message
// a hello of a version we speak. After an error nothing more comes out: the worker is to be ended.
class MessageStream {
 public:
  inline static constexpr std::size_t kMaxBannerBytes = 64u << 10;
  // Appends the messages that became complete. Errors: line_too_long, no_hello (banner too long, or garbage),
  // other_protocol, bad_message, unknown_kind, bad_chunk. The same error again on every later call.
  model::Expected<void> push(std::string_view bytes, std::vector<Message>& messages);
  bool greeted() const { return m_greeted; }
  std::string_view banner() const { return m_banner; }  // what came before the hello, for a person to read
  const std::string& unfinished() const { return m_lines.pending(); }

 private:
  model::Expected<void> take(std::string_view line, std::vector<Message>& messages);

  LineReader m_lines;
  ChunkAssembler m_chunks;
  std::string m_banner;
  bool m_greeted = false;
  std::optional<model::Error> m_fault;
};

}  // namespace dsm::protocol
