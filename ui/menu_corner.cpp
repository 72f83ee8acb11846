// SPDX-License-Identifier: GPL-3.0-or-later
//
// Without any device the box says so and cannot be opened.
#include "ui/menu_corner.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QSignalBlocker>

#include "ui/document_text.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kLeastCharacters = 12;

QString deviceText(const DeviceChoice& choice) {
  const QString name = QString::fromStdString(choice.device.name);
  return choice.note.isEmpty() ? name : MenuCorner::tr("%1, %2").arg(name, choice.note);
}

QString deviceToolTip(const DeviceChoice& choice) {
  const model::Device& device = choice.device;
  QString text = MenuCorner::tr("Compute capability %1.%2, %3 SMs").arg(device.ccMajor).arg(device.ccMinor).arg(device.smCount);
  if (!device.driver.empty()) text += MenuCorner::tr(", driver %1").arg(QString::fromStdString(device.driver));
  if (!device.mode.empty()) text += QStringLiteral(", ") + QString::fromStdString(device.mode);
  return text + (choice.live ? MenuCorner::tr(", on this machine") : MenuCorner::tr(", known from a recording"));
}

}  // namespace

MenuCorner::MenuCorner(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, kSpace4, 0);
  row->setSpacing(kSpace3);
  m_devices = new QComboBox(this);
  m_devices->setAccessibleName(tr("Device"));
  m_devices->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_devices->setMinimumContentsLength(kLeastCharacters);
  row->addWidget(m_devices, 0, Qt::AlignVCenter);
  m_badge = new OriginBadge(this);
  m_badge->hide();
  row->addWidget(m_badge, 0, Qt::AlignVCenter);
  connect(m_devices, &QComboBox::activated, this, [this](int index) {
    if (m_devices->isEnabled()) emit deviceChosen(index);
  });
  applySizes();
  setDevices({}, -1);
}

// As high as the menu bar: the bar puts its corner at the top.
void MenuCorner::applySizes() { setFixedHeight(scaled(kMenuBarHeight) - 1); }

void MenuCorner::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) applySizes();
}

// A menu bar asks its corner for its size when it is set and at no later time.
bool MenuCorner::event(QEvent* event) {
  const bool handled = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest) {
    if (auto* bar = qobject_cast<QMenuBar*>(parentWidget())) bar->setCornerWidget(this, Qt::TopRightCorner);
  }
  return handled;
}

void MenuCorner::setDevices(const std::vector<DeviceChoice>& devices, int current) {
  const QSignalBlocker blocker(m_devices);
  m_devices->clear();
  m_devices->setEnabled(!devices.empty());
  if (devices.empty()) {
    m_devices->addItem(tr("No device"));
    m_devices->setToolTip(tr("Neither this machine nor the document has a GPU."));
    return;
  }
  for (const DeviceChoice& choice : devices) {
    m_devices->addItem(deviceText(choice));
    m_devices->setItemData(m_devices->count() - 1, deviceToolTip(choice), Qt::ToolTipRole);
  }
  m_current = current;
  m_devices->setCurrentIndex(current);
  m_devices->setToolTip(current >= 0 ? m_devices->itemData(current, Qt::ToolTipRole).toString() : tr("Choose a device"));
}

int MenuCorner::currentDevice() const { return m_devices->isEnabled() ? m_devices->currentIndex() : -1; }

void MenuCorner::setSession(const model::Session& session) {
  QString detail = session.origin == model::Origin::recorded ? sessionDeviceName(session) : QString();
  if (!detail.isEmpty() && measuredHere(session) > 0) detail = tr("%1 + measured here").arg(detail);
  m_kind = badgeKindOf(session.origin);
  m_detail = detail;
  m_provenance = provenanceText(session);
  m_hasRuns = !session.runs.empty();
  showBadge();
}

void MenuCorner::showBadge() {
  if (m_chip.isEmpty()) {
    m_badge->setOrigin(m_kind, m_detail, m_provenance);
    m_badge->setVisible(m_hasRuns);
    return;
  }
  m_badge->setOrigin(BadgeKind::modelled, m_chip, tr("From the text and the limits of the chip; nothing was run."));
  m_badge->show();
}

void MenuCorner::setTileKernel(const QString& chip, bool ofDevice) {
  const bool needed = chip.isEmpty() || ofDevice;
  m_devices->setPlaceholderText(needed ? QString() : tr("No device needed"));
  const int wanted = needed ? m_current : -1;
  if (m_devices->isEnabled() && m_devices->currentIndex() != wanted) m_devices->setCurrentIndex(wanted);
  if (chip == m_chip) return;
  m_chip = chip;
  showBadge();
}

}  // namespace dsm::ui
