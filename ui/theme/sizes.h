// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every distance of the window in device-independent pixels: the five spacing steps and the heights that
// the mockups fix. Views take their numbers from here so that the page keeps one rhythm. Heights of rows
// with text grow with the text scale through scaled().
#pragma once

namespace dsm::ui {

constexpr int kSpace1 = 4;
constexpr int kSpace2 = 8;
constexpr int kSpace3 = 12;
constexpr int kSpace4 = 16;
constexpr int kSpace5 = 24;

constexpr int kMenuBarHeight = 32;
constexpr int kTabBarHeight = 40;
constexpr int kTabBarHeightSmall = 32;
constexpr int kViewHeadHeight = 56;
constexpr int kCommandLineHeight = 28;
constexpr int kCommandLineHeightSmall = 24;
constexpr int kStatusBarHeight = 24;

constexpr int kConfigureWidth = 288;
constexpr int kConfigureWidthSmall = 264;
constexpr int kConfigurePadding = 16;
constexpr int kViewPadding = 24;
constexpr int kViewPaddingSmall = 16;
constexpr int kBlockGap = 24;
/// A window narrower or lower than this uses the *Small sizes.
constexpr int kSmallWindowWidth = 1100;
constexpr int kSmallWindowHeight = 700;

constexpr int kControlHeight = 24;
constexpr int kButtonHeight = 32;
constexpr int kBadgeHeight = 20;
constexpr int kIconSize = 16;
constexpr int kIconButtonSize = 24;
constexpr int kLabelGap = 8;
constexpr int kTableRowHeight = 24;
constexpr int kRunsHeadHeight = 32;
constexpr int kRulerRowHeight = 24;
constexpr int kRulerRowHeightTile = 32;
constexpr int kRulerRowGap = 8;
constexpr int kRulerScaleHeight = 48;

constexpr int kRadius = 2;
constexpr int kBorder = 1;
constexpr int kFocusRing = 2;
constexpr int kFocusGap = 1;
constexpr int kStateEdge = 3;
constexpr int kMarkerSize = 10;
constexpr int kHatchStep = 6;
constexpr int kTickLength = 5;
constexpr int kMinorTickLength = 3;

/// `pixels` times the process-wide text scale (see fonts.h), rounded; for heights that hold text.
int scaled(int pixels);

}  // namespace dsm::ui
