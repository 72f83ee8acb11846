// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the rulers of a tile kernel: geometry to the pixel, words that never lie over each other, zoom to single bytes,
// overflow, dragging and keys, speech, speed.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>

#include <QAccessible>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include "gpu/model/chips.h"
#include "tests/ui/fixtures/text_recorder.h"
#include "tests/ui/fixtures/tile_fixture.h"
#include "ui/theme/numbers.h"
#include "ui/tile/tile_ruler.h"

using namespace dsm;
using namespace dsm::ui;
using model::Placement;
using test::chain;
using test::drag;
using test::parsed;
using test::Parsed;

namespace {

TileRulerData dataOf(const Parsed& what, Placement placement, const char* chip = "sm_90") {
  TileRulerData data = tileRulerData(what.kernel(), what.plan, placement, *model::chipDevice(chip));
  data.fonts = windowFonts();
  return data;
}

QImage painted(const TileRulerData& data, QSize size, Scheme scheme = Scheme::light) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::magenta);
  QPainter painter(&image);
  paintTileRuler(painter, QRectF(QPointF(0, 0), size), data, theme(scheme));
  return image;
}

QStringList textFaults(const TileRulerData& data, int width) {
  const QSize size(width, int(tileRulerHeight(data, width)));
  test::TextRecorder recorder(size);
  QPainter painter(&recorder);
  paintTileRuler(painter, QRectF(QPointF(0, 0), size), data, theme(Scheme::light));
  painter.end();
  return recorder.faults();
}

double p95(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[std::size_t(0.95 * double(values.size() - 1))];
}

struct ShownRuler {
  explicit ShownRuler(const TileRulerData& data, QSize size = {600, 260}) {
    ruler.resize(size);
    ruler.setData(data);
    ruler.show();
    ruler.activateWindow();
    if (!QTest::qWaitForWindowActive(&ruler)) qWarning("not active");
    ruler.setFocus();
  }
  QPoint rightEdge(int box, int row) const {
    const TileRulerGeometry& now = ruler.geometry();
    const TileBox& shown = ruler.data().boxes[std::size_t(box)];
    const QRectF rect = now.byteRect(now.rows[std::size_t(row)], double(shown.offsetBytes), double(shown.endBytes()));
    return QPointF(rect.right() - 1, rect.center().y()).toPoint();
  }
  TileRuler ruler;
};

}  // namespace

class TileRulerTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void theSeedsPairInWords() {
    const Parsed seed = chain();
    const TileRulerData fixed = dataOf(seed, Placement::fixed);
    const TileRulerData dynamic = dataOf(seed, Placement::dynamic);
    QCOMPARE(boxText(fixed, 1), QStringLiteral("128\u00a0B at 4\u2009096"));
    QCOMPARE(boxText(fixed, 2), QStringLiteral("32\u00a0B at 4\u2009224"));
    QCOMPARE(boxText(dynamic, 0), QStringLiteral("4\u2009096\u00a0B at 0"));
    QCOMPARE(boxText(dynamic, 2), QStringLiteral("32\u00a0B at 0 again"));
    QCOMPARE(fixed.peakBytes, std::uint64_t(4256));
    QCOMPARE(fixed.usedSpanBytes, dynamic.usedSpanBytes);  // one scale for the pair
    QCOMPARE(groupedDigits("needs 4096 bytes, 12 and 1234567."), QStringLiteral("needs 4\u2009096 bytes, 12 and 1\u2009234\u2009567."));
    QCOMPARE(shareText(4256, 4096, *model::chipDevice("sm_90")), QStringLiteral("8.7\u00a0% of the static cap, 1.8\u00a0% of the opt-in limit"));
  }

  void boxesEndAtTheirPixels() {
    const TileRulerData data = dataOf(chain(), Placement::fixed);
    const QSize size(600, 300);
    const QImage image = painted(data, size);
    const TileRulerGeometry geometry = layoutTileRuler(data, QRectF(QPointF(0, 0), size));
    QCOMPARE(geometry.rows.size(), std::size_t(3));
    QCOMPARE(geometry.rows[0].rect.height(), 32.0);
    QCOMPARE(geometry.rows[1].rect.top() - geometry.rows[0].rect.bottom(), 8.0);
    const QRectF box = geometry.byteRect(geometry.rows[0], 0, 4096);
    const int y = int(box.top()) + 4;
    const RulerArrayColour colours = rulerArrayColour(theme(Scheme::light), 0);
    QCOMPARE(QColor(image.pixel(int(box.left()), y)), colours.edge);
    QCOMPARE(QColor(image.pixel(int(box.left()) + 2, y)), colours.fill);
    QCOMPARE(QColor(image.pixel(int(box.right()) - 1, y)), colours.edge);
    const double expected = geometry.plot.left() + geometry.plot.width() * 4096 / data.usedSpanBytes;
    QVERIFY(std::abs(box.right() - expected) <= 0.5);
    // In the second row the first tile is dead: its bytes are free in colour, dashed at the edge.
    const QRectF dead = geometry.byteRect(geometry.rows[1], 0, 4096);
    QCOMPARE(QColor(image.pixel(int(dead.right()) - 40, int(dead.bottom()) - 4)), theme(Scheme::light).free);
    // The peak.
    const int peak = int(std::round(geometry.xOf(4256)));
    QCOMPARE(QColor(image.pixel(peak, int(geometry.rows[1].rect.bottom()) + 4)), theme(Scheme::light).text);
  }

  void whatIsTooNarrowIsEnlarged() {
    const TileRulerGeometry fixed = layoutTileRuler(dataOf(chain(), Placement::fixed), QRectF(0, 0, 600, 300));
    QVERIFY(!fixed.magnifier.isEmpty());
    QVERIFY(fixed.magnifier.factor > 15 && fixed.magnifier.factor < 25);
    QVERIFY(fixed.magnifier.firstByte < 4096 && fixed.magnifier.firstByte + fixed.magnifier.visibleBytes > 4256);
    // One box a row needs none.
    QVERIFY(layoutTileRuler(dataOf(chain(), Placement::dynamic), QRectF(0, 0, 600, 300)).magnifier.isEmpty());
  }

  void wordsNeverLieOverEachOther_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* name : {"chain.tile", "pipeline.tile", "persistent.tile"}) QTest::newRow(name) << test::tileExample(name);
    for (unsigned seed = 1; seed < 8; ++seed) {
      QTest::addRow("apart %u", seed) << QByteArray::fromStdString(test::manyTiles(int(seed) * 3, true, seed));
      QTest::addRow("together %u", seed) << QByteArray::fromStdString(test::manyTiles(int(seed) * 3, false, seed));
    }
    QTest::newRow("one element") << QByteArray("kernel k(X: tensor<u8>[1, 1]) {\n  var a: tile<u8>[1, 1] = X[0 :+ 1, 0 :+ 1]\n}\n");
    QTest::newRow("huge") << QByteArray("kernel k(X: tensor<f64>[1, 1]) {\n  var a: tile<f64>[100000, 100000] = 0\n  var b: tile<u8>[1, 1] = 0\n  a = 1\n}\n");
    QTest::newRow("long name") << QByteArray("kernel k(X: tensor<f32>[8, 8]) {\n  var a_tile_with_a_name_that_is_longer_than_any_box: tile<f32>[8, 8] = 0\n  var b: tile<f32>[8, 80] = 0\n}\n");
  }
  void wordsNeverLieOverEachOther() {
    QFETCH(QByteArray, text);
    const Parsed what = parsed(text.toStdString());
    for (Placement placement : {Placement::fixed, Placement::dynamic}) {
      for (int width : {280, 420, 600, 1100}) {
        for (TileZoom zoom : {TileZoom::limit, TileZoom::used, TileZoom::kibibyte, TileZoom::byte}) {
          TileRulerData data = dataOf(what, placement);
          applyTileZoom(data, zoom, double(data.peakBytes) / 2, width - 60);
          const QStringList faults = textFaults(data, width);
          QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1 px, zoom %2, %3: %4").arg(width).arg(int(zoom)).arg(placementName(data), faults.join(u"; "))));
        }
      }
    }
  }

  void everyZoomPaintsInsideItsBounds() {
    TileRulerData data = dataOf(chain(), Placement::fixed);
    for (QSize size : {QSize(600, 300), QSize(280, 150), QSize(900, 80)}) {
      for (TileZoom zoom : {TileZoom::limit, TileZoom::used, TileZoom::kibibyte, TileZoom::byte}) {
        applyTileZoom(data, zoom, 4100, size.width());
        QImage image(size + QSize(40, 40), QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        painter.translate(20, 20);
        paintTileRuler(painter, QRectF(QPointF(0, 0), size), data, theme(Scheme::dark));
        painter.end();
        for (int x = 0; x < image.width(); ++x) {
          QCOMPARE(QColor(image.pixel(x, 10)), QColor(Qt::magenta));
          QCOMPARE(QColor(image.pixel(x, image.height() - 10)), QColor(Qt::magenta));
        }
        for (int y = 0; y < image.height(); ++y) QCOMPARE(QColor(image.pixel(image.width() - 10, y)), QColor(Qt::magenta));
      }
    }
  }

  void singleBytesCanBeToldApart() {
    TileRulerData data = dataOf(chain(), Placement::fixed);
    applyTileZoom(data, TileZoom::byte, 4100, 540);
    const TileRulerGeometry geometry = layoutTileRuler(data, QRectF(0, 0, 600, 300));
    QVERIFY(geometry.pixelsPerByte() >= 10);
    QVERIFY(geometry.xOf(4100) > geometry.plot.left() && geometry.xOf(4100) < geometry.plot.right());
    QVERIFY(std::abs(geometry.byteAt(geometry.xOf(4100)) - 4100) < 1e-6);
    applyTileZoom(data, TileZoom::limit, 0, 540);
    QCOMPARE(data.view.visibleBytes, 228.0 * 1024);
  }

  void bytesPastTheLimitAreAnError() {
    // The seed's pipeline: 64 KiB, over the static cap, within sm_80.
    const Parsed pipeline = parsed(test::tileExample("pipeline.tile").toStdString());
    const TileRulerData fixed = dataOf(pipeline, Placement::fixed, "sm_80");
    const TileRulerData dynamic = dataOf(pipeline, Placement::dynamic, "sm_80");
    QCOMPARE(fixed.overflowBytes(), std::uint64_t(16 * 1024));
    QCOMPARE(dynamic.overflowBytes(), std::uint64_t(0));
    QVERIFY(placementExplanation(fixed).contains(QStringLiteral("16\u2009384\u00a0B more than the 48\u00a0KiB")));
    const QSize size(600, 300);
    const QImage image = painted(fixed, size);
    const TileRulerGeometry geometry = layoutTileRuler(fixed, QRectF(QPointF(0, 0), size));
    const QRectF past = geometry.byteRect(geometry.rows[1], 48.0 * 1024, 64.0 * 1024);
    QCOMPARE(QColor(image.pixel(int(past.right()) - 1, int(past.center().y()))), theme(Scheme::light).error);
    QCOMPARE(QColor(image.pixel(int(past.left()) + 3, int(past.top()))), theme(Scheme::light).error);
    const Parsed exact = parsed("kernel k(X: tensor<u8>[1, 1]) {\n  var a: tile<u8>[48, 1024] = 0\n}\n");
    QCOMPARE(dataOf(exact, Placement::fixed).overflowBytes(), std::uint64_t(0));
    const Parsed more = parsed("kernel k(X: tensor<u8>[1, 1]) {\n  var a: tile<u8>[1, 49153] = 0\n}\n");
    QCOMPARE(dataOf(more, Placement::fixed).overflowBytes(), std::uint64_t(1));
  }

  void theReadoutNamesElementAndBank() {
    const TileRulerData data = dataOf(chain(), Placement::fixed);
    QCOMPARE(tilePlaceText(data, 1, 4100), QStringLiteral("4\u2009100\u00a0B = 0x1004, b[0, 1], bank 1, line 7"));
    QVERIFY(tilePlaceText(data, 1, 300).contains(QStringLiteral("a[1, 11], dead but still reserved, bank 11")));
    QVERIFY(tilePlaceText(data, 0, 4224).contains(QStringLiteral("reserved, not declared yet")));
    QVERIFY(tilePlaceText(data, 0, 5000).contains(QStringLiteral("free")));
    // Bank of a random byte by the definition: 32 banks of 4 bytes.
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t byte = random() % 232448;
      QCOMPARE(tileBankOf(byte), std::uint32_t((byte >> 2) & 31));
    }
    const Parsed pipeline = parsed(test::tileExample("pipeline.tile").toStdString());
    QVERIFY(tilePlaceText(dataOf(pipeline, Placement::dynamic), 0, 16384 + 260).contains(QStringLiteral("a[1, 1], stage 2")));
  }

  void draggingAnEdgeIsShownLiveAndWantedOnce() {
    ShownRuler shown(dataOf(chain(), Placement::dynamic));
    QSignalSpy previews(&shown.ruler, &TileRuler::resizePreviewed);
    QSignalSpy wanted(&shown.ruler, &TileRuler::resizeWanted);
    const QPoint edge = shown.rightEdge(0, 0);
    const double perByte = shown.ruler.geometry().pixelsPerByte();
    const int half = int(std::round(2048 * perByte));
    drag(shown.ruler, edge, edge - QPoint(half, 0));
    QVERIFY(previews.size() > 1);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first()[0].toInt(), 0);
    QCOMPARE(wanted.first()[1].toULongLong(), quint64(16));
    QCOMPARE(wanted.first()[2].toULongLong(), quint64(32));
    drag(shown.ruler, edge, edge - QPoint(half, 0), Qt::ShiftModifier);
    QCOMPARE(wanted.last()[1].toULongLong(), quint64(8));
    QCOMPARE(wanted.last()[2].toULongLong(), quint64(64));
    // To the far left: never below one column.
    drag(shown.ruler, edge, QPoint(0, edge.y()));
    QCOMPARE(wanted.last()[2].toULongLong(), quint64(1));
  }

  void escapeLeavesEverythingAsItWas() {
    ShownRuler shown(dataOf(chain(), Placement::dynamic));
    QSignalSpy wanted(&shown.ruler, &TileRuler::resizeWanted);
    QSignalSpy moves(&shown.ruler, &TileRuler::moveWanted);
    QSignalSpy cancelled(&shown.ruler, &TileRuler::dragCancelled);
    const QPoint edge = shown.rightEdge(0, 0);
    drag(shown.ruler, edge, edge - QPoint(100, 0), Qt::NoModifier, false);
    QVERIFY(shown.ruler.isDragging());
    QTest::keyClick(&shown.ruler, Qt::Key_Escape);
    QVERIFY(!shown.ruler.isDragging());
    QMouseEvent release(QEvent::MouseButtonRelease, QPointF(edge), QPointF(edge), Qt::LeftButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&shown.ruler, &release);
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(wanted.size() + moves.size(), 0);
    // A click alone is no drag.
    drag(shown.ruler, edge, edge + QPoint(1, 1));
    QCOMPARE(wanted.size() + moves.size(), 0);
  }

  void draggingABoxDownMovesItsDeclaration() {
    ShownRuler shown(dataOf(chain(), Placement::dynamic));
    QSignalSpy moves(&shown.ruler, &TileRuler::moveWanted);
    const TileRulerGeometry geometry = shown.ruler.geometry();
    const QPoint box = geometry.rows[0].plot.topLeft().toPoint() + QPoint(60, 16);
    drag(shown.ruler, box, QPoint(box.x(), int(geometry.rows[1].rect.bottom()) + 2));
    QCOMPARE(moves.size(), 1);
    QCOMPARE(moves.first()[0].toInt(), 0);
    QCOMPARE(moves.first()[1].toInt(), 2);
    // Back to its own place: nothing is wanted.
    drag(shown.ruler, box, box + QPoint(0, 12));
    QCOMPARE(moves.size(), 1);
  }

  void theKeyboardDoesAllThatTheMouseDoes() {
    ShownRuler shown(dataOf(chain(), Placement::fixed));
    TileRuler& ruler = shown.ruler;
    QVERIFY(ruler.focusPolicy() & Qt::TabFocus);
    ruler.setCursorAt(0, 0);
    QTest::keyClick(&ruler, Qt::Key_Down);
    QCOMPARE(ruler.cursor()->phase, 1);
    QTest::keyClick(&ruler, Qt::Key_Right);
    QVERIFY(ruler.cursor()->offsetBytes > 0 && ruler.cursor()->offsetBytes % 4 == 0);
    QTest::keyClick(&ruler, Qt::Key_Home);
    QCOMPARE(ruler.cursor()->offsetBytes, std::uint64_t(0));
    QTest::keyClick(&ruler, Qt::Key_Up);
    QTest::keyClick(&ruler, Qt::Key_End);
    QCOMPARE(ruler.cursor()->offsetBytes, std::uint64_t(4095));
    QTest::keyClick(&ruler, Qt::Key_End);
    QCOMPARE(ruler.cursor()->offsetBytes, std::uint64_t(4255));
    QSignalSpy sizes(&ruler, &TileRuler::resizeWanted);
    QSignalSpy moves(&ruler, &TileRuler::moveWanted);
    QSignalSpy lines(&ruler, &TileRuler::lineWanted);
    ruler.setCursorAt(1, 4100);
    QTest::keyClick(&ruler, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(sizes.last(), (QList<QVariant>{1, quint64(8), quint64(5)}));
    QTest::keyClick(&ruler, Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(sizes.last(), (QList<QVariant>{1, quint64(7), quint64(4)}));
    QTest::keyClick(&ruler, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(moves.last(), (QList<QVariant>{1, 0}));
    QTest::keyClick(&ruler, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(moves.last(), (QList<QVariant>{1, 3}));
    QTest::keyClick(&ruler, Qt::Key_Return);
    QCOMPARE(lines.last(), QList<QVariant>{1});
    ruler.setCursorAt(2, 4230);
    QTest::keyClick(&ruler, Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);  // one row is the least
    QCOMPARE(sizes.size(), 2);
    for (int i = 0; i < 20; ++i) QTest::keyClick(&ruler, Qt::Key_Plus);
    QVERIFY(ruler.geometry().pixelsPerByte() > 8);
    QTest::keyClick(&ruler, Qt::Key_0);
    QCOMPARE(ruler.geometry().visibleBytes, ruler.data().usedSpanBytes);
  }

  void theRulerSpeaks() {
    ShownRuler shown(dataOf(chain(), Placement::fixed));
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&shown.ruler);
    QVERIFY(face != nullptr);
    QCOMPARE(face->role(), QAccessible::Chart);
    QCOMPARE(face->text(QAccessible::Name), QStringLiteral("Static, 4\u2009256\u00a0B"));
    QCOMPARE(face->childCount(), 3);
    QVERIFY(face->child(1)->text(QAccessible::Name).contains(QStringLiteral("b, 8 × 4, 128")));
  }

  void manyTilesScrollAndTheCursorStaysInView() {
    ShownRuler shown(dataOf(parsed(test::manyTiles(200, false)), Placement::fixed), {600, 400});
    auto* bar = shown.ruler.findChild<QScrollBar*>();
    QVERIFY(bar->isVisible());
    shown.ruler.setCursorAt(0, 0);
    for (int i = 0; i < 150; ++i) QTest::keyClick(&shown.ruler, Qt::Key_Down);
    const TileRulerGeometry geometry = shown.ruler.geometry();
    QVERIFY(bar->value() > 0);
    QVERIFY(geometry.rows[150].rect.top() >= geometry.plot.top() - 1);
    QVERIFY(geometry.rows[150].rect.bottom() <= geometry.plot.bottom() + 1);
  }

  void twoHundredTilesAreQuick() {
    const Parsed many = parsed(test::manyTiles(200, false));
    TileRuler ruler;
    ruler.resize(800, 900);
    TileRulerData data = dataOf(many, Placement::fixed);
    ruler.setData(data);
    ruler.show();
    QVERIFY(QTest::qWaitForWindowExposed(&ruler));
    std::vector<double> full;
    std::vector<double> cursor;
    QImage target(ruler.size(), QImage::Format_ARGB32_Premultiplied);
    for (int i = 0; i < 60; ++i) {
      data.view.visibleBytes = i % 2 ? data.usedSpanBytes : data.usedSpanBytes / 10;
      ruler.setData(data);
      const std::clock_t started = std::clock();
      QPainter painter(&target);
      ruler.render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground);
      painter.end();
      if (i >= 4) full.push_back(double(std::clock() - started) * 1e3 / CLOCKS_PER_SEC);
      ruler.setCursorAt(3, std::uint64_t(1000 + i * 10));
      QCoreApplication::processEvents();
      const std::clock_t moved = std::clock();
      ruler.setCursorAt(3, std::uint64_t(1200 + i * 10));
      QCoreApplication::processEvents();
      if (i >= 4) cursor.push_back(double(std::clock() - moved) * 1e3 / CLOCKS_PER_SEC);
    }
    qInfo("200 tiles at 800x900: full p95 %.2f ms, cursor p95 %.2f ms of processor time", p95(full), p95(cursor));
    QVERIFY(p95(full) < 40);  // the aim is 8 and 4; a loaded machine gets room
    QVERIFY(p95(cursor) < 40);
  }

  void theBlockStripKeepsItsWordsApart() {
    for (const std::string& chip : model::chipNames()) {
      for (int width : {280, 420, 600}) {
        BlockStripData data;
        data.device = *model::chipDevice(chip);
        data.staticBytes = 60000;
        data.dynamicBytes = 4096;
        data.share = shareText(60000, 4096, data.device);
        data.fonts = windowFonts();
        const QSize size(width, int(blockStripHeight(data)));
        test::TextRecorder recorder(size);
        QPainter painter(&recorder);
        paintBlockStrip(painter, QRectF(QPointF(0, 0), size), data, theme(Scheme::light));
        painter.end();
        QVERIFY2(recorder.faults().isEmpty(), qPrintable(recorder.faults().join(u"; ")));
        QVERIFY(recorder.has(QStringLiteral("In the block")));
      }
    }
  }
};

QTEST_MAIN(TileRulerTest)
#include "tile_ruler_test.moc"
