// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes HTML that is well-formed XML too: every element is closed, every text and attribute escaped, in one place. What
// comes out of a session file can therefore never become markup; raw() is for this program's own charts and style.
#pragma once

#include <QByteArray>
#include <QString>

#include <initializer_list>
#include <utility>
#include <vector>

namespace dsm::ui {

/// plainText() without the rest of what XML forbids: lone surrogates and code points that are no characters become U+FFFD too.
QString harmlessText(const QString& text);
/// harmlessText() with & < > " ' as references: for element text and for attributes in double quotes. Thin spaces, which group
/// digits, become ones that do not break a line.
QString escapedText(const QString& text);

class HtmlPage {
 public:
  using Attributes = std::initializer_list<std::pair<const char*, QString>>;

  /// `tag` and the attributes' names are literals of this program.
  void open(const char* tag, Attributes attributes = {});
  /// Closes the innermost element.
  void close();
  void text(const QString& text);
  /// An element that holds only text.
  void element(const char* tag, const QString& text, Attributes attributes = {});
  /// An element that holds nothing, such as <meta />.
  void single(const char* tag, Attributes attributes = {});
  /// Markup of this program's own; nothing from a session.
  void raw(const QByteArray& markup) { m_bytes += markup; }
  void line() { m_bytes += '\n'; }
  std::size_t depth() const { return m_open.size(); }
  const QByteArray& bytes() const { return m_bytes; }

 private:
  void start(const char* tag, Attributes attributes);
  QByteArray m_bytes;
  std::vector<const char*> m_open;
};

}  // namespace dsm::ui
