// SPDX-License-Identifier: GPL-3.0-or-later
//
// The foot of Configure for a tile kernel: whether what the text asks for fits the chip, then Save and Export.
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/card.h"
#include "ui/tile/tile_ruler_data.h"
#include "ui/tile/tile_side.h"

namespace dsm::ui {

TileFoot::TileFoot(TileDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(kSpace4);
  m_card = new Card(this);
  m_card->setTitle(tr("Fits"), TextRole::baseBold);
  m_card->setOrigin(BadgeKind::modelled, {}, tr("From the text and the limits of the chip; nothing was run."));
  m_values = new QWidget(m_card);
  auto* grid = new QGridLayout(m_values);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(kSpace1);
  grid->setColumnStretch(0, 1);
  const auto line = [&](int row, const QString& label, TextLabel*& value) {
    auto* words = new TextLabel(label, TextRole::small, TextLabel::Ink::text2, m_values);
    value = new TextLabel({}, TextRole::base, TextLabel::Ink::text, m_values);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(words, row, 0);
    grid->addWidget(value, row, 1);
    return words;
  };
  line(0, tr("Peak, dynamic"), m_dynamic);
  line(1, tr("Peak, static"), m_static);
  m_roomLabel = line(2, tr("Room left, static"), m_room);
  m_gridLabel = line(3, tr("Persistent grid"), m_grid);
  m_gridLabel->setToolTip(tr("By shared memory and block slots alone: threads and registers are the compiled kernel's."));
  m_card->body()->addWidget(m_values);
  m_reason = new TextLabel({}, TextRole::small, TextLabel::Ink::error, m_card);
  m_reason->setWordWrap(true);
  m_card->body()->addWidget(m_reason);
  column->addWidget(m_card);
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace2);
  m_save = new PrimaryButton(tr("Save"), this);
  m_save->setIconName(IconName::save);
  m_save->setShortcutHint(QStringLiteral("Ctrl+S"));
  m_save->setToolTip(tr("Write the text into its file (Ctrl+S)"));
  m_export = new SecondaryButton(tr("Export"), this);
  m_export->setToolTip(tr("Write the rulers as a picture or a table (Ctrl+E)"));
  row->addWidget(m_save, 1);
  row->addWidget(m_export);
  column->addLayout(row);
  connect(m_save, &QAbstractButton::clicked, this, &TileFoot::saveWanted);
  connect(m_export, &QAbstractButton::clicked, this, &TileFoot::exportWanted);
  connect(&document, &TileDocument::parsed, this, &TileFoot::refresh);
  connect(&document, &TileDocument::settingsChanged, this, &TileFoot::refresh);
  connect(&document, &TileDocument::fileChanged, this, &TileFoot::refresh);
  setCompact(false);
  refresh();
}

void TileFoot::setCompact(bool compact) {
  m_compact = compact;
  layout()->setContentsMargins(kConfigurePadding, compact ? kSpace2 : kSpace3, kConfigurePadding, kSpace4);
  layout()->setSpacing(compact ? kSpace2 : kSpace4);
  m_values->setVisible(!compact);
  refresh();
}

void TileFoot::refresh() {
  const model::tile::Kernel* kernel = m_document.kernel();
  m_export->setEnabled(kernel != nullptr);
  if (kernel == nullptr) {
    m_card->setTitle(m_document.error() ? tr("Not known") : tr("Being read"), TextRole::baseBold);
    m_card->setState(State::neutral);
    for (TextLabel* value : {m_dynamic, m_static, m_room}) value->setText(missingNumber());
    m_reason->setText(m_document.error() ? tr("The text is wrong in line %1.").arg(m_document.error()->position.line) : QString());
    m_reason->setVisible(m_document.error().has_value() && !m_compact);
    return;
  }
  const model::BlockFit fit = m_document.fit();
  const model::tile::KernelPlan& plan = m_document.plan();
  const model::Device& device = m_document.device();
  m_card->setTitle(fit.fits ? tr("Fits") : m_compact ? tr("Does not fit: %1 short").arg(byteCountText(fit.shortBytes)) : tr("Does not fit"), TextRole::baseBold);
  m_card->setState(fit.fits ? State::ok : State::error);
  m_dynamic->setText(byteCountText(plan.dynamic.peakBytes));
  m_static->setText(byteCountText(plan.fixed.peakBytes));
  const bool dynamic = m_document.placements() == TilePlacements::dynamic;
  const std::uint64_t limit = dynamic ? device.sharedPerBlockOptin : device.sharedPerBlockStatic;
  const std::uint64_t peak = dynamic ? plan.dynamic.peakBytes : plan.fixed.peakBytes;
  const QString what = dynamic ? tr("dynamic") : tr("static");
  m_roomLabel->setText(peak <= limit ? tr("Room left, %1").arg(what) : tr("Short, %1").arg(what));
  m_room->setText(byteCountText(peak <= limit ? limit - peak : peak - limit));
  showGrid(*kernel, plan.inForce(*kernel).peakBytes);
  m_reason->setText(groupedDigits(fit.reason));
  m_reason->setVisible(!fit.fits && !m_compact);
  m_card->setAccessibleDescription(sentence());
}

void TileFoot::showGrid(const model::tile::Kernel& kernel, std::uint64_t blockBytes) {
  m_gridLabel->setVisible(kernel.persistent);
  m_grid->setVisible(kernel.persistent);
  if (!kernel.persistent) return;
  const model::Device& device = m_document.device();
  const std::uint32_t perSm = model::tile::persistentBlocksPerSm(blockBytes, device);
  if (device.smCount == 0) {
    m_grid->setText(tr("%1 blocks an SM").arg(perSm));
  } else {
    m_grid->setText(tr("%1 \u00d7 %2 = %3 blocks").arg(perSm).arg(device.smCount).arg(formatInteger(qint64(perSm) * device.smCount)));
  }
}

QString TileFoot::sentence() const {
  const QString grid = m_grid->isHidden() ? QString() : QLatin1Char(' ') + tr("Persistent grid: %1.").arg(m_grid->text());
  return tr("%1. Peak dynamic %2, peak static %3.").arg(m_card->title(), m_dynamic->text(), m_static->text()) + grid;
}

}  // namespace dsm::ui
