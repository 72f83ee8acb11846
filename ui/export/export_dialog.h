// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks how a chart is to be exported and shows what the file will look like, and the command that makes it. Not modal in
// the blocking sense: open() it and wait for exportAccepted(); the application renders and writes.
#pragma once

#include "ui/export/render.h"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QSpinBox;
class QTimer;
class QVBoxLayout;

namespace dsm::ui {

class CommandLine;
class SegmentedRow;
class PrimaryButton;

/// What is exported: its name, and how it becomes a file or a picture.
struct ExportSubject {
  QString id;     ///< "latency": the file's name unless another is suggested
  QString label;
  std::function<model::Expected<QByteArray>(Format, const RenderOptions&)> bytes;
  std::function<model::Expected<QImage>(const RenderOptions&)> image;
  std::function<QString(Format, const RenderOptions&)> command = {};  ///< none: there is no command for it
};

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ExportDialog(ExportSubject subject, QWidget* parent = nullptr);
  /// `source`: the session as the command line names it (exportSource()).
  ExportDialog(const QString& chartId, const ViewInput& input, QWidget* parent = nullptr, const QString& source = {});

  QString chartId() const { return m_subject.id; }
  Format format() const;
  RenderOptions options() const;
  /// Preset, for a repeated export.
  void setFormat(Format format);
  void setOptions(const RenderOptions& options);
  /// The folder and name that the file dialog proposes.
  void setSuggestedPath(const QString& path);
  QString command() const;
  /// Why nothing can be exported as things are: one sentence; empty: it can.
  QString refusal() const { return m_refusal; }
  /// What the file dialog does with the person's choice. False, with a refusal(), for a name that would write another
  /// format than its ending says over a file that is there.
  bool acceptPath(const QString& path);

 signals:
  /// The person chose a file; `path` has the format's suffix.
  void exportAccepted(QString chartId, dsm::ui::Format format, dsm::ui::RenderOptions options, QString path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  QWidget* buildForm();
  void buildSize(QVBoxLayout* form);
  void formatChanged();
  void optionsChanged();
  void refuse(const QString& sentence);
  void updatePreview();
  void previewText();
  void previewPicture();
  void chooseFile();

  ExportSubject m_subject;
  RenderOptions m_preset;
  QString m_suggestedPath;
  QString m_refusal;
  QTimer* m_previewTimer = nullptr;
  SegmentedRow* m_format = nullptr;
  SegmentedRow* m_scheme = nullptr;
  SegmentedRow* m_palette = nullptr;
  SegmentedRow* m_scale = nullptr;
  QSpinBox* m_width = nullptr;
  QSpinBox* m_height = nullptr;
  QLineEdit* m_title = nullptr;
  QLabel* m_preview = nullptr;
  QLabel* m_note = nullptr;
  CommandLine* m_command = nullptr;
  PrimaryButton* m_accept = nullptr;
};

}  // namespace dsm::ui
