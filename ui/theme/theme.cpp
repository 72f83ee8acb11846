// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colour tables and the palette. Tables are built on first use, never at static initialisation: a QColor from
// a number costs nothing, so all three schemes together take microseconds.
#include "ui/theme/theme.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/focus_ring.h"

#include <QApplication>

namespace dsm::ui {
namespace {

QColor rgb(unsigned value) { return QColor::fromRgb(QRgb(0xff000000u | value)); }

Theme makeLight() {
  Theme t{};
  t.scheme = Scheme::light;
  t.window = rgb(0xf1f2f4);
  t.base = rgb(0xffffff);
  t.alt = rgb(0xf7f8f9);
  t.line = rgb(0xd5d8de);
  t.grid = rgb(0xe7e9ed);
  t.strong = rgb(0x7f8794);
  t.text = rgb(0x1c2026);
  t.text2 = rgb(0x545b67);
  t.dis = rgb(0x646b77);
  t.accent = rgb(0x2f3e5c);
  t.onAccent = rgb(0xffffff);
  t.sel = rgb(0xe3e8f1);
  t.free = rgb(0xf4f5f7);
  t.freeEdge = rgb(0xdfe2e7);
  t.error = rgb(0xb3122f);
  t.errorTint = rgb(0xfbebee);
  t.warn = rgb(0x845400);
  t.warnTint = rgb(0xfcf3df);
  t.ok = rgb(0x1f7040);
  t.okTint = rgb(0xe7f3ec);
  t.rulerArrays = {{{rgb(0xdde4f6), rgb(0x1a3fae)}, {rgb(0xfbe6c9), rgb(0x845400)}, {rgb(0xd8ece5), rgb(0x0e7b5d)}}};
  return t;
}

Theme makeDark() {
  Theme t{};
  t.scheme = Scheme::dark;
  t.window = rgb(0x1f2329);
  t.base = rgb(0x15181d);
  t.alt = rgb(0x1a1d23);
  t.line = rgb(0x363c46);
  t.grid = rgb(0x272c34);
  t.strong = rgb(0x747d8a);
  t.text = rgb(0xe6e8ec);
  t.text2 = rgb(0xa9b0bb);
  t.dis = rgb(0x8f97a3);
  t.accent = rgb(0xa9bbdf);
  t.onAccent = rgb(0x15181d);
  t.sel = rgb(0x28324a);
  t.free = rgb(0x1b1f25);
  t.freeEdge = rgb(0x2c323b);
  t.error = rgb(0xff8494);
  t.errorTint = rgb(0x3a1f25);
  t.warn = rgb(0xe6b04e);
  t.warnTint = rgb(0x33290f);
  t.ok = rgb(0x62c98b);
  t.okTint = rgb(0x183023);
  t.rulerArrays = {{{rgb(0x232c4d), rgb(0x6f8af2)}, {rgb(0x3a2e14), rgb(0xe6b04e)}, {rgb(0x16332b), rgb(0x2bb390)}}};
  return t;
}

Theme makePrint() {
  Theme t = makeLight();
  t.scheme = Scheme::print;
  t.window = t.base = t.alt = rgb(0xffffff);
  t.line = rgb(0xb8bcc4);
  t.grid = rgb(0xdcdfe4);
  t.strong = rgb(0x5c6470);
  t.text = rgb(0x000000);
  t.text2 = rgb(0x3c424c);
  t.dis = rgb(0x5c6470);
  t.accent = rgb(0x000000);
  t.onAccent = rgb(0xffffff);
  t.sel = rgb(0xececec);
  t.free = rgb(0xf4f4f4);
  t.freeEdge = rgb(0xdcdfe4);
  t.error = rgb(0x98001f);
  t.warn = rgb(0x6b4300);
  t.ok = rgb(0x0f5c30);
  t.errorTint = t.warnTint = t.okTint = t.base;
  return t;
}

using RulerArrays = decltype(Theme::rulerArrays);

const RulerArrays& greyArrays(Scheme scheme) {
  static const RulerArrays kLight = {{{rgb(0xd8d8d8), rgb(0x303030)}, {rgb(0xececec), rgb(0x606060)}, {rgb(0xc4c4c4), rgb(0x444444)}}};
  static const RulerArrays kDark = {{{rgb(0x303030), rgb(0xd8d8d8)}, {rgb(0x404040), rgb(0xb0b0b0)}, {rgb(0x242424), rgb(0x989898)}}};
  return scheme == Scheme::dark ? kDark : kLight;
}

QColor mix(const QColor& a, const QColor& b, qreal share) {
  return QColor::fromRgbF(float(a.redF() * (1 - share) + b.redF() * share), float(a.greenF() * (1 - share) + b.greenF() * share),
                          float(a.blueF() * (1 - share) + b.blueF() * share));
}

}  // namespace

const Theme& theme(Scheme scheme) {
  static const std::array<Theme, 3> themes = {makeLight(), makeDark(), makePrint()};
  return themes[std::size_t(scheme)];
}

QPalette palette(const Theme& t) {
  QPalette p;
  const auto all = [&p](QPalette::ColorRole role, const QColor& colour) { p.setColor(QPalette::All, role, colour); };
  all(QPalette::Window, t.window);
  all(QPalette::WindowText, t.text);
  all(QPalette::Base, t.base);
  all(QPalette::AlternateBase, t.alt);
  all(QPalette::Text, t.text);
  all(QPalette::Button, t.window);
  all(QPalette::ButtonText, t.text);
  all(QPalette::BrightText, t.error);
  all(QPalette::ToolTipBase, t.text);
  all(QPalette::ToolTipText, t.base);
  all(QPalette::PlaceholderText, t.dis);
  all(QPalette::Highlight, t.accent);
  all(QPalette::HighlightedText, t.onAccent);
  all(QPalette::Link, t.accent);
  all(QPalette::LinkVisited, t.text2);
  // Fusion derives bevels from these; DsmStyle draws its own, so they only need to stay quiet and ordered.
  all(QPalette::Light, mix(t.window, t.base, 0.6));
  all(QPalette::Midlight, t.grid);
  all(QPalette::Mid, t.line);
  all(QPalette::Dark, t.strong);
  all(QPalette::Shadow, t.scheme == Scheme::dark ? t.base : t.strong);
  all(QPalette::NoRole, t.window);
  for (const auto role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText, QPalette::Link, QPalette::LinkVisited}) {
    p.setColor(QPalette::Disabled, role, t.dis);
  }
  p.setColor(QPalette::Disabled, QPalette::Base, t.window);
  p.setColor(QPalette::Disabled, QPalette::Highlight, t.sel);
  p.setColor(QPalette::Disabled, QPalette::HighlightedText, t.text2);  // dis is too faint on sel
  return p;
}

