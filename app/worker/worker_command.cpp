// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_command.h"

#include <optional>

#include <QFileInfo>

#include "app/session/recording.h"

namespace dsm::app {
namespace {

constexpr QStringView kEscapedInDoubleQuotes = u"\"\\$`";

// Reads one word from text[at]; moves `at` behind it. Nothing: an open quote.
std::optional<QString> takeWord(const QString& text, qsizetype& at) {
  QString word;
  QChar quote;
  for (; at < text.size(); ++at) {
    const QChar mark = text[at];
    const bool more = at + 1 < text.size();
    if (quote.isNull()) {
      if (mark.isSpace()) break;
      if (mark == u'\'' || mark == u'"') {
        quote = mark;
      } else if (mark == u'\\' && more) {
        word += text[++at];
      } else {
        word += mark;
      }
    } else if (mark == quote) {
      quote = QChar();
    } else if (quote == u'"' && mark == u'\\' && more && kEscapedInDoubleQuotes.contains(text[at + 1])) {
      word += text[++at];
    } else {
      word += mark;
    }
  }
  if (!quote.isNull()) return std::nullopt;
  return word;
}

}  // namespace

model::Expected<QStringList> splitCommand(const QString& text) {
  QStringList words;
  qsizetype at = 0;
  while (true) {
    while (at < text.size() && text[at].isSpace()) ++at;
    if (at == text.size()) break;
    const auto word = takeWord(text, at);
    if (!word) {
      return model::fail("bad_value", "The worker command has an open quote: " + text.toStdString() + ".", "Close the quote.");
    }
    words.append(*word);
  }
  if (words.isEmpty() || words.first().isEmpty()) {
    return model::fail("bad_value", "The worker command is empty.", "Give one such as \"ssh host dsmscope-worker\".");
  }
  return words;
}

QStringList defaultWorkerCommand() {
  const QString folder = executableFolder();
  for (const char* place : {"/dsmscope-worker", "/../bin/dsmscope-worker", "/../gpu/worker/dsmscope-worker"}) {
    const QFileInfo worker(folder + QLatin1String(place));
    if (worker.exists()) return {worker.canonicalFilePath()};
  }
  return {folder + QLatin1String("/dsmscope-worker")};
}

model::Expected<QStringList> workerCommand(const QString& text) {
  return text.isEmpty() ? model::Expected<QStringList>(defaultWorkerCommand()) : splitCommand(text);
}

}  // namespace dsm::app
