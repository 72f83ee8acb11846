// SPDX-License-Identifier: GPL-3.0-or-later
//
// The badge that says where numbers come from. Five shapes, told apart without colour: filled (measured),
// outline (recorded), dashed square corners (modelled), cut corners (emulated), hatched (not collected).
// paintBadge() serves the widget, table cells and exports alike.
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QPainter;

namespace dsm::ui {

enum class BadgeKind { measured, recorded, modelled, emulated, notCollected };

/// "recorded: H200" from the kind and a detail (may be empty).
QString badgeText(BadgeKind kind, const QString& detail = {});
/// Size that the badge needs with `font`; height 20 times font size / 12.
QSizeF badgeSize(BadgeKind kind, const QString& detail, const QFont& font);
/// Paints shape, glyph and text into `rect`. Text is elided when `rect` is narrower than badgeSize().
void paintBadge(QPainter& painter, const QRectF& rect, BadgeKind kind, const QString& detail, const Theme& theme, const QFont& font);

class OriginBadge : public QWidget {
  Q_OBJECT
 public:
  explicit OriginBadge(QWidget* parent = nullptr);
  OriginBadge(BadgeKind kind, const QString& detail = {}, QWidget* parent = nullptr);
  /// `detail`: the device's name, a seed; shown after a colon. `toolTip`: GPU, driver, date or the reason.
  void setOrigin(BadgeKind kind, const QString& detail = {}, const QString& toolTip = {});
  BadgeKind kind() const { return m_kind; }
  QString detail() const { return m_detail; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  BadgeKind m_kind = BadgeKind::measured;
  QString m_detail;
};

}  // namespace dsm::ui
