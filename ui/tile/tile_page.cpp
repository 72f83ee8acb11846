// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tile view shows and does. While an edge is dragged both rulers show the kernel as it would be; the text changes once,
// at the end.
#include "ui/tile/tile_page.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "ui/charts/chart_table.h"
#include "ui/charts/elided_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/tile/tile_editor.h"
#include "ui/tile/tile_error_box.h"
#include "ui/tile/tile_page_parts.h"
#include "ui/tile/tile_ruler.h"

namespace dsm::ui {
namespace {

constexpr int kHowToReadWidth = 380;
constexpr int kUsedZoom = 1;

QString withStem(const QString& name) {
  const qsizetype dot = name.lastIndexOf(QLatin1Char('.'));
  return dot > 0 ? name.left(dot) : name;
}

// A name that a shell takes as one word.
QString quoted(const QString& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](QChar c) {
    return c.isLetterOrNumber() || QStringLiteral("._-/+").contains(c);
  });
  return plain && !name.isEmpty() ? name : QLatin1Char('\'') + QString(name).replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

}  // namespace

QString tileCommand(const TileDocument& document) {
  const QString name = document.path().isEmpty() ? document.name() : document.path().section(QLatin1Char('/'), -1);
  QString command = QStringLiteral("dsmscope ruler %1").arg(quoted(name));
  if (document.placements() == TilePlacements::fixed) command += QStringLiteral(" --placement static");
  if (document.placements() == TilePlacements::dynamic) command += QStringLiteral(" --placement dynamic");
  command += QStringLiteral(" --chip %1").arg(QString::fromStdString(document.chipName()));
  return command + QStringLiteral(" --out %1").arg(quoted(withStem(name) + QStringLiteral(".svg")));
}

QString TilePage::title() const { return m_title->text(); }
QString TilePage::finding() const { return m_finding->text(); }
QString TilePage::command() const { return m_commandLine->command(); }
QString TilePage::note() const { return m_note->text(); }

TileRulerData TilePage::dataOf(model::Placement placement) const {
  const model::tile::Kernel* kernel = m_previewKernel ? &*m_previewKernel : m_document.kernel();
  TileRulerData made;
  if (kernel != nullptr) made = tileRulerData(*kernel, m_previewKernel ? m_previewPlan : m_document.plan(), placement, m_document.device());
  made.fonts = windowFonts();
  made.view.firstByte = m_firstByte;
  made.view.visibleBytes = m_visibleBytes;
  made.view.marked = m_markedBox;
  made.view.insertBefore = placement == m_dragged ? m_insertBefore : -1;
  return made;
}

void TilePage::refreshRulers() {
  const model::tile::Kernel* kernel = m_previewKernel ? &*m_previewKernel : m_document.kernel();
  if (kernel == nullptr) return;
  const model::tile::KernelPlan& plan = m_previewKernel ? m_previewPlan : m_document.plan();
  const TilePlacements shown = m_document.placements();
  for (TileRuler* ruler : {m_static, m_dynamic}) {
    const bool fixed = ruler == m_static;
    const bool visible = shown == TilePlacements::both || (shown == TilePlacements::fixed) == fixed;
    ruler->setVisible(visible);
    if (!visible) continue;
    ruler->setData(dataOf(fixed ? model::Placement::fixed : model::Placement::dynamic));
    ruler->setMaximumHeight(std::max(ruler->minimumSizeHint().height(), ruler->fullHeight()));
  }
  m_between->setVisible(shown == TilePlacements::both);
  BlockStripData strip;
  strip.device = m_document.device();
  strip.staticBytes = shown == TilePlacements::dynamic ? 0 : plan.fixed.peakBytes;
  strip.dynamicBytes = shown == TilePlacements::fixed ? 0 : plan.dynamic.peakBytes;
  strip.share = shareText(plan.fixed.peakBytes, plan.dynamic.peakBytes, m_document.device());
  strip.fonts = windowFonts();
  m_strip->setData(strip);
  m_area->setMaximumHeight(m_area->widget()->sizeHint().height());
  const double used = usedSpanOf(std::max(plan.fixed.peakBytes, plan.dynamic.peakBytes));
  m_zoom->setCurrent(m_visibleBytes <= 0 || m_visibleBytes == used ? kUsedZoom : m_zoom->current() == kUsedZoom ? -1 : m_zoom->current());
}

