// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text that came out of a file, as it may be shown: names and notes in any script, and nothing that acts on what stands
// around it. Pure.
#pragma once

#include <QString>

namespace dsm::ui {

/// Control characters (but line feed and tab) and the marks that turn the direction of text around them (U+202A-202E,
/// U+2066-2069, U+200E, U+200F, U+061C) become U+FFFD. Letters of right-to-left scripts turn by themselves and stay.
QString plainText(QString text);

/// The text of a cell of a table that a spreadsheet may open: an apostrophe stands before what it would take for a formula
/// (=, +, -, @ at the beginning, or right behind a separator, at which a careless reader splits). For words, never for numbers.
QString spreadsheetText(const QString& text);

}  // namespace dsm::ui
