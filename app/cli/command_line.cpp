// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <QCommandLineParser>

namespace dsm::app {
namespace {

tl::unexpected<model::Error> usage(const QString& message, const QString& hint) {
  return model::fail("usage", message.toStdString(), hint.toStdString());
}

QString helpHint(const CommandText& command) {
  return QStringLiteral("See dsmscope ") + command.name + (command.name.isEmpty() ? QString() : QStringLiteral(" ")) +
         QStringLiteral("--help.");
}

// Option names of all parameters of all experiments; which of them belong to the one asked is checked later.
std::set<QString> parameterOptions(const model::Catalogue& catalogue) {
  std::set<QString> names;
  for (const model::ExperimentSpec* spec : catalogue) {
    for (const model::Parameter& parameter : spec->info().parameters) names.insert(parameterOption(parameter.id));
  }
  return names;
}

const CommandText& commandOf(const QStringList& arguments) {
  const std::vector<CommandText>& all = commandTexts();
  if (!arguments.isEmpty() && !arguments.first().isEmpty()) {
    const auto found = std::ranges::find(all, arguments.first(), &CommandText::name);
    if (found != all.end()) return *found;
  }
  return all.front();
}

// "--counters --out X" means "--counters=traffic --out X".
void fillBare(QStringList& words, const OptionText& option) {
  const QString bare = QStringLiteral("--") + option.name;
  for (qsizetype i = 0; i < words.size() && !option.ifBare.isEmpty(); ++i) {
    const bool alone = words[i] == bare && (i + 1 == words.size() || words[i + 1].startsWith(QLatin1Char('-')));
    if (alone) words[i] += QLatin1Char('=') + option.ifBare;
  }
}

model::Expected<void> checkCounts(const CommandText& command, const QCommandLineParser& parser, const std::set<QString>& parameters) {
  for (const OptionText& option : command.options) {
    if (!option.repeatable && parser.values(option.name).size() > 1) {
      return usage(QStringLiteral("--%1 was given more than once.").arg(option.name), QStringLiteral("Give it once."));
    }
  }
  for (const QString& name : parameters) {
    if (command.parameters && parser.values(name).size() > 1) {
      return usage(QStringLiteral("--%1 was given more than once.").arg(name), QStringLiteral("Give one value."));
    }
  }
  const qsizetype count = parser.positionalArguments().size();
  if (count < command.least) {
    return usage(QStringLiteral("%1 is missing.").arg(command.arguments), helpHint(command));
  }
  if (count > command.most) {
    return usage(QStringLiteral("%1 is one argument too many.").arg(parser.positionalArguments().at(command.most)), helpHint(command));
  }
  return {};
}

}  // namespace

QString CommandLine::value(const QString& option, const QString& otherwise) const {
  const auto found = values.find(option);
  return found == values.end() || found->second.isEmpty() ? otherwise : found->second.last();
}

model::Expected<CommandLine> parseCommandLine(const QStringList& arguments, const model::Catalogue& catalogue) {
  const CommandText& command = commandOf(arguments);
  QCommandLineParser parser;
  std::set<QString> names;
  const auto add = [&](const OptionText& option) {
    names.insert(option.name);
    parser.addOption(QCommandLineOption(option.name, option.help, option.valueName));
  };
  for (const OptionText& option : command.options) add(option);
  const std::set<QString> parameters = parameterOptions(catalogue);
  if (command.parameters) {
    for (const QString& name : parameters) add({name, QStringLiteral("VALUE"), {}, false, {}});
  }
  parser.addOption(QCommandLineOption({QStringLiteral("h"), QStringLiteral("help")}, {}));
  if (command.kind == CommandKind::window) parser.addOption(QCommandLineOption({QStringLiteral("v"), QStringLiteral("version")}, {}));
  // QCommandLineParser takes the first word for the program's name.
  QStringList words = command.name.isEmpty() ? QStringList{QStringLiteral("dsmscope")} + arguments : arguments;
  for (const OptionText& option : command.options) fillBare(words, option);
  const bool parsed = parser.parse(words);
  CommandLine line;
  line.kind = command.kind;
  if (parser.isSet(QStringLiteral("help"))) {
    line.kind = CommandKind::help;
    line.helpFor = command.name;
    return line;
  }
  if (!parsed) return usage(parser.errorText() + (parser.errorText().endsWith(u'.') ? QString() : QStringLiteral(".")), helpHint(command));
  if (command.kind == CommandKind::window && parser.isSet(QStringLiteral("version"))) {
    line.kind = CommandKind::version;
    return line;
  }
  if (auto counted = checkCounts(command, parser, parameters); !counted) return tl::unexpected(counted.error());
  line.positional = parser.positionalArguments();
  if (command.kind == CommandKind::completion && !command.arguments.split(QLatin1Char('|')).contains(line.positional.first())) {
    return usage(QStringLiteral("There is no completion for %1.").arg(line.positional.first()),
                 QStringLiteral("Known: %1.").arg(command.arguments.split(QLatin1Char('|')).join(QStringLiteral(", "))));
  }
  for (const QString& name : names) {
    if (parser.isSet(name)) line.values[name] = parser.values(name);
  }
  return line;
}

model::Expected<model::Values> parameterValues(const CommandLine& line, const model::ExperimentSpec& spec,
                                               const model::Catalogue& catalogue) {
  model::Values values;
  for (const QString& name : parameterOptions(catalogue)) {
    if (!line.has(name)) continue;
    const auto& known = spec.info().parameters;
    const auto found = std::ranges::find_if(known, [&](const model::Parameter& parameter) { return parameterOption(parameter.id) == name; });
    if (found == known.end()) {
      QStringList own;
      for (const model::Parameter& parameter : known) own.append(QStringLiteral("--") + parameterOption(parameter.id));
      return usage(QStringLiteral("--%1 is not a parameter of %2.").arg(name, QString::fromStdString(spec.info().id)),
                   QStringLiteral("It has: %1.").arg(own.join(QStringLiteral(", "))));
    }
    auto value = model::parseValue(*found, line.value(name).toStdString());
    if (!value) return tl::unexpected(value.error());
    values[found->id] = *value;
  }
  return values;
}

model::Expected<std::vector<std::string>> variantList(const CommandLine& line, const model::ExperimentSpec& spec) {
  std::vector<std::string> variants;
  const auto found = line.values.find(QStringLiteral("variant"));
  if (found == line.values.end()) return variants;
  for (const QString& name : found->second) {
    const std::string id = name.toStdString();
    if (spec.variant(id) == nullptr) {
      QStringList known;
      for (const model::VariantInfo& variant : spec.info().variants) known.append(QString::fromStdString(variant.id));
      return usage(QStringLiteral("%1 has no variant %2.").arg(QString::fromStdString(spec.info().id), name),
                   QStringLiteral("Known: %1.").arg(known.join(QStringLiteral(", "))));
    }
    if (std::ranges::find(variants, id) == variants.end()) variants.push_back(id);
  }
  return variants;
}

model::Expected<const model::ExperimentSpec*> experimentNamed(const QString& name, const model::Catalogue& catalogue) {
  if (const model::ExperimentSpec* spec = model::findSpec(catalogue, name.toStdString())) return spec;
  QStringList known;
  for (const model::ExperimentSpec* spec : catalogue) known.append(QString::fromStdString(spec->info().id));
  return usage(QStringLiteral("There is no experiment %1.").arg(name), QStringLiteral("Known: %1.").arg(known.join(QStringLiteral(", "))));
}

model::Expected<double> positiveNumber(const CommandLine& line, const QString& option, double otherwise) {
  if (!line.has(option)) return otherwise;
  bool ok = false;
  const double number = line.value(option).toDouble(&ok);
  if (ok && std::isfinite(number) && number > 0) return number;
  return usage(QStringLiteral("--%1 cannot be %2.").arg(option, line.value(option)), QStringLiteral("Give a number above 0."));
}

}  // namespace dsm::app
