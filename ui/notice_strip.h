// SPDX-License-Identifier: GPL-3.0-or-later
//
// A strip above the views that says what happened and what to do, until it is dismissed. Several wait behind each other; the same
// sentence again is shown once.
#pragma once

#include <vector>

#include <QWidget>

#include "ui/window_types.h"

class QLabel;

namespace dsm::ui {

class IconButton;
class LinkButton;

class NoticeStrip : public QWidget {
  Q_OBJECT
 public:
  explicit NoticeStrip(QWidget* parent = nullptr);
  void add(const Notice& notice);
  /// A link at the right of the newest error, "Restart worker"; empty: none.
  void setAction(const QString& text);
  int waiting() const { return int(m_notices.size()); }
  /// The newest notice; only while waiting() > 0.
  /// An empty one where there is none.
  Notice current() const { return m_notices.empty() ? Notice() : m_notices.back(); }

 public slots:
  void dismiss();

 signals:
  void actionClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void showNewest();
  std::vector<Notice> m_notices;
  QString m_actionText;
  QLabel* m_text = nullptr;
  QLabel* m_count = nullptr;
  LinkButton* m_action = nullptr;
  IconButton* m_close = nullptr;
};

}  // namespace dsm::ui
