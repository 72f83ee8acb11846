// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bytes of a `.tile` file and the text an editor shows of them. An editor knows one kind of line end and valid characters
// only; a file may have any. The original bytes are kept, so that a line which nobody changed is written back as it was:
// its own end (CR LF, LF or CR), bytes that are no UTF-8, the mark at the start.
#pragma once

#include <vector>

#include <QByteArray>
#include <QString>

namespace dsm::ui {

class TileText {
 public:
  TileText() = default;
  static TileText fromBytes(const QByteArray& bytes);

  /// Lines joined with '\n', without a byte-order mark. What an editor cannot hold is U+FFFD.
  QString text() const;
  /// `text` as bytes: fromBytes(b).toBytes(fromBytes(b).text()) == b for all b. New lines end as their neighbours.
  QByteArray toBytes(const QString& text) const;
  /// `text` as the parser gets it: lines end with '\n', no mark; bytes that are no UTF-8 stay, so that it can say so.
  QByteArray toParsed(const QString& text) const;
  /// The first line, from 1, that has bytes which are no UTF-8; 0: none.
  int undecodableLine() const { return m_undecodableLine; }

 private:
  struct Line {
    qsizetype begin = 0;
    qsizetype length = 0;
    int endLength = 0;  // 0 for the last
  };
  QString decoded(const Line& line) const;
  QByteArray endOf(const Line& line) const { return m_bytes.mid(line.begin + line.length, line.endLength); }

  QByteArray m_bytes;
  std::vector<Line> m_lines;
  QByteArray m_commonEnd = QByteArrayLiteral("\n");
  int m_undecodableLine = 0;
  bool m_mark = false;
};

}  // namespace dsm::ui
