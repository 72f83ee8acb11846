// SPDX-License-Identifier: GPL-3.0-or-later
// Reads (or makes) one session file in a process of its own, so that its memory can be measured: of the file alone, by the
// kernel's own count.
//   read_session FILE [--cancel]  prints "ok RUNS" or the error's code and message, then "ms WALL CPU KIB_PEAK KIB_BEFORE"
//   read_session --make FILE MIB [RUNS]  writes a session of about that size
#include <sys/resource.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"

using namespace dsm;

namespace {

// Times as a GPU gives them: all digits differ.
int make(const char* path, std::size_t mib, int runs) {
  model::Session session = test::cannedSession("token_hop", runs);
  constexpr std::size_t kBytesPerSample = 3 * 19;
  const std::size_t samples = (mib << 20) / kBytesPerSample / static_cast<std::size_t>(runs);
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0.0, 3.0);
  for (model::RunPtr& run : session.runs) {
    auto copy = std::make_shared<model::Run>(*run);
    copy->samples.resize(samples);
    for (model::Sample& sample : copy->samples) sample = {1200.0 + noise(random), 2300.0 + noise(random), 1.98e9 + noise(random)};
    run = std::move(copy);
  }
  const auto written = app::writeSessionFile(QString::fromLocal8Bit(path), session, experiments::catalogue());
  if (!written) std::fprintf(stderr, "%s\n", written.error().message.c_str());
  return written ? 0 : 1;
}

double secondsOf(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; }

int read(const char* path, bool cancel) {
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  const auto start = std::chrono::steady_clock::now();
  std::atomic<bool> stop{false};
  app::ReadOptions options;
  options.cancel = &stop;
  options.progress = [&](double fraction) { stop = cancel && fraction > 0.1; };
  const auto loaded = app::readSessionFile(QString::fromLocal8Bit(path), experiments::catalogue(), options);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ::getrusage(RUSAGE_SELF, &after);
  if (loaded) {
    std::printf("ok %zu\n", loaded->session.runs.size());
  } else {
    std::printf("%s %s\n", loaded.error().code.c_str(), loaded.error().message.c_str());
  }
  const double cpu = secondsOf(after.ru_utime) + secondsOf(after.ru_stime) - secondsOf(before.ru_utime) - secondsOf(before.ru_stime);
  std::printf("ms %.0f %.0f %ld %ld\n", wall * 1e3, cpu * 1e3, after.ru_maxrss, before.ru_maxrss);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 4 && std::strcmp(argv[1], "--make") == 0) {
    return make(argv[2], static_cast<std::size_t>(std::atoll(argv[3])), argc > 4 ? std::atoi(argv[4]) : 60);
  }
  if (argc < 2) return 2;
  return read(argv[1], argc > 2 && std::strcmp(argv[2], "--cancel") == 0);
}
