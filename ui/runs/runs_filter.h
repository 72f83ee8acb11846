// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorting and filtering of the runs: words and tags typed by the person, and whether only runs of the chosen configuration are
// shown. Pinned runs of the experiment pass too, since the others are compared with them. Values that are missing sort last.
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

#include "gpu/model/spec.h"

namespace dsm::ui {

class RunsModel;

/// What was typed, lower-case: "cluster tag:cold tag:\"first run\"" asks for one word and two tags.
struct FilterWords {
  QStringList words;
  QStringList tags;  ///< each the start of a tag; an empty one: any tag at all

  bool isEmpty() const { return words.isEmpty() && tags.isEmpty(); }
  bool operator==(const FilterWords&) const = default;
};
FilterWords filterWords(const QString& text);

class RunsFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  enum class Scope { thisConfiguration, all };
  explicit RunsFilter(RunsModel* model, QObject* parent = nullptr);

  Scope scope() const { return m_scope; }
  void setScope(Scope scope);
  /// The configuration that the first scope means; values are those of Configure.
  void setConfiguration(const model::ExperimentSpec* spec, const model::Values& values);
  /// Every word must occur somewhere in the row, and every tag:WORD must start one of its tags.
  void setText(const QString& text);
  QString text() const { return m_text; }
  /// The experiment of the first scope; null before setConfiguration().
  const model::ExperimentSpec* spec() const { return m_spec; }
  RunsModel* runs() const { return m_runs; }

 signals:
  void scopeChanged();
  void textChanged();

 protected:
  bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  RunsModel* m_runs;
  Scope m_scope = Scope::thisConfiguration;
  const model::ExperimentSpec* m_spec = nullptr;
  model::Values m_values;
  QString m_text;
  FilterWords m_words;
};

}  // namespace dsm::ui
