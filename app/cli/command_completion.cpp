// SPDX-License-Identifier: GPL-3.0-or-later
// Completion scripts: commands, options, values where there is a list of them, files where a file is wanted. Each is one
// function without a dependency on a shell's collection of completions.
#include <algorithm>
#include <map>

#include <QRegularExpression>

#include "app/cli/command_manual.h"

namespace dsm::app {
namespace {

QString dashes(const ShownOption& option) { return QStringLiteral("--") + option.name; }

// 'text' for bash and zsh: nothing acts inside single quotes.
QString quoted(QString text) {
  return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}
// fish knows \' and \\ inside single quotes.
QString fishQuoted(QString text) {
  text.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('\''), QLatin1String("\\'"));
  return QLatin1Char('\'') + text + QLatin1Char('\'');
}

std::vector<const CommandText*> visibleCommands() {
  std::vector<const CommandText*> all;
  for (const CommandText& command : commandTexts()) {
    if (!command.hidden && !command.name.isEmpty()) all.push_back(&command);
  }
  return all;
}

bool takesExperiment(const CommandText& command) { return command.arguments == QLatin1String("EXPERIMENT"); }
bool takesRecorded(const CommandText& command) { return command.kind == CommandKind::exportChart || command.kind == CommandKind::compare; }
bool takesFiles(const CommandText& command) { return command.most > 0 && !takesExperiment(command) && !command.arguments.contains(QLatin1Char('|')); }

QStringList argumentWords(const CommandText& command, const model::Catalogue& catalogue) {
  if (takesExperiment(command)) return experimentIds(catalogue);
  if (takesRecorded(command)) return {QStringLiteral("recorded")};
  if (command.arguments.contains(QLatin1Char('|'))) return command.arguments.split(QLatin1Char('|'));
  return {};
}

// -- bash ---------------------------------------------------------------------------------------------------------------------

QString bashWords(const QStringList& words) {
  return QStringLiteral("mapfile -t COMPREPLY < <(compgen -W ") + quoted(plainWords(words).join(QLatin1Char(' '))) + QStringLiteral(" -- \"$cur\")");
}

QString bashVariants(const model::Catalogue& catalogue, const QStringList& all) {
  QString text = QStringLiteral("case \"$experiment\" in\n");
  for (const model::ExperimentSpec* spec : catalogue) {
    QStringList variants;
    for (const model::VariantInfo& variant : spec->info().variants) variants.append(QString::fromStdString(variant.id));
    text += QStringLiteral("        ") + QString::fromStdString(spec->info().id) + QStringLiteral(") ") + bashWords(variants) + QStringLiteral(" ;;\n");
  }
  return text + QStringLiteral("        *) ") + bashWords(all) + QStringLiteral(" ;;\n      esac");
}

QString bashValues(const CommandText& command, const model::Catalogue& catalogue) {
  QString text;
  for (const ShownOption& option : shownOptions(command, catalogue)) {
    if (option.valueName.isEmpty()) continue;
    QString action = QStringLiteral(":");
    if (option.name == QLatin1String("variant")) {
      action = bashVariants(catalogue, option.choices);
    } else if (!option.choices.isEmpty()) {
      action = bashWords(option.choices);
    } else if (option.files || option.folders) {
      action = QStringLiteral("mapfile -t COMPREPLY < <(compgen -%1 -- \"$cur\")").arg(option.folders ? QLatin1Char('d') : QLatin1Char('f'));
    }
    text += QStringLiteral("    \"%1 --%2\")\n      %3\n      return ;;\n").arg(command.name, option.name, action);
  }
  return text;
}

QString bashScript(const model::Catalogue& catalogue) {
  QStringList names;
  for (const CommandText* command : visibleCommands()) names.append(command->name);
  QString text = QStringLiteral(R"(# Completion of dsmscope for bash, made by: dsmscope completion bash
_dsmscope() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" command="" experiment="" word
  COMPREPLY=()
  # "--theme=print" and "recorded:histogram" arrive as three words each.
  if [[ $cur == "=" || $cur == ":" ]]; then
    [[ $cur == ":" ]] && prev=":"
    cur=""
  elif [[ $prev == "=" ]] && (( COMP_CWORD > 1 )); then
    prev="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  (( COMP_CWORD > 1 )) && command="${COMP_WORDS[1]}"
  for word in "${COMP_WORDS[@]:2}"; do
    case "$word" in
      @experiments@) experiment="$word" ;;
    esac
  done
  if [[ $prev == ":" ]]; then
    @recorded@
    return
  fi
  case "$command $prev" in
)");
  text.replace(QLatin1String("@experiments@"), experimentIds(catalogue).join(QLatin1Char('|')));
  text.replace(QLatin1String("@recorded@"), bashWords(experimentIds(catalogue)));
  for (const CommandText& command : commandTexts()) {
    if (!command.hidden) text += bashValues(command, catalogue);
  }
  text += QStringLiteral("  esac\n  case \"$command\" in\n");
  for (const CommandText* command : visibleCommands()) {
    QStringList options;
    for (const ShownOption& option : shownOptions(*command, catalogue)) options.append(dashes(option));
    text += QStringLiteral("    %1)\n      if [[ $cur == -* ]]; then\n        %2\n        return\n      fi\n").arg(command->name, bashWords(options));
    const QStringList words = argumentWords(*command, catalogue);
    if (!words.isEmpty()) text += QStringLiteral("      %1\n").arg(bashWords(words));
    if (takesFiles(*command)) text += QStringLiteral("      mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$cur\")\n");
    text += QStringLiteral("      return ;;\n");
  }
  QStringList window;
  for (const ShownOption& option : shownOptions(commandTexts().front(), catalogue)) window.append(dashes(option));
  text += QStringLiteral("  esac\n  if [[ $cur == -* ]]; then\n    %1\n    return\n  fi\n").arg(bashWords(window));
  text += QStringLiteral("  (( COMP_CWORD == 1 )) && %1\n").arg(bashWords(names));
  return text + QStringLiteral("  mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$cur\")\n}\n"
                               "complete -o filenames -F _dsmscope dsmscope\n");
}

