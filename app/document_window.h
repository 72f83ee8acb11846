// SPDX-License-Identifier: GPL-3.0-or-later
// One window with everything behind it: the document, the recording's parts, the queue of runs. It connects what the
// window wants with what does it, and holds no opinion of its own about either.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include <QObject>
#include <QStringList>

#include "app/session/document.h"
#include "app/session/journal.h"
#include "app/session/recording.h"
#include "app/session/session_loader.h"
#include "app/session/session_lock.h"
#include "app/worker/counter_queue.h"
#include "app/worker/interleave.h"
#include "app/worker/run_queue.h"
#include "ui/main_window.h"

namespace dsm::ui {
class ReportJob;
}

namespace dsm::app {

class DocumentWindow : public QObject {
  Q_OBJECT
 public:
  DocumentWindow(const model::Catalogue& catalogue, const QStringList& workerCommand, const ui::ViewState& state,
                 QObject* parent = nullptr);
  ~DocumentWindow() override;

  // The built-in recording: what `recording` brings now or later.
  void showRecording(RecordingFuture recording);
  void openFile(const QString& path);
  // Looks for results that were measured and never saved, of windows that ended before they could be, and offers them.
  void offerLostResults();
  // The settings of all windows. Another worker than before takes the place of the present one.
  void setSettings(const ui::Settings& settings);
  // Shows the window; the worker starts after its first paint.
  void show();

  ui::MainWindow& window() { return *m_window; }
  Document& document() { return m_document; }
  RunQueue& queue() { return m_queue; }
  CounterQueue& counters() { return m_counters; }
  Journal& journal() { return m_journal; }

 signals:
  void firstPainted();
  // A part of the recording, or a file, is in the window.
  void dataShown();
  // A tile kernel is in the window.
  void tileShown(QString path);
  // More files than this window takes: each wants a window of its own.
  void windowsWanted(QStringList files);
  void newWindowWanted();
  void recentFilesChanged(QStringList files);
  // The person changed a setting in this window, which shows it already.
  void settingsChanged(dsm::ui::Settings settings);
  void quitWanted();
  // The window is closed and its worker has ended: delete this.
  void done();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connectDocument();
  void connectFiles();
  void takeFile(const LoadedFile& file);
  void keepMeasurement(const std::string& runId);
  void connectQueue();
  void connectCounters();
  void connectWindow();
  // document_window_compare.cpp
  void connectComparison();
  void interleave(const QString& baseId, const QString& runId);
  bool takeInterleaved(const model::RunPtr& run, const model::Device& device);
  void finishInterleaving();
  void useWorkerOf(const ui::Settings& settings);
  void connectTile();
  void takeRecording(const model::Expected<LoadedRecording>& loaded);
  void showPart(const std::string& experiment);
  void openFiles(QStringList files);
  void stop();
  void refreshDevices();
  void save();
  void saveTo(const QString& path);
  void openTile(const QString& path);
  void takeTile(const QString& path, const model::Expected<QByteArray>& bytes);
  void saveTile();
  void saveTileTo(const QString& path);
  void exportTile(ui::Format format, const ui::RenderOptions& options, const QString& path);
  void showModified();
  void closeIfSaved();
  void exportChart(const QString& chart, ui::Format format, const ui::RenderOptions& options, const QString& path);
  void writeExport(const QString& path, const QByteArray& bytes);
  void askForReport(const QStringList& selected);
  void exportReport(const QStringList& runs, const QString& title, const QString& path, double threshold);
  void stepReport(const std::shared_ptr<ui::ReportJob>& job, const QString& path);
  void askBeforeClosing();
  void closeForGood();
  void countLater(const std::string& runId, const model::Run& run);
  void queueEnded();

  const model::Catalogue& m_catalogue;
  Document m_document;
  Journal m_journal;
  SessionLock m_lock;  // of the document's file
  QStringList m_lost;  // journals that are offered
  RunQueue m_queue;
  CounterQueue m_counters;
  std::optional<InterleavePlan> m_interleaving;
  std::vector<model::RunPtr> m_interleaved;  // what has arrived of it
  model::Device m_interleavedOn;
  std::optional<QString> m_workerChosen;  // its command line as in the settings; nothing: they were not heard yet
  std::vector<CounterTask> m_toCount;  // until the last timing is in
  int m_queuesToEnd = 2;
  SessionLoader m_loader;
  std::unique_ptr<ui::MainWindow> m_window;
  std::optional<RecordingIndex> m_recording;  // while the document is the built-in recording
  std::set<std::string> m_partsAsked;
  std::string m_deviceUuid;  // the one the person chose; empty: the first
  bool m_painted = false;
  bool m_closing = false;
  bool m_closeAfterSave = false;
};

}  // namespace dsm::app
