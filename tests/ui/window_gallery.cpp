// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the whole window into a folder, to be looked at beside the mockups:
//   window_gallery FOLDER
// QT_SCALE_FACTOR gives 2x. Not a test: looking is.
#include <cstdio>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QTimer>

#include "gpu/experiments/catalogue.h"
#include "tests/model/device_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/main_window.h"
#include "ui/runs/runs_panel.h"
#include "ui/settings/settings_window.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/segmented_row.h"

using namespace dsm;

namespace {

constexpr int kTurnMs = 60;
constexpr int kTurns = 6;

struct Shot {
  QString name;
  std::string experiment;
  QString tab;
  ui::SchemeChoice scheme = ui::SchemeChoice::light;
  QSize size{1440, 900};
  double textScale = 1;
  enum class Scene { recording, running, empty, noGpu, firstStart, refused, failed, grouped, settings, grey } scene = Scene::recording;
};

std::vector<Shot> shots() {
  using Scene = Shot::Scene;
  const ui::SchemeChoice light = ui::SchemeChoice::light;
  const ui::SchemeChoice dark = ui::SchemeChoice::dark;
  const QSize large(1440, 900);
  const QSize small(960, 540);
  return {{"01_memory_light", "histogram", "shared_memory", light, large, 1, Scene::recording},
          {"02_hops_dark", "token_hop", "latency", dark, large, 1, Scene::recording},
          {"03_tiles_light", "tile_exchange", "latency", light, large, 1, Scene::running},
          {"03_traffic_light", "tile_exchange", "traffic", light, large, 1, Scene::recording},
          {"03_traffic_dark", "histogram", "traffic", dark, large, 1, Scene::recording},
          {"08_small_traffic", "tile_exchange", "traffic", light, small, 1, Scene::recording},
          {"09_no_counters", "token_hop", "traffic", light, large, 1, Scene::recording},
          {"04_table_light", "histogram", "table", light, large, 1, Scene::recording},
          {"05_table_dark", "tile_exchange", "table", dark, large, 1, Scene::recording},
          {"08_small_light", "histogram", "shared_memory", light, small, 1, Scene::recording},
          {"08_small_dark", "token_hop", "latency", dark, small, 1, Scene::running},
          {"09_first_start", "histogram", "shared_memory", light, large, 1, Scene::firstStart},
          {"09_first_start_small", "histogram", "shared_memory", light, small, 1, Scene::firstStart},
          {"09_no_runs", "token_hop", "latency", light, large, 1, Scene::empty},
          {"09_no_gpu", "token_hop", "latency", light, large, 1, Scene::noGpu},
          {"09_failed", "tile_exchange", "latency", light, large, 1, Scene::failed},
          {"10_refused_light", "histogram", "shared_memory", light, large, 1, Scene::refused},
          {"10_refused_small", "histogram", "shared_memory", dark, small, 1, Scene::refused},
          {"06_grouped_light", "histogram", "table", light, large, 1, Scene::grouped},
          {"06_grouped_dark_small", "histogram", "table", dark, small, 1, Scene::grouped},
          {"12_settings_light", "histogram", "latency", light, large, 1, Scene::settings},
          {"12_settings_dark", "histogram", "latency", dark, large, 1, Scene::settings},
          {"12_settings_small_150", "histogram", "latency", light, small, 1.5, Scene::settings},
          {"13_grey", "tile_exchange", "latency", light, large, 1, Scene::grey},
          {"13_grey_dark", "histogram", "shared_memory", dark, large, 1, Scene::grey},
          {"11_text150_traffic", "tile_exchange", "traffic", light, large, 1.5, Scene::recording},
          {"11_text150_large", "histogram", "shared_memory", light, large, 1.5, Scene::recording},
          {"11_text150_small", "token_hop", "latency", light, small, 1.5, Scene::recording}};
}

class Gallery : public QObject {
 public:
  Gallery(const QString& folder) : m_folder(folder), m_shots(shots()) {}
  void next() {
    if (m_at == m_shots.size()) {
      QApplication::exit(m_failed ? 1 : 0);
      return;
    }
    const Shot& shot = m_shots[m_at];
    m_window = std::make_unique<ui::MainWindow>(experiments::catalogue());
    fill(shot);
    m_window->show();
    m_window->resize(shot.size);
    dress(shot);
    settle(kTurns);
  }

