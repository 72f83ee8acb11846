// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plain_text.h"

namespace dsm::ui {
namespace {

bool turnsText(char16_t c) { return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x061c; }

bool isControl(char16_t c) { return (c < 0x20 && c != u'\n' && c != u'\t') || (c >= 0x7f && c <= 0x9f); }

bool beginsFormula(QChar c) {
  // The last four are the full-width forms, which some spreadsheets take as well.
  static const QString kSigns = QStringLiteral("=+-@\t\r") + QChar(0xff1d) + QChar(0xff0b) + QChar(0xff0d) + QChar(0xff20);
  return kSigns.contains(c);
}

bool separates(QChar c) { return c == u',' || c == u';' || c == u'\t' || c == u'\n' || c == u'\r' || c == u'"'; }

}  // namespace

QString plainText(QString text) {
  for (QChar& c : text) {
    if (isControl(c.unicode()) || turnsText(c.unicode())) c = QChar::ReplacementCharacter;
  }
  return text;
}

QString spreadsheetText(const QString& text) {
  QString guarded;
  guarded.reserve(text.size() + 1);
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (beginsFormula(text[i]) && (i == 0 || separates(text[i - 1]))) guarded += u'\'';
    guarded += text[i];
  }
  return guarded;
}

}  // namespace dsm::ui
