// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_loader.h"

#include <chrono>

#include <QCoreApplication>
#include <QPointer>

#include "app/background.h"
#include "app/session/session_file.h"

namespace dsm::app {
namespace {

constexpr std::chrono::milliseconds kProgressEvery{100};

}  // namespace

SessionLoader::SessionLoader(const model::Catalogue& catalogue, QObject* parent) : QObject(parent), m_catalogue(catalogue) {}

SessionLoader::~SessionLoader() { cancel(); }

void SessionLoader::cancel() {
  if (m_cancel != nullptr) m_cancel->store(true);
  m_cancel.reset();
}

void SessionLoader::load(const QString& path) {
  cancel();
  m_cancel = std::make_shared<std::atomic<bool>>(false);
  // The pool thread touches this object only through the event loop of the window's thread, which drops what comes
  // after a cancel or the end of this object.
  const auto deliver = [guard = QPointer<SessionLoader>(this), token = m_cancel](auto&& call) {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, token, call] {
          if (guard != nullptr && guard->m_cancel == token) call(*guard);
        },
        Qt::QueuedConnection);
  };
  Background::start([path, deliver, token = m_cancel, &catalogue = m_catalogue] {
    ReadOptions options;
    options.cancel = token.get();
    auto last = std::chrono::steady_clock::now();
    options.progress = [&](double fraction) {
      const auto now = std::chrono::steady_clock::now();
      if (now - last < kProgressEvery) return;
      last = now;
      deliver([path, fraction](SessionLoader& loader) { emit loader.progressed(path, fraction); });
    };
    auto loaded = readSessionFile(path, catalogue, options);
    if (token->load()) return;
    if (!loaded) {
      deliver([path, error = loaded.error()](SessionLoader& loader) {
        loader.m_cancel.reset();
        emit loader.failed(path, error);
      });
      return;
    }
    auto session = std::make_shared<protocol::LoadedSession>(std::move(*loaded));
    deliver([path, session](SessionLoader& loader) {
      loader.m_cancel.reset();
      emit loader.loaded(path, session);
    });
  });
}

}  // namespace dsm::app
