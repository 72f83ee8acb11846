// SPDX-License-Identifier: GPL-3.0-or-later
// What commands say: results to stdout and nothing else there, one sentence to stderr for what went wrong.
#pragma once

#include <string_view>

#include "gpu/model/error.h"

namespace dsm::app {

// All of `text` to stdout. Error not_written: a closed pipe, a full disk.
model::Expected<void> printOut(std::string_view text);

// "dsmscope: MESSAGE HINT" and a line feed, to stderr.
void printError(const model::Error& error);
void printNote(std::string_view sentence);

// A line that the next one overwrites; nothing unless stderr is a terminal. Empty text clears it.
void printProgress(std::string_view text);

// Text out of a file, for a terminal: control characters become question marks, lest they act there.
std::string printable(std::string_view text);

// Numbers of the same spelling in every locale. `digits`: significant ones.
std::string numberText(double value, int digits = 6);

}  // namespace dsm::app
