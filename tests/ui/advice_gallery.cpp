// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the residency and the advisor card side by side and at the whole width into a folder, to be looked at:
//   advice_gallery FOLDER
// QT_SCALE_FACTOR gives 2x. Not a test: looking is.
#include <cstdio>

#include <QApplication>
#include <QDir>
#include <QHBoxLayout>
#include <QTimer>

#include "tests/model/device_fixture.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/ruler/advisor_card.h"
#include "ui/ruler/residency_card.h"
#include "ui/theme/theme.h"

using namespace dsm;

namespace {

constexpr int kTurnMs = 80;

struct Shot {
  QString name;
  std::string experiment;
  std::string variant;
  model::Values values;
  ui::Scheme scheme = ui::Scheme::light;
  QSize size;  // of each card
  double textScale = 1;
  enum class Scene { recorded, noRuns, noDevice, otherDevice } scene = Scene::recorded;
};

std::vector<Shot> shots() {
  const QSize half(520, 210);
  const QSize whole(1080, 320);
  const QSize small(632, 170);
  using Scene = Shot::Scene;
  return {{"01_half_light", "histogram", "cluster_dsmem", {}, ui::Scheme::light, half},
          {"02_half_dark", "histogram", "cluster_dsmem", {{"cluster", 16}, {"non_portable", 1}, {"bins", 524288}}, ui::Scheme::dark, half},
          {"03_whole_light", "histogram", "block_private", {{"bins", 4096}}, ui::Scheme::light, whole},
          {"04_whole_dark", "tile_exchange", "dsmem", {{"cluster", 8}}, ui::Scheme::dark, whole},
          {"05_half_text150", "histogram", "cluster_dsmem", {}, ui::Scheme::light, half, 1.5},
          {"06_whole_text150", "histogram", "cluster_dsmem", {}, ui::Scheme::dark, whole, 1.5},
          {"07_refused", "histogram", "cluster_dsmem", {{"cluster", 16}, {"bins", 900000}}, ui::Scheme::light, half},
          {"08_no_runs", "token_hop", "dsmem_barrier", {}, ui::Scheme::light, half, 1, Scene::noRuns},
          {"09_no_device", "histogram", "cluster_dsmem", {}, ui::Scheme::light, half, 1, Scene::noDevice},
          {"10_other_device", "histogram", "global_atomics", {}, ui::Scheme::dark, half, 1, Scene::otherDevice},
          {"11_nearest", "histogram", "cluster_dsmem", {{"bins", 50000}}, ui::Scheme::light, whole},
          {"12_small", "histogram", "cluster_dsmem", {}, ui::Scheme::light, small}};
}

ui::ViewInput inputOf(const Shot& shot) {
  auto session = std::make_shared<model::Session>(*test::chartSession());
  const model::ExperimentSpec* histogram = test::chartInput("histogram").spec;
  const auto add = [&](const std::string& variant, double ns, const model::Values& values) {
    auto run = std::make_shared<model::Run>(*test::makeRun(variant + std::to_string(session->runs.size()), *histogram, variant, ns, values));
    run->deviceUuid = session->devices.front().uuid;
    run->origin = model::Origin::recorded;
    run->launch.registersPerThread = 29;
    session->runs.push_back(run);
  };
  add("cluster_dsmem", 1.639e6, {{"cluster", 2}, {"threads", 1024}});
  add("cluster_dsmem", 3.3e6, {{"cluster", 8}});
  add("block_private", 0.2466e6, {{"bins", 4096}, {"threads", 1024}});
  add("cluster_dsmem", 1.99e6, {{"bins", 4096}, {"cluster", 2}, {"threads", 512}});
  add("global_atomics", 7.6e6, {{"bins", 4096}});
  add("global_atomics", 2.66e6, {{"bins", 524288}});
  add("cluster_dsmem", 3.78e6, {{"bins", 524288}, {"cluster", 16}});
  if (shot.scene == Shot::Scene::noRuns) session->runs.clear();
  ui::ViewInput input = test::chartInput(shot.experiment, session);
  input.deviceIsLive = false;
  for (const auto& [id, value] : shot.values) input.values[id] = value;
  if (shot.scene == Shot::Scene::noDevice) input.device = nullptr;
  if (shot.scene == Shot::Scene::otherDevice) input.device = std::make_shared<const model::Device>(test::withoutClusters());
  return input;
}

class Gallery : public QObject {
 public:
  explicit Gallery(const QString& folder) : m_folder(folder), m_shots(shots()) {}
  void next() {
    if (m_at == m_shots.size()) {
      QApplication::exit(m_failed ? 1 : 0);
      return;
    }
    const Shot& shot = m_shots[m_at];
    ui::ThemeHost::instance().setScheme(shot.scheme);
    ui::setTextScale(shot.textScale);
    m_page = std::make_unique<QWidget>();
    const bool beside = shot.size.width() < 600;
    auto* layout = new QBoxLayout(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom, m_page.get());
    layout->setSpacing(16);
    layout->setContentsMargins(16, 16, 16, 16);
    auto* residency = new ui::ResidencyCard(m_page.get());
    auto* advisor = new ui::AdvisorCard(m_page.get());
    for (QWidget* card : {static_cast<QWidget*>(residency), static_cast<QWidget*>(advisor)}) {
      card->setFixedSize(shot.size);
      layout->addWidget(card);
    }
    const ui::ViewInput input = inputOf(shot);
    residency->setInput(input, shot.variant);
    advisor->setInput(input, shot.variant);
    m_page->setBackgroundRole(QPalette::Base);
    m_page->setAutoFillBackground(true);
    m_page->show();
    QTimer::singleShot(kTurnMs, this, [this] { take(); });
  }

 private:
  void take() {
    const QString path = QDir(m_folder).filePath(m_shots[m_at].name + QStringLiteral(".png"));
    if (!m_page->grab().save(path)) {
      std::fprintf(stderr, "%s could not be written\n", qPrintable(path));
      m_failed = true;
    }
    ++m_at;
    m_page.reset();
    next();
  }

  QString m_folder;
  std::vector<Shot> m_shots;
  std::size_t m_at = 0;
  std::unique_ptr<QWidget> m_page;
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
