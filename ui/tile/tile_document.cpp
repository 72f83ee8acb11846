// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text in, program out. Changes of the picture are in tile_document_edits.cpp.
#include "ui/tile/tile_document.h"

#include <algorithm>

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include "gpu/model/chips.h"
#include "ui/tile/tile_text_layout.h"

namespace dsm::ui {
namespace {

constexpr qsizetype kParsedAtOnce = 96 * 1024;  // characters; about 2 ms of parsing
constexpr qsizetype kPartLength = 48 * 1024;    // characters inserted in one turn of the event loop
constexpr int kParseDelayMs = 80;
constexpr char kUsualChip[] = "sm_90";

}  // namespace

TileDocument::TileDocument(QObject* parent)
    : QObject(parent), m_text(new QTextDocument(this)), m_parsedText(std::make_shared<const std::string>()) {
  m_text->setDocumentLayout(new TileTextLayout(m_text));
  m_pool.setMaxThreadCount(1);
  m_parseTimer.setSingleShot(true);
  m_parseTimer.setInterval(kParseDelayMs);
  connect(&m_parseTimer, &QTimer::timeout, this, &TileDocument::parseLater);
  connect(&m_insertTimer, &QTimer::timeout, this, &TileDocument::insertNextPart);
  connect(m_text, &QTextDocument::contentsChange, this, [this](int, int removed, int added) {
    if (removed > 0 || added > 0) textChanged();
  });
  connect(m_text, &QTextDocument::modificationChanged, this, &TileDocument::modifiedChanged);
  chooseDevice();
}

TileDocument::~TileDocument() { m_text->disconnect(this); }

void TileDocument::load(const QByteArray& bytes, const QString& path, const QString& name) {
  m_insertTimer.stop();
  m_source = TileText::fromBytes(bytes);
  m_path = path;
  m_name = name;
  m_program.reset();
  m_error.reset();
  m_kernel = 0;
  m_kernelName.clear();
  m_loading = true;
  m_pending = m_source.text();
  m_inserted = 0;
  m_text->setUndoRedoEnabled(false);
  m_text->clear();
  if (m_pending.size() <= kPartLength) {
    m_text->setPlainText(m_pending);
    finishLoading();
  } else {
    insertNextPart();
    m_insertTimer.start(0);
  }
  emit fileChanged();
}

// Whole lines, so that no line is laid out twice.
void TileDocument::insertNextPart() {
  qsizetype end = std::min(m_pending.size(), m_inserted + kPartLength);
  if (end < m_pending.size()) end = std::max(end, m_pending.lastIndexOf(QLatin1Char('\n'), end) + 1);
  QTextCursor cursor(m_text);
  cursor.movePosition(QTextCursor::End);
  cursor.insertText(m_pending.mid(m_inserted, end - m_inserted));
  m_inserted = end;
  if (m_inserted < m_pending.size()) return;
  m_insertTimer.stop();
  finishLoading();
  emit fileChanged();
}

void TileDocument::finishLoading() {
  m_loading = false;
  m_pending.clear();
  m_text->setUndoRedoEnabled(true);
  m_text->setModified(false);
  textChanged();
}

// Not toPlainText(): that makes spaces of no-break spaces.
QString TileDocument::plainText() const {
  QString all;
  all.reserve(m_text->characterCount());
  for (QTextBlock block = m_text->begin(); block.isValid(); block = block.next()) {
    if (block != m_text->begin()) all += QLatin1Char('\n');
    all += block.text();
  }
  return all;
}

QByteArray TileDocument::bytes() const { return m_source.toBytes(m_loading ? m_source.text() : plainText()); }
// The end of the last line begins no other.
int TileDocument::lineCount() const {
  const int blocks = m_text->blockCount();
  return blocks > 1 && m_text->lastBlock().length() <= 1 ? blocks - 1 : blocks;
}

bool TileDocument::isModified() const { return m_text->isModified(); }

void TileDocument::markSaved(const QString& path, const QByteArray& saved) {
  const bool whole = bytes() == saved;
  m_path = path;
  m_name = path.section(QLatin1Char('/'), -1);
  m_source = TileText::fromBytes(saved);
  if (whole) m_text->setModified(false);
  emit fileChanged();
}

bool TileDocument::isCurrent() const { return m_program != nullptr && !m_error && !m_parsing; }

void TileDocument::textChanged() {
  if (m_loading) return;
  m_parsing = true;
  ++m_generation;
  if (m_text->characterCount() <= kParsedAtOnce) {
    m_parseTimer.stop();
    parseNow();
  } else {
    m_parseTimer.start();
  }
}

void TileDocument::parseNow() {
  auto text = std::make_shared<const std::string>(m_source.toParsed(plainText()).toStdString());
  auto result = model::tile::parse(*text);
  take(std::move(text), std::move(result));
}

void TileDocument::parseLater() {
  m_pool.clear();
  m_pool.start([this, generation = m_generation, source = m_source, words = plainText()] {
    auto text = std::make_shared<const std::string>(source.toParsed(words).toStdString());
    auto result = std::make_shared<tl::expected<model::tile::Program, model::tile::ParseError>>(model::tile::parse(*text));
    QMetaObject::invokeMethod(
        this,
        [this, generation, text, result] {
          if (generation == m_generation) take(text, std::move(*result));
        },
        Qt::QueuedConnection);
  });
}

void TileDocument::take(std::shared_ptr<const std::string> text, tl::expected<model::tile::Program, model::tile::ParseError> result) {
  m_parsing = false;
  m_parsedText = std::move(text);
  if (result) {
    m_error.reset();
    m_program = std::make_shared<const model::tile::Program>(std::move(*result));
    replan();
  } else {
    m_error = std::move(result.error());
  }
  emit parsed();
}

// The kernel is known by its name, and by its place where that is gone.
void TileDocument::replan() {
  const auto& kernels = m_program->kernels;
  const auto same = std::ranges::find(kernels, m_kernelName, &model::tile::Kernel::name);
  if (same != kernels.end()) m_kernel = int(same - kernels.begin());
  m_kernel = std::clamp(m_kernel, 0, std::max(0, int(kernels.size()) - 1));
  m_plan = {};
  if (kernels.empty()) return;
  m_kernelName = kernels[std::size_t(m_kernel)].name;
  m_plan = model::tile::plan(kernels[std::size_t(m_kernel)]);
}

const model::tile::Kernel* TileDocument::kernel() const {
  if (m_program == nullptr || m_program->kernels.empty()) return nullptr;
  return &m_program->kernels[std::size_t(m_kernel)];
}

int TileDocument::positionOf(std::size_t byte) const {
  const std::size_t end = std::min(byte, m_parsedText->size());
  return int(QString::fromUtf8(m_parsedText->data(), qsizetype(end)).size());
}

void TileDocument::setKernel(int index) {
  if (m_program == nullptr || index < 0 || index >= int(m_program->kernels.size()) || index == m_kernel) return;
  m_kernel = index;
  m_kernelName = m_program->kernels[std::size_t(index)].name;
  replan();
  emit settingsChanged();
}

void TileDocument::setPlacements(TilePlacements placements) {
  if (placements == m_placements) return;
  m_placements = placements;
  emit settingsChanged();
}

void TileDocument::setOwnDevice(std::shared_ptr<const model::Device> device) {
  const bool useful = device != nullptr && device->sharedPerBlockOptin > 0;
  auto wanted = useful ? std::move(device) : nullptr;
  const bool same = wanted == m_ownDevice || (wanted != nullptr && m_ownDevice != nullptr && *wanted == *m_ownDevice);
  m_ownDevice = std::move(wanted);
  if (same) return;
  chooseDevice();
  emit settingsChanged();
}

void TileDocument::setChip(const std::string& name) {
  if (name == m_chip || (!name.empty() && !model::chipDevice(name))) return;
  m_chip = name;
  chooseDevice();
  emit settingsChanged();
}

void TileDocument::chooseDevice() {
  if (m_chip.empty() && m_ownDevice != nullptr) {
    m_device = *m_ownDevice;
    return;
  }
  if (const auto known = model::chipDevice(m_chip.empty() ? kUsualChip : m_chip)) m_device = *known;
}

std::string TileDocument::chipName() const { return model::chipNameOf(m_device); }

model::BlockFit TileDocument::fit() const {
  const model::tile::Kernel* shown = kernel();
  if (shown == nullptr) return {};
  return shown->dynshared ? model::fitBlock(0, m_plan.dynamic.peakBytes, m_device) : model::fitBlock(m_plan.fixed.peakBytes, 0, m_device);
}

}  // namespace dsm::ui
