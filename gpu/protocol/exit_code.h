// SPDX-License-Identifier: Apache-2.0
// Exit codes that commands and the worker share (sysexits where one fits).
#pragma once

namespace dsm::protocol {

enum ExitCode : int {
  kExitDone = 0,
  kExitFailed = 1,  // a measurement failed or a result was wrong
  kExitUsage = 2,
  kExitSlower = 3,     // compare
  kExitUndecided = 4,  // compare
  kExitBadData = 65,
  kExitNoDevice = 69,  // no device or no counters
  kExitCrashed = 70,   // the worker's context is lost
  kExitNotWritten = 74,
};

}  // namespace dsm::protocol
