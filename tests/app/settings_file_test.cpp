// SPDX-License-Identifier: GPL-3.0-or-later
// The settings file: what is written comes back, what a person wrote stays, and no bytes whatever do more than cost a value.
#include <random>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include "app/settings_file.h"
#include "tests/app/session_fixture.h"

using namespace dsm;
using app::parseSettings;
using app::settingsText;
using ui::Settings;

namespace {

Settings randomSettings(std::mt19937& random) {
  const auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  std::uniform_real_distribution<double> budget(ui::kLeastBudgetSeconds, ui::kMostBudgetSeconds);
  std::uniform_real_distribution<double> threshold(ui::kLeastThresholdPercent, ui::kMostThresholdPercent);
  Settings settings;
  settings.scheme = static_cast<ui::SchemeChoice>(pick(3));
  settings.dataPalette = static_cast<ui::DataPalette>(pick(2));
  settings.textPercent = std::array{100, 125, 150}[static_cast<std::size_t>(pick(3))];
  settings.movedBytes = static_cast<ui::ByteUnits>(pick(2));
  settings.budgetSeconds = budget(random);
  settings.minSamples = ui::kLeastSamples + pick(1000);
  settings.maxSamples = settings.minSamples + pick(1000);
  settings.thresholdPercent = threshold(random);
  for (int i = pick(4); i > 0; --i) {
    settings.workers.push_back({QStringLiteral("box %1 \u00e4\u4e2d").arg(i), QStringLiteral("ssh \"host %1\" 'a = b; c' --x=\\\"y\\\" [1] #2").arg(pick(9))});
  }
  if (!settings.workers.empty() && pick(2) == 0) settings.worker = settings.workers.back().name;
  return settings;
}

}  // namespace

class SettingsFileTest : public QObject {
  Q_OBJECT
 private slots:
  void randomSettingsComeBackEqual() {
    std::mt19937 random(5);
    QByteArray text;
    for (int round = 0; round < 500; ++round) {
      const Settings settings = randomSettings(random);
      text = settingsText(settings, round % 3 == 0 ? QByteArray() : text);  // new, or over the last one
      const auto loaded = parseSettings(text);
      QVERIFY2(loaded.problems.isEmpty(), qPrintable(loaded.problems.join(u' ')));
      QVERIFY2(loaded.settings == settings, text.constData());
      QCOMPARE(settingsText(settings, text), text);  // nothing to change, nothing changed
    }
  }

  void aNewFileIsReadable() {
    const QByteArray text = settingsText(Settings{}, {});
    QVERIFY(text.startsWith("# Settings of DSMScope"));
    for (const char* line : {"[appearance]\ntheme = automatic\n", "palette = colour\n", "text_percent = 100\n", "moved_bytes = SI\n", "[measuring]\nbudget_seconds = 2\n",
                             "fewest_launches = 20\n", "most_launches = 320\n", "worker =\n", "[comparison]\nthreshold_percent = 1\n"}) {
      QVERIFY2(text.contains(line), line);
    }
  }

  void everyKeyWrongInTurnCostsThatKeyAlone() {
    std::mt19937 random(9);
    for (const app::SettingKey& key : app::settingKeys()) {
      for (const char* wrong : {"purple", "-1", "1e999", "nan", "0x10", "12,5", "=", "\xff\xfe", "100 200"}) {
        Settings settings = randomSettings(random);
        settings.maxSamples = ui::kMostSamples;  // so that a default of the other one does not contradict it
        settings.minSamples = ui::kLeastSamples;
        QByteArray text = settingsText(settings, {});
        const QByteArray name(key.key);
        const qsizetype at = text.indexOf('\n' + name + " =") + 1;
        QVERIFY(at > 0);
        text.replace(at, text.indexOf('\n', at) - at, name + " = " + wrong);
        const auto loaded = parseSettings(text);
        Settings expected = settings;
        QVERIFY(key.set(expected, key.get(Settings{})));
        QVERIFY2(loaded.settings == expected, (name + " = " + wrong).constData());
        QCOMPARE(loaded.problems.size(), 1);
        QVERIFY2(loaded.problems.front().contains(QString::fromLatin1(name)), qPrintable(loaded.problems.front()));
        QVERIFY2(loaded.problems.front().contains(QString::fromUtf8(wrong)), qPrintable(loaded.problems.front()));
      }
    }
  }

