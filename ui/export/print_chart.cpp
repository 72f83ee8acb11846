// SPDX-License-Identifier: GPL-3.0-or-later
//
// Printing through the same painter functions as the exports.
#include "ui/export/print_chart.h"

#include "ui/export/figure.h"

#include <qcustomplot.h>

#include <QPrintDialog>
#include <QPrinter>

#include <algorithm>
#include <memory>

namespace dsm::ui {
namespace {

constexpr double kPictureScale = 3;  // 288 dots an inch
constexpr int kLeastWidth = 900;  // of the layout, in figure pixels: below it columns of numbers are squeezed

}  // namespace

model::Expected<void> paintOnPrinter(QPrinter& printer, const QString& chartId, const ViewInput& input, const RenderOptions& options,
                                     const std::map<QString, QString>& provenance) {
  RenderOptions page = options;
  page.scheme = Scheme::print;
  page.size.setWidth(std::max(page.size.width(), kLeastWidth));
  const QRectF room = printer.pageRect(QPrinter::DevicePixel);
  if (room.isEmpty()) return model::fail("cannot_render", "The printer's page has no room to print on.", "Choose other margins.");
  // A page higher than the figure leaves its foot empty; a lower one makes the figure smaller.
  const double scale = std::min(room.width() / page.size.width(), room.height() / page.size.height());
  const auto chart = makeFigureChart(chartId, input, page);
  if (chart == nullptr) return model::fail("bad_value", "There is no chart named \"" + chartId.toStdString() + "\".");
  const DataPaletteScope palette(page.palette);
  QCPPainter painter;
  if (!painter.begin(&printer)) return model::fail("cannot_render", "The printer took nothing.", "Choose another one, or print to a file.");
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
  painter.scale(scale, scale);
  paintFigure(painter, *chart, page, provenance);
  painter.end();
  return {};
}

PrintPainter pictureOnPrinter(std::function<model::Expected<QImage>(double scale)> picture) {
  return [picture = std::move(picture)](QPrinter& printer) -> model::Expected<void> {
    const auto image = picture(kPictureScale);
    if (!image) return tl::unexpected(image.error());
    const QRectF room = printer.pageRect(QPrinter::DevicePixel);
    const QSizeF size = QSizeF(image->size()).scaled(room.size(), Qt::KeepAspectRatio);
    QPainter painter;
    if (!painter.begin(&printer)) return model::fail("cannot_render", "The printer took nothing.", "Choose another one, or print to a file.");
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRectF(QPointF(0, 0), size), *image);
    return {};
  };
}

QPrintDialog* openPrintDialog(const QString& name, PrintPainter paint, QWidget* parent, std::function<void(const model::Error&)> failed) {
  // Held by the slot, and so until the dialog, which deletes itself, is gone.
  const auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
  printer->setDocName(name);
  printer->setPageOrientation(QPageLayout::Landscape);
  auto* dialog = new QPrintDialog(printer.get(), parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QAbstractPrintDialog::PrintPageRange, false);
  QObject::connect(dialog, qOverload<QPrinter*>(&QPrintDialog::accepted), dialog, [printer, paint = std::move(paint), failed = std::move(failed)](QPrinter*) {
    const auto printed = paint(*printer);
    if (!printed && failed) failed(printed.error());
  });
  dialog->open();
  return dialog;
}

}  // namespace dsm::ui
