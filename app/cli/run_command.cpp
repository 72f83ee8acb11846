// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope run EXPERIMENT`: measures the chosen variants of one configuration, on this machine, through another
// worker, or out of the built-in recording, and writes them as a session. With --interleave the variants are measured in turn.
#include <algorithm>
#include <optional>

#include <QCoreApplication>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/compare_text.h"
#include "app/cli/console.h"
#include "app/cli/measure_job.h"
#include "app/cli/run_table.h"
#include "app/session/journal.h"
#include "app/session/session_file.h"
#include "app/worker/interleave.h"
#include "app/worker/worker_command.h"
#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

struct RunOrder {
  const model::ExperimentSpec* spec = nullptr;
  std::vector<std::string> variants;  // empty: every one that fits
  model::Values values;
  model::MeasurementPlan plan;
  QString device;
  QString out;
  bool json = false;
  std::optional<model::CounterRequest> counters;
  bool countersAsked = false;  // by name: then it is an error to have none
  std::size_t rounds = 0;      // of an interleaving; 0: one variant after the other
};

model::Expected<model::MeasurementPlan> planFrom(const CommandLine& line) {
  model::MeasurementPlan plan;
  const auto budget = positiveNumber(line, QStringLiteral("budget"), plan.budgetSeconds);
  const auto samples = positiveNumber(line, QStringLiteral("samples"), 0.5);
  const auto seed = positiveNumber(line, QStringLiteral("seed"), static_cast<double>(plan.seed));
  for (const auto* number : {&budget, &samples, &seed}) {
    if (!*number) return tl::unexpected(number->error());
  }
  plan.budgetSeconds = *budget;
  if (line.has(QStringLiteral("samples"))) {
    constexpr double kMost = 1'000'000;
    if (*samples < 1 || *samples > kMost)
      return model::fail("usage", "--samples cannot be " + line.value(QStringLiteral("samples")).toStdString() + ".",
                         "Allowed: 1 to 1000000.");
    plan.minSamples = plan.maxSamples = static_cast<std::uint32_t>(*samples);
  }
  plan.seed = static_cast<std::uint64_t>(*seed);
  const QString cache = line.value(QStringLiteral("cache"), QStringLiteral("warm"));
  if (cache != QLatin1String("warm") && cache != QLatin1String("flushed")) {
    return model::fail("usage", "--cache cannot be " + cache.toStdString() + ".", "Allowed: warm, flushed.");
  }
  plan.cache = cache == QLatin1String("warm") ? model::CacheState::warm : model::CacheState::flushed;
  return plan;
}

// Times alone, of two variants or more, on a GPU: what --interleave does not go with is named.
model::Expected<std::size_t> roundsFrom(const CommandLine& line, const RunOrder& order) {
  if (!line.has(QStringLiteral("interleave"))) return std::size_t{0};
  const std::string text = line.value(QStringLiteral("interleave")).toStdString();
  bool ok = false;
  const uint rounds = QString::fromStdString(text).toUInt(&ok);
  if (!ok || rounds < kFewestRounds || rounds > kMostRounds) {
    return model::fail("usage", "--interleave cannot be " + text + ".",
                       "Allowed: " + std::to_string(kFewestRounds) + " to " + std::to_string(kMostRounds) + " rounds.");
  }
  if (order.variants.size() == 1) return model::fail("usage", "--interleave needs two variants or more.", "Name more with --variant, or none for all.");
  if (order.countersAsked) return model::fail("usage", "--interleave measures times alone.", "Leave --counters out, or collect them in a run of their own.");
  if (order.device.startsWith(QLatin1String("recorded"))) {
    return model::fail("usage", "A recording cannot be measured in turn.", "Leave out --device recorded.");
  }
  return std::size_t{rounds};
}

