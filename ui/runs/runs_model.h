// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of the document as a table. A new snapshot is compared with the old one by run id and becomes inserted, removed,
// moved and changed rows, never a reset: selection, scroll and sort survive. Figures are computed when a cell is
// first asked for; verdicts come from the comparer, which works on a pool thread.
#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QHash>
#include <QStringList>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "ui/runs/run_comparer.h"
#include "ui/runs/run_text.h"

namespace dsm::ui {

/// Fixed columns; behind them comes one for each parameter of the catalogue.
enum class RunColumn {
  pin, run, variant, cluster, time, rate, dsmem, l2FromSms, dramWritten, interval, samples, verdict, ratio, baseline, origin, notes,
  tags, status, device, clock, validation, date, command,
  count
};

class RunsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role {
    sortRole = Qt::UserRole + 1,  ///< double or QString; invalid sorts last
    searchRole,                   ///< lower-case text of the whole row
    slotRole,                     ///< int, the variant's look
    statusRole,                   ///< int(model::RunStatus)
    verdictRole,                  ///< int(VerdictState)
    originRole,                   ///< int(model::Origin)
    pinnedRole,                   ///< bool
    notCollectedRole,             ///< bool: a counter that was not collected; the tool tip says why
    placeholderRole,              ///< bool: the text stands in for what the person has not written
    carefulRole,                  ///< bool: the run differs from its baseline in what makes the verdict doubtful; the tool tip names it
    headerRole,                   ///< bool: no run but the head of a group (RunsGroups)
  };
  enum class VerdictState { none, waiting, pinned, faster, slower, same, undecided, otherExperiment, notCompared, failed, cancelled };

  explicit RunsModel(const model::Catalogue& catalogue, QObject* parent = nullptr);

  /// Null: no runs.
  void setSession(const model::SessionPtr& session);
  const model::SessionPtr& session() const { return m_session; }
  RunComparer& comparer() { return *m_comparer; }
  /// Every cell is asked for anew: something about how numbers are written has changed.
  void rewrite();
  model::RunPtr runAt(int row) const;
  /// -1 when there is none.
  int rowOf(const QString& runId) const;
  const model::ExperimentSpec* specOf(const model::Run& run) const;
  bool isPinned(int row) const;
  bool isNumeric(int column) const;
  /// DSMEM, L2 from SMs, DRAM written.
  static bool isCounter(int column);
  /// Parameter ids of the columns behind the fixed ones.
  const std::vector<std::string>& parameterColumns() const { return m_parameters; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// Name, tags and notes; emits what the person wants and changes nothing: the new snapshot does.
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
  void nameEdited(QString runId, QString name);
  void tagsEdited(QString runId, QStringList tags);
  void notesEdited(QString runId, QString notes);

 private:
  struct Figures {
    std::optional<RunFigure> time;
    std::optional<RunFigure> rate;
    std::optional<RunFigure> headline;
  };
  struct Row {
    model::RunPtr run;
    bool pinned = false;
    mutable std::optional<Figures> figures;
    mutable QString search;
  };

  void removeMissing(const QHash<QString, int>& wanted);
  void insertAndMove(const std::vector<model::RunPtr>& runs);
  void updateRows(const std::vector<model::RunPtr>& runs, bool pinsChanged);
  void rebuildIndex() const;
  const Figures& figuresOf(const Row& row) const;
  QString searchText(const Row& row) const;
  QString display(const Row& row, int column) const;
  QVariant sortKey(const Row& row, int column) const;
  QString toolTip(const Row& row, int column) const;
  QString accessibleText(const Row& row, int column) const;
  // runs_model_verdict.cpp
  VerdictState verdictState(const Row& row) const;
  QString verdictText(const Row& row) const;
  QString verdictTip(const Row& row) const;
  QString verdictSentence(const Row& row) const;
  QString nameOfBaseline(const model::Run& run, const model::Comparison& comparison) const;
  void takeCompared(const QStringList& runIds);

  const model::Catalogue m_catalogue;
  std::vector<std::string> m_parameters;
  model::SessionPtr m_session;
  std::vector<Row> m_rows;
  mutable QHash<QString, int> m_rowById;
  mutable bool m_indexDirty = true;
  RunComparer* m_comparer = nullptr;
};

}  // namespace dsm::ui
