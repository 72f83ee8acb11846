// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about exported files: the same bytes everywhere, well-formed, nothing outside the axes, where the
// numbers come from, and errors instead of pictures for what cannot be drawn.
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/zoomed_chart.h"
#include "ui/charts/latency_view.h"
#include "ui/export/render.h"

#include <nlohmann/json.hpp>
#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QtTest>

#include <limits>

using namespace dsm;
using namespace dsm::ui;

namespace {

QByteArray rendered(const QString& chart, const ViewInput& input, Format format, RenderOptions options = {}) {
  const auto bytes = renderChart(chart, input, format, options, provenanceOf(chart, input));
  return bytes ? *bytes : QByteArray();
}

// What another process makes of every chart and the report: one line each.
QList<QByteArray> hashesElsewhere(const QMap<QString, QString>& variables, const QString& screen = {}) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), screen.isEmpty() ? QStringLiteral("offscreen") : QStringLiteral("xcb"));
  for (auto it = variables.begin(); it != variables.end(); ++it) environment.insert(it.key(), it.value());
  process.setProcessEnvironment(environment);
  const QString printer = QStringLiteral(DSM_EXPORT_PRINTER);
  if (screen.isEmpty()) {
    process.start(printer, QStringList());
  } else {
    process.start(screen, {QStringLiteral("-a"), printer});
  }
  if (!process.waitForFinished(120000) || process.exitCode() != 0) {
    qWarning("%s", process.readAllStandardError().constData());
    return {};
  }
  return process.readAllStandardOutput().trimmed().split('\n');
}

}  // namespace

class ExportTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void figuresUseTheEmbeddedFonts() {
    loadExportFonts();
    QVERIFY(figureFontsEmbedded());
  }

  void bytesAreTheSameEverywhere_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("onScreen");
    QTest::newRow("scale 1.5") << "QT_SCALE_FACTOR" << "1.5" << false;
    QTest::newRow("scale 2") << "QT_SCALE_FACTOR" << "2" << false;
    QTest::newRow("font dpi") << "QT_FONT_DPI" << "144" << false;
    QTest::newRow("decimal commas") << "LC_ALL" << "de_DE.UTF-8" << false;
    // With a screen: another platform plugin, other font settings, another resolution.
    QTest::newRow("screen") << "QT_SCALE_FACTOR" << "1" << true;
    QTest::newRow("screen, scale 1.5") << "QT_SCALE_FACTOR" << "1.5" << true;
    QTest::newRow("screen, scale 2") << "QT_SCALE_FACTOR" << "2" << true;
  }
  // Every chart of every experiment, as PNG in every theme, as SVG, CSV and JSON, and the report.
  void bytesAreTheSameEverywhere() {
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(bool, onScreen);
    const QString xvfb = QStandardPaths::findExecutable(QStringLiteral("xvfb-run"));
    if (onScreen && xvfb.isEmpty()) QSKIP("xvfb-run is not installed");
    static const QList<QByteArray> kPlain = hashesElsewhere({});
    QCOMPARE(kPlain.size(), 3 * chartIds().size() * (3 + 3) + 1);
    const QList<QByteArray> here = hashesElsewhere({{name, value}}, onScreen ? xvfb : QString());
    QCOMPARE(here.size(), kPlain.size());
    for (qsizetype i = 0; i < here.size(); ++i) QCOMPARE(here[i], kPlain[i]);
  }

  void everyChartInEveryFormatHasBytes() {
    for (const char* experiment : {"histogram", "token_hop", "tile_exchange"}) {
      const ViewInput input = test::chartInput(experiment);
      for (const QString& chart : chartIds()) {
        for (Format format : {Format::png, Format::svg, Format::pdf, Format::csv, Format::json}) {
          QVERIFY2(rendered(chart, input, format).size() > 100, qPrintable(chart + formatName(format)));
        }
      }
    }
  }

  void pngHasItsSizeAndProvenance() {
    RenderOptions options;
    options.size = {800, 500};
    options.scale = 2;
    QByteArray bytes = rendered("latency", test::chartInput("token_hop"), Format::png, options);
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer, "png");
    const QImage image = reader.read();
    QCOMPARE(image.size(), QSize(1600, 1000));
    const QString text = image.text(QStringLiteral("Provenance"));
    QVERIFY2(text.contains(QStringLiteral("NVIDIA H200")) && text.contains(QStringLiteral("dsmscope run token_hop")), qPrintable(text));
  }

  void svgIsWellFormedWithItsFontsAndProvenance() {
    for (const QString& chart : chartIds()) {
      const QByteArray svg = rendered(chart, test::chartInput("histogram"), Format::svg);
      QXmlStreamReader xml(svg);
      QString description;
      int texts = 0;
      while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("desc")) description = xml.readElementText();
        if (xml.isStartElement() && xml.name() == QLatin1String("text")) ++texts;
      }
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
      QVERIFY(description.contains(QStringLiteral("NVIDIA H200")));
      const int least = chart == QLatin1String("traffic_curve") ? 3 : 10;  // nothing is varied here: title, finding, caption
      QVERIFY2(texts > least, qPrintable(QStringLiteral("%1: %2 texts").arg(chart).arg(texts)));
      QVERIFY(svg.contains("font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\""));
      static const QRegularExpression kOther(QStringLiteral("font-family=\"(?!Liberation Sans, Arial)"));
      QVERIFY(!QString::fromUtf8(svg).contains(kOther));
      QVERIFY(QSvgRenderer(svg).isValid());
    }
  }

  void nothingOfAZoomedChartLeavesTheAxesInSvg() {
    const test::ZoomedChart chart = test::zoomedChart();
    QImage image(chart.size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter onImage(&image);
    QSvgRenderer(chart.svg).render(&onImage);
    onImage.end();
    // A band right of the axes, between the plot and the value columns, holds the ground and hairlines only.
    QVERIFY(chart.blank.size() == 3);
    for (const QRect& band : chart.blank) {
      for (int y = band.top(); y <= band.bottom(); ++y) {
        for (int x = band.left(); x <= band.right(); ++x) QCOMPARE(QColor(image.pixel(x, y)), theme(Scheme::light).base);
      }
    }
  }

  void pdfHasPagesFontsAndMetadata() {
    const QByteArray pdf = rendered("latency", test::chartInput("token_hop"), Format::pdf);
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.contains("LiberationSans"));
    QVERIFY(pdf.contains("NVIDIA H200"));
    QVERIFY(pdf.contains("/MediaBox [0 0 900.") || pdf.contains("/MediaBox [0 0 900 "));
  }

  void csvHasPointsCommentsAndNoGrouping() {
    const QString csv = QString::fromUtf8(rendered("latency", test::chartInput("token_hop"), Format::csv));
    const QStringList lines = csv.split(QLatin1Char('\n'));
    QVERIFY(lines[0].startsWith(QStringLiteral("# title: ")));
    QVERIFY(csv.contains(QStringLiteral("# device: NVIDIA H200")));
    QVERIFY(csv.contains(QStringLiteral("variant,note,median_cycles")));
    QVERIFY(!csv.contains(QChar(0x2009)));
    static const QRegularExpression kRow(QStringLiteral("^dsmem_barrier,32 threads,4\\d\\d(\\.\\d+)?,"), QRegularExpression::MultilineOption);
    QVERIFY2(csv.contains(kRow), qPrintable(csv));
  }

  void jsonKeepsAllDigitsAndNullForWhatIsMissing() {
    const auto document = nlohmann::json::parse(rendered("latency", test::chartInput("histogram"), Format::json).toStdString());
    QCOMPARE(document["chart"], "latency");
    QCOMPARE(document["provenance"]["device"], "NVIDIA H200");
    bool sawMissing = false;
    for (const auto& row : document["rows"]) {
      if (row["variant"] == "block_private") {
        QVERIFY(row["median_ns"].is_null());
        QVERIFY(!row["state"].get<std::string>().empty());
        sawMissing = true;
      } else {
        QVERIFY(row["median_ns"].get<double>() > 1e6);
      }
    }
    QVERIFY(sawMissing);
    QCOMPARE(document["details"]["raw"][0]["samples"].size(), std::size_t(40));
  }

  void invalidUtf8DoesNotThrow() {
    ViewInput input = test::chartInput("token_hop");
    auto provenance = provenanceOf("latency", input);
    provenance["note"] = QString(QChar(0xD800));
    QVERIFY(renderChart("latency", input, Format::json, {}, provenance).has_value());
    QVERIFY(renderChart("latency", input, Format::svg, {}, provenance).has_value());
  }

  void anExportShowsWhatTheViewShows() {
    LatencyView view;
    view.resize(900, 500);
    view.setInput(test::chartInput("token_hop"));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.setLogarithmic(true);
    RenderOptions options = view.exportOptions();
    QVERIFY(options.logarithmic);
    QCOMPARE(options.quantity, std::string("hop_cycles"));
    options.hidden = {"relaunch"};
    const QByteArray csv = rendered("latency", test::chartInput("token_hop"), Format::csv, options);
    QVERIFY(csv.contains("grid_sync") && !csv.contains("relaunch,"));
    options.find = 50000;
    const auto ruler = rendered("shared_memory", test::chartInput("histogram"), Format::svg, options);
    QVERIFY(QString::fromUtf8(ruler).contains(QStringLiteral("Bin 50\u2009000")));
  }

  void badRequestsAreErrorsWithASentence() {
    const ViewInput input = test::chartInput("token_hop");
    const auto code = [&](const QString& chart, const ViewInput& in, const RenderOptions& options) {
      const auto bytes = renderChart(chart, in, Format::png, options, {});
      return bytes ? std::string() : bytes.error().code;
    };
    QCOMPARE(code("no_such", input, {}), std::string("bad_value"));
    QCOMPARE(code("latency", ViewInput(), {}), std::string("bad_value"));
    RenderOptions options;
    options.size = {10, 10};
    QCOMPARE(code("latency", input, options), std::string("bad_value"));
    options = {};
    options.scale = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(code("latency", input, options), std::string("bad_value"));
    options.scale = 100;
    QCOMPARE(code("latency", input, options), std::string("bad_value"));
    options.scale = 1;
    options.size = {12000, 12000};  // 576 MB of picture
    QCOMPARE(code("latency", input, options), std::string("bad_value"));
    QVERIFY(!checkPicture(options));
    options.size = {200, 16384};
    QVERIFY(checkPicture(options));
    options.scale = 1.001;
    QVERIFY(!checkPicture(options));
    QVERIFY(!formatFromName("gif"));
    QCOMPARE(*formatFromName("PDF"), Format::pdf);
  }

  void withoutADeviceOrRunsAFigureStillComes() {
    ViewInput input = test::chartInput("histogram");
    input.device = nullptr;
    auto empty = std::make_shared<model::Session>();
    input.session = empty;
    for (const QString& chart : chartIds()) QVERIFY(!rendered(chart, input, Format::png).isEmpty());
    input.variants.clear();
    input.leadVariant.clear();
    for (const QString& chart : chartIds()) QVERIFY(!rendered(chart, input, Format::svg).isEmpty());
  }

  void smallAndLargeFiguresPaint() {
    for (QSize size : {QSize(200, 200), QSize(400, 300), QSize(2400, 1600)}) {
      RenderOptions options;
      options.size = size;
      for (const QString& chart : chartIds()) QVERIFY(!rendered(chart, test::chartInput("histogram"), Format::png, options).isEmpty());
    }
  }

};

QTEST_MAIN(ExportTest)
#include "export_test.moc"
