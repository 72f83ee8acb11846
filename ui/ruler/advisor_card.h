// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to take, and on what ground: the recommendation in words, and every configuration with what it would be, sortable.
// "Show this", Enter and a double click hand the chosen one on; nothing is changed here.
#pragma once

#include "gpu/model/advisor.h"
#include "ui/charts/chart_table.h"
#include "ui/ruler/advice_text.h"
#include "ui/theme/widgets/card.h"
#include "ui/view_input.h"

#include <optional>
#include <string>

class QBoxLayout;

namespace dsm::ui {

class AdviceModel;
class AdviceOrder;
class AdviceTable;
class ElidedLabel;
class LinkButton;

class AdvisorCard : public Card {
  Q_OBJECT
 public:
  explicit AdvisorCard(QWidget* parent = nullptr);
  /// Cheap when nothing changed, and while the card is not shown; else some milliseconds. GUI thread.
  void setInput(const ViewInput& input, const std::string& variant);
  const model::Advice& advice() const;
  const AdviceWords& words() const { return m_words; }
  AdviceTable* table() const { return m_table; }
  LinkButton* button() const { return m_show; }
  /// How often an advice was computed; for tests.
  int computations() const { return m_computations; }

 signals:
  /// The person wants this configuration shown: `values` are all that apply to the variant.
  void configurationChosen(dsm::model::Values values, std::string variant);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Words;
  void buildTable();
  void refresh();
  void arrange();
  std::optional<model::Configuration> personsChoice() const;
  void selectRow(int sourceRow);
  void choose();
  void showSelected();
  ViewInput m_input;
  std::string m_variant;
  bool m_stale = false;
  int m_computations = 0;
  AdviceWords m_words;
  QBoxLayout* m_layout = nullptr;
  ConsequenceBox* m_box = nullptr;
  ElidedLabel* m_headline = nullptr;
  Words* m_text = nullptr;
  LinkButton* m_show = nullptr;
  AdviceModel* m_model = nullptr;
  AdviceOrder* m_order = nullptr;
  AdviceTable* m_table = nullptr;
  QWidget* m_rest = nullptr;
};

}  // namespace dsm::ui
