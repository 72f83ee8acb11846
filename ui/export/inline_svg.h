// SPDX-License-Identifier: GPL-3.0-or-later
//
// A chart's SVG file as an element inside a page: no prolog, no ids that another chart might have too, a name for a
// screen reader, and a size that follows the page.
#pragma once

#include <QByteArray>
#include <QString>

namespace dsm::ui {

/// `svg`: what renderChart() made. `prefix`: different for each chart of a page, a legal start of an id. Empty if `svg` is
/// not a chart's file.
QByteArray inlineSvg(const QByteArray& svg, const QString& prefix, const QString& label);

}  // namespace dsm::ui
