// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the Latency view on screen: keyboard, zoom, legend, speech, empty states, small windows, speed.
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/charts/bars_widget.h"
#include "ui/charts/latency_view.h"
#include "ui/charts/legend_row.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QLayout>
#include <QSignalSpy>
#include <QtTest>

using namespace dsm;
using namespace dsm::ui;

class LatencyViewTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void keyboardMovesTheCursorAndEnterPins() {
    BarsWidget widget;
    widget.resize(900, 240);
    widget.setShape(test::shapeOf({test::repeated(1), test::repeated(2), test::repeated(3)}), test::barsOptions(), QStringLiteral("finding"));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QSignalSpy readout(&widget, &BarsWidget::readoutChanged);
    std::string pinned;
    connect(&widget, &BarsWidget::runSelected, this, [&](const std::string& id) { pinned = id; });
    widget.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&widget, Qt::Key_Home);
    QCOMPARE(widget.cursorRow(), 0);
    QTest::keyClick(&widget, Qt::Key_Down);
    QCOMPARE(widget.cursorRow(), 1);
    QTest::keyClick(&widget, Qt::Key_End);
    QCOMPARE(widget.cursorRow(), 2);
    QTest::keyClick(&widget, Qt::Key_Down);
    QCOMPARE(widget.cursorRow(), 2);
    QTest::keyClick(&widget, Qt::Key_Up);
    QTest::keyClick(&widget, Qt::Key_Return);
    QCOMPARE(pinned, std::string("run 1"));
    QVERIFY(readout.count() > 0);
  }

  void zoomAndResetComeBack() {
    BarsWidget widget;
    widget.resize(900, 240);
    widget.setShape(test::shapeOf({test::repeated(1), test::repeated(2)}), test::barsOptions(), {});
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const QCPRange start = widget.xAxis->range();
    QTest::keyClick(&widget, Qt::Key_Plus);
    QVERIFY(widget.isZoomed());
    QVERIFY(widget.xAxis->range().size() < start.size());
    // New numbers of the same chart keep the zoom.
    const QCPRange zoomed = widget.xAxis->range();
    widget.setShape(test::shapeOf({test::repeated(1), test::repeated(2.1)}), test::barsOptions(), {});
    QCOMPARE(widget.xAxis->range().upper, zoomed.upper);
    QTest::keyClick(&widget, Qt::Key_0);
    QVERIFY(!widget.isZoomed());
    QCOMPARE(widget.xAxis->range().lower, 0.0);
  }

  void thePictureFollowsThePixelRatio() {
    BarsWidget widget;
    widget.resize(600, 200);
    widget.setShape(test::shapeOf({test::repeated(1)}), test::barsOptions(), {});
    widget.setBufferDevicePixelRatio(3);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QTRY_COMPARE(widget.bufferDevicePixelRatio(), widget.devicePixelRatioF());
  }

  void theChartSpeaks() {
    BarsWidget widget;
    widget.resize(900, 240);
    widget.setShape(test::shapeOf({test::repeated(1), test::repeated(2)}), test::barsOptions(), QStringLiteral("The finding."));
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&widget);
    QVERIFY(interface != nullptr);
    QCOMPARE(interface->role(), QAccessible::Chart);
    QCOMPARE(interface->text(QAccessible::Name), QStringLiteral("Edge"));
    QCOMPARE(interface->text(QAccessible::Description), QStringLiteral("The finding."));
    QCOMPARE(interface->childCount(), 2);
    QVERIFY(interface->child(1)->text(QAccessible::Name).startsWith(QStringLiteral("row 1")));
    QCOMPARE(interface->indexOfChild(interface->child(1)), 1);
  }

  void aLegendClickHidesAndShowsAVariant() {
    LatencyView view;
    view.resize(1152, 560);
    view.setInput(test::chartInput("token_hop"));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    auto* legend = view.findChild<LegendRow*>();
    QVERIFY(legend != nullptr);
    const int all = int(view.chart()->barsData().rows.size());
    QCOMPARE(all, 4);
    QTest::mouseClick(legend, Qt::LeftButton, {}, legend->entryRect(0).center());
    QCOMPARE(int(view.chart()->barsData().rows.size()), all - 1);
    QVERIFY(legend->entries()[0].hidden);
    QTest::mouseClick(legend, Qt::LeftButton, {}, legend->entryRect(0).center());
    QCOMPARE(int(view.chart()->barsData().rows.size()), all);
  }

  void aHiddenViewComputesNothing() {
    LatencyView view;
    view.setInput(test::chartInput("token_hop"));
    QVERIFY(view.shape().rows.empty());
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCOMPARE(int(view.shape().rows.size()), 4);
  }

  // At 150 % text on the smallest window the view scrolls; nothing is drawn over its neighbour.
  void partsNeverOverlapOnASmallWindow() {
    for (double scale : {1.0, 1.5}) {
      setTextScale(scale);
      LatencyView view;
      view.resize(696, 360);
      view.setInput(test::chartInput("token_hop"));
      view.show();
      QVERIFY(QTest::qWaitForWindowExposed(&view));
      QCoreApplication::processEvents();
      const auto rectOf = [&](const QWidget* part) { return QRect(part->mapTo(&view, QPoint(0, 0)), part->size()); };
      QWidget* host = view.chart()->parentWidget();
      QVector<QRect> rects;
      for (int i = 0; i < host->layout()->count(); ++i) {
        const QWidget* part = host->layout()->itemAt(i)->widget();
        if (part != nullptr && part->isVisible()) rects.push_back(rectOf(part));
      }
      setTextScale(1);
      QVERIFY(rects.size() >= 3);
      for (qsizetype i = 1; i < rects.size(); ++i) {
        QVERIFY2(rects[i].top() > rects[i - 1].bottom(), qPrintable(QString::number(i)));
      }
      QVERIFY(view.chart()->height() >= view.chart()->leastHeight());
    }
  }

  void everyLegendEntryIsVisible() {
    for (double scale : {1.0, 1.5}) {
      for (int width : {664, 1104}) {
        setTextScale(scale);
        LatencyView view;
        view.resize(width, 520);
        view.setInput(test::chartInput("token_hop"));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCoreApplication::processEvents();
        auto* legend = view.findChild<LegendRow*>();
        const bool fits = legend->rect().contains(legend->entryRect(int(legend->entries().size()) - 1));
        setTextScale(1);
        QVERIFY2(fits, qPrintable(QStringLiteral("%1 px at %2").arg(width).arg(scale)));
      }
    }
  }

  void nothingRunShowsASentence() {
    auto input = test::chartInput("token_hop");
    auto empty = std::make_shared<model::Session>(*input.session);
    empty->runs.clear();
    input.session = empty;
    LatencyView view;
    view.resize(900, 500);
    view.setInput(input);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(!view.chart()->isVisible());
  }

  void crosshairAndReplotAreQuick() {
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 12; ++i) {
      rows.push_back({});
      for (int k = 0; k < 320; ++k) rows.back().push_back(100 * (i + 1) + (k * 37) % 11);
    }
    BarsWidget widget;
    widget.resize(1104, 500);
    widget.setShape(test::shapeOf(rows), test::barsOptions(), {});
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 10; ++i) widget.replot(QCustomPlot::rpQueuedRefresh);
    const double full = double(timer.nsecsElapsed()) / 1e7;
    timer.restart();
    for (int i = 0; i < 10; ++i) {
      QTest::mouseMove(&widget, QPoint(400 + i * 10, 100));
      QCoreApplication::processEvents();
    }
    const double cursor = double(timer.nsecsElapsed()) / 1e7;
    qInfo("12 rows x 320 samples: replot %.2f ms, cursor %.2f ms", full, cursor);
    QVERIFY(full < 200);
    QVERIFY(cursor < 100);
  }
};

QTEST_MAIN(LatencyViewTest)
#include "latency_view_test.moc"
