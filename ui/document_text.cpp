// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks only at the first device and the last run: a document of several says the rest in its table.
#include "ui/document_text.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "ui/theme/plain_text.h"

namespace dsm::ui {
namespace {

constexpr int kDateLength = 10;

QString text(const char* english) { return QCoreApplication::translate("dsm::ui::DocumentText", english); }

}  // namespace

QString shortDeviceName(const std::string& name) {
  QString shown = plainText(QString::fromStdString(name));
  for (const QLatin1String prefix : {QLatin1String("NVIDIA "), QLatin1String("GeForce ")}) {
    if (shown.startsWith(prefix)) shown.remove(0, prefix.size());
  }
  return shown;
}

BadgeKind badgeKindOf(model::Origin origin) {
  switch (origin) {
    case model::Origin::measured: return BadgeKind::measured;
    case model::Origin::recorded: return BadgeKind::recorded;
    case model::Origin::modelled: return BadgeKind::modelled;
    case model::Origin::emulated: return BadgeKind::emulated;
    case model::Origin::notCollected: break;
  }
  return BadgeKind::notCollected;
}

QString sessionDeviceName(const model::Session& session) {
  return session.devices.empty() ? QString() : shortDeviceName(session.devices.front().name);
}

int measuredHere(const model::Session& session) {
  if (session.origin != model::Origin::recorded) return 0;
  return int(std::ranges::count(session.runs, model::Origin::measured, [](const model::RunPtr& run) { return run->origin; }));
}

QString provenanceText(const model::Session& session) {
  QStringList parts;
  if (!session.runs.empty()) {
    const QString date = QString::fromStdString(session.runs.back()->provenance.date).left(kDateLength);
    if (!date.isEmpty()) parts << date;
  }
  if (!session.devices.empty()) {
    const model::Device& device = session.devices.front();
    const QString driver = QString::fromStdString(device.driver).section(u'.', 0, 0);
    if (!driver.isEmpty()) parts << text("driver %1").arg(driver);
    if (!device.cudaRuntime.empty()) parts << text("CUDA %1").arg(QString::fromStdString(device.cudaRuntime));
  }
  return plainText(parts.join(QStringLiteral(", ")));
}

}  // namespace dsm::ui
