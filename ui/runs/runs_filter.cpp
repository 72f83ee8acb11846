// SPDX-License-Identifier: GPL-3.0-or-later
//
// One pass of cheap comparisons for each row; no figure is computed to filter.
#include "ui/runs/runs_filter.h"

#include <algorithm>

#include "ui/runs/runs_model.h"

namespace dsm::ui {
namespace {

const QLatin1String kTagPrefix("tag:");

bool hasTag(const model::Run& run, const QString& start) {
  return std::ranges::any_of(run.tags, [&](const std::string& tag) { return QString::fromStdString(tag).startsWith(start, Qt::CaseInsensitive); });
}

}  // namespace

// Blanks separate, quotes keep blanks; an open quote reaches to the end, since the person is still typing.
FilterWords filterWords(const QString& text) {
  FilterWords all;
  QString word;
  bool quoted = false;
  const auto take = [&] {
    if (word.startsWith(kTagPrefix)) {
      all.tags << word.mid(kTagPrefix.size());
    } else if (!word.isEmpty()) {
      all.words << word;
    }
    word.clear();
  };
  for (const QChar mark : text.toLower()) {
    if (mark == u'"') {
      quoted = !quoted;
    } else if (mark.isSpace() && !quoted) {
      take();
    } else {
      word += mark;
    }
  }
  take();
  return all;
}

RunsFilter::RunsFilter(RunsModel* model, QObject* parent) : QSortFilterProxyModel(parent), m_runs(model) {
  setSourceModel(model);
  setSortRole(RunsModel::sortRole);
  setDynamicSortFilter(true);
}

void RunsFilter::setScope(Scope scope) {
  if (scope == m_scope) return;
  m_scope = scope;
  invalidateRowsFilter();
  emit scopeChanged();
}

void RunsFilter::setConfiguration(const model::ExperimentSpec* spec, const model::Values& values) {
  if (spec == m_spec && values == m_values) return;
  m_spec = spec;
  m_values = values;
  if (m_scope == Scope::thisConfiguration) invalidateRowsFilter();
}

void RunsFilter::setText(const QString& text) {
  if (text == m_text) return;
  m_text = text;
  m_words = filterWords(text);
  invalidateRowsFilter();
  emit textChanged();
}

bool RunsFilter::filterAcceptsRow(int sourceRow, const QModelIndex&) const {
  if (m_scope == Scope::thisConfiguration && m_spec != nullptr) {
    const model::RunPtr run = m_runs->runAt(sourceRow);
    if (!run || run->experiment != m_spec->info().id) return false;
    if (!m_runs->isPinned(sourceRow) && !model::sameConfiguration(*m_spec, *run, run->variant, m_values)) return false;
  }
  if (m_words.isEmpty()) return true;
  const model::RunPtr run = m_runs->runAt(sourceRow);
  if (!run || !std::ranges::all_of(m_words.tags, [&](const QString& start) { return hasTag(*run, start); })) return false;
  const QString row = m_runs->data(m_runs->index(sourceRow, 0), RunsModel::searchRole).toString();
  return std::ranges::all_of(m_words.words, [&](const QString& word) { return row.contains(word); });
}

bool RunsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = m_runs->data(left, RunsModel::sortRole);
  const QVariant b = m_runs->data(right, RunsModel::sortRole);
  // Missing values come last in both directions.
  if (a.isValid() != b.isValid()) return a.isValid() == (sortOrder() == Qt::AscendingOrder);
  if (!a.isValid()) return left.row() < right.row();
  if (a.typeId() == QMetaType::Double) {
    const double x = a.toDouble();
    const double y = b.toDouble();
    return x < y || (x == y && left.row() < right.row());
  }
  const int order = QString::localeAwareCompare(a.toString(), b.toString());
  return order < 0 || (order == 0 && left.row() < right.row());
}

}  // namespace dsm::ui
