// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the byte ruler: places, geometry to the pixel, labels, overflow, keyboard, speech, speed.
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/ruler/capacity.h"
#include "ui/ruler/place_card.h"
#include "ui/ruler/ruler_widget.h"
#include "ui/ruler/shared_memory_view.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <ctime>

using namespace dsm;
using namespace dsm::ui;

namespace {

RulerData histogram(std::int64_t cluster = 4, std::int64_t bins = 65536) {
  auto input = test::chartInput("histogram");
  input.values["cluster"] = cluster;
  input.values["bins"] = bins;
  RulerData data = rulerDataOf(input, "cluster_dsmem");
  data.fonts = windowFonts();
  data.view = startView(data);
  return data;
}

QImage painted(const RulerData& data, QSize size, Scheme scheme = Scheme::light) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::magenta);
  QPainter painter(&image);
  paintRuler(painter, QRectF(QPointF(0, 0), size), data, theme(scheme));
  return image;
}

}  // namespace

class RulerTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void theMockupsBinIsWhereItShouldBe() {
    const RulerData data = histogram();
    const auto place = findPlace(data.layout, 0, 40000);
    QVERIFY(place.has_value());
    QCOMPARE(place->rank, 2U);
    QCOMPARE(place->offsetBytes, std::uint64_t(28928));
    QCOMPARE(bankOf(place->offsetBytes), 0U);
    QCOMPARE(mappedAddressOf(*place), 0x02007500U);
    QCOMPARE(mappedAddressOf(*place), model::placeOf(data.layout, 40000)->mappedAddress);
    QCOMPARE(indexAt(data.layout, 2, 28928), std::optional<std::uint64_t>(40000));
    QVERIFY(!findPlace(data.layout, 0, 65536));
  }

  void slicesNameTheirBins() {
    const RulerData even = histogram();
    QCOMPARE(sliceLabel(even.layout, 0, 3), QStringLiteral("bins 49\u2009152 \u2013 65\u2009535"));
    const RulerData odd = histogram(16, 1000);
    QCOMPARE(sliceLabel(odd.layout, 0, 15), QStringLiteral("bins 945 \u2013 999"));
    const RulerData three = histogram(3, 1000);
    QCOMPARE(sliceLabel(three.layout, 0, 2), QStringLiteral("bins 668 \u2013 999"));
    const RulerData few = histogram(16, 5);
    QCOMPARE(sliceLabel(few.layout, 0, 4), QStringLiteral("bin 4"));
    QCOMPARE(sliceLabel(few.layout, 0, 9), QStringLiteral("no bins"));
  }

  void aSliceEndsAtItsPixel() {
    const RulerData data = histogram();
    const QSize size(1104, 320);
    const RulerGeometry geometry = layoutRuler(data, QRectF(QPointF(0, 0), size));
    const QImage image = painted(data, size);
    const RulerRow& row = geometry.rows[geometry.rowOfRank(0)];
    const QRectF box = byteRect(geometry, row, 0, 65536);
    const int y = int(row.plot.top()) + 3;
    const RulerArrayColour colours = rulerArrayColour(theme(Scheme::light), 0);
    QCOMPARE(QColor(image.pixel(int(box.left()), y)), colours.edge);
    QCOMPARE(QColor(image.pixel(int(box.right()) - 1, y)), colours.edge);
    QCOMPARE(QColor(image.pixel(int(box.right()) - 3, y)), colours.fill);
    QCOMPARE(QColor(image.pixel(int(box.right()) + 1, y)), theme(Scheme::light).free);
    const double expected = geometry.plot.left() + geometry.plot.width() * 65536 / (228.0 * 1024);
    QVERIFY(std::abs(box.right() - expected) <= 0.5);
  }

  void rowsAre24HighWith8Between() {
    RulerData data = histogram();
    data.view.openRank = -1;
    const RulerGeometry geometry = layoutRuler(data, QRectF(0, 0, 1104, 320));
    QCOMPARE(geometry.scale.height(), 48.0);
    QCOMPARE(geometry.rows.size(), 4);
    QCOMPARE(geometry.rows[0].rect.height(), 24.0);
    QCOMPARE(geometry.rows[1].rect.top() - geometry.rows[0].rect.bottom(), 8.0);
    data.view.openRank = 2;
    const RulerGeometry open = layoutRuler(data, QRectF(0, 0, 1104, 320));
    QCOMPARE(open.rows.size(), 7);
    QVERIFY(!open.rows[3].barrierAfter.isEmpty());
    QVERIFY(open.rows[5].barrierAfter.isEmpty());
    QCOMPARE(rulerHeight(data), 268.0);  // the mockup's ruler, one rank unfolded
  }

  void bytesAndPixelsAgreeAtEveryZoom() {
    RulerData data = histogram();
    for (RulerZoom zoom : {RulerZoom::limit, RulerZoom::used, RulerZoom::kibibyte, RulerZoom::byte}) {
      applyZoom(data, zoom, 28928, 1000);
      const RulerGeometry geometry = layoutRuler(data, QRectF(0, 0, 1104, 320));
      QVERIFY(geometry.visibleBytes > 0);
      const double x = geometry.xOf(28928);
      QVERIFY(std::abs(geometry.byteAt(x) - 28928) < 1e-6);
      if (zoom == RulerZoom::kibibyte || zoom == RulerZoom::byte) QVERIFY(x > geometry.plot.left() && x < geometry.plot.right());
    }
    QVERIFY(layoutRuler(data, QRectF(0, 0, 1104, 320)).pixelsPerByte() > 8);  // single bytes can be told apart
  }

  void everyZoomPaintsInsideItsBounds() {
    RulerData data = histogram();
    for (QSize size : {QSize(1104, 300), QSize(664, 260), QSize(300, 120)}) {
      for (RulerZoom zoom : {RulerZoom::limit, RulerZoom::used, RulerZoom::kibibyte, RulerZoom::byte}) {
        applyZoom(data, zoom, 28928, size.width());
        QImage image(size + QSize(40, 40), QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        painter.translate(20, 20);
        paintRuler(painter, QRectF(QPointF(0, 0), size), data, theme(Scheme::light));
        painter.end();
        for (int x = 0; x < image.width(); ++x) QCOMPARE(QColor(image.pixel(x, 10)), QColor(Qt::magenta));
        for (int y = 0; y < image.height(); ++y) {
          QCOMPARE(QColor(image.pixel(10, y)), QColor(Qt::magenta));
          QCOMPARE(QColor(image.pixel(image.width() - 10, y)), QColor(Qt::magenta));
        }
      }
    }
  }

  void bytesPastTheLimitAreAnError() {
    auto input = test::chartInput("histogram");
    RulerData data = rulerDataOf(input, "block_private");
    data.fonts = windowFonts();
    data.view = startView(data);
    QCOMPARE(data.overflowBytes(), std::uint64_t(262144 - 232448));
    QVERIFY(data.spanBytes() > 262144);
    QVERIFY(rulerFinding(data, "block_private").contains(QStringLiteral("29")));
    const QSize size(1104, 200);
    const QImage image = painted(data, size);
    const RulerGeometry geometry = layoutRuler(data, QRectF(QPointF(0, 0), size));
    const QRectF past = byteRect(geometry, geometry.rows[0], 232448, 262144);
    QCOMPARE(QColor(image.pixel(int(past.right()) - 1, int(past.center().y()))), theme(Scheme::light).error);
    const QColor inside(image.pixel(int(past.center().x()), int(past.top()) + 1));
    QVERIFY(inside != rulerArrayColour(theme(Scheme::light), 0).fill);
  }

  void oneByteMoreThanTheLimitIsSeen() {
    RulerData data;
    data.layout.arrays = {{"a", 232449, 1, 0, 0, 0}};
    data.layout.dynamicBytes = 232449;
    data.limitBytes = 232448;
    QCOMPARE(data.overflowBytes(), std::uint64_t(1));
    data.layout.dynamicBytes = 232448;
    QCOMPARE(data.overflowBytes(), std::uint64_t(0));
  }

  void staticArraysAnswerToTheStaticCap() {
    const RulerData hop = rulerDataOf(test::chartInput("token_hop"), "dsmem_barrier");
    QVERIFY(hop.staticInForce);
    QCOMPARE(hop.limit(), std::uint64_t(48 * 1024));
    QVERIFY(rulerFinding(hop, "dsmem_barrier").contains(QStringLiteral("static cap")));
    const RulerData tile = rulerDataOf(test::chartInput("tile_exchange"), "dsmem");
    QVERIFY(!tile.staticInForce);
    QCOMPARE(arrayAt(tile.layout, 16384), 1);
    QVERIFY(!tile.layout.owner);
    QCOMPARE(sliceLabel(tile.layout, 1, 0), QStringLiteral("dst[4\u2009096]"));
  }

  void extremesPaint() {
    RulerData data = histogram(1, 1);
    painted(data, {800, 200});
    data = histogram(16, 1 << 24);
    painted(data, {800, 700});
    data.layout.arrays.clear();
    painted(data, {800, 200});
    data.layout.ranks = 0;
    painted(data, {800, 200});
    RulerData none;
    none.fonts = windowFonts();
    painted(none, {800, 200});
    RulerData huge = histogram();
    huge.layout.arrays[0].elements = std::uint64_t(1) << 60;
    huge.layout.dynamicBytes = std::uint64_t(1) << 62;
    huge.view.visibleBytes = huge.spanBytes();
    painted(huge, {800, 200});
  }

  void aFewMissingPixelsComeOutOfTheGaps() {
    RulerWidget widget;
    widget.resize(1104, 268 - 6);
    widget.setData(histogram(), {}, {});
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QVERIFY(widget.naturalHeight() <= widget.height());
    QCOMPARE(widget.fullHeight(), 268);
    for (auto* bar : widget.findChildren<QScrollBar*>()) QVERIFY(!bar->isVisible());
    widget.resize(1104, 160);
    QTRY_VERIFY(widget.findChild<QScrollBar*>()->isVisible());
  }

  void theRanksRowsStayReadableAt960() {
    RulerData data = histogram();
    data.view.compact = true;
    const RulerGeometry geometry = layoutRuler(data, QRectF(0, 0, 664, 260));
    // Beside the slice, a label still fits before the limit.
    const double left = byteRect(geometry, geometry.rows[0], 0, 65536).right() + 10;
    QVERIFY(left + textWidth(data.fonts.small, sliceLabel(data.layout, 0, 3)) < geometry.plot.right());
  }

  void capacityAsksTheSpecForEachSize() {
    auto input = test::chartInput("histogram");
    const Capacity capacity = capacityOf(input, "cluster_dsmem");
    QCOMPARE(capacity.rows.size(), 5);
    QCOMPARE(capacity.noun, QStringLiteral("bins"));
    QVERIFY(capacity.sameNeed);
    QCOMPARE(capacity.rows[0].holds, 58112.0);
    QCOMPARE(capacity.rows[0].holdsStatic, 12288.0);
    QCOMPARE(capacity.rows[4].holds, 929792.0);
    QVERIFY(!capacity.rows[0].reason.isEmpty());
    QVERIFY(capacity.rows[2].chosen && capacity.rows[2].reason.isEmpty());
    QVERIFY(capacity.rows[4].reason.contains(QStringLiteral("opt-in")));
    const Capacity tiles = capacityOf(test::chartInput("tile_exchange"), "dsmem");
    QVERIFY(tiles.noun.isEmpty() && !tiles.sameNeed && !tiles.rows.isEmpty());
    QVERIFY(capacityOf(input, "global_atomics").rows.isEmpty());
    input.device = nullptr;
    QVERIFY(capacityOf(input, "cluster_dsmem").rows.isEmpty());
  }

  void keyboardAloneReachesEveryByte() {
    RulerWidget widget;
    widget.resize(1104, 320);
    widget.setData(histogram(), QStringLiteral("title"), QStringLiteral("finding"));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QVERIFY(widget.focusPolicy() & Qt::TabFocus);
    QSignalSpy pinned(&widget, &RulerWidget::pinned);
    QSignalSpy readout(&widget, &RulerWidget::readoutChanged);
    widget.setCursor(0, 0);
    QTest::keyClick(&widget, Qt::Key_Down);
    QCOMPARE(widget.cursor()->rank, 1U);
    const std::uint64_t before = widget.cursor()->offsetBytes;
    QTest::keyClick(&widget, Qt::Key_Right);
    QVERIFY(widget.cursor()->offsetBytes > before);
    QTest::keyClick(&widget, Qt::Key_End);
    QCOMPARE(widget.cursor()->offsetBytes, std::uint64_t(65535));
    QTest::keyClick(&widget, Qt::Key_Home);
    QCOMPARE(widget.cursor()->offsetBytes, std::uint64_t(0));
    QTest::keyClick(&widget, Qt::Key_PageDown);
    QVERIFY(widget.cursor()->offsetBytes > 1000);
    for (int i = 0; i < 20; ++i) QTest::keyClick(&widget, Qt::Key_Plus);
    QVERIFY(widget.geometry().pixelsPerByte() > 8);
    const std::uint64_t at = widget.cursor()->offsetBytes;
    QTest::keyClick(&widget, Qt::Key_Right);
    QCOMPARE(widget.cursor()->offsetBytes, at + 4);  // one element
    QTest::keyClick(&widget, Qt::Key_Return);
    QCOMPARE(pinned.count(), 1);
    QVERIFY(readout.count() > 3);
    QVERIFY(widget.readout().contains(QStringLiteral("rank 1")));
    QVERIFY(widget.readout().contains(QStringLiteral("0x")));
    QVERIFY(widget.readout().contains(QStringLiteral("bank")));
  }

  void theRulerSpeaks() {
    RulerWidget widget;
    widget.resize(1104, 320);
    widget.setData(histogram(), QStringLiteral("Shared memory"), QStringLiteral("The finding."));
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&widget);
    QVERIFY(interface != nullptr);
    QCOMPARE(interface->role(), QAccessible::Chart);
    QCOMPARE(interface->text(QAccessible::Description), QStringLiteral("The finding."));
    QCOMPARE(interface->childCount(), 4);
    QVERIFY(interface->child(2)->text(QAccessible::Name).contains(QStringLiteral("rank 2")));
  }

  void findingABinMovesArrowCardAndRank() {
    SharedMemoryView view;
    view.resize(1152, 572);
    view.setInput(test::chartInput("histogram"));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY2(view.finding().contains(QStringLiteral("28")), qPrintable(view.finding()));
    view.findField()->setFocus();
    view.findField()->selectAll();
    QTest::keyClicks(view.findField(), QStringLiteral("50000"));
    QCOMPARE(view.ruler()->data().view.found->index, std::optional<std::uint64_t>(50000));
    QCOMPARE(view.ruler()->data().view.found->rank, 3U);
    // Out of range: the last good place stays, and the field says what is allowed.
    view.findField()->selectAll();
    QTest::keyClicks(view.findField(), QStringLiteral("70000"));
    QCOMPARE(view.ruler()->data().view.found->index, std::optional<std::uint64_t>(7000));
    QVERIFY(view.findField()->toolTip().contains(QStringLiteral("535")));
  }

  void controlsKeepTheirWidthWithLargeText() {
    setTextScale(1.5);
    SharedMemoryView view;
    view.resize(664, 420);
    view.setInput(test::chartInput("histogram"));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCoreApplication::processEvents();
    QStringList squeezed;
    for (const auto* row : view.findChildren<SegmentedRow*>()) {
      if (row->isVisible() && row->width() < row->sizeHint().width()) squeezed << row->accessibleName();
    }
    setTextScale(1);
    QCOMPARE(squeezed, QStringList());
  }

  void aVariantWithoutSharedMemorySaysSo() {
    auto input = test::chartInput("histogram");
    input.leadVariant = "global_atomics";
    SharedMemoryView view;
    view.resize(1152, 572);
    view.setInput(input);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(!view.ruler()->isVisible());
    auto* state = view.findChild<EmptyState*>();
    QVERIFY(state != nullptr && state->isVisible());
    emit state->buttonClicked();  // shows the nearest variant that has some
    QVERIFY(view.ruler()->isVisible());
  }

  void newSettingsKeepThePlaceWhereItStillExists() {
    auto input = test::chartInput("histogram");
    SharedMemoryView view;
    view.resize(1152, 572);
    view.setInput(input);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.findField()->setFocus();
    view.findField()->selectAll();
    QTest::keyClicks(view.findField(), QStringLiteral("1000"));
    input.values["bins"] = 131072;
    view.setInput(input);
    QCOMPARE(view.ruler()->data().view.found->index, std::optional<std::uint64_t>(1000));
    input.values["bins"] = 500;
    view.setInput(input);
    QVERIFY(!view.ruler()->data().view.found);
  }
};

QTEST_MAIN(RulerTest)
#include "ruler_test.moc"
