// SPDX-License-Identifier: Apache-2.0
// Bytes to lines, chunks to lines, lines to messages.
#include "gpu/protocol/framing.h"

#include <utility>

namespace dsm::protocol {

model::Expected<void> LineReader::push(std::string_view bytes, std::vector<std::string>& lines) {
  const auto tooLong = [this]() -> model::Expected<void> {
    return model::fail("line_too_long", "the worker sent a line of more than " + std::to_string(m_maxLineBytes) + " bytes");
  };
  if (m_stopped) return tooLong();
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (m_pending.size() + part.size() > m_maxLineBytes) {
      m_stopped = true;
      m_pending.clear();
      return tooLong();
    }
    m_pending.append(part);
    if (end == std::string_view::npos) return {};
    bytes.remove_prefix(end + 1);
    if (!m_pending.empty() && m_pending.back() == '\r') m_pending.pop_back();
    if (!m_pending.empty()) lines.push_back(std::exchange(m_pending, {}));
  }
  return {};
}

model::Expected<std::optional<std::string>> ChunkAssembler::add(Chunk chunk) {
  constexpr std::size_t kMaxOpen = 64;  // replies in pieces at once
  Open& open = m_open[chunk.id];
  if (open.next == 0) open.count = chunk.count;
  if (chunk.count == 0 || chunk.count != open.count || chunk.index != open.next || m_open.size() > kMaxOpen) {
    const std::string expected = std::to_string(open.next) + " of " + std::to_string(open.count);
    m_open.erase(chunk.id);
    return model::fail("bad_chunk", "reply " + std::to_string(chunk.id) + " came in pieces out of order: piece " +
                                        std::to_string(chunk.index) + " of " + std::to_string(chunk.count) + ", " + expected + " expected");
  }
  std::uint64_t held = 0;
  for (const auto& [id, other] : m_open) held += other.data.size();
  if (held + chunk.data.size() > m_maxBytes) {
    m_open.erase(chunk.id);
    return model::fail("too_large", "reply " + std::to_string(chunk.id) + " has more than " + std::to_string(m_maxBytes) + " bytes");
  }
  open.data += chunk.data;
  if (++open.next < open.count) return std::optional<std::string>();
  std::string whole = std::move(open.data);
  m_open.erase(chunk.id);
  return std::optional<std::string>(std::move(whole));
}

model::Expected<void> MessageStream::push(std::string_view bytes, std::vector<Message>& messages) {
  if (m_fault) return tl::unexpected<model::Error>(*m_fault);
  std::vector<std::string> lines;
  const model::Expected<void> read = m_lines.push(bytes, lines);
  for (const std::string& line : lines) {
    if (auto taken = take(line, messages); !taken) {
      m_fault = taken.error();
      return taken;
    }
  }
  if (!m_greeted && m_banner.size() + m_lines.pendingBytes() > kMaxBannerBytes && !m_lines.pending().starts_with('{')) {
    m_fault = model::Error{"no_hello", "no DSMScope worker answered: more than 64 KiB came and no greeting",
                           "Check the worker's command, and that the login there prints less."};
  } else if (!read) {
    m_fault = read.error();
  }
  if (m_fault) return tl::unexpected<model::Error>(*m_fault);
  return {};
}

model::Expected<void> MessageStream::take(std::string_view line, std::vector<Message>& messages) {
  if (!m_greeted && !looksLikeHello(line)) {
    m_banner.append(line).push_back('\n');
    if (m_banner.size() <= kMaxBannerBytes) return {};
    return model::fail("no_hello", "no DSMScope worker answered: more than 64 KiB came and no greeting",
                       "Check the worker's command, and that the login there prints less.");
  }
  m_greeted = true;
  model::Expected<Message> message = parseMessage(line);
  if (!message) return tl::unexpected<model::Error>(message.error());
  if (auto* chunk = std::get_if<Chunk>(&*message)) {
    model::Expected<std::optional<std::string>> whole = m_chunks.add(std::move(*chunk));
    if (!whole) return tl::unexpected<model::Error>(whole.error());
    if (!*whole) return {};
    message = parseMessage(**whole);
    if (!message) return tl::unexpected<model::Error>(message.error());
    if (std::holds_alternative<Chunk>(*message)) return model::fail("bad_chunk", "a reply in pieces holds another piece");
  }
  messages.push_back(std::move(*message));
  return {};
}

}  // namespace dsm::protocol
