// SPDX-License-Identifier: GPL-3.0-or-later
//
// A chart on paper: the figure that an export writes, in the print theme, as wide as the page.
#pragma once

#include "ui/export/render.h"

#include <functional>

class QPrintDialog;
class QPrinter;
class QWidget;

namespace dsm::ui {

/// Paints on the printer's page, across the width inside its margins. Error cannot_render: the printer takes nothing.
model::Expected<void> paintOnPrinter(QPrinter& printer, const QString& chartId, const ViewInput& input, const RenderOptions& options,
                                     const std::map<QString, QString>& provenance);

using PrintPainter = std::function<model::Expected<void>(QPrinter&)>;

/// The same for a figure that is only known as a picture: `picture` of options at a scale.
PrintPainter pictureOnPrinter(std::function<model::Expected<QImage>(double scale)> picture);

/// The dialog that asks for a printer, already open, and deleted when closed. `failed` hears of an error.
QPrintDialog* openPrintDialog(const QString& name, PrintPainter paint, QWidget* parent, std::function<void(const model::Error&)> failed);

}  // namespace dsm::ui
