// SPDX-License-Identifier: GPL-3.0-or-later
// compare, import, export for nvbench, and run --interleave, as a person or a build script calls them.
#include <algorithm>
#include <functional>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/journal_file.h"
#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/model/compare.h"
#include "tests/app/program_call.h"
#include "tests/app/session_fixture.h"

using namespace dsm;
using test::isOneSentence;
using test::Outcome;

namespace {

using Change = std::function<void(model::Run&)>;

model::Session changed(const model::Session& session, const Change& change) {
  model::Session copy = session;
  for (model::RunPtr& run : copy.runs) {
    auto other = std::make_shared<model::Run>(*run);
    change(*other);
    run = std::move(other);
  }
  return copy;
}

void slow(model::Run& run, double factor) {
  for (model::Sample& sample : run.samples) {
    sample.elapsedNs *= factor;
    sample.cycles *= factor;
  }
}

QJsonObject objectOf(const QByteArray& text) {
  QJsonParseError error;
  const QJsonDocument json = QJsonDocument::fromJson(text, &error);
  return error.error == QJsonParseError::NoError ? json.object() : QJsonObject();
}

}  // namespace

class CompareCliTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  QTemporaryDir m_recording;

  QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
  QString dataPath(const char* name) const { return QStringLiteral(DSM_SOURCE_DIR "/tests/app/data/") + QLatin1String(name); }
  Outcome call(const QStringList& arguments) const {
    return test::callProgram(QStringLiteral(DSM_PROGRAM), arguments, test::screenless(m_recording.path(), m_folder.path()));
  }
  QString write(const char* name, const model::Session& session) const {
    const auto written = app::writeSessionFile(path(name), session, experiments::catalogue());
    if (!written) qFatal("%s", written.error().message.c_str());
    return path(name);
  }
  static QStringList withWorker(QStringList arguments, const char* mode) {
    return arguments << QStringLiteral("--worker") << QStringLiteral("%1 %2").arg(QLatin1String(DSM_FAKE_WORKER), QLatin1String(mode));
  }

 private slots:
  void initTestCase() { test::writeCannedRecording(m_recording.path()); }

  void exitCodesGuardABuild() {
    const model::Session session = test::cannedSession("token_hop", 4);
    const QString base = write("base.dsmscope", session);
    const auto codeOf = [&](const char* name, const Change& change, const QStringList& more = {}) {
      return call(QStringList{"compare", base, write(name, changed(session, change))} + more).code;
    };
    QCOMPARE(call({"compare", base, base}).code, 0);
    QCOMPARE(codeOf("slower.dsmscope", [](model::Run& run) { slow(run, 1.05); }), 3);
    QCOMPARE(codeOf("faster.dsmscope", [](model::Run& run) { slow(run, 0.9); }), 0);
    QCOMPARE(codeOf("near.dsmscope", [](model::Run& run) { slow(run, 1.01); }), 4);
    QCOMPARE(codeOf("few.dsmscope", [](model::Run& run) { run.samples.resize(3); }), 4);
    QCOMPARE(codeOf("one.dsmscope", [](model::Run& run) { if (run.variant == "relaunch") slow(run, 1.5); }), 3);
    QCOMPARE(codeOf("both.dsmscope", [](model::Run& run) { slow(run, run.variant == "relaunch" ? 1.5 : 1.01); }), 3);
    QCOMPARE(codeOf("wide.dsmscope", [](model::Run& run) { slow(run, 1.05); }, {"--threshold", "10"}), 0);
    QCOMPARE(codeOf("percent.dsmscope", [](model::Run& run) { slow(run, 1.03); }, {"--threshold", "2"}), 3);
    QCOMPARE(codeOf("any.dsmscope", [](model::Run& run) { slow(run, 1.01); }, {"--threshold", "0"}), 3);
    QCOMPARE(codeOf("failed.dsmscope", [](model::Run& run) {
      if (run.variant != "relaunch") return;
      run.status = model::RunStatus::failed;
      run.error = {"x", "error 719", ""};
    }), 1);
    const auto fails = [](model::Run& run) {
      run.status = run.variant == "relaunch" ? model::RunStatus::failed : run.status;
    };
    const QString failing = write("failing.dsmscope", changed(session, fails));
    QCOMPARE(call({"compare", failing, failing}).code, 0);  // it is no worse than it was
    QCOMPARE(call({"compare", failing, base}).code, 0);
    const QString nothingRight = write("none.dsmscope", changed(session, [](model::Run& run) { run.status = model::RunStatus::failed; }));
    QCOMPARE(call({"compare", nothingRight, nothingRight}).code, 4);
    QCOMPARE(codeOf("nothing.dsmscope", [](model::Run& run) { run.values["round_trips"] = 77; }), 65);
  }

  void wrongUseAndBadDataAreOneSentence_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QStringList& arguments, int code) { QTest::newRow(name) << arguments << code; };
    row("one session", {"compare", "recorded"}, 2);
    row("three sessions", {"compare", "recorded", "recorded", "recorded"}, 2);
    row("threshold of nonsense", {"compare", "recorded", "recorded", "--threshold", "much"}, 2);
    row("negative threshold", {"compare", "recorded", "recorded", "--threshold", "-1"}, 2);
    row("unknown experiment", {"compare", "recorded", "recorded", "--experiment", "nonsense"}, 2);
    row("unknown recording", {"compare", "recorded:nonsense", "recorded"}, 2);
    row("missing file", {"compare", "recorded", path("missing")}, 65);
    row("other experiments", {"compare", "recorded:token_hop", "recorded:histogram"}, 65);
    row("import without --out", {"import", dataPath("ncu_raw.csv")}, 2);
    row("import of nothing", {"import", path("missing"), "--out", path("x")}, 65);
    row("import of a session", {"import", DSM_PROGRAM, "--out", path("x")}, 65);
    row("import not writable", {"import", dataPath("ncu_raw.csv"), "--out", "/nowhere/at/all/x"}, 74);
    row("unknown format", {"export", "recorded", "--format", "xml", "--out", path("x")}, 2);
    row("chart for nvbench", {"export", "recorded", "--format", "nvbench", "--chart", "latency", "--out", path("x")}, 2);
    row("unknown shell", {"completion", "csh"}, 2);
    row("one side in turn", {"run", "token_hop", "--variant", "relaunch", "--interleave"}, 2);
    row("two rounds", {"run", "token_hop", "--variant", "relaunch", "--variant", "grid_sync", "--interleave", "2"}, 2);
    row("counters in turn", {"run", "token_hop", "--variant", "relaunch", "--variant", "grid_sync", "--counters", "--interleave"}, 2);
    row("recording in turn", {"run", "token_hop", "--variant", "relaunch", "--variant", "grid_sync", "--device", "recorded", "--interleave"}, 2);
  }
  void wrongUseAndBadDataAreOneSentence() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Outcome outcome = call(arguments);
    QVERIFY2(isOneSentence(outcome.err), outcome.err.constData());
    QCOMPARE(outcome.code, code);
    QCOMPARE(outcome.out, QByteArray());
  }

  void theTableNamesEachPairWhatDiffersAndWhatIsAlone() {
    model::Session base = test::cannedSession("token_hop", 4);
    model::Session next = changed(base, [](model::Run& run) {
      slow(run, run.variant == "relaunch" ? 1.5 : 1);
      run.plan.seed = 9;
    });
    next.devices.front().driver = "590.7";
    next.runs.erase(next.runs.begin());
    const Outcome outcome = call({"compare", write("b.dsmscope", base), write("n.dsmscope", next)});
    QCOMPARE(outcome.code, 3);
    QCOMPARE(outcome.err, QByteArray());
    const QByteArrayList lines = outcome.out.split('\n');
    QVERIFY(lines.first().startsWith("experiment"));
    const auto lineWith = [&](const QByteArray& part) {
      return *std::ranges::find_if(lines, [&](const QByteArray& line) { return line.contains(part); });
    };
    QVERIFY(lineWith("relaunch").contains("1.5000"));
    QVERIFY(lineWith("relaunch").endsWith("slower"));
    QVERIFY(lineWith("grid_sync").endsWith("same"));
    QVERIFY(outcome.out.contains("Differs in 3 of 3: Driver: 580.0 in the base, 590.7 in the new run."));
    QVERIFY(outcome.out.contains("Differs in 3 of 3: Seed: 1 in the base, 9 in the new run."));
    QVERIFY(outcome.out.contains("Only in the base: token_hop dsmem_barrier (run-1)"));
    QVERIFY(outcome.out.endsWith("3 compared at 1 %: 2 same, 0 faster, 1 slower, 0 undecided; 1 only in the base, 0 only in the new session.\n"));
  }

  void jsonIsOneDocumentThatSaysTheSame() {
    const model::Session base = test::cannedSession("token_hop", 4);
    const model::Session next = changed(base, [](model::Run& run) {
      slow(run, 1.05);
      run.plan.seed = 9;
      if (run.variant == "relaunch") run.samples.resize(2);
    });
    const Outcome outcome = call({"compare", write("b.dsmscope", base), write("n.dsmscope", next), "--json"});
    QCOMPARE(outcome.code, 3);
    QCOMPARE(outcome.err, QByteArray());
    const QJsonObject json = objectOf(outcome.out);
    QCOMPARE(json["format"].toString(), QStringLiteral("dsmscope-comparison"));
    QCOMPARE(json["exit_code"].toInt(), 3);
    QCOMPARE(json["threshold_fraction"].toDouble(), 0.01);
    QCOMPARE(json["pairs"].toArray().size(), 4);
    const auto expected = model::compareSessions(base, next, experiments::catalogue());
    for (std::size_t place = 0; place < 4; ++place) {
      const QJsonObject pair = json["pairs"].toArray().at(static_cast<qsizetype>(place)).toObject();
      const model::Comparison& comparison = expected.pairs[place].comparison;
      QCOMPARE(pair["ratio"].toDouble(), comparison.ratio.value);
      QCOMPARE(pair["verdict"].toString().toStdString(), std::string(model::verdictName(comparison.verdict)));
      QCOMPARE(pair["quantity"].toString(), QStringLiteral("hop_cycles"));
      if (pair["variant"].toString() == QLatin1String("relaunch")) {
        QVERIFY(pair["interval95"].toArray().at(0).isNull());
        QVERIFY(!pair["why"].toString().isEmpty());
      } else {
        QCOMPARE(pair["interval95"].toArray().at(0).toDouble(), comparison.ratio.interval95.low);
        QCOMPARE(pair["interval95"].toArray().at(1).toDouble(), comparison.ratio.interval95.high);
        QCOMPARE(pair["sampling95"].toArray().at(1).toDouble(), comparison.sampling95.high);
      }
      QCOMPARE(pair["differences"].toArray().at(0).toObject()["what"].toString(), QStringLiteral("seed"));
    }
    QCOMPARE(json["summary"].toObject()["slower"].toInt(), 3);
    QCOMPARE(json["summary"].toObject()["undecided"].toInt(), 1);
  }

  void theRecordingCanBeEitherSide() {
    QCOMPARE(call({"compare", "recorded", "recorded"}).code, 0);
    const Outcome one = call({"compare", "recorded:token_hop", "recorded", "--json"});
    QCOMPARE(one.code, 0);
    QCOMPARE(objectOf(one.out)["pairs"].toArray().size(), 4);
    const Outcome other = call({"compare", "recorded", "recorded", "--experiment", "histogram", "--json"});
    for (const QJsonValue& pair : objectOf(other.out)["pairs"].toArray()) QCOMPARE(pair.toObject()["experiment"].toString(), QStringLiteral("histogram"));
  }

  // Names out of a file must not act on the terminal.
  void controlCharactersInAFileStayText() {
    const model::Session session = changed(test::cannedSession("token_hop", 1), [](model::Run& run) {
      run.experiment = "evil\x1b]0;owned\x07\n";
      run.provenance.kernelBuildId = "a\x1b[2J";
    });
    const model::Session other = changed(session, [](model::Run& run) { run.provenance.kernelBuildId = "b\x1b[2J"; });
    const Outcome outcome = call({"compare", write("e1.dsmscope", session), write("e2.dsmscope", other)});
    QCOMPARE(outcome.code, 0);
    QVERIFY(!outcome.out.contains('\x1b') && !outcome.out.contains('\x07'));
    QVERIFY(outcome.out.contains("evil?]0;owned??"));
  }

  void whatIsImportedIsASession() {
    const struct {
      const char* file;
      qsizetype runs;
    } files[] = {{"ncu_raw.csv", 3}, {"ncu_details.csv", 2}, {"ncu_comma.csv", 1}, {"nvbench.json", 3}};
    for (const auto& [file, runs] : files) {
      const Outcome outcome = call({"import", dataPath(file), "--out", path("imported.dsmscope")});
      QVERIFY2(outcome.code == 0, outcome.err.constData());
      QVERIFY(outcome.out.startsWith(QByteArray::number(runs) + " runs of "));
      QCOMPARE(call({"check", path("imported.dsmscope")}).code, 0);
      const auto loaded = app::readSessionFile(path("imported.dsmscope"), experiments::catalogue());
      QVERIFY(loaded.has_value());
      QVERIFY(loaded->remarks.empty());
      QCOMPARE(loaded->session.runs.size(), static_cast<std::size_t>(runs));
    }
  }

  void runsGoOutForNvbenchAndComeBackTheSame() {
    const QString file = path("out.nvbench.json");
    QCOMPARE(call({"export", "recorded", "--out", file}).code, 0);
    QCOMPARE(objectOf(test::readBytes(file))["benchmarks"].toArray().size(), static_cast<qsizetype>(experiments::catalogue().size()));
    QCOMPARE(call({"export", "recorded", "--format", "nvbench", "--experiment", "token_hop", "--out", path("any.txt")}).code, 0);
    QCOMPARE(objectOf(test::readBytes(path("any.txt")))["benchmarks"].toArray().size(), 1);
    QCOMPARE(call({"import", file, "--out", path("back.dsmscope")}).code, 0);
    // The way round changes no time: every state is the same as itself, with an interval, so with its samples.
    const Outcome outcome = call({"compare", path("back.dsmscope"), path("back.dsmscope"), "--json"});
    QCOMPARE(outcome.code, 0);
    for (const QJsonValue& pair : objectOf(outcome.out)["pairs"].toArray()) {
      if (pair.toObject()["verdict"].toString() == QLatin1String("not_compared")) continue;  // skipped: it had failed
      QCOMPARE(pair.toObject()["base"].toObject()["n"].toInt(), 20);
    }
  }

  void variantsAreMeasuredInTurn() {
    const QString file = path("turn.dsmscope");
    const QStringList run{"run", "token_hop", "--variant", "dsmem_barrier", "--variant", "relaunch", "--samples", "8", "--interleave", "--out", file};
    const Outcome outcome = call(withWorker(run, "ok"));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(outcome.out.contains("relaunch against dsmem_barrier, in turn: "));
    QVERIFY(outcome.out.trimmed().endsWith("slower"));
    const auto loaded = app::readSessionFile(file, experiments::catalogue());
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->session.runs.size(), std::size_t{2});
    QCOMPARE(loaded->session.pinned, std::vector<std::string>{loaded->session.runs.front()->id});
    for (const model::RunPtr& each : loaded->session.runs) {
      QCOMPARE(each->samples.size(), std::size_t{80});
      QCOMPARE(each->stopReason, std::string(model::kInterleavedStop));
      QVERIFY(!each->counters);
    }
    QCOMPARE(call({"check", file}).code, 0);
    const Outcome json = call(withWorker(run + QStringList{"--json"}, "ok"));
    QCOMPARE(objectOf(json.out)["runs"].toArray().size(), 2);
    // The command that a run keeps is one that the program takes.
    const QStringList words = QString::fromStdString(loaded->session.runs.front()->provenance.command).split(QLatin1Char(' '));
    QCOMPARE(words.first(), QStringLiteral("dsmscope"));
    QCOMPARE(call(withWorker(words.mid(1), "ok")).code, 0);
  }

  void whatAnInterruptedRunLeftBecomesASession() {
    const QString journal = path("left.dsmscope-journal");
    const model::Session session = test::cannedSession("token_hop", 2);
    {
      auto file = app::JournalFile::create(journal, path("left.dsmscope"));
      QVERIFY(file.has_value());
      for (const model::RunPtr& run : session.runs) {
        QVERIFY(file->append(app::journalLine(*run, &session.devices.front(), experiments::catalogue())).has_value());
      }
    }
    const Outcome check = call({"check", journal});
    QCOMPARE(check.code, 65);
    QVERIFY2(check.err.contains("is a journal") && check.err.contains("dsmscope import"), check.err.constData());
    QCOMPARE(call({"export", journal, "--chart", "latency", "--out", path("left.csv")}).code, 0);
    const Outcome made = call({"import", journal, "--out", path("whole.dsmscope")});
    QVERIFY2(made.code == 0, made.err.constData());
    QVERIFY(made.out.startsWith("2 runs of DSMScope from "));
    QCOMPARE(call({"check", path("whole.dsmscope")}).code, 0);
    QCOMPARE(app::readSessionFile(path("whole.dsmscope"), experiments::catalogue())->session.runs.size(), std::size_t{2});
    QVERIFY(QFile::exists(journal));
    // A session with such a journal beside it says so.
    QVERIFY(app::writeSessionFile(path("left.dsmscope"), session, experiments::catalogue()).has_value());
    QVERIFY(call({"compare", path("left.dsmscope"), path("whole.dsmscope")}).err.contains("not saved yet are in"));
  }

  void withoutNamesEveryVariantThatFitsIsMeasuredInTurn() {
    const Outcome outcome = call(withWorker({"run", "token_hop", "--samples", "8", "--interleave", "6"}, "ok"));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(outcome.out.count(" against dsmem_barrier, in turn: "), qsizetype{3});
  }

  void aRoundThatFailsFailsTheWhole() {
    const QStringList run{"run", "token_hop", "--variant", "dsmem_barrier", "--variant", "relaunch", "--interleave"};
    const Outcome outcome = call(withWorker(run, "sticky_fourth"));
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.err.contains("Round 2") && outcome.err.contains("719"), outcome.err.constData());
    QCOMPARE(call(withWorker(run, "wrong_result")).code, 1);
    QCOMPARE(call(withWorker(run, "dies_in_run")).code, 70);
  }
};

QTEST_GUILESS_MAIN(CompareCliTest)
#include "compare_cli_test.moc"
