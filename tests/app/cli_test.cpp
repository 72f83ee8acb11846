// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a person calls it: exit codes, what is on stdout and what on stderr, with workers good and bad.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"

using namespace dsm;

namespace {

struct Outcome {
  int code = -1;
  QByteArray out;
  QByteArray err;
};

}  // namespace

class CliTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  QTemporaryDir m_recording;
  QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

  QProcessEnvironment environment() const {
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE"})
      all.remove(QLatin1String(name));
    all.insert(QStringLiteral("DSMSCOPE_RECORDINGS"), m_recording.path());
    all.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.path());
    return all;
  }
  Outcome call(const QStringList& arguments, const QProcessEnvironment& variables) const {
    QProcess process;
    process.setProcessEnvironment(variables);
    process.start(QStringLiteral(DSM_PROGRAM), arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode(), process.readAllStandardOutput(),
            process.readAllStandardError()};
  }
  Outcome call(const QStringList& arguments) const { return call(arguments, environment()); }
  static QStringList withWorker(QStringList arguments, const char* mode) {
    return arguments << QStringLiteral("--worker") << QStringLiteral("%1 %2").arg(QLatin1String(DSM_FAKE_WORKER), QLatin1String(mode));
  }
  static bool isOneSentence(const QByteArray& err) { return err.startsWith("dsmscope: ") && err.count('\n') == 1 && err.endsWith('\n'); }

 private slots:
  void initTestCase() { test::writeCannedRecording(m_recording.path()); }

  void versionAndHelpNeedNoScreen() {
    for (const QStringList& arguments :
         {QStringList{"--version"}, QStringList{"--help"}, QStringList{"run", "--help"}, QStringList{"export", "--help"}}) {
      const Outcome outcome = call(arguments);
      QCOMPARE(outcome.code, 0);
      QVERIFY(!outcome.out.isEmpty());
      QCOMPARE(outcome.err, QByteArray());
    }
  }

  void aDeadDisplayIsOneSentence_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::newRow("none") << QString() << QString();
    QTest::newRow("dead X") << "DISPLAY"
                            << ":97";
    QTest::newRow("nonsense") << "DISPLAY"
                              << "nonsense";
    QTest::newRow("dead Wayland") << "WAYLAND_DISPLAY"
                                  << "/nowhere/wayland-0";
    QTest::newRow("xcb asked for") << "QT_QPA_PLATFORM"
                                   << "xcb";
  }
  void aDeadDisplayIsOneSentence() {
    QFETCH(QString, name);
    QFETCH(QString, value);
    QProcessEnvironment variables = environment();
    if (!name.isEmpty()) variables.insert(name, value);
    const Outcome outcome = call({}, variables);
    QCOMPARE(outcome.code, 1);
    QVERIFY2(isOneSentence(outcome.err), outcome.err.constData());
    QCOMPARE(outcome.out, QByteArray());
  }

  // The recording is still being read on another thread then: leaving must not take its ground away (it crashed one time in ten).
  void leavingWhileTheRecordingIsReadIsNoCrash() {
    for (int round = 0; round < 60; ++round) QCOMPARE(call({}).code, 1);
  }

  void exitCodes_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QStringList& arguments, int code) { QTest::newRow(name) << arguments << code; };
    row("unknown option", {"--nonsense"}, 2);
    row("unknown experiment", {"run", "nonsense"}, 2);
    row("2048 threads", {"run", "histogram", "--threads", "2048"}, 2);
    row("unknown chart", {"export", "recorded", "--chart", "nonsense", "--out", path("a.png")}, 2);
    row("unknown suffix", {"export", "recorded", "--chart", "latency", "--out", path("a.tiff")}, 2);
    row("file missing", {"check", path("missing")}, 65);
    row("export of a missing file", {"export", path("missing"), "--chart", "latency", "--out", path("a.png")}, 65);
    row("worker missing", {"devices", "--worker", "/nowhere/worker"}, 69);
    row("no device", withWorker({"devices"}, "no_device"), 69);
    row("driver too old", withWorker({"run", "histogram"}, "old_driver"), 69);
    row("other version", withWorker({"devices"}, "other_version"), 69);
    row("no such device", withWorker({"run", "histogram", "--device", "7"}, "ok"), 69);
    row("not in the recording", {"run", "histogram", "--device", "recorded", "--variant", "cluster_dsmem", "--bins", "1000"}, 69);
    row("dies at hello", withWorker({"devices"}, "dies_at_hello"), 70);
    row("open quote", {"devices", "--worker", "'x"}, 2);
    row("export not writable", {"export", "recorded:token_hop", "--chart", "latency", "--out", "/nowhere/at/all/x.svg"}, 74);
    row("disk full", {"export", "recorded:token_hop", "--out", "/dev/full.md"}, 74);
  }
  void exitCodes() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Outcome outcome = call(arguments);
    QVERIFY2(isOneSentence(outcome.err), outcome.err.constData());
    QCOMPARE(outcome.code, code);
    QCOMPARE(outcome.out, QByteArray());
  }

  void devicesAsJsonIsOneDocument() {
    const Outcome outcome = call(withWorker({"devices", "--json"}, "ok"));
    QCOMPARE(outcome.code, 0);
    QJsonParseError error;
    const QJsonDocument json = QJsonDocument::fromJson(outcome.out, &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(json.object().value("devices").toArray().size(), 1);
    QCOMPARE(outcome.err, QByteArray());
  }

  void aRunIsWrittenCheckedAndExported() {
    const QString file = path("run.dsmscope");
    const Outcome run = call(withWorker({"run", "token_hop", "--out", file}, "ok"));
    QCOMPARE(run.code, 0);
    QCOMPARE(run.err, QByteArray());
    QVERIFY(run.out.contains("dsmem_barrier"));
    const Outcome check = call({"check", file});
    QVERIFY2(check.code == 0, check.err.constData());
    for (const char* name : {"c.png", "c.svg", "c.pdf", "c.csv", "c.json", "c.md"}) {
      const Outcome exported = call({"export", file, "--chart", "latency", "--out", path(name)});
      QVERIFY2(exported.code == 0, exported.err.constData());
      QCOMPARE(exported.err, QByteArray());
      QVERIFY(!test::readBytes(path(name)).isEmpty());
    }
  }

  void countersAreKeptWithTheirRun() {
    const QString file = path("counted.dsmscope");
    for (const QStringList& asked : {QStringList{}, QStringList{"--counters"}, QStringList{"--counters", "l2,lts__t_bytes.sum"}}) {
      const Outcome run = call(withWorker(QStringList{"run", "tile_exchange", "--out", file} + asked, "ok"));
      QVERIFY2(run.code == 0, run.err.constData());
      QVERIFY(test::readBytes(file).contains("lts__t_bytes.sum"));
      QVERIFY(call({"check", file}).code == 0);
    }
    QCOMPARE(call(withWorker({"run", "tile_exchange", "--counters", "off", "--out", file}, "ok")).code, 0);
    QVERIFY(!test::readBytes(file).contains("lts__t_bytes.sum"));
  }

  void deniedCountersKeepTheTiming_data() {
    QTest::addColumn<QString>("mode");
    for (const char* mode : {"counters_denied", "counters_die", "counters_missing"}) QTest::newRow(mode) << QString::fromLatin1(mode);
  }
  void deniedCountersKeepTheTiming() {
    QFETCH(QString, mode);
    const QString file = path("denied.dsmscope");
    const QStringList run{"run", "tile_exchange", "--out", file};
    const Outcome silent = call(withWorker(run, qPrintable(mode)));
    QCOMPARE(silent.code, 0);  // nobody insisted on counters
    const Outcome asked = call(withWorker(run + QStringList{"--counters"}, qPrintable(mode)));
    QCOMPARE(asked.code, 69);
    QVERIFY2(isOneSentence(asked.err), asked.err.constData());
    QVERIFY2(asked.err.contains("Counters were not collected"), asked.err.constData());
    const QByteArray written = test::readBytes(file);
    QVERIFY(written.contains("elapsed_ns"));
    QVERIFY(!written.contains("lts__t_bytes.sum"));  // not collected, and not zero
    QCOMPARE(call({"check", file}).code, 0);
  }

  void metricsAreListedWithoutAGpu() {
    const Outcome text = call(withWorker({"metrics", "--chip", "GH100", "--search", "bytes"}, "no_device"));
    QVERIFY2(text.code == 0 && text.out.contains("lts__t_bytes"), text.err.constData());
    const Outcome plan = call(withWorker({"metrics", "--chip", "GH100", "--plan", "traffic", "--json"}, "no_device"));
    QJsonParseError error;
    QCOMPARE(QJsonDocument::fromJson(plan.out, &error).object().value("passes").toInt(), 1);
    QCOMPARE(error.error, QJsonParseError::NoError);
  }

  void checkFindsAStatisticThatDoesNotFollowFromTheSamples() {
    const QString file = path("tampered.dsmscope");
    QCOMPARE(call(withWorker({"run", "token_hop", "--out", file}, "ok")).code, 0);
    QByteArray text = test::readBytes(file);
    const qsizetype at = text.indexOf("\"median\":");
    QVERIFY(at > 0);
    text.insert(at + 9, '1');  // ten times and more
    test::writeBytes(file, text);
    const Outcome outcome = call({"check", file});
    QCOMPARE(outcome.code, 65);
    QVERIFY2(isOneSentence(outcome.err) && outcome.err.contains("median"), outcome.err.constData());
  }

  void run4Of10DyingWith719IsExitCode1() {
    // Four variants, so the fourth run dies.
    const QString file = path("sticky.dsmscope");
    const Outcome outcome = call(withWorker({"run", "token_hop", "--out", file}, "sticky_fourth"));
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.err.contains("719"));
    const auto loaded = app::readSessionFile(file, experiments::catalogue());
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->session.runs.size(), std::size_t{4});
  }

  void aWorkerThatCrashesIsExitCode70AndAWrongResult1() {
    QCOMPARE(call(withWorker({"run", "token_hop", "--variant", "relaunch"}, "dies_in_run")).code, 70);
    QCOMPARE(call(withWorker({"run", "token_hop", "--variant", "relaunch"}, "wrong_result")).code, 1);
  }

  void runAsJsonIsOneDocumentInEveryLocale() {
    QProcessEnvironment german = environment();
    german.insert(QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8"));
    QProcessEnvironment plain = environment();
    plain.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    const QStringList json{"run", "token_hop", "--device", "recorded", "--json"};
    const Outcome first = call(json, german);
    QCOMPARE(first.code, 0);
    QJsonParseError error;
    QJsonDocument::fromJson(first.out, &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(first.out, call(json, plain).out);
    const QStringList table{"run", "token_hop", "--device", "recorded"};
    QCOMPARE(call(table, german).out, call(table, plain).out);
    const QStringList csv{"export", "recorded:token_hop", "--chart", "latency", "--out", path("locale.csv")};
    QCOMPARE(call(csv, german).code, 0);
    const QByteArray german_csv = test::readBytes(path("locale.csv"));
    QCOMPARE(call(csv, plain).code, 0);
    QCOMPARE(test::readBytes(path("locale.csv")), german_csv);
  }

  void aFullStdoutIsExitCode74() {
    QProcess process;
    process.setProcessEnvironment(environment());
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(QStringLiteral(DSM_PROGRAM), {"run", "token_hop", "--device", "recorded"});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 74);
  }

  void aTruncatedRecordingIsOneSentence() {
    QTemporaryDir folder;
    test::writeCannedRecording(folder.path());
    const QString file = folder.filePath(QStringLiteral("token_hop.dsmscope.z"));
    test::writeBytes(file, test::readBytes(file).left(100));
    QProcessEnvironment variables = environment();
    variables.insert(QStringLiteral("DSMSCOPE_RECORDINGS"), folder.path());
    const Outcome outcome = call({"export", "recorded:token_hop", "--chart", "latency", "--out", path("t.png")}, variables);
    QCOMPARE(outcome.code, 65);
    QVERIFY2(isOneSentence(outcome.err), outcome.err.constData());
  }

  void aRecordingIsMadeAndGoesOnWhereItStopped() {
    QTemporaryDir folder;
    const QStringList record{"record", "--quick", "--experiment", "token_hop", "--out", folder.path()};
    const Outcome dying = call(withWorker(record, "sticky_fourth"));
    QVERIFY(dying.code != 0);
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("token_hop.partial.dsmscope"))));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("index.json"))));
    const Outcome rest = call(withWorker(record, "ok"));
    QVERIFY2(rest.code == 0, rest.err.constData());
    QVERIFY2(!rest.out.contains(" 0  recorded"), rest.out.constData());
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("token_hop.partial.dsmscope"))));
    QProcessEnvironment variables = environment();
    variables.insert(QStringLiteral("DSMSCOPE_RECORDINGS"), folder.path());
    const Outcome used = call({"run", "token_hop", "--device", "recorded"}, variables);
    QVERIFY2(used.code == 0, used.err.constData());
    QVERIFY(used.out.contains("recorded, correct"));
  }
};

QTEST_GUILESS_MAIN(CliTest)
#include "cli_test.moc"
