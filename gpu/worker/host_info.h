// SPDX-License-Identifier: Apache-2.0
// The machine in words, for a run's provenance: operating system and CPU, never the host's name.
#pragma once

#include <string>

namespace dsm::worker {

// "Debian GNU/Linux 12 (bookworm), Intel(R) Xeon(R) Platinum 8480+"; parts that cannot be read are left out.
std::string hostDescription();

// 16 random hex digits: a run's id, unique within a session.
std::string newRunId();

}  // namespace dsm::worker
