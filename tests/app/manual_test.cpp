// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of the tables of the command line: the completion of each shell, asked as the shell would ask it, and the manual page,
// read by its own readers. A shell or reader that is not there is said aloud and passed over.
#include <set>

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/cli/command_manual.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/program_call.h"
#include "tests/app/session_fixture.h"

using namespace dsm;

namespace {

const model::Catalogue& catalogue() { return experiments::catalogue(); }

}  // namespace

class ManualTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;

  QString scriptOf(const char* shell) {
    const QString file = m_folder.filePath(QLatin1String(shell));
    test::writeBytes(file, app::completionScript(QLatin1String(shell), catalogue()).toUtf8());
    return file;
  }
  test::Outcome outcomeOf(const QString& program, const QStringList& arguments, const QString& folder) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    process.closeWriteChannel();
    process.waitForFinished(60'000);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  }
  // The words as bash splits them, the last being the one in work.
  QStringList bash(const QStringList& words) {
    QStringList arguments{QStringLiteral("--norc"), QStringLiteral("--noprofile"), QStringLiteral("-c"),
                          QStringLiteral("source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _dsmscope; printf '%s\\n' \"${COMPREPLY[@]}\""),
                          scriptOf("bash"), QStringLiteral("dsmscope")};
    const test::Outcome outcome = outcomeOf(QStringLiteral("bash"), arguments + words, m_folder.path());
    if (!outcome.err.isEmpty()) qWarning("%s", outcome.err.constData());
    return outcome.err.isEmpty() ? QString::fromUtf8(outcome.out).split(QLatin1Char('\n'), Qt::SkipEmptyParts) : QStringList{QStringLiteral("error")};
  }

 private slots:
  void initTestCase() {
    test::writeBytes(m_folder.filePath(QStringLiteral("session one.dsmscope")), "x");
    QDir(m_folder.path()).mkdir(QStringLiteral("sub"));
  }

  void bashKnowsCommandsOptionsChoicesAndFiles() {
    QVERIFY(bash({""}).contains("compare"));
    QVERIFY(bash({""}).contains("session one.dsmscope"));
    QVERIFY(!bash({""}).contains("shots"));
    QCOMPARE(bash({"comp"}), (QStringList{"compare", "completion"}));
    QCOMPARE(bash({"compare", "--t"}), QStringList{"--threshold"});
    QCOMPARE(bash({"export", "x", "--theme", ""}), (QStringList{"print", "light", "dark"}));
    QCOMPARE(bash({"export", "x", "--theme", "=", "l"}), QStringList{"light"});
    QCOMPARE(bash({"export", "x", "--theme", "="}), (QStringList{"print", "light", "dark"}));
    QCOMPARE(bash({"run", "hist"}), QStringList{"histogram"});
    QVERIFY(bash({"run", "histogram", "--input", ""}).contains("uniform"));
    QVERIFY(bash({"run", "histogram", "--load"}).contains("--load-bytes"));
    QCOMPARE(bash({"run", "token_hop", "--variant", ""}),
             (QStringList{"dsmem_barrier", "global_fence_barrier", "grid_sync", "relaunch"}));
    QVERIFY(bash({"run", "--variant", "cluster"}).contains("cluster_dsmem"));
    QCOMPARE(bash({"run", "histogram", "--out", "ses"}), QStringList{"session one.dsmscope"});
    QCOMPARE(bash({"record", "--out", ""}), QStringList{"sub"});
    QCOMPARE(bash({"check", "ses"}), QStringList{"session one.dsmscope"});
    QVERIFY(bash({"compare", ""}).contains("recorded"));
    QCOMPARE(bash({"compare", "recorded", ":", "hist"}), QStringList{"histogram"});
    QVERIFY(bash({"compare", "recorded", ":"}).contains("token_hop"));
    QCOMPARE(bash({"completion", ""}), (QStringList{"bash", "zsh", "fish"}));
    QCOMPARE(bash({"--ver"}), QStringList{"--version"});
    QVERIFY(bash({"run", "histogram", "--seed", ""}).isEmpty());
  }

  void everyOptionOfEveryCommandIsInEveryShell() {
    for (const char* shell : {"bash", "zsh", "fish"}) {
      const QString script = app::completionScript(QLatin1String(shell), catalogue());
      for (const app::CommandText& command : app::commandTexts()) {
        if (command.hidden) continue;
        for (const app::ShownOption& option : app::shownOptions(command, catalogue())) {
          const QString name = QLatin1String(shell) == QLatin1String("fish") ? QStringLiteral("-l ") + option.name : QStringLiteral("--") + option.name;
          QVERIFY2(script.contains(name), qPrintable(QLatin1String(shell) + QLatin1Char(' ') + command.name + QLatin1Char(' ') + option.name));
        }
      }
    }
    // And each that is offered is taken.
    for (const app::CommandText& command : app::commandTexts()) {
      if (command.name.isEmpty()) continue;
      for (const app::ShownOption& option : app::shownOptions(command, catalogue())) {
        QStringList arguments{command.name};
        for (int place = 0; place < command.least; ++place) arguments << (command.name == QLatin1String("completion") ? "bash" : "x");
        arguments << QStringLiteral("--") + option.name;
        if (!option.valueName.isEmpty()) arguments << QStringLiteral("1");
        QVERIFY2(app::parseCommandLine(arguments, catalogue()).has_value(), qPrintable(arguments.join(QLatin1Char(' '))));
      }
    }
  }

  void wordsThatAShellWouldReadAreLeftOut() {
    QCOMPARE(app::plainWords({"2^20", "a b", "$(rm)", "`x`", "u4", "a'b", "*", ""}), (QStringList{"2^20", "u4"}));
  }

  void zshTakesItsScript() {
    const QString zsh = QStandardPaths::findExecutable(QStringLiteral("zsh"));
    if (zsh.isEmpty()) QSKIP("zsh is not installed.");
    const test::Outcome outcome = outcomeOf(
        zsh, {"-f", "-c", QStringLiteral("autoload -Uz compinit; compinit -D -u; source \"$1\"; print ${_comps[dsmscope]}"), "zsh", scriptOf("zsh")},
        m_folder.path());
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.out.trimmed(), QByteArray("_dsmscope"));
  }

  void fishOffersCommandsOptionsAndChoices() {
    const QString fish = QStandardPaths::findExecutable(QStringLiteral("fish"));
    if (fish.isEmpty()) QSKIP("fish is not installed.");
    const auto offered = [&](const char* line) {
      const test::Outcome outcome = outcomeOf(fish, {"--no-config", "-c", QStringLiteral("source $argv[1]; complete -C $argv[2]"), scriptOf("fish"), QLatin1String(line)}, m_folder.path());
      if (!outcome.err.isEmpty()) qWarning("%s", outcome.err.constData());
      QStringList words;
      for (const QByteArray& each : outcome.out.split('\n')) words.append(QString::fromUtf8(each.split('\t').first()));
      words.removeAll(QString());
      return words;
    };
    QVERIFY(offered("dsmscope comp").contains("compare"));
    QCOMPARE(offered("dsmscope run --cache "), (QStringList{"flushed", "warm"}));
    QVERIFY(offered("dsmscope run ").contains("histogram"));
    QVERIFY(offered("dsmscope compare --th").contains("--threshold"));
    QVERIFY(!offered("dsmscope check --th").contains("--threshold"));
  }

  void theManualPageIsReadWithoutAWarning() {
    const QString file = m_folder.filePath(QStringLiteral("dsmscope.1"));
    test::writeBytes(file, app::manPage(catalogue()).toUtf8());
    bool read = false;
    if (const QString groff = QStandardPaths::findExecutable(QStringLiteral("groff")); !groff.isEmpty()) {
      read = true;
      const test::Outcome outcome = outcomeOf(groff, {"-man", "-ww", "-Tascii", "-P-c", file}, m_folder.path());
      QCOMPARE(outcome.err, QByteArray());
      for (const char* part : {"EXIT STATUS", "compare BASE NEW", "--threshold PERCENT", "--load-bytes", "cluster_dsmem"}) {
        QVERIFY2(outcome.out.contains(part) || QByteArray(outcome.out).replace("\x08", "").contains(part), part);
      }
    }
    if (const QString mandoc = QStandardPaths::findExecutable(QStringLiteral("mandoc")); !mandoc.isEmpty()) {
      read = true;
      const test::Outcome outcome = outcomeOf(mandoc, {"-Tlint", "-Wwarning", file}, m_folder.path());
      QCOMPARE(outcome.out + outcome.err, QByteArray());
    }
    if (!read) QSKIP("Neither groff nor mandoc is installed.");
  }

  void theManualPageHoldsEveryCommandOptionAndExitCode() {
    QString page = app::manPage(catalogue());
    page.replace(QLatin1String("\\-"), QLatin1String("-"));
    for (const app::CommandText& command : app::commandTexts()) {
      if (command.name.isEmpty()) continue;
      QCOMPARE(page.contains(QStringLiteral(".SS ") + command.name + QLatin1Char('\n')), !command.hidden);
      if (command.hidden) continue;
      for (const app::ShownOption& option : app::shownOptions(command, catalogue())) QVERIFY(page.contains(QStringLiteral("--") + option.name));
    }
    const QString help = app::helpText({}, catalogue());
    for (const app::ExitCodeText& exit : app::exitCodeTexts()) {
      QVERIFY(page.contains(QStringLiteral("\\fB%1\\fR\n%2").arg(exit.code).arg(exit.meaning)));
      QVERIFY(help.contains(exit.meaning));
    }
  }

  void theProgramPrintsThem() {
    const QProcessEnvironment variables = test::screenless(m_folder.path(), m_folder.path());
    const auto printed = [&](const QStringList& arguments) { return test::callProgram(QStringLiteral(DSM_PROGRAM), arguments, variables); };
    QCOMPARE(printed({"man"}).out, app::manPage(catalogue()).toUtf8());
    for (const char* shell : {"bash", "zsh", "fish"}) {
      const test::Outcome outcome = printed({"completion", shell});
      QCOMPARE(outcome.code, 0);
      QCOMPARE(outcome.out, app::completionScript(QLatin1String(shell), catalogue()).toUtf8());
    }
  }
};

QTEST_GUILESS_MAIN(ManualTest)
#include "manual_test.moc"
