// SPDX-License-Identifier: GPL-3.0-or-later
// All windows of the process. The last one to go ends it, once its worker has ended.
#pragma once

#include <vector>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "app/document_window.h"
#include "app/settings_file.h"

namespace dsm::app {

class Program : public QObject {
  Q_OBJECT
 public:
  // `settings`: as read from `settingsPath`, where changes go; an empty path: they last as long as the program.
  Program(const model::Catalogue& catalogue, QStringList workerCommand, LoadedSettings settings = {}, const QString& settingsPath = {},
          QObject* parent = nullptr);
  ~Program() override;

  // A window on the recording that is already being read, looking as `state` says.
  DocumentWindow* openRecording(RecordingFuture recording, const ui::ViewState& state);
  DocumentWindow* openFile(const QString& path, const ui::ViewState& state);

 signals:
  void lastWindowGone();

 private:
  DocumentWindow* addWindow(const ui::ViewState& state);
  ui::ViewState nextState(DocumentWindow* from) const;
  void remove(DocumentWindow* window);
  void takeSettings(DocumentWindow* from, const ui::Settings& settings);
  void saveSettings();
  void settingsSaved(const model::Expected<void>& written);
  void showProblems(DocumentWindow* window);

  const model::Catalogue& m_catalogue;
  const QStringList m_workerCommand;
  std::vector<DocumentWindow*> m_windows;
  bool m_offered = false;  // what earlier windows could not save
  ui::Settings m_settings;
  QStringList m_problems;  // of the settings file, until a window has shown them
  const QString m_settingsPath;
  QString m_settingsTrouble;
  QTimer m_saveLater;  // some changes in a row are one file
  bool m_saving = false;
};

}  // namespace dsm::app