  void limitsAreInsideAndOneBeyondIsOutside() {
    const auto problems = [](const char* section, const char* line) {
      return parseSettings(QByteArray("[") + section + "]\nmost_launches = 100000\n" + line).problems.size();
    };
    QCOMPARE(problems("measuring", "budget_seconds = 0.05"), 0);
    QCOMPARE(problems("measuring", "budget_seconds = 0.049"), 1);
    QCOMPARE(problems("measuring", "budget_seconds = 600"), 0);
    QCOMPARE(problems("measuring", "budget_seconds = 600.1"), 1);
    QCOMPARE(problems("measuring", "fewest_launches = 6"), 0);
    QCOMPARE(problems("measuring", "fewest_launches = 5"), 1);
    QCOMPARE(problems("measuring", "fewest_launches = 6.5"), 1);
    QCOMPARE(problems("comparison", "threshold_percent = 2 %"), 0);
    QCOMPARE(problems("comparison", "threshold_percent = 51"), 1);
    QCOMPARE(problems("measuring", "budget_seconds = 2 %"), 1);
  }

  void settingsThatContradictEachOtherGiveWay() {
    auto loaded = parseSettings("[measuring]\nfewest_launches = 50\nmost_launches = 40\n");
    QCOMPARE(loaded.settings.minSamples, 50);
    QCOMPARE(loaded.settings.maxSamples, 50);
    QCOMPARE(loaded.problems.size(), 1);
    loaded = parseSettings("[measuring]\nworker = gone\n[workers]\nhere = ssh here dsmscope-worker\nempty =\n");
    QVERIFY(loaded.settings.worker.isEmpty());
    QCOMPARE(loaded.settings.workers.size(), std::size_t{1});
    QCOMPARE(loaded.problems.size(), 2);
    QVERIFY(loaded.problems.last().contains(QStringLiteral("gone")));
  }

  void whatIsNotKnownStaysInPlaceWithItsBytes() {
    const QByteArray old =
        "; mine\r\n[Appearance]\r\n  Theme=dark   \r\nfont = Comic\r\n\r\n[future]\r\nx = 1\r\n\xff\xfe raw \xc3\r\n[workers]\r\nnonsense\r\nold = ssh old w\r\n";
    Settings settings = parseSettings(old).settings;
    QCOMPARE(settings.scheme, ui::SchemeChoice::dark);
    settings.scheme = ui::SchemeChoice::light;
    settings.workers = {{QStringLiteral("new"), QStringLiteral("ssh new w")}};
    const QByteArray text = settingsText(settings, old);
    QVERIFY(text.startsWith("; mine\r\n[Appearance]\r\ntheme = light\r\nfont = Comic\r\n"));
    for (const char* kept : {"[future]\r\nx = 1\r\n", "\xff\xfe raw \xc3\r\n", "nonsense\r\n", "new = ssh new w\n"}) QVERIFY2(text.contains(kept), kept);
    QVERIFY(!text.contains("ssh old"));
    QVERIFY(parseSettings(text).settings == settings);
  }

  void theLastOfTwoLinesCountsAndIsTheOneThatChanges() {
    const QByteArray old = "[comparison]\nthreshold_percent = 2\nthreshold_percent = 5\n";
    Settings settings = parseSettings(old).settings;
    QCOMPARE(settings.thresholdPercent, 5.0);
    settings.thresholdPercent = 3;
    const QByteArray text = settingsText(settings, old);
    QVERIFY(text.contains("threshold_percent = 2\nthreshold_percent = 3\n"));
    QCOMPARE(parseSettings(text).settings.thresholdPercent, 3.0);
  }

