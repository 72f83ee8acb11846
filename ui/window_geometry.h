// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a window may open: a stored place on a screen that is gone, or at x = -9999, becomes a visible one.
#pragma once

#include <QList>
#include <QRect>

namespace dsm::ui {

/// `wanted`, made to fit into the available areas of the screens: kept when its title bar can be reached, else moved (and
/// made smaller) onto the first screen. `minimum` is the least size, given up only for a smaller screen.
QRect placedOnScreens(const QRect& wanted, const QList<QRect>& screens, const QSize& minimum);

}  // namespace dsm::ui
