// SPDX-License-Identifier: GPL-3.0-or-later
// All windows of the process. The last one to go ends it, once its worker has ended.
#pragma once

#include <vector>

#include <QObject>
#include <QStringList>

#include "app/document_window.h"

namespace dsm::app {

class Program : public QObject {
  Q_OBJECT
 public:
  Program(const model::Catalogue& catalogue, QStringList workerCommand, QObject* parent = nullptr);

  // A window on the recording that is already being read, looking as `state` says.
  DocumentWindow* openRecording(RecordingFuture recording, const ui::ViewState& state);
  DocumentWindow* openFile(const QString& path, const ui::ViewState& state);

 signals:
  void lastWindowGone();

 private:
  DocumentWindow* addWindow(const ui::ViewState& state);
  ui::ViewState nextState(DocumentWindow* from) const;
  void remove(DocumentWindow* window);

  const model::Catalogue& m_catalogue;
  const QStringList m_workerCommand;
  std::vector<DocumentWindow*> m_windows;
  bool m_offered = false;  // what earlier windows could not save
};

}  // namespace dsm::app
