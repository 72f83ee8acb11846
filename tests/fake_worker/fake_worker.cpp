// SPDX-License-Identifier: GPL-3.0-or-later
// dsm_fake_worker MODE: plays workers, good and bad, for the tests of whoever talks to them. Real pipes, real exits,
// real signals; canned numbers. `dsm_fake_worker --list` names the modes.
#include <poll.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/exit_code.h"
#include "gpu/protocol/framing.h"
#include "gpu/protocol/json_counters.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/message.h"
#include "tests/fake_worker/canned_run.h"

namespace {

using namespace dsm;
using namespace std::chrono_literals;
using protocol::encode;

struct Mode {
  const char* name;
  const char* what;
};

constexpr Mode kModes[] = {
    {"ok", "answers everything at once"},
    {"slow", "a run takes a second, with progress, and can be cancelled"},
    {"dies_at_hello", "exits with 1 before a word"},
    {"dies_in_hello", "exits with 1 in the middle of its hello"},
    {"dies_in_run", "is killed by SIGKILL once a run has made progress"},
    {"hangs", "a run never ends and ignores cancel; closing stdin ends it"},
    {"hangs_hard", "as hangs, and ignores SIGTERM and a closed stdin: only SIGKILL ends it"},
    {"silent", "never says hello; closing stdin ends it"},
    {"floods", "30,000 progress lines and 32 lines of 1 MiB before each result"},
    {"splits", "writes one byte at a time, multi-byte characters too"},
    {"other_version", "speaks protocol 99"},
    {"banner", "1 KiB of login banner before its hello"},
    {"long_banner", "100 KiB of login banner before its hello"},
    {"garbage", "bytes that are no message, after its hello"},
    {"unknown_kind", "a message of a kind nobody knows, after its hello"},
    {"stderr_flood", "1 MB on stderr during each run"},
    {"endless_line", "100 KB without a line feed, then exits with 0"},
    {"big_result", "results in chunks: 60,000 samples a run"},
    {"sticky_fourth", "error 719 on its 4th run, then exits with 70"},
    {"no_device", "greets without a device"},
    {"old_driver", "greets with a driver that is too old"},
    {"wrong_result", "each run fails its validation"},
    {"counters_denied", "as ok; --counters: the driver keeps counters for administrators"},
    {"counters_die", "as ok; --counters: is killed by SIGKILL during a pass"},
    {"counters_missing", "as ok; --counters: exits with 1 before a word"},
};

class FakeWorker {
 public:
  FakeWorker(std::string mode, bool counts) : m_mode(std::move(mode)), m_counts(counts) {}

