// SPDX-License-Identifier: GPL-3.0-or-later
//
// Escaping and elements.
#include "ui/export/html_page.h"

namespace dsm::ui {
namespace {

constexpr char16_t kReplacement = u'\ufffd';

bool forbidden(char16_t c) {
  const bool control = c < 0x20 && c != u'\t' && c != u'\n' && c != u'\r';
  return control || (c >= 0x7f && c <= 0x9f) || c >= 0xfffe;
}

// Embeddings, overrides and isolates; plain direction marks cannot reach beyond their element.
bool turnsText(char16_t c) { return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069); }

}  // namespace

QString harmlessText(const QString& text) {
  QString out;
  out.reserve(text.size());
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
      out += c;
      out += text[++i];
    } else if (c.isSurrogate() || forbidden(c.unicode())) {
      out += QChar(kReplacement);
    } else if (turnsText(c.unicode())) {
      out += QStringLiteral("[U+%1]").arg(QString::number(c.unicode(), 16).toUpper());
    } else {
      out += c;
    }
  }
  return out;
}

QString escapedText(const QString& text) {
  QString out;
  for (const QChar c : harmlessText(text)) {
    switch (c.unicode()) {
      case u'&': out += QLatin1String("&amp;"); break;
      case u'<': out += QLatin1String("&lt;"); break;
      case u'>': out += QLatin1String("&gt;"); break;
      case u'"': out += QLatin1String("&quot;"); break;
      case u'\'': out += QLatin1String("&#39;"); break;
      default: out += c;
    }
  }
  return out;
}

void HtmlPage::start(const char* tag, Attributes attributes) {
  m_bytes += '<';
  m_bytes += tag;
  for (const auto& [name, value] : attributes) {
    m_bytes += ' ';
    m_bytes += name;
    m_bytes += "=\"" + escapedText(value).toUtf8() + '"';
  }
}

void HtmlPage::open(const char* tag, Attributes attributes) {
  start(tag, attributes);
  m_bytes += '>';
  m_open.push_back(tag);
}

void HtmlPage::close() {
  m_bytes += "</";
  m_bytes += m_open.back();
  m_bytes += '>';
  m_open.pop_back();
}

void HtmlPage::text(const QString& text) { m_bytes += escapedText(text).toUtf8(); }

void HtmlPage::element(const char* tag, const QString& content, Attributes attributes) {
  open(tag, attributes);
  text(content);
  close();
}

void HtmlPage::single(const char* tag, Attributes attributes) {
  start(tag, attributes);
  m_bytes += " />";
}

}  // namespace dsm::ui
