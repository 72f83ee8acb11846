// SPDX-License-Identifier: Apache-2.0
// The guarded parser: nlohmann's SAX interface underneath, our own tree building above it, because its own
// neither bounds the depth nor refuses equal keys.
#include "gpu/protocol/json_text.h"

#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "gpu/protocol/json_numbers.h"
#include "gpu/protocol/json_reader.h"

namespace dsm::protocol {
namespace {

// Walks the text. The position is shared by all copies: progress and errors read it, and the tree builder moves it past what
// it has read by itself.
class SharedPosition {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit SharedPosition(const char** position) : m_position(position) {}
  reference operator*() const { return **m_position; }
  SharedPosition& operator++() {
    ++*m_position;
    return *this;
  }
  bool operator==(const SharedPosition& other) const { return *m_position == *other.m_position; }
  bool operator!=(const SharedPosition& other) const { return *m_position != *other.m_position; }

 private:
  const char** m_position;
};

class TreeBuilder final : public nlohmann::json_sax<JsonIn> {
 public:
  TreeBuilder(const ParseLimits& limits, const ElementHook& hook, std::string_view text, const char*& position)
      : m_limits(limits), m_hook(hook), m_text(text), m_position(position) {}

  bool null() override { return finish(nullptr); }
  bool boolean(bool value) override { return finish(value); }
  bool number_integer(number_integer_t value) override { return finish(value); }
  bool number_unsigned(number_unsigned_t value) override { return finish(value); }
  bool number_float(number_float_t value, const string_t&) override { return finish(value); }
  bool string(string_t& value) override { return finish(std::move(value)); }
  bool binary(binary_t&) override { return refuse("bad_json", "binary data"); }
  bool start_object(std::size_t) override { return open(JsonIn::object()); }
  bool start_array(std::size_t) override {
    if (!open(JsonIn::array())) return false;
    // The library has read the bracket and nothing behind it, so it can be led to the closing one.
    const char* const end = m_text.data() + m_text.size();
    if (const char* closing = readNumbers(m_position, end, m_stack.back().value, m_keepGoing)) {
      m_skipped += static_cast<std::size_t>(closing - m_position);
      m_position = closing;
    }
    return m_error.code.empty();
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Frame& top = m_stack.back();
    if (top.value.contains(name)) {
      top.key = std::move(name);
      return refuse("duplicate_key", path() + ": this key is there twice");
    }
    top.key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& what) override {
    position += m_skipped;
    // The library's sentence without its own "[json.exception...] parse error at line 1, column 2: ".
    std::string text = what.what();
    if (text.starts_with('[')) text.erase(0, text.find("] ") + 2);
    if (text.starts_with("parse error")) text.erase(0, text.find(": ") + 2);
    m_error = model::Error{"bad_json", "not JSON at byte " + std::to_string(position) + ": " + text,
                           position >= m_text.size() ? "The text ends too early: get it again from where it came." : ""};
    return false;
  }

  const model::Error& error() const { return m_error; }
  JsonIn takeRoot() { return std::move(m_root); }

 private:
  struct Frame {
    JsonIn value;
    std::string key;  // of the value being read, in an object
    std::size_t index = 0;
  };

  bool refuse(std::string code, std::string message, std::string hint = {}) {
    m_error = model::Error{std::move(code), std::move(message), std::move(hint)};
    return false;
  }

  std::string path() const {
    std::string text;
    for (const Frame& frame : m_stack) {
      if (frame.value.is_array()) {
        text += '[' + std::to_string(frame.index) + ']';
      } else {
        if (!text.empty()) text += '.';
        text += frame.key;
      }
    }
    return text;
  }

  bool open(JsonIn empty) {
    if (m_stack.size() >= m_limits.maxDepth) {
      return refuse("too_deep", path() + ": nested more than " + std::to_string(m_limits.maxDepth) + " deep");
    }
    if (m_stack.size() == 2) m_elementBegin = m_position - 1;
    m_stack.push_back({std::move(empty), {}, 0});
    return true;
  }

  bool close() {
    JsonIn value = std::move(m_stack.back().value);
    m_stack.pop_back();
    return finish(std::move(value));
  }

