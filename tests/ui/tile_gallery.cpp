// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the tile-kernel view into a folder, to be looked at beside the mockup:
//   tile_gallery FOLDER
// QT_SCALE_FACTOR gives 2x. Not a test: looking is.
#include <cstdio>

#include <QApplication>
#include <QDir>
#include <QTextCursor>
#include <QTextDocument>
#include <QTimer>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/chips.h"
#include "tests/model/device_fixture.h"
#include "tests/ui/fixtures/tile_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/export/tile_render.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"
#include "ui/tile/free_layout.h"
#include "ui/tile/tile_desk.h"
#include "ui/tile/tile_editor.h"
#include "ui/tile/tile_language_window.h"
#include "ui/tile/tile_page.h"
#include "ui/tile/tile_ruler.h"
#include "ui/tile/tile_side.h"

using namespace dsm;

namespace {

constexpr int kTurnMs = 80;

struct Shot {
  const char* name;
  QByteArray text;
  QSize size{1440, 900};
  bool dark = false;
  double textScale = 1;
  enum class Scene { plain, wrong, firstWrong, zoomed, limit, cursor, drag, dynamic, table, free, help, device } scene = Scene::plain;
};

std::vector<Shot> shots() {
  using Scene = Shot::Scene;
  const QByteArray chain = test::tileExample("chain.tile");
  const QByteArray pipeline = test::tileExample("pipeline.tile");
  const QByteArray persistent = test::tileExample("persistent.tile");
  const QSize large(1440, 900);
  const QSize small(960, 540);
  return {{"01_chain_light", chain, large, false, 1, Scene::plain},
          {"02_chain_dark", chain, large, true, 1, Scene::plain},
          {"03_wrong_light", chain, large, false, 1, Scene::wrong},
          {"03_wrong_dark", chain, large, true, 1, Scene::wrong},
          {"04_small_light", chain, small, false, 1, Scene::plain},
          {"04_small_dark", chain, small, true, 1, Scene::wrong},
          {"05_pipeline", pipeline, large, false, 1, Scene::plain},
          {"06_persistent", persistent, large, false, 1, Scene::plain},
          {"07_zoomed", chain, large, false, 1, Scene::zoomed},
          {"08_limit", pipeline, large, false, 1, Scene::limit},
          {"09_cursor", chain, large, false, 1, Scene::cursor},
          {"10_drag", chain, large, false, 1, Scene::drag},
          {"11_many", QByteArray::fromStdString(test::manyTiles(200, false)), large, false, 1, Scene::plain},
          {"12_many_apart", QByteArray::fromStdString(test::manyTiles(40, true)), large, true, 1, Scene::dynamic},
          {"13_table", chain, large, false, 1, Scene::table},
          {"14_first_wrong", QByteArray("kernel chain("), large, false, 1, Scene::firstWrong},
          {"15_free", chain, large, false, 1, Scene::free},
          {"16_help", chain, large, false, 1, Scene::help},
          {"17_device", chain, large, false, 1, Scene::device},
          {"18_text150", chain, large, false, 1.5, Scene::plain},
          {"19_text150_small", chain, small, false, 1.5, Scene::wrong}};
}

class Gallery : public QObject {
 public:
  explicit Gallery(const QString& folder) : m_folder(folder), m_shots(shots()) {}
  void next() {
    if (m_at == m_shots.size()) {
      figures();
      QApplication::exit(m_failed ? 1 : 0);
      return;
    }
    const Shot& shot = m_shots[m_at];
    m_window = std::make_unique<ui::MainWindow>(experiments::catalogue());
    ui::ViewState state;
    state.scheme = shot.dark ? ui::SchemeChoice::dark : ui::SchemeChoice::light;
    state.textScale = shot.textScale;
    state.firstStartSeen = true;
    m_window->setViewState(state);
    m_window->setSession(test::sessionOf(*model::findSpec(experiments::catalogue(), "histogram"), 12));
    m_window->setDevices({test::liveDevice(test::h200())}, 0);
    m_window->setWorkerStatus(test::readyWorker());
    m_window->openTile(shot.text, {}, QStringLiteral("chain.tile"));
    m_window->show();
    m_window->resize(shot.size);
    QTimer::singleShot(kTurnMs, this, [this] { arrange(); });
  }

