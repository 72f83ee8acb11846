// SPDX-License-Identifier: GPL-3.0-or-later
//
// Connects the parts with each other.
#include "ui/tile/tile_desk.h"

#include <QAction>
#include <QFile>
#include <QTextDocument>

#include "ui/export/export_dialog.h"
#include "ui/export/tile_render.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/tile/free_layout.h"
#include "ui/tile/tile_editor.h"
#include "ui/tile/tile_page.h"
#include "ui/tile/tile_side.h"

namespace dsm::ui {
namespace {

constexpr char kFirstExample[] = "chain.tile";
constexpr char kResource[] = ":/";

}  // namespace

TileDesk::TileDesk(QWidget* window) : QObject(window), m_window(window) {
  m_page = new TilePage(m_document, window);
  m_section = new TileSection(m_document, window);
  m_foot = new TileFoot(m_document, window);
  m_elsewhere = new EmptyState(window);
  m_elsewhere->setSketch(EmptyState::Sketch::bars);
  m_elsewhere->setSentences(tr("This view needs runs of an experiment."), tr("A tile kernel is text: its memory can be shown, and nothing is measured."));
  m_elsewhere->setButton(tr("Back to the experiments"));
  for (QWidget* part : {static_cast<QWidget*>(m_page), static_cast<QWidget*>(m_section), static_cast<QWidget*>(m_foot), static_cast<QWidget*>(m_elsewhere)}) {
    part->hide();
  }
  m_undo = new QAction(tr("&Undo"), this);
  m_undo->setShortcut(QKeySequence::Undo);
  m_redo = new QAction(tr("&Redo"), this);
  m_redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
  m_undo->setEnabled(false);
  m_redo->setEnabled(false);
  TileEditor* editor = m_page->editor();
  connect(m_undo, &QAction::triggered, editor, &QPlainTextEdit::undo);
  connect(m_redo, &QAction::triggered, editor, &QPlainTextEdit::redo);
  connect(m_document.text(), &QTextDocument::undoAvailable, m_undo, &QAction::setEnabled);
  connect(m_document.text(), &QTextDocument::redoAvailable, m_redo, &QAction::setEnabled);
  connect(m_section, &TileSection::fileWanted, this, [this](const QString& path) {
    if (!openExample(path)) emit filesWanted({path});
  });
  connect(m_section, &TileSection::openWanted, this, &TileDesk::openDialogWanted);
  connect(m_section, &TileSection::addWanted, this, [this] {
    if (const auto added = m_document.addTile(); !added) m_page->showRefusal(added.error());
  });
  connect(m_section, &TileSection::freeLayoutWanted, this, &TileDesk::showFreeLayout);
  connect(m_section, &TileSection::lineWanted, editor, &TileEditor::goToLine);
  connect(m_foot, &TileFoot::saveWanted, this, &TileDesk::saveWanted);
  connect(m_foot, &TileFoot::exportWanted, this, &TileDesk::showExport);
  connect(m_page, &TilePage::exportWanted, this, &TileDesk::showExport);
  connect(m_elsewhere, &EmptyState::buttonClicked, this, &TileDesk::experimentsWanted);
  connect(editor, &TileEditor::placeChanged, this, &TileDesk::changed);
  for (const auto signal : {&TileDocument::parsed, &TileDocument::settingsChanged, &TileDocument::fileChanged}) {
    connect(&m_document, signal, this, &TileDesk::changed);
  }
  connect(&m_document, &TileDocument::modifiedChanged, this, &TileDesk::changed);
}

TileDesk::~TileDesk() = default;

FreeLayout* TileDesk::freeLayout() const { return m_free; }

void TileDesk::openSomething() {
  if (m_document.name().isEmpty()) openExample(tileExamplePath(QLatin1String(kFirstExample)));
}

bool TileDesk::openExample(const QString& path) {
  if (!path.startsWith(QLatin1String(kResource)) || m_document.isModified()) return false;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return false;
  m_document.load(file.readAll(), {}, path.section(QLatin1Char('/'), -1));
  return true;
}

void TileDesk::reset() {
  m_document.setChip({});
  m_document.setPlacements(TilePlacements::both);
  m_page->resetZoom();
}

void TileDesk::showExport() {
  const auto input = m_page->figureInput();
  if (!input) return;
  const QString command = tileCommand(m_document);
  ExportSubject subject;
  subject.id = QStringLiteral("tile_ruler");
  subject.label = m_document.name();
  subject.bytes = [input = *input, command](Format format, const RenderOptions& options) {
    return renderTileRuler(input, format, options, tileProvenance(input, command));
  };
  subject.image = [input = *input, command](const RenderOptions& options) { return renderTileImage(input, options, tileProvenance(input, command)); };
  auto* dialog = new ExportDialog(std::move(subject), m_window);
  RenderOptions options;
  options.size = tileFigureSize(*input);
  dialog->setOptions(options);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ExportDialog::exportAccepted, this, &TileDesk::exportAccepted);
  dialog->open();
}

void TileDesk::showFreeLayout() {
  const model::tile::Kernel* kernel = m_document.kernel();
  if (kernel == nullptr) return;
  delete m_free.data();
  m_free = new FreeLayout(*kernel, m_document.plan(), m_document.device(), m_window);
  m_free->setAttribute(Qt::WA_DeleteOnClose);
  m_free->show();
}

model::Expected<QByteArray> TileDesk::render(Format format, const RenderOptions& options, const std::map<QString, QString>& more) const {
  const auto input = m_page->figureInput();
  if (!input) return model::fail("not_possible", tr("There is no picture of this text.").toStdString(), tr("Correct the line that is wrong.").toStdString());
  auto provenance = tileProvenance(*input, tileCommand(m_document));
  for (const auto& [key, value] : more) provenance[key] = value;
  return renderTileRuler(*input, format, options, provenance);
}

QString TileDesk::fileText() const {
  const QString lines = m_document.lineCount() == 1 ? tr("1 line") : tr("%1 lines").arg(formatInteger(m_document.lineCount()));
  const model::tile::Kernel* kernel = m_document.kernel();
  const qint64 count = kernel != nullptr ? qint64(kernel->tiles.size()) : 0;
  const QString tiles = count == 1 ? tr("1 tile") : tr("%1 tiles").arg(formatInteger(count));
  return kernel == nullptr ? QStringLiteral("%1: %2").arg(m_document.name(), lines) : QStringLiteral("%1: %2, %3").arg(m_document.name(), lines, tiles);
}

QString TileDesk::placeText() const {
  return tr("line %1, column %2").arg(formatInteger(m_page->editor()->cursorLine()), formatInteger(m_page->editor()->cursorColumn()));
}

}  // namespace dsm::ui
