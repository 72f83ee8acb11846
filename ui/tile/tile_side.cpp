// SPDX-License-Identifier: GPL-3.0-or-later
//
// The upper part of Configure for a tile kernel. The foot is in tile_foot.cpp.
#include "ui/tile/tile_side.h"

#include <algorithm>

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include "gpu/model/chips.h"
#include "ui/document_text.h"
#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/tile/tile_list_model.h"
#include "ui/tile/tile_resources.h"

namespace dsm::ui {
namespace {

constexpr int kChipsARow = 4;
constexpr int kMostRows = 8;
constexpr int kLeastColumn = 54;  // "shape" and "bytes" in the head
constexpr char kExampleFolder[] = ":/examples/";
const QString kOpenMark = QStringLiteral("open");

}  // namespace

QStringList tileExamples() {
  loadTileResources();
  return QDir(QLatin1String(kExampleFolder)).entryList({QStringLiteral("*.tile")}, QDir::Files, QDir::Name);
}

QString tileExamplePath(const QString& name) { return QLatin1String(kExampleFolder) + name; }

TileSection::TileSection(TileDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  buildTop();
  buildTable();
  connect(&document, &TileDocument::parsed, this, &TileSection::refresh);
  connect(&document, &TileDocument::settingsChanged, this, &TileSection::refresh);
  connect(&document, &TileDocument::fileChanged, this, &TileSection::refreshFiles);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &TileSection::fitTable);
  refreshFiles();
  refresh();
}

void TileSection::buildTop() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace1 + 2);
  const auto label = [&](const QString& text, QWidget* buddy) {
    auto* made = new TextLabel(text, TextRole::small, TextLabel::Ink::text2, this);
    if (buddy != nullptr) made->setBuddy(buddy);
    column->addWidget(made);
    return made;
  };
  m_file = new QComboBox(this);
  m_file->setAccessibleName(tr("File"));
  m_file->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  label(tr("&File"), m_file);
  column->addWidget(m_file);
  column->addSpacing(kSpace2);
  label(tr("Chip"), nullptr);
  for (int row = 0; row < 2; ++row) {
    auto* chips = new SegmentedRow(this);
    chips->setAccessibleName(row == 0 ? tr("Chip") : tr("Chip, more"));
    connect(chips, &SegmentedRow::activated, this, [this, row](int index) {
      const qsizetype at = row * kChipsARow + index;
      if (at < m_chipNames.size()) m_document.setChip(m_chipNames[at].toStdString());
    });
    m_chips << chips;
    column->addWidget(chips);
  }
  m_chipNote = new TextLabel({}, TextRole::small, TextLabel::Ink::text2, this);
  m_chipNote->setWordWrap(true);
  column->addWidget(m_chipNote);
  column->addSpacing(kSpace2);
  label(tr("Show"), nullptr);
  m_show = new SegmentedRow(this);
  m_show->setAccessibleName(tr("Show"));
  m_show->setLabels({tr("Static"), tr("Dynamic"), tr("Both")});
  column->addWidget(m_show);
  column->addSpacing(kSpace2);
  m_kernel = new QComboBox(this);
  m_kernel->setAccessibleName(tr("Kernel"));
  m_kernel->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  label(tr("&Kernel"), m_kernel);
  column->addWidget(m_kernel);
  column->addSpacing(kSpace2);
  connect(m_file, &QComboBox::activated, this, [this](int index) {
    const QString chosen = m_file->itemData(index).toString();
    refreshFiles();  // the box says what is open, not what was asked for
    if (chosen == kOpenMark) emit openWanted();
    else if (!chosen.isEmpty()) emit fileWanted(chosen);
  });
  connect(m_show, &SegmentedRow::activated, this, [this](int index) { m_document.setPlacements(TilePlacements(std::clamp(index, 0, 2))); });
  connect(m_kernel, &QComboBox::activated, &m_document, &TileDocument::setKernel);
}

void TileSection::buildTable() {
  auto* column = static_cast<QVBoxLayout*>(layout());
  m_model = new TileListModel(m_document, this);
  m_table = new QTableView(this);
  m_table->setModel(m_model);
  m_table->setAccessibleName(tr("Tiles"));
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setTabKeyNavigation(false);
  m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_table->verticalHeader()->hide();
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setResizeContentsPrecision(kMostRows);
  m_table->horizontalHeader()->setSectionResizeMode(TileListModel::name, QHeaderView::Stretch);
  auto* label = new TextLabel(tr("&Tiles"), TextRole::small, TextLabel::Ink::text2, this);
  label->setBuddy(m_table);
  column->addWidget(label);
  column->addWidget(m_table);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(kSpace4);
  m_add = new SecondaryButton(tr("Add tile"), this);
  m_add->setToolTip(tr("Write one more declaration at the end of the kernel"));
  m_free = new SecondaryButton(tr("Free layout"), this);
  m_free->setToolTip(tr("Place the arrays by hand in a window of its own; the text stays"));
  buttons->addWidget(m_add, 1);
  buttons->addWidget(m_free, 1);
  column->addSpacing(kSpace1);
  column->addLayout(buttons);
  column->addStretch(1);
  connect(m_add, &QAbstractButton::clicked, this, &TileSection::addWanted);
  connect(m_free, &QAbstractButton::clicked, this, &TileSection::freeLayoutWanted);
  connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
    const model::tile::Kernel* kernel = m_document.kernel();
    if (kernel != nullptr && index.row() < int(kernel->tiles.size())) emit lineWanted(kernel->tiles[std::size_t(index.row())].declaredLine);
  });
}

