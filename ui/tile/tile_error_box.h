// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with the text, in full: place, sentence, the line with a caret; a button where the error knows its remedy. The
// picture beside it still shows the text before.
#pragma once

#include <QFrame>

#include "ui/tile/tile_document.h"

class QLabel;

namespace dsm::ui {

class ElidedLabel;
class SecondaryButton;

class TileErrorBox : public QFrame {
  Q_OBJECT
 public:
  explicit TileErrorBox(TileDocument& document, QWidget* parent = nullptr);
  SecondaryButton* fixButton() const { return m_fix; }
  /// The sentence and the remedy alone.
  void setCompact(bool compact);
  /// The sentence with its place, as shown.
  QString sentence() const;

 signals:
  /// The person wants to see the place.
  void placeWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();
  void restyle();

  TileDocument& m_document;
  bool m_compact = false;
  QLabel* m_title = nullptr;
  QLabel* m_sentence = nullptr;
  QLabel* m_excerpt = nullptr;
  SecondaryButton* m_fix = nullptr;
  SecondaryButton* m_show = nullptr;
  ElidedLabel* m_note = nullptr;
};

}  // namespace dsm::ui
