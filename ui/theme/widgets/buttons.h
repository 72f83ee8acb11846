// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two push buttons of the window, 32 px high. PrimaryButton: accent fill, icon, bold label, and the shortcut
// in plain weight at its right (Run F5). SecondaryButton: bordered, for the other choice. LinkButton: an
// underlined word that acts ("Allow 16", "All"). IconButton: 24 px, tool tip is also its accessible name.
#pragma once

#include "ui/theme/icons.h"

#include <QPushButton>
#include <QToolButton>

#include <optional>

namespace dsm::ui {

class PushButtonBase : public QPushButton {
  Q_OBJECT
 public:
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  /// Drawing before the label; none by default.
  void setIconName(IconName name);
  void clearIconName();
  /// Text at the right of the label, e.g. "F5"; display only (the action owns the shortcut).
  void setShortcutHint(const QString& hint);
  QString shortcutHint() const { return m_hint; }

 protected:
  PushButtonBase(const QString& text, bool primary, QWidget* parent);
  void paintEvent(QPaintEvent*) override;

 private:
  bool m_primary;
  std::optional<IconName> m_iconName;
  QString m_hint;
};

class PrimaryButton : public PushButtonBase {
  Q_OBJECT
 public:
  explicit PrimaryButton(const QString& text = {}, QWidget* parent = nullptr) : PushButtonBase(text, true, parent) {}
};

class SecondaryButton : public PushButtonBase {
  Q_OBJECT
 public:
  explicit SecondaryButton(const QString& text = {}, QWidget* parent = nullptr) : PushButtonBase(text, false, parent) {}
};

class LinkButton : public QAbstractButton {
  Q_OBJECT
 public:
  explicit LinkButton(const QString& text = {}, QWidget* parent = nullptr);
  void setBold(bool bold);
  void setUnderlined(bool underlined);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  bool m_bold = false;
  bool m_underlined = true;
};

class IconButton : public QToolButton {
  Q_OBJECT
 public:
  /// `toolTip` names what the button does; it is the accessible name too.
  IconButton(IconName name, const QString& toolTip, QWidget* parent = nullptr);
  QSize sizeHint() const override;
};

}  // namespace dsm::ui
