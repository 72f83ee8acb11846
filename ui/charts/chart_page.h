// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every chart view has in common: a head (title, finding sentence, icon buttons), a row of controls, the chart
// or its table or an empty state, computed sentences, and the command that makes the same thing headless.
// A subclass fills the parts; it computes nothing that is not a pure function of its ViewInput.
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/export/render.h"
#include "ui/theme/icons.h"
#include "ui/view_input.h"

#include <QImage>
#include <QWidget>

#include <string>

class QGridLayout;
class QHBoxLayout;
class QMenu;
class QScrollArea;
class QSpacerItem;
class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace dsm::ui {

class CommandLine;
class ElidedLabel;
class EmptyState;
class IconButton;
class LegendRow;

class ChartPage : public QWidget {
  Q_OBJECT
 public:
  explicit ChartPage(QWidget* parent = nullptr);
  ~ChartPage() override;

  /// Cheap when nothing changed that the view shows; nothing is drawn before the view is visible. GUI thread.
  virtual void setInput(const ViewInput& input);
  /// "shared_memory", "latency": the name of the chart on the command line and in exports.
  virtual QString chartId() const = 0;
  const ViewInput& input() const { return m_input; }
  /// What an export has to know to show what the view shows: quantity, axis, order, hidden rows, found place.
  virtual RenderOptions exportOptions() const = 0;

  /// One sentence: the finding above the chart.
  QString finding() const;
  QString title() const;
  bool isTableShown() const { return m_tableShown; }

 public slots:
  virtual void resetZoom() = 0;
  void showTable(bool on);
  void copyPicture();
  void copyTable();
  void requestExport();
  void toggleCommand();
  void showHowToRead();

 signals:
  void exportWanted(QString chartId);
  void runWanted();
  void openRecordingWanted();
  /// The person pinned the cursor on a row that has a run.
  void runSelected(std::string runId);

 protected:
  /// Rebuilds from input(); called when the input changed and the view is visible.
  virtual void rebuild() = 0;
  /// The chart's numbers, for "show as table", TSV and accessibility.
  virtual ChartTable table() const = 0;
  virtual QString howToRead() const = 0;
  /// Called with true on a window under 1100 x 700.
  virtual void setCompact(bool compact);
  bool isCompact() const { return m_compact; }

  void setHead(const QString& title, const QString& finding);
  void setSentences(const QStringList& sentences);
  void setCommand(const QString& command);
  /// Shows the chart (or its table).
  void showChart();
  /// Shows the empty state instead; the caller has filled emptyState().
  void showEmptyState();
  EmptyState* emptyState();

  /// Scrolls so that `rect` of `part`, a widget in content(), is in view.
  void scrollTo(const QWidget& part, const QRect& rect);
  /// What the Copy button offers; a subclass may add to it.
  QMenu* copyMenu() const { return m_copyMenu; }

  /// Puts the legend, the last of controls(), beside them where `beside`, else on a line of its own below. Call when
  /// widths change.
  void placeLegend(LegendRow* legend, bool beside);

  QHBoxLayout* controls() const { return m_controls; }
  QVBoxLayout* content() const { return m_content; }
  QVBoxLayout* belowControls() const { return m_belowControls; }
  /// The computed sentences in columns, under a hairline; the subclass puts them into content().
  QWidget* sentences() const { return m_sentencesHost; }

  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildHead(QVBoxLayout* page);
  void refreshTable();
  void applyMargins();
  void restyle();

  ViewInput m_input;
  bool m_dirty = false;
  bool m_compact = false;
  bool m_tableShown = false;
  ElidedLabel* m_title = nullptr;
  ElidedLabel* m_finding = nullptr;
  IconButton* m_tableButton = nullptr;
  IconButton* m_howButton = nullptr;
  QMenu* m_copyMenu = nullptr;
  QHBoxLayout* m_controls = nullptr;
  QVBoxLayout* m_belowControls = nullptr;
  QSpacerItem* m_controlsEnd = nullptr;  // takes the room that the legend leaves
  bool m_legendBelow = false;
  QWidget* m_controlsHost = nullptr;
  QStackedWidget* m_stack = nullptr;
  QScrollArea* m_chartArea = nullptr;  // scrolls only where the window is too low for the least sizes
  QVBoxLayout* m_content = nullptr;
  QTableView* m_tableView = nullptr;
  ChartTableModel* m_tableModel = nullptr;
  EmptyState* m_empty = nullptr;
  QWidget* m_sentencesHost = nullptr;
  QGridLayout* m_sentences = nullptr;
  bool m_commandShown = true;
  QStringList m_sentenceTexts;
  CommandLine* m_command = nullptr;
  QVBoxLayout* m_body = nullptr;
};

}  // namespace dsm::ui
