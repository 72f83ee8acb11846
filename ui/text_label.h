// SPDX-License-Identifier: GPL-3.0-or-later
//
// A label in one of the three text sizes and in the theme's text colours, which follows scheme and text scale. Plain text.
#pragma once

#include <QLabel>

#include "ui/theme/theme.h"

namespace dsm::ui {

class TextLabel : public QLabel {
  Q_OBJECT
 public:
  enum class Ink { text, text2, error };
  explicit TextLabel(const QString& text = {}, TextRole role = TextRole::small, Ink ink = Ink::text2, QWidget* parent = nullptr);
  void setInk(Ink ink);

 private:
  void restyle();
  TextRole m_role;
  Ink m_ink;
};

}  // namespace dsm::ui
