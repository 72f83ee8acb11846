// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one session file on a pool thread, with progress and cancel, so that a 100 MB file never holds the window.
#pragma once

#include <atomic>
#include <memory>

#include <QObject>
#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/session_file.h"

namespace dsm::app {

class SessionLoader : public QObject {
  Q_OBJECT
 public:
  explicit SessionLoader(const model::Catalogue& catalogue, QObject* parent = nullptr);
  ~SessionLoader() override;  // cancels; the pool thread ends by itself

  // A load in progress is cancelled and never reported.
  void load(const QString& path);
  void cancel();
  bool isLoading() const { return m_cancel != nullptr; }

 signals:
  // In turn: any number of progressed(), then exactly one of loaded() or failed() unless cancelled.
  void progressed(QString path, double fraction);
  void loaded(QString path, std::shared_ptr<dsm::protocol::LoadedSession> session);
  void failed(QString path, dsm::model::Error error);

 private:
  const model::Catalogue& m_catalogue;
  std::shared_ptr<std::atomic<bool>> m_cancel;  // of the load in progress; null: none
};

}  // namespace dsm::app
