// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the hardware counts in one more launch of each run: nothing, a set, or metrics by name. Below it, where counters
// cannot be collected, why and what helps; timing goes on either way.
#pragma once

#include <QWidget>

#include "ui/configure/configuration.h"

class QComboBox;

namespace dsm::ui {

class ReasonLine;

class CounterChoice : public QWidget {
  Q_OBJECT
 public:
  enum Item { off, traffic, l2, shared, custom };
  explicit CounterChoice(Configuration& configuration, QWidget* parent = nullptr);
  QComboBox* box() const { return m_box; }
  ReasonLine* reasonLine() const { return m_reason; }
  /// The line of the box that stands for a request.
  static Item itemOf(const model::CounterRequest& request);

 private:
  void choose(int index);
  void refresh();
  Configuration& m_configuration;
  QComboBox* m_box = nullptr;
  ReasonLine* m_reason = nullptr;
};

}  // namespace dsm::ui
