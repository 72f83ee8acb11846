// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a view shows instead of nothing: a sketch or icon, one bold sentence (what), one plain sentence (why), one button
// (what to do) and an optional link. Used for no runs, no selection, not collected, failed and the like.
#pragma once

#include "ui/theme/icons.h"

#include <QWidget>

#include <functional>
#include <optional>

class QLabel;

namespace dsm::ui {

class PrimaryButton;
class LinkButton;

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  enum class Sketch { none, bars, ruler, curve, table };
  explicit EmptyState(QWidget* parent = nullptr);
  /// Pale drawing of the view that will be here.
  void setSketch(Sketch sketch);
  /// An icon at 32 px instead of a sketch.
  void setIconName(IconName name);
  /// One sentence each; an empty detail hides its line.
  void setSentences(const QString& what, const QString& why);
  /// An empty text hides the button.
  void setButton(const QString& text, std::optional<IconName> iconName = std::nullopt, const QString& shortcutHint = {});
  /// "or" + link below the button; an empty text hides it.
  void setLink(const QString& text);

 signals:
  void buttonClicked();
  void linkClicked();

 private:
  void restyle();
  class Picture;
  Picture* m_picture = nullptr;
  QLabel* m_what = nullptr;
  QLabel* m_why = nullptr;
  PrimaryButton* m_button = nullptr;
  LinkButton* m_link = nullptr;
};

}  // namespace dsm::ui
