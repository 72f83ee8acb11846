// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes of the picture, as edit blocks of the text: one block is one undo step, and touches the replaced spans only.
#include <QCoreApplication>
#include <QTextCursor>
#include <QTextDocument>

#include "ui/tile/tile_document.h"

namespace dsm::ui {
namespace {

constexpr std::uint64_t kNewRows = 16;
constexpr std::uint64_t kNewColumns = 16;

}  // namespace

model::Expected<void> TileDocument::ready() const {
  if (m_error) {
    return model::fail("not_possible", tr("The picture shows the text before line %1 went wrong.").arg(m_error->position.line).toStdString(),
                       tr("Correct the line first.").toStdString());
  }
  if (!isCurrent()) return model::fail("not_possible", tr("The text is still being read.").toStdString(), tr("Try again in a moment.").toStdString());
  return {};
}

model::Expected<void> TileDocument::apply(const model::Expected<model::tile::TextEdit>& edit) {
  if (!edit) return tl::unexpected(edit.error());
  if (edit->empty()) return {};
  QTextCursor cursor(m_text);
  cursor.beginEditBlock();
  // From the end, so that earlier spans stay where they are.
  for (auto each = edit->rbegin(); each != edit->rend(); ++each) {
    cursor.setPosition(positionOf(each->span.begin));
    cursor.setPosition(positionOf(each->span.end), QTextCursor::KeepAnchor);
    const QString words = QString::fromStdString(each->text);
    if (words.isEmpty()) cursor.removeSelectedText();
    else cursor.insertText(words);
  }
  cursor.endEditBlock();
  return {};
}

model::Expected<void> TileDocument::resize(std::size_t tile, std::uint64_t rows, std::uint64_t columns) {
  if (auto can = ready(); !can) return can;
  return apply(model::tile::resize(*m_parsedText, *m_program, std::size_t(m_kernel), tile, rows, columns));
}

model::Expected<void> TileDocument::move(std::size_t tile, std::size_t before) {
  if (auto can = ready(); !can) return can;
  return apply(model::tile::moveDeclaration(*m_parsedText, *m_program, std::size_t(m_kernel), tile, before));
}

model::Expected<void> TileDocument::mayMove(std::size_t tile, std::size_t before) const {
  if (auto can = ready(); !can) return can;
  const auto edit = model::tile::moveDeclaration(*m_parsedText, *m_program, std::size_t(m_kernel), tile, before);
  if (!edit) return tl::unexpected(edit.error());
  return {};
}

model::Expected<void> TileDocument::addTile() {
  if (auto can = ready(); !can) return can;
  return apply(model::tile::addTile(*m_parsedText, *m_program, std::size_t(m_kernel), model::tile::ElementType::f32, kNewRows, kNewColumns));
}

model::Expected<void> TileDocument::setDynshared(bool on) {
  if (auto can = ready(); !can) return can;
  return apply(model::tile::setDynshared(*m_parsedText, *m_program, std::size_t(m_kernel), on));
}

void TileDocument::applyHint() {
  if (!m_error || m_error->hint.empty() || m_parsing) return;
  const model::tile::TextEdit edit{{m_error->span, m_error->hint}};
  (void)apply(edit);
}

}  // namespace dsm::ui
