// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tile-kernel view: the text at the left, the byte rulers of its kernel at the right, static and dynamic over one scale. Each
// changes the other: what is dragged in a ruler is written into the text as one step to undo.
#pragma once

#include <optional>

#include <QWidget>

#include "ui/export/tile_render.h"
#include "ui/tile/tile_document.h"
#include "ui/tile/tile_ruler_paint.h"

class QLabel;
class QMenu;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace dsm::ui {

class BlockStrip;
class ChartTableModel;
class CommandLine;
class ElidedLabel;
class EmptyState;
class IconButton;
class NoteLine;
class SegmentedRow;
class TileEditor;
class TileErrorBox;
class TileRuler;

class TilePage : public QWidget {
  Q_OBJECT
 public:
  explicit TilePage(TileDocument& document, QWidget* parent = nullptr);
  TileEditor* editor() const { return m_editor; }
  TileRuler* ruler(model::Placement placement) const { return placement == model::Placement::fixed ? m_static : m_dynamic; }
  TileErrorBox* errorBox() const { return m_error; }
  QString title() const;
  QString finding() const;
  QString command() const;
  /// The line under the rulers: read-out, refusal, or what can be done.
  QString note() const;
  /// What the rulers and exports show now.
  std::optional<TileFigureInput> figureInput() const;

 public slots:
  void resetZoom();
  void showTable(bool on);
  void copyPicture();
  void copyTable();
  void toggleCommand();
  void showHowToRead();
  /// A change that the document refused: its sentence stands under the rulers until the next step.
  void showRefusal(const dsm::model::Error& error);

 signals:
  void exportWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildHead(QVBoxLayout* page);
  QWidget* buildText();
  QWidget* buildRulers();
  void wire(TileRuler* ruler);
  void refresh();
  void refreshRulers();
  void refreshTable();
  void showRulers();
  TileRulerData dataOf(model::Placement placement) const;
  void preview(int box, quint64 rows, quint64 columns);
  void endPreview();
  void report(const model::Expected<void>& done);
  void showMenu(TileRuler* ruler, QPoint at);
  void chooseZoom(int preset);
  void setNote(const QString& text, bool refusal);
  void applySizes();

  TileDocument& m_document;
  bool m_compact = false;
  bool m_tableShown = false;
  bool m_commandShown = true;
  double m_firstByte = 0;
  double m_visibleBytes = 0;  // 0: everything in use
  std::optional<model::tile::Kernel> m_previewKernel;  // while an edge is dragged
  model::tile::KernelPlan m_previewPlan;
  int m_markedBox = -1;
  int m_insertBefore = -1;
  model::Placement m_dragged = model::Placement::fixed;
  ElidedLabel* m_title = nullptr;
  ElidedLabel* m_finding = nullptr;
  SegmentedRow* m_zoom = nullptr;
  IconButton* m_tableButton = nullptr;
  IconButton* m_copyButton = nullptr;
  IconButton* m_howButton = nullptr;
  QVBoxLayout* m_body = nullptr;
  QStackedWidget* m_stack = nullptr;
  QSplitter* m_splitter = nullptr;
  QWidget* m_card = nullptr;
  QLabel* m_file = nullptr;
  ElidedLabel* m_fileState = nullptr;
  TileEditor* m_editor = nullptr;
  TileErrorBox* m_error = nullptr;
  NoteLine* m_warnings = nullptr;
  QStackedWidget* m_pictures = nullptr;
  QScrollArea* m_area = nullptr;
  TileRuler* m_static = nullptr;
  QWidget* m_between = nullptr;
  TileRuler* m_dynamic = nullptr;
  BlockStrip* m_strip = nullptr;
  NoteLine* m_note = nullptr;
  EmptyState* m_empty = nullptr;
  QTableView* m_table = nullptr;
  ChartTableModel* m_tableModel = nullptr;
  CommandLine* m_commandLine = nullptr;
};

/// "dsmscope ruler chain.tile --placement dynamic --chip sm_90 --out chain.svg".
QString tileCommand(const TileDocument& document);

}  // namespace dsm::ui
