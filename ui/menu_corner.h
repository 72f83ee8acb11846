// SPDX-License-Identifier: GPL-3.0-or-later
//
// The right end of the menu bar: the device that the next run uses, and the badge that says where the document's
// numbers come from.
#pragma once

#include <vector>

#include <QWidget>

#include "gpu/model/session.h"
#include "ui/theme/origin_badge.h"
#include "ui/window_types.h"

class QComboBox;

namespace dsm::ui {

class MenuCorner : public QWidget {
  Q_OBJECT
 public:
  explicit MenuCorner(QWidget* parent = nullptr);
  void setDevices(const std::vector<DeviceChoice>& devices, int current);
  void setSession(const model::Session& session);
  /// While a tile kernel is shown: its numbers are modelled for `chip`, of the chosen device or of none. Empty: no more.
  void setTileKernel(const QString& chip, bool ofDevice);
  int currentDevice() const;
  QComboBox* deviceBox() const { return m_devices; }
  OriginBadge* badge() const { return m_badge; }

 signals:
  void deviceChosen(int index);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applySizes();
  void showBadge();
  QComboBox* m_devices = nullptr;
  OriginBadge* m_badge = nullptr;
  BadgeKind m_kind = BadgeKind::measured;  // of the session
  QString m_detail;
  QString m_provenance;
  bool m_hasRuns = false;
  QString m_chip;  // of the tile kernel; empty: none is shown
  int m_current = -1;
};

}  // namespace dsm::ui
