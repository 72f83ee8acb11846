// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in recording: read in parts, believed only when index and file agree.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/recording.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"

using namespace dsm;

class RecordingTest : public QObject {
  Q_OBJECT

  static std::string codeOf(const QString& folder, const char* experiment) {
    const auto index = app::readRecordingIndex(folder);
    if (!index) return index.error().code;
    const auto session = app::readRecordedExperiment(*index, experiment, experiments::catalogue());
    return session ? std::string() : session.error().code;
  }

 private slots:
  void eachExperimentIsReadByItself() {
    QTemporaryDir folder;
    test::writeCannedRecording(folder.path());
    const auto index = app::readRecordingIndex(folder.path());
    QVERIFY2(index.has_value(), index ? "" : index.error().message.c_str());
    QCOMPARE(index->experiments.size(), experiments::catalogue().size());
    QVERIFY(QFile::remove(folder.filePath(QStringLiteral("token_hop.dsmscope.z"))));
    const auto session = app::readRecordedExperiment(*index, "histogram", experiments::catalogue());
    QVERIFY2(session.has_value(), session ? "" : session.error().message.c_str());
    QCOMPARE(session->runs.size(), std::size_t{4});
    QCOMPARE(session->origin, model::Origin::recorded);
    QCOMPARE(session->runs.front()->origin, model::Origin::recorded);
    QCOMPARE(session->pinned, (std::vector<std::string>{"histogram-run-1"}));
    QCOMPARE(session->title, std::string("Canned recording"));
  }

  void damagedPartsAreRefused() {
    QTemporaryDir folder;
    test::writeCannedRecording(folder.path());
    const QString file = folder.filePath(QStringLiteral("histogram.dsmscope.z"));
    const QByteArray good = test::readBytes(file);
    test::writeBytes(file, good.left(good.size() / 2));
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("bad_recording"));
    QByteArray flipped = good;
    flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 1);
    test::writeBytes(file, flipped);
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("bad_recording"));
    QByteArray bomb = good;  // claims 4 GiB
    bomb.replace(0, 4, "\xff\xff\xff\xff");
    test::writeBytes(file, bomb);
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("bad_recording"));
    test::writeBytes(file, good);
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string());
  }

  void badIndexesAreRefused() {
    QTemporaryDir folder;
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("no_recording"));
    test::writeCannedRecording(folder.path());
    const QString file = folder.filePath(QStringLiteral("index.json"));
    const QByteArray good = test::readBytes(file);
    test::writeBytes(file, good.left(good.size() - 20));
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("bad_recording"));
    test::writeBytes(file, QByteArray(good).replace("\"version\": 1", "\"version\": 2"));
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("newer_version"));
    test::writeBytes(file, QByteArray(good).replace("\"histogram.dsmscope.z\"", "\"../../etc/passwd\""));
    QCOMPARE(codeOf(folder.path(), "histogram"), std::string("bad_recording"));
    test::writeBytes(file, good);
    QCOMPARE(codeOf(folder.path(), "no_such_experiment"), std::string("no_recording"));
  }

  void theFirstPartComesByItself() {
    QTemporaryDir folder;
    test::writeCannedRecording(folder.path());
    auto future = app::loadRecording(folder.path(), {}, experiments::catalogue());
    QTRY_VERIFY(future.isFinished());
    const auto loaded = future.result();
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->experiment, experiments::catalogue().front()->info().id);
    QCOMPARE(loaded->session->runs.size(), std::size_t{4});
  }
};

QTEST_GUILESS_MAIN(RecordingTest)
#include "recording_test.moc"
