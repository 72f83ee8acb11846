// SPDX-License-Identifier: GPL-3.0-or-later
//
// The variants of the experiment as check lines with swatch and marker, and All / None. One that cannot run says why
// below its name and shows no tick, but the person's tick is kept for the moment it can run again.
#pragma once

#include <vector>

#include <QWidget>

#include "ui/configure/configuration.h"

namespace dsm::ui {

class SwatchCheckBox;

class VariantList : public QWidget {
  Q_OBJECT
 public:
  VariantList(Configuration& configuration, QWidget* parent = nullptr);
  void refresh();
  const std::vector<SwatchCheckBox*>& lines() const { return m_lines; }

 private:
  Configuration& m_configuration;
  std::vector<SwatchCheckBox*> m_lines;
};

}  // namespace dsm::ui
