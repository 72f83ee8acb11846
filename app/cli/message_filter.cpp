// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/message_filter.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <QByteArray>
#include <QMessageLogContext>
#include <QString>
#include <QtGlobal>

namespace dsm::app {
namespace {

constexpr std::array<const char*, 8> kNoise{"XDG_RUNTIME_DIR",
                                            "propagateSizeHints",
                                            "plugin does not support",
                                            "QDBus",
                                            "org.freedesktop",
                                            "QStandardPaths: ",
                                            "Could not connect to any X display",
                                            "Ignoring XDG_SESSION_TYPE=wayland"};

void filter(QtMsgType type, const QMessageLogContext&, const QString& message) {
  const QByteArray text = message.toLocal8Bit();
  const bool noise = type != QtFatalMsg && std::ranges::any_of(kNoise, [&](const char* part) { return text.contains(part); });
  if (noise) return;
  std::fprintf(stderr, "%s\n", text.constData());
}

}  // namespace

void installMessageFilter() { qInstallMessageHandler(filter); }

}  // namespace dsm::app