// -- zsh ----------------------------------------------------------------------------------------------------------------------

QString zshHelp(QString text) {
  static const QRegularExpression kSpecial(QStringLiteral("([\\[\\]:\\\\])"));
  return text.replace(kSpecial, QStringLiteral("\\\\1"));
}

QString zshAction(const ShownOption& option) {
  if (!option.choices.isEmpty()) return QLatin1Char('(') + plainWords(option.choices).join(QLatin1Char(' ')) + QLatin1Char(')');
  if (option.files) return QStringLiteral("_files");
  return option.folders ? QStringLiteral("_files -/") : QStringLiteral(" ");
}

QString zshSpec(const ShownOption& option) {
  QString spec = option.repeatable ? QStringLiteral("*") : QString();
  spec += dashes(option) + (option.valueName.isEmpty() ? QString() : QStringLiteral("=")) + QLatin1Char('[') + zshHelp(option.help) + QLatin1Char(']');
  if (!option.valueName.isEmpty()) {
    spec += (option.optionalValue ? QStringLiteral("::") : QStringLiteral(":")) + zshHelp(option.valueName) + QLatin1Char(':') + zshAction(option);
  }
  return QStringLiteral("        ") + quoted(spec) + QStringLiteral(" \\\n");
}

QString zshScript(const model::Catalogue& catalogue) {
  QString text = QStringLiteral("#compdef dsmscope\n# Completion of dsmscope for zsh, made by: dsmscope completion zsh\n_dsmscope() {\n  local -a commands\n  commands=(\n");
  for (const CommandText* command : visibleCommands()) {
    text += QStringLiteral("    ") + quoted(command->name + QLatin1Char(':') + zshHelp(command->summary)) + QLatin1Char('\n');
  }
  text += QStringLiteral("  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command commands\n    _files\n    return\n  fi\n"
                         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n");
  for (const CommandText* command : visibleCommands()) {
    text += QStringLiteral("    %1)\n      _arguments \\\n").arg(command->name);
    for (const ShownOption& option : shownOptions(*command, catalogue)) text += zshSpec(option);
    const QStringList words = argumentWords(*command, catalogue);
    QString action = QStringLiteral("_files");
    if (!takesFiles(*command)) {
      action = words.isEmpty() ? QStringLiteral(" ") : QLatin1Char('(') + words.join(QLatin1Char(' ')) + QLatin1Char(')');
    } else if (!words.isEmpty()) {
      action = QStringLiteral("{_alternative \"recorded:built-in recording:(%1)\" \"files:file:_files\"}").arg(words.join(QLatin1Char(' ')));
    }
    const QString place = command->most > 0 ? QStringLiteral("*:%1:%2").arg(zshHelp(command->arguments), action) : QStringLiteral("*: : ");
    text += QStringLiteral("        ") + quoted(place) + QStringLiteral("\n      ;;\n");
  }
  return text + QStringLiteral("    *) _files ;;\n  esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n  _dsmscope \"$@\"\nelse\n  compdef _dsmscope dsmscope\nfi\n");
}

// -- fish ---------------------------------------------------------------------------------------------------------------------

QString fishOption(const QString& condition, const ShownOption& option) {
  QString line = QStringLiteral("complete -c dsmscope -n %1 -l %2 -d %3").arg(fishQuoted(condition), option.name, fishQuoted(option.help));
  if (option.valueName.isEmpty()) return line + QLatin1Char('\n');
  if (option.files || option.folders) return line + QStringLiteral(" -r -F\n");
  line += option.optionalValue ? QStringLiteral(" -f") : QStringLiteral(" -x");
  const QStringList words = plainWords(option.choices);
  return line + (words.isEmpty() ? QString() : QStringLiteral(" -a ") + fishQuoted(words.join(QLatin1Char(' ')))) + QLatin1Char('\n');
}

QString fishScript(const model::Catalogue& catalogue) {
  QString text = QStringLiteral("# Completion of dsmscope for fish, made by: dsmscope completion fish\n");
  for (const CommandText* command : visibleCommands()) {
    text += QStringLiteral("complete -c dsmscope -n __fish_use_subcommand -a %1 -d %2\n").arg(command->name, fishQuoted(command->summary));
  }
  for (const ShownOption& option : shownOptions(commandTexts().front(), catalogue)) {
    text += fishOption(QStringLiteral("__fish_use_subcommand"), option);
  }
  for (const CommandText* command : visibleCommands()) {
    const QString condition = QStringLiteral("__fish_seen_subcommand_from ") + command->name;
    if (!takesFiles(*command)) text += QStringLiteral("complete -c dsmscope -n %1 -f\n").arg(fishQuoted(condition));
    const QStringList words = argumentWords(*command, catalogue);
    if (!words.isEmpty()) {
      text += QStringLiteral("complete -c dsmscope -n %1 -a %2\n").arg(fishQuoted(condition), fishQuoted(words.join(QLatin1Char(' '))));
    }
    for (const ShownOption& option : shownOptions(*command, catalogue)) text += fishOption(condition, option);
  }
  return text;
}

QStringList choicesOf(const model::Parameter& parameter) {
  QStringList words;
  if (parameter.kind == model::ParameterKind::toggle) words = {QStringLiteral("0"), QStringLiteral("1")};
  for (const model::Choice& choice : parameter.choices) words.append(QString::fromStdString(model::valueWord(parameter, choice.value)));
  return words;
}

void addParameters(std::vector<ShownOption>& all, const model::Catalogue& catalogue) {
  std::map<QString, ShownOption> byName;
  for (const model::ExperimentSpec* spec : catalogue) {
    for (const model::Parameter& parameter : spec->info().parameters) {
      ShownOption& option = byName[parameterOption(parameter.id)];
      option.name = parameterOption(parameter.id);
      option.valueName = QStringLiteral("VALUE");
      if (option.help.isEmpty()) option.help = QString::fromStdString(parameter.help);
      for (const QString& word : choicesOf(parameter)) {
        if (!option.choices.contains(word)) option.choices.append(word);
      }
    }
  }
  for (auto& [name, option] : byName) all.push_back(std::move(option));
}

}  // namespace

