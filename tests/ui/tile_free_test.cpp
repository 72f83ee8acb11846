// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the free layout: what is a fault, one drag one step, fields and keys.
#include <random>

#include <QTableView>
#include <QtTest>

#include "gpu/model/chips.h"
#include "tests/ui/fixtures/tile_fixture.h"
#include "ui/theme/theme.h"
#include "ui/tile/free_layout.h"
#include "ui/tile/free_ruler.h"

using namespace dsm;
using namespace dsm::ui;
using model::Placement;
using test::chain;
using test::drag;
using test::Parsed;

class TileFreeTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void overlapsOfLiveArraysAreFaults() {
    const model::Device device = *model::chipDevice("sm_90");
    FreeArrays arrays = freeArraysOf(chain().kernel(), chain().plan, Placement::dynamic);
    QVERIFY(freeFaults(arrays, device).isEmpty());  // all at 0, and never two at a time
    arrays[1].firstPhase = 0;
    QCOMPARE(freeFaults(arrays, device).size(), 1);
    QVERIFY(freeFaults(arrays, device).front().contains(QStringLiteral("share 128")));
    arrays[1].offsetBytes = 4096;
    QVERIFY(freeFaults(arrays, device).isEmpty());
    arrays[1].offsetBytes = 4100;
    QVERIFY(freeFaults(arrays, device).front().contains(QStringLiteral("no multiple")));
    arrays[1].offsetBytes = 232448 - 112;
    QVERIFY(freeFaults(arrays, device).front().contains(QStringLiteral("16")));
  }

  // Against a map of bytes and phases.
  void faultsAgreeWithABruteForceMap() {
    std::mt19937 random(9);
    const model::Device device = *model::chipDevice("sm_90");
    for (int round = 0; round < 300; ++round) {
      FreeArrays arrays;
      for (int i = 0; i < 4; ++i) {
        FreeArray array;
        array.name = QString(QChar('a' + i));
        array.bytes = 1 + random() % 40;
        array.offsetBytes = random() % 120;
        array.alignBytes = 1;
        array.firstPhase = int(random() % 4);
        array.lastPhase = array.firstPhase + int(random() % 3);
        arrays.push_back(array);
      }
      bool clash = false;
      for (int phase = 0; phase < 8; ++phase) {
        std::vector<int> map(200, 0);
        for (const FreeArray& array : arrays) {
          if (phase < array.firstPhase || phase > array.lastPhase) continue;
          for (std::uint64_t byte = array.offsetBytes; byte < array.offsetBytes + array.bytes; ++byte) clash = clash || map[byte]++ > 0;
        }
      }
      QCOMPARE(!freeFaults(arrays, device).isEmpty(), clash);
    }
  }

  void aDragInTheFreeLayoutIsOneStepAndLeavesTheTextAlone() {
    const Parsed seed = chain();
    FreeLayout layout(seed.kernel(), seed.plan, *model::chipDevice("sm_90"));
    layout.show();
    QVERIFY(QTest::qWaitForWindowExposed(&layout));
    QVERIFY(layout.sentence().startsWith(QStringLiteral("No two live arrays overlap")));
    const TileRulerGeometry geometry = layout.ruler()->rulerGeometry();
    const QPoint start = geometry.rows[1].plot.topLeft().toPoint() + QPoint(3, 10);
    drag(*layout.ruler(), start, start + QPoint(120, 0));
    QCOMPARE(layout.undoStack()->count(), 1);
    QVERIFY(layout.arrays()[1].offsetBytes > 0);
    QCOMPARE(layout.arrays()[1].offsetBytes % 16, std::uint64_t(0));
    layout.undoStack()->undo();
    QCOMPARE(layout.arrays()[1].offsetBytes, std::uint64_t(0));
    // By fields: two live at once at one place.
    auto* model = layout.table()->model();
    QVERIFY(model->setData(model->index(1, FreeArraysModel::first), QStringLiteral("1")));
    QVERIFY(layout.sentence().contains(QStringLiteral("a and b are both live in phase 1")));
    QVERIFY(!model->setData(model->index(1, FreeArraysModel::alignment), QStringLiteral("3")));
    QVERIFY(!model->setData(model->index(1, FreeArraysModel::offset), QStringLiteral("-1")));
    QVERIFY(model->setData(model->index(1, FreeArraysModel::offset), QStringLiteral("4 KiB")) || model->setData(model->index(1, FreeArraysModel::offset), QStringLiteral("4096")));
    QCOMPARE(layout.undoStack()->index(), 2);
    QVERIFY(layout.sentence().startsWith(QStringLiteral("No two")));
    // And by keys.
    layout.ruler()->setFocus();
    QTest::keyClick(layout.ruler(), Qt::Key_Right);
    QCOMPARE(layout.undoStack()->index(), 3);
  }
};

QTEST_MAIN(TileFreeTest)
#include "tile_free_test.moc"
