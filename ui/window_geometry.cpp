// SPDX-License-Identifier: GPL-3.0-or-later
//
// A title bar counts as reachable when a strip of it, wide enough to grab, lies on one screen.
#include "ui/window_geometry.h"

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr int kGrabWidth = 120;
constexpr int kGrabHeight = 24;

}  // namespace

QRect placedOnScreens(const QRect& wanted, const QList<QRect>& screens, const QSize& minimum) {
  if (screens.isEmpty()) return wanted;
  QRect placed(wanted.topLeft(), wanted.size().expandedTo(minimum));
  const QRect titleBar(placed.left(), placed.top(), placed.width(), kGrabHeight);
  for (const QRect& screen : screens) {
    const QRect seen = titleBar.intersected(screen);
    if (seen.width() < kGrabWidth || seen.height() < kGrabHeight / 2) continue;
    placed.setSize(placed.size().boundedTo(screen.size()));
    return placed;
  }
  const QRect& screen = screens.front();
  placed.setSize(placed.size().boundedTo(screen.size()));
  placed.moveCenter(screen.center());
  placed.moveTop(std::max(placed.top(), screen.top()));
  return placed;
}

}  // namespace dsm::ui