  int work() {
    if (is("hangs_hard")) std::signal(SIGTERM, SIG_IGN);
    if (is("dies_at_hello") || (m_counts && is("counters_missing"))) return 1;
    greet();
    if (is("dies_in_hello")) return 1;
    if (is("endless_line")) {
      put(std::string(100'000, 'x'));
      return 0;
    }
    for (;;) {
      read(-1ms);
      while (!m_queue.empty()) {
        const protocol::Request request = std::move(m_queue.front());
        m_queue.pop_front();
        answer(request);
      }
    }
  }

 private:
  bool is(std::string_view mode) const { return m_mode == mode; }

  void put(std::string_view text) {
    const std::size_t piece = is("splits") ? 1 : text.size();
    while (!text.empty()) {
      const ssize_t n = ::write(STDOUT_FILENO, text.data(), std::min(piece, text.size()));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) std::exit(0);  // the reader left
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  void greet() {
    if (is("silent")) return;
    if (is("banner")) put("Willkommen auf dem Knoten, schöne Grüße\n" + std::string(1000, '*') + '\n');
    if (is("long_banner")) {
      for (int i = 0; i < 100; ++i) put(std::string(1023, '*') + '\n');
    }
    protocol::Hello hello;
    hello.workerVersion = "fake";
    hello.runtime = "13.0";
    if (is("no_device")) {
      hello.problems = {{"no_driver", "No NVIDIA driver is loaded on this machine.", "Install the Debian package nvidia-driver."}};
    } else if (is("old_driver")) {
      hello.driver = "525.60.13";
      hello.problems = {{"driver_too_old", "The NVIDIA driver supports CUDA 12.0 and this worker needs 13.0.", "Install a newer driver."}};
    } else {
      hello.driver = "580.0";
      model::Device device = test::cannedDevice();
      device.occupancy.clear();
      if (is("splits")) device.name = "GPU für Übungen – 試験";
      hello.devices = {device};
    }
    if (is("other_version")) hello.protocol = 99;
    const std::string line = encode(hello);
    put(is("dies_in_hello") ? std::string_view(line).substr(0, line.size() / 2) : std::string_view(line));
    if (is("garbage")) put("\x01\xff\xfe not a message {{{\n");
    if (is("unknown_kind")) put("{\"id\":1,\"kind\":\"telepathy\"}\n");
  }

  // Requests that are there; waits up to `wait` for one (negative: for ever). Ends the process when stdin closes.
  void read(std::chrono::milliseconds wait) {
    pollfd in{STDIN_FILENO, POLLIN, 0};
    if (::poll(&in, 1, static_cast<int>(wait.count())) <= 0) return;
    std::array<char, 65536> buffer;
    const ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n <= 0) {
      if (!is("hangs_hard")) std::exit(0);
      for (;;) std::this_thread::sleep_for(1h);
    }
    std::vector<std::string> lines;
    if (!m_lines.push(std::string_view(buffer.data(), static_cast<std::size_t>(n)), lines)) std::exit(protocol::kExitBadData);
    for (const std::string& line : lines) take(line);
  }

  void take(const std::string& line) {
    auto request = protocol::parseRequest(line);
    if (!request) return put(encode(protocol::ErrorReply{request.error().id, request.error().error, false}));
    if (request->kind == "ping") return put(protocol::encodeResult(request->id, {{"pong", true}}));
    if (request->kind == "cancel") {
      const auto target = protocol::cancelTargetFromJson(*request->params);
      if (target) m_cancelled.insert(*target);
      return put(protocol::encodeResult(request->id, {{"found", target.has_value()}}));
    }
    put(encode(protocol::Accepted{request->id}));
    m_queue.push_back(std::move(*request));
  }

  void answer(const protocol::Request& request) {
    const bool device = !is("no_device") && !is("old_driver");
    if (request.kind == "devices") {
      protocol::JsonOut list = protocol::JsonOut::array();
      if (device) list.push_back(protocol::toJson(test::cannedDevice()));
      return put(protocol::encodeResult(request.id, list));
    }
    if (m_counts && answeredAsCounter(request)) return;
    if (request.kind != "run" && request.kind != "legality") {
      return refuse(request, {"unknown_kind", "The worker does not know requests of kind \"" + request.kind + "\".", ""});
    }
    if (!device) return refuse(request, {"no_device", "There is no GPU here.", "Open a recording."});
    if (request.kind == "legality") return answerLegality(request);
    answerRun(request);
  }

  void refuse(const protocol::Request& request, const model::Error& error) { put(encode(protocol::ErrorReply{request.id, error, false})); }

  model::Error denied() const {
    return {"counters_denied", "The driver keeps performance counters for administrators.", "Load nvidia with NVreg_RestrictProfilingToAdminUsers=0."};
  }

  bool answeredAsCounter(const protocol::Request& request) {
    if (request.kind == "preflight") {
      model::Preflight preflight;
      preflight.ok = !is("counters_denied");
      if (!preflight.ok) preflight.why = denied();
      preflight.chip = "GH100";
      preflight.cuptiVersion = "130000";
      put(protocol::encodeResult(request.id, protocol::toJson(preflight)));
    } else if (request.kind == "metrics") {
      const model::MetricList list{"GH100", {"GH100"}, {{"lts__t_bytes", "counter", "byte", "number of bytes requested"}}, "130000"};
      put(protocol::encodeResult(request.id, protocol::toJson(list)));
    } else if (request.kind == "pass_plan") {
      const model::PassPlan plan{"GH100", {{"traffic", {"lts__t_bytes.sum"}, 1}}, {}, 1};
      put(protocol::encodeResult(request.id, protocol::toJson(plan)));
    } else if (request.kind == "release") {
      put(protocol::encodeResult(request.id, {{"released", true}}));
    } else if (request.kind == "counters") {
      answerCounters(request);
    } else {
      return false;
    }
    return true;
  }

  void answerCounters(const protocol::Request& request) {
    const auto question = protocol::counterQuestionFromJson(*request.params, experiments::catalogue());
    if (!question) return refuse(request, question.error());
    put(encode(protocol::Progress{request.id, "counting", 0, 0.5, 0, 1}));
    if (is("counters_die")) std::raise(SIGKILL);
    protocol::JsonOut list = protocol::JsonOut::array();
    for (const model::RunRequest& asked : question->runs) {
      const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), asked.experiment);
      const auto run = spec == nullptr ? model::Expected<model::Run>(model::fail("unknown_experiment", "There is none.")) : test::cannedRun(*spec, asked, "fake");
      model::Counters counters;
      counters.why = is("counters_denied") ? denied() : run ? model::Error{} : run.error();
      if (run && !is("counters_denied")) counters = test::cannedCounters(*spec, *run);
      list.push_back(protocol::toJson(counters));
    }
    put(protocol::encodeResult(request.id, list));
  }

