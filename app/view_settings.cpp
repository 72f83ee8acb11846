// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/view_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace dsm::app {
namespace {

constexpr qsizetype kMostRecent = 10;

// By path: QSettings would ask the application for its name, and this is read before there is one.
QString settingsPath() {
  const QString base = qEnvironmentVariable("XDG_CONFIG_HOME");
  return (base.isEmpty() ? QDir::homePath() + QStringLiteral("/.config") : base) + QStringLiteral("/dsmscope/window.ini");
}

// "off", or sets and names with commas between, as on the command line.
QString countersText(const model::CounterRequest& request) {
  QStringList words;
  for (const auto* list : {&request.sets, &request.names}) {
    for (const std::string& word : *list) words.append(QString::fromStdString(word));
  }
  return words.isEmpty() ? QStringLiteral("off") : words.join(QLatin1Char(','));
}

model::CounterRequest countersFrom(const QString& text) {
  if (text == QLatin1String("off")) return {{}, {}, true};
  return model::parseCounterRequest(text.toStdString());
}

}  // namespace

ui::ViewState readViewState(const model::Catalogue& catalogue) {
  ui::ViewState state;
  const QString path = settingsPath();
  if (!QFileInfo::exists(path)) return state;
  QSettings stored(path, QSettings::IniFormat);
  stored.beginGroup(QStringLiteral("view"));
  state.experiment = stored.value(QStringLiteral("experiment")).toString().toStdString();
  const model::ExperimentSpec* spec = model::findSpec(catalogue, state.experiment);
  if (spec == nullptr) state.experiment.clear();
  if (spec != nullptr) {
    for (const model::Parameter& parameter : spec->info().parameters) {
      const QVariant value = stored.value(QStringLiteral("value_") + QString::fromStdString(parameter.id));
      bool isNumber = false;
      const qlonglong number = value.toLongLong(&isNumber);
      if (isNumber && model::checkValue(parameter, number)) state.values[parameter.id] = number;
    }
    for (const QString& variant : stored.value(QStringLiteral("variants")).toStringList()) {
      if (spec->variant(variant.toStdString()) != nullptr) state.variants.push_back(variant.toStdString());
    }
  }
  state.tab = stored.value(QStringLiteral("tab")).toString();
  if (stored.contains(QStringLiteral("counters"))) state.counters = countersFrom(stored.value(QStringLiteral("counters")).toString());
  state.geometry = stored.value(QStringLiteral("geometry")).toByteArray();
  state.layout = stored.value(QStringLiteral("layout")).toByteArray();
  // Theme and text size were kept here before there were settings; who has none yet keeps them.
  const int scheme = stored.value(QStringLiteral("scheme"), 0).toInt();
  if (scheme >= 0 && scheme <= static_cast<int>(ui::SchemeChoice::dark)) state.scheme = static_cast<ui::SchemeChoice>(scheme);
  const double scale = stored.value(QStringLiteral("text_scale"), 1.0).toDouble();
  if (scale >= 1.0 && scale <= 1.5) state.textScale = scale;
  state.runsFolded = stored.value(QStringLiteral("runs_folded"), false).toBool();
  state.firstStartSeen = stored.value(QStringLiteral("first_start_seen"), false).toBool();
  return state;
}

void writeViewState(const ui::ViewState& state) {
  QSettings stored(settingsPath(), QSettings::IniFormat);
  stored.remove(QStringLiteral("view"));
  stored.beginGroup(QStringLiteral("view"));
  stored.setValue(QStringLiteral("experiment"), QString::fromStdString(state.experiment));
  for (const auto& [id, value] : state.values) {
    stored.setValue(QStringLiteral("value_") + QString::fromStdString(id), static_cast<qlonglong>(value));
  }
  QStringList variants;
  for (const std::string& variant : state.variants) variants.append(QString::fromStdString(variant));
  stored.setValue(QStringLiteral("variants"), variants);
  stored.setValue(QStringLiteral("tab"), state.tab);
  stored.setValue(QStringLiteral("counters"), countersText(state.counters));
  stored.setValue(QStringLiteral("geometry"), state.geometry);
  stored.setValue(QStringLiteral("layout"), state.layout);
  stored.setValue(QStringLiteral("runs_folded"), state.runsFolded);
  stored.setValue(QStringLiteral("first_start_seen"), state.firstStartSeen);
}

QString readExportFolder() {
  const QString path = settingsPath();
  if (!QFileInfo::exists(path)) return {};
  const QString folder = QSettings(path, QSettings::IniFormat).value(QStringLiteral("export_folder")).toString();
  return QFileInfo(folder).isDir() ? folder : QString();
}

void writeExportFolder(const QString& folder) {
  QSettings(settingsPath(), QSettings::IniFormat).setValue(QStringLiteral("export_folder"), folder);
}

QStringList readRecentFiles() {
  const QString path = settingsPath();
  if (!QFileInfo::exists(path)) return {};
  return QSettings(path, QSettings::IniFormat).value(QStringLiteral("recent_files")).toStringList().mid(0, kMostRecent);
}

QStringList addRecentFile(const QString& path) {
  QStringList recent = readRecentFiles();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  recent.removeAll(absolute);
  recent.prepend(absolute);
  recent = recent.mid(0, kMostRecent);
  QSettings(settingsPath(), QSettings::IniFormat).setValue(QStringLiteral("recent_files"), recent);
  return recent;
}

}  // namespace dsm::app
