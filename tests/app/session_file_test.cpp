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
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/atomic_file.h"
#include "app/session/session_file.h"
#include "app/session/session_loader.h"
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
    QTest::newRow("schema 99") << QByteArray(good).replace("\"version\":1", "\"version\":99").replace("\"version\": 1", "\"version\": 99")
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

  void aPlantedLinkIsReplacedNotFollowed() {
    const QString victim = path("victim");
    test::writeBytes(victim, "precious");
    const QString link = path("planted.dsmscope");
    QVERIFY(QFile::link(victim, link));
    QVERIFY(app::writeFileAtomically(link, "new").has_value());
    QCOMPARE(test::readBytes(victim), QByteArray("precious"));
    QCOMPARE(test::readBytes(link), QByteArray("new"));
    QVERIFY(!QFileInfo(link).isSymLink());
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

  void aWriterThatIsKilledLeavesTheOldOrTheNewFile() {
    const QString file = path("killed");
    const QByteArray old(300'000, 'o');
    const QByteArray fresh(300'000, 'n');
    for (int round = 0; round < 40; ++round) {
      test::writeBytes(file, old);
      int ready[2];
      QCOMPARE(::pipe(ready), 0);
      const pid_t child = ::fork();
      if (child == 0) {
        for (bool told = false;; told = true) {
          if (!told && ::write(ready[1], "r", 1) != 1) ::_exit(1);
          if (!app::writeFileAtomically(file, {fresh.constData(), static_cast<std::size_t>(fresh.size())})) ::_exit(1);
        }
      }
      char byte = 0;
      QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
      QTest::qWait(round % 8);
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      ::close(ready[0]);
      ::close(ready[1]);
      QVERIFY(WIFSIGNALED(status));
      const QByteArray now = test::readBytes(file);
      QVERIFY2(now == old || now == fresh, "a part of a file was left");
    }
  }
};

QTEST_GUILESS_MAIN(SessionFileTest)
#include "session_file_test.moc"