 private:
  void fill(const Shot& shot) {
    using Scene = Shot::Scene;
    auto session = std::make_shared<model::Session>(*test::trafficSession());
    const model::ExperimentSpec* histogram = model::findSpec(experiments::catalogue(), "histogram");
    session->runs.push_back(test::makeRun("fast", *histogram, "cluster_dsmem", 1.639e6, {{"cluster", 2}, {"threads", 1024}}));
    session->pinned = {"histogram/global_atomics", "token_hop/dsmem_barrier", "tile_exchange/dsmem"};
    const bool bare = shot.scene == Scene::empty || shot.scene == Scene::noGpu;
    if (bare) {
      session->runs.clear();
      session->pinned.clear();
      session->title = "Untitled";
      session->origin = model::Origin::measured;
    }
    if (shot.scene == Scene::grouped) writeOnRuns(*session);
    ui::ViewState state;
    state.experiment = shot.experiment;
    state.tab = shot.tab;
    state.scheme = shot.scheme;
    state.textScale = shot.textScale;
    state.firstStartSeen = shot.scene != Scene::firstStart;
    if (shot.scene == Scene::refused) state.values = {{"cluster", 16}, {"bins", 131072}};
    m_window->setViewState(state);
    m_window->setSession(session);
    if (shot.scene == Scene::noGpu) {
      ui::WorkerStatus none;
      none.state = ui::WorkerStatus::State::none;
      none.text = QStringLiteral("No NVIDIA driver on this machine.");
      none.detail = QStringLiteral("libcuda was not found; nothing can be measured here.");
      none.remedy = QStringLiteral("needs a driver");
      m_window->setWorkerStatus(none);
    } else {
      m_window->setDevices({test::liveDevice(test::h200())}, 0);
      m_window->setWorkerStatus(test::readyWorker());
    }
    if (shot.scene == Scene::running) {
      ui::WorkerStatus busy = test::readyWorker();
      busy.state = ui::WorkerStatus::State::busy;
      busy.text = QStringLiteral("H200 measuring");
      m_window->setWorkerStatus(busy);
      ui::RunProgress progress;
      progress.fraction = 0.42;
      progress.done = 1;
      progress.total = 4;
      progress.label = QStringLiteral("global");
      progress.rate = 28;
      progress.secondsLeft = 6;
      m_window->setProgress(progress);
    }
    if (shot.scene == Scene::failed) {
      m_window->showNotice({ui::Notice::Kind::error, QStringLiteral("relaunch failed: unspecified launch failure (719)."),
                            QStringLiteral("The worker was replaced; every other result is kept.")});
    }
  }
  // What a person writes on runs.
  static void writeOnRuns(model::Session& session) {
    int count = 0;
    for (model::RunPtr& run : session.runs) {
      auto copy = std::make_shared<model::Run>(*run);
      if (count % 3 == 0) copy->tags = {"thesis", "before the fix"};
      if (count % 4 == 1) copy->tags = {"driver 590"};
      if (count % 5 == 0) copy->name = "chapter " + std::to_string(count + 1);
      if (count % 5 == 2) copy->notes = "measured again after a reboot";
      run = copy;
      ++count;
    }
  }
  void trigger(const QString& start) {
    for (QAction* action : m_window->findChildren<QAction*>()) {
      if (action->text().remove(QLatin1Char('&')).startsWith(start)) action->trigger();
    }
  }
  void dress(const Shot& shot) {
    using Scene = Shot::Scene;
    ui::Settings settings = m_window->settings();
    settings.scheme = shot.scheme;
    settings.dataPalette = shot.scene == Scene::grey ? ui::DataPalette::grey : ui::DataPalette::colour;
    settings.workers = {{QStringLiteral("cluster node"), QStringLiteral("ssh node7 dsmscope-worker")},
                        {QStringLiteral("desk"), QStringLiteral("ssh -p 2222 desk dsmscope-worker")}};
    m_window->setSettings(settings);
    m_window->setSettingsFile(QStringLiteral("/home/me/.config/dsmscope/settings.ini"), {});
    if (shot.scene == Scene::settings) trigger(QStringLiteral("Settings"));
    if (shot.scene != Scene::grouped) return;
    trigger(QStringLiteral("By tag"));
    for (auto* panel : m_window->findChildren<ui::RunsPanel*>()) {
      for (auto* scope : panel->findChildren<ui::SegmentedRow*>()) emit scope->activated(1);
    }
  }
  void settle(int turns) {
    QTimer::singleShot(kTurnMs, this, [this, turns] {
      if (turns > 0) {
        settle(turns - 1);
        return;
      }
      const Shot& shot = m_shots[m_at];
      if (shot.scene == Shot::Scene::recording) {
        for (auto* panel : m_window->findChildren<ui::RunsPanel*>()) {
          if (!panel->table()->selectionModel()->hasSelection() && panel->table()->model()->rowCount() > 1) panel->table()->selectRow(1);
        }
      }
      QTimer::singleShot(kTurnMs, this, [this] { take(); });
    });
  }
  void take() {
    const QString path = QDir(m_folder).filePath(m_shots[m_at].name + QStringLiteral(".png"));
    QPixmap picture = m_window->grab();
    if (auto* dialog = m_window->findChild<ui::SettingsWindow*>(); dialog != nullptr && dialog->isVisible()) picture = dialog->grab();
    if (!picture.save(path)) {
      std::fprintf(stderr, "%s could not be written\n", qPrintable(path));
      m_failed = true;
    }
    ++m_at;
    m_window.reset();
    next();
  }

  QString m_folder;
  std::vector<Shot> m_shots;
  std::size_t m_at = 0;
  std::unique_ptr<ui::MainWindow> m_window;
  bool m_failed = false;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  ui::installTheme(application, ui::Scheme::light);
  const QString folder = QCoreApplication::arguments().value(1, QStringLiteral("."));
  if (!QDir().mkpath(folder)) return 1;
  Gallery gallery(folder);
  QTimer::singleShot(0, &gallery, [&gallery] { gallery.next(); });
  return QApplication::exec();
}
