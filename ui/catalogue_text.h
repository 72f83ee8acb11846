// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels, help and summaries of the catalogue are English std::strings; this is the one place where they become
// translatable. The generated list of source strings uses the same context.
#pragma once

#include <string>

#include <QCoreApplication>
#include <QString>

namespace dsm::ui {

/// The person's language for a string of the catalogue; the string itself when there is no translation.
inline QString catalogueText(const std::string& english) {
  return english.empty() ? QString() : QCoreApplication::translate("catalogue", english.c_str());
}

}  // namespace dsm::ui
