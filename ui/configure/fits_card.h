// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the configuration runs on the device, as a card: Fits or Does not fit, where that answer comes from, shared memory
// of one block against what a block may ask for, and how much of it runs at once. One line on small windows.
#pragma once

#include <QWidget>

#include "gpu/model/device.h"
#include "gpu/model/legality.h"

namespace dsm::ui {

/// What the card says. Without `known` there is no device or nothing ticked, and `reason` says which.
struct FitsFacts {
  bool known = false;
  model::Legality legality;
  std::uint64_t staticCapBytes = 0;
  QString variant;     ///< whose launch this is
  QString reason;      ///< one sentence when it does not fit or is not known
  QString deviceName;
};

class FitsCard : public QWidget {
  Q_OBJECT
 public:
  explicit FitsCard(QWidget* parent = nullptr);
  void setFacts(const FitsFacts& facts);
  const FitsFacts& facts() const { return m_facts; }
  /// One line instead of a card.
  void setCompact(bool compact);
  /// "Fits. 64 of 227 KiB, 92 clusters at once": for accessibility and tests.
  QString sentence() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QString title() const;
  QString memoryText() const;
  int reasonHeight(int width) const;
  void paintCard(QPainter& painter) const;
  void paintLine(QPainter& painter) const;
  int paintHead(QPainter& painter, const QRect& line) const;
  void paintMemoryBar(QPainter& painter, const QRectF& bar) const;

  FitsFacts m_facts;
  bool m_compact = false;
};

}  // namespace dsm::ui
