// SPDX-License-Identifier: GPL-3.0-or-later
// The journal: what was measured and not saved is found again, whatever ended the program and wherever the journal lay.
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/journal.h"
#include "app/session/session_file.h"
#include "app/session/session_loader.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "tests/fake_worker/canned_run.h"

using namespace dsm;

class JournalTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> m_folder;
  QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

  static const model::Catalogue& catalogue() { return experiments::catalogue(); }
  static model::RunPtr runNamed(const std::string& id) {
    auto run = std::make_shared<model::Run>(*test::cannedSession("token_hop", 1).runs.front());
    run->id = id;
    return run;
  }
  // All that was asked of the journal is on the disk.
  static void settle(app::Journal& journal) {
    bool idle = false;
    journal.whenIdle([&] { idle = true; });
    QTRY_VERIFY(idle);
  }
  static std::vector<std::string> idsIn(const QString& file) {
    std::vector<std::string> ids;
    const auto contents = app::readJournal(file, catalogue());
    if (!contents) return {"error: " + contents.error().message};
    for (const model::RunPtr& run : contents->runs) ids.push_back(run->id);
    return ids;
  }
  using Ids = std::vector<std::string>;
  QStringList inStateFolder() const { return QDir(app::journalFolder()).entryList(QDir::Files); }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", path("state").toLocal8Bit());
  }

  void eachRunIsOnTheDiskBeforeTheNextAndIsReadBackWhole() {
    app::Journal journal(catalogue());
    journal.setSession(path("a.dsmscope"), true);
    const model::Device device = test::cannedDevice();
    const model::Session session = test::cannedSession("histogram", 5);
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
      journal.append(session.runs[i], &device);
      settle(journal);
      QCOMPARE(idsIn(path("a.dsmscope-journal")).size(), i + 1);
    }
    const auto contents = app::readJournal(path("a.dsmscope-journal"), catalogue());
    QVERIFY(contents.has_value());
    QVERIFY(contents->remarks.empty());
    QCOMPARE(contents->devices, std::vector<model::Device>{device});
    QCOMPARE(QString::fromStdString(contents->sessionPath), path("a.dsmscope"));
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
      QCOMPARE(contents->runs[i]->samples.size(), session.runs[i]->samples.size());
      QCOMPARE(contents->runs[i]->origin, model::Origin::recorded);
    }
    QCOMPARE(test::readBytes(path("a.dsmscope-journal")).count("\"device\""), 1);  // in the first line of it
    QCOMPARE(test::readBytes(path("a.dsmscope-journal")).count('\n'), 6);
  }

  void aRunThatGetsItsCountersCountsOnce() {
    app::Journal journal(catalogue());
    journal.setSession(path("a.dsmscope"), true);
    auto counted = std::make_shared<model::Run>(*runNamed("one"));
    journal.append(runNamed("one"), nullptr);
    journal.append(runNamed("two"), nullptr);
    counted->counters = model::Counters{};
    counted->counters->collected = true;
    journal.append(counted, nullptr);
    settle(journal);
    const auto contents = app::readJournal(path("a.dsmscope-journal"), catalogue());
    QCOMPARE(idsIn(path("a.dsmscope-journal")), (Ids{"one", "two"}));
    QVERIFY(contents->runs[0]->counters.has_value());
  }

  void savingTakesWhatIsSavedAndKeepsWhatCameSince() {
    app::Journal journal(catalogue());
    journal.setSession(path("a.dsmscope"), true);
    const model::Device device = test::cannedDevice();
    journal.append(runNamed("one"), &device);
    journal.append(runNamed("two"), &device);
    const std::uint64_t mark = journal.mark();
    journal.append(runNamed("three"), &device);
    journal.saved(mark);
    settle(journal);
    QCOMPARE(idsIn(path("a.dsmscope-journal")), Ids{"three"});
    QCOMPARE(app::readJournal(path("a.dsmscope-journal"), catalogue())->devices.size(), std::size_t{1});
    journal.append(runNamed("four"), &device);
    settle(journal);
    QCOMPARE(idsIn(path("a.dsmscope-journal")), (Ids{"three", "four"}));
    journal.saved(journal.mark());
    settle(journal);
    QVERIFY(!QFileInfo::exists(path("a.dsmscope-journal")));
  }

  void anUntitledDocumentIsKeptInTheStateFolderUntilItHasAName() {
    app::Journal journal(catalogue());
    journal.append(runNamed("one"), nullptr);
    settle(journal);
    QCOMPARE(inStateFolder().size(), 1);
    QVERIFY(app::findLostJournals().isEmpty());  // it is ours
    const std::uint64_t mark = journal.mark();
    journal.append(runNamed("two"), nullptr);
    journal.setSession(path("named.dsmscope"), true);
    journal.saved(mark);
    settle(journal);
    QVERIFY(inStateFolder().isEmpty());
    QCOMPARE(idsIn(path("named.dsmscope-journal")), Ids{"two"});
  }

  void whatTheDeadLeaveIsFoundAndOthersIsNot() {
    {
      app::Journal dead(catalogue());
      dead.append(runNamed("lost"), nullptr);
      settle(dead);
    }
    app::Journal alive(catalogue());
    alive.append(runNamed("mine"), nullptr);
    settle(alive);
    QCOMPARE(inStateFolder().size(), 2);
    QStringList lost;
    QTRY_COMPARE((lost = app::findLostJournals()).size(), 1);
    QCOMPARE(idsIn(lost.first()), Ids{"lost"});
  }

  void aLineThatWasCutOffLosesOnlyItself_data() {
    QTest::addColumn<int>("cut");
    for (int cut : {1, 2, 17, 200}) QTest::newRow(qPrintable(QString::number(cut))) << cut;
  }
  void aLineThatWasCutOffLosesOnlyItself() {
    QFETCH(int, cut);
    const QString file = path("a.dsmscope-journal");
    {
      app::Journal journal(catalogue());
      journal.setSession(path("a.dsmscope"), true);
      for (const char* id : {"one", "two", "three"}) journal.append(runNamed(id), nullptr);
      settle(journal);
    }
    const QByteArray whole = test::readBytes(file);
    test::writeBytes(file, whole.chopped(cut));
    const auto contents = app::readJournal(file, catalogue());
    QVERIFY(contents.has_value());
    QCOMPARE(idsIn(file), (Ids{"one", "two"}));
    QCOMPARE(contents->remarks.size(), std::size_t{1});
    app::Journal next(catalogue());
    next.setSession(path("a.dsmscope"), true);
    next.resume(file, *contents);
    next.append(runNamed("four"), nullptr);
    settle(next);
    QCOMPARE(idsIn(file), (Ids{"one", "two", "four"}));
    QVERIFY(app::readJournal(file, catalogue())->remarks.empty());
  }

  void aForeignLineIsLeftOutAndSaid() {
    const QString file = path("a.dsmscope-journal");
    {
      app::Journal journal(catalogue());
      journal.setSession(path("a.dsmscope"), true);
      for (const char* id : {"one", "two"}) journal.append(runNamed(id), nullptr);
      settle(journal);
    }
    QByteArray text = test::readBytes(file);
    for (const char* line : {"{\"sign\":\"later\"}\n", "not json\n", "\n", "{\"run\":7}\n", "{\"run\":{\"id\":\"x\",\"id\":\"y\"}}\n", "\xff\xfe\n"}) {
      test::writeBytes(file, QByteArray(text).insert(text.indexOf('\n') + 1, line));
      QCOMPARE(idsIn(file), (Ids{"one", "two"}));
      QCOMPARE(app::readJournal(file, catalogue())->remarks.size(), std::size_t{1});
    }
    for (const char* other : {"", "x", "{}\n", "{\"format\":\"dsmscope-session\",\"version\":1}\n", "\0\0\0"}) {
      test::writeBytes(file, other);
      QVERIFY(!app::readJournal(file, catalogue()));
    }
    test::writeBytes(file, QByteArray(text).replace("\"version\":1,\"session\"", "\"version\":2,\"session\""));
    QCOMPARE(app::readJournal(file, catalogue()).error().code, std::string("newer_version"));
  }

  void anOpenedSessionHasWhatItsJournalHolds() {
    const QString file = path("a.dsmscope");
    QVERIFY(app::writeSessionFile(file, test::cannedSession("token_hop", 2), catalogue()).has_value());
    {
      app::Journal journal(catalogue());
      journal.setSession(file, true);
      const model::Device device = test::cannedDevice();
      journal.append(runNamed("run-2"), &device);  // saved already: the crash came before the journal was emptied
      journal.append(runNamed("new"), &device);
      settle(journal);
    }
    for (const QString& name : {file, app::journalPathOf(file)}) {
      const auto loaded = app::loadFile(name, catalogue());
      QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
      QCOMPARE(loaded->content.session.runs.size(), std::size_t{3});
      QCOMPARE(loaded->recovered, std::size_t{1});
      QCOMPARE(loaded->sessionPath, file);
    }
    QVERIFY(QFile::remove(file));  // `run --out` was killed: there is only the journal
    const auto alone = app::loadFile(app::journalPathOf(file), catalogue());
    QVERIFY(alone.has_value());
    QCOMPARE(alone->content.session.runs.size(), std::size_t{2});
    QVERIFY(alone->sessionPath.isEmpty());
  }

  void twoWindowsOfOneFileDoNotShareAJournal() {
    const QString file = path("a.dsmscope");
    QVERIFY(app::writeSessionFile(file, test::cannedSession("token_hop", 2), catalogue()).has_value());
    const auto first = app::loadFile(file, catalogue());
    QVERIFY(first->lock.held());
    app::Journal journal(catalogue());
    journal.setSession(file, true);
    journal.append(runNamed("of the first"), nullptr);
    settle(journal);
    const auto second = app::loadFile(file, catalogue());
    QVERIFY(second->lock.contested());
    QVERIFY(!second->journal);
    QCOMPARE(second->content.session.runs.size(), std::size_t{2});
    app::Journal other(catalogue());  // and even if the second one tries
    QSignalSpy trouble(&other, &app::Journal::trouble);
    other.setSession(file, true);
    other.append(runNamed("of the second"), nullptr);
    settle(other);
    QCOMPARE(idsIn(app::journalPathOf(file)), Ids{"of the first"});
    QTRY_COMPARE(trouble.size(), 1);
    QCOMPARE(inStateFolder().size(), 1);
    QCOMPARE(idsIn(QDir(app::journalFolder()).filePath(inStateFolder().first())), Ids{"of the second"});
  }

  // A folder that is not there any more refuses root as well, which permissions do not.
  void whereItCannotLieItLiesElsewhereAndSaysSoOnce() {
    app::Journal journal(catalogue());
    QSignalSpy trouble(&journal, &app::Journal::trouble);
    journal.setSession(path("gone/a.dsmscope"), true);
    for (const char* id : {"one", "two", "three"}) journal.append(runNamed(id), nullptr);
    settle(journal);
    QCOMPARE(trouble.size(), 1);
    const auto error = trouble.first().first().value<model::Error>();
    QVERIFY2(error.message.find("No such file") != std::string::npos, error.message.c_str());
    QCOMPARE(inStateFolder().size(), 1);
    QCOMPARE(idsIn(QDir(app::journalFolder()).filePath(inStateFolder().first())), (Ids{"one", "two", "three"}));
  }

  void whereNothingCanBeWrittenMeasuringGoesOn() {
    test::writeBytes(path("late"), "not a folder");
    qputenv("XDG_STATE_HOME", path("late").toLocal8Bit());
    app::Journal journal(catalogue());
    QSignalSpy trouble(&journal, &app::Journal::trouble);
    for (const char* id : {"one", "two"}) journal.append(runNamed(id), nullptr);
    settle(journal);
    QCOMPARE(trouble.size(), 1);
    QVERIFY(QFile::remove(path("late")));
    journal.append(runNamed("three"), nullptr);  // it tries again, with all of them
    settle(journal);
    QCOMPARE(inStateFolder().size(), 1);
    QCOMPARE(idsIn(QDir(app::journalFolder()).filePath(inStateFolder().first())), (Ids{"one", "two", "three"}));
  }

  // A disk that fills up in the middle of a line, in a child so that the limit ends with it.
  void aFullDiskLeavesWholeLines() {
    const QString file = path("a.dsmscope-journal");
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      auto journal = app::JournalFile::create(file, path("a.dsmscope"));
      const std::string line = app::journalLine(*runNamed("one"), nullptr, catalogue());
      const rlimit limit{line.size() * 2, line.size() * 2};
      if (!journal || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(3);
      if (!journal->append(line)) ::_exit(4);
      const auto second = journal->append(line);
      ::_exit(second ? 1 : 0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE(idsIn(file), Ids{"one"});
    QVERIFY(app::readJournal(file, catalogue())->remarks.empty());
  }

  void aPlantedLinkIsNotWrittenThrough() {
    test::writeBytes(path("victim"), "precious");
    QVERIFY(QFile::link(path("victim"), path("a.dsmscope-journal")));
    app::Journal journal(catalogue());
    journal.setSession(path("a.dsmscope"), true);
    journal.append(runNamed("one"), nullptr);
    settle(journal);
    QCOMPARE(test::readBytes(path("victim")), QByteArray("precious"));
    QCOMPARE(inStateFolder().size(), 1);
  }

  void aJournalThatSomebodyRemovedIsMadeAgain() {
    app::Journal journal(catalogue());
    journal.setSession(path("a.dsmscope"), true);
    journal.append(runNamed("one"), nullptr);
    settle(journal);
    QVERIFY(QFile::remove(path("a.dsmscope-journal")));
    journal.append(runNamed("two"), nullptr);
    settle(journal);
    QCOMPARE(inStateFolder().size(), 1);
    QCOMPARE(idsIn(QDir(app::journalFolder()).filePath(inStateFolder().first())), (Ids{"one", "two"}));
  }

  // Killed at any moment, what was said to be kept is there, and what is there is whole.
  void aKilledWriterLosesNothingThatItSaidWasKept() {
    const std::string line = app::journalLine(*runNamed("one"), nullptr, catalogue());
    for (int round = 0; round < 30; ++round) {
      const QString file = path("killed.dsmscope-journal");
      QFile::remove(file);
      int told[2];
      QCOMPARE(::pipe(told), 0);
      const pid_t child = ::fork();
      if (child == 0) {
        auto journal = app::JournalFile::create(file, {});
        for (int number = 0; journal; ++number) {
          std::string next = line;
          next.replace(next.find("\"id\":\"one\""), 10, "\"id\":\"" + std::to_string(1000 + number) + "\"");
          if (!journal->append(next) || ::write(told[1], "+", 1) != 1) break;
        }
        ::_exit(1);
      }
      char byte = 0;
      QCOMPARE(::read(told[0], &byte, 1), ssize_t{1});
      QTest::qSleep(static_cast<int>(QRandomGenerator::global()->bounded(8)));
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      ::close(told[1]);
      std::size_t kept = 1;
      while (::read(told[0], &byte, 1) == 1) ++kept;
      ::close(told[0]);
      const auto contents = app::readJournal(file, catalogue());
      QVERIFY2(contents.has_value(), contents ? "" : contents.error().message.c_str());
      QVERIFY2(contents->runs.size() >= kept, qPrintable(QStringLiteral("%1 of %2").arg(contents->runs.size()).arg(kept)));
    }
  }
};

QTEST_GUILESS_MAIN(JournalTest)
#include "journal_test.moc"
