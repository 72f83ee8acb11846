// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands and options, and the help that is generated from it.
#include <algorithm>

#include "app/cli/command_line.h"
#include "gpu/protocol/exit_code.h"
#include "ui/export/render.h"

namespace dsm::app {
namespace {

OptionText withValue(const char* name, const char* valueName, const char* help, bool repeatable = false) {
  return {QLatin1String(name), QLatin1String(valueName), QLatin1String(help), repeatable, {}};
}
OptionText flag(const char* name, const char* help) { return {QLatin1String(name), {}, QLatin1String(help), false, {}}; }

OptionText oneOf(OptionText option, const QStringList& choices) {
  option.choices = choices;
  return option;
}

OptionText workerOption() { return withValue("worker", "CMD", "The worker to use, such as \"ssh host dsmscope-worker\"."); }
OptionText jsonOption() { return flag("json", "One JSON document on stdout and nothing else."); }
OptionText countersOption() {
  OptionText option = withValue("counters", "SETS", "traffic, l2, shared, metric names, with commas between; or off (traffic, where it is permitted).");
  option.ifBare = QStringLiteral("traffic");
  option.choices = QStringList{QStringLiteral("traffic"), QStringLiteral("l2"), QStringLiteral("shared"), QStringLiteral("off")};
  return option;
}
OptionText interleaveOption() {
  OptionText option =
      withValue("interleave", "ROUNDS", "Measures the variants in turn, in that many rounds (10) of --samples (20) each, and compares them with the first, which is pinned.");
  option.ifBare = QStringLiteral("10");
  return option;
}
OptionText variantOption() { return withValue("variant", "V", "A kernel variant; repeat it for several.", true); }
OptionText themeOption() {
  return oneOf(withValue("theme", "T", "print, light or dark (print)."), {QStringLiteral("print"), QStringLiteral("light"), QStringLiteral("dark")});
}
OptionText paletteOption() {
  return oneOf(withValue("palette", "P", "Colours of data: colour or grey (colour)."), {QStringLiteral("colour"), QStringLiteral("grey")});
}

std::vector<CommandText> makeCommands() {
  std::vector<CommandText> all;
  all.push_back(
      {CommandKind::window, {}, QStringLiteral("[FILE...]"), QStringLiteral("Opens the window."), 0, 1000, false, false, {workerOption()}});
  all.push_back({CommandKind::devices,
                 QStringLiteral("devices"),
                 {},
                 QStringLiteral("Lists the GPUs that the worker sees."),
                 0,
                 0,
                 false,
                 false,
                 {jsonOption(), workerOption()}});
  all.push_back({CommandKind::run,
                 QStringLiteral("run"),
                 QStringLiteral("EXPERIMENT"),
                 QStringLiteral("Measures an experiment and writes a session file."),
                 1,
                 1,
                 true,
                 false,
                 {variantOption(), withValue("device", "DEVICE", "UUID or index of a GPU, or recorded[:NAME] for the built-in recording."),
                  workerOption(), withValue("budget", "S", "Seconds of timed work for each variant (2)."),
                  withValue("samples", "N", "Exactly N samples instead of stopping by the interval."),
                  withValue("seed", "N", "Seed of the input data (1)."),
                  oneOf(withValue("cache", "STATE", "L2 before each launch: warm or flushed (warm)."), {QStringLiteral("warm"), QStringLiteral("flushed")}),
                  countersOption(), interleaveOption(), withValue("out", "FILE", "The session file to write."), jsonOption()}});
  all.push_back({CommandKind::metrics,
                 QStringLiteral("metrics"),
                 {},
                 QStringLiteral("Lists the metrics of a chip; needs no GPU, but CUPTI."),
                 0,
                 0,
                 false,
                 false,
                 {withValue("chip", "CHIP", "GH100, GB100, GB202, AD102, ... (that of the first GPU)."),
                  withValue("search", "WORDS", "Only metrics with each of these words in name or description."),
                  withValue("plan", "SETS", "How often a launch has to be repeated for these sets and metrics instead."), jsonOption(),
                  workerOption()}});
  all.push_back({CommandKind::ruler,
                 QStringLiteral("ruler"),
                 QStringLiteral("FILE.tile|EXPERIMENT"),
                 QStringLiteral("Shows where each byte of shared memory goes; needs no GPU."),
                 0,
                 1,
                 true,
                 false,
                 {variantOption(), withValue("chip", "CHIP", "The limits to hold it against: sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120 (sm_90)."),
                  withValue("placement", "P", "static or dynamic (an experiment: as it is launched; a tile kernel: both)."),
                  withValue("find", "N", "Where this element lies: rank, offset, bank, mapped address."),
                  withValue("from-rank", "R", "The rank that asks for it (0)."),
                  flag("load", "Which share of all accesses falls to each rank."),
                  withValue("lanes", "ACCESS", "One warp access instead, such as stride=2,size=4,base=0,op=store,remote."),
                  withValue("kernel", "NAME", "The kernel of a tile text, where it has several (the first)."), jsonOption(),
                  withValue("out", "FILE", "Ends in .png, .svg, .pdf, .csv or .json."), themeOption(), paletteOption(),
                  withValue("size", "WxH", "Size in pixels (1200x700)."), withValue("title", "TEXT", "Title of the picture.")}});
  all.push_back({CommandKind::exportChart,
                 QStringLiteral("export"),
                 QStringLiteral("FILE|recorded[:EXPERIMENT]"),
                 QStringLiteral("Writes a chart, a report, the table of runs, or the runs for nvbench's scripts."),
                 1,
                 1,
                 true,
                 false,
                 {oneOf(withValue("chart", "NAME", "shared_memory, latency, traffic, or traffic_curve (counters against one parameter); a report has all.", true), ui::chartIds()),
                  withValue("out", "FILE", "Ends in .png, .svg, .pdf, .csv or .json, .html (a report of all runs), .md (the table of runs) or .nvbench.json."),
                  oneOf(withValue("format", "F", "nvbench: all runs as JSON in the layout of nvbench's files, whatever FILE ends in."), {QStringLiteral("nvbench")}),
                  withValue("experiment", "E", "The experiment, where the file has several."), variantOption(),
                  withValue("run", "ID", "Report: only this run; repeat it for several.", true),
                  themeOption(), paletteOption(),
                  withValue("size", "WxH", "Size in pixels (1200x700)."),
                  withValue("scale", "N", "Pixels of the file for each of the layout, 0.25 to 8 (1)."),
                  withValue("title", "TEXT", "Title of the chart or the report."),
                  withValue("quantity", "Q", "latency: the quantity (the experiment's first)."),
                  withValue("threshold", "PERCENT", "latency, traffic, report, table of runs: beside pinned runs, a change smaller than this is no change (1)."),
                  flag("log", "latency, traffic: a logarithmic axis."),
                  withValue("order", "O", "latency: fastest or catalogue (fastest)."),
                  withValue("hide", "V", "latency, traffic: leave this variant out; repeat it for several.", true),
                  flag("payloads", "traffic: in payloads instead of bytes."), flag("no-expected", "traffic: no marks where arithmetic expects a bar to end."),
                  withValue("find", "N", "shared_memory: the element or byte to point at."),
                  withValue("from-rank", "N", "shared_memory: the rank that reads it (0)."),
                  flag("load", "shared_memory: the share of all accesses that each rank takes."),
                  withValue("axis", "PARAM", "traffic_curve: the parameter along it (the one varied most).")}});
  all.push_back({CommandKind::check,
                 QStringLiteral("check"),
                 QStringLiteral("FILE"),
                 QStringLiteral("Recomputes every statistic of a session file from its raw samples."),
                 1,
                 1,
                 false,
                 false,
                 {jsonOption()}});
  all.push_back({CommandKind::compare,
                 QStringLiteral("compare"),
                 QStringLiteral("BASE NEW"),
                 QStringLiteral("Compares the configurations that two sessions (files or recorded[:EXPERIMENT]) both hold; exits with 3 if one "
                                "became slower, with 4 if one is undecided."),
                 2,
                 2,
                 false,
                 false,
                 {withValue("threshold", "PERCENT", "A change smaller than this is no change (1)."),
                  withValue("experiment", "E", "Only this experiment."), jsonOption()}});
  all.push_back({CommandKind::import,
                 QStringLiteral("import"),
                 QStringLiteral("FILE"),
                 QStringLiteral("Makes a session of CSV from ncu --csv, JSON from nvbench, or the journal that an interrupted run left."),
                 1,
                 1,
                 false,
                 false,
                 {withValue("out", "FILE", "The session file to write.")}});
  all.push_back({CommandKind::record,
                 QStringLiteral("record"),
                 {},
                 QStringLiteral("Makes the built-in recording on this GPU; goes on where it was interrupted."),
                 0,
                 0,
                 false,
                 false,
                 {withValue("out", "DIR", "Folder of the recording."), workerOption(),
                  withValue("experiment", "E", "Only this one; repeat it for several.", true),
                  flag("quick", "A few configurations and samples, to try it.")}});
  all.push_back({CommandKind::completion,
                 QStringLiteral("completion"),
                 QStringLiteral("bash|zsh|fish"),
                 QStringLiteral("Prints the completion of a shell, to be sourced or put where it looks."),
                 1,
                 1,
                 false,
                 false,
                 {}});
  all.push_back({CommandKind::man, QStringLiteral("man"), {}, QStringLiteral("Prints the manual page: dsmscope man | man -l -"), 0, 0, false, false, {}});
  all.push_back(
      {CommandKind::shots,
       QStringLiteral("shots"),
       {},
       QStringLiteral("Pictures of the window for the documentation."),
       0,
       0,
       false,
       true,
       {withValue("out", "DIR", "Folder of the pictures."), workerOption(), withValue("scale", "N", "Device pixels a pixel, 1 or 2 (1)."),
        flag("run", "Makes a real run through the worker first.")}});
  return all;
}

QString optionLine(const QString& left, const QString& help) {
  constexpr int kColumn = 26;
  const QString start = QStringLiteral("  ") + left;
  return start + (start.size() < kColumn ? QString(kColumn - start.size(), QLatin1Char(' ')) : QStringLiteral("  ")) + help +
         QLatin1Char('\n');
}

QString optionLeft(const OptionText& option) {
  return QStringLiteral("--") + option.name + (option.valueName.isEmpty() ? QString() : QLatin1Char(' ') + option.valueName);
}

QString usageOf(const CommandText& command) {
  QString text = QStringLiteral("dsmscope");
  for (const QString& part : {command.name, command.arguments}) {
    if (!part.isEmpty()) text += QLatin1Char(' ') + part;
  }
  return text + (command.options.empty() ? QString() : QStringLiteral(" [OPTIONS]"));
}

QString parameterHelp(const model::ExperimentSpec& spec) {
  const model::ExperimentInfo& info = spec.info();
  QString text = QLatin1Char('\n') + QString::fromStdString(info.id) + QStringLiteral(": ") + QString::fromStdString(info.summary) +
                 QStringLiteral("\n  variants:");
  for (const model::VariantInfo& variant : info.variants) text += QLatin1Char(' ') + QString::fromStdString(variant.id);
  text += QLatin1Char('\n');
  for (const model::Parameter& parameter : info.parameters) {
    text += optionLine(QStringLiteral("--") + parameterOption(parameter.id) + QStringLiteral(" VALUE"),
                       QString::fromStdString(parameter.help) + QStringLiteral(" (") +
                           QString::fromStdString(model::valueWord(parameter, parameter.defaultValue)) + QLatin1Char(')'));
  }
  return text;
}

QString helpOf(const CommandText& command, const model::Catalogue& catalogue) {
  QString text = QStringLiteral("Usage: ") + usageOf(command) + QStringLiteral("\n\n") + command.summary + QStringLiteral("\n\n");
  for (const OptionText& option : command.options) text += optionLine(optionLeft(option), option.help);
  text += optionLine(QStringLiteral("--help"), QStringLiteral("This text."));
  if (command.parameters) {
    for (const model::ExperimentSpec* spec : catalogue) text += parameterHelp(*spec);
  }
  return text;
}

}  // namespace

const std::vector<CommandText>& commandTexts() {
  static const std::vector<CommandText> kCommands = makeCommands();
  return kCommands;
}

QString parameterOption(const std::string& id) { return QString::fromStdString(id).replace(QLatin1Char('_'), QLatin1Char('-')); }

const std::vector<ExitCodeText>& exitCodeTexts() {
  static const std::vector<ExitCodeText> kCodes{
      {protocol::kExitDone, QStringLiteral("done; of compare: the same or faster")},
      {protocol::kExitFailed, QStringLiteral("a measurement failed or a result was wrong")},
      {protocol::kExitUsage, QStringLiteral("usage")},
      {protocol::kExitSlower, QStringLiteral("compare: something became slower")},
      {protocol::kExitUndecided, QStringLiteral("compare: something is undecided, and nothing slower")},
      {protocol::kExitBadData, QStringLiteral("bad data; of compare: nothing matches")},
      {protocol::kExitNoDevice, QStringLiteral("no device or no counters")},
      {protocol::kExitCrashed, QStringLiteral("a worker crashed")},
      {protocol::kExitNotWritten, QStringLiteral("could not write")}};
  return kCodes;
}

QString helpText(const QString& name, const model::Catalogue& catalogue) {
  const std::vector<CommandText>& all = commandTexts();
  const auto found = std::ranges::find(all, name, &CommandText::name);
  if (!name.isEmpty() && found != all.end()) return helpOf(*found, catalogue);
  QString text = QStringLiteral("Usage:\n");
  for (const CommandText& command : all) {
    if (!command.hidden) text += QStringLiteral("  ") + usageOf(command) + QStringLiteral("\n      ") + command.summary + QLatin1Char('\n');
  }
  text += QStringLiteral("\nOptions of the window:\n");
  for (const OptionText& option : all.front().options) text += optionLine(optionLeft(option), option.help);
  text += optionLine(QStringLiteral("--version"), QStringLiteral("The version."));
  text += optionLine(QStringLiteral("--help"), QStringLiteral("This text; dsmscope COMMAND --help for one command."));
  text += QStringLiteral("\nExit codes:\n");
  for (const ExitCodeText& exit : exitCodeTexts()) text += optionLine(QString::number(exit.code), exit.meaning);
  return text;
}

}  // namespace dsm::app
