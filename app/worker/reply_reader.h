// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a worker's stdout and stderr on a pool thread, turns lines into decoded replies there, and keeps them in a
// mailbox that the window empties at its own pace. When the mailbox is full the reader stops reading, so that a worker
// that floods waits in its own write: memory stays bounded and the window never does the parsing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gpu/model/legality.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/framing.h"
#include "gpu/protocol/message.h"

namespace dsm::app {

enum class RequestKind { devices, run, legality, ping };

struct RunReply {
  std::uint64_t id = 0;
  model::RunPtr run;
};
struct DevicesReply {
  std::uint64_t id = 0;
  std::vector<model::Device> devices;
};
struct LegalityReply {
  std::uint64_t id = 0;
  model::Legality legality;
};
struct PingReply {
  std::uint64_t id = 0;
};
// The worker broke the protocol; nothing that it says later is read.
struct ProtocolFault {
  model::Error error;
};
// Both pipes have ended.
struct EndOfOutput {};

using Reply = std::variant<protocol::Hello, protocol::Progress, protocol::ErrorReply, protocol::Heartbeat, RunReply, DevicesReply,
                           LegalityReply, PingReply, ProtocolFault, EndOfOutput>;

class ReplyReader : public std::enable_shared_from_this<ReplyReader> {
 public:
  // Called on the pool thread when there is something to take. `urgent`: more than how far it is.
  using Wake = std::function<void(bool urgent)>;
  static std::shared_ptr<ReplyReader> create(const model::Catalogue& catalogue, Wake wake);
  ~ReplyReader();
  ReplyReader(const ReplyReader&) = delete;
  ReplyReader& operator=(const ReplyReader&) = delete;

  // Takes both descriptors (read ends) and starts reading. Call once.
  void start(int outDescriptor, int errDescriptor);
  // Ends reading soon, whatever the worker does. Replies not taken yet are lost. Any thread.
  void stop();

  // Requests whose replies are wanted; a reply of any other id is dropped unread. Any thread.
  void expect(std::uint64_t id, RequestKind kind);
  void forget(std::uint64_t id);

  // At most `limit` replies, oldest first. Any thread.
  std::vector<Reply> take(std::size_t limit);
  bool hasReplies() const;
  std::uint64_t droppedReplies() const;  // stale ids
  // The last 64 KiB of stderr, and what stdout said before the hello.
  std::string errorText() const;
  // Milliseconds on the steady clock when the worker last wrote anything; 0: never.
  std::int64_t lastHeardMs() const;

 private:
  ReplyReader(const model::Catalogue& catalogue, Wake wake);
  void readLoop();
  bool readOut();  // false at the end
  bool readErr();
  void decode(protocol::Message message);
  void decodeResult(const protocol::Result& result);
  void post(Reply reply);
  std::optional<RequestKind> kindOf(std::uint64_t id) const;

  const model::Catalogue& m_catalogue;
  const Wake m_wake;
  protocol::MessageStream m_stream;  // of the pool thread
  int m_out = -1;
  int m_err = -1;
  int m_stopEvent = -1;
  bool m_faulted = false;

  mutable std::mutex m_mutex;
  std::condition_variable m_room;
  std::vector<Reply> m_replies;
  std::map<std::uint64_t, RequestKind> m_expected;
  std::string m_errorText;
  std::uint64_t m_dropped = 0;
  std::int64_t m_lastHeardMs = 0;
  bool m_stopped = false;
};

}  // namespace dsm::app
