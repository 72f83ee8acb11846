// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's remarks about the person's environment (XDG_RUNTIME_DIR, propagateSizeHints, a session bus that is not there)
// are noise to them: dropped. Everything else goes to stderr as it is.
#pragma once

namespace dsm::app {

void installMessageFilter();

}  // namespace dsm::app
