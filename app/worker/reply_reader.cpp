// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/reply_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "app/background.h"
#include "gpu/protocol/json_model.h"

namespace dsm::app {
namespace {

constexpr std::size_t kMailboxReplies = 256;
constexpr std::size_t kErrorTextBytes = 64u << 10;
constexpr std::size_t kReadBytes = 64u << 10;

std::int64_t nowMs() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

void closeDescriptor(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

// Bytes into `buffer`; 0 at the end, -1 when there is nothing now.
ssize_t readSome(int descriptor, char* buffer) {
  while (true) {
    const ssize_t got = ::read(descriptor, buffer, kReadBytes);
    if (got >= 0) return got;
    if (errno == EINTR) continue;
    return errno == EAGAIN ? -1 : 0;
  }
}

// Two of the same kind in a row of which only the newer matters.
bool supersedes(const Reply& newer, const Reply& older) {
  if (newer.index() != older.index()) return false;
  if (const auto* progress = std::get_if<protocol::Progress>(&newer)) {
    return progress->id == std::get<protocol::Progress>(older).id;
  }
  return std::holds_alternative<protocol::Heartbeat>(newer);
}

bool isUrgent(const Reply& reply) {
  return !std::holds_alternative<protocol::Progress>(reply) && !std::holds_alternative<protocol::Heartbeat>(reply);
}

}  // namespace

std::shared_ptr<ReplyReader> ReplyReader::create(const model::Catalogue& catalogue, Wake wake) {
  return std::shared_ptr<ReplyReader>(new ReplyReader(catalogue, std::move(wake)));
}

ReplyReader::ReplyReader(const model::Catalogue& catalogue, Wake wake)
    : m_catalogue(catalogue), m_wake(std::move(wake)), m_stopEvent(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ReplyReader::~ReplyReader() {
  closeDescriptor(m_out);
  closeDescriptor(m_err);
  closeDescriptor(m_stopEvent);
}

void ReplyReader::start(int outDescriptor, int errDescriptor) {
  m_out = outDescriptor;
  m_err = errDescriptor;
  for (const int descriptor : {m_out, m_err}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
  Background::startReader([self = shared_from_this()] { self->readLoop(); });
}

void ReplyReader::stop() {
  {
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
  }
  m_room.notify_all();
  const std::uint64_t one = 1;
  // Cannot fail but on overflow, which needs 2^64 calls.
  [[maybe_unused]] const ssize_t written = ::write(m_stopEvent, &one, sizeof one);
}

void ReplyReader::readLoop() {
  while (m_out >= 0 || m_err >= 0) {
    pollfd waiting[3] = {{m_stopEvent, POLLIN, 0}, {m_out, POLLIN, 0}, {m_err, POLLIN, 0}};
    if (::poll(waiting, 3, -1) < 0 && errno != EINTR) break;
    {
      const std::lock_guard lock(m_mutex);
      if (m_stopped) break;
    }
    if (waiting[1].revents != 0 && !readOut()) closeDescriptor(m_out);
    if (waiting[2].revents != 0 && !readErr()) closeDescriptor(m_err);
  }
  closeDescriptor(m_out);
  closeDescriptor(m_err);
  post(EndOfOutput{});
}

bool ReplyReader::readOut() {
  char buffer[kReadBytes];
  const ssize_t got = readSome(m_out, buffer);
  if (got <= 0) return got < 0;
  {
    const std::lock_guard lock(m_mutex);
    m_lastHeardMs = nowMs();
  }
  if (m_faulted) return true;  // drained, so that it can end by itself, but not believed
  std::vector<protocol::Message> messages;
  const auto pushed = m_stream.push({buffer, static_cast<std::size_t>(got)}, messages);
  for (protocol::Message& message : messages) decode(std::move(message));
  if (!pushed) {
    m_faulted = true;
    if (!m_stream.greeted()) {
      const std::lock_guard lock(m_mutex);
      m_errorText += m_stream.banner();
    }
    post(ProtocolFault{pushed.error()});
  }
  return true;
}

bool ReplyReader::readErr() {
  char buffer[kReadBytes];
  const ssize_t got = readSome(m_err, buffer);
  if (got <= 0) return got < 0;
  const std::lock_guard lock(m_mutex);
  m_errorText.append(buffer, static_cast<std::size_t>(got));
  if (m_errorText.size() > kErrorTextBytes) m_errorText.erase(0, m_errorText.size() - kErrorTextBytes);
  return true;
}

void ReplyReader::decode(protocol::Message message) {
  std::visit(
      [this](auto&& part) {
        using Part = std::decay_t<decltype(part)>;
        if constexpr (std::is_same_v<Part, protocol::Result>) {
          decodeResult(part);
        } else if constexpr (std::is_same_v<Part, protocol::Progress>) {
          if (kindOf(part.id)) {
            post(std::move(part));
          } else {
            const std::lock_guard lock(m_mutex);
            ++m_dropped;
          }
        } else if constexpr (std::is_same_v<Part, protocol::ErrorReply>) {
          if (part.id == 0 || part.fatal || kindOf(part.id)) post(std::move(part));
        } else if constexpr (!std::is_same_v<Part, protocol::Chunk> && !std::is_same_v<Part, protocol::Accepted>) {
          post(std::move(part));
        }
      },
      std::move(message));
}

void ReplyReader::decodeResult(const protocol::Result& result) {
  const auto kind = kindOf(result.id);
  if (!kind) {
    const std::lock_guard lock(m_mutex);
    ++m_dropped;
    return;
  }
  const auto refuse = [&](const model::Error& error) { post(protocol::ErrorReply{result.id, error, false}); };
  switch (*kind) {
    case RequestKind::ping:
      post(PingReply{result.id});
      break;
    case RequestKind::run:
      if (auto run = protocol::runFromJson(*result.body, m_catalogue)) {
        post(RunReply{result.id, std::make_shared<const model::Run>(std::move(*run))});
      } else {
        refuse(run.error());
      }
      break;
    case RequestKind::devices:
      if (auto devices = protocol::devicesFromJson(*result.body)) {
        post(DevicesReply{result.id, std::move(*devices)});
      } else {
        refuse(devices.error());
      }
      break;
    case RequestKind::legality:
      if (auto legality = protocol::legalityFromJson(*result.body)) {
        post(LegalityReply{result.id, std::move(*legality)});
      } else {
        refuse(legality.error());
      }
      break;
  }
}

void ReplyReader::post(Reply reply) {
  const bool urgent = isUrgent(reply);
  bool wasEmpty = false;
  {
    std::unique_lock lock(m_mutex);
    if (!m_replies.empty() && supersedes(reply, m_replies.back())) {
      m_replies.back() = std::move(reply);
      return;
    }
    m_room.wait(lock, [this] { return m_stopped || m_replies.size() < kMailboxReplies; });
    if (m_stopped) return;
    wasEmpty = m_replies.empty();
    m_replies.push_back(std::move(reply));
  }
  if (wasEmpty || urgent) m_wake(urgent);
}

std::optional<RequestKind> ReplyReader::kindOf(std::uint64_t id) const {
  const std::lock_guard lock(m_mutex);
  const auto found = m_expected.find(id);
  return found == m_expected.end() ? std::nullopt : std::optional(found->second);
}

void ReplyReader::expect(std::uint64_t id, RequestKind kind) {
  const std::lock_guard lock(m_mutex);
  m_expected[id] = kind;
}

void ReplyReader::forget(std::uint64_t id) {
  const std::lock_guard lock(m_mutex);
  m_expected.erase(id);
}

std::vector<Reply> ReplyReader::take(std::size_t limit) {
  std::vector<Reply> taken;
  {
    const std::lock_guard lock(m_mutex);
    const auto count = static_cast<std::ptrdiff_t>(std::min(limit, m_replies.size()));
    std::move(m_replies.begin(), m_replies.begin() + count, std::back_inserter(taken));
    m_replies.erase(m_replies.begin(), m_replies.begin() + count);
  }
  m_room.notify_all();
  return taken;
}

bool ReplyReader::hasReplies() const {
  const std::lock_guard lock(m_mutex);
  return !m_replies.empty();
}

std::uint64_t ReplyReader::droppedReplies() const {
  const std::lock_guard lock(m_mutex);
  return m_dropped;
}

std::string ReplyReader::errorText() const {
  const std::lock_guard lock(m_mutex);
  return m_errorText;
}

std::int64_t ReplyReader::lastHeardMs() const {
  const std::lock_guard lock(m_mutex);
  return m_lastHeardMs;
}

}  // namespace dsm::app
