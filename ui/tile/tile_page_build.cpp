// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the tile view is put together. What it does is in tile_page.cpp.
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/charts/elided_label.h"
#include "ui/text_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/tile/tile_editor.h"
#include "ui/tile/tile_error_box.h"
#include "ui/tile/tile_page.h"
#include "ui/tile/tile_page_parts.h"
#include "ui/tile/tile_ruler.h"

namespace dsm::ui {
namespace {

constexpr int kCardHead = 32;
constexpr int kTextShare = 45;
constexpr int kRulerShare = 55;

// The frame around the text and the head above it.
class TextCard : public QWidget {
 public:
  explicit TextCard(QWidget* parent) : QWidget(parent) {
    connect(&ThemeHost::instance(), &ThemeHost::changed, this, qOverload<>(&QWidget::update));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme& theme = currentTheme();
    painter.fillRect(rect(), theme.line);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), theme.base);
    painter.fillRect(QRect(1, 1, width() - 2, scaled(kCardHead) - 1), theme.window);
    painter.fillRect(QRect(1, scaled(kCardHead), width() - 2, 1), theme.line);
  }
};

}  // namespace

TilePage::TilePage(TileDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  page->setSpacing(0);
  m_body = new QVBoxLayout;
  m_body->setSpacing(kSpace2);
  page->addLayout(m_body, 1);
  buildHead(m_body);
  m_stack = new QStackedWidget(this);
  m_splitter = new GapSplitter(Qt::Horizontal, m_stack);
  m_splitter->setChildrenCollapsible(false);
  m_splitter->setHandleWidth(kBlockGap);
  m_splitter->addWidget(buildText());
  m_splitter->addWidget(buildRulers());
  m_splitter->setStretchFactor(0, kTextShare);
  m_splitter->setStretchFactor(1, kRulerShare);
  m_splitter->setSizes({kTextShare * 10, kRulerShare * 10});
  m_stack->addWidget(m_splitter);
  m_body->addWidget(m_stack, 1);
  m_commandLine = new CommandLine(this);
  page->addWidget(m_commandLine);
  connect(&document, &TileDocument::parsed, this, &TilePage::refresh);
  connect(&document, &TileDocument::settingsChanged, this, &TilePage::refresh);
  connect(&document, &TileDocument::fileChanged, this, [this] {
    m_firstByte = 0;
    m_visibleBytes = 0;
    endPreview();
    refresh();
  });
  connect(&document, &TileDocument::modifiedChanged, this, &TilePage::refresh);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    applySizes();
    refresh();
  });
  applySizes();
  refresh();
}

void TilePage::buildHead(QVBoxLayout* page) {
  auto* head = new QHBoxLayout;
  head->setSpacing(kSpace1);
  m_title = new ElidedLabel(TextRole::title, ElidedLabel::Ink::text, this);
  head->addWidget(m_title, 1);
  m_zoom = new SegmentedRow(this);
  m_zoom->setStretch(false);
  m_zoom->setUniform(false);
  m_zoom->setAccessibleName(tr("Zoom"));
  head->addWidget(m_zoom);
  head->addSpacing(kSpace3);
  connect(m_zoom, &SegmentedRow::activated, this, &TilePage::chooseZoom);
  const auto button = [&](IconName name, const QString& tip, auto slot) {
    auto* made = new IconButton(name, tip, this);
    connect(made, &IconButton::clicked, this, slot);
    head->addWidget(made);
    return made;
  };
  button(IconName::zoomFit, tr("Reset zoom"), &TilePage::resetZoom);
  m_tableButton = button(IconName::table, tr("Show as table"), &TilePage::showTable);
  m_tableButton->setCheckable(true);
  m_copyButton = button(IconName::copy, tr("Copy"), [] {});
  auto* copies = new QMenu(m_copyButton);
  copies->addAction(tr("Copy picture"), this, &TilePage::copyPicture);
  copies->addAction(tr("Copy numbers, tab-separated"), this, &TilePage::copyTable);
  connect(m_copyButton, &IconButton::clicked, copies, [this, copies] { copies->popup(m_copyButton->mapToGlobal(QPoint(0, m_copyButton->height()))); });
  button(IconName::exportFile, tr("Export"), &TilePage::exportWanted);
  button(IconName::commandLine, tr("Show or hide the command line"), &TilePage::toggleCommand);
  m_howButton = button(IconName::question, tr("How to read this"), &TilePage::showHowToRead);
  page->addLayout(head);
  m_finding = new ElidedLabel(TextRole::base, ElidedLabel::Ink::text2, this);
  page->addWidget(m_finding);
  page->addSpacing(kSpace1);
}