  // A value is complete: it joins its parent, or goes to the hook.
  bool finish(JsonIn value) {
    if (!keepGoing()) return false;
    if (m_stack.empty()) {
      m_root = std::move(value);
      return true;
    }
    Frame& parent = m_stack.back();
    if (!parent.value.is_array()) {
      parent.value.emplace(parent.key, std::move(value));
      return true;
    }
    if (m_hook.take && m_stack.size() == 2 && m_stack.front().value.is_object() && m_stack.front().key == m_hook.key) {
      const std::string_view text = value.is_structured() ? std::string_view(m_elementBegin, m_position) : std::string_view();
      if (model::Expected<void> taken = m_hook.take(parent.index, value, text); !taken) {
        m_error = taken.error();
        return false;
      }
    } else {
      parent.value.push_back(std::move(value));
    }
    ++parent.index;
    return true;
  }

  // Every 4096 values: somebody may have lost interest, somebody may be watching.
  bool keepGoing() {
    if ((++m_values & 0xfffu) != 0) return true;
    if (m_limits.cancel != nullptr && m_limits.cancel->load(std::memory_order_relaxed)) {
      return refuse("cancelled", "reading was stopped");
    }
    if (m_limits.progress) {
      m_limits.progress(static_cast<double>(m_position - m_text.data()) / static_cast<double>(m_text.size()));
    }
    return true;
  }

  const ParseLimits& m_limits;
  const ElementHook& m_hook;
  std::string_view m_text;
  const char*& m_position;
  std::size_t m_skipped = 0;  // characters that the library has not seen
  const std::function<bool()> m_keepGoing = [this] { return keepGoing(); };
  std::vector<Frame> m_stack;
  JsonIn m_root;
  model::Error m_error;
  const char* m_elementBegin = nullptr;  // of the last object or array at the depth of the hook's elements
  std::uint64_t m_values = 0;
};

// Length of the valid sequence that begins at `at`, 0 if there is none (Unicode 15, table 3-7).
std::size_t sequenceLength(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto inside = [&](std::size_t i, unsigned low, unsigned high) { return i < text.size() && byte(i) >= low && byte(i) <= high; };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return inside(at + 1, 0x80, 0xbf) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : 0xbf;
    return inside(at + 1, low, high) && inside(at + 2, 0x80, 0xbf) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
    return inside(at + 1, low, high) && inside(at + 2, 0x80, 0xbf) && inside(at + 3, 0x80, 0xbf) ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool isValidUtf8(std::string_view text) { return firstInvalidUtf8(text) == std::string_view::npos; }

std::size_t firstInvalidUtf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  for (std::size_t at = 0; at < text.size();) {
    std::uint64_t eight = kHighBits;
    if (at + sizeof eight <= text.size()) std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kHighBits) == 0) {  // eight ASCII characters at once: files are mostly digits
      at += sizeof eight;
      continue;
    }
    const std::size_t length = sequenceLength(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string replaceInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequenceLength(text, at);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
    } else {
      out.append(text, at, length);
      at += length;
    }
  }
  return out;
}

model::Expected<JsonIn> parseWithHook(std::string_view text, const ParseLimits& limits, const ElementHook& hook) {
  if (text.size() > limits.maxBytes) {
    return model::fail("too_large",
                       "the text has " + std::to_string(text.size()) + " bytes, at most " + std::to_string(limits.maxBytes) + " are read");
  }
  // The library takes a NUL byte for the end of the text and would ignore what follows.
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    return model::fail("bad_json", "not JSON at byte " + std::to_string(at + 1) + ": a NUL byte");
  }
  std::string replaced;
  if (!isValidUtf8(text)) {
    replaced = replaceInvalidUtf8(text);
    text = replaced;
  }
  const char* position = text.data();
  TreeBuilder builder(limits, hook, text, position);
  const char* end = text.data() + text.size();
  if (!JsonIn::sax_parse(SharedPosition(&position), SharedPosition(&end), &builder)) {
    return tl::unexpected<model::Error>(builder.error());
  }
  return builder.takeRoot();
}

model::Expected<JsonPtr> parseJson(std::string_view text, const ParseLimits& limits) {
  model::Expected<JsonIn> parsed = parseWithHook(text, limits, {});
  if (!parsed) return tl::unexpected<model::Error>(std::move(parsed.error()));
  return std::make_shared<const JsonIn>(std::move(*parsed));
}

std::string dumpJson(const JsonOut& value, int indent) { return value.dump(indent, ' ', false, JsonOut::error_handler_t::replace); }

}  // namespace dsm::protocol