void TilePage::refresh() {
  if (m_previewKernel && !m_static->isDragging() && !m_dynamic->isDragging()) endPreview();
  const model::tile::Kernel* kernel = m_document.kernel();
  m_file->setText(m_document.name() + (m_document.isModified() ? QStringLiteral(" *") : QString()));
  const QString lines = m_document.lineCount() == 1 ? tr("1 line") : tr("%1 lines").arg(formatInteger(m_document.lineCount()));
  m_fileState->setText(m_document.isLoading() ? tr("%1, opening").arg(lines)
                       : m_document.error()   ? tr("%1, line %2 is wrong").arg(lines).arg(m_document.error()->position.line)
                       : m_document.isCurrent() ? tr("%1, parsed").arg(lines) : tr("%1, being read").arg(lines));
  const auto warnings = m_document.isCurrent() ? m_document.program()->warnings : std::vector<std::string>();
  m_warnings->setVisible(!warnings.empty());
  if (!warnings.empty()) {
    const QString first = QString::fromStdString(warnings.front());
    m_warnings->setText(warnings.size() == 1 ? first : tr("%1 And %2 more.").arg(first).arg(warnings.size() - 1), true);
  }
  m_commandLine->setCommand(tileCommand(m_document));
  m_commandLine->setVisible(m_commandShown);
  m_card->setMaximumHeight(m_editor->fullHeight() + scaled(kTableRowHeight) * 2);
  const QString limit = formatBytesKiB(double(std::max(m_document.device().sharedPerBlockOptin, m_document.device().sharedPerBlockStatic)));
  const int zoom = m_zoom->current();
  m_zoom->setLabels({limit, tr("Used"), tr("1 KiB"), tr("Byte")});
  m_zoom->setCurrent(zoom);
  if (kernel == nullptr) {
    m_title->setText(tr("Shared memory of a tile kernel"));
    m_finding->setText({});
    m_empty->setSentences(m_document.error() ? tr("No picture yet: line %1 of the text is wrong.").arg(m_document.error()->position.line)
                                             : tr("The text is being read."), {});
    m_empty->setButton({});
    m_pictures->setCurrentWidget(m_empty);
    return;
  }
  m_pictures->setCurrentIndex(0);
  const QString name = QString::fromStdString(kernel->name);
  switch (m_document.placements()) {
    case TilePlacements::both: m_title->setText(tr("Shared memory of %1, static and dynamic").arg(name)); break;
    case TilePlacements::fixed: m_title->setText(tr("Shared memory of %1, static").arg(name)); break;
    case TilePlacements::dynamic: m_title->setText(tr("Shared memory of %1, dynamic").arg(name)); break;
  }
  m_finding->setText(groupedDigits(model::tile::finding(*kernel, m_document.plan())));
  refreshRulers();
  setNote({}, false);
  if (m_tableShown) refreshTable();
}

void TilePage::preview(int box, quint64 rows, quint64 columns) {
  const model::tile::Kernel* kernel = m_document.kernel();
  if (kernel == nullptr || box < 0 || box >= int(kernel->tiles.size())) return;
  if (!m_previewKernel) m_previewKernel = *kernel;
  model::tile::Tile& tile = m_previewKernel->tiles[std::size_t(box)];
  tile.rows = rows;
  tile.columns = columns;
  m_previewPlan = model::tile::plan(*m_previewKernel);
  m_markedBox = box;
  refreshRulers();
  setNote(tr("%1: %2 × %3, %4. Release to write it into the text; Escape leaves it as it was.")
              .arg(QString::fromStdString(tile.name), formatInteger(qint64(rows)), formatInteger(qint64(columns)), byteCountText(tile.bytes())),
          false);
}

