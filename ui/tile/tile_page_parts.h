// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small parts of the tile view: the strip of the whole block, and the line that says what is under the cursor or why a change
// was refused.
#pragma once

#include <QSplitter>
#include <QWidget>

#include "ui/tile/tile_ruler_paint.h"

namespace dsm::ui {

class BlockStrip : public QWidget {
  Q_OBJECT
 public:
  explicit BlockStrip(QWidget* parent = nullptr);
  void setData(const BlockStripData& data);
  const BlockStripData& data() const { return m_data; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  BlockStripData m_data;
};

/// Two lines of small text with an icon before them.
class NoteLine : public QWidget {
  Q_OBJECT
 public:
  explicit NoteLine(QWidget* parent = nullptr);
  void setText(const QString& text, bool refusal);
  QString text() const { return m_text; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
  bool m_refusal = false;
};

/// A splitter whose handle is the gap between two blocks, and no line.
class GapSplitter : public QSplitter {
  Q_OBJECT
 public:
  using QSplitter::QSplitter;

 protected:
  QSplitterHandle* createHandle() override;
};

class TileHairline : public QWidget {
  Q_OBJECT
 public:
  explicit TileHairline(QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace dsm::ui
