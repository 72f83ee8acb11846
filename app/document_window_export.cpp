// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a window exports: rendered on its own thread in steps it can bear, written on another.
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>

#include "app/background.h"
#include "app/cli/chart_input.h"
#include "app/document_window.h"
#include "app/report_input.h"
#include "app/session/atomic_file.h"
#include "app/version.h"
#include "app/view_settings.h"
#include "app/worker_words.h"
#include "ui/export/export_command.h"
#include "ui/export/export_input.h"
#include "ui/export/render.h"
#include "ui/export/report_dialog.h"

namespace dsm::app {

void DocumentWindow::exportChart(const QString& chart, ui::Format format, const ui::RenderOptions& options, const QString& path) {
  if (chart == QLatin1String("tile_ruler")) {
    exportTile(format, options, path);
    return;
  }
  const ui::ViewState state = m_window->viewState();
  const model::ExperimentSpec* spec = model::findSpec(m_catalogue, state.experiment);
  if (spec == nullptr) spec = m_catalogue.front();
  const ui::ViewInput input = ui::exportInput(chart, chartInput(*spec, m_document.session(), {state.values, state.variants}), options);
  auto provenance = ui::provenanceOf(chart, input);
  provenance[QStringLiteral("program")] = QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion));
  provenance[QStringLiteral("export")] =
      ui::exportCommand(ui::exportSource(QFileInfo(m_document.path()).fileName(), input), chart, input, format, options);
  const auto bytes = ui::renderChart(chart, input, format, options, provenance);
  if (bytes) {
    writeExport(path, *bytes);
  } else {
    m_window->showNotice(noticeOf(bytes.error()));
  }
}

// A disk may take its time to sync: not on the window's thread.
void DocumentWindow::writeExport(const QString& path, const QByteArray& bytes) {
  const QPointer<DocumentWindow> guard(this);
  Background::start([guard, path, bytes] {
    const auto written = writeFileAtomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, path, written] {
          if (guard == nullptr) return;
          if (!written) {
            guard->m_window->showNotice(noticeOf(written.error()));
            return;
          }
          writeExportFolder(QFileInfo(path).absolutePath());
          guard->m_window->showNotice({ui::Notice::Kind::info, tr("Wrote %1.").arg(path), {}});
        },
        Qt::QueuedConnection);
  });
}

void DocumentWindow::askForReport(const QStringList& selected) {
  // A report of the recording is of all of it, whatever has been looked at so far.
  if (m_recording) {
    for (const RecordedExperiment& experiment : m_recording->experiments) showPart(experiment.id);
  }
  const QString file = QFileInfo(m_document.path()).fileName();
  const QString source = ui::sessionSource(file, *m_document.session());
  auto* dialog = new ui::ReportDialog(m_document.session(), selected, source, m_window.get());
  dialog->setSuggestedPath(QDir(m_window->exportFolder()).filePath(file.isEmpty() ? QStringLiteral("report") : QFileInfo(file).completeBaseName()));
  dialog->setThreshold(m_window->settings().thresholdPercent / 100);
  dialog->setOnlySelected(selected.size() > 1);
  connect(&m_document, &Document::sessionChanged, dialog, &ui::ReportDialog::setSession);
  // With the threshold that its command says, also where another window has set a new one since.
  connect(dialog, &ui::ReportDialog::reportAccepted, this, [this, dialog](const QStringList& runs, const QString& title, const QString& path) {
    exportReport(runs, title, path, dialog->threshold());
  });
  dialog->open();
}

void DocumentWindow::exportReport(const QStringList& runs, const QString& title, const QString& path, double threshold) {
  m_window->setExportFolder(QFileInfo(path).absolutePath());
  const QString file = QFileInfo(m_document.path()).fileName();
  const QString source = ui::sessionSource(file, *m_document.session());
  auto input = reportInput(m_document.session(), m_catalogue, {runs, {}, {}, title, source, threshold});
  if (!input) {
    m_window->showNotice(noticeOf(input.error()));
    return;
  }
  stepReport(std::make_shared<ui::ReportJob>(std::move(*input)), path);
}

// One step for each turn of the event loop.
void DocumentWindow::stepReport(const std::shared_ptr<ui::ReportJob>& job, const QString& path) {
  if (job->step()) {
    QTimer::singleShot(0, this, [this, job, path] { stepReport(job, path); });
    return;
  }
  const auto bytes = job->result();
  if (bytes) {
    writeExport(path, *bytes);
  } else {
    m_window->showNotice(noticeOf(bytes.error()));
  }
}

}  // namespace dsm::app