model::Expected<RunOrder> orderFrom(const CommandLine& line, const model::Catalogue& catalogue) {
  RunOrder order;
  const auto spec = experimentNamed(line.positional.first(), catalogue);
  if (!spec) return tl::unexpected(spec.error());
  order.spec = *spec;
  auto variants = variantList(line, *order.spec);
  if (!variants) return tl::unexpected(variants.error());
  auto values = parameterValues(line, *order.spec, catalogue);
  if (!values) return tl::unexpected(values.error());
  const auto plan = planFrom(line);
  if (!plan) return tl::unexpected(plan.error());
  order.variants = std::move(*variants);
  order.values = std::move(*values);
  order.plan = *plan;
  order.device = line.value(QStringLiteral("device"));
  order.out = line.value(QStringLiteral("out"));
  order.json = line.has(QStringLiteral("json"));
  order.countersAsked = line.has(QStringLiteral("counters")) && line.value(QStringLiteral("counters")) != QLatin1String("off");
  if (order.countersAsked || !line.has(QStringLiteral("counters"))) {
    order.counters = model::parseCounterRequest(line.value(QStringLiteral("counters")).toStdString());
  }
  const auto rounds = roundsFrom(line, order);
  if (!rounds) return tl::unexpected(rounds.error());
  order.rounds = *rounds;
  if (order.rounds > 0) order.counters.reset();
  return order;
}

model::Expected<const model::Device*> deviceFor(const QString& wanted, const std::vector<model::Device>& devices,
                                                const std::vector<model::Error>& problems) {
  if (devices.empty()) {
    if (problems.empty())
      return model::fail("no_device", "The worker sees no GPU.", "Use --device recorded, or --worker for another machine.");
    return model::fail("no_device", problems.front().message, problems.front().hint);
  }
  if (wanted.isEmpty()) return &devices.front();
  bool isIndex = false;
  const int index = wanted.toInt(&isIndex);
  std::string known;
  for (std::size_t place = 0; place < devices.size(); ++place) {
    if (devices[place].uuid == wanted.toStdString() || (isIndex && static_cast<int>(place) == index)) return &devices[place];
    known += (known.empty() ? "" : ", ") + std::to_string(place) + " (" + devices[place].uuid + ")";
  }
  return model::fail("no_device", "There is no GPU " + wanted.toStdString() + ".", "There are: " + known + ".");
}

// Variants asked for by name are all tried; otherwise those that cannot run here are named and left out.
model::Expected<std::vector<model::RunRequest>> requestsFor(const RunOrder& order, const model::Device& device) {
  std::vector<model::RunRequest> requests;
  for (const model::VariantInfo& variant : order.spec->info().variants) {
    const bool named = std::ranges::find(order.variants, variant.id) != order.variants.end();
    if (!order.variants.empty() && !named) continue;
    auto complete = model::completeValues(*order.spec, variant.id, order.values);
    if (!complete) return tl::unexpected(complete.error());
    if (!named) {
      const model::Legality legality = order.spec->legality(*complete, variant.id, device);
      if (!legality.fits) {
        printNote(variant.id + " is left out: " + legality.reason);
        continue;
      }
    }
    requests.push_back({order.spec->info().id, variant.id, std::move(*complete), order.plan, device.uuid});
  }
  if (requests.empty()) return model::fail("usage", "No variant of " + order.spec->info().id + " can run in this configuration.");
  return requests;
}

model::Session sessionOf(const std::vector<model::RunPtr>& runs, const std::vector<model::Device>& devices, const QString& title,
                         model::Origin origin) {
  model::Session session;
  session.title = title.toStdString();
  session.origin = origin;
  for (const model::RunPtr& run : runs) {
    const auto known = std::ranges::find(devices, run->deviceUuid, &model::Device::uuid);
    if (known != devices.end() && session.device(run->deviceUuid) == nullptr) session.devices.push_back(*known);
    auto copy = std::make_shared<model::Run>(*run);
    const std::string stem = copy->id.empty() ? copy->experiment + "-" + copy->variant : copy->id;
    copy->id = stem;
    for (int number = 2; session.run(copy->id) != nullptr; ++number) copy->id = stem + "-" + std::to_string(number);
    session.runs.push_back(std::move(copy));
  }
  return session;
}

// What stood in the way of counters that were asked for: once, and the exit code for it.
int conclude(const model::Session& session, const RunOrder& order, int code) {
  if (!order.countersAsked || code != protocol::kExitDone) return code;
  for (const model::RunPtr& run : session.runs) {
    if (!run->counters) continue;
    if (!run->counters->collected) {
      printError({run->counters->why.code, "Counters were not collected: " + run->counters->why.message, run->counters->why.hint});
      return protocol::kExitNoDevice;
    }
    for (const model::CounterMiss& miss : run->counters->missing) printNote(miss.name + " was not collected: " + miss.reason);
    return code;
  }
  return code;
}

