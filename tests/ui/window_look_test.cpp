// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about what the window looks like in each state, offscreen: built when shown, small and large, both schemes, text
// at 150 %, geometry from another machine, names for screen readers.
#include <QAccessible>
#include <QScreen>
#include <QtTest>

#include "tests/ui/fixtures/shown_window.h"
#include "ui/document_text.h"
#include "ui/charts/latency_view.h"
#include "ui/configure/configure_panel.h"
#include "ui/configure/fits_card.h"
#include "ui/configure/run_bar.h"
#include "ui/first_start_strip.h"
#include "ui/machine_page.h"
#include "ui/menu_corner.h"
#include "ui/ruler/shared_memory_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/table_page.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/view_tabs.h"
#include "ui/window_geometry.h"

using namespace dsm;
using namespace dsm::ui;
using test::histogram;
using test::Shown;

class WindowLookTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    installTheme(*qApp, Scheme::light);
  }
  void cleanup() {
    setTextScale(1.0);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void viewsAreBuiltWhenTheyAreShown() {
    Shown shown;
    QVERIFY(shown.part<SharedMemoryView>() != nullptr);
    QVERIFY(shown.part<LatencyView>() == nullptr);
    QVERIFY(shown.part<TablePage>() == nullptr);
    shown.window.showTab(QStringLiteral("latency"));
    QVERIFY(shown.part<LatencyView>() != nullptr);
    QVERIFY(shown.part<RunsPanel>()->isVisible());
    shown.window.showTab(QStringLiteral("table"));
    QVERIFY(shown.part<TablePage>() != nullptr);
    shown.window.showTab(QStringLiteral("nonsense"));
    QCOMPARE(shown.part<ViewTabs>()->current(), QStringLiteral("table"));
  }

  void theRecordingSaysThatNothingWasMeasuredHere() {
    Shown shown;
    auto* strip = shown.part<FirstStartStrip>();
    QVERIFY(strip != nullptr && strip->isVisible());
    // Not any more once something was.
    auto mixed = std::make_shared<model::Session>(*shown.session);
    auto own = std::make_shared<model::Run>(*mixed->runs.front());
    own->id = "own";
    own->origin = model::Origin::measured;
    mixed->runs.push_back(own);
    QCOMPARE(measuredHere(*mixed), 1);
    shown.window.setSession(mixed);
    QVERIFY(!strip->isVisible());
    shown.window.setSession(shown.session);
    QVERIFY(strip->isVisible());
    strip->findChild<IconButton*>()->click();
    QVERIFY(!strip->isVisible());
    QVERIFY(shown.window.viewState().firstStartSeen);
    shown.window.setSession(test::sessionOf(histogram(), 14));
    QVERIFY(!strip->isVisible());
  }

  void theDeviceBoxHasRoomForALaterDevice() {
    Shown shown;
    auto* corner = shown.part<MenuCorner>();
    DeviceChoice later = test::liveDevice(test::h200());
    later.device.name = "NVIDIA H200 of another machine, as slice 3 of 7";
    shown.window.setDevices({later}, 0);
    QTRY_VERIFY2(corner->width() >= corner->sizeHint().width(), qPrintable(QString::number(corner->width())));
    QVERIFY(corner->geometry().right() < shown.window.width());
  }

  void aMachineWithoutGpuAndDataSaysWhatWorks() {
    MainWindow window(experiments::catalogue());
    WorkerStatus none;
    none.state = WorkerStatus::State::none;
    none.text = QStringLiteral("No NVIDIA driver on this machine.");
    none.remedy = QStringLiteral("needs a driver");
    window.setSession(std::make_shared<model::Session>());
    window.setWorkerStatus(none);
    window.showTab(QStringLiteral("latency"));
    window.show();
    auto* page = window.findChild<MachinePage*>();
    QVERIFY(page != nullptr && page->isVisible());
    QSignalSpy opens(&window, &MainWindow::openRecordingRequested);
    page->findChild<PrimaryButton*>()->click();
    QCOMPARE(opens.size(), 1);
    window.setSession(test::sessionOf(histogram(), 3));
    QTRY_VERIFY(!page->isVisible());
  }

  void theStateSurvivesARestart() {
    ViewState kept;
    {
      Shown shown;
      ViewState state = shown.window.viewState();
      state.experiment = "token_hop";
      state.values = {{"cluster", 16}, {"round_trips", 777}};
      state.variants = {"grid_sync"};
      state.tab = QStringLiteral("latency");
      state.scheme = SchemeChoice::dark;
      state.runsFolded = true;
      shown.window.setViewState(state);
      kept = shown.window.viewState();
    }
    Shown again;
    again.window.setViewState(kept);
    const ViewState state = again.window.viewState();
    QCOMPARE(state.experiment, std::string("token_hop"));
    QCOMPARE(state.values.at("cluster"), 16);
    QCOMPARE(state.values.at("round_trips"), 777);
    QCOMPARE(state.variants, std::vector<std::string>{"grid_sync"});
    QCOMPARE(state.tab, QStringLiteral("latency"));
    QCOMPARE(currentScheme(), Scheme::dark);
    QVERIFY(again.part<RunsPanel>()->isFolded());
  }

  void nonsenseStateIsIgnored() {
    Shown shown;
    ViewState state;
    state.experiment = "no such thing";
    state.values = {{"no such parameter", 5}};
    state.variants = {"no such variant"};
    state.tab = QStringLiteral("no such tab");
    state.geometry = "rubbish";
    state.layout = "rubbish";
    state.textScale = 40;
    shown.window.setViewState(state);
    QCOMPARE(shown.window.viewState().experiment, std::string("histogram"));
    QVERIFY(textScale() <= 1.5);
  }

  // Case 42: a geometry at x = -9999 ends on a visible screen.
  void aWindowOffTheScreenComesBack() {
    const QList<QRect> screens{QRect(0, 0, 1920, 1080), QRect(1920, 0, 1280, 1024)};
    const QSize least(960, 540);
    QCOMPARE(placedOnScreens(QRect(100, 80, 1440, 900), screens, least), QRect(100, 80, 1440, 900));
    QVERIFY(screens[0].contains(placedOnScreens(QRect(-9999, 40, 1440, 900), screens, least)));
    QVERIFY(screens[0].contains(placedOnScreens(QRect(100, 5000, 1440, 900), screens, least)));
    QCOMPARE(placedOnScreens(QRect(2000, 10, 1200, 900), screens, least), QRect(2000, 10, 1200, 900));
    QCOMPARE(placedOnScreens(QRect(0, 0, 5000, 5000), screens, least).size(), QSize(1920, 1080));
    QCOMPARE(placedOnScreens(QRect(10, 10, 1, 1), screens, least).size(), least);

    Shown shown;
    ViewState state = shown.window.viewState();
    MainWindow far(experiments::catalogue());
    far.setGeometry(-9999, 30, 1200, 700);
    state.geometry = far.saveGeometry();
    shown.window.setViewState(state);
    const QRect available = QGuiApplication::primaryScreen()->availableGeometry();
    QVERIFY(available.intersects(QRect(shown.window.geometry().topLeft(), QSize(shown.window.width(), 30))));
  }

  void smallWindowsGetTheShortForm() {
    Shown shown(12, {960, 540});
    QVERIFY(shown.part<RunsPanel>()->isFolded());
    QVERIFY(shown.part<FitsCard>()->height() < 40);
    auto* run = shown.part<ConfigurePanel>()->runBar()->runButton();
    QVERIFY(QRect(QPoint(), shown.window.size()).contains(QRect(run->mapTo(&shown.window, QPoint()), run->size())));
    shown.window.resize(1440, 900);
    QVERIFY(!shown.part<RunsPanel>()->isFolded());
    QTRY_VERIFY(shown.part<FitsCard>()->height() > 40);
  }

  void sizesFromOnePixelAndLargeTextDoNoHarm_data() {
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("dark");
    for (const double scale : {1.0, 1.5}) {
      for (const bool dark : {false, true}) QTest::addRow("%d percent, %s", int(scale * 100), dark ? "dark" : "light") << scale << dark;
    }
  }

  void sizesFromOnePixelAndLargeTextDoNoHarm() {
    QFETCH(double, scale);
    QFETCH(bool, dark);
    Shown shown;
    ViewState state = shown.window.viewState();
    state.textScale = scale;
    state.scheme = dark ? SchemeChoice::dark : SchemeChoice::light;
    shown.window.setViewState(state);
    QCOMPARE(textScale(), scale);
    for (const QString& tab : {QStringLiteral("shared_memory"), QStringLiteral("latency"), QStringLiteral("traffic"), QStringLiteral("table")}) {
      shown.window.showTab(tab);
      shown.window.setMinimumSize(1, 1);
      for (const QSize size : {QSize(1, 1), QSize(960, 540), QSize(1440, 900), QSize(1, 900), QSize(960, 540)}) {
        shown.window.resize(size);
        QVERIFY(!shown.window.grab().isNull());
      }
      auto* run = shown.part<ConfigurePanel>()->runBar()->runButton();
      const QRect place(run->mapTo(&shown.window, QPoint()), run->size());
      QVERIFY2(QRect(QPoint(), shown.window.size()).contains(place), qPrintable(tab));
    }
  }

  void everyControlHasANameForScreenReaders() {
    Shown shown;
    for (const QString& tab : {QStringLiteral("shared_memory"), QStringLiteral("latency"), QStringLiteral("traffic"), QStringLiteral("table")}) {
      shown.window.showTab(tab);
      for (QWidget* widget : shown.window.findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(face != nullptr);
        QWidget* holder = widget->parentWidget();  // the field inside a box is named by the box
        const QString name = face->text(QAccessible::Name) + (holder != nullptr ? holder->accessibleName() : QString());
        QVERIFY2(!name.isEmpty(), qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()), widget->objectName())));
      }
    }
  }
};

QTEST_MAIN(WindowLookTest)
#include "window_look_test.moc"