QStringList experimentIds(const model::Catalogue& catalogue) {
  QStringList ids;
  for (const model::ExperimentSpec* spec : catalogue) ids.append(QString::fromStdString(spec->info().id));
  return ids;
}

QStringList plainWords(const QStringList& words) {
  static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9_.,:+^-]+$"));
  QStringList plain;
  std::ranges::copy_if(words, std::back_inserter(plain), [](const QString& word) { return kPlain.match(word).hasMatch(); });
  return plain;
}

std::vector<ShownOption> shownOptions(const CommandText& command, const model::Catalogue& catalogue) {
  std::vector<ShownOption> all;
  for (const OptionText& option : command.options) {
    ShownOption shown{option.name, option.valueName, option.help, option.repeatable, !option.ifBare.isEmpty(), option.choices, false, false};
    shown.files = option.valueName == QLatin1String("FILE");
    shown.folders = option.valueName == QLatin1String("DIR");
    if (option.name == QLatin1String("experiment")) shown.choices = experimentIds(catalogue);
    if (option.name == QLatin1String("variant")) {
      for (const model::ExperimentSpec* spec : catalogue) {
        for (const model::VariantInfo& variant : spec->info().variants) {
          if (!shown.choices.contains(QString::fromStdString(variant.id))) shown.choices.append(QString::fromStdString(variant.id));
        }
      }
    }
    all.push_back(std::move(shown));
  }
  if (command.parameters) addParameters(all, catalogue);
  if (command.name.isEmpty()) all.push_back({QStringLiteral("version"), {}, QStringLiteral("The version."), false, false, {}, false, false});
  all.push_back({QStringLiteral("help"), {}, QStringLiteral("Help for the command."), false, false, {}, false, false});
  return all;
}

QString completionScript(const QString& shell, const model::Catalogue& catalogue) {
  if (shell == QLatin1String("bash")) return bashScript(catalogue);
  if (shell == QLatin1String("zsh")) return zshScript(catalogue);
  if (shell == QLatin1String("fish")) return fishScript(catalogue);
  return {};
}

}  // namespace dsm::app
