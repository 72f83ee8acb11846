// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes a SegmentedRow a group of radio buttons for assistive technology, unavailable ones with their reason.
#pragma once

namespace dsm::ui {

/// Registers the factory once; called by each row's constructor.
void installSegmentedRowAccessibility();

}  // namespace dsm::ui
