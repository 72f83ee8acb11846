// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of the tables of the command line besides --help: the completion of three shells and the manual page. Pure
// functions of commandTexts() and the catalogue, so that neither can name an option that is not there.
#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "app/cli/command_line.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// An option as a shell or a page shows it; parameters of experiments are options too.
struct ShownOption {
  QString name;       // without dashes
  QString valueName;  // empty: a switch
  QString help;
  bool repeatable = false;
  bool optionalValue = false;
  QStringList choices;  // empty: any value
  bool files = false;   // the value is the name of a file
  bool folders = false;
};
// Of one command, in the order of its table, parameters by name, --help last.
std::vector<ShownOption> shownOptions(const CommandText& command, const model::Catalogue& catalogue);

// Ids of the catalogue, in its order.
QStringList experimentIds(const model::Catalogue& catalogue);
// Words that a shell takes literally, without quotes; others are left out of completions.
QStringList plainWords(const QStringList& words);

// `shell`: "bash", "zsh" or "fish"; empty text for another.
QString completionScript(const QString& shell, const model::Catalogue& catalogue);

// dsmscope(1), with man macros.
QString manPage(const model::Catalogue& catalogue);

}  // namespace dsm::app
