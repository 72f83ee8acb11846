// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels, help and summaries of the catalogue are English std::strings; this is the one place where they become
// translatable. The generated list of source strings uses the same context.
#pragma once

#include <cstdint>
#include <string>

#include <QCoreApplication>
#include <QString>

#include "gpu/model/parameter.h"

namespace dsm::ui {

/// The person's language for a string of the catalogue; the string itself when there is no translation.
inline QString catalogueText(const std::string& english) {
  return english.empty() ? QString() : QCoreApplication::translate("catalogue", english.c_str());
}

/// A value as a person reads it: its choice's label or word, else the number in groups.
QString valueText(const model::Parameter& parameter, std::int64_t value);

}  // namespace dsm::ui
