// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fonts for window and figures, and the text scale. See fonts.h for why the two load differently.
#include "ui/theme/fonts.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QFontDatabase>
#include <QRawFont>

#include <algorithm>
#include <cmath>

// Outside every namespace, as Q_INIT_RESOURCE demands; a static library's resources are not found without it.
static void initFontResources() { Q_INIT_RESOURCE(dsm_fonts); }

namespace dsm::ui {
namespace {

constexpr auto kSans = "Liberation Sans";
constexpr auto kMono = "Liberation Mono";
constexpr const char* kFiles[] = {":/dsm/fonts/LiberationSans-Regular.ttf", ":/dsm/fonts/LiberationSans-Bold.ttf",
                                  ":/dsm/fonts/LiberationMono-Regular.ttf"};

qreal g_textScale = 1.0;

int rolePixels(TextRole role) {
  switch (role) {
    case TextRole::small:
      return 12;
    case TextRole::base:
    case TextRole::baseBold:
      return 13;
    case TextRole::title:
      return 18;
    case TextRole::mono:
      return 12;
  }
  return 13;
}

QFont makeFont(TextRole role, qreal scale) {
  const bool mono = role == TextRole::mono;
  QFont f(QString::fromLatin1(mono ? kMono : kSans));
  // The fallbacks have the same metrics; they matter only where neither installed nor embedded files can be read.
  f.setStyleHint(mono ? QFont::TypeWriter : QFont::SansSerif);
  f.setPixelSize(std::max(1, int(std::lround(rolePixels(role) * scale))));
  f.setBold(role == TextRole::baseBold || role == TextRole::title);
  return f;
}

bool loadEmbedded() {
  static const bool loaded = [] {
    initFontResources();
    bool all = true;
    for (const char* file : kFiles) all = QFontDatabase::addApplicationFont(QString::fromLatin1(file)) >= 0 && all;
    return all;
  }();
  return loaded;
}

}  // namespace

void loadFonts() {
  static const bool done = [] {
    if (!QFontDatabase::hasFamily(QString::fromLatin1(kSans)) || !QFontDatabase::hasFamily(QString::fromLatin1(kMono))) loadEmbedded();
    return true;
  }();
  Q_UNUSED(done);
}

void loadExportFonts() { loadEmbedded(); }

bool figureFontsEmbedded() {
  initFontResources();
  const TextRole roles[] = {TextRole::base, TextRole::baseBold, TextRole::mono};
  for (int i = 0; i < 3; ++i) {
    QFile file(QString::fromLatin1(kFiles[i]));
    if (!file.open(QIODevice::ReadOnly)) return false;
    const QRawFont embedded(file.readAll(), 13);
    const QRawFont used = QRawFont::fromFont(figureFont(roles[i]));
    // `head` holds the file's checksum and its time of change.
    if (!used.isValid() || embedded.fontTable("head") != used.fontTable("head")) return false;
  }
  return true;
}

QFont font(TextRole role) { return makeFont(role, g_textScale); }

QFont figureFont(TextRole role, qreal scale) {
  QFont f = makeFont(role, scale);
  f.setHintingPreference(QFont::PreferNoHinting);
  f.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
  return f;
}

int lineHeight(TextRole role) {
  switch (role) {
    case TextRole::small:
    case TextRole::mono:
      return 16;
    case TextRole::base:
    case TextRole::baseBold:
      return 20;
    case TextRole::title:
      return 26;
  }
  return 20;
}

qreal textScale() { return g_textScale; }

void setTextScale(qreal scale) {
  scale = std::clamp(scale, 0.75, 3.0);
  if (qFuzzyCompare(scale, g_textScale)) return;
  g_textScale = scale;
  ThemeHost::instance().apply();
}

int scaled(int pixels) { return int(std::lround(pixels * g_textScale)); }

}  // namespace dsm::ui
