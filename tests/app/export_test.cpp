// SPDX-License-Identifier: GPL-3.0-or-later
// What the window exports is what the command that it writes down makes again, byte for byte; and reports from the command line.
#include <algorithm>

#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/document_window.h"
#include "app/report_input.h"
#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "ui/export/report_dialog.h"

using namespace dsm;

namespace {

struct Outcome {
  int code = -1;
  QByteArray out;
  QByteArray err;
};

// Runs of two experiments, with several configurations of one.
model::Session mixedSession() {
  model::Session session = test::cannedSession("histogram", 4);
  model::Session hops = test::cannedSession("token_hop", 4);
  for (model::RunPtr& run : hops.runs) {
    auto copy = std::make_shared<model::Run>(*run);
    copy->id = "hop-" + run->id;
    session.runs.push_back(copy);
  }
  session.title = "Mixed & \"matched\"";
  session.pinned = {"run-1"};  // so that a threshold is seen in charts
  return session;
}

model::RunPtr withValue(const model::RunPtr& run, const std::string& id, const std::string& parameter, std::int64_t value) {
  auto copy = std::make_shared<model::Run>(*run);
  copy->id = id;
  copy->values[parameter] = value;
  return copy;
}

// Four runs, the first pinned, and it once more, 2 % slower.
model::Session pinnedSession() {
  model::Session session = test::cannedSession("histogram", 4);
  auto near = std::make_shared<model::Run>(*session.runs.front());
  near->id = "near";
  for (model::Sample& sample : near->samples) sample.elapsedNs *= 1.02;
  session.runs.push_back(near);
  session.pinned = {"run-1"};
  return session;
}

}  // namespace

class ExportTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_home;
  QTemporaryDir m_recording;
  QString m_file;

  QString path(const QString& name) const { return m_home.filePath(name); }

  // `command` as a person pastes it into a shell in the folder of the file.
  Outcome shell(QString command, const QMap<QString, QString>& variables = {}) const {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(QLatin1String(name));
    for (auto it = variables.begin(); it != variables.end(); ++it) environment.insert(it.key(), it.value());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_home.path());
    if (command.startsWith(QLatin1String("dsmscope "))) command.replace(0, 8, QStringLiteral("'%1'").arg(QLatin1String(DSM_PROGRAM)));
    process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000)) process.kill();
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  }

  QByteArray report(const QString& arguments) const {
    const Outcome outcome = shell(QStringLiteral("dsmscope export %1 --out r.html").arg(arguments));
    if (outcome.code != 0) qWarning("%s", outcome.err.constData());
    return outcome.code == 0 ? test::readBytes(path(QStringLiteral("r.html"))) : QByteArray();
  }

 private slots:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    qputenv("DSMSCOPE_RECORDINGS", m_recording.path().toLocal8Bit());
    test::writeCannedRecording(m_recording.path());
    m_file = path(QStringLiteral("my session.dsmscope"));
    QVERIFY(app::writeSessionFile(m_file, mixedSession(), experiments::catalogue()).has_value());
  }

  void theCommandInAFileMakesItAgain_data() {
    QTest::addColumn<QString>("chart");
    QTest::addColumn<bool>("changed");
    for (const QString& chart : ui::chartIds()) {
      QTest::newRow(qPrintable(chart)) << chart << false;
      QTest::newRow(qPrintable(chart + QStringLiteral(", changed"))) << chart << true;
    }
  }
  void theCommandInAFileMakesItAgain() {
    QFETCH(QString, chart);
    QFETCH(bool, changed);
    app::DocumentWindow window(experiments::catalogue(), {QStringLiteral(DSM_FAKE_WORKER), QStringLiteral("ok")}, {});
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    window.openFile(m_file);
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    ui::RenderOptions options;
    if (changed) {
      options.scheme = ui::Scheme::dark;
      options.size = {900, 620};
      options.scale = 1.5;
      options.palette = ui::DataPalette::grey;
      options.threshold = 0.03;
      options.title = QStringLiteral("It's \"mine\" & $HOME");
      options.logarithmic = true;
      options.catalogueOrder = true;
      options.hidden = {"global_atomics"};
      options.payloadUnit = true;
      options.expectedMarks = false;
      options.quantity = "rate";
      options.find = 5;
      options.variant = "block_private";
      if (chart == QLatin1String("traffic_curve")) options.axis = "threads";
    }
    const QString file = path(QStringLiteral("window.png"));
    QFile::remove(file);
    emit window.window().exportAccepted(chart, ui::Format::png, options, file);
    QTRY_VERIFY(QFileInfo::exists(file));
    const QByteArray bytes = test::readBytes(file);
    const QString command = QImage(file).text(QStringLiteral("export"));
    QVERIFY2(command.startsWith(QLatin1String("dsmscope export 'my session.dsmscope' --experiment histogram --chart ") + chart), qPrintable(command));
    const bool compares = chart == QLatin1String("latency") || chart == QLatin1String("traffic");
    QCOMPARE(command.contains(QLatin1String("--threshold 3 ")), changed && compares);
    QCOMPARE(command.contains(QLatin1String("--palette grey ")), changed);
    for (const char* factor : {"1", "1.5", "2"}) {
      const Outcome outcome = shell(command, {{QStringLiteral("QT_SCALE_FACTOR"), QLatin1String(factor)}});
      QVERIFY2(outcome.code == 0, outcome.err.constData());
      QVERIFY2(test::readBytes(path(chart + QStringLiteral(".png"))) == bytes, qPrintable(command));
    }
    // The folder is remembered.
    QTRY_VERIFY(QFileInfo::exists(path(QStringLiteral("dsmscope/window.ini"))));
    QTRY_VERIFY(test::readBytes(path(QStringLiteral("dsmscope/window.ini"))).contains("export_folder"));
  }

  void theWindowsReportIsThatOfItsCommand() {
    for (const bool recording : {false, true}) {
      app::DocumentWindow window(experiments::catalogue(), {QStringLiteral(DSM_FAKE_WORKER), QStringLiteral("ok")}, {});
      QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
      if (recording) {
        window.showRecording(app::loadRecording(m_recording.path(), "token_hop", experiments::catalogue()));
      } else {
        window.openFile(m_file);
      }
      window.show();
      QTRY_COMPARE(shown.size(), 1);
      emit window.window().reportRequested({});
      auto* dialog = window.window().findChild<ui::ReportDialog*>();
      QVERIFY(dialog != nullptr);
      const std::size_t parts = recording ? experiments::catalogue().size() : 1;
      QTRY_COMPARE(std::size_t(shown.size()), parts);  // all of the recording, whatever was looked at
      const QString command = dialog->command();
      const QString file = path(QStringLiteral("window.html"));
      QFile::remove(file);
      QVERIFY(dialog->acceptPath(file));
      QTRY_VERIFY(QFileInfo::exists(file));
      const Outcome outcome = shell(command);
      QVERIFY2(outcome.code == 0, outcome.err.constData());
      const QString made = path(recording ? QStringLiteral("report.html") : QStringLiteral("my session.html"));
      QVERIFY2(test::readBytes(file) == test::readBytes(made), qPrintable(command));
      QVERIFY(test::readBytes(made).toLower().contains(recording ? "canned" : "mixed &amp; &quot;matched&quot;"));
    }
  }

  // With another threshold, and a choice of runs that leaves the pinned one out.
  void theWindowsReportComparesAsItsCommandDoes() {
    QVERIFY(app::writeSessionFile(path(QStringLiteral("pinned.dsmscope")), pinnedSession(), experiments::catalogue()).has_value());
    for (const double percent : {1.0, 7.0}) {
      app::DocumentWindow window(experiments::catalogue(), {QStringLiteral(DSM_FAKE_WORKER), QStringLiteral("ok")}, {});
      QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
      window.openFile(path(QStringLiteral("pinned.dsmscope")));
      window.show();
      QTRY_COMPARE(shown.size(), 1);
      ui::Settings settings = window.window().settings();
      settings.thresholdPercent = percent;
      window.setSettings(settings);
      emit window.window().reportRequested({QStringLiteral("near"), QStringLiteral("run-2")});
      auto* dialog = window.window().findChild<ui::ReportDialog*>();
      QVERIFY(dialog != nullptr);
      QCOMPARE(dialog->command(), percent == 1.0
                                      ? QStringLiteral("dsmscope export pinned.dsmscope --run near --run run-2 --out pinned.html")
                                      : QStringLiteral("dsmscope export pinned.dsmscope --run near --run run-2 --threshold 7 --out pinned.html"));
      const QString command = dialog->command();
      const QString file = path(QStringLiteral("window.html"));
      QFile::remove(file);
      QVERIFY(dialog->acceptPath(file));
      QTRY_VERIFY(QFileInfo::exists(file));
      const Outcome outcome = shell(command);
      QVERIFY2(outcome.code == 0, outcome.err.constData());
      const QByteArray made = test::readBytes(path(QStringLiteral("pinned.html")));
      QVERIFY2(test::readBytes(file) == made, qPrintable(command));
      QCOMPARE(made.contains("1.02\u00d7 slower"), percent == 1.0);
      QCOMPARE(made.contains("<bdi>same</bdi>"), percent == 7.0);
      QVERIFY(made.contains("2 of 5 runs") && made.contains("not in this report, but compared with: run-1"));
    }
  }

  void theTableOfRunsComparesToo() {
    QVERIFY(app::writeSessionFile(path(QStringLiteral("pinned.dsmscope")), pinnedSession(), experiments::catalogue()).has_value());
    const auto table = [&](const QString& options) {
      const Outcome outcome = shell(QStringLiteral("dsmscope export pinned.dsmscope --out t.md ") + options);
      return outcome.code == 0 ? test::readBytes(path(QStringLiteral("t.md"))) : outcome.err;
    };
    const QByteArray usual = table({});
    QVERIFY2(usual.contains("): slower | ") && usual.contains("| pinned | - | - |"), usual.constData());
    const QByteArray wide = table(QStringLiteral("--threshold 7"));
    QCOMPARE(wide.count("): same | "), usual.count("): same | ") + 1);  // the one that is 2 % slower
    QCOMPARE(wide.count("): slower | "), usual.count("): slower | ") - 1);
    model::Session bare = pinnedSession();
    bare.pinned.clear();
    QVERIFY(app::writeSessionFile(path(QStringLiteral("pinned.dsmscope")), bare, experiments::catalogue()).has_value());
    QVERIFY(!table({}).contains("pinned"));
  }

  void aReportIsOfWhatIsAskedFor() {
    const QByteArray all = report(QStringLiteral("'my session.dsmscope'"));
    QVERIFY(all.contains("id=\"histogram\"") && all.contains("id=\"token_hop\"") && all.contains("hop-run-2"));
    const QByteArray one = report(QStringLiteral("'my session.dsmscope' --experiment token_hop --chart latency --title 'Only &amp; <hops>'"));
    QVERIFY(!one.contains("id=\"histogram\"") && one.contains("id=\"token_hop-1-latency\"") && !one.contains("-shared_memory\""));
    QVERIFY(one.contains("<h1><bdi>Only &amp;amp; &lt;hops&gt;</bdi></h1>"));
    QVERIFY(one.contains("4 of 8 runs"));
    const QByteArray two = report(QStringLiteral("'my session.dsmscope' --run hop-run-1 --run run-1"));
    QVERIFY(two.contains("2 of 8 runs") && !two.contains("hop-run-2"));
    QVERIFY(report(QStringLiteral("recorded:token_hop")).contains("id=\"token_hop\""));
    QCOMPARE(report(QStringLiteral("recorded")).count("class=\"experiment\""), qsizetype(experiments::catalogue().size()));
  }

  void nonsenseIsRefusedInOneSentence_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such run") << "'my session.dsmscope' --run nobody --out x.html" << "nobody";
    QTest::newRow("no such chart") << "'my session.dsmscope' --chart pie --out x.html" << "pie";
    QTest::newRow("an option of a chart") << "'my session.dsmscope' --theme dark --out x.html" << "--theme";
    QTest::newRow("a report's threshold") << "'my session.dsmscope' --threshold much --out x.html" << "--threshold";
    QTest::newRow("a setting") << "'my session.dsmscope' --threads 128 --out x.html" << "Settings";
    QTest::newRow("runs of a chart") << "'my session.dsmscope' --experiment histogram --chart latency --run run-1 --out x.png" << "--run";
    QTest::newRow("two charts") << "'my session.dsmscope' --experiment histogram --chart latency --chart traffic --out x.png" << "--chart";
    QTest::newRow("a scale") << "'my session.dsmscope' --experiment histogram --chart latency --scale -1 --out x.png" << "--scale";
    QTest::newRow("too large a scale") << "'my session.dsmscope' --experiment histogram --chart latency --scale 100 --out x.png" << "scale";
    QTest::newRow("a palette") << "'my session.dsmscope' --experiment histogram --chart latency --palette red --out x.png" << "--palette";
    QTest::newRow("a threshold") << "'my session.dsmscope' --experiment histogram --chart latency --threshold 1e9 --out x.png" << "--threshold";
    QTest::newRow("an order") << "'my session.dsmscope' --experiment histogram --chart latency --order random --out x.png" << "--order";
    QTest::newRow("a quantity") << "'my session.dsmscope' --experiment histogram --chart latency --quantity beauty --out x.png" << "beauty";
    QTest::newRow("a rank") << "'my session.dsmscope' --experiment histogram --chart shared_memory --from-rank 99 --out x.png" << "--from-rank";
  }
  void nonsenseIsRefusedInOneSentence() {
    QFETCH(QString, arguments);
    QFETCH(QString, says);
    const Outcome outcome = shell(QStringLiteral("dsmscope export ") + arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.startsWith("dsmscope: ") && outcome.err.count('\n') == 1 && outcome.err.contains(says.toUtf8()), outcome.err.constData());
    QVERIFY(!QFileInfo::exists(path(QStringLiteral("x.html"))) && !QFileInfo::exists(path(QStringLiteral("x.png"))));
  }

  void aSessionWithoutRunsMakesNoReport() {
    model::Session session;
    session.title = "empty";
    QVERIFY(app::writeSessionFile(path(QStringLiteral("empty.dsmscope")), session, experiments::catalogue()).has_value());
    const Outcome outcome = shell(QStringLiteral("dsmscope export empty.dsmscope --out x.html"));
    QCOMPARE(outcome.code, 65);
    QVERIFY(outcome.err.contains("no run to report on"));
  }

  void configurationsAreToldApart() {
    model::Session session = test::cannedSession("histogram", 3);
    const auto& catalogue = experiments::catalogue();
    const auto count = [&](const model::Session& of) {
      const auto input = app::reportInput(std::make_shared<const model::Session>(of), catalogue, {});
      return input->experiments.front();
    };
    QCOMPARE(count(session).configurations.size(), std::size_t{1});  // variants of one configuration, one without a cluster size
    session.runs.push_back(withValue(session.runs[0], "b", "bins", 4096));
    session.runs.push_back(withValue(session.runs[0], "c", "bins", 8192));
    QCOMPARE(count(session).configurations.size(), std::size_t{3});
    QCOMPARE(count(session).configurations[1].values.at("bins"), std::int64_t{4096});
    QCOMPARE(count(session).configurationsLeftOut, 0);
    for (int i = 0; i < 10; ++i) session.runs.push_back(withValue(session.runs[0], "d" + std::to_string(i), "bins", 1000 + i));
    QCOMPARE(count(session).configurations.size(), std::size_t{1});
    QCOMPARE(count(session).configurationsLeftOut, 12);
  }

  void twoDevicesNeverShareAChart() {
    model::Session session = test::cannedSession("token_hop", 4);
    model::Device second = session.devices.front();
    second.uuid = "GPU-second";
    second.name = "Another GPU";
    session.devices.push_back(second);
    for (std::size_t i = 2; i < 4; ++i) {
      auto copy = std::make_shared<model::Run>(*session.runs[i]);
      copy->deviceUuid = second.uuid;
      session.runs[i] = copy;
    }
    const auto input = app::reportInput(std::make_shared<const model::Session>(session), experiments::catalogue(), {});
    const auto& configurations = input->experiments.front().configurations;
    QCOMPARE(configurations.size(), std::size_t{2});
    for (const ui::ViewInput& each : configurations) {
      QCOMPARE(each.session->runs.size(), std::size_t{2});
      for (const model::RunPtr& run : each.session->runs) QCOMPARE(run->deviceUuid, each.device->uuid);
    }
    // A choice without runs of a device does not list it.
    const auto some = app::reportInput(std::make_shared<const model::Session>(session), experiments::catalogue(), {{"run-1"}, {}, {}, {}, {}});
    QCOMPARE(some->session->devices.size(), std::size_t{1});
    QCOMPARE(some->runsInFile, std::size_t{4});
  }
};

QTEST_MAIN(ExportTest)
#include "export_test.moc"
