// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks the desktop portal whether the person prefers dark (org.freedesktop.appearance, color-scheme) and listens for
// changes. Qt 6.4 has no such question. Asynchronous; started after the first paint; without a session bus it stays silent.
#pragma once

#include <QObject>
#include <QDBusVariant>

namespace dsm::ui {

class PortalScheme : public QObject {
  Q_OBJECT
 public:
  explicit PortalScheme(QObject* parent = nullptr);
  /// Once; more calls do nothing.
  void start();

 signals:
  void preferenceChanged(bool dark);

 private slots:
  void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  bool m_started = false;
};

}  // namespace dsm::ui
