// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the widgets of ui/theme behave under keyboard and mouse, what they tell assistive technology, and that sizes
// follow the tokens and the text scale.
#include "ui/theme/focus_ring.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/card.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/theme/widgets/slider_field.h"
#include "ui/theme/widgets/status_strip.h"
#include "ui/theme/widgets/swatch_check_box.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>

using namespace dsm::ui;

class WidgetsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }
  void cleanup() {
    setTextScale(1.0);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void arrowsMoveTheChoice() {
    SegmentedRow row;
    row.setLabels({"1", "2", "4", "8", "16"});
    row.setCurrent(2);
    QSignalSpy spy(&row, &SegmentedRow::activated);
    QTest::keyClick(&row, Qt::Key_Right);
    QCOMPARE(row.current(), 3);
    QTest::keyClick(&row, Qt::Key_Home);
    QCOMPARE(row.current(), 0);
    QTest::keyClick(&row, Qt::Key_Left);  // at the end: stays, and says nothing
    QCOMPARE(row.current(), 0);
    QTest::keyClick(&row, Qt::Key_End);
    QCOMPARE(row.current(), 4);
    QCOMPARE(spy.count(), 3);
    QCOMPARE(spy.at(2).at(0).toInt(), 4);
  }

  void unavailableChoiceIsReachableButNotTaken() {
    SegmentedRow row;
    row.setLabels({"1", "2", "4"});
    row.setAvailable(1, false, "2 needs an opt-in");
    row.setCurrent(0);
    QSignalSpy spy(&row, &SegmentedRow::activated);
    QTest::keyClick(&row, Qt::Key_Right);
    QCOMPARE(row.cursor(), 1);
    QCOMPARE(row.current(), 0);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.at(0).at(0).toInt(), 1);
    QTest::keyClick(&row, Qt::Key_Right);  // and past it
    QCOMPARE(row.current(), 2);
    row.setCurrent(1);  // the caller lets it stand
    QCOMPARE(row.current(), 1);
    QCOMPARE(spy.count(), 2);
  }

  void clickChoosesTheSegmentUnderThePointer() {
    SegmentedRow row;
    row.setLabels({"a", "b", "c"});
    row.resize(150, 24);
    QTest::mouseClick(&row, Qt::LeftButton, {}, row.segmentRect(1).center());
    QCOMPARE(row.current(), 1);
    // Segments tile the row without gap or overlap.
    for (const bool uniform : {true, false}) {
      row.setUniform(uniform);
      QCOMPARE(row.segmentRect(0).left(), 0);
      QCOMPARE(row.segmentRect(1).left(), row.segmentRect(0).right() + 1);
      QCOMPARE(row.segmentRect(2).right(), 149);
    }
  }

  void rowIsOneTabStop() {
    QWidget window;
    auto* v = new QVBoxLayout(&window);
    auto* row = new SegmentedRow;
    row->setLabels({"1", "2"});
    auto* after = new QLineEdit;
    v->addWidget(row);
    v->addWidget(after);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QApplication::setActiveWindow(&window);
    row->setFocus();
    QTest::keyClick(row, Qt::Key_Tab);
    QTRY_COMPARE(QApplication::focusWidget(), after);
  }

  void rowIsAGroupOfRadioButtons() {
    SegmentedRow row;
    row.setAccessibleName("Cluster size");
    row.setLabels({"8", "16"});
    row.setAvailable(1, false, "needs the opt-in");
    row.setCurrent(0);
    QAccessibleInterface* group = QAccessible::queryAccessibleInterface(&row);
    QVERIFY(group);
    QCOMPARE(group->text(QAccessible::Name), QString("Cluster size"));
    QCOMPARE(group->text(QAccessible::Value), QString("8"));
    QCOMPARE(group->childCount(), 2);
    QCOMPARE(group->child(0)->role(), QAccessible::RadioButton);
    QVERIFY(group->child(0)->state().checked);
    QVERIFY(!group->child(1)->state().checked);
    QVERIFY(group->child(1)->state().disabled);
    QCOMPARE(group->child(1)->text(QAccessible::Description), QString("needs the opt-in"));
    QCOMPARE(group->indexOfChild(group->child(1)), 1);
  }

  void countsAreReadAsPeopleTypeThem() {
    QCOMPARE(parseCount(u"65536"), std::optional<qint64>(65536));
    QCOMPARE(parseCount(u"65\u2009536"), std::optional<qint64>(65536));
    QCOMPARE(parseCount(u" 64 Ki "), std::optional<qint64>(65536));
    QCOMPARE(parseCount(u"2^16"), std::optional<qint64>(65536));
    QVERIFY(!parseCount(u""));
    QVERIFY(!parseCount(u"many"));
    QVERIFY(!parseCount(u"1.5"));
    QVERIFY(!parseCount(u"2^99"));
    QVERIFY(!parseCount(u"9223372036854775807 Ki"));
  }

  void sliderFieldNeverClamps() {
    SliderField field("Bins");
    field.setRange(1, 232448);
    field.setValue(65536);
    QSignalSpy changed(&field, &SliderField::valueChanged);
    QSignalSpy rejected(&field, &SliderField::inputRejected);
    field.field()->setText("300000");
    QTest::keyClick(field.field(), Qt::Key_Return);
    QCOMPARE(field.value(), qint64(65536));
    QVERIFY(!field.isInputValid());
    QCOMPARE(field.field()->text(), QString("300000"));
    QCOMPARE(changed.count(), 0);
    QVERIFY(rejected.count() >= 1);
    field.field()->setText("40 000");
    QTest::keyClick(field.field(), Qt::Key_Return);
    QCOMPARE(field.value(), qint64(40000));
    QVERIFY(field.isInputValid());
    QCOMPARE(changed.count(), 1);
  }

  void sliderStepsThroughPowersOfTwo() {
    SliderField field("Bins");
    field.setRange(1, 232448);
    field.setValue(40000);
    auto* track = field.findChild<QAbstractSlider*>();
    QVERIFY(track);
    QTest::keyClick(track, Qt::Key_Left);
    QCOMPARE(field.value(), qint64(32768));
    QTest::keyClick(track, Qt::Key_Right);
    QCOMPARE(field.value(), qint64(65536));
    QTest::keyClick(track, Qt::Key_End);
    QCOMPARE(field.value(), qint64(232448));
    QTest::keyClick(track, Qt::Key_Left);
    QCOMPARE(field.value(), qint64(131072));
    QTest::keyClick(track, Qt::Key_Home);
    QCOMPARE(field.value(), qint64(1));
  }

  void unavailableVariantStaysUncheckedAndSaysSo() {
    SwatchCheckBox box("block_private", 2);
    box.setUnavailable("needs 256 KiB in one block; 227 allowed");
    QSignalSpy chosen(&box, &SwatchCheckBox::unavailableChosen);
    QTest::keyClick(&box, Qt::Key_Space);
    QVERIFY(!box.isChecked());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(box.accessibleDescription(), QString("needs 256 KiB in one block; 227 allowed"));
    QVERIFY(box.heightForWidth(256) >= 24 + 14);
    box.setUnavailable({});
    QCOMPARE(box.heightForWidth(256), 24);
    QTest::keyClick(&box, Qt::Key_Space);
    QVERIFY(box.isChecked());
  }

  void commandLineCopiesTheWholeCommandWithoutPrompt() {
    CommandLine bar;
    const QString command = "dsmscope ruler histogram --cluster 4 --bins 65536 --chip sm_90 --placement dynamic";
    bar.setCommand(command);
    bar.resize(220, 28);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    auto* field = bar.findChild<QLineEdit*>();
    QVERIFY(field->text().endsWith(QChar(0x2026)));  // elided on screen
    auto* button = bar.findChild<QToolButton*>();
    QVERIFY(!button->accessibleName().isEmpty());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), command);
    QCOMPARE(bar.sizeHint().height(), 28);
  }

  void emptyStateOffersOneButton() {
    EmptyState state;
    state.setSentences("No token hop has run in this session.", "The settings on the left fit this device.");
    state.setButton("Run", IconName::run, "F5");
    QSignalSpy clicked(&state, &EmptyState::buttonClicked);
    state.show();
    const auto buttons = state.findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 1);
    QTest::mouseClick(buttons.first(), Qt::LeftButton);
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(state.accessibleName(), QString("No token hop has run in this session."));
    state.setButton({});
    QVERIFY(!buttons.first()->isVisible());
  }

  void statusPiecesKeepTheirPlace() {
    StatusStrip strip;
    strip.setPiece("device", "H200 idle", StatusDot::ok);
    strip.setPiece("counters", "counters allowed");
    strip.setPiece("device", "H200 busy", StatusDot::ok);
    QCOMPARE(strip.text(), QString("H200 busy, counters allowed"));
    strip.setPiece("device", {});
    QCOMPARE(strip.text(), QString("counters allowed"));
    QVERIFY(strip.accessibleName().contains("counters allowed"));
    strip.setOrder({"device", "counters", "worker"});
    strip.setPiece("note", "unknown keys last");
    strip.setPiece("worker", "worker ready");
    strip.setPiece("device", "H200 idle");
    QCOMPARE(strip.text(), QString("H200 idle, counters allowed, worker ready, unknown keys last"));
  }

  void heightsFollowTheTokensAndTheTextScale() {
    SegmentedRow row;
    row.setLabels({"1", "2"});
    PrimaryButton run("Run");
    QLineEdit edit;
    QComboBox combo;
    combo.addItem("Histogram");
    QTabBar tabs;
    tabs.addTab("Latency");
    QCOMPARE(row.sizeHint().height(), 24);
    QCOMPARE(run.sizeHint().height(), 32);
    QCOMPARE(edit.sizeHint().height(), 24);
    QCOMPARE(combo.sizeHint().height(), 24);
    QCOMPARE(tabs.sizeHint().height(), 40);
    const int width = run.sizeHint().width();
    setTextScale(1.5);
    QCOMPARE(row.sizeHint().height(), 36);
    QCOMPARE(run.sizeHint().height(), 48);
    QVERIFY(run.sizeHint().width() > width);
  }

  void textFitsItsButton() {
    PrimaryButton run("Show in Timeline");
    run.setIconName(IconName::next);
    run.setShortcutHint("F5");
    const QFontMetrics label(font(TextRole::baseBold));
    const QFontMetrics hint(font(TextRole::small));
    QVERIFY(run.sizeHint().width() >= label.horizontalAdvance("Show in Timeline") + hint.horizontalAdvance("F5") + 16 + 16);
  }

  void widgetsRestyleLive() {
    Card card("Bin");
    card.resize(100, 60);
    const QColor light = card.grab().toImage().pixelColor(50, 50);
    ThemeHost::instance().setScheme(Scheme::dark);
    const QColor dark = card.grab().toImage().pixelColor(50, 50);
    QCOMPARE(light, theme(Scheme::light).base);
    QCOMPARE(dark, theme(Scheme::dark).base);
    QCOMPARE(QApplication::palette().color(QPalette::Window), theme(Scheme::dark).window);
  }

  void consequenceBoxShowsItsStateAtTheLeft() {
    ConsequenceBox box;
    box.resize(100, 40);
    box.setState(State::error, true);
    const QImage image = box.grab().toImage();
    QCOMPARE(image.pixelColor(1, 20), theme(Scheme::light).error);
    QCOMPARE(image.pixelColor(50, 20), theme(Scheme::light).errorTint);
  }

  void ringFollowsTheKeyboard() {
    auto* ring = qApp->findChild<FocusRing*>();
    QVERIFY(ring);
    QWidget window;
    auto* v = new QVBoxLayout(&window);
    auto* edit = new QLineEdit;
    auto* button = new PrimaryButton("Run");
    v->addWidget(edit);
    v->addWidget(button);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QApplication::setActiveWindow(&window);
    edit->setFocus();
    QTRY_COMPARE(ring->ringed(), static_cast<QWidget*>(edit));
    button->setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(ring->ringed(), static_cast<QWidget*>(button));
  }

  void ringOutlivesAWindow() {
    auto* ring = qApp->findChild<FocusRing*>();
    QVERIFY(ring);
    for (int i = 0; i < 2; ++i) {
      auto* window = new QWidget;
      auto* edit = new QLineEdit(window);
      window->show();
      QVERIFY(QTest::qWaitForWindowExposed(window));
      QApplication::setActiveWindow(window);
      edit->setFocus();
      QTRY_COMPARE(ring->ringed(), static_cast<QWidget*>(edit));
      delete window;
      QVERIFY(!ring->ringed());
    }
  }
};

QTEST_MAIN(WidgetsTest)
#include "widgets_test.moc"
