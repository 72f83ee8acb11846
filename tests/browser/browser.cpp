// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls of chromium and pdftotext.
#include "tests/browser/browser.h"

#include <QProcess>
#include <QStandardPaths>
#include <QUrl>

#include <unistd.h>

namespace dsm::test {
namespace {

constexpr int kPatienceMs = 120'000;

QString chromium() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    const QString path = QStandardPaths::findExecutable(QLatin1String(name));
    if (!path.isEmpty()) return path;
  }
  return {};
}

QString urlOf(const QString& file) { return QUrl::fromLocalFile(file).toString(QUrl::FullyEncoded); }

}  // namespace

QString Browser::missing() {
  if (chromium().isEmpty()) return QStringLiteral("Chromium is not installed (apt-get install chromium)");
  if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty()) {
    return QStringLiteral("pdftotext is not installed (apt-get install poppler-utils)");
  }
  return {};
}

QByteArray Browser::run(const QStringList& arguments) {
  QProcess process;
  QStringList all{QStringLiteral("--headless"), QStringLiteral("--disable-gpu"), QStringLiteral("--hide-scrollbars"),
                  QStringLiteral("--force-device-scale-factor=1"), QStringLiteral("--disable-lcd-text"), QStringLiteral("--font-render-hinting=none"),
                  QStringLiteral("--host-resolver-rules=MAP * ~NOTFOUND"), QStringLiteral("--user-data-dir=") + m_folder.filePath(QStringLiteral("profile"))};
  // Its own sandbox refuses to work for root, as in a container.
  if (::geteuid() == 0) all << QStringLiteral("--no-sandbox");
  process.start(chromium(), all + arguments);
  if (!process.waitForFinished(kPatienceMs)) {
    process.kill();
    process.waitForFinished();
    return {};
  }
  return process.readAllStandardOutput();
}

QImage Browser::screenshot(const QString& file, QSize size) {
  const QString out = m_folder.filePath(QStringLiteral("shot.png"));
  QFile::remove(out);
  run({QStringLiteral("--screenshot=") + out, QStringLiteral("--window-size=%1,%2").arg(size.width()).arg(size.height()), urlOf(file)});
  return QImage(out).convertToFormat(QImage::Format_RGB32);
}

QStringList Browser::printedText(const QString& file) {
  QFile::remove(pdf());
  run({QStringLiteral("--no-pdf-header-footer"), QStringLiteral("--print-to-pdf=") + pdf(), urlOf(file)});
  QProcess process;
  process.start(QStringLiteral("pdftotext"), {QStringLiteral("-enc"), QStringLiteral("UTF-8"), pdf(), QStringLiteral("-")});
  if (!process.waitForFinished(kPatienceMs) || process.exitCode() != 0) return {};
  QStringList pages = QString::fromUtf8(process.readAllStandardOutput()).split(QChar(u'\f'));
  if (!pages.isEmpty() && pages.last().trimmed().isEmpty()) pages.removeLast();
  return pages;
}

QByteArray Browser::dom(const QString& file) { return run({QStringLiteral("--dump-dom"), urlOf(file)}); }

}  // namespace dsm::test
