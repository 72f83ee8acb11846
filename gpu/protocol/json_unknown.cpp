// SPDX-License-Identifier: Apache-2.0
// Both directions walk the text once, beside the tree or beside the paths. The text is valid JSON by then, so a walk needs
// no more than brackets and quotes.
#include "gpu/protocol/json_unknown.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace dsm::protocol {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A position in a valid text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : m_text(text) {}

  std::size_t position() const { return m_at; }
  std::string_view from(std::size_t begin) const { return m_text.substr(begin, m_at - begin); }
  bool ended() const { return m_at >= m_text.size(); }
  // The next character that is no white space; NUL at the end.
  char peek() {
    while (!ended() && isSpace(m_text[m_at])) ++m_at;
    return ended() ? '\0' : m_text[m_at];
  }
  // Steps over the expected character.
  bool take(char expected) {
    if (peek() != expected) return false;
    ++m_at;
    return true;
  }
  // A key or a text with its quotes.
  std::string_view quoted() {
    const std::size_t begin = m_at;
    for (++m_at; !ended() && m_text[m_at] != '"'; ++m_at) {
      if (m_text[m_at] == '\\') ++m_at;
    }
    ++m_at;
    return from(begin);
  }
  // Any value.
  std::string_view value() {
    peek();
    const std::size_t begin = m_at;
    std::size_t depth = 0;
    do {
      const char c = peek();
      if (c == '"') {
        quoted();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++m_at;
      } else if (c == '}' || c == ']') {
        --depth;
        ++m_at;
      } else if (c == ',' || c == ':') {
        ++m_at;
      } else {
        m_at = std::min(m_text.find_first_of(",:]} \t\n\r", m_at), m_text.size());
      }
    } while (depth > 0 && !ended());
    return from(begin);
  }

 private:
  std::string_view m_text;
  std::size_t m_at = 0;
};

std::string keyOf(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string(quoted.substr(1, quoted.size() - 2));
  return JsonIn::parse(quoted, nullptr, false).get<std::string>();
}

std::string pointerPart(std::string_view key) {
  std::string part = "/";
  for (const char c : key) {
    if (c == '~') {
      part += "~0";
    } else if (c == '/') {
      part += "~1";
    } else {
      part += c;
    }
  }
  return part;
}

}  // namespace

std::string keyOfPointer(std::string_view pointer) {
  const std::string_view part = pointer.substr(pointer.rfind('/') + 1);
  std::string key;
  for (std::size_t at = 0; at < part.size(); ++at) {
    if (part[at] == '~' && at + 1 < part.size()) {
      key += part[++at] == '0' ? '~' : '/';
    } else {
      key += part[at];
    }
  }
  return key;
}

namespace {

// Without the white space between tokens.
std::string compact(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  bool inText = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (inText && c == '\\') {
      out += c;
      out += json[++at];
      continue;
    }
    if (c == '"') inText = !inText;
    if (inText || !isSpace(c)) out += c;
  }
  return out;
}

class Taker {
 public:
  Taker(std::string_view text, const Unread& unread) : m_scanner(text) {
    for (const UnreadMember& member : unread) m_unread.emplace(member.object, member.key);
  }

  void walk(const JsonIn& node, const std::string& path) {
    const char c = m_scanner.peek();
    if (c == '{' && node.is_object()) {
      walkObject(node, path);
    } else if (c == '[' && node.is_array() && !node.empty() && node.front().is_structured()) {
      m_scanner.take('[');
      for (std::size_t i = 0; i < node.size(); ++i) {
        walk(node[i], path + '/' + std::to_string(i));
        m_scanner.take(',');
      }
      m_scanner.take(']');
    } else {
      m_scanner.value();
    }
  }

  model::UnknownFields taken;

 private:
  // In the text's order, which the tree has lost.
  void walkObject(const JsonIn& node, const std::string& path) {
    m_scanner.take('{');
    while (m_scanner.peek() == '"') {
      const std::string key = keyOf(m_scanner.quoted());
      m_scanner.take(':');
      const std::string at = path + pointerPart(key);
      const auto child = node.find(key);
      if (isUnread(node, key)) {
        taken.push_back({at, compact(m_scanner.value())});
      } else if (child == node.end()) {  // it went to the hook: the runs
        m_scanner.value();
      } else {
        walk(*child, at);
      }
      m_scanner.take(',');
    }
    m_scanner.take('}');
  }

  bool isUnread(const JsonIn& node, const std::string& key) const {
    return m_unread.contains({&node, key});
  }

  Scanner m_scanner;
  std::set<std::pair<const JsonIn*, std::string>> m_unread;  // a hostile file has many
};

struct Insertion {
  std::string key;
  std::string_view json;
};
using Insertions = std::map<std::string, std::vector<Insertion>, std::less<>>;  // by the pointer of the object they belong to

class Putter {
 public:
  Putter(std::string_view text, Insertions insertions) : m_scanner(text), m_insertions(std::move(insertions)) {}

  void walk(const std::string& path) {
    const char c = m_scanner.peek();
    if (c == '{' && concerns(path)) {
      walkObject(path);
    } else if (c == '[' && concerns(path)) {
      m_scanner.take('[');
      out += '[';
      for (std::size_t i = 0; m_scanner.peek() != ']'; ++i) {
        if (i > 0) out += ',';
        walk(path + '/' + std::to_string(i));
        m_scanner.take(',');
      }
      m_scanner.take(']');
      out += ']';
    } else {
      out += m_scanner.value();
    }
  }

  std::string out;

 private:
  // Whether something is to be put into the value at `path` or into what it holds.
  bool concerns(const std::string& path) const {
    if (m_insertions.contains(path)) return true;
    const auto inside = m_insertions.lower_bound(path + '/');
    return inside != m_insertions.end() && inside->first.starts_with(path + '/');
  }

  void walkObject(const std::string& path) {
    m_scanner.take('{');
    out += '{';
    std::set<std::string> keys;
    while (m_scanner.peek() == '"') {
      if (!keys.empty()) out += ',';
      const std::string_view quoted = m_scanner.quoted();
      const std::string key = keyOf(quoted);
      keys.insert(key);
      m_scanner.take(':');
      out += quoted;
      out += ':';
      walk(path + pointerPart(key));
      m_scanner.take(',');
    }
    m_scanner.take('}');
    const auto here = m_insertions.find(path);
    for (const Insertion& insertion : here == m_insertions.end() ? std::vector<Insertion>{} : here->second) {
      const bool first = keys.empty();
      if (!keys.insert(insertion.key).second) continue;
      if (!first) out += ',';
      out += dumpJson(JsonOut(insertion.key));
      out += ':';
      out += insertion.json;
    }
    out += '}';
  }

  Scanner m_scanner;
  Insertions m_insertions;
};

}  // namespace

model::UnknownFields takeUnknown(std::string_view text, const JsonIn& root, const Unread& unread) {
  if (unread.empty()) return {};
  Taker taker(text, unread);
  taker.walk(root, {});
  return std::move(taker.taken);
}

std::string withUnknown(std::string text, const model::UnknownFields& fields) {
  if (fields.empty()) return text;
  Insertions insertions;
  for (const model::UnknownField& field : fields) {
    const std::size_t slash = field.path.rfind('/');
    if (slash == std::string::npos) continue;
    insertions[field.path.substr(0, slash)].push_back({keyOfPointer(field.path), field.json});
  }
  Putter putter(text, std::move(insertions));
  putter.walk({});
  return std::move(putter.out);
}

}  // namespace dsm::protocol
