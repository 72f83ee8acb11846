// SPDX-License-Identifier: GPL-3.0-or-later
// Entry: arguments are parsed before any Qt application exists, because they decide which one to make, and because a
// missing screen must be one sentence rather than an abort. The recording is already being read while Qt starts.
#include <clocale>
#include <cmath>
#include <memory>
#include <utility>

#include <QApplication>
#include <QFile>
#include <QFileInfo>

#include "app/background.h"
#include "app/cli/command_line.h"
#include "app/cli/command_manual.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/display_probe.h"
#include "app/cli/message_filter.h"
#include "app/program.h"
#include "app/settings_file.h"
#include "app/version.h"
#include "app/view_settings.h"
#include "app/worker/worker_command.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/exit_code.h"
#include "ui/theme/theme.h"

namespace {

using namespace dsm;
using namespace dsm::app;

// Qt calls setlocale(): a comma for the decimal point must reach no file and no number on screen.
void keepNumbersPlain() { std::setlocale(LC_NUMERIC, "C"); }

int printText(const QString& text) {
  const auto printed = printOut(text.toStdString());
  if (!printed) printError(printed.error());
  return printed ? protocol::kExitDone : protocol::kExitNotWritten;
}

int openWindow(const CommandLine& line, const model::Catalogue& catalogue, int& argc, char** argv) {
  const QString settingsPath = settingsFilePath();
  LoadedSettings settings = readSettings(settingsPath);
  const QString workerGiven = line.value(QStringLiteral("worker"));
  auto worker = workerCommand(workerGiven.isEmpty() ? commandOf(settings.settings) : workerGiven);
  if (!worker && workerGiven.isEmpty()) {  // a setting stops nobody: it is named, and this machine's worker holds
    settings.problems << QString::fromStdString(worker.error().message);
    worker = workerCommand({});
  }
  if (!worker) {
    printError(worker.error());
    return protocol::kExitUsage;
  }
  auto early = std::make_unique<Background>();
  ui::ViewState state = readViewState(catalogue);
  if (!settings.exists) {
    settings.settings.scheme = state.scheme;
    settings.settings.textPercent = static_cast<int>(std::lround(state.textScale * 100));
  }
  state.scheme = settings.settings.scheme;
  state.textScale = settings.settings.textPercent / 100.0;
  RecordingFuture recording;
  if (line.positional.isEmpty()) recording = loadRecording(recordingFolder(), state.experiment, catalogue);
  if (const auto display = probeDisplay(); !display) {
    printError(display.error());
    return protocol::kExitFailed;
  }
  QApplication app(argc, argv);
  keepNumbersPlain();
  ui::installTheme(app, ui::Scheme::light);  // the window changes it to the person's choice before it is shown
  QApplication::setApplicationName(QStringLiteral("dsmscope"));
  QApplication::setApplicationDisplayName(QStringLiteral("DSMScope"));
  QApplication::setQuitOnLastWindowClosed(false);  // the workers end first
  const std::unique_ptr<Background> background = std::move(early);  // from here on its work ends before the application does
  Program program(catalogue, *worker, settings, settingsPath);
  QObject::connect(&program, &Program::lastWindowGone, &app, &QApplication::quit, Qt::QueuedConnection);
  if (line.positional.isEmpty()) {
    program.openRecording(std::move(recording), state)->show();
  }
  for (const QString& file : line.positional) program.openFile(file, state)->show();
  return QApplication::exec();
}

int onScreenless(int (*command)(const CommandLine&, const model::Catalogue&), const CommandLine& line, const model::Catalogue& catalogue,
                 int& argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  if (command == shotsCommand && line.has(QStringLiteral("scale"))) {
    qputenv("QT_SCALE_FACTOR", line.value(QStringLiteral("scale")).toLatin1());
  }
  QApplication app(argc, argv);
  const Background background;
  keepNumbersPlain();
  ui::installTheme(app, ui::Scheme::light);
  return command(line, catalogue);
}

int inConsole(int (*command)(const CommandLine&, const model::Catalogue&), const CommandLine& line, const model::Catalogue& catalogue,
              int& argc, char** argv) {
  const QCoreApplication app(argc, argv);
  const Background background;
  keepNumbersPlain();
  return command(line, catalogue);
}

}  // namespace

int main(int argc, char** argv) {
  installMessageFilter();
  const model::Catalogue& catalogue = experiments::catalogue();
  QStringList arguments;
  for (int index = 1; index < argc; ++index) arguments.append(QFile::decodeName(argv[index]));
  const auto line = parseCommandLine(arguments, catalogue);
  if (!line) {
    printError(line.error());
    return protocol::kExitUsage;
  }
  // Qt would take options of its own (-style, -platform) out of what is left: there is nothing left for it.
  int qtArguments = 1;
  switch (line->kind) {
    case CommandKind::help:
      return printText(helpText(line->helpFor, catalogue));
    case CommandKind::version:
      return printText(QStringLiteral("dsmscope %1\n").arg(QLatin1String(kVersion)));
    case CommandKind::devices:
      return inConsole(devicesCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::run:
      return inConsole(runCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::metrics:
      return inConsole(metricsCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::check:
      return inConsole(checkCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::compare:
      return inConsole(compareCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::import:
      return inConsole(importCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::completion:
      return printText(completionScript(line->positional.first(), catalogue));
    case CommandKind::man:
      return printText(manPage(catalogue));
    case CommandKind::record:
      return inConsole(recordCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::ruler:
      return onScreenless(rulerCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::exportChart:
      return onScreenless(exportCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::shots:
      return onScreenless(shotsCommand, *line, catalogue, qtArguments, argv);
    case CommandKind::window:
      break;
  }
  return openWindow(*line, catalogue, qtArguments, argv);
}
