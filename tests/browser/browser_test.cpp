// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about exports in a browser: it shows the same text as the SVG says, the same picture as our PNG, nothing
// outside the axes, and a report that acts on nothing.
#include "tests/browser/browser.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/report_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "tests/ui/fixtures/zoomed_chart.h"
#include "ui/export/html_page.h"
#include "ui/export/render.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include <algorithm>
#include <cstdio>

using namespace dsm;
using namespace dsm::ui;

namespace {

constexpr int kCell = 8;              // of the comparison: glyphs are smoothed in other ways, ink per area is not
constexpr double kMostOfACell = 64;   // mean difference of a channel, 0-255
constexpr double kMostOfAll = 2.0;

struct Figure {
  QString name;
  QByteArray svg;
  QImage picture;
};

QVector<Figure> allFigures() {
  QVector<Figure> figures;
  const auto session = test::trafficSession();
  for (const char* experiment : {"histogram", "token_hop", "tile_exchange"}) {
    const ViewInput input = test::chartInput(experiment, session);
    for (const QString& chart : chartIds()) {
      const auto provenance = provenanceOf(chart, input);
      figures.push_back({QStringLiteral("%1 %2").arg(QLatin1String(experiment), chart),
                         renderChart(chart, input, Format::svg, {}, provenance).value_or(QByteArray()),
                         renderImage(chart, input, {}, provenance).value_or(QImage())});
    }
  }
  return figures;
}

QString withoutSpaces(const QString& text) {
  QString out;
  for (const QChar c : text) {
    if (!c.isSpace()) out += c;
  }
  return out;
}

QString sorted(QString text) {
  std::sort(text.begin(), text.end());
  return text;
}

// The texts of an SVG, one for each <text>.
QStringList textsOf(const QByteArray& svg) {
  QStringList texts;
  QXmlStreamReader xml(svg);
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isStartElement() && xml.name() == QLatin1String("text")) texts << xml.readElementText();
  }
  return texts;
}

// Everything that a page says, without what only a reader of its source sees.
QString bodyText(const QByteArray& page) {
  QString text;
  QXmlStreamReader xml(page);
  bool body = false;
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isStartElement() && xml.name() == QLatin1String("body")) body = true;
    if (xml.isCharacters() && body) text += xml.text();
  }
  return text;
}

QColor meanOf(const QImage& image, const QRect& cell) {
  int red = 0, green = 0, blue = 0;
  for (int y = cell.top(); y <= cell.bottom(); ++y) {
    for (int x = cell.left(); x <= cell.right(); ++x) {
      const QRgb pixel = image.pixel(x, y);
      red += qRed(pixel);
      green += qGreen(pixel);
      blue += qBlue(pixel);
    }
  }
  const int count = cell.width() * cell.height();
  return QColor(red / count, green / count, blue / count);
}

struct Difference {
  double most = 0;
  double mean = 0;
  QPoint where;
};

Difference differenceOf(const QImage& a, const QImage& b) {
  Difference difference;
  int cells = 0;
  for (int y = 0; y + kCell <= a.height(); y += kCell) {
    for (int x = 0; x + kCell <= a.width(); x += kCell) {
      const QRect cell(x, y, kCell, kCell);
      const QColor one = meanOf(a, cell);
      const QColor other = meanOf(b, cell);
      const double here = (std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) + std::abs(one.blue() - other.blue())) / 3.0;
      if (here > difference.most) difference.where = QPoint(x, y);
      difference.most = std::max(difference.most, here);
      difference.mean += here;
      ++cells;
    }
  }
  difference.mean /= std::max(1, cells);
  return difference;
}

}  // namespace

class BrowserTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;
  test::Browser m_browser;
  QVector<Figure> m_figures;

  QString write(const QString& name, const QByteArray& bytes) {
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("%s cannot be written", qPrintable(path));
    return path;
  }

 private slots:
  void initTestCase() {
    installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light);
    m_figures = allFigures();
    for (const Figure& figure : m_figures) QVERIFY2(!figure.svg.isEmpty() && !figure.picture.isNull(), qPrintable(figure.name));
  }

  // All on one page, a page of paper each: a call of the browser takes seconds.
  void itShowsTheTextOfEverySvg() {
    QByteArray page = "<!DOCTYPE html><style>@page{size:1200px 700px;margin:0}body{margin:0}img{display:block;width:1200px;height:699px;break-after:page}</style>";
    for (qsizetype i = 0; i < m_figures.size(); ++i) {
      const QString name = QStringLiteral("figure%1.svg").arg(i);
      write(name, m_figures[i].svg);
      page += "<img src=\"" + name.toUtf8() + "\">";
    }
    const QStringList pages = m_browser.printedText(write(QStringLiteral("figures.html"), page));
    QCOMPARE(pages.size(), m_figures.size());
    for (qsizetype i = 0; i < pages.size(); ++i) {
      const QStringList texts = textsOf(m_figures[i].svg);
      const QString shown = withoutSpaces(pages[i]);
      for (const QString& text : texts) {
        QVERIFY2(shown.contains(withoutSpaces(text)), qPrintable(m_figures[i].name + QStringLiteral(" lacks: ") + text));
      }
      QCOMPARE(sorted(shown), sorted(withoutSpaces(texts.join(QString()))));
    }
  }

  void itLooksLikeOurPicture_data() {
    QTest::addColumn<int>("index");
    // One of each kind, opened by itself; and a check that the comparison can fail.
    for (const char* name : {"histogram shared_memory", "token_hop latency", "tile_exchange traffic", "histogram traffic_curve"}) {
      const auto found = std::ranges::find(m_figures, QLatin1String(name), &Figure::name);
      QTest::newRow(name) << int(found - m_figures.begin());
    }
  }
  void itLooksLikeOurPicture() {
    QFETCH(int, index);
    const Figure& figure = m_figures[index];
    const QImage shown = m_browser.screenshot(write(QStringLiteral("one.svg"), figure.svg), figure.picture.size());
    QCOMPARE(shown.size(), figure.picture.size());
    const Difference difference = differenceOf(shown, figure.picture);
    qInfo("cells of 8 pixels differ by at most %.1f at %d,%d, by %.2f in the mean", difference.most, difference.where.x(), difference.where.y(),
          difference.mean);
    QVERIFY(difference.most < kMostOfACell);
    QVERIFY(difference.mean < kMostOfAll);
    const Difference other = differenceOf(shown, m_figures[(index + 1) % m_figures.size()].picture);
    qInfo("from another figure: %.1f, %.2f", other.most, other.mean);
    QVERIFY(other.most > kMostOfACell && other.mean > kMostOfAll);
  }

  void nothingIsDrawnOutsideTheAxes() {
    const test::ZoomedChart chart = test::zoomedChart();
    const QImage shown = m_browser.screenshot(write(QStringLiteral("zoomed.svg"), chart.svg), chart.size);
    QCOMPARE(shown.size(), chart.size);
    const QColor ground = theme(Scheme::light).base;
    for (const QRect& band : chart.blank) {
      for (int y = band.top(); y <= band.bottom(); ++y) {
        for (int x = band.left(); x <= band.right(); ++x) QCOMPARE(shown.pixelColor(x, y), ground);
      }
      // Inside the axes there is something.
      bool ink = false;
      for (int x = 150; x < band.left() - 20; ++x) ink = ink || shown.pixelColor(x, band.center().y()) != ground;
      QVERIFY(ink);
    }
  }

  void aReportSaysInPrintWhatItHolds() {
    const auto report = renderReport(test::reportInput(test::trafficSession()));
    QVERIFY(report.has_value());
    const QStringList pages = m_browser.printedText(write(QStringLiteral("report.html"), *report));
    QVERIFY(pages.size() >= 6);
    const QString shown = withoutSpaces(pages.join(QString()));
    for (const QString& text : textsOf(*report)) QVERIFY2(shown.contains(withoutSpaces(text)), qPrintable(text));
    for (const char* sentence : {"How it was measured", "Where the numbers come from", "Make it again"}) {
      QVERIFY2(shown.contains(withoutSpaces(QLatin1String(sentence))), sentence);
    }
    // Heads of tables stand again on each of their pages, so more is shown than the source says, and nothing less.
    QMap<QChar, int> counts;
    for (const QChar c : shown) ++counts[c];
    for (const QChar c : withoutSpaces(bodyText(*report))) --counts[c];
    for (auto it = counts.begin(); it != counts.end(); ++it) QVERIFY2(it.value() >= 0 || it.key() == u'-', qPrintable(QString(it.key()) + QString::number(it.value())));
  }

  void aHostileReportActsOnNothing() {
    const auto report = renderReport(test::reportInput(test::hostileSession()));
    QVERIFY(report.has_value());
    const QByteArray dom = m_browser.dom(write(QStringLiteral("hostile.html"), *report));
    QVERIFY(dom.contains("</html>"));
    for (const char* tag : {"<script", "<img", "<iframe", "<object"}) QVERIFY2(!dom.contains(tag), tag);
    QString tags = QString::fromUtf8(dom);
    static const QRegularExpression kValue(QStringLiteral("\"[^\"]*\""));
    static const QRegularExpression kHandler(QStringLiteral("<[a-z][^<>]* on[a-z]+="));
    QVERIFY(!tags.contains(QLatin1String("<a href=\"javascript")));
    tags.remove(kValue);
    QVERIFY(!tags.contains(kHandler));
    QCOMPARE(dom.count("<style>"), 1);
    QVERIFY(!dom.contains("<title>taken"));
  }
};

int main(int argc, char** argv) {
  if (const QString why = test::Browser::missing(); !why.isEmpty()) {
    std::printf("%s: exports were not looked at in a browser.\n", qPrintable(why));
    return 77;
  }
  QApplication application(argc, argv);
  BrowserTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "browser_test.moc"