const RulerArrayColour& rulerArrayColour(const Theme& t, int array) {
  const auto& arrays = dataPalette() == DataPalette::grey ? greyArrays(t.scheme) : t.rulerArrays;
  const int count = int(arrays.size());
  return arrays[std::size_t(((array % count) + count) % count)];
}

QColor stateColour(State state, const Theme& t) {
  switch (state) {
    case State::ok:
      return t.ok;
    case State::warn:
      return t.warn;
    case State::error:
      return t.error;
    case State::neutral:
      break;
  }
  return t.accent;
}

QColor stateTint(State state, const Theme& t) {
  switch (state) {
    case State::ok:
      return t.okTint;
    case State::warn:
      return t.warnTint;
    case State::error:
      return t.errorTint;
    case State::neutral:
      break;
  }
  return t.base;
}

ThemeHost& ThemeHost::instance() {
  static ThemeHost host;
  return host;
}

void ThemeHost::setScheme(Scheme scheme) {
  if (m_scheme == scheme) return;
  m_scheme = scheme;
  apply();
}

void ThemeHost::setDataPalette(DataPalette palette) {
  if (m_dataPalette == palette) return;
  m_dataPalette = palette;
  apply();
}

DataPaletteScope::DataPaletteScope(DataPalette palette) : m_before(dataPalette()) { ThemeHost::instance().m_dataPalette = palette; }

DataPaletteScope::~DataPaletteScope() { ThemeHost::instance().m_dataPalette = m_before; }

void ThemeHost::apply() {
  if (qobject_cast<QApplication*>(QCoreApplication::instance())) {
    QApplication::setPalette(palette(theme(m_scheme)));
    const QFont base = font(TextRole::base);
    if (QApplication::font() != base) QApplication::setFont(base);
  }
  emit changed();
}

DataPalette dataPalette() { return ThemeHost::instance().dataPalette(); }
Scheme currentScheme() { return ThemeHost::instance().scheme(); }
const Theme& currentTheme() { return theme(currentScheme()); }

void installTheme(QApplication& application, Scheme scheme) {
  loadFonts();
  QApplication::setStyle(new DsmStyle);
  QApplication::setPalette(palette(theme(scheme)));
  QApplication::setFont(font(TextRole::base));
  new FocusRing(&application);
  ThemeHost::instance().setScheme(scheme);
}

}  // namespace dsm::ui
