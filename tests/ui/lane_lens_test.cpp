// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the lane lens: what follows the ruler and what the person sets, words and table, the picture to the pixel,
// bad input, keyboard and speech.
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/ruler/lane_lens.h"
#include "ui/ruler/lane_lens_paint.h"
#include "ui/ruler/lane_lens_widget.h"
#include "ui/theme/numbers.h"

#include <QAccessible>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

#include <bit>

using namespace dsm;
using namespace dsm::ui;

namespace {

LaneLensData lens(const char* access) {
  LaneLensData data;
  setAccess(data, model::parseLaneAccess(access).value());
  return data;
}

QImage painted(const LaneLensData& data, QSize size, Scheme scheme = Scheme::light) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(theme(scheme).base);
  QPainter painter(&image);
  paintLaneLens(painter, QRectF(QPointF(0, 0), size), data, windowFonts(), theme(scheme));
  return image;
}

struct Shown {
  ViewInput input = test::chartInput("histogram");
  RulerData ruler;
  LaneLensCard card;
  Shown() {
    input.values["cluster"] = std::int64_t{4};
    input.values["bins"] = std::int64_t{65536};
    input.leadVariant = "cluster_dsmem";
    ruler = rulerDataOf(input, "cluster_dsmem");
    ruler.view = startView(ruler);
    card.resize(520, 210);
  }
  void find(std::uint32_t rank, std::uint64_t byte) {
    ruler.view.found = RulerPlace{rank, byte, std::nullopt};
    card.setInput(input, ruler);
  }
  template <class Widget>
  Widget* field(const char* name) {
    for (auto* widget : card.findChildren<Widget*>()) {
      if (widget->accessibleName() == QLatin1String(name)) return widget;
    }
    return nullptr;
  }
  const model::LaneAccess& access() const { return card.lensData().access; }
};

}  // namespace

class LaneLensTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void itFollowsThePlaceOfTheRuler() {
    Shown shown;
    shown.find(2, 28930);
    QCOMPARE(shown.access().elementBytes, 4U);
    QCOMPARE(shown.access().baseBytes, std::uint64_t(28928));
    QCOMPARE(shown.access().remoteRank, std::optional<std::uint32_t>(2));
    shown.find(0, 129);  // the rank that looks
    QCOMPARE(shown.access().baseBytes, std::uint64_t(128));
    QVERIFY(!shown.access().remoteRank);
    QCOMPARE(shown.field<QLineEdit>("Base, B")->placeholderText(), QStringLiteral("128"));
  }

  void whatThePersonSetStaysUntilTheConfigurationChanges() {
    Shown shown;
    shown.find(0, 128);
    QSignalSpy changed(&shown.card, &LaneLensCard::accessChanged);
    auto* base = shown.field<QLineEdit>("Base, B");
    QTest::keyClicks(base, "0x40");
    QCOMPARE(shown.access().baseBytes, std::uint64_t(64));
    QVERIFY(changed.count() > 0);
    auto* size = shown.field<QComboBox>("Element");
    size->setCurrentIndex(3);
    emit size->activated(3);
    auto* where = shown.field<QComboBox>("Memory of");
    QCOMPARE(where->count(), 4);
    emit where->activated(3);
    shown.find(1, 4096);
    QCOMPARE(shown.access(), (model::LaneAccess{8, 1, 64, model::kAllLanes, model::LaneOp::load, 3}));
    base->selectAll();
    QTest::keyClick(base, Qt::Key_Delete);  // empty: follows again
    QCOMPARE(shown.access().baseBytes, std::uint64_t(4096));
    shown.ruler.layout.ranks = 2;
    shown.find(1, 4096);
    QCOMPARE(shown.access(), (model::LaneAccess{4, 1, 4096, model::kAllLanes, model::LaneOp::load, 1}));
  }

  void strideLanesAndAccessAreThePersons() {
    Shown shown;
    shown.find(0, 0);
    shown.field<QSpinBox>("Stride")->setValue(4);
    QCOMPARE(shown.card.title(), QStringLiteral("4-way conflict, 4 passes"));
    QCOMPARE(laneCaption(shown.card.lensData()), QStringLiteral("16 segments of 32 bytes, 25%1% of their bytes used").arg(QChar(kNoBreakSpace)));
    auto* lanes = shown.field<QComboBox>("Lanes");
    lanes->setEditText(QStringLiteral("0-7"));
    QCOMPARE(shown.access().activeLanes, 0xffU);
    QCOMPARE(shown.card.title(), QStringLiteral("No conflict, 1 pass"));
    auto* op = shown.field<QComboBox>("Access");
    op->setCurrentIndex(1);
    emit op->activated(1);
    QCOMPARE(shown.access().op, model::LaneOp::store);
    QCOMPARE(shown.card.command(), QStringLiteral("dsmscope ruler --lanes stride=4,size=4,lanes=0xff,op=store"));
  }

  void aWrongFieldSaysWhyAndTheLastPictureStays() {
    Shown shown;
    shown.find(0, 0);
    auto* base = shown.field<QLineEdit>("Base, B");
    QTest::keyClicks(base, "6");
    QVERIFY2(shown.card.lensData().problem.contains(QStringLiteral("not aligned to 4 bytes")), qPrintable(shown.card.lensData().problem));
    QCOMPARE(shown.card.title(), QStringLiteral("No conflict, 1 pass"));
    QVERIFY(shown.card.lensData().cost.lanes[0].active);
    QCOMPARE(base->palette().color(QPalette::Text), currentTheme().error);
    QTest::keyClicks(base, "x");
    QVERIFY(shown.card.lensData().problem.contains(QStringLiteral("offset in bytes")));
    base->clear();
    QTest::keyClicks(base, "64");
    QVERIFY(shown.card.lensData().problem.isEmpty());
    QVERIFY(base->palette().color(QPalette::Text) != currentTheme().error);
    shown.field<QComboBox>("Lanes")->setEditText(QStringLiteral("40"));
    QVERIFY(shown.card.lensData().problem.contains(QStringLiteral("0-7 9")));
    QCOMPARE(shown.access().activeLanes, model::kAllLanes);
    shown.field<QComboBox>("Lanes")->setEditText(QStringLiteral("even"));
    QVERIFY(shown.card.lensData().problem.isEmpty());
    shown.field<QSpinBox>("Stride")->setValue(-40);
    QVERIFY(shown.card.lensData().problem.contains(QStringLiteral("outside shared memory")));
  }

  void lanesPastTheEndAreNamed() {
    Shown shown;
    shown.find(0, 65536 - 64);  // the block uses 65 536 bytes
    QVERIFY2(laneCaption(shown.card.lensData()).endsWith(QStringLiteral("in use: lanes 16") + QChar(kEnDash) + QStringLiteral("31")),
             qPrintable(laneCaption(shown.card.lensData())));
    shown.find(0, 65536 - 128);
    QVERIFY(!laneCaption(shown.card.lensData()).contains(QStringLiteral("in use")));
  }

  void remoteWordsNameSectors() {
    const LaneLensData data = lens("stride=2,op=store,remote=2");
    QCOMPARE(laneHeadline(data), QStringLiteral("16 sectors, 25%1% used").arg(QChar(kNoBreakSpace)));
    QVERIFY(laneCaption(data).startsWith(QStringLiteral("8 segments of 32 bytes, 8 sectors requested")));
    QVERIFY(!laneReadout(data, 3).contains(QStringLiteral("pass")));
    QCOMPARE(laneTable(data).rows[3].last().text, missingNumber());
  }

  void theTableHasEveryLane() {
    const ChartTable table = laneTable(lens("stride=3,size=8,lanes=0-30"));
    QCOMPARE(table.rows.size(), 32);
    QCOMPARE(table.columns.size(), 6);
    QCOMPARE(table.rows[5][1].number, std::optional<double>(120));
    QCOMPARE(table.rows[5][2].text, QStringLiteral("0x78"));
    QCOMPARE(table.rows[5][3].number, std::optional<double>(30));
    QCOMPARE(table.rows[5][4].number, std::optional<double>(3));
    QCOMPARE(table.rows[31][1].text, missingNumber());
    for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
  }

  void everyWordAndSegmentHasItsPlaceInThePicture() {
    for (const char* access : {"stride=1", "stride=2,size=8", "stride=32", "stride=33,size=16", "stride=0", "stride=5,size=1,lanes=odd"}) {
      for (const QSize size : {QSize(480, 100), QSize(1040, 220)}) {
        const LaneLensData data = lens(access);
        const QRectF bounds(QPointF(0, 0), size);
        const LaneLensGeometry at = layoutLaneLens(data, bounds, windowFonts());
        QVERIFY(bounds.contains(at.banks) && bounds.contains(at.segments) && bounds.contains(at.caption));
        QVERIFY(at.banks.bottom() <= at.caption.top() && at.caption.bottom() <= at.segments.top());
        for (const model::BankWord& word : data.cost.banks.words) {
          const QRectF cell = at.cell(word.bank, word.pass);
          if (cell.height() < 1) continue;
          QVERIFY2(at.banks.adjusted(-1, -1, 1, 1).contains(cell), access);
          QCOMPARE(lanesAt(at, data, cell.center()), word.lanes);
        }
        QCOMPARE(at.segmentBoxes.size(), qsizetype(data.cost.segments.size()));
        std::uint32_t lanes = 0;
        for (qsizetype i = 0; i < at.segmentBoxes.size(); ++i) {
          QVERIFY2(at.segments.adjusted(-1, -1, 1, 1).contains(at.segmentBoxes[i]), access);
          if (i > 0) QVERIFY(at.segmentBoxes[i - 1].right() <= at.segmentBoxes[i].left());
          lanes |= lanesAt(at, data, at.segmentBoxes[i].center());
        }
        QCOMPARE(lanes, data.access.activeLanes);
      }
    }
  }

  void aConflictLooksOtherThanAWordInItsFirstPass() {
    for (const Scheme scheme : {Scheme::light, Scheme::dark, Scheme::print}) {
      const LaneLensData data = lens("stride=2");
      const QSize size(1040, 220);
      const LaneLensGeometry at = layoutLaneLens(data, QRectF(QPointF(0, 0), size), windowFonts());
      const QImage image = painted(data, size, scheme);
      const auto edge = [&](std::uint32_t bank, std::uint32_t pass) { return image.pixelColor(at.cell(bank, pass).topLeft().toPoint()); };
      QCOMPARE(edge(2, 0), rulerArrayColour(theme(scheme), 0).edge);
      QCOMPARE(edge(2, 1), theme(scheme).warn);
      QVERIFY(image.pixelColor(at.cell(1, 0).center().toPoint()) == theme(scheme).free);  // no lane has bank 1
    }
  }

  void theKeyboardStepsThroughTheLanes() {
    LaneLensWidget widget;
    widget.setData(lens("stride=2"));
    widget.resize(500, 110);
    widget.show();
    widget.setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(widget.data().lane, 0);
    QTest::keyClick(&widget, Qt::Key_Right);
    QCOMPARE(widget.data().lane, 1);
    QTest::keyClick(&widget, Qt::Key_PageDown);
    QCOMPARE(widget.data().lane, 9);
    QTest::keyClick(&widget, Qt::Key_End);
    QTest::keyClick(&widget, Qt::Key_Right);
    QCOMPARE(widget.data().lane, 31);
    QTest::keyClick(&widget, Qt::Key_Home);
    QTest::keyClick(&widget, Qt::Key_Left);
    QCOMPARE(widget.data().lane, 0);
    QTest::keyClick(&widget, Qt::Key_Escape);
    QCOMPARE(widget.data().lane, -1);
    const LaneLensGeometry at = layoutLaneLens(widget.data(), QRectF(widget.rect()).adjusted(3, 3, -3, -3), windowFonts());
    QTest::mouseMove(&widget, at.cell(4, 1).center().toPoint());
    QTRY_COMPARE(widget.data().lane, 18);
  }

  void aScreenReaderHearsEveryLane() {
    Shown shown;
    shown.find(0, 0);
    LaneLensWidget* picture = shown.card.picture();
    picture->setLane(7);
    auto* spoken = QAccessible::queryAccessibleInterface(picture);
    QVERIFY(spoken != nullptr);
    QCOMPARE(spoken->role(), QAccessible::Chart);
    QCOMPARE(spoken->text(QAccessible::Name), QStringLiteral("No conflict, 1 pass"));
    QVERIFY(spoken->text(QAccessible::Description).startsWith(QStringLiteral("4 segments")));
    QCOMPARE(spoken->childCount(), 32);
    QCOMPARE(spoken->child(7)->text(QAccessible::Name), QStringLiteral("lane 7: byte 28 = 0x1c, bank 7, segment 0, pass 1"));
    QCOMPARE(spoken->text(QAccessible::Value), spoken->child(7)->text(QAccessible::Name));
    for (const char* name : {"Element", "Lanes", "Access", "Memory of"}) QVERIFY(shown.field<QComboBox>(name) != nullptr);
  }

  void everythingIsWithinTheCardAtEachSizeAndTextScale() {
    for (const double scale : {1.0, 1.5}) {
      setTextScale(scale);
      for (const int width : {scale == 1.0 ? 420 : 520, 520, 1080}) {
        Shown shown;
        shown.find(2, 28928);  // the longest title
        shown.card.setAttribute(Qt::WA_DontShowOnScreen);
        shown.card.resize(width, std::max(210, shown.card.minimumSizeHint().height()));
        shown.card.show();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        shown.card.resize(width, std::max(210, shown.card.minimumSizeHint().height()));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY2(shown.card.minimumSizeHint().width() <= width, qPrintable(QString::number(shown.card.minimumSizeHint().width())));
        if (scale == 1.0 && width >= 520)
          QVERIFY2(shown.card.minimumSizeHint().height() <= 210, qPrintable(QString::number(shown.card.minimumSizeHint().height())));
        for (QWidget* child : shown.card.findChildren<QWidget*>()) {
          if (child->isVisibleTo(&shown.card) && child->window() == shown.card.window())
            QVERIFY2(shown.card.rect().contains(QRect(child->mapTo(&shown.card, QPoint(0, 0)), child->size())), child->metaObject()->className());
        }
      }
    }
    setTextScale(1.0);
  }

  void aChangeOfStrideStaysUnderFiftyMilliseconds() {
    Shown shown;
    shown.find(2, 28928);
    shown.card.setAttribute(Qt::WA_DontShowOnScreen);
    shown.card.show();
    auto* stride = shown.field<QSpinBox>("Stride");
    qint64 longest = 0;
    for (int i = 0; i < 60; ++i) {
      QElapsedTimer timer;
      timer.start();
      stride->setValue(i % 34);
      shown.card.grab();
      longest = std::max(longest, timer.elapsed());
    }
    QVERIFY2(longest < 50, qPrintable(QString::number(longest)));
  }
};

QTEST_MAIN(LaneLensTest)
#include "lane_lens_test.moc"
