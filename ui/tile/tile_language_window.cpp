// SPDX-License-Identifier: GPL-3.0-or-later
//
// Not modal, and links are not followed: nothing here leaves the program.
#include "ui/tile/tile_language_window.h"

#include <QDialogButtonBox>
#include <QFont>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/tile/tile_resources.h"

namespace dsm::ui {
namespace {

constexpr int kWidth = 680;
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

// Qt's Markdown asks for the desktop's fixed font and for headings by factors: both become the theme's.
void TileLanguageWindow::restyle() {
  m_browser->document()->setDefaultFont(dsm::ui::font(TextRole::base));
  m_browser->setMarkdown(tileLanguageHelp());
  for (QTextBlock block = m_browser->document()->begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    const int level = block.blockFormat().headingLevel();
    if (level > 0) {
      cursor.select(QTextCursor::BlockUnderCursor);
      QTextCharFormat heading;
      heading.setFont(dsm::ui::font(level == 1 ? TextRole::title : TextRole::baseBold));
      cursor.mergeCharFormat(heading);
    }
    for (auto each = block.begin(); !each.atEnd(); ++each) {
      const QTextFragment part = each.fragment();
      if (!part.charFormat().fontFixedPitch()) continue;
      QTextCharFormat code;
      code.setFontFamilies(dsm::ui::font(TextRole::mono).families());
      code.setProperty(QTextFormat::FontPixelSize, dsm::ui::font(TextRole::mono).pixelSize());
      QTextCursor range(m_browser->document());
      range.setPosition(part.position());
      range.setPosition(part.position() + part.length(), QTextCursor::KeepAnchor);
      range.mergeCharFormat(code);
    }
  }
  m_browser->moveCursor(QTextCursor::Start);
}

}  // namespace dsm::ui
