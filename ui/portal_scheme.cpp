// SPDX-License-Identifier: GPL-3.0-or-later
//
// The answer of Read is a variant in a variant; 1 means dark, 2 light, 0 no preference.
#include "ui/portal_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace dsm::ui {
namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kGroup = "org.freedesktop.appearance";
constexpr auto kKey = "color-scheme";
constexpr uint kDark = 1;

uint schemeOf(QVariant value) {
  while (value.userType() == qMetaTypeId<QDBusVariant>()) value = qvariant_cast<QDBusVariant>(value).variant();
  return value.toUInt();
}

// Without an address Qt would start a bus of its own.
bool hasSessionBus() {
  return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS");
}

}  // namespace

PortalScheme::PortalScheme(QObject* parent) : QObject(parent) {}

void PortalScheme::start() {
  if (m_started || !hasSessionBus()) return;
  m_started = true;
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(QLatin1String(kService), QLatin1String(kPath), QLatin1String(kInterface), QStringLiteral("SettingChanged"), this,
              SLOT(settingChanged(QString, QString, QDBusVariant)));
  QDBusMessage call = QDBusMessage::createMethodCall(QLatin1String(kService), QLatin1String(kPath), QLatin1String(kInterface), QStringLiteral("Read"));
  call << QLatin1String(kGroup) << QLatin1String(kKey);
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
    const QDBusPendingReply<QDBusVariant> reply = *done;
    done->deleteLater();
    if (!reply.isError()) emit preferenceChanged(schemeOf(reply.value().variant()) == kDark);
  });
}

void PortalScheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == QLatin1String(kGroup) && key == QLatin1String(kKey)) emit preferenceChanged(schemeOf(value.variant()) == kDark);
}

}  // namespace dsm::ui