 private:
  ui::TileDesk& desk() { return *m_window->findChild<ui::TileDesk*>(); }
  void arrange() {
    using Scene = Shot::Scene;
    const Shot& shot = m_shots[m_at];
    ui::TileDocument& document = desk().document();
    ui::TilePage& page = *desk().page();
    if (shot.scene != Scene::device) document.setChip(shot.name[1] == '5' ? "sm_80" : "sm_90");
    page.editor()->goToLine(7);
    ui::TileRuler* fixed = page.ruler(model::Placement::fixed);
    switch (shot.scene) {
      case Scene::wrong: {
        QTextCursor found = document.text()->find(QStringLiteral("tile<f32>[8, 4]"));
        found.insertText(QStringLiteral("tile<f23>[8, 4]"));
        break;
      }
      case Scene::cursor: fixed->setCursorAt(1, 4100); break;
      case Scene::zoomed:
        for (ui::TileRuler* ruler : {fixed}) {
          ruler->setCursorAt(1, 4100);
          for (int i = 0; i < 7; ++i) QApplication::sendEvent(ruler, std::make_unique<QKeyEvent>(QEvent::KeyPress, Qt::Key_Plus, Qt::NoModifier).get());
        }
        break;
      case Scene::limit:
        for (int i = 0; i < 3; ++i) QApplication::sendEvent(fixed, std::make_unique<QKeyEvent>(QEvent::KeyPress, Qt::Key_Minus, Qt::NoModifier).get());
        break;
      case Scene::drag: {
        const auto geometry = page.ruler(model::Placement::dynamic)->geometry();
        const QRectF box = geometry.byteRect(geometry.rows[0], 0, 4096);
        const QPoint edge(int(box.right()) - 1, int(box.center().y()));
        test::drag(*page.ruler(model::Placement::dynamic), edge, edge - QPoint(200, 0), Qt::NoModifier, false);
        break;
      }
      case Scene::dynamic: document.setPlacements(ui::TilePlacements::dynamic); break;
      case Scene::table: page.showTable(true); break;
      case Scene::free: {
        desk().showFreeLayout();
        auto* model = desk().freeLayout()->findChild<ui::FreeArraysModel*>();
        model->setData(model->index(1, ui::FreeArraysModel::first), QStringLiteral("1"));
        model->setData(model->index(1, ui::FreeArraysModel::offset), QStringLiteral("4000"));
        break;
      }
      case Scene::help: m_help = new ui::TileLanguageWindow(m_window.get()); m_help->show(); break;
      default: break;
    }
    QTimer::singleShot(3 * kTurnMs, this, [this] { take(); });
  }
  void take() {
    const Shot& shot = m_shots[m_at];
    QWidget* shown = m_window.get();
    if (shot.scene == Shot::Scene::free) shown = desk().freeLayout();
    if (shot.scene == Shot::Scene::help) shown = m_help;
    save(shown->grab().toImage(), QLatin1String(shot.name));
    ++m_at;
    m_window.reset();
    next();
  }
  void save(const QImage& image, const QString& name) {
    const QString path = QDir(m_folder).filePath(name + QStringLiteral(".png"));
    if (image.save(path)) return;
    std::fprintf(stderr, "%s could not be written\n", qPrintable(path));
    m_failed = true;
  }
  void figures() {
    ui::setTextScale(1);
    for (const char* name : {"chain.tile", "pipeline.tile"}) {
      const test::Parsed what = test::parsed(test::tileExample(name).toStdString());
      const ui::TileFigureInput input{std::make_shared<const model::tile::Program>(what.program), 0, ui::TilePlacements::both, *model::chipDevice("sm_90"),
                                      QString::fromLatin1(name)};
      ui::RenderOptions options;
      options.size = ui::tileFigureSize(input);
      if (const auto image = ui::renderTileImage(input, options, ui::tileProvenance(input, QStringLiteral("dsmscope ruler %1").arg(QLatin1String(name))))) {
        save(*image, QStringLiteral("figure_") + QLatin1String(name));
      }
    }
  }

  QString m_folder;
  std::vector<Shot> m_shots;
  std::size_t m_at = 0;
  std::unique_ptr<ui::MainWindow> m_window;
  ui::TileLanguageWindow* m_help = nullptr;
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