void TilePage::endPreview() {
  m_previewKernel.reset();
  m_markedBox = -1;
  m_insertBefore = -1;
}

void TilePage::report(const model::Expected<void>& done) {
  refreshRulers();
  if (!done) showRefusal(done.error());
}

void TilePage::showRefusal(const model::Error& error) {
  QString sentence = QString::fromStdString(error.message);
  if (!error.hint.empty()) sentence += QLatin1Char(' ') + QString::fromStdString(error.hint);
  setNote(sentence, true);
}

void TilePage::setNote(const QString& text, bool refusal) {
  const bool usual = text.isEmpty();
  m_note->setText(usual ? tr("Drag an edge to change a shape, a box to reorder declarations: the text follows, one step to undo.") : text, refusal);
}

void TilePage::showMenu(TileRuler* ruler, QPoint at) {
  const int box = ruler->chosenBox();
  const model::tile::Kernel* kernel = m_document.kernel();
  if (kernel == nullptr || box < 0 || box >= int(kernel->tiles.size())) return;
  const model::tile::Tile& tile = kernel->tiles[std::size_t(box)];
  const auto place = std::size_t(box);
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  // Keys are shown and not bound: the ruler answers them itself.
  const auto add = [&](const QString& label, const char* keys, bool enabled, auto slot) {
    menu->addAction(label + QLatin1Char('\t') + QLatin1String(keys), this, slot)->setEnabled(enabled);
  };
  add(tr("Go to line %1").arg(tile.declaredLine), "Return", true, [this, line = tile.declaredLine] { m_editor->goToLine(line); });
  menu->addSeparator();
  const auto shape = [this, place](std::uint64_t rows, std::uint64_t columns) { report(m_document.resize(place, rows, columns)); };
  add(tr("One column more"), "Alt+Right", true, [=] { shape(tile.rows, tile.columns + 1); });
  add(tr("One column less"), "Alt+Left", tile.columns > 1, [=] { shape(tile.rows, tile.columns - 1); });
  add(tr("One row more"), "Alt+Shift+Right", true, [=] { shape(tile.rows + 1, tile.columns); });
  add(tr("One row less"), "Alt+Shift+Left", tile.rows > 1, [=] { shape(tile.rows - 1, tile.columns); });
  menu->addSeparator();
  const bool last = place + 1 == kernel->tiles.size();
  add(tr("Declare earlier"), "Alt+Up", place > 0, [this, place] { report(m_document.move(place, place - 1)); });
  add(tr("Declare later"), "Alt+Down", !last, [this, place] { report(m_document.move(place, place + 2)); });
  menu->popup(at);
}

void TilePage::chooseZoom(int preset) {
  TileRuler* shown = m_static->isVisible() ? m_static : m_dynamic;
  TileRulerData zoomed = shown->data();
  const auto cursor = m_static->cursor() ? m_static->cursor() : m_dynamic->cursor();
  const int tile = m_editor->tileAtCursor();
  const double centre = cursor ? double(cursor->offsetBytes) : tile >= 0 && tile < int(zoomed.boxes.size()) ? double(zoomed.boxes[std::size_t(tile)].offsetBytes) : 0;
  applyTileZoom(zoomed, TileZoom(std::clamp(preset, 0, 3)), centre, shown->plotWidth());
  m_firstByte = zoomed.view.firstByte;
  m_visibleBytes = preset == kUsedZoom ? 0 : zoomed.view.visibleBytes;
  m_zoom->setCurrent(preset);
  refreshRulers();
}

void TilePage::resetZoom() { chooseZoom(kUsedZoom); }

std::optional<TileFigureInput> TilePage::figureInput() const {
  if (m_document.kernel() == nullptr) return std::nullopt;
  return TileFigureInput{m_document.sharedProgram(), std::size_t(m_document.kernelIndex()),
                         m_document.placements(), m_document.device(), m_document.name()};
}

