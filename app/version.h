// SPDX-License-Identifier: GPL-3.0-or-later
// The version of the program, from the project's CMakeLists.
#pragma once

namespace dsm::app {

inline constexpr const char* kVersion = DSMSCOPE_VERSION;

}  // namespace dsm::app
