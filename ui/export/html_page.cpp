// SPDX-License-Identifier: GPL-3.0-or-later
//
// Escaping and elements.
#include "ui/export/html_page.h"

#include "ui/theme/plain_text.h"

namespace dsm::ui {
namespace {

bool isNoCharacter(char16_t c) { return c >= 0xfffe || (c >= 0xfdd0 && c <= 0xfdef); }

}  // namespace

QString harmlessText(const QString& text) {
  QString out = plainText(text);
  for (qsizetype i = 0; i < out.size(); ++i) {
    const QChar c = out[i];
    const bool pair = c.isHighSurrogate() && i + 1 < out.size() && out[i + 1].isLowSurrogate();
    if (pair) {
      ++i;
    } else if (c.isSurrogate() || isNoCharacter(c.unicode())) {
      out[i] = QChar::ReplacementCharacter;
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
      // Between the groups of a number: a line must not end there.
      case u'\u2009': out += QChar(u'\u202f'); break;
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
