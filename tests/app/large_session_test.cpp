// SPDX-License-Identifier: GPL-3.0-or-later
// Large and hostile session files, each read in a process of its own that says what it cost: time of the processor rather than
// of the clock, so that a busy machine does not judge, and the kernel's own count of memory.
#include <sys/stat.h>
#include <unistd.h>

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/session_fixture.h"

using namespace dsm;

class LargeSessionTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

  struct Cost {
    QString said;
    double wallMs = 0;
    double cpuMs = 0;
    double peakMib = 0;
  };
  static void start(const QStringList& arguments, QByteArray& output) {
    QProcess process;
    process.start(QStringLiteral(DSM_READ_SESSION), arguments);
    QVERIFY(process.waitForFinished(200'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    output = process.readAllStandardOutput();
  }
  static Cost read(const QString& file, const QStringList& more = {}) {
    QByteArray output;
    start(QStringList{file} + more, output);
    const QStringList lines = QString::fromUtf8(output).split(QLatin1Char('\n'));
    const QStringList numbers = lines.value(1).split(QLatin1Char(' '));
    Cost cost{lines.value(0), numbers.value(1).toDouble(), numbers.value(2).toDouble(), numbers.value(3).toDouble() / 1024};
    qInfo("%s: %lld MB, %.0f ms, processor %.0f ms, peak %.0f MiB: %s", qPrintable(QFileInfo(file).fileName()),
          static_cast<long long>(QFileInfo(file).size() / 1'000'000), cost.wallMs, cost.cpuMs, cost.peakMib, qPrintable(cost.said.left(160)));
    return cost;
  }

 private slots:
  void aHundredMegabytesAreReadInTwoSecondsAndSixTimesTheirSize_data() {
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("mostMs");
    QTest::newRow("one run") << 1 << 2000;
    QTest::newRow("60 runs") << 60 << 2000;
    // As many bytes in a million small texts and numbers: 1.7 to 2.3 s, by the machine's mood.
    QTest::newRow("20,000 runs") << 20'000 << 4000;
  }
  void aHundredMegabytesAreReadInTwoSecondsAndSixTimesTheirSize() {
    QFETCH(int, runs);
    QFETCH(int, mostMs);
    const QString file = path("large.dsmscope");
    QByteArray nothing;
    start({QStringLiteral("--make"), file, QString::number(runs > 1000 ? 68 : 98), QString::number(runs)}, nothing);
    const double mib = static_cast<double>(QFileInfo(file).size()) / (1 << 20);
    QVERIFY2(mib > 90 && mib < 140, qPrintable(QString::number(mib)));
    Cost cost = read(file);
    for (int again = 0; again < 3 && cost.cpuMs >= mostMs; ++again) cost = read(file);  // a crowded machine costs cache misses, too
    QCOMPARE(cost.said, QStringLiteral("ok %1").arg(runs));
    QVERIFY2(cost.cpuMs < mostMs, qPrintable(QString::number(cost.cpuMs)));
    QVERIFY2(cost.peakMib < 6 * mib, qPrintable(QString::number(cost.peakMib)));
    QVERIFY(read(file, {QStringLiteral("--cancel")}).said.startsWith(QLatin1String("cancelled ")));
    // Cut in the middle: the place is said.
    QVERIFY(::truncate(QFile::encodeName(file).constData(), QFileInfo(file).size() / 2) == 0);
    const Cost cut = read(file);
    QVERIFY(cut.said.contains(QStringLiteral("byte %1").arg(QFileInfo(file).size() + 1)));
    QVERIFY(cut.peakMib < 6 * mib);
  }

  void whatIsTooLargeIsRefusedAtOnce() {
    const QString file = path("sparse.dsmscope");
    test::writeBytes(file, "{\"format\":\"dsmscope-session\",");
    constexpr qint64 kTenGigabytes = 10'000'000'000;
    QVERIFY(::truncate(QFile::encodeName(file).constData(), kTenGigabytes) == 0);
    const Cost cost = read(file);
    QVERIFY(cost.said.startsWith(QLatin1String("not_read ")));
    QVERIFY(cost.said.contains(QLatin1String("9536 MiB")));
    QVERIFY(cost.wallMs < 1000);
    QVERIFY(cost.peakMib < 100);
    // Below the limit: a hole is NUL bytes, and the first one is named.
    QVERIFY(::truncate(QFile::encodeName(file).constData(), 1'000'000'000) == 0);
    const Cost holes = read(file);
    QVERIFY(holes.said.contains(QLatin1String("byte 30")));
    QVERIFY2(holes.cpuMs < 8000, qPrintable(QString::number(holes.cpuMs)));  // a gigabyte is read first
  }

  void hostileShapesAreRefusedInBoundedTimeAndMemory_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    constexpr int kMany = 20'000'000;
    QTest::newRow("arrays in arrays") << QByteArray(kMany, '[') << "too_deep";
    QTest::newRow("objects in objects") << QByteArray("{\"a\":").repeated(kMany / 5) << "too_deep";
    QTest::newRow("one long text") << QByteArray("\"" + QByteArray(kMany, 'x')) << "bad_json";
    QTest::newRow("one long number") << QByteArray("[" + QByteArray(kMany, '9')) << "bad_json";
    QTest::newRow("many empty runs") << QByteArray("{\"runs\":[" + QByteArray("{},").repeated(kMany / 3) + "{}]}") << "not_a_session";
    QTest::newRow("random bytes") << QByteArray("\x93\x01\xfe\x80").repeated(kMany / 4) << "bad_json";
    QTest::newRow("white space") << QByteArray(kMany, ' ') << "bad_json";
    QByteArray keys("{");
    for (int key = 0; key < 1'000'000; ++key) keys += "\"" + QByteArray::number(key) + "\":0,";
    QTest::newRow("a million keys, one twice") << keys + "\"7\":0}" << "duplicate_key";
    QTest::newRow("a million unknown members") << keys + "\"format\":\"dsmscope-session\",\"version\":1}" << "ok";
  }
  void hostileShapesAreRefusedInBoundedTimeAndMemory() {
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    test::writeBytes(path("hostile.dsmscope"), text);
    const Cost cost = read(path("hostile.dsmscope"));
    QVERIFY2(cost.said.startsWith(code + QLatin1Char(' ')), qPrintable(cost.said));
    QVERIFY2(cost.cpuMs < 8000, qPrintable(QString::number(cost.cpuMs)));
    QVERIFY2(cost.peakMib < 700, qPrintable(QString::number(cost.peakMib)));
  }
};

QTEST_GUILESS_MAIN(LargeSessionTest)
#include "large_session_test.moc"
