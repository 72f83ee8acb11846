// SPDX-License-Identifier: GPL-3.0-or-later
//
// Headless Chromium as a function from a file to what it shows: a picture, or the text of each printed page.
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace dsm::test {

class Browser {
 public:
  /// Why there is none here, in one sentence; empty: there is one.
  static QString missing();

  /// `file`: of an SVG or HTML file. Null if the browser made none.
  QImage screenshot(const QString& file, QSize size);
  /// The text of the pages when printed, in reading order; empty if the browser made none.
  QStringList printedText(const QString& file);
  /// Number of pages of the last printedText(), and where its PDF is.
  QString pdf() const { return m_folder.filePath(QStringLiteral("page.pdf")); }
  /// The page's elements after everything in it has run.
  QByteArray dom(const QString& file);

 private:
  QByteArray run(const QStringList& arguments);
  QTemporaryDir m_folder;
};

}  // namespace dsm::test
