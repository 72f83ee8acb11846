// SPDX-License-Identifier: GPL-3.0-or-later
//
// Number formatting. Everything goes through QString::number, which never looks at a locale.
#include "ui/theme/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dsm::ui {
namespace {

/// Puts thin spaces into the integer part of a plain decimal ("-12345.6").
QString group(const QString& plain) {
  const qsizetype start = plain.startsWith(u'-') ? 1 : 0;
  qsizetype end = plain.indexOf(u'.');
  if (end < 0) end = plain.size();
  QString out = plain;
  if (end - start >= 4) {
    for (qsizetype at = end - 3; at > start; at -= 3) out.insert(at, QChar(kThinSpace));
  }
  if (start == 1) out[0] = QChar(u'\u2212');
  return out;
}

int integerDigits(double magnitude) {
  return magnitude < 1 ? int(std::floor(std::log10(magnitude))) + 1 : int(std::floor(std::log10(magnitude) + 1e-12)) + 1;
}

/// Decimals that show `significant` digits of `value`, also when rounding carries into a new digit (9.996 -> "10.0").
int decimalsFor(double value, int significant) {
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return 0;
  significant = std::clamp(significant, 1, 15);
  const int decimals = std::clamp(significant - integerDigits(magnitude), 0, 20);
  const double rounded = QString::number(magnitude, 'f', decimals).toDouble();
  if (rounded == 0) return decimals;
  return std::clamp(significant - integerDigits(rounded), 0, 20);
}

thread_local ByteUnits t_byteUnits = ByteUnits::si;

struct Prefix {
  double factor;
  const char16_t* symbol;
};

/// Largest prefix whose rounded number stays below 1000 where it can ("999.96 kB" becomes "1.00 MB").
template <std::size_t N>
const Prefix& choosePrefix(const std::array<Prefix, N>& prefixes, double value, int significant) {
  const double magnitude = std::fabs(value);
  for (const Prefix& prefix : prefixes) {
    const double scaledValue = magnitude / prefix.factor;
    const double rounded = QString::number(scaledValue, 'f', decimalsFor(scaledValue, significant)).toDouble();
    if (rounded < 1000) return prefix;
  }
  return prefixes.back();
}

}  // namespace

QString missingNumber() { return QString(QChar(kEnDash)); }

QString formatInteger(qint64 value) { return group(QString::number(value)); }

QString formatNumber(double value, int significant) {
  if (!std::isfinite(value)) return missingNumber();
  return formatFixed(value, decimalsFor(value, significant));
}

QString formatFixed(double value, int decimals) {
  if (!std::isfinite(value)) return missingNumber();
  QString plain = QString::number(value, 'f', std::clamp(decimals, 0, 20));
  // "-0.00" says something happened below zero; nothing did at this precision.
  if (plain.startsWith(u'-') && plain.toDouble() == 0) plain.remove(0, 1);
  return group(plain);
}

QString withUnit(const QString& number, QStringView unit) {
  if (unit.isEmpty() || number == missingNumber()) return number;
  return number + QChar(kNoBreakSpace) + unit.toString();
}

QString formatQuantity(double value, QStringView unit, int significant) { return withUnit(formatNumber(value, significant), unit); }

QString formatBytesSi(double bytes, int significant) {
  if (!std::isfinite(bytes)) return missingNumber();
  if (std::fabs(bytes) < 999.5) return withUnit(formatFixed(bytes, bytes == std::floor(bytes) ? 0 : 1), u"B");
  static constexpr std::array<Prefix, 5> kPrefixes = {{{1e3, u"kB"}, {1e6, u"MB"}, {1e9, u"GB"}, {1e12, u"TB"}, {1e15, u"PB"}}};
  const Prefix& prefix = choosePrefix(kPrefixes, bytes, significant);
  return formatQuantity(bytes / prefix.factor, prefix.symbol, significant);
}

