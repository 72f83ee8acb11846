// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/text_place.h"

#include <algorithm>
#include <vector>

namespace dsm::app {
namespace {

struct Step {
  std::string key;  // empty: an index
  std::size_t index = 0;
};

std::vector<Step> stepsOf(std::string_view path) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '.') {
      ++at;
    } else if (path[at] == '[') {
      Step step;
      for (++at; at < path.size() && path[at] >= '0' && path[at] <= '9'; ++at) step.index = step.index * 10 + static_cast<std::size_t>(path[at] - '0');
      if (at < path.size()) ++at;
      steps.push_back(step);
    } else {
      const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
      steps.push_back({std::string(path.substr(at, end - at)), 0});
      at = end;
    }
  }
  return steps;
}

// Walks text that a JSON parser has accepted: it need only know where values begin and end.
class Walker {
 public:
  explicit Walker(std::string_view text) : m_text(text) {}

  std::size_t at() {
    while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos) ++m_at;
    return m_at;
  }
  bool take(char wanted) {
    if (at() >= m_text.size() || m_text[m_at] != wanted) return false;
    ++m_at;
    return true;
  }
  std::string string() {
    const std::size_t begin = at() + 1;
    for (m_at = begin; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
      if (m_text[m_at] == '\\') ++m_at;
    }
    m_at = std::min(m_at, m_text.size());
    const std::string inside(m_text.substr(std::min(begin, m_at), m_at - std::min(begin, m_at)));
    if (m_at < m_text.size()) ++m_at;
    return inside;
  }
  void skipValue() {
    std::size_t depth = 0;
    do {
      const char letter = at() < m_text.size() ? m_text[m_at] : '\0';
      if (letter == '"') {
        string();
      } else if (letter == '{' || letter == '[') {
        ++depth;
        ++m_at;
      } else if (letter == '}' || letter == ']') {
        --depth;
        ++m_at;
      } else if (depth > 0 && (letter == ',' || letter == ':')) {
        ++m_at;
      } else {
        m_at = std::min(m_text.find_first_of(",:]} \t\r\n", m_at), m_text.size());
      }
    } while (depth > 0 && m_at < m_text.size());
  }
  // To the value of a step, from the value that holds it. False: there is none, and the walker is past the value.
  bool enter(const Step& step) {
    if (!take(step.key.empty() ? '[' : '{')) return false;
    for (std::size_t index = 0; at() < m_text.size() && m_text[m_at] != ']' && m_text[m_at] != '}'; ++index) {
      bool found = index == step.index;
      if (!step.key.empty()) {
        found = string() == step.key;
        take(':');
      }
      at();
      if (found) return true;
      skipValue();
      take(',');
    }
    return false;
  }

 private:
  std::string_view m_text;
  std::size_t m_at = 0;
};

}  // namespace

TextPlace placeOf(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t lineBegin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const auto isLead = [](char letter) { return (static_cast<unsigned char>(letter) & 0xc0u) != 0x80u; };
  TextPlace place;
  place.line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  place.column = 1 + static_cast<std::size_t>(std::ranges::count_if(before.substr(lineBegin), isLead));
  return place;
}

std::string placeText(const TextPlace& place) { return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column); }

std::optional<std::size_t> byteOfPath(std::string_view text, std::string_view path) {
  Walker walker(text);
  std::size_t here = walker.at();
  if (here >= text.size()) return std::nullopt;
  for (const Step& step : stepsOf(path)) {
    if (!walker.enter(step)) return here;
    here = walker.at();
  }
  return here;
}

}  // namespace dsm::app
