// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ui/theme promises without a window: contrast of every pair in use (WCAG 2 computed here), a complete palette,
// distinct and seamless hatches, exports as vectors, number formats, icons, fonts with every glyph that is written.
#include "ui/theme/theme.h"
#include "ui/theme/icons.h"
#include "ui/theme/numbers.h"
#include "ui/theme/origin_badge.h"
#include "ui/theme/variant_style.h"

#include <QBuffer>
#include <QLocale>
#include <QPainter>
#include <QRawFont>
#include <QSet>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace dsm::ui;

namespace {

constexpr Scheme kSchemes[] = {Scheme::light, Scheme::dark, Scheme::print};

double luminance(const QColor& c) {
  const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

void verifyContrast(Scheme scheme, const char* what, const QColor& ink, const char* ground, const QColor& paper, double least) {
  const double ratio = contrast(ink, paper);
  QVERIFY2(ratio >= least, qPrintable(QStringLiteral("scheme %1: %2 on %3 is %4, needs %5")
                                          .arg(int(scheme))
                                          .arg(QLatin1String(what), QLatin1String(ground))
                                          .arg(ratio)
                                          .arg(least)));
}

QImage rendered(const QSize& size, const std::function<void(QPainter&)>& draw) {
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  draw(painter);
  return image;
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT

 private slots:
  void threeRoundsOfASlotDiffer() {
    const VariantStyle second = variantStyle(7, Scheme::light);
    const VariantStyle third = variantStyle(13, Scheme::light);
    QCOMPARE(third.colour, second.colour);
    QVERIFY(third.marker != second.marker);
    QVERIFY(third.hatch != second.hatch);
  }

  void contrastFormulaKnowsBlackOnWhite() {
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
    QVERIFY(std::fabs(contrast(QColor("#777777"), Qt::white) - 4.48) < 0.01);
  }

  void textIsReadableOnEveryGround() {
    for (const Scheme scheme : kSchemes) {
      const Theme& t = theme(scheme);
      const std::pair<const char*, QColor> inks[] = {{"text", t.text},   {"text2", t.text2}, {"dis", t.dis}, {"accent", t.accent},
                                                     {"error", t.error}, {"warn", t.warn},   {"ok", t.ok}};
      const std::pair<const char*, QColor> grounds[] = {
          {"window", t.window}, {"base", t.base}, {"alt", t.alt}, {"sel", t.sel}, {"free", t.free}};
      for (const auto& [ink, colour] : inks)
        for (const auto& [ground, paper] : grounds) {
          // Not a pair in use: unavailable text in a selected row is text2.
          if (colour == t.dis && paper == t.sel) continue;
          verifyContrast(scheme, ink, colour, ground, paper, 4.5);
        }
      for (const State state : {State::ok, State::warn, State::error}) {
        verifyContrast(scheme, "text", t.text, "tint", stateTint(state, t), 4.5);
        verifyContrast(scheme, "text2", t.text2, "tint", stateTint(state, t), 4.5);
        verifyContrast(scheme, "state", stateColour(state, t), "own tint", stateTint(state, t), 4.5);
      }
      verifyContrast(scheme, "onAccent", t.onAccent, "accent", t.accent, 4.5);
      for (const RulerArrayColour& array : t.rulerArrays) verifyContrast(scheme, "text", t.text, "array fill", array.fill, 4.5);
    }
  }

  void marksStandOut() {
    for (const Scheme scheme : kSchemes) {
      const Theme& t = theme(scheme);
      for (int slot = 0; slot < kVariantSlots; ++slot) {
        const VariantStyle style = variantStyle(slot, scheme);
        for (const QColor& paper : {t.window, t.base, t.alt, t.sel, style.tint})
          verifyContrast(scheme, "slot", style.colour, "ground", paper, 3.0);
      }
      for (const RulerArrayColour& array : t.rulerArrays) verifyContrast(scheme, "array edge", array.edge, "fill", array.fill, 3.0);
      verifyContrast(scheme, "strong", t.strong, "base", t.base, 3.0);
      verifyContrast(scheme, "strong", t.strong, "window", t.window, 3.0);
    }
  }

  void greyDataStandOutAndHaveNoHue() {
    const DataPaletteScope grey(DataPalette::grey);
    for (const Scheme scheme : kSchemes) {
      const Theme& t = theme(scheme);
      QSet<QRgb> levels;
      for (int slot = 0; slot < kVariantSlots; ++slot) {
        const VariantStyle style = variantStyle(slot, scheme);
        for (const QColor& colour : {style.colour, style.tint}) QVERIFY(colour.red() == colour.green() && colour.green() == colour.blue());
        for (const QColor& paper : {t.window, t.base, t.alt, t.sel, style.tint}) verifyContrast(scheme, "slot", style.colour, "ground", paper, 3.0);
        levels.insert(style.colour.rgb());
      }
      QCOMPARE(levels.size(), kVariantSlots);
      for (int array = 0; array < 3; ++array) {
        const RulerArrayColour& colours = rulerArrayColour(t, array);
        QCOMPARE(colours.fill.saturation() + colours.edge.saturation(), 0);
        verifyContrast(scheme, "text", t.text, "array fill", colours.fill, 4.5);
        verifyContrast(scheme, "array edge", colours.edge, "fill", colours.fill, 3.0);
      }
    }
  }

  void aPaletteOfAFileLeavesTheWindowsAlone() {
    QSignalSpy changed(&ThemeHost::instance(), &ThemeHost::changed);
    const QColor before = variantStyle(1, Scheme::light).colour;
    {
      const DataPaletteScope grey(DataPalette::grey);
      QVERIFY(variantStyle(1, Scheme::light).colour != before);
      QVERIFY(rulerArrayColour(theme(Scheme::light), 0).fill != theme(Scheme::light).rulerArrays[0].fill);
    }
    QCOMPARE(variantStyle(1, Scheme::light).colour, before);
    QCOMPARE(changed.size(), 0);
    ThemeHost::instance().setDataPalette(DataPalette::grey);
    QCOMPARE(changed.size(), 1);
    ThemeHost::instance().setDataPalette(DataPalette::colour);
  }

  void paletteSetsEveryRoleInEveryGroup() {
    for (const Scheme scheme : kSchemes) {
      const QPalette p = palette(theme(scheme));
      for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        for (int role = 0; role < QPalette::NColorRoles; ++role)
          QVERIFY2(p.isBrushSet(group, QPalette::ColorRole(role)), qPrintable(QString::number(role)));
        QVERIFY(contrast(p.color(group, QPalette::Text), p.color(group, QPalette::Base)) >= 4.5);
        QVERIFY(contrast(p.color(group, QPalette::ButtonText), p.color(group, QPalette::Button)) >= 4.5);
        QVERIFY(contrast(p.color(group, QPalette::PlaceholderText), p.color(group, QPalette::Base)) >= 4.5);
        QVERIFY(contrast(p.color(group, QPalette::HighlightedText), p.color(group, QPalette::Highlight)) >= 4.5);
        QVERIFY(contrast(p.color(group, QPalette::ToolTipText), p.color(group, QPalette::ToolTipBase)) >= 4.5);
      }
    }
  }

  void variantsDifferByMoreThanColour() {
    QSet<int> markers;
    QSet<int> hatches;
    for (int slot = 0; slot < kVariantSlots; ++slot) {
      const VariantStyle style = variantStyle(slot, Scheme::light);
      markers.insert(int(style.marker));
      hatches.insert(int(style.hatch));
      QVERIFY(!style.hollow);
    }
    QCOMPARE(markers.size(), kVariantSlots);
    QCOMPARE(hatches.size(), kVariantSlots);
  }

  void seventhVariantStartsOverHollow() {
    for (int slot = 0; slot < kVariantSlots; ++slot) {
      const VariantStyle first = variantStyle(slot, Scheme::dark);
      const VariantStyle second = variantStyle(slot + kVariantSlots, Scheme::dark);
      QCOMPARE(second.colour, first.colour);
      QCOMPARE(second.marker, first.marker);
      QVERIFY(second.hollow);
      QCOMPARE(second.hatchStep, 2 * first.hatchStep);
      QVERIFY(second.hatch != Hatch::solid);
    }
  }

  void dashIsInPixelsWhateverTheWidth() {
    const QPen pen = variantPen(1, Scheme::light, 2.0);
    QCOMPARE(pen.dashPattern(), (QVector<qreal>{3.0, 1.5}));
    QCOMPARE(variantPen(0, Scheme::light).style(), Qt::SolidLine);
  }

  // A tile is seamless when a field of tiles equals the hatch drawn in one go: its neighbours' strokes are in it.
  void hatchTilesAreSeamless_data() {
    QTest::addColumn<int>("slot");
    QTest::addColumn<qreal>("ratio");
    for (int slot = 1; slot < 12; ++slot) {
      for (const qreal ratio : {1.0, 1.25, 2.0}) QTest::addRow("slot %d ratio %g", slot, ratio) << slot << ratio;
    }
  }
  void hatchTilesAreSeamless() {
    QFETCH(int, slot);
    QFETCH(qreal, ratio);
    const QImage tile = hatchBrush(slot, Scheme::light, ratio).textureImage().convertToFormat(QImage::Format_RGB32);
    const int n = tile.width();
    QCOMPARE(tile.height(), n);
    QCOMPARE(n, int(std::lround(variantStyle(slot, Scheme::light).hatchStep * ratio)));
    // Diagonals: each row is the row above moved by one pixel, around the edge. Straight ones: rows or columns equal.
    const Hatch hatch = variantStyle(slot, Scheme::light).hatch;
    const int dx = hatch == Hatch::backDiagonal ? 1 : hatch == Hatch::forwardDiagonal ? -1 : 0;
    if (hatch == Hatch::horizontal) {
      for (int y = 0; y < n; ++y)
        for (int x = 1; x < n; ++x) QCOMPARE(tile.pixel(x, y), tile.pixel(0, y));
      return;
    }
    if (hatch == Hatch::dots) {
      // The dot lies whole inside its tile: the border is pure tint, so nothing can be cut.
      for (int i = 0; i < n; ++i)
        for (const QPoint at : {QPoint(i, 0), QPoint(0, i), QPoint(i, n - 1), QPoint(n - 1, i)})
          QCOMPARE(QColor(tile.pixel(at)), variantStyle(slot, Scheme::light).tint);
      return;
    }
    int worst = 0;
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        const QColor here(tile.pixel(x, y));
        const QColor next(tile.pixel((x + dx + n) % n, (y + 1) % n));
        worst = std::max(worst, std::abs(here.green() - next.green()));
      }
    }
    QVERIFY2(worst <= 12, qPrintable(QString::number(worst)));
  }

  void hatchKeepsAboutTheSameInkAtTwice() {
    for (int slot = 1; slot < kVariantSlots; ++slot) {
      const auto mean = [slot](qreal ratio) {
        const QImage tile = hatchBrush(slot, Scheme::light, ratio).textureImage();
        double sum = 0;
        for (int y = 0; y < tile.height(); ++y)
          for (int x = 0; x < tile.width(); ++x) sum += qGray(tile.pixel(x, y));
        return sum / (tile.width() * tile.height());
      };
      QVERIFY(std::fabs(mean(1) - mean(2)) < 8);
    }
  }

  void hatchedFillStaysInsideItsRectangle() {
    for (int slot = 0; slot < 12; ++slot) {
      const QImage image = rendered({60, 40}, [slot](QPainter& p) { fillHatched(p, QRectF(10, 10, 37, 17), slot, Scheme::light); });
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x) {
          const bool inside = x >= 10 && x < 47 && y >= 10 && y < 27;
          QCOMPARE(qAlpha(image.pixel(x, y)) > 0, inside);
        }
      const QColor edge(image.pixel(28, 10));
      QCOMPARE(edge, variantStyle(slot, Scheme::light).colour);
    }
  }

  void hatchesExportAsVectorsWithoutClip() {
    for (int slot = 0; slot < 12; ++slot) {
      QBuffer buffer;
      QSvgGenerator svg;
      svg.setOutputDevice(&buffer);
      svg.setViewBox(QRect(0, 0, 100, 100));
      {
        QPainter p(&svg);
        fillHatched(p, QRectF(10, 10, 50, 20), slot, Scheme::print);
        drawMarker(p, {80, 20}, 10, slot, Scheme::print);
        paintBadge(p, QRectF(0, 50, 100, 20), BadgeKind::notCollected, {}, theme(Scheme::print), figureFont(TextRole::small));
      }
      const QByteArray text = buffer.data();
      QVERIFY(text.contains("<path"));
      QVERIFY2(!text.contains("<image"), "a pixmap slipped into the SVG");
      QVERIFY(!text.contains("clip-path"));
    }
  }

  void numbers_data() {
    QTest::addColumn<QString>("got");
    QTest::addColumn<QString>("expected");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const auto row = [](const QString& got, const char16_t* expected) {
      QTest::addRow("%s", qPrintable(QString::fromUtf16(expected))) << got << QString::fromUtf16(expected);
    };
    row(formatInteger(0), u"0");
    row(formatInteger(999), u"999");
    row(formatInteger(1024), u"1\u2009024");
    row(formatInteger(65536), u"65\u2009536");
    row(formatInteger(-1234567), u"\u22121\u2009234\u2009567");
    row(formatNumber(0.30, 2), u"0.30");
    row(formatNumber(9.996, 3), u"10.0");
    row(formatNumber(1234.5678, 6), u"1\u2009234.57");
    row(formatNumber(123456, 2), u"123\u2009456");
    row(formatNumber(-0.0, 3), u"0");
    row(formatFixed(2.928, 3), u"2.928");
    row(formatFixed(-0.001, 2), u"0.00");
    row(formatNumber(nan), u"\u2013");
    row(formatFixed(infinity, 2), u"\u2013");
    row(formatQuantity(nan, u"ms"), u"\u2013");
    row(formatBytesSi(0), u"0\u00a0B");
    row(formatBytesSi(999), u"999\u00a0B");
    row(formatBytesSi(4200, 2), u"4.2\u00a0kB");
    row(formatBytesSi(10.81e9, 4), u"10.81\u00a0GB");
    row(formatBytesSi(999.96e3, 3), u"1.00\u00a0MB");
    row(formatBytesSi(nan), u"\u2013");
    row(formatBytesKiB(65536), u"64\u00a0KiB");
    row(formatBytesKiB(512), u"512\u00a0B");
    row(formatBytesKiB(1536), u"1.5\u00a0KiB");
    row(formatBytesKiB(227 * 1024), u"227\u00a0KiB");
    row(formatBins(16384), u"16\u2009384");
    row(formatBins(65536, BinStyle::shortKi), u"64\u00a0Ki");
    row(formatBins(40000, BinStyle::shortKi), u"40\u2009000");
    row(formatFactor(1.79), u"1.79\u00d7");
    row(formatPercent(0.28), u"28\u00a0%");
    row(formatTimeNs(216.1), u"216.1\u00a0ns");
    row(formatTimeNs(1500, 2), u"1.5\u00a0\u00b5s");
    row(formatTimeNs(2.928e6), u"2.928\u00a0ms");
    row(formatTimeNs(36.27e6, 5), u"36.270\u00a0ms");
    row(formatTimeNs(3e9, 2), u"3.0\u00a0s");
    row(formatTimeNs(999999.9, 3), u"1.00\u00a0ms");
    row(formatBytesPerSecond(5.3e11, 2), u"0.53\u00a0TB/s");
    row(formatBytesPerSecond(4.6e12, 3), u"4.60\u00a0TB/s");
    row(formatBytesPerSecond(2.5e9, 2), u"2.5\u00a0GB/s");
    row(formatRate(92e9, u"keys", 2), u"92\u00a0G\u00a0keys/s");
    row(formatTimeNs(-infinity), u"\u2013");
    row(formatRange(QStringLiteral("417"), QStringLiteral("436")), u"417\u2013436");
    row(formatAtMost(formatBytesSi(7.1e6, 2)), u"\u2264 7.1\u00a0MB");
  }
  void numbers() {
    QFETCH(QString, got);
    QFETCH(QString, expected);
    QCOMPARE(got, expected);
  }

  void numbersIgnoreTheLocale() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    const QString text = formatFixed(1234.5, 1);
    QLocale::setDefault(before);
    QCOMPARE(text, QStringLiteral("1\u2009234.5"));
  }

  void figureFontIsTheEmbeddedOne() {
    loadExportFonts();
    QVERIFY(figureFontsEmbedded());
    QCOMPARE(figureFont(TextRole::small).hintingPreference(), QFont::PreferNoHinting);
    setTextScale(1.5);
    const int window = font(TextRole::base).pixelSize();
    const int figure = figureFont(TextRole::base).pixelSize();
    setTextScale(1.0);
    QCOMPARE(window, 20);
    QCOMPARE(figure, 13);
  }

  void everyGlyphWrittenIsInItsFont() {
    loadExportFonts();
    const QString sans = QStringLiteral("\u2009\u00a0\u2013\u2212\u00d7\u00b5\u2264\u201c\u201d\u00b2\u2026ABCxyz0123456789%");
    for (const TextRole role : {TextRole::base, TextRole::baseBold}) {
      const QRawFont raw = QRawFont::fromFont(figureFont(role));
      for (const QChar c : sans) QVERIFY2(raw.supportsCharacter(c), qPrintable(QString::number(c.unicode(), 16)));
      QVERIFY(!raw.supportsCharacter(QChar(0x25b8)));  // the reason why chevrons are drawn; also proves the check can fail
    }
    const QRawFont mono = QRawFont::fromFont(figureFont(TextRole::mono));
    for (const QChar c : QStringLiteral("$ dsmscope --out \u2026")) QVERIFY(mono.supportsCharacter(c));
  }

  void everyIconDrawsInItsInk() {
    for (const Scheme scheme : kSchemes) {
      for (int i = 0; i < int(IconName::count); ++i) {
        const QImage image = icon(IconName(i), theme(scheme)).pixmap(16, 16).toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
          for (int x = 0; x < image.width(); ++x) inked += qAlpha(image.pixel(x, y)) > 200;
        QVERIFY2(inked >= 4, qPrintable(QString::number(i)));
      }
    }
    // The stop icon is a plain square: its middle is the ink itself.
    QCOMPARE(QColor(icon(IconName::stop, theme(Scheme::dark)).pixmap(16, 16).toImage().pixel(8, 8)), theme(Scheme::dark).text2);
    QCOMPARE(QColor(icon(IconName::stop, theme(Scheme::light)).pixmap(QSize(16, 16), QIcon::Disabled).toImage().pixel(8, 8)),
             theme(Scheme::light).dis);
  }

  void iconsAreCrispAtTwice() {
    const QPixmap pixmap = icon(IconName::stop, theme(Scheme::light)).pixmap(QSize(16, 16), 2.0);
    QCOMPARE(pixmap.size(), QSize(32, 32));
    QCOMPARE(pixmap.devicePixelRatio(), 2.0);
  }

  void iconsFollowTheScheme() {
    const QIcon live = icon(IconName::stop);
    ThemeHost::instance().setScheme(Scheme::light);
    const QColor light(live.pixmap(16, 16).toImage().pixel(8, 8));
    ThemeHost::instance().setScheme(Scheme::dark);
    const QColor dark(live.pixmap(16, 16).toImage().pixel(8, 8));
    ThemeHost::instance().setScheme(Scheme::light);
    QCOMPARE(light, theme(Scheme::light).text2);
    QCOMPARE(dark, theme(Scheme::dark).text2);
  }

  void glyphsAllDraw() {
    QSet<QByteArray> seen;
    for (int i = 0; i <= int(Glyph::slashedCircle); ++i) {
      const QImage image = rendered({20, 20}, [i](QPainter& p) { paintGlyph(p, QRectF(0, 0, 20, 20), Glyph(i), Qt::black); });
      seen.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
    }
    QCOMPARE(seen.size(), int(Glyph::slashedCircle) + 1);
  }

  void badgesDifferInShapeWithoutColour() {
    QSet<QByteArray> seen;
    for (const BadgeKind kind :
         {BadgeKind::measured, BadgeKind::recorded, BadgeKind::modelled, BadgeKind::emulated, BadgeKind::notCollected}) {
      const QImage image = rendered({140, 20},
                                    [kind](QPainter& p) {
                                      // The glyph and text are the same for all of them only if the kind is: compare the outline's first 7 px.
                                      paintBadge(p, QRectF(0, 0, 140, 20), kind, {}, theme(Scheme::light), font(TextRole::small));
                                    })
                               .copy(0, 0, 5, 20)
                               .convertToFormat(QImage::Format_Grayscale8);
      seen.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
    }
    QCOMPARE(seen.size(), 5);
    QCOMPARE(badgeText(BadgeKind::recorded, QStringLiteral("H200")), QStringLiteral("recorded: H200"));
    QCOMPARE(badgeSize(BadgeKind::measured, {}, figureFont(TextRole::small)).height(), 20.0);
    QCOMPARE(badgeSize(BadgeKind::measured, {}, figureFont(TextRole::small, 2)).height(), 40.0);
  }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
