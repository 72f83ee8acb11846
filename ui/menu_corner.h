// SPDX-License-Identifier: GPL-3.0-or-later
//
// The right end of the menu bar: the device that the next run uses, and the badge that says where the document's
// numbers come from.
#pragma once

#include <vector>

#include <QWidget>

#include "gpu/model/session.h"
#include "ui/window_types.h"

class QComboBox;

namespace dsm::ui {

class OriginBadge;

class MenuCorner : public QWidget {
  Q_OBJECT
 public:
  explicit MenuCorner(QWidget* parent = nullptr);
  void setDevices(const std::vector<DeviceChoice>& devices, int current);
  void setSession(const model::Session& session);
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
  QComboBox* m_devices = nullptr;
  OriginBadge* m_badge = nullptr;
};

}  // namespace dsm::ui
