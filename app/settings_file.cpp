// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include "app/session/atomic_file.h"

namespace dsm::app {
namespace {

constexpr qint64 kMostBytes = 1 << 20;
constexpr qsizetype kMostShown = 60;  // characters of a wrong value
constexpr const char* kWorkers = "workers";
constexpr const char* kHead =
    "# Settings of DSMScope. They are read when it starts and written when one is changed in its settings window.\n"
    "# Lines that it does not know are kept.\n";

QString words(const char* english) { return QCoreApplication::translate("dsm::app::Settings", english); }

std::optional<double> numberIn(const QString& text, double least, double most, const char* unit = nullptr) {
  QString plain = text;
  if (unit != nullptr && plain.endsWith(QLatin1String(unit))) plain.chop(1);
  bool ok = false;
  const double value = plain.trimmed().toDouble(&ok);  // never by the locale
  return ok && std::isfinite(value) && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

std::optional<int> integerIn(const QString& text, int least, int most, const char* unit = nullptr) {
  const auto value = numberIn(text, least, most, unit);
  return value && *value == std::floor(*value) ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

// The shortest decimal that reads back as the same double.
QString numberText(double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); }

constexpr std::array<const char*, 3> kSchemes{"automatic", "light", "dark"};
constexpr std::array<const char*, 2> kPalettes{"colour", "grey"};
constexpr std::array<const char*, 2> kByteUnits{"SI", "IEC"};

template <std::size_t N, class Value>
bool setWord(const std::array<const char*, N>& known, const QString& text, Value& value) {
  for (std::size_t i = 0; i < N; ++i) {
    if (text.compare(QLatin1String(known[i]), Qt::CaseInsensitive) == 0) {
      value = static_cast<Value>(i);
      return true;
    }
  }
  return false;
}

std::vector<SettingKey> makeKeys() {
  using ui::Settings;
  std::vector<SettingKey> keys;
  keys.push_back({"appearance", "theme", "automatic, light or dark",
                  [](const Settings& s) { return QString::fromLatin1(kSchemes[static_cast<std::size_t>(s.scheme)]); },
                  [](Settings& s, const QString& text) { return setWord(kSchemes, text, s.scheme); }});
  keys.push_back({"appearance", "palette", "colour or grey",
                  [](const Settings& s) { return QString::fromLatin1(kPalettes[static_cast<std::size_t>(s.dataPalette)]); },
                  [](Settings& s, const QString& text) { return setWord(kPalettes, text, s.dataPalette); }});
  keys.push_back({"appearance", "text_percent", "100, 125 or 150", [](const Settings& s) { return QString::number(s.textPercent); },
                  [](Settings& s, const QString& text) {
                    const auto value = integerIn(text, 100, 150, "%");
                    const bool known = value && (*value == 100 || *value == 125 || *value == 150);
                    if (known) s.textPercent = *value;
                    return known;
                  }});
  keys.push_back({"appearance", "moved_bytes", "SI or IEC",
                  [](const Settings& s) { return QString::fromLatin1(kByteUnits[static_cast<std::size_t>(s.movedBytes)]); },
                  [](Settings& s, const QString& text) { return setWord(kByteUnits, text, s.movedBytes); }});
  keys.push_back({"measuring", "budget_seconds", "a number of seconds from 0.05 to 600", [](const Settings& s) { return numberText(s.budgetSeconds); },
                  [](Settings& s, const QString& text) {
                    const auto value = numberIn(text, ui::kLeastBudgetSeconds, ui::kMostBudgetSeconds);
                    if (value) s.budgetSeconds = *value;
                    return value.has_value();
                  }});
  const auto samples = [&keys](const char* key, int ui::Settings::*member) {
    keys.push_back({"measuring", key, "a whole number from 6 to 100000", [member](const Settings& s) { return QString::number(s.*member); },
                    [member](Settings& s, const QString& text) {
                      const auto value = integerIn(text, ui::kLeastSamples, ui::kMostSamples);
                      if (value) s.*member = *value;
                      return value.has_value();
                    }});
  };
  samples("fewest_launches", &ui::Settings::minSamples);
  samples("most_launches", &ui::Settings::maxSamples);
  // Checked against the list of workers at the end.
  keys.push_back({"measuring", "worker", "the name of a worker of this file, or nothing for this machine", [](const Settings& s) { return s.worker; },
                  [](Settings& s, const QString& text) {
                    s.worker = text;
                    return text.isEmpty() || ui::isWorkerName(text);
                  }});
  keys.push_back({"comparison", "threshold_percent", "a number from 0.05 to 50", [](const Settings& s) { return numberText(s.thresholdPercent); },
                  [](Settings& s, const QString& text) {
                    const auto value = numberIn(text, ui::kLeastThresholdPercent, ui::kMostThresholdPercent, "%");
                    if (value) s.thresholdPercent = *value;
                    return value.has_value();
                  }});
  return keys;
}

// One line, taken apart. `key` empty: a comment, a section's head, nothing, or nonsense.
struct Line {
  QString section;
  QString key;
  QString value;
};

Line parsedLine(const QByteArray& bytes, QString& section) {
  const QString text = QString::fromUtf8(bytes).trimmed();
  Line line{section, {}, {}};
  if (text.isEmpty() || text[0] == QLatin1Char('#') || text[0] == QLatin1Char(';')) return line;
  if (text[0] == QLatin1Char('[')) {
    if (text.endsWith(QLatin1Char(']'))) section = text.mid(1, text.size() - 2).trimmed().toLower();
    line.section = section;
    return line;
  }
  const qsizetype equals = text.indexOf(QLatin1Char('='));
  if (equals <= 0) return line;
  line.key = text.left(equals).trimmed();
  line.value = text.mid(equals + 1).trimmed();
  return line;
}

QString shownValue(const QString& value) { return value.size() > kMostShown ? value.left(kMostShown) + QChar(0x2026) : value; }

QString problemOf(const SettingKey& key, const QString& value, const ui::Settings& defaults) {
  const QString holds = key.get(defaults);
  return words("%1 = %2 is not %3; %4 holds.")
      .arg(QString::fromLatin1(key.key), shownValue(value), words(key.expected), holds.isEmpty() ? words("this machine") : holds);
}

void takeWorker(LoadedSettings& loaded, const Line& line) {
  if (!ui::isWorkerName(line.key) || line.value.isEmpty()) {
    loaded.problems << words("The worker %1 has no command and is left out.").arg(shownValue(line.key));
    return;
  }
  const auto found = std::ranges::find(loaded.settings.workers, line.key, &ui::WorkerChoice::name);
  if (found == loaded.settings.workers.end()) {
    loaded.settings.workers.push_back({line.key, line.value});
  } else {
    found->command = line.value;
  }
}

// A text whose lines are changed one at a time; all others keep their bytes.
class SettingsLines {
 public:
  explicit SettingsLines(const QByteArray& text) : m_lines(text.split('\n')) {
    while (!m_lines.isEmpty() && m_lines.last().trimmed().isEmpty()) m_lines.removeLast();
  }

  void set(const QString& section, const QString& key, const QString& value) {
    const QByteArray line = (value.isEmpty() ? key + QStringLiteral(" =") : key + QStringLiteral(" = ") + value).toUtf8();
    qsizetype end = -1;  // behind the last line of the section that says something
    qsizetype place = -1;
    QString at;
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
      const Line parsed = parsedLine(m_lines[i], at);
      if (parsed.section != section) continue;
      if (!m_lines[i].trimmed().isEmpty()) end = i + 1;
      if (parsed.key.compare(key, section == QLatin1String(kWorkers) ? Qt::CaseSensitive : Qt::CaseInsensitive) == 0) place = i;
    }
    if (place >= 0) {
      QString inside = section;
      if (parsedLine(m_lines[place], inside).value != value) m_lines[place] = m_lines[place].endsWith('\r') ? line + '\r' : line;
      return;
    }
    if (end < 0) {
      if (!m_lines.isEmpty()) m_lines.append(QByteArray());
      m_lines.append('[' + section.toUtf8() + ']');
      end = m_lines.size();
    }
    m_lines.insert(end, line);
  }

  // Lines of workers that stay keep their place; where they stand in another order than `kept`, all of them go, to be written anew.
  void removeWorkersBut(const std::vector<ui::WorkerChoice>& kept) {
    QStringList staying;
    QStringList wanted;
    for (const ui::WorkerChoice& worker : kept) wanted << worker.name;
    forEachWorker([&](const QString& name) {
      if (wanted.contains(name) && !staying.contains(name)) staying << name;
    });
    const bool inOrder = staying == wanted.mid(0, staying.size());
    QString at;
    QList<QByteArray> lines;
    for (const QByteArray& bytes : std::as_const(m_lines)) {
      const Line line = parsedLine(bytes, at);
      if (!isWorker(line) || (inOrder && staying.contains(line.key))) lines.append(bytes);
    }
    m_lines = lines;
  }

  QByteArray text() const { return m_lines.join('\n') + '\n'; }

 private:
  static bool isWorker(const Line& line) {
    return line.section == QLatin1String(kWorkers) && ui::isWorkerName(line.key) && !line.value.isEmpty();
  }
  template <class Call>
  void forEachWorker(Call call) const {
    QString at;
    for (const QByteArray& bytes : m_lines) {
      const Line line = parsedLine(bytes, at);
      if (isWorker(line)) call(line.key);
    }
  }

  QList<QByteArray> m_lines;
};

// What only makes sense together.
void checkTogether(LoadedSettings& loaded) {
  ui::Settings& settings = loaded.settings;
  if (settings.maxSamples < settings.minSamples) {
    loaded.problems << words("most_launches = %1 is below fewest_launches = %2; %2 holds for both.").arg(settings.maxSamples).arg(settings.minSamples);
    settings.maxSamples = settings.minSamples;
  }
  const bool known = settings.worker.isEmpty() || std::ranges::find(settings.workers, settings.worker, &ui::WorkerChoice::name) != settings.workers.end();
  if (!known) {
    loaded.problems << words("worker = %1 is not %2; %3 holds.")
                           .arg(shownValue(settings.worker), words("the name of a worker of this file, or nothing for this machine"), words("this machine"));
    settings.worker.clear();
  }
}

}  // namespace

const std::vector<SettingKey>& settingKeys() {
  static const std::vector<SettingKey> kKeys = makeKeys();
  return kKeys;
}

QString commandOf(const ui::Settings& settings) {
  const auto found = std::ranges::find(settings.workers, settings.worker, &ui::WorkerChoice::name);
  return settings.worker.isEmpty() || found == settings.workers.end() ? QString() : found->command;
}

// By path: QSettings would ask the application for its name, and this is read before there is one.
QString settingsFilePath() {
  const QString base = qEnvironmentVariable("XDG_CONFIG_HOME");
  return (base.isEmpty() ? QDir::homePath() + QStringLiteral("/.config") : base) + QStringLiteral("/dsmscope/settings.ini");
}

LoadedSettings parseSettings(const QByteArray& text) {
  LoadedSettings loaded;
  const ui::Settings defaults;
  std::vector<QString> values(settingKeys().size());
  std::vector<bool> given(settingKeys().size(), false);
  QString section;
  for (const QByteArray& bytes : text.split('\n')) {
    const Line line = parsedLine(bytes, section);
    if (line.key.isEmpty()) continue;
    if (line.section == QLatin1String(kWorkers)) {
      takeWorker(loaded, line);
      continue;
    }
    for (std::size_t i = 0; i < settingKeys().size(); ++i) {
      const SettingKey& key = settingKeys()[i];
      if (line.section != QLatin1String(key.section) || line.key.compare(QLatin1String(key.key), Qt::CaseInsensitive) != 0) continue;
      values[i] = line.value;
      given[i] = true;
    }
  }
  for (std::size_t i = 0; i < settingKeys().size(); ++i) {
    const SettingKey& key = settingKeys()[i];
    ui::Settings with = loaded.settings;
    if (!given[i]) continue;
    if (key.set(with, values[i])) {
      loaded.settings = with;
    } else {
      loaded.problems << problemOf(key, values[i], defaults);
    }
  }
  checkTogether(loaded);
  return loaded;
}

QByteArray settingsText(const ui::Settings& settings, const QByteArray& old) {
  SettingsLines lines(old.trimmed().isEmpty() ? QByteArray(kHead) : old);
  for (const SettingKey& key : settingKeys()) lines.set(QString::fromLatin1(key.section), QString::fromLatin1(key.key), key.get(settings));
  lines.removeWorkersBut(settings.workers);
  for (const ui::WorkerChoice& worker : settings.workers) lines.set(QString::fromLatin1(kWorkers), worker.name, worker.command);
  return lines.text();
}

LoadedSettings readSettings(const QString& path) {
  LoadedSettings loaded;
  QFile file(path);
  loaded.exists = file.exists();
  if (!loaded.exists) return loaded;
  if (file.size() > kMostBytes) {
    loaded.problems << words("%1 has over 1 MiB and is left alone; defaults hold.").arg(path);
    return loaded;
  }
  if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
    loaded.problems << words("%1 could not be read: %2. Defaults hold.").arg(path, QFileInfo(path).isFile() ? file.errorString() : words("it is no file"));
    return loaded;
  }
  return parseSettings(file.read(kMostBytes));
}

model::Expected<void> writeSettings(const QString& path, const ui::Settings& settings) {
  // A link is followed: keeping settings elsewhere and linking to them is the person's own doing.
  const QString canonical = QFileInfo(path).canonicalFilePath();
  const QString target = canonical.isEmpty() ? path : canonical;
  QByteArray old;
  if (QFile file(target); file.exists()) {
    if (file.size() > kMostBytes)
      return model::fail("not_written", path.toStdString() + " has over 1 MiB and was left alone.", "Make it smaller, then change a setting again.");
    if (file.open(QIODevice::ReadOnly)) old = file.read(kMostBytes);
  }
  QDir().mkpath(QFileInfo(target).absolutePath());
  // A rename would get round the person's own write protection.
  if (QFileInfo(target).exists() && !QFileInfo(target).isWritable())
    return model::fail("not_written", path.toStdString() + " is read-only, so this setting lasts until DSMScope ends.", "Make it writable to keep settings.");
  const QByteArray text = settingsText(settings, old);
  return writeFileAtomically(target, {text.constData(), static_cast<std::size_t>(text.size())});
}

}  // namespace dsm::app
