// SPDX-License-Identifier: GPL-3.0-or-later
//
// Help > Tile language: the rules of the language with their examples, beside the text that is being written.
#pragma once

#include <QDialog>

class QTextBrowser;

namespace dsm::ui {

class TileLanguageWindow : public QDialog {
  Q_OBJECT
 public:
  explicit TileLanguageWindow(QWidget* parent);
  QTextBrowser* browser() const { return m_browser; }

 private:
  void restyle();
  QTextBrowser* m_browser = nullptr;
};

}  // namespace dsm::ui
