// SPDX-License-Identifier: GPL-3.0-or-later
//
// A strip beside the text of an editor, which the editor paints: line numbers at the left, lifetimes at the right.
#pragma once

#include <functional>
#include <utility>

#include <QCoreApplication>
#include <QPaintEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QWheelEvent>

namespace dsm::ui {

class EditorMargin : public QWidget {
 public:
  static constexpr int kLifetimeWidth = 10;
  using Paint = std::function<void(QPainter&, const QRect&)>;
  EditorMargin(QPlainTextEdit& editor, Paint paint) : QWidget(&editor), m_editor(editor), m_paint(std::move(paint)) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    m_paint(painter, rect());
  }
  void wheelEvent(QWheelEvent* event) override { QCoreApplication::sendEvent(m_editor.viewport(), event); }

 private:
  QPlainTextEdit& m_editor;
  Paint m_paint;
};

}  // namespace dsm::ui
