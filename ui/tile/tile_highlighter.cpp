// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inks are the theme's own: contrast of each on the editor's ground is tested with the theme.
#include "ui/tile/tile_highlighter.h"

#include <string>

#include "gpu/model/tile/program.h"
#include "ui/theme/theme.h"
#include "ui/theme/variant_style.h"

namespace dsm::ui {
namespace {

using model::tile::TokenKind;

constexpr int kAttributeSlot = 3;  // the variant slots' purple, rust and green
constexpr int kNumberSlot = 1;
constexpr int kTypeSlot = 2;

QTextCharFormat formatOf(TokenKind kind) {
  const Theme& theme = currentTheme();
  QTextCharFormat format;
  switch (kind) {
    case TokenKind::keyword:
      format.setForeground(theme.accent);
      format.setFontWeight(QFont::Bold);
      break;
    case TokenKind::attribute: format.setForeground(variantStyle(kAttributeSlot, theme.scheme).colour); break;
    case TokenKind::type: format.setForeground(variantStyle(kTypeSlot, theme.scheme).colour); break;
    case TokenKind::number: format.setForeground(variantStyle(kNumberSlot, theme.scheme).colour); break;
    case TokenKind::comment: format.setForeground(theme.text2); break;
    case TokenKind::wrong: format.setForeground(theme.error); break;
    case TokenKind::name:
    case TokenKind::symbol: format.setForeground(theme.text); break;
  }
  return format;
}

}  // namespace

TileHighlighter::TileHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &QSyntaxHighlighter::rehighlight);
}

void TileHighlighter::highlightBlock(const QString& text) {
  if (text.isEmpty()) return;
  const std::string bytes = text.toStdString();
  const bool plain = qsizetype(bytes.size()) == text.size();  // then bytes and characters are counted alike
  const auto at = [&](std::size_t byte) { return plain ? int(byte) : int(QString::fromUtf8(bytes.data(), qsizetype(byte)).size()); };
  for (const model::tile::Token& token : model::tile::tokens(bytes)) {
    if (token.kind == TokenKind::name || token.kind == TokenKind::symbol) continue;
    const int begin = at(token.span.begin);
    setFormat(begin, at(token.span.end) - begin, formatOf(token.kind));
  }
}

}  // namespace dsm::ui