QWidget* TilePage::buildText() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace4);
  m_card = new TextCard(side);
  auto* card = new QVBoxLayout(m_card);
  card->setContentsMargins(1, 0, 1, 1);
  card->setSpacing(0);
  auto* head = new QWidget(m_card);
  head->setFixedHeight(scaled(kCardHead) + 1);
  connect(&ThemeHost::instance(), &ThemeHost::changed, head, [head] { head->setFixedHeight(scaled(kCardHead) + 1); });
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(kSpace3, 0, kSpace3, 0);
  m_file = new TextLabel({}, TextRole::baseBold, TextLabel::Ink::text, head);
  row->addWidget(m_file);
  m_fileState = new ElidedLabel(TextRole::small, ElidedLabel::Ink::text2, head);
  m_fileState->setAlignment(Qt::AlignRight);
  row->addWidget(m_fileState, 1);
  card->addWidget(head);
  m_editor = new TileEditor(m_document, m_card);
  card->addWidget(m_editor, 1);
  column->addWidget(m_card, 100);
  m_warnings = new NoteLine(side);
  m_warnings->hide();
  column->addWidget(m_warnings);
  m_error = new TileErrorBox(m_document, side);
  column->addWidget(m_error);
  column->addStretch(1);
  connect(m_error, &TileErrorBox::placeWanted, this, [this] {
    if (m_document.error()) m_editor->goToByte(m_document.error()->span.begin);
  });
  return side;
}

QWidget* TilePage::buildRulers() {
  m_pictures = new QStackedWidget(this);
  auto* side = new QWidget(m_pictures);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace2);
  m_area = new QScrollArea(side);
  m_area->setFrameShape(QFrame::NoFrame);
  m_area->setWidgetResizable(true);
  m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_area->setFocusPolicy(Qt::NoFocus);
  m_area->setBackgroundRole(QPalette::Base);
  auto* host = new QWidget;
  host->setBackgroundRole(QPalette::Base);
  auto* rulers = new QVBoxLayout(host);
  rulers->setContentsMargins(0, 0, 0, 0);
  rulers->setSpacing(kSpace3);
  m_static = new TileRuler(host);
  m_between = new TileHairline(host);
  m_dynamic = new TileRuler(host);
  m_strip = new BlockStrip(host);
  rulers->addWidget(m_static, 100);
  rulers->addWidget(m_between);
  rulers->addWidget(m_dynamic, 100);
  rulers->addWidget(new TileHairline(host));
  rulers->addWidget(m_strip);
  rulers->addStretch(1);
  m_area->setWidget(host);
  column->addWidget(m_area, 100);
  m_note = new NoteLine(side);
  column->addWidget(m_note);
  column->addStretch(1);
  m_pictures->addWidget(side);
  m_empty = new EmptyState(m_pictures);
  m_empty->setSketch(EmptyState::Sketch::ruler);
  m_pictures->addWidget(m_empty);
  wire(m_static);
  wire(m_dynamic);
  return m_pictures;
}

void TilePage::wire(TileRuler* ruler) {
  const model::Placement placement = ruler == m_static ? model::Placement::fixed : model::Placement::dynamic;
  connect(ruler, &TileRuler::readoutChanged, this, [this](const QString& text) { setNote(text, false); });
  connect(ruler, &TileRuler::viewMoved, this, [this](double first, double visible) {
    m_firstByte = first;
    m_visibleBytes = visible;
    refreshRulers();
  });
  connect(ruler, &TileRuler::resizePreviewed, this, [this, placement](int box, quint64 rows, quint64 columns) {
    m_dragged = placement;
    preview(box, rows, columns);
  });
  connect(ruler, &TileRuler::resizeWanted, this, [this](int box, quint64 rows, quint64 columns) {
    endPreview();
    report(m_document.resize(std::size_t(box), rows, columns));
  });
  connect(ruler, &TileRuler::movePreviewed, this, [this, placement](int box, int before) {
    m_dragged = placement;
    m_markedBox = box;
    m_insertBefore = before;
    refreshRulers();
    const bool stays = before == box || before == box + 1;
    const auto can = stays ? model::Expected<void>{} : m_document.mayMove(std::size_t(box), std::size_t(before));
    if (!can) showRefusal(can.error());
    else setNote(stays ? tr("Here the declaration stays where it is.") : tr("Release to move the declaration here; Escape leaves it."), false);
  });
  connect(ruler, &TileRuler::moveWanted, this, [this](int box, int before) {
    endPreview();
    report(m_document.move(std::size_t(box), std::size_t(before)));
  });
  connect(ruler, &TileRuler::dragCancelled, this, [this] {
    endPreview();
    refreshRulers();
  });
  connect(ruler, &TileRuler::lineWanted, this, [this](int box) {
    const model::tile::Kernel* kernel = m_document.kernel();
    if (kernel != nullptr && box < int(kernel->tiles.size())) m_editor->goToLine(kernel->tiles[std::size_t(box)].declaredLine);
  });
  connect(ruler, &TileRuler::menuWanted, this, [this, ruler](QPoint at) { showMenu(ruler, at); });
}

}  // namespace dsm::ui
