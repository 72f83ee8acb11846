// SPDX-License-Identifier: GPL-3.0-or-later
// The document: edits are undone, measurements are not, and neither loses the other.
#include <unistd.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/document.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "tests/fake_worker/canned_run.h"

using namespace dsm;

class DocumentTest : public QObject {
  Q_OBJECT

  static std::vector<std::string> ids(const app::Document& document) {
    std::vector<std::string> all;
    for (const auto& run : document.session()->runs) all.push_back(run->id);
    return all;
  }
  static model::RunPtr measurement(const std::string& id) {
    auto run = std::make_shared<model::Run>(*test::cannedSession("token_hop", 1).runs.front());
    run->id = id;
    return run;
  }

 private slots:
  void aPinIsUndoneAndRedone() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 3), {});
    document.setPinned("run-2", true);
    QVERIFY(document.session()->isPinned("run-2"));
    document.undoStack()->undo();
    QVERIFY(!document.session()->isPinned("run-2"));
    document.undoStack()->redo();
    QVERIFY(document.session()->isPinned("run-2"));
  }

  void anUnpinnedRunReturnsToItsPlaceInTheList() {
    app::Document document(experiments::catalogue());
    model::Session session = test::cannedSession("token_hop", 3);
    session.pinned = {"run-3", "run-1", "run-2"};
    document.replace(session, {});
    document.setPinned("run-1", false);
    QCOMPARE(document.session()->pinned, (std::vector<std::string>{"run-3", "run-2"}));
    document.undoStack()->undo();
    QCOMPARE(document.session()->pinned, session.pinned);
  }

  void deletedRunsReturnToTheirPlacesBeforeMeasurementsThatCameSince() {
    app::Document document(experiments::catalogue());
    model::Session session = test::cannedSession("token_hop", 5);
    session.pinned = {"run-4", "run-1"};
    document.replace(session, {});
    document.removeRuns({QStringLiteral("run-4"), QStringLiteral("run-2"), QStringLiteral("nothing")});
    QCOMPARE(ids(document), (std::vector<std::string>{"run-1", "run-3", "run-5"}));
    QCOMPARE(document.session()->pinned, (std::vector<std::string>{"run-1"}));
    document.addMeasurement(measurement("new"), test::cannedDevice());
    document.undoStack()->undo();
    QCOMPARE(ids(document), (std::vector<std::string>{"run-1", "run-2", "run-3", "run-4", "run-5", "new"}));
    QCOMPARE(document.session()->pinned, session.pinned);
  }

  void notesAreUndoneAndTheRunIsReplacedNotChanged() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 1), {});
    const model::RunPtr before = document.session()->run("run-1");
    document.setNotes("run-1", "fastest so far");
    QCOMPARE(document.session()->run("run-1")->notes, std::string("fastest so far"));
    QVERIFY(before->notes.empty());
    document.undoStack()->undo();
    QVERIFY(document.session()->run("run-1")->notes.empty());
  }

  void aMeasurementIsNotUndoable() {
    app::Document document(experiments::catalogue());
    document.addMeasurement(measurement("a"), test::cannedDevice());
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(document.isModified());
    QVERIFY(document.session()->device(test::cannedDevice().uuid) != nullptr);
  }

  void twoMeasurementsOfOneIdBothStay() {
    app::Document document(experiments::catalogue());
    const std::string first = document.addMeasurement(measurement("same"), test::cannedDevice());
    const std::string second = document.addMeasurement(measurement("same"), test::cannedDevice());
    QVERIFY(first != second);
    QCOMPARE(document.session()->runs.size(), std::size_t{2});
  }

  void editsThatChangeNothingAreNoCommands() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 1), {});
    document.setPinned("run-1", false);
    document.setPinned("unknown", true);
    document.setNotes("run-1", "");
    document.removeRuns({QStringLiteral("unknown")});
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(document.isUntouched());
  }

  void aLaterPartOfTheRecordingIsAddedOnceAndIsNoEdit() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 2), {});
    model::Session part = test::cannedSession("token_hop", 4);  // two of them are there already
    part.pinned = {"run-4"};
    document.addRecorded(part);
    QCOMPARE(document.session()->runs.size(), std::size_t{4});
    QVERIFY(document.session()->isPinned("run-4"));
    QVERIFY(document.isUntouched());
  }

  void savingASnapshotDoesNotHideAnEditMadeSince() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 2), {});
    document.setPinned("run-1", true);
    const model::SessionPtr snapshot = document.session();
    document.setPinned("run-2", true);
    document.markSaved(QStringLiteral("/somewhere.dsmscope"), snapshot);
    QVERIFY(document.isModified());
    document.markSaved(QStringLiteral("/somewhere.dsmscope"), document.session());
    QVERIFY(!document.isModified());
  }

  void aReadOnlyFileIsNotWrittenBackButElsewhere() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 1), QStringLiteral("/old.dsmscope"), QStringLiteral("it holds more"));
    const auto same = document.maySaveTo(QStringLiteral("/old.dsmscope"));
    QVERIFY(!same);
    QCOMPARE(same.error().code, std::string("read_only"));
    QVERIFY(document.maySaveTo(QStringLiteral("/new.dsmscope")).has_value());
  }

  void aReadOnlyFileIsNotWrittenBackByAnotherName() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("newer.dsmscope"));
    test::writeBytes(file, "x");
    QVERIFY(QFile::link(file, folder.filePath(QStringLiteral("link"))));
    QCOMPARE(::link(QFile::encodeName(file).constData(), QFile::encodeName(folder.filePath(QStringLiteral("hard"))).constData()), 0);
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 1), file, QStringLiteral("it is newer"));
    for (const QString& name : {file, folder.path() + QStringLiteral("/./newer.dsmscope"), folder.filePath(QStringLiteral("link")),
                                folder.filePath(QStringLiteral("hard"))}) {
      QVERIFY2(!document.maySaveTo(name), qPrintable(name));
    }
    QVERIFY(document.maySaveTo(folder.filePath(QStringLiteral("other"))).has_value());
  }

  void resultsThatNoFileHoldsAreUnsaved() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 1), {}, {}, true);
    QVERIFY(document.isModified());
    QVERIFY(!document.isUntouched());
  }

  void newCountersDoNotInheritWhatTheOldOnesHeldUnknown() {
    app::Document document(experiments::catalogue());
    model::Session session = test::cannedSession("token_hop", 1);
    auto run = std::make_shared<model::Run>(*session.runs.front());
    run->unknown = {{"/counters/later", "1"}, {"/later", "2"}};
    session.runs.front() = run;
    document.replace(session, {});
    document.addCounters("run-1", {});
    QCOMPARE(document.session()->run("run-1")->unknown, (model::UnknownFields{{"/later", "2"}}));
  }

  void aThousandMeasurementsEachTellTheirSnapshot() {
    app::Document document(experiments::catalogue());
    QSignalSpy changes(&document, &app::Document::sessionChanged);
    for (int number = 0; number < 1000; ++number) document.addMeasurement(measurement("m" + std::to_string(number)), test::cannedDevice());
    QCOMPARE(changes.size(), 1000);
    QCOMPARE(document.session()->runs.size(), std::size_t{1000});
  }
};

QTEST_GUILESS_MAIN(DocumentTest)
#include "document_test.moc"