  void anyBytesAreReadToLegalSettingsAndWrittenOverOnce() {
    std::mt19937 random(13);
    const QByteArray seed = settingsText(randomSettings(random), {});
    for (int round = 0; round < 2000; ++round) {
      QByteArray text = round % 2 == 0 ? seed : QByteArray(static_cast<int>(random() % 400), '\0');
      for (int change = 1 + static_cast<int>(random() % 40); change > 0 && !text.isEmpty(); --change) {
        text[static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()))] = static_cast<char>(random());
      }
      const auto loaded = parseSettings(text);
      const Settings& settings = loaded.settings;
      QVERIFY(settings.budgetSeconds >= ui::kLeastBudgetSeconds && settings.budgetSeconds <= ui::kMostBudgetSeconds);
      QVERIFY(settings.minSamples >= ui::kLeastSamples && settings.maxSamples >= settings.minSamples && settings.maxSamples <= ui::kMostSamples);
      QVERIFY(settings.thresholdPercent >= ui::kLeastThresholdPercent && settings.thresholdPercent <= ui::kMostThresholdPercent);
      QVERIFY(settings.textPercent == 100 || settings.textPercent == 125 || settings.textPercent == 150);
      for (const ui::WorkerChoice& worker : settings.workers) QVERIFY(ui::isWorkerName(worker.name) && !worker.command.isEmpty());
      const auto again = parseSettings(settingsText(settings, text));
      QVERIFY2(again.settings == settings, text.toPercentEncoding().constData());
      for (const QString& problem : loaded.problems) QVERIFY(problem.endsWith(u'.'));
    }
  }

  void filesOfEveryKindAreOneSentenceOrNone() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("deep/er/settings.ini"));
    QVERIFY(!app::readSettings(path).exists);
    Settings settings;
    settings.thresholdPercent = 2;
    QVERIFY(app::writeSettings(path, settings).has_value());
    QVERIFY(app::readSettings(path).settings == settings);
    const auto folderInPlace = app::readSettings(folder.path());
    QCOMPARE(folderInPlace.problems.size(), 1);
    QVERIFY(folderInPlace.settings == Settings{});
    QVERIFY(!app::writeSettings(folder.path(), settings));
    const QString large = folder.filePath(QStringLiteral("large.ini"));
    test::writeBytes(large, QByteArray(2 << 20, '#'));
    QCOMPARE(app::readSettings(large).problems.size(), 1);
    QVERIFY(!app::writeSettings(large, settings));
    QCOMPARE(QFileInfo(large).size(), 2 << 20);
    QVERIFY(!app::writeSettings(large + QStringLiteral("/below"), settings));
  }

  void aLinkIsFollowedAndAReadOnlyFileIsLeftAlone() {
    QTemporaryDir folder;
    const QString target = folder.filePath(QStringLiteral("mine.ini"));
    const QString link = folder.filePath(QStringLiteral("settings.ini"));
    test::writeBytes(target, "# mine\n");
    QVERIFY(QFile::link(target, link));
    Settings settings;
    settings.textPercent = 150;
    QVERIFY(app::writeSettings(link, settings).has_value());
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(test::readBytes(target).startsWith("# mine\n"));
    QVERIFY(app::readSettings(target).settings == settings);
    QFile::setPermissions(target, QFile::ReadOwner);
    if (QFileInfo(target).isWritable()) QSKIP("this user may write everything");
    settings.textPercent = 100;
    const auto written = app::writeSettings(link, settings);
    QVERIFY(!written);
    QVERIFY(written.error().message.find("read-only") != std::string::npos);
    QVERIFY(app::readSettings(target).settings.textPercent == 150);
  }

  void theWorkerInUseHasItsCommandLine() {
    Settings settings;
    QVERIFY(app::commandOf(settings).isEmpty());
    settings.workers = {{QStringLiteral("a"), QStringLiteral("ssh a w")}, {QStringLiteral("b"), QStringLiteral("ssh b w")}};
    settings.worker = QStringLiteral("b");
    QCOMPARE(app::commandOf(settings), QStringLiteral("ssh b w"));
  }
};

QTEST_GUILESS_MAIN(SettingsFileTest)
#include "settings_file_test.moc"