QString formatMovedBytes(double bytes, int significant) {
  if (t_byteUnits == ByteUnits::si || !std::isfinite(bytes) || std::fabs(bytes) < 999.5) return formatBytesSi(bytes, significant);
  static constexpr std::array<Prefix, 5> kPrefixes = {
      {{1024.0, u"KiB"}, {1048576.0, u"MiB"}, {1073741824.0, u"GiB"}, {1099511627776.0, u"TiB"}, {1125899906842624.0, u"PiB"}}};
  const Prefix& prefix = choosePrefix(kPrefixes, bytes, significant);
  return formatQuantity(bytes / prefix.factor, prefix.symbol, significant);
}

ByteUnits byteUnits() { return t_byteUnits; }
void setByteUnits(ByteUnits units) { t_byteUnits = units; }
SiBytes::SiBytes() : m_before(t_byteUnits) { t_byteUnits = ByteUnits::si; }
SiBytes::~SiBytes() { t_byteUnits = m_before; }

QString formatBytesKiB(double bytes) {
  if (!std::isfinite(bytes)) return missingNumber();
  if (std::fabs(bytes) < 1024) return withUnit(formatFixed(bytes, 0), u"B");
  const double kib = bytes / 1024;
  const double tenths = std::round(kib * 10) / 10;
  return withUnit(formatFixed(tenths, tenths == std::floor(tenths) ? 0 : 1), u"KiB");
}

QString formatBins(qint64 bins, BinStyle style) {
  if (style == BinStyle::shortKi && bins >= 1024 && bins % 1024 == 0) return withUnit(formatInteger(bins / 1024), u"Ki");
  return formatInteger(bins);
}

QString formatFactor(double factor, int decimals) {
  if (!std::isfinite(factor)) return missingNumber();
  return formatFixed(factor, decimals) + QChar(u'\u00d7');
}

QString formatPercent(double fraction, int decimals) { return withUnit(formatFixed(fraction * 100, decimals), u"%"); }

QString formatTimeNs(double nanoseconds, int significant) {
  if (!std::isfinite(nanoseconds)) return missingNumber();
  static constexpr std::array<Prefix, 4> kPrefixes = {{{1, u"ns"}, {1e3, u"\u00b5s"}, {1e6, u"ms"}, {1e9, u"s"}}};
  const Prefix& prefix = choosePrefix(kPrefixes, nanoseconds, significant);
  return formatQuantity(nanoseconds / prefix.factor, prefix.symbol, significant);
}

QString formatBytesPerSecond(double bytesPerSecond, int significant) {
  if (!std::isfinite(bytesPerSecond)) return missingNumber();
  const bool si = t_byteUnits == ByteUnits::si;
  if (si && std::fabs(bytesPerSecond) >= 1e11) return formatQuantity(bytesPerSecond / 1e12, u"TB/s", significant);
  return formatMovedBytes(bytesPerSecond, significant) + QStringLiteral("/s");
}

QString formatRate(double perSecond, QStringView things, int significant) {
  if (!std::isfinite(perSecond)) return missingNumber();
  static constexpr std::array<Prefix, 5> kPrefixes = {{{1, u""}, {1e3, u"k"}, {1e6, u"M"}, {1e9, u"G"}, {1e12, u"T"}}};
  const Prefix& prefix = choosePrefix(kPrefixes, perSecond, significant);
  QString unit = QString::fromUtf16(prefix.symbol);
  if (!unit.isEmpty()) unit += QChar(kNoBreakSpace);
  return formatQuantity(perSecond / prefix.factor, QString(unit + things.toString() + QStringLiteral("/s")), significant);
}

QString formatRange(const QString& low, const QString& high) { return low + QChar(kEnDash) + high; }

QString formatAtMost(const QString& quantity) {
  if (quantity == missingNumber()) return quantity;
  return QStringLiteral("\u2264 ") + quantity;
}

}  // namespace dsm::ui
