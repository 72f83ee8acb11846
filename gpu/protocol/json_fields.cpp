// SPDX-License-Identifier: Apache-2.0
// The parts of Fields that are not templates.
#include "gpu/protocol/json_fields.h"

namespace dsm::protocol {

std::string joinPath(std::string_view path, std::string_view key) {
  std::string text(path);
  if (!text.empty() && !key.empty()) text += '.';
  text += key;
  return text;
}

std::string joinPath(std::string_view path, std::size_t index) { return std::string(path) + '[' + std::to_string(index) + ']'; }

std::string kindOf(const JsonIn& json) {
  switch (json.type()) {
    case JsonIn::value_t::null:
      return "null";
    case JsonIn::value_t::object:
      return "an object";
    case JsonIn::value_t::array:
      return "an array";
    case JsonIn::value_t::string:
      return "text";
    case JsonIn::value_t::boolean:
      return json.get<bool>() ? "true" : "false";
    case JsonIn::value_t::number_integer:
    case JsonIn::value_t::number_unsigned:
    case JsonIn::value_t::number_float:
      return json.dump();
    default:
      return "nothing usable";
  }
}

std::optional<double> notFiniteFromWord(std::string_view word) {
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

Fields::Fields(const JsonIn& json, std::string_view path, Unread* unread) : m_json(json), m_path(path), m_unread(unread) {
  if (!json.is_object()) fail({}, kindOf(json) + ", an object expected");
}

const JsonIn* Fields::find(std::string_view key, Need need) {
  if (!m_json.is_object()) return nullptr;
  m_asked.emplace(key);
  const auto at = m_json.find(std::string(key));
  if (at != m_json.end()) return &*at;
  if (need == Need::required) fail(key, "missing");
  return nullptr;
}

void Fields::fail(std::string_view key, std::string what) {
  const std::string path = joinPath(m_path, key);
  fail(model::Error{"bad_json", (path.empty() ? "the value" : path) + ": " + std::move(what), {}});
}

void Fields::fail(model::Error error) {
  if (!m_error) m_error = std::move(error);
}

void Fields::text(std::string_view key, std::string& out, Need need) {
  const JsonIn* json = find(key, need);
  if (json == nullptr) return;
  if (!json->is_string()) return fail(key, kindOf(*json) + ", text expected");
  out = json->get_ref<const std::string&>();
  if (need == Need::required && out.empty()) fail(key, "empty");
}

void Fields::boolean(std::string_view key, bool& out, Need need) {
  const JsonIn* json = find(key, need);
  if (json == nullptr) return;
  if (!json->is_boolean()) return fail(key, kindOf(*json) + ", true or false expected");
  out = json->get<bool>();
}

void Fields::real(std::string_view key, double& out, Need need) {
  const JsonIn* json = find(key, need);
  if (json == nullptr) return;
  if (json->is_null()) {
    out = std::numeric_limits<double>::quiet_NaN();
    std::string word;
    const std::string reason = std::string(key) + std::string(kNotFiniteSuffix);
    text(reason, word);
    if (const auto value = notFiniteFromWord(word)) {
      out = *value;
    } else if (!word.empty()) {
      fail(reason, '"' + word + "\", inf, -inf or nan expected");
    }
  } else if (json->is_number()) {
    out = json->get<double>();
  } else {
    fail(key, kindOf(*json) + ", a number expected");
  }
}

void Fields::reals(std::string_view key, std::vector<double>& out, Need need) {
  if (need == Need::required && find(key, need) == nullptr) return;
  const JsonIn* json = array(key);
  if (json == nullptr) return;
  out.reserve(json->size());
  for (std::size_t i = 0; i < json->size(); ++i) {
    const JsonIn& element = (*json)[i];
    if (element.is_null()) {
      out.push_back(std::numeric_limits<double>::quiet_NaN());
    } else if (element.is_number()) {
      out.push_back(element.get<double>());
    } else {
      return fail(joinPath(key, i), kindOf(element) + ", a number expected");
    }
  }
}

void Fields::texts(std::string_view key, std::vector<std::string>& out) {
  const JsonIn* json = array(key);
  if (json == nullptr) return;
  for (std::size_t i = 0; i < json->size(); ++i) {
    const JsonIn& element = (*json)[i];
    if (!element.is_string()) return fail(joinPath(key, i), kindOf(element) + ", text expected");
    out.push_back(element.get_ref<const std::string&>());
  }
}

const JsonIn* Fields::array(std::string_view key) {
  const JsonIn* json = find(key);
  if (json != nullptr && !json->is_array()) {
    fail(key, kindOf(*json) + ", an array expected");
    return nullptr;
  }
  return json;
}

std::string Fields::integerComplaint(const JsonIn& json, bool isUnsigned, std::size_t bits) {
  return kindOf(json) + ", an integer " + (isUnsigned ? "from 0 " : "") + "of " + std::to_string(bits) + " bits expected";
}

model::Expected<void> Fields::finish() {
  if (m_error) return tl::unexpected<model::Error>(*m_error);
  if (m_unread != nullptr) {
    for (const auto& [key, value] : m_json.items()) {
      if (!m_asked.contains(key)) m_unread->push_back({&m_json, key});
    }
  }
  return {};
}

}  // namespace dsm::protocol
