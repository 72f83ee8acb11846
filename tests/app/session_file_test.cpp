// SPDX-License-Identifier: GPL-3.0-or-later
// Session files: every kind of bad file is one sentence, and whatever happens while writing, a whole file is there.
#include <fcntl.h>
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

#include "app/session/atomic_file.h"
#include "app/session/session_file.h"
#include "app/session/session_loader.h"
#include "app/session/session_lock.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/session_file.h"
#include "tests/app/session_fixture.h"

using namespace dsm;

class SessionFileTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
  static QByteArray goodText() {
    return QByteArray::fromStdString(protocol::writeSession(test::cannedSession("histogram", 3), experiments::catalogue()));
  }

 private slots:
  void whatIsWrittenComesBackAndIsRecorded() {
    const QString file = path("good.dsmscope");
    const model::Session session = test::cannedSession("histogram", 3);
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    const auto loaded = app::readSessionFile(file, experiments::catalogue());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
    QVERIFY(loaded->remarks.empty());
    QCOMPARE(loaded->session.runs.size(), std::size_t{3});
    for (std::size_t index = 0; index < 3; ++index) {
      QCOMPARE(loaded->session.runs[index]->origin, model::Origin::recorded);
      QCOMPARE(loaded->session.runs[index]->samples.size(), session.runs[index]->samples.size());
    }
  }

  void badFilesAreOneSentence_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    const QByteArray good = goodText();
    QTest::newRow("empty") << QByteArray() << "not_read"
                           << "is empty";
    QTest::newRow("truncated") << good.left(good.size() / 2) << "bad_json"
                               << "byte";
    QTest::newRow("binary") << QByteArray(
                                   "\x7f"
                                   "ELF\x02\x01\x01\x00\x00\xff",
                                   10)
                            << "bad_json"
                            << "byte";
    QTest::newRow("not a session") << QByteArray("{\"a\": 1}") << "not_a_session"
                                   << "";
    QTest::newRow("schema 99") << QByteArray(good).replace("\"version\":1", "\"version\":99").replace("\"id\":", "\"other\":")
                               << "newer_version"
                               << "99";
    QTest::newRow("duplicate key") << QByteArray(good).replace("\"title\":", "\"title\":\"x\",\"title\":") << "duplicate_key"
                                   << "title";
    QTest::newRow("too deep") << QByteArray("{\"a\":" + QByteArray(200'000, '[') + QByteArray(200'000, ']') + "}") << "too_deep"
                              << "";
  }

  void badFilesAreOneSentence() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    QFETCH(QString, part);
    const QString file = path("bad.dsmscope");
    test::writeBytes(file, bytes);
    const auto loaded = app::readSessionFile(file, experiments::catalogue());
    QVERIFY(!loaded);
    const QString message = QString::fromStdString(loaded.error().message);
    QCOMPARE(QString::fromStdString(loaded.error().code), code);
    QVERIFY2(message.contains(file), qPrintable(message));
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY2(!message.contains(QLatin1Char('\n')), qPrintable(message));
    QCOMPARE(test::readBytes(file), bytes);  // untouched
  }

  void whatIsNoRegularFileIsRefusedWithoutWaiting() {
    const QString pipe = path("pipe");
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    for (const QString& file : {pipe, m_folder.path(), path("missing")}) {
      const auto loaded = app::readSessionFile(file, experiments::catalogue());
      QVERIFY(!loaded);
      QCOMPARE(loaded.error().code, std::string("not_read"));
    }
  }

  void theLoaderReportsAndCancels() {
    test::writeBytes(path("load.dsmscope"), goodText());
    app::SessionLoader loader(experiments::catalogue());
    QSignalSpy loaded(&loader, &app::SessionLoader::loaded);
    QSignalSpy failed(&loader, &app::SessionLoader::failed);
    loader.load(path("load.dsmscope"));
    QTRY_COMPARE(loaded.size(), 1);
    loader.load(path("missing.dsmscope"));
    QTRY_COMPARE(failed.size(), 1);
    loader.load(path("load.dsmscope"));
    loader.cancel();
    QVERIFY(!loader.isLoading());
    loader.load(path("missing.dsmscope"));  // comes after the cancelled one, so that one would have been reported by then
    QTRY_COMPARE(failed.size(), 2);
    QCOMPARE(loaded.size(), 1);
  }

  void aLinkOfOnesOwnGoesOnLeadingToTheFile() {
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("elsewhere")));
    const QString real = path("elsewhere/real.dsmscope");
    QVERIFY(QFile::link(QStringLiteral("elsewhere/real.dsmscope"), path("hop")));  // relative, and to nothing yet
    QVERIFY(QFile::link(path("hop"), path("mine.dsmscope")));
    for (const char* text : {"first", "second"}) {
      QVERIFY(app::writeFileAtomically(path("mine.dsmscope"), text).has_value());
      QVERIFY(QFileInfo(path("mine.dsmscope")).isSymLink());
      QVERIFY(QFileInfo(path("hop")).isSymLink());
      QCOMPARE(test::readBytes(real), QByteArray(text));
    }
    QVERIFY(QFile::link(path("round"), path("about")));
    QVERIFY(QFile::link(path("about"), path("round")));
    QVERIFY(!app::writeFileAtomically(path("round"), "x"));
  }

  // Somebody else's link, such as one planted in a shared folder. Only root can make one for a test.
  void aPlantedLinkIsReplacedNotFollowed() {
    if (::geteuid() != 0) QSKIP("only root can make a link of another person");
    const QString victim = path("victim");
    test::writeBytes(victim, "precious");
    const QString link = path("planted.dsmscope");
    QVERIFY(QFile::link(victim, link));
    QCOMPARE(::lchown(QFile::encodeName(link).constData(), 12345, 12345), 0);
    QVERIFY(app::writeFileAtomically(link, "new").has_value());
    QCOMPARE(test::readBytes(victim), QByteArray("precious"));
    QCOMPARE(test::readBytes(link), QByteArray("new"));
    QVERIFY(!QFileInfo(link).isSymLink());
  }

  void aNewFileFollowsTheUmask() {
    for (const mode_t mask : {mode_t{077}, mode_t{022}, mode_t{027}}) {
      const QString file = path("umask");
      QFile::remove(file);
      const mode_t before = ::umask(mask);
      const bool written = app::writeFileAtomically(file, "new").has_value();
      ::umask(before);
      QVERIFY(written);
      struct stat info {};
      QCOMPARE(::stat(QFile::encodeName(file).constData(), &info), 0);
      QCOMPARE(info.st_mode & 0777U, 0666U & ~mask);
    }
  }

  void theModeOfAFileIsKept() {
    const QString file = path("mode");
    test::writeBytes(file, "old");
    QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0640), 0);
    QVERIFY(app::writeFileAtomically(file, "new").has_value());
    struct stat info {};
    QCOMPARE(::stat(QFile::encodeName(file).constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0640U);
  }

  void whatCannotBeWrittenIsSaidAndLeavesNothing() {
    QTemporaryDir empty;
    for (const QString& file : {empty.filePath(QStringLiteral("no/such/folder/x")), empty.path(), QStringLiteral("/dev/full"), QString()}) {
      const auto written = app::writeFileAtomically(file, "text");
      QVERIFY(!written);
      QCOMPARE(written.error().code, std::string("not_written"));
    }
    QVERIFY(QDir(empty.path()).isEmpty());
  }

  // A disk that fills up: RLIMIT_FSIZE makes write() fail part of the way, in a child so that the limit ends with it.
  void aFullDiskKeepsTheOldFile() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("kept"));
    test::writeBytes(file, "old");
    const std::string large(1 << 20, 'x');
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{4096, 4096};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(3);
      ::_exit(app::writeFileAtomically(file, large) ? 1 : 0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE(test::readBytes(file), QByteArray("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  // A session of some MB, saved again and again by a child that is killed at a random moment: 200 times.
  void aSaveThatIsKilledLeavesTheOldOrTheNewFile() {
    model::Session session = test::cannedSession("token_hop", 8);
    for (model::RunPtr& run : session.runs) {
      auto copy = std::make_shared<model::Run>(*run);
      copy->samples.resize(3000, copy->samples.empty() ? model::Sample{} : copy->samples.front());
      run = std::move(copy);
    }
    const QString file = path("killed.dsmscope");
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    const QByteArray old = test::readBytes(file);
    session.title = "the new one";
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    const QByteArray fresh = test::readBytes(file);
    QVERIFY(old != fresh);
    int olds = 0, news = 0, leftovers = 0;
    for (int round = 0; round < 200; ++round) {
      test::writeBytes(file, old);
      int ready[2];
      QCOMPARE(::pipe(ready), 0);
      const pid_t child = ::fork();
      if (child == 0) {
        if (::write(ready[1], "r", 1) != 1) ::_exit(1);
        for (;;) {
          if (!app::writeSessionFile(file, session, experiments::catalogue())) ::_exit(1);
        }
      }
      char byte = 0;
      QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
      ::usleep(QRandomGenerator::global()->bounded(60'000U));
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      ::close(ready[0]);
      ::close(ready[1]);
      QVERIFY(WIFSIGNALED(status));
      const QByteArray now = test::readBytes(file);
      QVERIFY2(now == old || now == fresh, "a part of a file was left");
      ++(now == old ? olds : news);
      for (const QString& name : QDir(m_folder.path()).entryList({QStringLiteral("killed.dsmscope.tmp-*")}, QDir::Files)) {
        ++leftovers;
        QFile::remove(path(qPrintable(name)));
      }
    }
    qInfo("%lld bytes, killed 200 times while saving: %d times the old file, %d times the new one, %d unfinished ones beside it",
          static_cast<long long>(fresh.size()), olds, news, leftovers);
    QVERIFY(olds > 0 && news > 0);
    const auto loaded = app::readSessionFile(file, experiments::catalogue());
    QVERIFY(loaded.has_value());
  }

  void aLoadedFileIsSavedAsTheSameBytes() {
    const QString file = path("canonical.dsmscope");
    model::Session session = test::cannedSession("histogram", 4);
    session.origin = model::Origin::measured;
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    const QByteArray before = test::readBytes(file);
    QVERIFY(!before.contains("\"origin\":\"measured\""));
    const auto loaded = app::readSessionFile(file, experiments::catalogue());
    QVERIFY(app::writeSessionFile(file, loaded->session, experiments::catalogue()).has_value());
    QCOMPARE(test::readBytes(file), before);
  }

  void aFileOfANewerVersionIsNeverOverwritten_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("canonical") << goodText().replace("\"version\":1", "\"version\":2");
    QTest::newRow("with spaces") << QByteArray("\n { \"format\" : \"dsmscope-session\" ,\n \"version\" : 99, \"else\": [] }");
    QTest::newRow("unreadable") << QByteArray("{\"format\":\"dsmscope-session\",\"version\":3,\x01\xff");
  }
  void aFileOfANewerVersionIsNeverOverwritten() {
    QFETCH(QByteArray, text);
    const QString file = path("newer.dsmscope");
    test::writeBytes(file, text);
    const auto written = app::writeSessionFile(file, test::cannedSession("histogram", 1), experiments::catalogue());
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("newer_version"));
    QCOMPARE(test::readBytes(file), text);
    // Over a link of one's own, too.
    QFile::remove(path("link.dsmscope"));
    QVERIFY(QFile::link(file, path("link.dsmscope")));
    QVERIFY(!app::writeSessionFile(path("link.dsmscope"), test::cannedSession("histogram", 1), experiments::catalogue()));
    QCOMPARE(test::readBytes(file), text);
  }

  void aLockIsOfTheFileAndNotOfItsName() {
    const QString file = path("locked.dsmscope");
    test::writeBytes(file, "x");
    app::SessionLock first = app::SessionLock::take(file);
    QVERIFY(first.held() && first.covers(file));
    QFile::remove(path("other-name"));
    QVERIFY(QFile::link(file, path("other-name")));
    QVERIFY(app::SessionLock::take(path("other-name")).contested());
    QVERIFY(first.covers(path("other-name")));
    QVERIFY(app::isSameFile(file, path("other-name")));
    QVERIFY(app::writeFileAtomically(file, "y").has_value());  // another file by now
    QVERIFY(!first.covers(file));
    first = app::SessionLock::take(file);
    QVERIFY(first.held());
    first = {};
    QVERIFY(app::SessionLock::take(file).held());
    QVERIFY(!app::SessionLock::take(path("nothing")).contested());
  }
};

QTEST_GUILESS_MAIN(SessionFileTest)
#include "session_file_test.moc"
