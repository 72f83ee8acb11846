// SPDX-License-Identifier: GPL-3.0-or-later
// The person's settings as a text file that is meant to be read and edited: sections, "key = value", comments. Whatever a line
// says that this version does not understand stays in the file; a value that makes no sense costs that value alone.
#pragma once

#include <functional>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "gpu/model/error.h"
#include "ui/settings/settings.h"

namespace dsm::app {

struct LoadedSettings {
  ui::Settings settings;
  QStringList problems;  // a sentence for each value that was not taken: key, value, what holds instead
  bool exists = true;    // false: there is no file yet
};

// One key of the file. `set` returns false for a value that it does not take, and then changes nothing.
struct SettingKey {
  const char* section;
  const char* key;
  const char* expected;  // in words: "automatic, light or dark"
  std::function<QString(const ui::Settings&)> get;
  std::function<bool(ui::Settings&, const QString&)> set;
};
// In the order of the file; the workers, whose keys are names, are not among them.
const std::vector<SettingKey>& settingKeys();

// The command line of the worker in use; empty: the one beside this program.
QString commandOf(const ui::Settings& settings);

// settings.ini in $XDG_CONFIG_HOME/dsmscope, else in ~/.config/dsmscope. Needs no Qt application.
QString settingsFilePath();

// Any bytes. The last of several lines of one key counts.
LoadedSettings parseSettings(const QByteArray& text);
// `old` with the values of `settings`: comments, order and what is not known stay; keys that are missing are added.
QByteArray settingsText(const ui::Settings& settings, const QByteArray& old);

// Defaults where there is no file; one that cannot be read, or has over 1 MiB, is a problem.
LoadedSettings readSettings(const QString& path);
// Error not_written with a sentence for the person. Blocks for the disk; a link at `path` is followed, since it is the person's.
model::Expected<void> writeSettings(const QString& path, const ui::Settings& settings);

}  // namespace dsm::app