void TileSection::setRecentFiles(const QStringList& files) {
  m_recent.clear();
  for (const QString& file : files) {
    if (file.endsWith(QLatin1String(".tile"))) m_recent << file;
  }
  refreshFiles();
}

void TileSection::refreshFiles() {
  const QSignalBlocker blocker(m_file);
  m_file->clear();
  const QStringList examples = tileExamples();
  const QString path = m_document.path();
  const bool example = path.isEmpty() && examples.contains(m_document.name());
  int current = 0;
  if (!example) {
    m_file->addItem(m_document.name(), path);
    m_file->setItemData(0, path, Qt::ToolTipRole);
    m_file->insertSeparator(m_file->count());
  }
  for (const QString& name : examples) {
    if (example && name == m_document.name()) current = m_file->count();
    m_file->addItem(name, tileExamplePath(name));
    m_file->setItemData(m_file->count() - 1, tr("An example of the program"), Qt::ToolTipRole);
  }
  m_file->insertSeparator(m_file->count());
  for (const QString& file : m_recent) {
    if (file == path) continue;
    m_file->addItem(QFileInfo(file).fileName(), file);
    m_file->setItemData(m_file->count() - 1, file, Qt::ToolTipRole);
  }
  m_file->addItem(tr("Open…"), kOpenMark);
  m_file->setCurrentIndex(current);
  m_file->setToolTip(path.isEmpty() ? m_document.name() : path);
}

void TileSection::refreshChips() {
  QStringList names;
  if (m_document.hasOwnDevice()) names << QString();
  for (const std::string& name : model::chipNames()) names << QString::fromStdString(name);
  if (names != m_chipNames || m_chips.front()->count() == 0) {
    m_chipNames = names;
    for (int row = 0; row < m_chips.size(); ++row) {
      QVector<Segment> segments;
      for (const QString& name : names.mid(row * kChipsARow, kChipsARow)) {
        segments.push_back({name.isEmpty() ? tr("Device") : name, true, name.isEmpty() ? shortDeviceName(m_document.ownDevice()->name) : QString()});
      }
      m_chips[row]->setSegments(segments);
      m_chips[row]->setVisible(!segments.isEmpty());
    }
  }
  const QString shown = m_document.usesOwnDevice() ? QString() : QString::fromStdString(m_document.chipName());
  const qsizetype at = m_chipNames.indexOf(shown);
  for (int row = 0; row < m_chips.size(); ++row) m_chips[row]->setCurrent(at / kChipsARow == row && at >= 0 ? int(at % kChipsARow) : -1);
  const model::Device& device = m_document.device();
  const QString limits = tr("%1 a block by opt-in, %2 static.")
                             .arg(formatBytesKiB(double(device.sharedPerBlockOptin)), formatBytesKiB(double(device.sharedPerBlockStatic)));
  m_chipNote->setText(m_document.usesOwnDevice() ? tr("%1: %2").arg(shortDeviceName(device.name), limits) : limits);
}

void TileSection::refresh() {
  refreshChips();
  m_show->setCurrent(int(m_document.placements()));
  const QSignalBlocker blocker(m_kernel);
  QStringList kernels;
  if (const model::tile::Program* program = m_document.program()) {
    for (const model::tile::Kernel& kernel : program->kernels) kernels << QString::fromStdString(kernel.name);
  }
  QStringList shown;
  for (int i = 0; i < m_kernel->count(); ++i) shown << m_kernel->itemText(i);
  if (kernels != shown) {
    m_kernel->clear();
    m_kernel->addItems(kernels);
  }
  m_kernel->setEnabled(!kernels.isEmpty());
  m_kernel->setCurrentIndex(kernels.isEmpty() ? -1 : m_document.kernelIndex());
  m_add->setEnabled(m_document.isCurrent());
  m_free->setEnabled(m_document.kernel() != nullptr);
  fitTable();
}

void TileSection::fitTable() {
  const int row = scaled(kTableRowHeight);
  m_table->verticalHeader()->setDefaultSectionSize(row);
  m_table->horizontalHeader()->setFixedHeight(row);
  m_table->horizontalHeader()->setMinimumSectionSize(scaled(kLeastColumn));
  m_table->setFixedHeight(row * (1 + std::clamp(m_model->rowCount(), 1, kMostRows)) + 2 * m_table->frameWidth());
}

}  // namespace dsm::ui
