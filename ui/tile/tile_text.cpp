// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which line of the text was which line of the file is found at saving, by comparing the two: undo, redo and edits need no
// bookkeeping.
#include "ui/tile/tile_text.h"

#include <algorithm>
#include <array>

#include <QStringList>

namespace dsm::ui {
namespace {

constexpr std::size_t kMostCells = 4'000'000;  // of the comparison; beyond it lines are paired in order
constexpr int kMarkLength = 3;

bool editable(QChar c) {
  const char16_t code = c.unicode();
  const bool separator = code == QChar::ParagraphSeparator || code == QChar::LineSeparator || code == QChar::ObjectReplacementCharacter;
  return !separator && code != 0xfdd0 && code != 0xfdd1;
}

// For each line of `now` the line of `before` that it was, or -1.
using Pairs = std::vector<int>;

// Longest common subsequence of the two middles, by the textbook's table.
void pairEqual(const QStringList& before, const QStringList& now, int first, int beforeEnd, int nowEnd, Pairs& pairs) {
  const std::size_t rows = std::size_t(beforeEnd - first);
  const std::size_t columns = std::size_t(nowEnd - first);
  if (rows == 0 || columns == 0 || rows * columns > kMostCells) return;
  std::vector<std::uint32_t> table((rows + 1) * (columns + 1), 0);
  const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& { return table[row * (columns + 1) + column]; };
  for (std::size_t row = rows; row-- > 0;) {
    for (std::size_t column = columns; column-- > 0;) {
      const bool same = before[first + int(row)] == now[first + int(column)];
      at(row, column) = same ? at(row + 1, column + 1) + 1 : std::max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
    if (before[first + int(row)] == now[first + int(column)]) {
      pairs[std::size_t(first) + column] = first + int(row);
      ++row;
      ++column;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      ++row;
    } else {
      ++column;
    }
  }
}

// Lines between two equal ones are taken for changed, in order.
void pairChanged(Pairs& pairs, int beforeCount) {
  const int count = int(pairs.size());
  int previous = -1;  // of before
  for (int i = 0; i < count;) {
    if (pairs[std::size_t(i)] >= 0) {
      previous = pairs[std::size_t(i++)];
      continue;
    }
    int end = i;
    while (end < count && pairs[std::size_t(end)] < 0) ++end;
    const int next = end < count ? pairs[std::size_t(end)] : beforeCount;
    for (int line = previous + 1; i < end && line < next; ++i, ++line) pairs[std::size_t(i)] = line;
    i = end;
  }
}

Pairs pairsOf(const QStringList& before, const QStringList& now) {
  Pairs pairs(std::size_t(now.size()), -1);
  const int least = int(std::min(before.size(), now.size()));
  int first = 0;
  while (first < least && before[first] == now[first]) {
    pairs[std::size_t(first)] = first;
    ++first;
  }
  int beforeEnd = int(before.size());
  int nowEnd = int(now.size());
  while (beforeEnd > first && nowEnd > first && before[beforeEnd - 1] == now[nowEnd - 1]) pairs[std::size_t(--nowEnd)] = --beforeEnd;
  pairEqual(before, now, first, beforeEnd, nowEnd, pairs);
  pairChanged(pairs, int(before.size()));
  return pairs;
}

}  // namespace

TileText TileText::fromBytes(const QByteArray& bytes) {
  TileText made;
  made.m_bytes = bytes;
  made.m_mark = bytes.startsWith("\xEF\xBB\xBF");
  std::array<qsizetype, 3> ends{};  // LF, CR LF, CR
  Line line;
  line.begin = made.m_mark ? kMarkLength : 0;
  for (qsizetype i = line.begin; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (c != '\n' && c != '\r') continue;
    line.length = i - line.begin;
    line.endLength = c == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n' ? 2 : 1;
    ++ends[line.endLength == 2 ? 1 : c == '\n' ? 0 : 2];
    made.m_lines.push_back(line);
    i += line.endLength - 1;
    line.begin = i + 1;
  }
  line.length = bytes.size() - line.begin;
  line.endLength = 0;
  made.m_lines.push_back(line);
  static const std::array<QByteArray, 3> kEnds{QByteArrayLiteral("\n"), QByteArrayLiteral("\r\n"), QByteArrayLiteral("\r")};
  made.m_commonEnd = kEnds[std::size_t(std::ranges::max_element(ends) - ends.begin())];
  if (!bytes.isValidUtf8()) {
    const auto wrong = std::ranges::find_if(made.m_lines, [&](const Line& each) {
      return !QByteArrayView(bytes).sliced(each.begin, each.length).isValidUtf8();
    });
    made.m_undecodableLine = int(wrong - made.m_lines.begin()) + 1;
  }
  return made;
}

QString TileText::decoded(const Line& line) const {
  QString text = QString::fromUtf8(m_bytes.constData() + line.begin, line.length);
  for (QChar& c : text) {
    if (!editable(c)) c = QChar::ReplacementCharacter;
  }
  return text;
}

QString TileText::text() const {
  QString all;
  all.reserve(m_bytes.size());
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    if (i > 0) all += QLatin1Char('\n');
    all += decoded(m_lines[i]);
  }
  return all;
}

QByteArray TileText::toParsed(const QString& text) const {
  if (m_undecodableLine == 0) return text.toUtf8();
  QByteArray bytes = toBytes(text);
  if (m_mark) bytes.remove(0, kMarkLength);
  return bytes.replace("\r\n", "\n").replace('\r', '\n');
}

QByteArray TileText::toBytes(const QString& text) const {
  QStringList before;
  before.reserve(qsizetype(m_lines.size()));
  for (const Line& line : m_lines) before << decoded(line);
  const QStringList now = text.split(QLatin1Char('\n'));
  if (now == before) return m_bytes;
  const Pairs pairs = pairsOf(before, now);
  QByteArray bytes = m_mark ? m_bytes.left(kMarkLength) : QByteArray();
  QByteArray end;
  for (qsizetype i = 0; i < now.size(); ++i) {
    const int was = pairs[std::size_t(i)];
    const Line* line = was >= 0 ? &m_lines[std::size_t(was)] : nullptr;
    bytes += line != nullptr && before[was] == now[i] ? m_bytes.mid(line->begin, line->length) : now[i].toUtf8();
    if (line != nullptr && line->endLength > 0) end = endOf(*line);
    if (i + 1 < now.size()) bytes += end.isEmpty() ? m_commonEnd : end;
  }
  return bytes;
}

}  // namespace dsm::ui
