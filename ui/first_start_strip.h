// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says above the views of the built-in recording that nothing shown was measured here, and which GPU it was. Can be dismissed.
#pragma once

#include <QWidget>

#include "gpu/model/session.h"

class QLabel;

namespace dsm::ui {

class OriginBadge;

class FirstStartStrip : public QWidget {
  Q_OBJECT
 public:
  explicit FirstStartStrip(QWidget* parent = nullptr);
  void setSession(const model::Session& session);

 signals:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  OriginBadge* m_badge = nullptr;
  QLabel* m_provenance = nullptr;
  QLabel* m_sentence = nullptr;
};

}  // namespace dsm::ui
