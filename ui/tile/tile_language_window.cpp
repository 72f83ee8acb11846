// SPDX-License-Identifier: GPL-3.0-or-later
//
// Not modal, and links are not followed: nothing here leaves the program.
#include "ui/tile/tile_language_window.h"

#include <vector>

#include <QDialogButtonBox>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/tile/tile_resources.h"

namespace dsm::ui {
namespace {

constexpr int kWidth = 820;
constexpr int kHeight = 760;

}  // namespace

TileLanguageWindow::TileLanguageWindow(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Tile language"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpace4, kSpace4, kSpace4, kSpace4);
  m_browser = new QTextBrowser(this);
  m_browser->setOpenLinks(false);
  m_browser->setAccessibleName(tr("Tile language"));
  m_browser->setFrameShape(QFrame::NoFrame);
  column->addWidget(m_browser, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &TileLanguageWindow::restyle);
  restyle();
  const QSize wanted(scaled(kWidth), scaled(kHeight));
  resize(parent != nullptr ? wanted.boundedTo(parent->size()) : wanted);
}

// Qt's Markdown asks for the desktop's fixed font and for headings by factors: both become the theme's. What is to change is
// collected first, since changing it moves the fragments.
void TileLanguageWindow::restyle() {
  QTextDocument* text = m_browser->document();
  text->setDefaultFont(dsm::ui::font(TextRole::base));
  text->setDocumentMargin(kSpace3);
  m_browser->setMarkdown(tileLanguageHelp());
  struct Part {
    int position;
    int length;
    TextRole role;
  };
  std::vector<Part> parts;
  for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
    const int level = block.blockFormat().headingLevel();
    if (level > 0) parts.push_back({block.position(), block.length() - 1, level == 1 ? TextRole::title : TextRole::baseBold});
    for (auto each = block.begin(); level == 0 && !each.atEnd(); ++each) {
      const QTextFragment part = each.fragment();
      if (part.charFormat().fontFixedPitch()) parts.push_back({part.position(), part.length(), TextRole::mono});
    }
    if (block.blockFormat().property(QTextFormat::BlockCodeFence).isValid() || level > 0 || block.textList() != nullptr) continue;
    QTextBlockFormat spaced;
    spaced.setTopMargin(kSpace1);
    spaced.setBottomMargin(kSpace1);
    QTextCursor(block).mergeBlockFormat(spaced);
  }
  for (const Part& part : parts) {
    QTextCursor range(text);
    range.setPosition(part.position);
    range.setPosition(part.position + part.length, QTextCursor::KeepAnchor);
    QTextCharFormat format = range.charFormat();
    format.clearProperty(QTextFormat::FontSizeAdjustment);
    format.setFont(dsm::ui::font(part.role));
    range.setCharFormat(format);
  }
  for (QTextFrame* frame : text->rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (table == nullptr) continue;
    QTextTableFormat format = table->format();
    format.setCellPadding(kSpace1);
    format.setCellSpacing(0);
    format.setBorderCollapse(true);
    format.setBorderBrush(currentTheme().line);
    table->setFormat(format);
  }
  m_browser->moveCursor(QTextCursor::Start);
}

}  // namespace dsm::ui