void TilePage::copyPicture() {
  const auto input = figureInput();
  if (!input) return;
  RenderOptions options;
  options.size = tileFigureSize(*input);
  options.scheme = currentScheme();
  options.scale = std::clamp(devicePixelRatioF(), 1.0, 3.0);
  if (const auto image = renderTileImage(*input, options, tileProvenance(*input, tileCommand(m_document)))) QApplication::clipboard()->setImage(*image);
}

void TilePage::copyTable() {
  if (const model::tile::Kernel* kernel = m_document.kernel()) QApplication::clipboard()->setText(toTsv(tileTable(*kernel, m_document.plan())));
}

void TilePage::toggleCommand() {
  m_commandShown = !m_commandShown;
  m_commandLine->setVisible(m_commandShown);
}

void TilePage::refreshTable() {
  if (m_table == nullptr) {
    m_tableModel = new ChartTableModel(this);
    m_table = new QTableView(m_stack);
    m_table->setModel(m_tableModel);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setAccessibleName(tr("The tiles as a table"));
    m_stack->addWidget(m_table);
  }
  m_table->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  const model::tile::Kernel* kernel = m_document.kernel();
  m_tableModel->setTable(kernel != nullptr ? tileTable(*kernel, m_document.plan()) : ChartTable());
  for (int column = 0; column < m_tableModel->columnCount(); ++column) {
    const int header = m_table->horizontalHeader()->sectionSizeHint(column);
    m_table->setColumnWidth(column, std::max(header, static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(column)) + kSpace4);
  }
}

void TilePage::showTable(bool on) {
  m_tableShown = on;
  m_tableButton->setChecked(on);
  if (on) refreshTable();
  m_stack->setCurrentWidget(on ? static_cast<QWidget*>(m_table) : static_cast<QWidget*>(m_splitter));
  if (on) m_table->setFocus();
}

void TilePage::showHowToRead() {
  const QString words = tr(
      "Bytes run to the right, time runs down: a row begins where the text declares a tile. Filled boxes are live; dashed ones are "
      "reserved by static placement, though nothing uses them. The line at the right is the peak. The strip with a factor enlarges "
      "what is too narrow. Hatched red bytes are past the limit.\n\n"
      "Drag the right edge of a box: columns, with Shift rows. Drag a box up or down: its declaration moves. Double click: its line. "
      "Keys: arrows move the cursor, Home and End jump, + and − zoom, 0 resets; Alt+Left and Alt+Right change columns, with Shift "
      "rows; Alt+Up and Alt+Down move the declaration; Return goes to its line; Menu lists all.");
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  auto* label = new QLabel(words);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setFixedWidth(scaled(kHowToReadWidth));
  label->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
  auto* action = new QWidgetAction(menu);
  action->setText(words);
  action->setDefaultWidget(label);
  menu->addAction(action);
  menu->popup(m_howButton->mapToGlobal(QPoint(m_howButton->width() - menu->sizeHint().width(), m_howButton->height())));
}

void TilePage::applySizes() {
  const int side = m_compact ? kViewPaddingSmall : kViewPadding;
  m_body->setContentsMargins(side, m_compact ? kSpace1 : kSpace1 + 2, side, m_compact ? kSpace1 : kSpace3);
  m_body->setSpacing(m_compact ? kSpace1 : kSpace2);
  m_commandLine->setSmall(m_compact);
  m_editor->setCompact(m_compact);
  m_error->setCompact(m_compact);
  m_zoom->setVisible(!m_compact);  // keys and wheel stay
  m_area->widget()->layout()->setContentsMargins(0, 0, m_compact ? kSpace2 : 0, 0);
}

void TilePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const QSize whole = window()->size();
  const bool compact = whole.width() < kSmallWindowWidth || whole.height() < kSmallWindowHeight;
  if (compact == m_compact) return;
  m_compact = compact;
  applySizes();
}

}  // namespace dsm::ui
