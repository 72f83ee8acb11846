// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the residency card: its numbers and words, and the SM grid to the pixel.
#include "tests/ui/fixtures/advice_fixture.h"
#include "ui/ruler/residency_card.h"
#include "ui/theme/numbers.h"

#include <QPainter>
#include <QtTest>

using namespace dsm;
using namespace dsm::ui;

namespace {

const QString kThin(QChar(0x2009));

SmGrid gridOf(std::uint32_t cluster, std::uint64_t bytes, std::uint64_t gridBlocks = 0) {
  model::LaunchShape shape;
  shape.clusterSize = cluster;
  shape.needsClusters = shape.allowNonPortable = true;
  shape.threads = 512;
  shape.dynamicBytes = bytes;
  shape.gridBlocks = gridBlocks;
  return smGridOf(model::residencyOf(shape, test::h200()));
}

// How many cells of the painted grid have the ink of a full cell at their centre.
int fullCells(const SmGrid& grid, QSize size, Scheme scheme) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(theme(scheme).base);
  QPainter painter(&image);
  const ChartFonts fonts = windowFonts();
  paintSmGrid(painter, QRectF(QPointF(0, 0), size), grid, fonts, theme(scheme));
  painter.end();
  const SmGridGeometry geometry = smGridGeometry(grid.smCount, QSizeF(size.width(), size.height() - fonts.px(20) - fonts.px(16) - 4), fonts.scale);  // one line each
  int full = 0;
  for (int sm = 0; sm < grid.smCount; ++sm) {
    const int x = int(sm % geometry.columns * geometry.cell + geometry.cell / 2) - 2;
    const int y = int(double(sm / geometry.columns) * geometry.cell + geometry.cell / 2) - 2;
    if (QColor(image.pixel(x, y)) == rulerArrayColour(theme(scheme), 0).edge) ++full;
  }
  return full;
}

}  // namespace

class ResidencyTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void cleanup() { setTextScale(1); }

  void theGridSaysHowManyAndNotWhich() {
    const SmGrid sixteen = gridOf(16, 160 * 1024);
    QCOMPARE(sixteen.full, 112);
    QCOMPARE(sixteen.partly, 0);
    QCOMPARE(sixteen.idle(), 20);
    QCOMPARE(sixteen.caption, QStringLiteral("112 of 132 SMs, 20 idle"));
    QVERIFY(sixteen.note.contains(QStringLiteral("not which")));
    QCOMPARE(gridOf(8, 160 * 1024).caption, QStringLiteral("120 of 132 SMs, 12 idle"));
    QCOMPARE(gridOf(4, 64 * 1024).caption, QStringLiteral("\u2265 123 of 132 SMs, \u2264 9 idle"));
    QCOMPARE(gridOf(4, 64 * 1024).partly, 1);  // 368 blocks, three an SM
    QCOMPARE(gridOf(2, 1024, 2).caption, QStringLiteral("\u2264 2 of 132 SMs, \u2265 130 idle"));
    QCOMPARE(gridOf(2, 1024, 2).full, 2);
  }

  void everyCellIsPaintedAsItIs() {
    for (const Scheme scheme : {Scheme::light, Scheme::dark, Scheme::print}) {
      for (const QSize size : {QSize(220, 150), QSize(400, 240), QSize(520, 130)}) {
        QCOMPARE(fullCells(gridOf(16, 160 * 1024), size, scheme), 112);
        QCOMPARE(fullCells(gridOf(2, 232448), size, scheme), 132);
        QCOMPARE(fullCells(gridOf(4, 64 * 1024), size, scheme), 122);
      }
    }
  }

  void theCellsFitWhateverTheSize() {
    for (int count : {1, 2, 7, 20, 132, 148, 192}) {
      for (double width = 20; width < 700; width += 17) {
        for (double height = 8; height < 300; height += 13) {
          const SmGridGeometry geometry = smGridGeometry(count, {width, height}, 1);
          if (geometry.columns == 0) continue;
          QVERIFY(geometry.columns * geometry.cell <= width && geometry.rows * geometry.cell <= height);
          QVERIFY(geometry.columns * geometry.rows >= count);
          QVERIFY(geometry.columns * (geometry.rows - 1) < count);
        }
      }
    }
    QVERIFY(smGridGeometry(132, {220, 90}, 1).cell >= 10);
    QCOMPARE(smGridGeometry(132, {4, 4}, 1).columns, 0);
  }

  void theLimitsAreNamedWithTheOneThatBinds() {
    const ResidencyData data = residencyDataOf(test::histogramInput(), "cluster_dsmem");
    QVERIFY(data.known);
    QCOMPARE(data.lines.size(), 4);
    QCOMPARE(data.lines[0].label, QStringLiteral("shared memory"));
    QCOMPARE(data.lines[0].share, QStringLiteral("65 of 228\u00a0KiB"));
    QCOMPARE(data.lines[0].blocks, QStringLiteral("3"));
    QVERIFY(data.lines[0].binds && !data.lines[1].binds);
    QCOMPARE(data.lines[1].share, QStringLiteral("512 of 2") + kThin + QStringLiteral("048"));
    QCOMPARE(data.lines[2].blocks, missingNumber());
    QVERIFY(!data.lines[2].why.isEmpty());
    QCOMPARE(data.atOnce, QStringLiteral("Persistent grid: 92 \u00d7 4 = 368 blocks"));
    QCOMPARE(data.residency.origin, model::Origin::modelled);  // the fixture's device is live
    const QString sentence = residencySentence(data);
    QVERIFY2(sentence.contains(QStringLiteral("bound by shared memory")), qPrintable(sentence));
    QVERIFY(sentence.contains(QStringLiteral("\u2265 123 of 132 SMs")));
  }

  void registersComeFromRunsAndTheOriginFromTheDevice() {
    auto run = std::make_shared<model::Run>(*test::histogramRun("cluster_dsmem", 2e6, {{"cluster", 4}}));
    run->launch.registersPerThread = 64;
    ViewInput input = test::histogramInput({}, {run});
    input.deviceIsLive = false;
    ResidencyData data = residencyDataOf(input, "cluster_dsmem");
    QCOMPARE(data.lines[2].blocks, QStringLiteral("2"));
    QVERIFY(data.lines[2].binds && !data.lines[0].binds);
    QCOMPARE(data.residency.origin, model::Origin::recorded);
    QCOMPARE(data.residency.clustersAtOnce, std::optional<std::uint32_t>(62));
    model::Legality own;
    own.fits = true;
    own.origin = model::Origin::measured;
    own.blocksPerSm = 3;
    own.clustersAtOnce = 92;
    input.legality["cluster_dsmem"] = own;
    data = residencyDataOf(input, "cluster_dsmem");
    QCOMPARE(data.residency.origin, model::Origin::measured);
    QVERIFY(residencySentence(data).contains(QStringLiteral("92 clusters of 4")));
  }

  void whatDoesNotRunSaysWhy() {
    const ResidencyData data = residencyDataOf(test::histogramInput({{"cluster", 16}}), "cluster_dsmem");
    QVERIFY(data.known && !data.residency.runs);
    QVERIFY2(data.atOnce.contains(QStringLiteral("opt-in")), qPrintable(data.atOnce));
    QCOMPARE(data.grid.smCount, 0);
    // A limit of the experiment alone: the launch would run, the configuration does not.
    ViewInput hop = test::chartInput("token_hop");
    hop.values["peer"] = 3;
    const ResidencyData outside = residencyDataOf(hop, "dsmem_barrier");
    QVERIFY(!outside.residency.runs);
    QVERIFY(outside.atOnce.contains(QStringLiteral("outside a cluster")));
    QVERIFY(!outside.residency.blocksAtOnce);
  }

  void residencyTableHasEveryNumber() {
    const ChartTable table = residencyTable(residencyDataOf(test::histogramInput(), "cluster_dsmem"));
    const QString tsv = toTsv(table);
    QVERIFY2(tsv.contains(QStringLiteral("shared memory\t66560\t233472\t3\tbinds")), qPrintable(tsv));
    QVERIFY(tsv.contains(QStringLiteral("persistent grid\t\t\t368")));
    for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
  }

  void theyPaintInsideTheirBounds() {
    for (const double scale : {1.0, 1.5}) {
      setTextScale(scale);
      for (const char* variant : {"cluster_dsmem", "block_private", "global_atomics"}) {
        const ResidencyData data = residencyDataOf(test::histogramInput(), variant);
        for (const QSize size : {QSize(488, 148), QSize(1048, 258), QSize(300, 240), QSize(488, 130)}) {
          QImage image(size + QSize(40, 40), QImage::Format_RGB32);
          image.fill(Qt::magenta);
          QPainter painter(&image);
          paintResidency(painter, QRectF(QPointF(20, 20), size), data, windowFonts(), theme(Scheme::light));
          painter.end();
          for (int x = 0; x < image.width(); ++x) {
            QCOMPARE(QColor(image.pixel(x, 17)), QColor(Qt::magenta));
            QVERIFY2(QColor(image.pixel(x, image.height() - 17)) == QColor(Qt::magenta), qPrintable(QStringLiteral("%1 at %2x%3, text %4").arg(variant).arg(size.width()).arg(size.height()).arg(scale)));
          }
          for (int y = 0; y < image.height(); ++y) QCOMPARE(QColor(image.pixel(image.width() - 17, y)), QColor(Qt::magenta));
        }
      }
    }
  }
};

QTEST_MAIN(ResidencyTest)
#include "residency_test.moc"
