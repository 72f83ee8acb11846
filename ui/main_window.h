// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window of one document: Configure at the left, views and runs at the right, status at the foot. It shows immutable
// snapshots and says what the person wants by signals; it starts nothing, opens nothing and stores nothing.
// All functions and signals belong to the GUI thread.
#pragma once

#include <memory>
#include <vector>

#include <QMainWindow>
#include <QStringList>

#include "gpu/model/counters.h"
#include "gpu/model/legality.h"
#include "gpu/model/run.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "ui/export/render.h"
#include "ui/runs/runs_desk.h"
#include "ui/settings/settings.h"
#include "ui/window_types.h"

class QUndoStack;

namespace dsm::ui {

struct WindowParts;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  /// `catalogue`: at least one spec; specs outlive the window. Nothing of a view is built before it is first shown.
  explicit MainWindow(const model::Catalogue& catalogue, QWidget* parent = nullptr);
  ~MainWindow() override;

  // ---- in: cheap, may be called often
  /// A new snapshot of the document; runs are compared by id, so selection, scroll and sort stay. Null: an empty one.
  void setSession(model::SessionPtr session);
  /// Devices to choose from, live ones and those of the document. `current`: index, -1 for none.
  void setDevices(std::vector<DeviceChoice> devices, int current);
  /// Index of the device the person chose; -1: none.
  int currentDevice() const;
  /// The device's own answer to legalityWanted(); stale keys are kept for the session and otherwise ignored.
  void setDeviceLegality(const QString& key, const model::Legality& legality);
  void setWorkerStatus(const WorkerStatus& status);
  void setProgress(const RunProgress& progress);
  /// A strip above the views; the same sentence again replaces it, others queue behind it.
  void showNotice(const Notice& notice);
  /// Null detaches. Not owned.
  void setUndoStack(QUndoStack* stack);
  /// Files for Open Recent, newest first; at most ten are shown.
  void setRecentFiles(const QStringList& files);
  /// The session's file, for the commands that exports show; empty: none yet.
  void setSessionFile(const QString& path);
  /// Where the export dialogs start; the last one that was written to.
  void setExportFolder(const QString& folder);
  QString exportFolder() const;
  /// Theme, sizes, units, plan, threshold and workers; applied at once. Theme and text size take the place of the view state's.
  void setSettings(const Settings& settings);
  const Settings& settings() const;
  /// Where the settings are stored, and in one sentence why they are not; empty: they are.
  void setSettingsFile(const QString& path, const QString& trouble);
  void setViewState(const ViewState& state);
  ViewState viewState() const;
  // ---- the tile kernel: a text beside the session, shown in place of the experiments
  /// Another text; `path` is empty for an example. Shows it.
  void openTile(const QByteArray& bytes, const QString& path, const QString& name);
  /// The tile kernel (an example where none is open), or the experiments again.
  void showTile(bool shown);
  bool isTileShown() const;
  bool isTileModified() const;
  /// Its file; empty: none yet.
  QString tilePath() const;
  QString tileName() const;
  /// What its file gets.
  QByteArray tileBytes() const;
  /// `saved` is in the file `path` now, which becomes its own.
  void markTileSaved(const QString& path, const QByteArray& saved);
  /// Its rulers as a file's bytes, `more` added to where they come from. Errors as renderTileRuler().
  model::Expected<QByteArray> renderTile(Format format, const RenderOptions& options, const std::map<QString, QString>& more) const;
  /// Ids of the tabs, in their order.
  QStringList tabIds() const;
  /// What the person wants counted with each run of runRequested(); without sets and names: nothing.
  model::CounterRequest counterRequest() const;

 public slots:
  /// What F5 does: one RunRequest for each ticked variant that fits; without any, the reason becomes a notice.
  void requestRun();
  /// Whether counters can be collected on the chosen device: a piece of the status line, and a reason under Counters.
  void setCounterStatus(const dsm::model::Preflight& preflight);
  /// The answer to metricsWanted(); ignored while no picker is open.
  void setMetrics(const dsm::model::MetricList& metrics);
  /// Shows the tab "shared_memory", "latency", "traffic" or "table".
  void showTab(const QString& tab);

 signals:
  // ---- out: what the person wants
  void runRequested(std::vector<dsm::model::RunRequest> requests);
  void stopRequested();
  /// The arithmetic has answered; the device may know better. `key` is experiment|variant|values|device.
  void legalityWanted(QString key, dsm::model::RunRequest request);
  /// The picker of metrics is open and the person searches for these words; answer with setMetrics().
  void metricsWanted(QString search);
  void experimentShown(QString id);
  /// The person chose another device (index into setDevices()).
  void deviceChosen(int index);
  /// One edit, however many runs.
  void pinRequested(QStringList runIds, bool pinned);
  void deleteRequested(QStringList runIds);
  void nameEdited(QString runId, QString name);
  /// One edit, however many runs.
  void tagsEdited(dsm::ui::TagLists tags);
  void notesEdited(QString runId, QString notes);
  /// Measure both again, in turn; a device is live and idle.
  void interleaveRequested(QString runIdA, QString runIdB);
  /// The person changed a setting; the window shows it already.
  void settingsChanged(dsm::ui::Settings settings);
  /// Show the folder of the settings file.
  void settingsFolderRequested();
  void openRequested(QStringList files);
  void openRecordingRequested();
  void saveRequested();
  void saveAsRequested(QString path);
  /// The tile kernel's text is to be written; empty: to the file it has.
  void tileSaveRequested(QString path);
  void tileModifiedChanged(bool modified);
  void exportAccepted(QString chartId, dsm::ui::Format format, dsm::ui::RenderOptions options, QString path);
  /// The person wants a report; `selected`: ids of the selected runs.
  void reportRequested(QStringList selected);
  void quitRequested();
  void newWindowRequested();
  void workerRestartRequested();
  /// The button of a notice was pressed: its Notice::actionId.
  void noticeAction(QString actionId);
  /// The person is about to close this window: save the view state now.
  void closing();

 protected:
  bool event(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  friend struct WindowParts;
  std::unique_ptr<WindowParts> m_parts;
};

}  // namespace dsm::ui
