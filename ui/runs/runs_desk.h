// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all views of the runs share: the model, the sorted and filtered rows, the one selection, and the actions on selected
// runs. Tables show it; the window listens to it.
#pragma once

#include <QItemSelectionModel>
#include <QObject>
#include <QStringList>

#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_model.h"

namespace dsm::ui {

class RunsDesk : public QObject {
  Q_OBJECT
 public:
  explicit RunsDesk(const model::Catalogue& catalogue, QObject* parent = nullptr);

  RunsModel& model() { return m_model; }
  RunsFilter& filter() { return m_filter; }
  QItemSelectionModel& selection() { return m_selection; }

  /// Ids of the selected rows, top to bottom.
  QStringList selectedIds() const;
  /// Id of the row with the cursor when it is selected; empty: none.
  QString currentId() const;
  /// Selects that run alone; does nothing when it is not shown.
  void select(const QString& runId);

 public slots:
  /// Pins the selected runs; unpins them when all are pinned already.
  void togglePins();
  void clearPins();
  void deleteSelected();
  /// Selected rows as tab-separated text with a header line, to the clipboard.
  void copySelected();
  /// Asks that Configure takes over the settings of the current run.
  void showConfiguration();

 signals:
  void currentRunChanged(QString runId);
  void pinRequested(QString runId, bool pinned);
  void deleteRequested(QStringList runIds);
  void notesEdited(QString runId, QString notes);
  void configurationWanted(QString runId);

 private:
  RunsModel m_model;
  RunsFilter m_filter;
  QItemSelectionModel m_selection;
  QString m_currentId;
};

}  // namespace dsm::ui
