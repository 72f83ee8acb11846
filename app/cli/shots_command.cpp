// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope shots`: pictures of the real window for the documentation: each view, light and dark, large and small.
// With --run it first measures through the worker and waits for the results, so that the pictures show this machine.
#include <deque>

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QTimer>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/document_window.h"
#include "app/worker/worker_command.h"
#include "gpu/protocol/exit_code.h"
#include "ui/export/render.h"

namespace dsm::app {
namespace {

constexpr int kSettleTurns = 8;       // of the event loop: layout, queued replots, lazy views
constexpr int kTurnMs = 30;

struct Shot {
  std::string experiment;
  QString tab;
  ui::SchemeChoice scheme = ui::SchemeChoice::light;
  QSize size;
};

QString fileName(const Shot& shot, double ratio) {
  return QStringLiteral("%1_%2_%3_%4x%5_%6x.png")
      .arg(QString::fromStdString(shot.experiment), shot.tab,
           shot.scheme == ui::SchemeChoice::dark ? QStringLiteral("dark") : QStringLiteral("light"))
      .arg(shot.size.width())
      .arg(shot.size.height())
      .arg(ratio);
}

class Photographer : public QObject {
 public:
  Photographer(DocumentWindow& window, const QString& folder, const model::Catalogue& catalogue) : m_window(window), m_folder(folder) {
    QStringList tabs = ui::chartIds();
    tabs.append(QStringLiteral("table"));
    for (const model::ExperimentSpec* spec : catalogue) {
      for (const QString& tab : tabs) {
        for (const ui::SchemeChoice scheme : {ui::SchemeChoice::light, ui::SchemeChoice::dark}) {
          for (const QSize size : {QSize(1440, 900), QSize(960, 540)}) m_shots.push_back({spec->info().id, tab, scheme, size});
        }
      }
    }
  }

  void next() {
    if (m_shots.empty()) {
      QApplication::exit(m_failed ? protocol::kExitNotWritten : protocol::kExitDone);
      return;
    }
    const Shot& shot = m_shots.front();
    ui::ViewState state = m_window.window().viewState();
    if (state.experiment != shot.experiment) {
      state.values.clear();
      state.variants.clear();
    }
    state.experiment = shot.experiment;
    state.tab = shot.tab;
    state.scheme = shot.scheme;
    state.geometry.clear();
    state.layout.clear();
    m_window.window().setViewState(state);
    m_window.window().resize(shot.size);
    settle(kSettleTurns);
  }

 private:
  void settle(int turns) {
    QTimer::singleShot(kTurnMs, this, [this, turns] {
      if (turns > 0) {
        settle(turns - 1);
      } else {
        take();
      }
    });
  }

  void take() {
    const Shot shot = m_shots.front();
    m_shots.pop_front();
    const QPixmap picture = m_window.window().grab();
    const QString path = m_folder + QLatin1Char('/') + fileName(shot, picture.devicePixelRatio());
    if (!picture.save(path, "PNG")) {
      m_failed = true;
      printError({"not_written", path.toStdString() + " could not be written.", "Choose another folder."});
    }
    next();
  }

  DocumentWindow& m_window;
  const QString m_folder;
  std::deque<Shot> m_shots;
  bool m_failed = false;
};

}  // namespace

int shotsCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const QString folder = line.value(QStringLiteral("out"));
  const auto worker = workerCommand(line.value(QStringLiteral("worker")));
  if (folder.isEmpty() || !worker) {
    printError(worker ? model::Error{"usage", "--out DIR is missing.", "Name the folder of the pictures."} : worker.error());
    return protocol::kExitUsage;
  }
  if (!QDir().mkpath(folder)) {
    printError({"not_written", folder.toStdString() + " could not be made.", "Choose another folder."});
    return protocol::kExitNotWritten;
  }
  ui::ViewState state;
  state.experiment = catalogue.front()->info().id;
  DocumentWindow window(catalogue, *worker, state);
  Photographer photographer(window, folder, catalogue);
  const bool measure = line.has(QStringLiteral("run"));
  RunQueue& queue = window.queue();
  std::size_t remaining = catalogue.size();
  bool failed = false;
  // Each experiment in turn, as a person would: show it, press F5, wait until the queue is empty.
  const auto measureNext = [&] {
    if (remaining == 0) {
      photographer.next();
      return;
    }
    ui::ViewState shown = window.window().viewState();
    shown.experiment = catalogue[catalogue.size() - remaining]->info().id;
    shown.values.clear();
    shown.variants.clear();
    window.window().setViewState(shown);
    --remaining;
    QTimer::singleShot(0, &window, [&window] { window.window().requestRun(); });
  };
  if (measure) {
    QObject::connect(&queue, &RunQueue::ready, &window, [&](const std::vector<model::Device>& devices) {
      if (remaining < catalogue.size()) return;
      if (!devices.empty()) {
        measureNext();
        return;
      }
      printError(queue.workerView().problems.empty() ? model::Error{"no_device", "The worker sees no GPU.", ""} : queue.workerView().problems.front());
      QApplication::exit(protocol::kExitNoDevice);
    });
    QObject::connect(&queue, &RunQueue::drained, &window, measureNext);
    QObject::connect(&queue, &RunQueue::runArrived, &window, [&](const model::RunPtr& run, const model::Device&) {
      failed = failed || run->status == model::RunStatus::failed;
    });
    QObject::connect(&queue, &RunQueue::requestsDropped, &window, [&](int, const model::Error& error) {
      printError(error);
      QApplication::exit(protocol::kExitNoDevice);
    });
  }
  window.showRecording(loadRecording(recordingFolder(), state.experiment, catalogue));
  window.show();
  if (!measure) QObject::connect(&window, &DocumentWindow::firstPainted, &photographer, &Photographer::next);
  const int code = QApplication::exec();
  return code == protocol::kExitDone && failed ? protocol::kExitFailed : code;
}

}  // namespace dsm::app