  void answerLegality(const protocol::Request& request) {
    const auto question = protocol::legalityQuestionFromJson(*request.params, experiments::catalogue());
    if (!question) return refuse(request, question.error());
    const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), question->experiment);
    if (spec == nullptr) return refuse(request, {"unknown_experiment", "There is no experiment " + question->experiment + ".", ""});
    const auto values = model::completeValues(*spec, question->variant, question->values);
    if (!values) return refuse(request, values.error());
    model::Legality legality = spec->legality(*values, question->variant, test::cannedDevice());
    legality.origin = model::Origin::measured;
    put(protocol::encodeResult(request.id, protocol::toJson(legality)));
  }

  void answerRun(const protocol::Request& request) {
    auto asked = protocol::runRequestFromJson(*request.params, experiments::catalogue());
    if (!asked) return refuse(request, asked.error());
    const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), asked->experiment);
    if (spec == nullptr) return refuse(request, {"unknown_experiment", "There is no experiment " + asked->experiment + ".", ""});
    if (is("big_result")) asked->plan.minSamples = asked->plan.maxSamples = 60'000;
    auto run = test::cannedRun(*spec, *asked, "fake-" + std::to_string(::getpid()) + "-" + std::to_string(++m_runs));
    if (!run) return refuse(request, run.error());
    put(encode(protocol::Progress{request.id, "preparing", 0, 0, 0, -1}));
    misbehave(request);
    if (is("slow") && !playSlowly(request)) {
      run->status = model::RunStatus::cancelled;
      run->stopReason = "cancelled";
      run->samples.resize(std::min<std::size_t>(run->samples.size(), 3));
    }
    if (is("wrong_result") && run->status == model::RunStatus::ok) {
      run->status = model::RunStatus::failed;
      run->error = {"wrong_result", "The result differs from the CPU reference.", "Measure again; report it if it stays."};
      run->validation = {true, false, "bin 17 is 4, 5 expected", 0};
      run->samples.clear();
    }
    put(protocol::encodeResult(request.id, protocol::toJson(*run, experiments::catalogue())));
  }

  void misbehave(const protocol::Request& request) {
    const protocol::Progress half{request.id, "measuring", 10, 0.5, 20, 3};
    if (is("dies_in_run")) {
      put(encode(half));
      std::raise(SIGKILL);
    }
    if (is("hangs") || is("hangs_hard")) {
      put(encode(half));
      for (std::int64_t ms = 0;; ms += 250) {
        read(250ms);
        put(encode(protocol::Heartbeat{"measuring", ms, static_cast<std::uint32_t>(m_queue.size())}));
      }
    }
    if (is("sticky_fourth") && m_runs == 4) {
      put(encode(protocol::ErrorReply{request.id,
                                      {"cuda_launch_failure", "cudaStreamSynchronize failed: error 719 (unspecified launch failure).",
                                       "A fresh worker is started; the other results are kept."},
                                      true}));
      std::exit(protocol::kExitCrashed);
    }
    if (is("stderr_flood")) {
      const std::string line(999, 'e');
      for (int i = 0; i < 1000; ++i) std::fprintf(stderr, "%s\n", line.c_str());
    }
    if (is("floods")) {
      for (std::uint32_t i = 0; i < 30'000; ++i) {
        put(encode(protocol::Progress{request.id, "measuring", i, i / 30'000.0, 1000, 1}));
      }
      // As long as a line may be: a phase that fills it up.
      const std::size_t empty = encode(protocol::Progress{request.id, "", 0, 0, 0, 0}).size() - 1;
      const std::string full = encode(protocol::Progress{request.id, std::string(protocol::kMaxLineBytes - empty, 'p'), 0, 0, 0, 0});
      for (int i = 0; i < 32; ++i) put(full);
    }
  }

  // True if it ran to its end, false if it was cancelled.
  bool playSlowly(const protocol::Request& request) {
    constexpr int kSteps = 40;
    for (int i = 1; i <= kSteps; ++i) {
      read(25ms);
      if (m_cancelled.contains(request.id)) return false;
      put(encode(protocol::Progress{request.id, "measuring", static_cast<std::uint32_t>(i), i / double{kSteps}, 40, 5}));
    }
    return true;
  }

  std::string m_mode;
  bool m_counts;  // started with --counters
  protocol::LineReader m_lines;
  std::deque<protocol::Request> m_queue;
  std::set<std::uint64_t> m_cancelled;
  int m_runs = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const bool counts = argc == 3 && std::string_view(argv[2]) == "--counters";
  const std::string mode = argc == 2 || counts ? argv[1] : "";
  if (mode == "--list") {
    for (const Mode& known : kModes) std::printf("%-16s %s\n", known.name, known.what);
    return 0;
  }
  if (std::none_of(std::begin(kModes), std::end(kModes), [&](const Mode& known) { return mode == known.name; })) {
    std::fprintf(stderr, "dsm_fake_worker: give one mode; --list names them.\n");
    return protocol::kExitUsage;
  }
  std::signal(SIGPIPE, SIG_IGN);
  return FakeWorker(mode, counts).work();
}