// Writes and prints; `code` if that worked.
int deliver(const model::Session& session, const RunOrder& order, const model::Catalogue& catalogue, int code) {
  if (!order.out.isEmpty()) {
    if (const auto written = writeSessionFile(order.out, session, catalogue); !written) {
      printError(written.error());
      return protocol::kExitNotWritten;
    }
  }
  const auto printed = printOut(order.json ? protocol::writeSession(session, catalogue) : runTableText(session.runs, catalogue));
  if (!printed) {
    printError(printed.error());
    return protocol::kExitNotWritten;
  }
  for (const model::RunPtr& run : session.runs) {
    if (run->status == model::RunStatus::failed)
      printError({run->error.code, run->variant + " failed: " + run->error.message, run->error.hint});
    if (run->validation.done && !run->validation.correct) printNote(run->variant + " gave a wrong result: " + run->validation.detail + ".");
  }
  return conclude(session, order, code);
}

model::Expected<std::vector<model::RunPtr>> recordedRuns(const RunOrder& order, const RecordingIndex& index,
                                                         const model::Session& session) {
  std::vector<model::RunPtr> runs;
  for (const model::VariantInfo& variant : order.spec->info().variants) {
    const bool named = std::ranges::find(order.variants, variant.id) != order.variants.end();
    if (!order.variants.empty() && !named) continue;
    const auto complete = model::completeValues(*order.spec, variant.id, order.values);
    if (!complete) return tl::unexpected(complete.error());
    const auto found = std::find_if(session.runs.rbegin(), session.runs.rend(), [&](const model::RunPtr& run) {
      return model::sameConfiguration(*order.spec, *run, variant.id, *complete);
    });
    if (found != session.runs.rend()) {
      runs.push_back(*found);
    } else if (named) {
      return model::fail("no_recording", "The recording \"" + index.title + "\" holds no run of " + variant.id + " in this configuration.",
                         "Choose another configuration, or measure it.");
    }
  }
  if (runs.empty())
    return model::fail("no_recording", "The recording \"" + index.title + "\" holds no run of this configuration.",
                       "Choose another configuration, or measure it.");
  return runs;
}

// With --out, each finished run is in a journal beside that file until the file is written: a killed command loses nothing.
void keepInJournal(Journal& journal, MeasureJob& job, const QString& out) {
  const QFileInfo info(out);
  const bool stream = info.absoluteFilePath().startsWith(QLatin1String("/dev/")) || (info.exists() && !info.isFile());
  if (out.isEmpty() || stream) return;
  journal.setSession(QFileInfo(out).absoluteFilePath(), true);
  const auto keep = [&journal, &job](const model::RunPtr& run, std::size_t place) {
    auto copy = std::make_shared<model::Run>(*run);
    copy->id = run->experiment + "-" + run->variant + "-" + std::to_string(place + 1);  // the worker's ids are its own
    const auto device = std::ranges::find(job.devices(), run->deviceUuid, &model::Device::uuid);
    journal.append(copy, device == job.devices().end() ? nullptr : &*device);
  };
  QObject::connect(&job, &MeasureJob::runArrived, &journal, [&job, keep](const model::RunPtr& run) { keep(run, job.runs().size() - 1); });
  QObject::connect(&job, &MeasureJob::countersArrived, &journal, [keep](std::size_t place, const model::RunPtr& run) { keep(run, place); });
  QObject::connect(&journal, &Journal::trouble, [](const model::Error& error) { printNote(error.message + " " + error.hint); });
}

// What an earlier command could not finish.
void tellOfJournal(const QString& out) {
  const QString path = journalPathOf(out);
  if (out.isEmpty() || !QFileInfo::exists(path)) return;
  printNote("An interrupted run left its results in " + path.toStdString() + ". Open them with dsmscope " + path.toStdString() +
            ", or make a session of them with dsmscope import " + path.toStdString() + " --out FILE.");
}

