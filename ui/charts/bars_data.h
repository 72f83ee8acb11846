// SPDX-License-Identifier: GPL-3.0-or-later
//
// A BarsShape made ready to draw: rows that are shown, numbers in the axis's unit, the range, and what had to be left
// out, counted. Pure: the painting code below it decides nothing, and tests look here.
#pragma once

#include "gpu/model/shapes.h"
#include "ui/charts/axis_scale.h"
#include "ui/charts/bars_compare.h"
#include "ui/charts/chart_fonts.h"

#include <QString>
#include <QVector>

#include <set>
#include <string>

namespace dsm::ui {

struct BarsOptions {
  bool logarithmic = false;
  std::set<std::string> hidden;  ///< labels of rows that are not drawn
  std::string selectedRun;       ///< its row is emphasised
  BarComparisons comparisons;    ///< by run id
  ChartFonts fonts;
};

struct BarMark {
  double value = 0;  ///< in the axis's unit
  QString label;
  QString source;
};

struct BarItem {
  int source = 0;  ///< index into BarsShape::rows
  QString label;
  QString note;
  QString state;   ///< empty: there is a number
  bool failed = false;
  bool unfit = false;
  int slot = 0;
  bool selected = false;
  double value = 0, low = 0, high = 0;  ///< median and its interval in the axis's unit
  bool hasNumber = false;
  bool drawn = true;                    ///< false: has a number that this axis cannot show
  QVector<double> samples;              ///< that this axis can show, rising
  QString valueText, secondText;
  QVector<BarMark> marks;
  BarComparison comparison;
  QString comparisonText;  ///< in the column: with the baseline's name where the head does not say it
};

struct BarsData {
  UnitScale unit, second;
  QString columnLabel, secondColumnLabel;
  bool hasSecondColumn = false;
  double secondPerFirst = 0;  ///< both in shown units; 0: not proportional, no second axis
  QVector<BarItem> rows;
  QVector<BarMark> lines;     ///< over all rows: floor and roof
  QString comparisonLabel;    ///< head of the column: "vs global_atomics"; empty: nothing is compared
  double low = 0, high = 1;   ///< the range at reset zoom
  bool logarithmic = false;
  int skippedNotFinite = 0;   ///< samples
  int skippedOnLog = 0;       ///< samples at or below zero on a log axis
  int beyond = 0;             ///< samples and marks past the end of the axis at reset zoom
  bool hasNumbers() const;
};

BarsData prepareBars(const model::BarsShape& shape, const BarsOptions& options);
/// One sentence about what is not drawn; empty when all is.
QString omissionText(const BarsData& data);
/// What a reader hears for one row: "cluster_dsmem, 428 cycles, 95 % interval 417–436, 40 launches".
QString rowSentence(const model::BarsShape& shape, const BarsData& data, int row);
/// "a, b" of the distinct sources of the marks shown: "seed 736: H100 PCIe, published".
QString marksText(const BarsData& data);

}  // namespace dsm::ui
