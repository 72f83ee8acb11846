// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as a person reads them: thin space (U+2009) groups from four digits, a point for decimals, a no-break
// space before the unit, as many significant digits as asked. Independent of the locale. NaN and
// infinities become an en dash, never a 0. For the window and figures only: CSV, JSON and code never group.
#pragma once

#include <QString>
#include <QStringView>

namespace dsm::ui {

inline constexpr char16_t kThinSpace = u'\u2009';
inline constexpr char16_t kNoBreakSpace = u'\u00a0';
inline constexpr char16_t kEnDash = u'\u2013';

/// "–": what stands where no number is.
QString missingNumber();

/// 65536 -> "65 536" (thin space).
QString formatInteger(qint64 value);
/// `significant` digits, trailing zeros kept, never an exponent: 1234.5, 3 -> "1 235" (integers keep all digits).
QString formatNumber(double value, int significant = 3);
/// Fixed number of decimals: 2.928, 3 -> "2.928".
QString formatFixed(double value, int decimals);
/// formatNumber, no-break space, unit.
QString formatQuantity(double value, QStringView unit, int significant = 3);
/// Joins a finished number and its unit with a no-break space; the en dash gets no unit.
QString withUnit(const QString& number, QStringView unit);

/// Moved bytes: B, kB, MB, GB, TB in steps of 1000: 10.81e9, 4 -> "10.81 GB"; below 1000 whole bytes.
QString formatBytesSi(double bytes, int significant = 3);
/// In which units moved bytes are written. Of this thread, si at its start: threads of the pool, and files, write SI.
enum class ByteUnits { si, iec };
ByteUnits byteUnits();
void setByteUnits(ByteUnits units);
/// SI for as long as it lives: around what is written to a file, which must not depend on a setting.
class SiBytes {
 public:
  SiBytes();
  ~SiBytes();
  SiBytes(const SiBytes&) = delete;
  SiBytes& operator=(const SiBytes&) = delete;

 private:
  ByteUnits m_before;
};
/// Moved bytes in byteUnits(): as formatBytesSi(), or B, KiB, MiB, GiB, TiB in steps of 1024.
QString formatMovedBytes(double bytes, int significant = 3);
/// Capacities: below 1 KiB "512 B", else in KiB: 65536 -> "64 KiB", 1536 -> "1.5 KiB"; always exact to 0.1.
QString formatBytesKiB(double bytes);

enum class BinStyle { full, shortKi };
/// full "65 536"; shortKi "64 Ki" where it divides by 1024 exactly, else full.
QString formatBins(qint64 bins, BinStyle style = BinStyle::full);

/// "1.79×".
QString formatFactor(double factor, int decimals = 2);
/// Fraction 0-1 to "28 %".
QString formatPercent(double fraction, int decimals = 0);
/// Nanoseconds to ns, µs, ms or s: 2928000 -> "2.928 ms".
QString formatTimeNs(double nanoseconds, int significant = 4);
/// Bytes a second in byteUnits(): 5.3e11, 2 -> "0.53 TB/s" (SI from 100 GB/s on in TB/s, so that a column keeps one unit).
QString formatBytesPerSecond(double bytesPerSecond, int significant = 3);
/// Things a second with an SI prefix: 92e9, u"keys", 2 -> "92 G keys/s".
QString formatRate(double perSecond, QStringView things, int significant = 3);
/// "417–436" from two finished numbers.
QString formatRange(const QString& low, const QString& high);
/// "≤ 7.1 MB" from a finished quantity.
QString formatAtMost(const QString& quantity);

}  // namespace dsm::ui