int runRecorded(const RunOrder& order, const model::Catalogue& catalogue) {
  const auto index = builtInRecording();
  if (!index) {
    printError(index.error());
    return index.error().code == "no_recording" ? protocol::kExitNoDevice : protocol::kExitBadData;
  }
  const QString name = order.device.section(QLatin1Char(':'), 1);
  const bool known = name.isEmpty() || std::ranges::any_of(index->devices, [&](const model::Device& device) {
                       return QString::fromStdString(device.name).contains(name, Qt::CaseInsensitive);
                     });
  if (!known) {
    printError({"no_device", "The built-in recording is not of a " + name.toStdString() + ".",
                index->devices.empty() ? "" : "It is of a " + index->devices.front().name + "."});
    return protocol::kExitNoDevice;
  }
  const auto session = readRecordedExperiment(*index, order.spec->info().id, catalogue);
  if (!session) {
    printError(session.error());
    return session.error().code == "no_recording" ? protocol::kExitNoDevice : protocol::kExitBadData;
  }
  const auto runs = recordedRuns(order, *index, *session);
  if (!runs) {
    printError(runs.error());
    return runs.error().code == "no_recording" ? protocol::kExitNoDevice : protocol::kExitUsage;
  }
  return deliver(sessionOf(*runs, session->devices, QString::fromStdString(index->title), model::Origin::recorded), order, catalogue,
                 protocol::kExitDone);
}

// Each variant against the first of them in the catalogue: what the rounds say.
int deliverInterleaved(const MeasureJob& job, const InterleavePlan& plan, const RunOrder& order, const model::Catalogue& catalogue) {
  const auto joined = joinInterleaved(plan, job.runs(), catalogue);
  if (!joined) {
    printError(joined.error());
    return job.exitCode() == protocol::kExitDone ? protocol::kExitFailed : job.exitCode();
  }
  model::Session session = sessionOf(*joined, job.devices(), QString::fromStdString(order.spec->info().label), model::Origin::measured);
  session.pinned = {session.runs.front()->id};  // so that the file shows the same verdicts
  const int code = deliver(session, order, catalogue, job.exitCode());
  std::string text;
  for (std::size_t side = 1; side < joined->size() && !order.json; ++side) {
    const model::Run& base = *joined->front();
    const model::Run& next = *(*joined)[side];
    text += next.variant + " against " + base.variant + ", in turn: " +
            verdictText(model::compareRuns(order.spec, base, nullptr, next, nullptr)) + "\n";
  }
  const auto printed = printOut(text);
  if (printed) return code;
  printError(printed.error());
  return protocol::kExitNotWritten;
}

}  // namespace

model::Expected<RecordingIndex> builtInRecording() { return readRecordingIndex(recordingFolder()); }

int runCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto order = orderFrom(line, catalogue);
  if (!order) {
    printError(order.error());
    return protocol::kExitUsage;
  }
  if (order->device == QLatin1String("recorded") || order->device.startsWith(QLatin1String("recorded:"))) {
    return runRecorded(*order, catalogue);
  }
  const auto command = workerCommand(line.value(QStringLiteral("worker")));
  if (!command) {
    printError(command.error());
    return protocol::kExitUsage;
  }
  MeasureJob* measuring = nullptr;
  InterleavePlan inTurn;
  MeasureJob job(*command, catalogue, [&](const std::vector<model::Device>& devices) -> model::Expected<std::vector<model::RunRequest>> {
    const auto device = deviceFor(order->device, devices, measuring->problems());
    if (!device) return tl::unexpected(device.error());
    auto requests = requestsFor(*order, **device);
    if (!requests || order->rounds == 0) return requests;
    auto plan = interleaved(std::move(*requests), order->rounds);
    if (!plan) return tl::unexpected(plan.error());
    inTurn = std::move(*plan);
    return inTurn.requests;
  });
  measuring = &job;
  if (order->counters) job.setCounters(*order->counters);
  QObject::connect(&job, &MeasureJob::progressChanged, [](const QueueProgress& progress) {
    printProgress(progress.fraction < 0 ? std::string()
                                        : std::to_string(progress.done) + " of " + std::to_string(progress.total) + ": " +
                                              progress.variant + (progress.phase.empty() ? "" : ", " + progress.phase));
  });
  QObject::connect(&job, &MeasureJob::finished, QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
  onInterrupt(&job, [&job] { job.stop(); });
  Journal journal(catalogue);
  tellOfJournal(order->out);
  keepInJournal(journal, job, order->out);
  job.start();
  QCoreApplication::exec();
  printProgress({});
  if (!job.error().code.empty()) printError(job.error());
  if (job.runs().empty()) return job.exitCode();
  const int code = order->rounds > 0
                       ? deliverInterleaved(job, inTurn, *order, catalogue)
                       : deliver(sessionOf(job.runs(), job.devices(), QString::fromStdString(order->spec->info().label), model::Origin::measured),
                                 *order, catalogue, job.exitCode());
  if (code != protocol::kExitNotWritten) journal.discard();
  return code;
}

}  // namespace dsm::app
