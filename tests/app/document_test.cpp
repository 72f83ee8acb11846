// SPDX-License-Identifier: GPL-3.0-or-later
// The document: edits are undone, measurements are not, and neither loses the other.
#include <unistd.h>

#include <random>

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

  // All that edits can change, in one line.
  static std::string toldOf(const model::Session& session) {
    std::string text;
    for (const model::RunPtr& run : session.runs) {
      text += run->id + '|' + run->name + '|' + run->notes;
      for (const std::string& tag : run->tags) text += '#' + tag;
      text += ' ';
    }
    for (const std::string& id : session.pinned) text += '*' + id;
    return text;
  }

 private slots:
  void aPinIsUndoneAndRedone() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 3), {});
    document.setPinned({QStringLiteral("run-2")}, true);
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
    document.setPinned({QStringLiteral("run-1")}, false);
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

  void pinningSeveralRunsIsOneCommandAndEachReturnsToItsPlace() {
    app::Document document(experiments::catalogue());
    model::Session session = test::cannedSession("token_hop", 5);
    session.pinned = {"run-4", "run-1", "run-5", "run-2"};
    document.replace(session, {});
    document.setPinned({QStringLiteral("run-5"), QStringLiteral("run-4"), QStringLiteral("nothing"), QStringLiteral("run-3")}, false);
    QCOMPARE(document.session()->pinned, (std::vector<std::string>{"run-1", "run-2"}));
    QCOMPARE(document.undoStack()->count(), 1);
    QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Unpin runs"));
    document.undoStack()->undo();
    QCOMPARE(document.session()->pinned, session.pinned);
    document.setPinned({QStringLiteral("run-3"), QStringLiteral("run-1"), QStringLiteral("run-3")}, true);
    QCOMPARE(document.session()->pinned, (std::vector<std::string>{"run-4", "run-1", "run-5", "run-2", "run-3"}));
    document.undoStack()->undo();
    QCOMPARE(document.session()->pinned, session.pinned);
  }

  void aNameIsUndoneAndTheRunIsReplacedNotChanged() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 2), {});
    const model::RunPtr before = document.session()->run("run-1");
    document.setName("run-1", "the first");
    document.setName("run-1", "another");
    QCOMPARE(document.session()->run("run-1")->name, std::string("another"));
    QVERIFY(before->name.empty());
    QVERIFY(document.session()->run("run-2")->name.empty());
    document.undoStack()->undo();
    QCOMPARE(document.session()->run("run-1")->name, std::string("the first"));
    document.undoStack()->undo();
    QVERIFY(document.session()->run("run-1")->name.empty());
    document.undoStack()->redo();
    QCOMPARE(document.session()->run("run-1")->name, std::string("the first"));
  }

  void tagsOfSeveralRunsAreOneCommand() {
    app::Document document(experiments::catalogue());
    document.replace(test::cannedSession("token_hop", 3), {});
    document.setTags({{"run-1", {"cold", "b"}}, {"run-3", {"cold"}}, {"nothing", {"x"}}, {"run-2", {}}});
    QCOMPARE(document.undoStack()->count(), 1);
    QCOMPARE(document.session()->run("run-1")->tags, (std::vector<std::string>{"cold", "b"}));
    QVERIFY(document.session()->run("run-2")->tags.empty());
    QCOMPARE(document.session()->run("run-3")->tags, std::vector<std::string>{"cold"});
    document.addMeasurement(measurement("new"), test::cannedDevice());
    document.setTags({{"run-1", {"warm"}}});
    document.undoStack()->undo();
    QCOMPARE(document.session()->run("run-1")->tags, (std::vector<std::string>{"cold", "b"}));
    document.undoStack()->undo();
    QVERIFY(document.session()->run("run-1")->tags.empty());
    QVERIFY(document.session()->run("run-3")->tags.empty());
    QVERIFY(document.session()->run("new") != nullptr);
  }

  // Any mix of edits, undone to the beginning and redone to the end, gives the same two sessions.
  void randomEditsAreUndoneAndRedoneExactly() {
    std::mt19937 random(11);
    const auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    for (int round = 0; round < 40; ++round) {
      app::Document document(experiments::catalogue());
      model::Session session = test::cannedSession("token_hop", 6);
      session.pinned = {"run-2", "run-5"};
      document.replace(session, {});
      const std::string first = toldOf(*document.session());
      for (int step = 0; step < 12; ++step) {
        const std::string id = "run-" + std::to_string(1 + pick(6));
        const QString name = QString::fromStdString(id);
        switch (pick(5)) {
          case 0: document.setPinned({name, QStringLiteral("run-3")}, pick(2) == 0); break;
          case 1: document.removeRuns({name}); break;
          case 2: document.setNotes(id, std::to_string(pick(3))); break;
          case 3: document.setName(id, std::to_string(pick(3))); break;
          default: document.setTags({{id, {std::to_string(pick(3))}}, {"run-4", {"x"}}}); break;
        }
      }
      const std::string last = toldOf(*document.session());
      while (document.undoStack()->canUndo()) document.undoStack()->undo();
      QCOMPARE(toldOf(*document.session()), first);
      QVERIFY(!document.isModified());
      while (document.undoStack()->canRedo()) document.undoStack()->redo();
      QCOMPARE(toldOf(*document.session()), last);
    }
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
    document.setPinned({QStringLiteral("run-1")}, false);
    document.setPinned({QStringLiteral("unknown")}, true);
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
    document.setPinned({QStringLiteral("run-1")}, true);
    const model::SessionPtr snapshot = document.session();
    document.setPinned({QStringLiteral("run-2")}, true);
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
