// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page, from the same tables as --help.
#include "app/cli/command_manual.h"

#include "app/version.h"

namespace dsm::app {
namespace {

constexpr const char* kRevised = "2026-11-30";  // when the page's own words changed last; a page without a date is a warning

// Text for roff: a backslash, a dash that must stay one, and nothing that begins a line as a request would.
QString roff(QString text) {
  text.replace(QLatin1Char('\\'), QLatin1String("\\e")).replace(QLatin1Char('-'), QLatin1String("\\-"));
  if (text.startsWith(QLatin1Char('.')) || text.startsWith(QLatin1Char('\''))) text.prepend(QLatin1String("\\&"));
  return text;
}

QString bold(const QString& text) { return QStringLiteral("\\fB") + roff(text) + QStringLiteral("\\fR"); }
QString italic(const QString& text) { return QStringLiteral("\\fI") + roff(text) + QStringLiteral("\\fR"); }

QString item(const QString& head, const QString& body) { return QStringLiteral(".TP\n") + head + QLatin1Char('\n') + roff(body) + QLatin1Char('\n'); }

QString synopsisLine(const CommandText& command) {
  QString line = bold(QStringLiteral("dsmscope"));
  if (!command.name.isEmpty()) line += QLatin1Char(' ') + bold(command.name);
  if (!command.arguments.isEmpty()) line += QLatin1Char(' ') + italic(command.arguments);
  if (!command.options.empty()) line += QStringLiteral(" [") + italic(QStringLiteral("options")) + QLatin1Char(']');
  return line;
}

QString optionItem(const ShownOption& option) {
  QString head = bold(QStringLiteral("--") + option.name);
  if (option.optionalValue) {
    head += QStringLiteral(" [") + italic(option.valueName) + QLatin1Char(']');
  } else if (!option.valueName.isEmpty()) {
    head += QLatin1Char(' ') + italic(option.valueName);
  }
  return item(head, option.help);
}

QString commandsPart(const model::Catalogue& catalogue) {
  QString text = QStringLiteral(".SH COMMANDS\n");
  for (const CommandText& command : commandTexts()) {
    if (command.hidden) continue;
    text += QStringLiteral(".SS ") + roff(command.name.isEmpty() ? QStringLiteral("The window") : command.name) + QLatin1Char('\n') +
            synopsisLine(command) + QStringLiteral("\n.PP\n") + roff(command.summary) + QLatin1Char('\n');
    CommandText own = command;
    own.parameters = false;  // they have a section of their own
    for (const ShownOption& option : shownOptions(own, catalogue)) text += optionItem(option);
  }
  return text;
}

QString experimentsPart(const model::Catalogue& catalogue) {
  QString text = QStringLiteral(".SH EXPERIMENTS\n") +
                 roff(QStringLiteral("Every parameter of an experiment is an option of run and export; its default stands in brackets.")) +
                 QLatin1Char('\n');
  for (const model::ExperimentSpec* spec : catalogue) {
    const model::ExperimentInfo& info = spec->info();
    text += QStringLiteral(".SS ") + roff(QString::fromStdString(info.id)) + QLatin1Char('\n') + roff(QString::fromStdString(info.summary)) + QLatin1Char('\n');
    for (const model::VariantInfo& variant : info.variants) {
      text += item(bold(QStringLiteral("--variant ") + QString::fromStdString(variant.id)), QString::fromStdString(variant.summary));
    }
    for (const model::Parameter& parameter : info.parameters) {
      text += item(bold(QStringLiteral("--") + parameterOption(parameter.id)) + QLatin1Char(' ') + italic(QStringLiteral("VALUE")),
                   QString::fromStdString(parameter.help) + QStringLiteral(" (") +
                       QString::fromStdString(model::valueWord(parameter, parameter.defaultValue)) + QLatin1Char(')'));
    }
  }
  return text;
}

QString examplesPart() {
  static const std::pair<const char*, const char*> kExamples[] = {
      {"dsmscope run token_hop --out hop.dsmscope", "Measures every variant that this GPU can run."},
      {"dsmscope run token_hop --variant dsmem_barrier --variant relaunch --interleave", "Measures two variants in turn and compares them."},
      {"dsmscope compare before.dsmscope after.dsmscope --threshold 2", "Fails (3) where something became more than 2 % slower."},
      {"ncu --csv --page raw ./program > ncu.csv; dsmscope import ncu.csv --out ncu.dsmscope", "Takes counters over from Nsight Compute."},
      {"dsmscope completion bash > ~/.local/share/bash-completion/completions/dsmscope", "Completion for bash."}};
  QString text = QStringLiteral(".SH EXAMPLES\n");
  for (const auto& [command, meaning] : kExamples) text += item(bold(QLatin1String(command)), QLatin1String(meaning));
  return text;
}

}  // namespace

QString manPage(const model::Catalogue& catalogue) {
  QString text = QStringLiteral(".TH DSMSCOPE 1 \"%1\" \"DSMScope %2\" \"User Commands\"\n").arg(QLatin1String(kRevised), roff(QLatin1String(kVersion)));
  text += QStringLiteral(".SH NAME\ndsmscope \\- measures and shows NVIDIA thread block clusters and distributed shared memory\n.SH SYNOPSIS\n");
  bool first = true;
  for (const CommandText& command : commandTexts()) {
    if (command.hidden) continue;
    if (!first) text += QStringLiteral(".br\n");
    first = false;
    text += synopsisLine(command) + QLatin1Char('\n');
  }
  text += QStringLiteral(".SH DESCRIPTION\n") +
          roff(QStringLiteral("DSMScope runs kernels that use distributed shared memory beside kernels that do not, checks their results, and draws what "
                              "happened. Without a command it opens its window; every view of it can be made by a command. The window never "
                              "touches the GPU: a worker process does, here or on another machine.")) +
          QLatin1Char('\n');
  text += commandsPart(catalogue) + experimentsPart(catalogue);
  text += QStringLiteral(".SH \"EXIT STATUS\"\n");
  for (const ExitCodeText& exit : exitCodeTexts()) text += item(bold(QString::number(exit.code)), exit.meaning);
  text += QStringLiteral(".SH ENVIRONMENT\n");
  text += item(bold(QStringLiteral("DSMSCOPE_RECORDINGS")), QStringLiteral("The folder of the built-in recording."));
  text += item(bold(QStringLiteral("DSMSCOPE_CUPTI")), QStringLiteral("Another libcupti, a file or a folder, for the worker that counts."));
  return text + examplesPart();
}

}  // namespace dsm::app
