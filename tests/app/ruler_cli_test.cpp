// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope ruler` as a person calls it: experiments and tile-kernel texts, tables, JSON and pictures, and what can be wrong.
#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/session_fixture.h"

using namespace dsm;

namespace {

struct Outcome {
  int code = -1;
  QByteArray out;
  QByteArray err;
  QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
  // "tiles/0/name"
  QJsonValue at(const char* path) const {
    QJsonValue value = json();
    for (const QString& step : QString::fromLatin1(path).split(QLatin1Char('/'))) {
      value = value.isArray() ? value.toArray().at(step.toInt()) : value.toObject().value(step);
    }
    return value;
  }
};

const QByteArray kChain =
    "@dynshared\n"
    "kernel chain(X: tensor<f32>[16, 64], Y: tensor<f32>[8, 4],\n"
    "             O: tensor<f32>[16, 64], Q: tensor<f32>[8, 4],\n"
    "             P: tensor<f32>[1, 8]) {\n"
    "  var a: tile<f32>[16, 64] = X[0 :+ 16, 0 :+ 64]\n"
    "  O[0 :+ 16, 0 :+ 64] = a\n"
    "  var b: tile<f32>[8, 4] = Y[0 :+ 8, 0 :+ 4]\n"
    "  Q[0 :+ 8, 0 :+ 4] = b\n"
    "  var c: tile<f32>[1, 8] = P[0 :+ 1, 0 :+ 8]\n"
    "  P[0 :+ 1, 0 :+ 8] = c\n"
    "}\n";

}  // namespace

class RulerCliTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

  Outcome call(const QStringList& arguments) const {
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"}) variables.remove(QLatin1String(name));
    variables.insert(QStringLiteral("DSMSCOPE_RECORDINGS"), QStringLiteral("/nowhere"));  // it needs none
    QProcess process;
    process.setProcessEnvironment(variables);
    process.start(QStringLiteral(DSM_PROGRAM), QStringList{QStringLiteral("ruler")} + arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode(), process.readAllStandardOutput(),
            process.readAllStandardError()};
  }

 private slots:
  void initTestCase() { test::writeBytes(path("chain.tile"), kChain); }

  void theSeedsChainIs4096DynamicAnd4256Static() {
    const Outcome outcome = call({path("chain.tile"), "--json"});
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.at("dynamic/peak_bytes").toInt(), 4096);
    QCOMPARE(outcome.at("static/peak_bytes").toInt(), 4256);
    const int fixed[] = {0, 4096, 4224};
    for (int i = 0; i < 3; ++i) {
      QCOMPARE(outcome.at(qPrintable(QStringLiteral("tiles/%1/dynamic_offset_bytes").arg(i))).toInt(-1), 0);
      QCOMPARE(outcome.at(qPrintable(QStringLiteral("tiles/%1/static_offset_bytes").arg(i))).toInt(-1), fixed[i]);
    }
  }

  void theTextTableOfATileKernelHasBothPlacementsOrTheOneAskedFor() {
    const Outcome both = call({path("chain.tile")});
    QVERIFY2(both.code == 0 && both.out.contains("static offset") && both.out.contains("dynamic offset"), both.out + both.err);
    QVERIFY(both.out.contains("4256") && both.out.contains("as the text asks"));
    QVERIFY(!both.out.contains("\u2009"));  // a terminal's font may lack it
    const Outcome one = call({path("chain.tile"), "--placement", "static"});
    QVERIFY(one.out.contains("static offset") && !one.out.contains("dynamic offset"));
  }

  void theSameKernelIsHeldAgainstTheChip() {
    test::writeBytes(path("wide.tile"),
                     "@dynshared\nkernel wide(X: tensor<f32>[1024, 64]) {\n  @pipeline\n  for i in 0..4 {\n"
                     "    var a: tile<f32>[64, 64] = X[0 :+ 64, 0 :+ 64]\n    var b: tile<f32>[64, 64] = X[64 :+ 64, 0 :+ 64]\n"
                     "    X[0 :+ 64, 0 :+ 64] = a + b\n  }\n}\n");
    const Outcome ampere = call({path("wide.tile"), "--json", "--chip", "sm_80"});
    QVERIFY2(ampere.code == 0, ampere.err);
    QCOMPARE(ampere.at("dynamic/peak_bytes").toInt(), 65536);
    QCOMPARE(ampere.at("dynamic/fits").toBool(), true);
    QCOMPARE(ampere.at("dynamic/limit_bytes").toInt(), 163 * 1024);
    QCOMPARE(ampere.at("static/fits").toBool(true), false);
    QCOMPARE(ampere.at("static/short_bytes").toInt(), 65536 - 48 * 1024);
  }

  // 4096 bytes and the reserve of 1024 a block, of 228 KiB: 45, and an SM has 32 slots; of 64 KiB blocks 3 fit.
  void aPersistentKernelSaysHowManyBlocksStay() {
    QByteArray text = kChain;
    test::writeBytes(path("stays.tile"), "@persistent\n" + text);
    QCOMPARE(call({path("stays.tile"), "--json"}).at("persistent_blocks_per_sm").toInt(), 32);
    text.replace("16, 64]", "256, 64]").replace("16, 0 :+ 64]", "256, 0 :+ 64]");
    test::writeBytes(path("stays.tile"), "@persistent\n" + text);
    const Outcome large = call({path("stays.tile"), "--json"});
    QCOMPARE(large.at("dynamic/peak_bytes").toInt(), 65536);
    QCOMPARE(large.at("persistent_blocks_per_sm").toInt(), 3);
    QVERIFY(call({path("stays.tile")}).out.contains("3 blocks an SM"));
  }

  void anErrorInTheTextHasItsPlaceAndTheLine() {
    QByteArray wrong = kChain;
    wrong.replace("tile<f32>[8, 4]", "tile<f23>[8, 4]");
    test::writeBytes(path("wrong.tile"), wrong);
    const Outcome outcome = call({path("wrong.tile")});
    QCOMPARE(outcome.code, 65);
    QVERIFY2(outcome.err.contains("wrong.tile:7:15:") && outcome.err.contains("f23"), outcome.err);
    QVERIFY2(outcome.err.contains("^^^"), outcome.err);
    QCOMPARE(outcome.out, QByteArray());
  }

  void anExperimentsBinIsFoundByTheKernelsArithmetic() {
    const QStringList asked{"histogram", "--cluster", "4", "--bins", "65536", "--find", "40000"};
    const Outcome outcome = call(QStringList(asked) << "--json");
    QVERIFY2(outcome.code == 0, outcome.err);
    QCOMPARE(outcome.at("details/found/rank").toInt(), 40000 / 16384);
    QCOMPARE(outcome.at("details/found/offset_bytes").toInt(), 40000 % 16384 * 4);
    QCOMPARE(outcome.at("rows").toArray().size(), 4);
    const Outcome text = call(asked);
    QVERIFY2(text.out.contains("rank 2") && text.out.contains("28928 B") && text.out.contains("0x7100"), text.out);
    QVERIFY(text.out.contains("modelled for sm_90"));
  }

  void staticPlacementOfAnExperimentIsHeldAgainstTheStaticCap() {
    const Outcome outcome = call({"histogram", "--cluster", "4", "--bins", "65536", "--placement", "static"});
    QVERIFY2(outcome.out.contains("Does not fit") && outcome.out.contains("static cap of 49152"), outcome.out);
  }

  void sharesByRankFollowTheInput() {
    const Outcome outcome = call({"histogram", "--cluster", "4", "--bins", "65536", "--input", "u4", "--json"});
    const QJsonArray shares = outcome.at("details/rank_shares").toArray();
    QCOMPARE(shares.size(), 4);
    QVERIFY(std::abs(shares[0].toDouble() - 0.70711) < 1e-3);  // a quarter of the bins holds u^4 below 1/4: 0.25^(1/4) of the keys
  }

  void picturesAreWritten() {
    for (const char* name : {"a.png", "a.svg", "a.pdf", "a.csv", "a.json"}) {
      for (const QString& what : {QStringLiteral("histogram"), path("chain.tile")}) {
        const Outcome outcome = call({what, "--load", "--out", path(name)});
        QVERIFY2(outcome.code == 0, outcome.err);
        QVERIFY(test::readBytes(path(name)).size() > 100);
      }
    }
    QCOMPARE(call({path("chain.tile"), "--out", path("b.png"), "--size", "900x600"}).code, 0);
    QCOMPARE(QImage(path("b.png")).size(), QSize(900, 600));
  }

  void aWarpAccessIsTakenApart() {
    const Outcome outcome = call({"--lanes", "stride=2,size=4"});
    QVERIFY2(outcome.code == 0, outcome.err);
    QVERIFY2(outcome.out.contains("2-way conflict"), outcome.out);
  }

  void exitCodes_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QStringList& arguments, int code) { QTest::newRow(name) << arguments << code; };
    row("nothing to show", {}, 2);
    row("unknown experiment", {"nonsense"}, 2);
    row("unknown chip", {"histogram", "--chip", "sm_1"}, 2);
    row("unknown placement", {"histogram", "--placement", "heap"}, 2);
    row("bin outside", {"histogram", "--find", "99999999999"}, 2);
    row("rank outside", {"histogram", "--cluster", "4", "--from-rank", "4"}, 2);
    row("no number", {"histogram", "--find", "x"}, 2);
    row("value outside", {"histogram", "--cluster", "0"}, 2);
    row("two variants", {"histogram", "--variant", "cluster_dsmem", "--variant", "block_private"}, 2);
    row("missing file", {path("missing.tile")}, 65);
    row("unknown kernel", {path("chain.tile"), "--kernel", "nonsense"}, 2);
    row("unknown suffix", {"histogram", "--out", path("a.tiff")}, 2);
    row("not writable", {"histogram", "--out", "/nowhere/at/all/x.svg"}, 74);
    row("a stride that is none", {"--lanes", "stride=x"}, 2);
    row("a base that is not aligned", {"--lanes", "size=8,base=4"}, 2);
    row("an access of an experiment", {"histogram", "--lanes", "stride=1"}, 2);
    QDir(m_folder.path()).mkdir(QStringLiteral("folder.tile"));
    row("a folder", {path("folder.tile")}, 65);
  }
  void exitCodes() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Outcome outcome = call(arguments);
    QVERIFY2(outcome.code == code, outcome.err + outcome.out);
    QVERIFY2(outcome.err.startsWith("dsmscope: ") && outcome.err.count('\n') == 1, outcome.err);
    QCOMPARE(outcome.out, QByteArray());
  }
};

QTEST_GUILESS_MAIN(RulerCliTest)
#include "ruler_cli_test.moc"
