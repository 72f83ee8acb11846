// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all views of the runs share: the model, the sorted and filtered rows in their groups, the one selection, and the
// actions on selected runs. Tables show it; the window listens to it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QItemSelectionModel>
#include <QObject>
#include <QStringList>

#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_groups.h"
#include "ui/runs/runs_model.h"

namespace dsm::ui {

/// New tags of some runs.
using TagLists = std::vector<std::pair<QString, QStringList>>;

class RunsDesk : public QObject {
  Q_OBJECT
 public:
  explicit RunsDesk(const model::Catalogue& catalogue, QObject* parent = nullptr);

  RunsModel& model() { return m_model; }
  RunsFilter& filter() { return m_filter; }
  /// What tables show.
  RunsGroups& rows() { return m_groups; }
  const RunsGroups& rows() const { return m_groups; }
  QItemSelectionModel& selection() { return m_selection; }
  /// The run of an index of rows(); null for the head of a group.
  model::RunPtr runAt(const QModelIndex& index) const;

  /// Ids of the selected rows, top to bottom.
  QStringList selectedIds() const;
  /// Id of the row with the cursor when it is selected; empty: none.
  QString currentId() const;
  /// Selects that run alone, and opens its group; does nothing when it is not shown.
  void select(const QString& runId);
  /// Baseline and run that "measure again, interleaved" means: the two that are selected, a pinned one first, or the one that is
  /// selected and the pinned run it is compared with. Nothing: neither.
  std::optional<std::pair<QString, QString>> interleavePair() const;
  /// Whether interleaveRequested() can be answered: a device is live and idle.
  void setInterleavePossible(bool possible) { m_interleavePossible = possible; }
  bool canInterleave() const { return m_interleavePossible && interleavePair().has_value(); }

 public slots:
  /// Pins the selected runs; unpins them when all are pinned already.
  void togglePins();
  void clearPins();
  void deleteSelected();
  /// Selected rows as tab-separated text with a header line, to the clipboard.
  void copySelected();
  /// Asks that Configure takes over the settings of the current run.
  void showConfiguration();
  /// Asks that the pair is measured again in turn.
  void interleave();

 signals:
  void currentRunChanged(QString runId);
  void pinRequested(QStringList runIds, bool pinned);
  void deleteRequested(QStringList runIds);
  void nameEdited(QString runId, QString name);
  /// All runs of one edit.
  void tagsEdited(dsm::ui::TagLists tags);
  void notesEdited(QString runId, QString notes);
  void configurationWanted(QString runId);
  void interleaveRequested(QString baseId, QString runId);

 private:
  void editTags(const QString& runId, const QStringList& tags);

  RunsModel m_model;
  RunsFilter m_filter;
  RunsGroups m_groups;
  QItemSelectionModel m_selection;
  QString m_currentId;
  bool m_interleavePossible = false;
};

}  // namespace dsm::ui
