// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope shots`: pictures of the real window for the documentation: each view, light and dark, large and small.
// With --run it first measures through the worker and waits for the results, so that the pictures show this machine.
#include <array>
#include <deque>
#include <functional>

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QTimer>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/document_window.h"
#include "app/worker/worker_command.h"
#include "gpu/protocol/exit_code.h"
#include "ui/ruler/ruler_cards.h"
#include "ui/ruler/shared_memory_view.h"

namespace dsm::app {
namespace {

constexpr int kSettleTurns = 8;  // of the event loop: layout, queued replots, lazy views
constexpr int kTurnMs = 30;

struct Shot {
  std::string experiment;
  QString tab;
  ui::SchemeChoice scheme = ui::SchemeChoice::light;
  QSize size;
  int page = 0;       // below the ruler
  bool tile = false;  // the tile kernel in place of the experiment
};

constexpr std::array kPageNames{"", "_residency", "_advice", "_lanes"};

QString fileName(const Shot& shot, double ratio) {
  return QStringLiteral("%1_%2_%3_%4x%5_%6x.png")
      .arg(shot.tile ? QStringLiteral("tile") : QString::fromStdString(shot.experiment), shot.tab + QLatin1String(kPageNames.at(shot.page)),
           shot.scheme == ui::SchemeChoice::dark ? QStringLiteral("dark") : QStringLiteral("light"))
      .arg(shot.size.width())
      .arg(shot.size.height())
      .arg(ratio);
}

class Photographer : public QObject {
 public:
  Photographer(DocumentWindow& window, const QString& folder, const model::Catalogue& catalogue) : m_window(window), m_folder(folder) {
    for (const model::ExperimentSpec* spec : catalogue) {
      for (const QString& tab : window.window().tabIds()) {
        for (const ui::SchemeChoice scheme : {ui::SchemeChoice::light, ui::SchemeChoice::dark}) {
          for (const QSize size : {QSize(1440, 900), QSize(960, 540)}) {
            const int pages = tab == QLatin1String("shared_memory") ? int(kPageNames.size()) : 1;
            for (int page = 0; page < pages; ++page) m_shots.push_back({spec->info().id, tab, scheme, size, page});
          }
        }
      }
    }
    for (const ui::SchemeChoice scheme : {ui::SchemeChoice::light, ui::SchemeChoice::dark}) {
      for (const QSize size : {QSize(1440, 900), QSize(960, 540)}) {
        m_shots.push_back({catalogue.back()->info().id, QStringLiteral("shared_memory"), scheme, size, 0, true});
      }
    }
  }

  // Takes the pictures that are left, then calls `done` with what became of them.
  void takeAll(std::function<void(int code)> done) {
    m_done = std::move(done);
    next();
  }

 private:
  void next() {
    if (m_shots.empty()) {
      m_done(m_failed ? protocol::kExitNotWritten : protocol::kExitDone);
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
    m_window.window().showTile(shot.tile);
    if (auto* view = m_window.window().findChild<ui::SharedMemoryView*>()) view->cards()->setPage(ui::RulerCards::Page(shot.page));
    settle(kSettleTurns);
  }

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
  std::function<void(int)> m_done;
  bool m_failed = false;
};

// Measures if asked to, has the pictures taken, ends the worker, ends the event loop.
class Tour : public QObject {
 public:
  Tour(DocumentWindow& window, Photographer& photographer, const model::Catalogue& catalogue, bool measure)
      : m_window(window), m_photographer(photographer), m_catalogue(catalogue) {
    const auto queueEnded = [this] {
      if (--m_queuesToEnd == 0) QApplication::exit(m_code);
    };
    connect(&window.queue(), &RunQueue::ended, this, queueEnded);
    connect(&window.counters(), &CounterQueue::ended, this, queueEnded);
    if (measure) {
      connectQueue(window.queue());
    } else {
      connect(&window, &DocumentWindow::firstPainted, this, &Tour::photograph);
    }
  }

 private:
  void connectQueue(RunQueue& queue) {
    connect(&queue, &RunQueue::ready, this, [this, &queue](const std::vector<model::Device>& devices) {
      if (m_next > 0) return;  // a fresh worker, after one that died
      if (!devices.empty()) {
        measureNext();
      } else {
        const auto& problems = queue.workerView().problems;
        end(problems.empty() ? model::Error{"no_device", "The worker sees no GPU.", ""} : problems.front());
      }
    });
    // By then the window has handed what it measured to the counters.
    connect(&queue, &RunQueue::drained, this, [this] { if (m_window.counters().isIdle()) measureNext(); });
    connect(&m_window.counters(), &CounterQueue::drained, this, &Tour::measureNext);
    connect(&queue, &RunQueue::requestsDropped, this, [this](int, const model::Error& error) { end(error); });
    connect(&queue, &RunQueue::runArrived, this, [this](const model::RunPtr& run, const model::Device&) {
      if (run->status == model::RunStatus::failed) m_code = protocol::kExitFailed;
    });
  }

  // Each experiment in turn, as a person would: show it, press F5, wait until the queue is empty.
  void measureNext() {
    if (m_next == m_catalogue.size()) {
      photograph();
      return;
    }
    ui::ViewState shown = m_window.window().viewState();
    shown.experiment = m_catalogue[m_next++]->info().id;
    shown.values.clear();
    shown.variants.clear();
    m_window.window().setViewState(shown);
    QTimer::singleShot(0, this, [this] {
      m_window.window().requestRun();
      if (m_window.queue().isIdle()) measureNext();  // nothing of it fits this device
    });
  }

  void photograph() {
    m_photographer.takeAll([this](int code) {
      if (code != protocol::kExitDone) m_code = code;
      endQueues();
    });
  }

  void end(const model::Error& error) {
    printError(error);
    m_code = protocol::kExitNoDevice;
    endQueues();
  }

  void endQueues() {
    m_window.queue().shutdown();
    m_window.counters().shutdown();
  }

  DocumentWindow& m_window;
  Photographer& m_photographer;
  const model::Catalogue& m_catalogue;
  std::size_t m_next = 0;
  int m_queuesToEnd = 2;
  int m_code = protocol::kExitDone;
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
  const Tour tour(window, photographer, catalogue, line.has(QStringLiteral("run")));
  window.showRecording(loadRecording(recordingFolder(), state.experiment, catalogue));
  window.show();
  return QApplication::exec();
}

}  // namespace dsm::app
