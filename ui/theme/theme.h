// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colours of DSMScope: one Theme for each scheme (light, dark, print), and the QPalette made from it. The
// chrome is grey and slate; colour belongs to data and to states. Nothing outside ui/theme names a
// colour. ThemeHost tells widgets when the person changes scheme or text scale.
#pragma once

#include "ui/theme/fonts.h"
#include "ui/theme/sizes.h"

#include <QColor>
#include <QObject>
#include <QPalette>

#include <array>

class QApplication;

namespace dsm::ui {

enum class Scheme { light, dark, print };

/// Colours of data: variants and the ruler's arrays. `colour` tells them apart for colour-blind readers, too; `grey` is for paper
/// without colour and for weak projectors. Marker, hatch and dash are the same in both, and states keep their colours.
enum class DataPalette { colour, grey };

/// Fill and edge of an array in the shared-memory ruler; text on it is Theme::text.
struct RulerArrayColour {
  QColor fill;
  QColor edge;
};

struct Theme {
  Scheme scheme;
  QColor window;  ///< panels, bars, status
  QColor base;    ///< views, fields
  QColor alt;     ///< table header, odd rows, command line
  QColor line;    ///< hairlines (decoration)
  QColor grid;    ///< chart grid (decoration)
  QColor strong;  ///< control borders, axes, ticks
  QColor text;
  QColor text2;   ///< labels, units
  QColor dis;     ///< unavailable, still readable
  QColor accent;  ///< selection, focus, Run
  QColor onAccent;
  QColor sel;   ///< selected row
  QColor free;  ///< unused bytes, cells that do not fit
  QColor freeEdge;
  QColor error, errorTint;  ///< print has no tints: they equal base
  QColor warn, warnTint;    ///< warn also draws floor and roof marks
  QColor ok, okTint;
  std::array<RulerArrayColour, 3> rulerArrays;
};

/// The theme of a scheme; lives for the whole process.
const Theme& theme(Scheme scheme);
/// Palette for Fusion with every role in every group, tool tips and links included.
QPalette palette(const Theme& theme);
/// Ruler colours of the n-th array (cycles after three), in dataPalette().
const RulerArrayColour& rulerArrayColour(const Theme& theme, int array);

/// A state and its colours, for boxes, dots and sentences.
enum class State { neutral, ok, warn, error };
QColor stateColour(State state, const Theme& theme);
QColor stateTint(State state, const Theme& theme);

/// Who is told when colours or text size change. GUI thread only.
class ThemeHost : public QObject {
  Q_OBJECT
 public:
  static ThemeHost& instance();
  Scheme scheme() const { return m_scheme; }
  /// Changes the scheme, sets the application's palette if there is one, then emits changed().
  void setScheme(Scheme scheme);
  DataPalette dataPalette() const { return m_dataPalette; }
  /// Changes the colours of data, then emits changed().
  void setDataPalette(DataPalette palette);

 signals:
  /// Scheme or text scale changed; palette and application font are already new.
  void changed();

 private:
  friend void setTextScale(qreal);
  friend class DataPaletteScope;
  ThemeHost() = default;
  void apply();
  Scheme m_scheme = Scheme::light;
  DataPalette m_dataPalette = DataPalette::colour;
};

/// A palette for as long as it lives, told to nobody: around what is painted into a file, which has its own. GUI thread.
class DataPaletteScope {
 public:
  explicit DataPaletteScope(DataPalette palette);
  ~DataPaletteScope();
  DataPaletteScope(const DataPaletteScope&) = delete;
  DataPaletteScope& operator=(const DataPaletteScope&) = delete;

 private:
  DataPalette m_before;
};

Scheme currentScheme();
const Theme& currentTheme();
DataPalette dataPalette();
/// Sets style (DsmStyle), fonts, palette and scheme of an application: the one call `main` makes.
void installTheme(QApplication& application, Scheme scheme);

}  // namespace dsm::ui
