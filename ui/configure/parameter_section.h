// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parameters of one experiment as lines of controls: basic ones first, then the counters and the variants, then the advanced ones under a fold.
// Made anew for each experiment from its description.
#pragma once

#include <vector>

#include <QWidget>

#include "ui/configure/configuration.h"

class QVBoxLayout;

namespace dsm::ui {

class CounterChoice;
class FoldButton;
class ParameterControl;
class VariantList;

class ParameterSection : public QWidget {
  Q_OBJECT
 public:
  ParameterSection(Configuration& configuration, bool advancedOpen, QWidget* parent = nullptr);
  /// Shows values and legality anew.
  void refresh();
  /// Control of a parameter; null for an unknown id and for an advanced one that was never unfolded.
  ParameterControl* control(const std::string& parameter) const;
  CounterChoice* counters() const { return m_counters; }
  VariantList* variants() const { return m_variants; }
  FoldButton* advanced() const { return m_fold; }

 private:
  void addLines(QVBoxLayout* column, const std::vector<const model::Parameter*>& parameters, bool firstAlone);
  void addLine(QVBoxLayout* column, const std::vector<ParameterControl*>& controls);
  ParameterControl* makeControl(const model::Parameter& parameter, bool paired);
  void openAdvanced(bool open);
  void showFoldNote();

  Configuration& m_configuration;
  std::vector<ParameterControl*> m_controls;
  std::vector<const model::Parameter*> m_advancedParameters;
  CounterChoice* m_counters = nullptr;
  VariantList* m_variants = nullptr;
  FoldButton* m_fold = nullptr;
  QWidget* m_advanced = nullptr;
};

}  // namespace dsm::ui
