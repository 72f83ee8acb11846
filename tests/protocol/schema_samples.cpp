// SPDX-License-Identifier: GPL-3.0-or-later
// Prints sessions as the writer makes them, one JSON text after another with a NUL behind each: what schema_test.py holds against
// the schema. `schema_samples COUNT` prints random sessions, the seeds from 1.
#include <cstdlib>
#include <iostream>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/session_file.h"
#include "tests/protocol/random_session.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  for (int seed = 1; seed <= count; ++seed) {
    const auto session = dsm::test::randomSession(static_cast<std::uint64_t>(seed), dsm::experiments::catalogue());
    std::cout << dsm::protocol::writeSession(session, dsm::experiments::catalogue()) << '\0';
  }
  return std::cout.flush() ? 0 : 1;
}
