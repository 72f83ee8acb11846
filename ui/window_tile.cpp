// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tile kernel in the window: its text takes the place of the experiments in Configure, in the first tab, in title, status and
// undo; the session stays behind it as it is.
#include <QAction>
#include <QMenu>

#include "ui/configure/configure_panel.h"
#include "ui/first_start_strip.h"
#include "ui/main_window.h"
#include "ui/menu_corner.h"
#include "ui/notice_strip.h"
#include "ui/runs/runs_panel.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/status_strip.h"
#include "ui/tile/tile_desk.h"
#include "ui/tile/tile_language_window.h"
#include "ui/tile/tile_page.h"
#include "ui/tile/tile_side.h"
#include "ui/view_tabs.h"
#include "ui/window_parts.h"

namespace dsm::ui {

TileDesk& WindowParts::tileDesk() {
  if (tile != nullptr) return *tile;
  tile = new TileDesk(window.centralWidget());
  tile->document().setOwnDevice(configuration.device());
  tile->section()->setRecentFiles(recentFiles);
  tile->foot()->setCompact(compact);
  configure->setTileParts(tile->section(), tile->foot());
  QObject::connect(tile, &TileDesk::filesWanted, &window, &MainWindow::openRequested);
  QObject::connect(tile, &TileDesk::openDialogWanted, &window, [this] { openFiles(); });
  QObject::connect(tile, &TileDesk::saveWanted, &window, [this] { emit window.tileSaveRequested({}); });
  QObject::connect(tile, &TileDesk::exportAccepted, &window, &MainWindow::exportAccepted);
  QObject::connect(tile, &TileDesk::experimentsWanted, &window, [this] { showTile(false); });
  QObject::connect(tile, &TileDesk::changed, &window, [this] {
    showTitle();
    if (tileShown) showTileStatus();
  });
  QObject::connect(&tile->document(), &TileDocument::modifiedChanged, &window, &MainWindow::tileModifiedChanged);
  for (QAction* action : {tile->undoAction(), tile->redoAction()}) {
    actions.edit->insertAction(actions.editEnd, action);
    window.addAction(action);
  }
  setUndoActions();
  return *tile;
}

void WindowParts::showTile(bool shown) {
  if (shown) tileDesk().openSomething();
  if (shown == tileShown) return;
  tileShown = shown;
  configure->setTileShown(shown);
  setUndoActions();
  runs->setFoldedNote(shown ? MainWindow::tr("folded: this view needs none") : QString());
  setRunsFolded(shown || compact || runsFoldedWanted, false);
  if (firstStart != nullptr) firstStart->setVisible(firstStartWanted && !shown);
  if (shown) views->show(QStringLiteral("shared_memory"));
  if (!shown) corner->setTileKernel({}, false);
  showTitle();
  refreshNow();
  chainFocus();
}

// The text and the session have each an undo; only one of them answers the keys.
void WindowParts::setUndoActions() {
  for (QAction* action : {actions.undo, actions.redo}) {
    if (action != nullptr) action->setVisible(!tileShown);
  }
  if (tile == nullptr) return;
  tile->undoAction()->setVisible(tileShown);
  tile->redoAction()->setVisible(tileShown);
}

void WindowParts::showTitle() {
  QString title = session ? QString::fromStdString(session->title) : QString();
  if (tileShown) title = tile->document().name();
  const QString wanted = title.isEmpty() ? QStringLiteral("DSMScope[*]") : MainWindow::tr("%1[*] – DSMScope").arg(title);
  if (window.windowTitle() != wanted) window.setWindowTitle(wanted);
}

void WindowParts::showTileStatus() {
  const TileDocument& document = tile->document();
  const QString chip = QString::fromStdString(document.chipName());
  status->setPiece(QStringLiteral("device"), tile->fileText());
  status->setPiece(QStringLiteral("counters"), MainWindow::tr("modelled for %1").arg(chip));
  status->setPiece(QStringLiteral("clock"), tile->placeText());
  status->setPiece(QStringLiteral("worker"), {});
  status->setRightText(MainWindow::tr("Help: Tile language"));
  corner->setTileKernel(chip, document.usesOwnDevice());
}

void WindowParts::showTileLanguage() {
  if (!tileLanguage) {
    tileLanguage = new TileLanguageWindow(&window);
    tileLanguage->setAttribute(Qt::WA_DeleteOnClose);
  }
  tileLanguage->show();
  tileLanguage->raise();
}

void MainWindow::openTile(const QByteArray& bytes, const QString& path, const QString& name) {
  TileDesk& desk = m_parts->tileDesk();
  desk.document().load(bytes, path, name);
  m_parts->showTile(true);
  if (const int line = desk.document().undecodableLine(); line > 0) {
    showNotice({Notice::Kind::warning, tr("%1 has bytes in line %2 that are no UTF-8; they are shown as \uFFFD.").arg(name).arg(line),
                tr("Lines that you do not change are saved as they were.")});
  }
}

void MainWindow::showTile(bool shown) { m_parts->showTile(shown); }
bool MainWindow::isTileShown() const { return m_parts->tileShown; }
bool MainWindow::isTileModified() const { return m_parts->tile != nullptr && m_parts->tile->document().isModified(); }
QString MainWindow::tilePath() const { return m_parts->tile != nullptr ? m_parts->tile->document().path() : QString(); }
QString MainWindow::tileName() const { return m_parts->tile != nullptr ? m_parts->tile->document().name() : QString(); }
QByteArray MainWindow::tileBytes() const { return m_parts->tile != nullptr ? m_parts->tile->document().bytes() : QByteArray(); }

void MainWindow::markTileSaved(const QString& path, const QByteArray& saved) {
  if (m_parts->tile != nullptr) m_parts->tile->document().markSaved(path, saved);
}

model::Expected<QByteArray> MainWindow::renderTile(Format format, const RenderOptions& options, const std::map<QString, QString>& more) const {
  if (m_parts->tile == nullptr) return model::fail("not_possible", tr("No tile kernel is open.").toStdString());
  return m_parts->tile->render(format, options, more);
}

}  // namespace dsm::ui
