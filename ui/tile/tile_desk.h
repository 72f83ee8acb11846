// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything of a tile kernel in one window: the document, its view, its side of Configure, what stands in the other tabs, undo.
// Made when a tile kernel is first asked for; the window connects it and knows no part of it.
#pragma once

#include <QObject>
#include <QPointer>

#include "ui/export/render.h"
#include "ui/tile/tile_document.h"

class QAction;
class QWidget;

namespace dsm::ui {

class EmptyState;
class FreeLayout;
class TileFoot;
class TilePage;
class TileSection;

class TileDesk : public QObject {
  Q_OBJECT
 public:
  /// `window`: parent of dialogs and of what the window takes into its layouts.
  explicit TileDesk(QWidget* window);
  ~TileDesk() override;
  TileDocument& document() { return m_document; }
  const TileDocument& document() const { return m_document; }
  TilePage* page() const { return m_page; }
  TileSection* section() const { return m_section; }
  TileFoot* foot() const { return m_foot; }
  EmptyState* elsewhere() const { return m_elsewhere; }
  QAction* undoAction() const { return m_undo; }
  QAction* redoAction() const { return m_redo; }
  FreeLayout* freeLayout() const;

  /// The first example, where no text is open.
  void openSomething();
  /// True where an example was opened; false: not one, or edits would be lost.
  bool openExample(const QString& path);
  /// Chip, placement and zoom as at the start.
  void reset();
  void showExport();
  void showFreeLayout();
  /// The rulers as a file's bytes. Error not_possible without a picture.
  model::Expected<QByteArray> render(Format format, const RenderOptions& options, const std::map<QString, QString>& more) const;

  // ---- for the status line
  /// "chain.tile: 11 lines, 3 tiles".
  QString fileText() const;
  /// "line 7, column 15".
  QString placeText() const;

 signals:
  void filesWanted(QStringList paths);
  void openDialogWanted();
  void saveWanted();
  void exportAccepted(QString id, dsm::ui::Format format, dsm::ui::RenderOptions options, QString path);
  void experimentsWanted();
  /// Anything that the window shows outside of this desk's own widgets.
  void changed();

 private:
  QWidget* m_window;
  TileDocument m_document;
  TilePage* m_page = nullptr;
  TileSection* m_section = nullptr;
  TileFoot* m_foot = nullptr;
  EmptyState* m_elsewhere = nullptr;
  QAction* m_undo = nullptr;
  QAction* m_redo = nullptr;
  QPointer<FreeLayout> m_free;
};

}  // namespace dsm::ui
