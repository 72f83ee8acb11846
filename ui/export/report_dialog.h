// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks what a report is to hold: all runs or the selected ones, its title, its file. Not modal in the blocking sense:
// open() it and wait for reportAccepted(); the application writes.
#pragma once

#include "gpu/model/compare.h"
#include "gpu/model/session.h"

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;

namespace dsm::ui {

class CommandLine;
class PrimaryButton;
class SegmentedRow;

class ReportDialog : public QDialog {
  Q_OBJECT
 public:
  /// `source`: the session as the command line names it: a file's name, or "recorded". `selected`: ids; may be empty.
  ReportDialog(model::SessionPtr session, QStringList selected, QString source, QWidget* parent = nullptr);

  /// Another snapshot of the document, while the dialog is open.
  void setSession(model::SessionPtr session);
  /// Of "same" in comparisons, a fraction.
  void setThreshold(double fraction);
  double threshold() const { return m_threshold; }
  void setSuggestedPath(const QString& path) { m_suggestedPath = path; }
  void setOnlySelected(bool only);
  /// Ids of the runs to report on; empty: all.
  QStringList runs() const;
  QString title() const;
  QString command() const;
  /// "60 runs of 3 experiments on 1 device: ...".
  QString outline() const;
  /// As ExportDialog::acceptPath().
  bool acceptPath(const QString& path);

 signals:
  void reportAccepted(QStringList runs, QString title, QString path);

 private:
  void build();
  void refresh();
  void chooseFile();

  model::SessionPtr m_session;
  QStringList m_selected;
  QString m_source;
  QString m_suggestedPath;
  double m_threshold = model::kDefaultThreshold;
  SegmentedRow* m_scope = nullptr;
  QLineEdit* m_title = nullptr;
  QLabel* m_outline = nullptr;
  QLabel* m_note = nullptr;
  CommandLine* m_command = nullptr;
  PrimaryButton* m_accept = nullptr;
};

}  // namespace dsm::ui
