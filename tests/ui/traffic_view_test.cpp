// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the Traffic view on screen and on paper: keyboard, legend, speech, empty states, sizes, themes, speed, and
// nothing over anything else.
#include "ui/traffic/traffic_view.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/charts/legend_row.h"
#include "ui/export/render.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/traffic/traffic_paint.h"
#include "ui/traffic/traffic_widget.h"

#include <QAccessible>
#include <QBuffer>
#include <QCheckBox>
#include <QClipboard>
#include <QElapsedTimer>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QtTest>
#include <QXmlStreamReader>

using namespace dsm;
using namespace dsm::ui;

namespace {

struct Word {
  QRectF rect;
  QString text;
};

TrafficOptions figureOptions(bool logarithmic = false, bool compact = false) {
  TrafficOptions options;
  options.logarithmic = logarithmic;
  options.compact = compact;
  options.fonts = figureFonts();
  return options;
}

QByteArray svgOf(const TrafficData& data, const TrafficOptions& options, QSizeF size, const Theme& theme) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(96);
  generator.setSize(size.toSize());
  QPainter painter(&generator);
  paintTraffic(painter, QRectF(QPointF(0, 0), size), data, options, theme);
  painter.end();
  return buffer.data();
}

// Every word of a vector picture with the box of its capitals; groups carry the whole matrix.
QVector<Word> wordsOf(const QByteArray& svg) {
  QVector<Word> words;
  QXmlStreamReader xml(svg);
  QPointF shift;
  static const QRegularExpression kMatrix(QStringLiteral("matrix\\(([^)]*)\\)"));
  while (!xml.atEnd()) {
    xml.readNext();
    if (!xml.isStartElement()) continue;
    const auto attributes = xml.attributes();
    if (xml.name() == QLatin1String("g")) {
      const auto match = kMatrix.match(attributes.value(QLatin1String("transform")).toString());
      if (match.hasMatch()) {
        const QStringList numbers = match.captured(1).split(QLatin1Char(','));
        shift = {numbers.value(4).toDouble(), numbers.value(5).toDouble()};
      }
    }
    if (xml.name() != QLatin1String("text")) continue;
    const double size = attributes.value(QLatin1String("font-size")).toDouble();
    const bool bold = attributes.value(QLatin1String("font-weight")).toInt() >= 600;
    const QPointF at = shift + QPointF(attributes.value(QLatin1String("x")).toDouble(), attributes.value(QLatin1String("y")).toDouble());
    const QString text = xml.readElementText().trimmed();
    QFont font = bold ? figureFonts().baseBold : figureFonts().small;
    font.setPixelSize(int(std::lround(size)));
    words.push_back({QRectF(at.x(), at.y() - 0.72 * size, QFontMetricsF(font).horizontalAdvance(text), 0.72 * size), text});
  }
  return words;
}

const Theme& themeOf(int scheme) { return theme(Scheme(scheme)); }

class Shown {
 public:
  explicit Shown(const ViewInput& input, QSize size = {1152, 604}) {
    view.resize(size);
    view.setInput(input);
    view.show();
    if (!QTest::qWaitForWindowExposed(&view)) qWarning("not exposed");
  }
  TrafficView view;
  TrafficWidget& chart() { return *view.chart(); }
};

}  // namespace

class TrafficViewTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }
  void cleanup() {
    setTextScale(1);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void keyboardStepsAndEnterSelectsTheRun() {
    Shown shown(test::trafficInput());
    std::string selected;
    connect(&shown.view, &ChartPage::runSelected, this, [&](const std::string& id) { selected = id; });
    TrafficWidget& chart = shown.chart();
    chart.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.cursorLine(), 0);
    QTest::keyClick(&chart, Qt::Key_Down);
    QCOMPARE(chart.cursorLine(), 1);
    QTest::keyClick(&chart, Qt::Key_PageDown);
    QCOMPARE(chart.cursorLine(), 3);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(selected, std::string("tile_exchange/global"));
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.cursorLine(), 9);
    QTest::keyClick(&chart, Qt::Key_Down);
    QCOMPARE(chart.cursorLine(), 9);
    QTest::keyClick(&chart, Qt::Key_Escape);
    QCOMPARE(chart.cursorLine(), -1);
  }

  void theMouseReadsAndZoomComesBack() {
    Shown shown(test::trafficInput());
    TrafficWidget& chart = shown.chart();
    QTest::mouseMove(&chart, chart.accessibleRowRect(5).center());
    QVERIFY2(chart.readout().contains(QStringLiteral("29.746")), qPrintable(chart.readout()));
    const double whole = chart.chartLayout().axis.high;
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(chart.isZoomed() && chart.chartLayout().axis.high < whole);
    shown.view.setInput(test::trafficInput());
    QVERIFY(chart.isZoomed());
    shown.view.resetZoom();
    QCOMPARE(chart.chartLayout().axis.high, whole);
  }

  void aLegendClickHidesAVariantEverywhere() {
    Shown shown(test::trafficInput());
    auto* legend = shown.view.findChild<LegendRow*>();
    QCOMPARE(legend->entries().size(), 2);
    QTest::mouseClick(legend, Qt::LeftButton, {}, legend->entryRect(1).center());
    QCOMPARE(shown.chart().chartLayout().shown, QVector<int>{0});
    QVERIFY(shown.view.exportOptions().hidden.contains("global"));
    QVERIFY(!shown.view.finding().contains(QStringLiteral("global")));
    QTest::mouseClick(legend, Qt::LeftButton, {}, legend->entryRect(1).center());
    QCOMPARE(shown.chart().chartLayout().shown.size(), 2);
  }

  void controlsReachTheExport() {
    Shown shown(test::trafficInput());
    shown.view.setLogarithmic(true);
    shown.view.setPayloadUnit(true);
    shown.view.findChild<QCheckBox*>()->click();
    const RenderOptions options = shown.view.exportOptions();
    QVERIFY(options.logarithmic && options.payloadUnit && !options.expectedMarks);
  }

  void theChartSpeaks() {
    Shown shown(test::trafficInput());
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&shown.chart());
    QVERIFY(interface != nullptr);
    QCOMPARE(interface->role(), QAccessible::Chart);
    QVERIFY(interface->text(QAccessible::Name).contains(QStringLiteral("tile exchange")));
    QVERIFY(interface->text(QAccessible::Description).contains(QStringLiteral("more than 4\u2009100")));
    QVERIFY(interface->text(QAccessible::Description).contains(QStringLiteral("may still be")));
    QCOMPARE(interface->childCount(), 10);
    QVERIFY(interface->child(5)->text(QAccessible::Name).startsWith(QStringLiteral("global, L2 in total")));
  }

  void theCommandCollectsCountersAndNsightGetsItsLine() {
    Shown shown(test::trafficInput());
    QVERIFY(provenanceOf("traffic", test::trafficInput())
                .at("command")
                .contains(QStringLiteral("--counters traffic --out tile_exchange.dsmscope")));
    const QString line = shown.view.nsightLine();
    QVERIFY2(line.contains(QStringLiteral(" | ncu ")) && line.contains(QStringLiteral("lts__t_bytes.sum")) &&
                 line.contains(QStringLiteral("\"experiment\":\"tile_exchange\",\"variant\":\"dsmem\"")) && line.endsWith(QStringLiteral("dsmscope-worker --request -")),
             qPrintable(line));
    shown.view.copyNsightLine();
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
    QString why;
    Shown none(test::chartInput("token_hop"));
    QVERIFY(none.view.nsightLine(&why).isEmpty() && !why.isEmpty());
  }

  void nothingCollectedSaysWhyAndWhatToDo() {
    const auto sentence = [](const ViewInput& input) {
      Shown shown(input);
      auto* state = shown.view.findChild<EmptyState*>();
      return state == nullptr || shown.chart().isVisible() ? QString()
                                                           : state->accessibleName() + QLatin1Char('|') + state->accessibleDescription();
    };
    QVERIFY(sentence(test::chartInput("token_hop")).startsWith(QStringLiteral("Counters were not collected for these runs.|")));
    QVERIFY(sentence(test::chartInput("token_hop")).contains(QStringLiteral("counters were not asked for")));
    model::Counters refused;
    refused.why = {"no_permission", "Only administrators may read counters.", "Ask for the driver's permission."};
    auto input = test::trafficInput(test::withCounters(test::trafficSession(), "tile_exchange/dsmem", refused));
    input.variants = {"dsmem"};
    QVERIFY(sentence(input).contains(QStringLiteral("Ask for the driver's permission.")));
    input.running = true;
    QVERIFY(sentence(input).contains(QStringLiteral("is running")));
    input.running = false;
    auto empty = std::make_shared<model::Session>(*input.session);
    empty->runs.clear();
    input.session = empty;
    QVERIFY(sentence(input).contains(QStringLiteral("has not run")));
    input.variants.clear();
    QVERIFY(sentence(input).contains(QStringLiteral("No variant is chosen")));
    QVERIFY(sentence(test::trafficInput()).isEmpty());
  }

  void noTextStandsOnAnotherOrOutside_data() {
    QTest::addColumn<QString>("experiment");
    QTest::addColumn<double>("width");
    QTest::addColumn<bool>("log");
    QTest::addColumn<int>("scheme");
    for (const char* experiment : {"tile_exchange", "histogram"}) {
      for (const double width : {1104.0, 664.0, 640.0, 480.0}) {
        for (const bool log : {false, true}) {
          for (const int scheme : {int(Scheme::light), int(Scheme::dark), int(Scheme::print)}) {
            QTest::addRow("%s %g %s %d", experiment, width, log ? "log" : "linear", scheme) << experiment << width << log << scheme;
          }
        }
      }
    }
  }
  void noTextStandsOnAnotherOrOutside() {
    QFETCH(QString, experiment);
    QFETCH(double, width);
    QFETCH(bool, log);
    QFETCH(int, scheme);
    const TrafficData data = trafficDataOf(test::chartInput(experiment.toStdString(), test::trafficSession()));
    const TrafficOptions options = figureOptions(log, width < 700);
    const QSizeF size(width, leastTrafficHeight(width, data, options));
    const QVector<Word> words = wordsOf(svgOf(data, options, size, themeOf(scheme)));
    QVERIFY(words.size() > 30);
    for (qsizetype i = 0; i < words.size(); ++i) {
      const QRectF rect = words[i].rect.adjusted(0.5, 0.5, -1, -0.5);
      QVERIFY2(QRectF(QPointF(0, 0), size).contains(rect), qPrintable(words[i].text));
      for (qsizetype k = 0; k < i; ++k) {
        QVERIFY2(!rect.intersects(words[k].rect.adjusted(0.5, 0.5, -1, -0.5)),
                 qPrintable(words[i].text + QStringLiteral(" / ") + words[k].text));
      }
    }
  }

  void nothingIsPaintedOutsideTheBounds_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<double>("zoom");
    for (const double zoom : {1.0, 40.0}) {
      QTest::addRow("large %g", zoom) << QSizeF(1104, 460) << zoom;
      QTest::addRow("narrow %g", zoom) << QSizeF(420, 700) << zoom;
      QTest::addRow("low %g", zoom) << QSizeF(800, 130) << zoom;
    }
  }
  void nothingIsPaintedOutsideTheBounds() {
    QFETCH(QSizeF, size);
    QFETCH(double, zoom);
    const TrafficData data = trafficDataOf(test::chartInput("tile_exchange", test::trafficSession()));
    for (const bool log : {false, true}) {
      TrafficOptions options = figureOptions(log);
      options.zoom = zoom;
      QImage image((size + QSizeF(80, 80)).toSize(), QImage::Format_RGB32);
      image.fill(Qt::magenta);
      QPainter painter(&image);
      paintTraffic(painter, QRectF(QPointF(40, 40), size), data, options, theme(Scheme::light));
      painter.end();
      const QRect inside(QPoint(40, 40), size.toSize());
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          if (!inside.contains(x, y))
            QVERIFY2(QColor(image.pixel(x, y)) == QColor(Qt::magenta), qPrintable(QStringLiteral("%1 %2").arg(x).arg(y)));
        }
      }
    }
  }

  void partsOfTheViewDoNotOverlap_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::newRow("1440 x 900") << QSize(1152, 604) << 1.0;
    QTest::newRow("960 x 540") << QSize(696, 420) << 1.0;
    QTest::newRow("960 x 540 at 150 %") << QSize(696, 380) << 1.5;
  }
  void partsOfTheViewDoNotOverlap() {
    QFETCH(QSize, size);
    QFETCH(double, scale);
    setTextScale(scale);
    Shown shown(test::trafficInput(), size);
    QCoreApplication::processEvents();
    TrafficWidget& chart = shown.chart();
    QVERIFY(chart.height() >= chart.minimumHeight());
    QVERIFY(leastTrafficHeight(chart.chartLayout().bounds.width(), chart.trafficData(), chart.options()) <=
            chart.chartLayout().bounds.height() + 1);
    auto* legend = shown.view.findChild<LegendRow*>();
    QVERIFY(legend->rect().contains(legend->entryRect(1)));
    QVector<QRect> controls;
    for (QWidget* each : shown.view.findChildren<QWidget*>()) {
      if (each->isVisible() && each->parentWidget() == legend->parentWidget()) controls.push_back(each->geometry());
    }
    for (qsizetype i = 0; i < controls.size(); ++i) {
      for (qsizetype k = 0; k < i; ++k) QVERIFY(!controls[i].intersects(controls[k]));
    }
  }

  void exportsHoldChartNotesAndReasons() {
    const auto input = test::chartInput("tile_exchange", test::trafficSession());
    QVERIFY(chartIds().contains(QStringLiteral("traffic")));
    for (const QSize size : {QSize(1200, 700), QSize(640, 480), QSize(300, 300)}) {
      RenderOptions options;
      options.size = size;
      const auto svg = renderChart("traffic", input, Format::svg, options, provenanceOf("traffic", input));
      QVERIFY(svg.has_value());
      if (size.width() == 1200) QVERIFY(svg->contains("DRAM near zero is not free"));
      QVERIFY(renderChart("traffic", input, Format::png, options, {}).has_value());
    }
    const auto json = renderChart("traffic", input, Format::json, {}, {});
    QVERIFY(json->contains("\"measured_bytes\": 10813440000") && json->contains("\"measured_bytes\": null"));
    QVERIFY(json->contains("counters were not asked for"));
  }

  void twoThousandRunsDoNotHoldTheLoop() {
    auto session = std::make_shared<model::Session>(*test::trafficSession());
    const model::RunPtr base = session->run("tile_exchange/dsmem");
    for (int i = 0; i < 2000; ++i) {
      auto run = std::make_shared<model::Run>(*base);
      run->id = "r" + std::to_string(i);
      run->variant = i % 2 == 0 ? "dsmem" : "global";
      if (i % 3 != 0) run->counters.reset();
      session->runs.push_back(run);
    }
    Shown shown(test::trafficInput(session));
    double longest = 0;
    QElapsedTimer timer;
    for (int i = 0; i < 5; ++i) {
      timer.start();
      shown.view.setInput(test::trafficInput(session));
      longest = std::max(longest, double(timer.nsecsElapsed()) / 1e6);
      timer.restart();
      shown.chart().repaint();
      longest = std::max(longest, double(timer.nsecsElapsed()) / 1e6);
    }
    qInfo("2000 runs: longest slot or paint %.2f ms", longest);
    QVERIFY(longest < 50);
  }

  void aThemeChangeRepaints() {
    Shown shown(test::trafficInput());
    for (const Scheme scheme : {Scheme::dark, Scheme::print, Scheme::light}) {
      ThemeHost::instance().setScheme(scheme);
      const QImage picture = shown.chart().grab().toImage();
      QCOMPARE(QColor(picture.pixel(picture.width() - 3, picture.height() - 3)), theme(scheme).base);
    }
  }
};

QTEST_MAIN(TrafficViewTest)
#include "traffic_view_test.moc"
