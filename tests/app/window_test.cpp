// SPDX-License-Identifier: GPL-3.0-or-later
// The window with everything behind it, offscreen: what is first, what it maps, and what a bad file leaves untouched.
#include <dirent.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <ctime>

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/document_window.h"
#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "ui/charts/bars_widget.h"

using namespace dsm;

class WindowTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_recording;
  QTemporaryDir m_home;

  static QStringList fake(const char* mode) { return {QStringLiteral(DSM_FAKE_WORKER), QString::fromLatin1(mode)}; }
  app::RecordingFuture recording() const { return app::loadRecording(m_recording.path(), {}, experiments::catalogue()); }

 private slots:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    qputenv("XDG_STATE_HOME", m_home.filePath(QStringLiteral("state")).toLocal8Bit());
    qputenv("DSMSCOPE_RECORDINGS", m_recording.path().toLocal8Bit());
    test::writeCannedRecording(m_recording.path());
  }

  void theWorkerStartsAfterTheFirstPaint() {
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    bool painted = false;
    bool startedBeforePaint = false;
    connect(&window, &app::DocumentWindow::firstPainted, this, [&] { painted = true; });
    connect(&window.queue(), &app::RunQueue::workerChanged, this, [&] { startedBeforePaint = startedBeforePaint || !painted; });
    QSignalSpy ready(&window.queue(), &app::RunQueue::ready);
    window.showRecording(recording());
    window.show();
    QTRY_COMPARE(ready.size(), 1);
    QVERIFY(painted);
    QVERIFY(!startedBeforePaint);
    QTRY_COMPARE(window.document().session()->runs.size(), std::size_t{4});
    QVERIFY(!window.document().isModified());
  }

  void partsOfTheRecordingComeWhenTheyAreViewed() {
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    window.showRecording(recording());
    window.show();
    QTRY_VERIFY(shown.size() >= 1);
    const std::size_t before = window.document().session()->runs.size();
    emit window.window().experimentShown(QStringLiteral("token_hop"));
    QTRY_VERIFY(window.document().session()->runs.size() > before);
    const std::size_t after = window.document().session()->runs.size();
    emit window.window().experimentShown(QStringLiteral("token_hop"));
    QTest::qWait(50);
    QCOMPARE(window.document().session()->runs.size(), after);
  }

  void aMeasurementReachesTheDocument() {
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy ready(&window.queue(), &app::RunQueue::ready);
    QSignalSpy drained(&window.queue(), &app::RunQueue::drained);
    window.showRecording(recording());
    window.show();
    QTRY_COMPARE(ready.size(), 1);
    emit window.window().runRequested({{"token_hop", "relaunch", {}, {}, {}}});
    QTRY_COMPARE(drained.size(), 1);
    QVERIFY(window.document().isModified());
    QCOMPARE(window.document().session()->runs.back()->origin, model::Origin::measured);
  }

  void aBadFileLeavesTheOpenDocumentUntouched() {
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    window.showRecording(recording());
    window.show();
    QTRY_VERIFY(shown.size() >= 1);
    const model::SessionPtr before = window.document().session();
    const QString bad = m_home.filePath(QStringLiteral("bad.dsmscope"));
    test::writeBytes(bad, "{\"format\":\"dsmscope-sess");
    window.openFile(bad);
    QTest::qWait(200);
    QCOMPARE(window.document().session(), before);
    const QString good = m_home.filePath(QStringLiteral("good.dsmscope"));
    QVERIFY(app::writeSessionFile(good, test::cannedSession("histogram", 2), experiments::catalogue()).has_value());
    window.openFile(good);
    QTRY_COMPARE(window.document().path(), good);
    QCOMPARE(window.document().session()->runs.size(), std::size_t{2});
  }

  // The load cases of the design: a file of 100 MB, and 2,000 runs. What one turn of the event loop costs is the window's
  // own processor time, so that a busy machine does not judge.
  void largeFilesLeaveTheEventLoopFree_data() {
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("samples");
    QTest::newRow("100 MB") << 60 << 51'000;
    QTest::newRow("2,000 runs") << 2'000 << 20;
  }
  void largeFilesLeaveTheEventLoopFree() {
    QFETCH(int, runs);
    QFETCH(int, samples);
    model::Session session = test::cannedSession("histogram", runs);
    for (model::RunPtr& run : session.runs) {
      auto copy = std::make_shared<model::Run>(*run);
      if (copy->samples.empty()) continue;  // did not fit
      while (static_cast<int>(copy->samples.size()) < samples) copy->samples.push_back(copy->samples[copy->samples.size() / 2]);
      run = std::move(copy);
    }
    const QString file = m_home.filePath(QStringLiteral("large.dsmscope"));
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    QSignalSpy ready(&window.queue(), &app::RunQueue::ready);
    window.show();
    QTRY_COMPARE(ready.size(), 1);
    qint64 before = test::threadCpuMs();
    qint64 costliest = 0;
    QTimer watchdog;
    connect(&watchdog, &QTimer::timeout, &watchdog, [&] {
      costliest = std::max(costliest, test::threadCpuMs() - before);
      before = test::threadCpuMs();
    });
    watchdog.start(1);
    window.window().showTab(QStringLiteral("latency"));
    const std::clock_t began = std::clock();
    window.openFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(shown.size(), 1, 120'000);
    const auto* chart = window.window().findChild<ui::BarsWidget*>();
    QVERIFY(chart != nullptr);
    QTRY_VERIFY(!chart->barsData().rows.isEmpty() && std::isfinite(chart->barsData().rows.front().value));
    const double firstChartMs = 1e3 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;  // of all threads
    QTest::qWait(300);  // the paints that follow
    watchdog.stop();
    qInfo("%lld MB, %d runs: first chart after %.0f ms of processor time, one turn of the event loop costs at most %lld ms",
          static_cast<long long>(QFileInfo(file).size() / 1'000'000), runs, firstChartMs, static_cast<long long>(costliest));
    QVERIFY2(firstChartMs < 2000, qPrintable(QString::number(firstChartMs)));
    QCOMPARE(window.document().session()->runs.size(), static_cast<std::size_t>(runs));
    QVERIFY2(costliest < 50, qPrintable(QString::number(costliest)));
  }

  void aTruncatedRecordingStillOpensTheWindow() {
    QTemporaryDir folder;
    test::writeCannedRecording(folder.path());
    for (const auto* spec : experiments::catalogue()) {
      const QString file = folder.filePath(QString::fromStdString(spec->info().id) + QStringLiteral(".dsmscope.z"));
      test::writeBytes(file, test::readBytes(file).left(64));
    }
    app::DocumentWindow window(experiments::catalogue(), fake("ok"), {});
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    QSignalSpy painted(&window, &app::DocumentWindow::firstPainted);
    window.showRecording(app::loadRecording(folder.path(), {}, experiments::catalogue()));
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    QTRY_COMPARE(painted.size(), 1);
    QVERIFY(window.document().session()->runs.empty());
  }

  void aWindowWithoutAnyWorkerOpens() {
    app::DocumentWindow window(experiments::catalogue(), {QStringLiteral("/nowhere/worker")}, {});
    window.showRecording(recording());
    window.show();
    QTRY_COMPARE(window.queue().workerView().error.code, std::string("worker_missing"));
    QTRY_COMPARE(window.document().session()->runs.size(), std::size_t{4});
  }

  void aClosedWindowEndsItsWorkerWithinTwoSeconds() {
    app::DocumentWindow window(experiments::catalogue(), fake("hangs_hard"), {});
    QSignalSpy ready(&window.queue(), &app::RunQueue::ready);
    QSignalSpy done(&window, &app::DocumentWindow::done);
    window.show();
    QTRY_COMPARE(ready.size(), 1);
    QElapsedTimer time;
    time.start();
    window.window().close();
    QTRY_COMPARE(done.size(), 1);
    QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
  }

  // The real program as its own process: its maps, its end, and that its worker ends with it even when it is killed.
  void theProgramMapsNoCudaAndTakesItsWorkerAlong() {
    QProcess program;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    program.setProcessEnvironment(variables);
    program.start(QStringLiteral(DSM_PROGRAM), {QStringLiteral("--worker"), QStringLiteral(DSM_FAKE_WORKER " hangs_hard")});
    QVERIFY(program.waitForStarted());
    const QString process = QStringLiteral("/proc/%1").arg(program.processId());
    const auto children = [&] {
      QFile file(process + QStringLiteral("/task/%1/children").arg(program.processId()));
      return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll()).split(QLatin1Char(' '), Qt::SkipEmptyParts)
                                            : QStringList();
    };
    QTRY_COMPARE(children().size(), 2);  // the worker that times and the one that counts: so the window has painted
    QFile maps(process + QStringLiteral("/maps"));
    QVERIFY(maps.open(QIODevice::ReadOnly));
    const QByteArray mapped = maps.readAll();
    QVERIFY(mapped.contains("libQt6Widgets"));
    for (const char* library : {"libcuda", "libcupti", "libnvidia", "libnvperf", "libcudart"}) QVERIFY2(!mapped.contains(library), library);
    const QStringList workers = children();
    program.kill();
    QVERIFY(program.waitForFinished());
    for (const QString& worker : workers) QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(QStringLiteral("/proc/%1").arg(worker)), 2000);
  }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
