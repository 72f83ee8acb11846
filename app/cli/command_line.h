// SPDX-License-Identifier: GPL-3.0-or-later
// The command line, described once: parsing, --help and the checks are generated from the same tables and from the
// catalogue's parameters. Pure functions that need no Qt application, because arguments decide which one to make.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "gpu/model/error.h"
#include "gpu/model/parameter.h"
#include "gpu/model/spec.h"

namespace dsm::app {

enum class CommandKind { window, devices, run, metrics, ruler, exportChart, check, compare, import, record, completion, man, shots, help, version };

struct OptionText {
  QString name;       // without dashes
  QString valueName;  // empty: a switch
  QString help;
  bool repeatable = false;
  QString ifBare;  // the value where the option stands alone; empty: it needs one
  QStringList choices = {};  // the values there are, for completion; empty: any
};

struct CommandText {
  CommandKind kind = CommandKind::window;
  QString name;       // empty: the window
  QString arguments;  // "EXPERIMENT"
  QString summary;
  int least = 0;  // positional arguments
  int most = 0;
  bool parameters = false;  // takes the parameters of an experiment
  bool hidden = false;
  std::vector<OptionText> options;
};

// Every command, the window first.
const std::vector<CommandText>& commandTexts();

struct CommandLine {
  CommandKind kind = CommandKind::window;
  QString helpFor;  // name of the command that --help was asked of; empty: all
  QStringList positional;
  std::map<QString, QStringList> values;  // option name -> values; switches have an empty list

  bool has(const QString& option) const { return values.contains(option); }
  // The last value, or `otherwise`.
  QString value(const QString& option, const QString& otherwise = {}) const;
};

// `arguments` without the program's name. Error usage: one sentence that names the argument.
model::Expected<CommandLine> parseCommandLine(const QStringList& arguments, const model::Catalogue& catalogue);

// What a process ends with, as --help and the manual page list it.
struct ExitCodeText {
  int code = 0;
  QString meaning;
};
const std::vector<ExitCodeText>& exitCodeTexts();

// The option of a parameter, without dashes: "load-bytes".
QString parameterOption(const std::string& id);

// Text of --help: of one command, or of all if `command` is empty.
QString helpText(const QString& command, const model::Catalogue& catalogue);

// Values given as --PARAM VALUE that belong to `spec`. Errors usage and bad_value name the option.
model::Expected<model::Values> parameterValues(const CommandLine& line, const model::ExperimentSpec& spec,
                                               const model::Catalogue& catalogue);
// --variant, checked against the spec; empty: none was given.
model::Expected<std::vector<std::string>> variantList(const CommandLine& line, const model::ExperimentSpec& spec);
// The experiment of that name. Error usage lists those there are.
model::Expected<const model::ExperimentSpec*> experimentNamed(const QString& name, const model::Catalogue& catalogue);
// A positive number of an option, nothing if it was not given. Error usage.
model::Expected<double> positiveNumber(const CommandLine& line, const QString& option, double otherwise);

}  // namespace dsm::app
