// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/display_probe.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cstring>

#include <QByteArray>

namespace dsm::app {
namespace {

// libxcb itself connects, so that addresses, cookies and refusals are all judged as Qt's plugin will. It is loaded by
// that plugin in any case.
bool xServerAnswers() {
  if (qgetenv("DISPLAY").isEmpty()) return false;
  void* library = ::dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  using Connect = void* (*)(const char*, int*);
  using HasError = int (*)(void*);
  using Disconnect = void (*)(void*);
  const auto connectTo = reinterpret_cast<Connect>(::dlsym(library, "xcb_connect"));
  const auto hasError = reinterpret_cast<HasError>(::dlsym(library, "xcb_connection_has_error"));
  const auto disconnectFrom = reinterpret_cast<Disconnect>(::dlsym(library, "xcb_disconnect"));
  if (connectTo == nullptr || hasError == nullptr || disconnectFrom == nullptr) return false;
  void* connection = connectTo(nullptr, nullptr);
  const bool answers = connection != nullptr && hasError(connection) == 0;
  if (connection != nullptr) disconnectFrom(connection);
  return answers;  // the library stays: unloading costs, and the plugin wants it next
}

bool waylandServerAnswers() {
  const QByteArray name = qgetenv("WAYLAND_DISPLAY");
  if (name.isEmpty()) return false;
  const QByteArray path = name.startsWith('/') ? name : qgetenv("XDG_RUNTIME_DIR") + '/' + name;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (static_cast<std::size_t>(path.size()) >= sizeof address.sun_path) return false;
  std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  const bool answers = ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(descriptor);
  return answers;
}

tl::unexpected<model::Error> noDisplay() {
  const QByteArray display = qgetenv("DISPLAY");
  const QByteArray wayland = qgetenv("WAYLAND_DISPLAY");
  std::string what = "There is no screen to open a window on: DISPLAY and WAYLAND_DISPLAY are not set.";
  if (!display.isEmpty()) what = "The X server of DISPLAY=" + display.toStdString() + " does not answer.";
  if (display.isEmpty() && !wayland.isEmpty()) {
    what = "The Wayland server of WAYLAND_DISPLAY=" + wayland.toStdString() + " does not answer.";
  }
  return model::fail("no_display", what, "The commands (dsmscope --help) work without one.");
}

}  // namespace

model::Expected<void> probeDisplay() {
  const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
  if (!platform.isEmpty()) {
    const bool wantsX = platform.startsWith("xcb");
    const bool wantsWayland = platform.startsWith("wayland");
    if (!wantsX && !wantsWayland) return {};  // offscreen, vnc, ...: needs no server of ours to judge
    if ((wantsX || platform.contains(";xcb")) && xServerAnswers()) return {};
    if (wantsWayland && waylandServerAnswers()) return {};
    return noDisplay();
  }
  const bool waylandFirst = qgetenv("XDG_SESSION_TYPE") == "wayland";
  if (xServerAnswers()) {
    if (waylandFirst && !waylandServerAnswers()) qputenv("QT_QPA_PLATFORM", "xcb");
    return {};
  }
  if (!waylandServerAnswers()) return noDisplay();
  qputenv("QT_QPA_PLATFORM", "wayland");
  return {};
}

}  // namespace dsm::app
