// SPDX-License-Identifier: GPL-3.0-or-later
// Is there a screen server that answers? Asked before QApplication, which aborts the process when there is none.
#pragma once

#include "gpu/model/error.h"

namespace dsm::app {

// Error no_display: which server did not answer, and what works without one. Sets QT_QPA_PLATFORM where only the
// server that Qt would not try is alive. Takes under a millisecond with a local server.
model::Expected<void> probeDisplay();

}  // namespace dsm::app
