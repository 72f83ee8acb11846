// SPDX-License-Identifier: GPL-3.0-or-later
//
// QSvgGenerator's text is regular: attributes hold no angle brackets and texts are escaped, so patterns do.
#include "ui/export/inline_svg.h"

#include "ui/export/html_page.h"

#include <QRegularExpression>

namespace dsm::ui {

QByteArray inlineSvg(const QByteArray& svg, const QString& prefix, const QString& label) {
  QString text = QString::fromUtf8(svg);
  static const QRegularExpression kRoot(QStringLiteral("<svg[^>]*viewBox=\"0 0 (\\d+) (\\d+)\"[^>]*>"));
  const auto root = kRoot.match(text);
  if (!root.hasMatch()) return {};
  text.remove(0, root.capturedEnd());
  // A title inside would become a tool tip over the whole chart; the page says all of it in words.
  static const QRegularExpression kWords(QStringLiteral("^\\s*<title>[^<]*</title>\\s*(<desc>[^<]*</desc>\\s*)?"));
  text.remove(kWords);
  static const QRegularExpression kNoDefinitions(QStringLiteral("<defs>\\s*</defs>\\s*"));
  text.remove(kNoDefinitions);
  // The generator opens a group at every change of pen or brush, drawn with or not.
  static const QRegularExpression kEmptyGroup(QStringLiteral("<g [^<>]*>\\s*</g>\\s*"));
  text.remove(kEmptyGroup);
  static const QRegularExpression kId(QStringLiteral(" (xml:)?id=\""));
  text.replace(kId, QStringLiteral(" id=\"%1-").arg(prefix));
  static const QRegularExpression kUse(QStringLiteral("(=\"url\\(|href=\")#"));
  text.replace(kUse, QStringLiteral("\\1#%1-").arg(prefix));
  const QString head = QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\" width=\"%1\" height=\"%2\" role=\"img\" "
                                      "aria-label=\"%3\">\n")
                           .arg(root.captured(1), root.captured(2), escapedText(label));
  return (head + text.trimmed() + QLatin1Char('\n')).toUtf8();
}

}  // namespace dsm::ui
