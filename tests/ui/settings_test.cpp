// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about settings in the window: each control is one setting, applies at once and tells; menus and settings window
// always agree; what comes from outside is shown and told to nobody.
#include <QActionGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QtTest>

#include "tests/ui/fixtures/shown_window.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/charts/axis_scale.h"
#include "ui/charts/bars_widget.h"
#include "ui/charts/latency_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/settings/settings_window.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_widget.h"

using namespace dsm;
using namespace dsm::ui;
using test::Shown;

namespace {

template <class T>
T* named(QObject& root, const QString& accessibleName) {
  for (T* each : root.findChildren<T*>()) {
    if (each->accessibleName() == accessibleName) return each;
  }
  return nullptr;
}

QAction* menuAction(MainWindow& window, const QString& text) {
  for (QAction* action : window.menuBar()->findChildren<QAction*>()) {
    if (action->text().remove(u'&') == text) return action;
  }
  for (QAction* action : window.findChildren<QAction*>()) {
    if (action->text().remove(u'&') == text) return action;
  }
  return nullptr;
}

Settings last(const QSignalSpy& spy) { return spy.last().first().value<Settings>(); }

}  // namespace

class SettingsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }
  void cleanup() {
    setTextScale(1.0);
    setByteUnits(ByteUnits::si);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void controlCommaOpensTheWindowAndChangesApplyAtOnce() {
    Shown shown;
    QSignalSpy changes(&shown.window, &MainWindow::settingsChanged);
    QTest::keyClick(&shown.window, Qt::Key_Comma, Qt::ControlModifier);
    auto* settings = shown.part<SettingsWindow>();
    QVERIFY(settings != nullptr && settings->isVisible());
    QVERIFY(!settings->isModal());
    auto* theme = named<SegmentedRow>(*settings, QStringLiteral("Theme"));
    QVERIFY(theme != nullptr);
    theme->setFocus();
    QTest::keyClick(theme, Qt::Key_End);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(last(changes).scheme, SchemeChoice::dark);
    QCOMPARE(currentScheme(), Scheme::dark);
    auto* text = named<SegmentedRow>(*settings, QStringLiteral("Text size"));
    QTest::keyClick(text, Qt::Key_End);
    QCOMPARE(last(changes).textPercent, 150);
    QCOMPARE(textScale(), 1.5);
    QCOMPARE(shown.window.settings(), last(changes));
  }

  void everyControlIsReachedByTabAndHasAName() {
    SettingsWindow settings;
    settings.show();
    const auto round = settings.findChildren<QWidget*>();
    int reached = 0;
    for (QWidget* widget : round) {
      if (!widget->isVisibleTo(&settings) || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy() != nullptr || qobject_cast<QScrollArea*>(widget)) continue;
      const bool inner = qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) || widget->objectName().startsWith(QStringLiteral("qt_"));
      if (inner) continue;
      ++reached;
      auto* button = qobject_cast<QAbstractButton*>(widget);
      QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()), widget->metaObject()->className());
    }
    QVERIFY(reached >= 11);
  }

  void whatComesFromOutsideIsShownAndToldToNobody() {
    SettingsWindow window;
    QSignalSpy changes(&window, &SettingsWindow::settingsChanged);
    Settings given;
    given.scheme = SchemeChoice::light;
    given.dataPalette = DataPalette::grey;
    given.textPercent = 125;
    given.movedBytes = ByteUnits::iec;
    given.budgetSeconds = 7.5;
    given.minSamples = 40;
    given.maxSamples = 1280;
    given.thresholdPercent = 0.7;
    given.workers = {{QStringLiteral("box"), QStringLiteral("ssh box dsmscope-worker")}};
    given.worker = QStringLiteral("box");
    window.setSettings(given);
    QCOMPARE(changes.size(), 0);
    QCOMPARE(window.settings(), given);
    QCOMPARE(named<SegmentedRow>(window, QStringLiteral("Colours of data"))->current(), 1);
    QCOMPARE(named<QDoubleSpinBox>(window, QStringLiteral("Budget, seconds"))->value(), 7.5);
    QCOMPARE(named<QSpinBox>(window, QStringLiteral("Fewest launches timed"))->value(), 40);
    QCOMPARE(named<SegmentedRow>(window, QStringLiteral("Threshold"))->current(), -1);
    QCOMPARE(named<QComboBox>(window, QStringLiteral("Measure with"))->currentText(), QStringLiteral("box"));
    QCOMPARE(named<QTableWidget>(window, QStringLiteral("Workers on other machines"))->item(0, 1)->text(), QStringLiteral("ssh box dsmscope-worker"));
  }

  void ofFewestAndMostLaunchesTheChangedOneHolds() {
    SettingsWindow window;
    auto* least = named<QSpinBox>(window, QStringLiteral("Fewest launches timed"));
    auto* most = named<QSpinBox>(window, QStringLiteral("Most launches timed"));
    least->setValue(1000);
    QCOMPARE(window.settings().minSamples, 1000);
    QCOMPARE(window.settings().maxSamples, 1000);
    most->setValue(50);
    QCOMPARE(window.settings().minSamples, 50);
    QCOMPARE(least->value(), 50);
  }

  void thePlanReachesTheRequests() {
    Shown shown;
    Settings settings;
    settings.budgetSeconds = 0.25;
    settings.minSamples = 10;
    settings.maxSamples = 30;
    shown.window.setSettings(settings);
    QSignalSpy runs(&shown.window, &MainWindow::runRequested);
    QTest::keyClick(&shown.window, Qt::Key_F5);
    QCOMPARE(runs.size(), 1);
    const model::MeasurementPlan plan = shown.requests(runs).front().plan;
    QCOMPARE(plan.budgetSeconds, 0.25);
    QCOMPARE(plan.minSamples, 10u);
    QCOMPARE(plan.maxSamples, 30u);
  }

  void theThresholdOfTheMenuJudgesTheTableAndTheChart() {
    Shown shown(0);
    auto session = std::make_shared<model::Session>(*test::sessionOf(test::histogram(), 0));
    session->runs = {test::makeRun("base", test::histogram(), "global_atomics", 3e6), test::makeRun("new", test::histogram(), "cluster_dsmem", 3.05e6)};
    session->pinned = {"base"};
    shown.window.setSession(session);
    shown.window.showTab(QStringLiteral("latency"));
    QSignalSpy changes(&shown.window, &MainWindow::settingsChanged);
    auto* table = shown.part<RunsPanel>()->table();
    const auto verdict = [&] { return table->model()->index(1, int(RunColumn::verdict)).data().toString(); };
    QTRY_COMPARE(verdict(), QStringLiteral("1.02× slower"));
    auto* view = shown.part<LatencyView>();
    const auto charted = [&] {
      for (const BarItem& row : view->chart()->barsData().rows) {
        if (row.label == QStringLiteral("cluster_dsmem")) return row.comparison.words;
      }
      return QString();
    };
    QTRY_COMPARE(charted(), QStringLiteral("1.02× slower"));
    QAction* five = menuAction(shown.window, QStringLiteral("5 %"));
    QVERIFY(five != nullptr);
    five->trigger();
    QCOMPARE(last(changes).thresholdPercent, 5.0);
    QCOMPARE(verdict(), QStringLiteral("same"));
    QTRY_COMPARE(charted(), QStringLiteral("same"));
    Settings own = shown.window.settings();
    own.thresholdPercent = 0.4;
    shown.window.setSettings(own);
    QVERIFY(menuAction(shown.window, QStringLiteral("Own…"))->isChecked());
    QVERIFY(!five->isChecked());
    QCOMPARE(changes.size(), 1);
  }

  // Traffic shows the latest run that was counted, and Latency the latest: each is compared.
  void trafficHearsTheVerdictOfTheRunThatItShows() {
    Shown shown(0);
    auto session = std::make_shared<model::Session>(*test::sessionOf(test::histogram(), 0));
    auto counted = std::make_shared<model::Run>(*test::makeRun("counted", test::histogram(), "cluster_dsmem", 2e6));
    counted->counters = test::dsmemCounters();
    session->runs = {test::makeRun("base", test::histogram(), "global_atomics", 3e6), counted,
                     test::makeRun("later", test::histogram(), "cluster_dsmem", 1e6)};
    session->pinned = {"base"};
    shown.window.setSession(session);
    shown.window.showTab(QStringLiteral("traffic"));
    auto* traffic = shown.part<TrafficWidget>();
    QVERIFY(traffic != nullptr);
    const auto verdict = [&] {
      const TrafficData& data = traffic->trafficData();
      for (int i = 0; i < data.comparisons.size(); ++i) {
        if (data.variants[i].runId == "counted") return timeWord(data.comparisons[i]);
      }
      return QString();
    };
    QTRY_COMPARE(verdict(), QStringLiteral("1.50× faster"));
  }

  void ownThresholdOpensTheFieldWithoutAChange() {
    Shown shown;
    QSignalSpy changes(&shown.window, &MainWindow::settingsChanged);
    menuAction(shown.window, QStringLiteral("Own…"))->trigger();
    auto* settings = shown.part<SettingsWindow>();
    QVERIFY(settings != nullptr);
    QVERIFY(menuAction(shown.window, QStringLiteral("1 %"))->isChecked());
    QCOMPARE(changes.size(), 0);
    auto* field = named<QDoubleSpinBox>(*settings, QStringLiteral("Threshold of your own, percent"));
    QTRY_VERIFY(field->hasFocus() || field->focusWidget() == field || settings->focusWidget() == field);
    field->setValue(0.3);
    QCOMPARE(last(changes).thresholdPercent, 0.3);
  }

  void workersAreAddedRenamedChosenAndRemoved() {
    SettingsWindow window;
    window.show();
    QSignalSpy changes(&window, &SettingsWindow::settingsChanged);
    auto* table = named<QTableWidget>(window, QStringLiteral("Workers on other machines"));
    const auto button = [&](const QString& text) {
      for (auto* each : window.findChildren<SecondaryButton*>()) {
        if (each->text() == text) return each;
      }
      return static_cast<SecondaryButton*>(nullptr);
    };
    button(QStringLiteral("Add worker"))->click();
    QCOMPARE(table->rowCount(), 1);
    QCOMPARE(changes.size(), 0);  // a row without a name is no worker yet
    table->item(0, 1)->setText(QStringLiteral("ssh box dsmscope-worker"));
    QCOMPARE(changes.size(), 0);
    table->item(0, 0)->setText(QStringLiteral("a=b"));
    QCOMPARE(changes.size(), 0);
    QCOMPARE(table->rowCount(), 1);
    table->item(0, 0)->setText(QStringLiteral("box"));
    QCOMPARE(last(changes).workers, (std::vector<WorkerChoice>{{QStringLiteral("box"), QStringLiteral("ssh box dsmscope-worker")}}));
    auto* choice = named<QComboBox>(window, QStringLiteral("Measure with"));
    QCOMPARE(choice->count(), 2);
    choice->setCurrentIndex(1);
    emit choice->activated(1);
    QCOMPARE(last(changes).worker, QStringLiteral("box"));
    table->item(0, 0)->setText(QStringLiteral("tower"));
    QCOMPARE(last(changes).worker, QStringLiteral("tower"));
    table->setCurrentCell(0, 0);
    button(QStringLiteral("Remove"))->click();
    QVERIFY(last(changes).workers.empty());
    QVERIFY(last(changes).worker.isEmpty());
    QVERIFY(isWorkerName(QStringLiteral("H200 box")));
    for (const char* bad : {"", " a", "a  b", "#a", "[a]", ";a", "a=b"}) QVERIFY2(!isWorkerName(QString::fromLatin1(bad)), bad);
  }

  void theRunMenuListsTheWorkersAndTellsTheChoice() {
    Shown shown;
    Settings settings;
    settings.workers = {{QStringLiteral("R&D box"), QStringLiteral("ssh box dsmscope-worker")}};
    shown.window.setSettings(settings);
    QSignalSpy changes(&shown.window, &MainWindow::settingsChanged);
    QAction* here = menuAction(shown.window, QStringLiteral("This machine"));
    QVERIFY(here != nullptr && here->isChecked());
    QAction* box = nullptr;
    for (QAction* action : shown.window.findChildren<QAction*>()) {
      if (action->text() == QStringLiteral("R&&D box")) box = action;
    }
    QVERIFY(box != nullptr);
    box->trigger();
    QTRY_COMPARE(changes.size(), 1);
    QCOMPARE(last(changes).worker, QStringLiteral("R&D box"));
  }

  void movedBytesAreWrittenInTheChosenUnitsAndFilesInSi() {
    QCOMPARE(formatMovedBytes(10.81e9, 4), formatBytesSi(10.81e9, 4));
    setByteUnits(ByteUnits::iec);
    QCOMPARE(formatMovedBytes(3.0 * 1024 * 1024 * 1024, 3), QStringLiteral("3.00\u00a0GiB"));
    QCOMPARE(formatMovedBytes(512, 3), formatBytesSi(512, 3));
    QCOMPARE(formatBytesPerSecond(2.0 * 1048576, 3), QStringLiteral("2.00\u00a0MiB/s"));
    QCOMPARE(unitScaleFor(model::Unit::bytes, 5e9).label, QStringLiteral("GiB"));
    QCOMPARE(unitScaleFor(model::Unit::bytes, 5e9).factor, 1073741824.0);
    {
      const SiBytes si;
      QCOMPARE(formatMovedBytes(1e9, 3), QStringLiteral("1.00\u00a0GB"));
      QCOMPARE(unitScaleFor(model::Unit::bytesPerSecond, 5e9).label, QStringLiteral("GB/s"));
    }
    QCOMPARE(byteUnits(), ByteUnits::iec);
    QThreadPool pool;
    QString elsewhere;
    pool.start([&] { elsewhere = formatMovedBytes(1e9, 3); });
    pool.waitForDone();
    QCOMPARE(elsewhere, QStringLiteral("1.00\u00a0GB"));
  }

  void theFileAndWhatIsWrongWithItAreShown() {
    SettingsWindow window;
    window.show();
    QSignalSpy folders(&window, &SettingsWindow::folderWanted);
    window.setFile(QStringLiteral("/somewhere/settings.ini"), {});
    for (auto* each : window.findChildren<SecondaryButton*>()) {
      if (each->text() == QStringLiteral("Open folder")) each->click();
    }
    QCOMPARE(folders.size(), 1);
    const auto says = [&](const QString& text) {
      return std::ranges::any_of(window.findChildren<QLabel*>(), [&](QLabel* label) { return label->text() == text && !label->isHidden(); });
    };
    QVERIFY(!says(QStringLiteral("It is read-only.")));
    window.setFile(QStringLiteral("/somewhere/settings.ini"), QStringLiteral("It is read-only."));
    QVERIFY(says(QStringLiteral("It is read-only.")));
  }

  void aLowScreenScrollsAndNothingIsWiderThanTheWindow() {
    for (const double scale : {1.0, 1.5}) {
      setTextScale(scale);
      SettingsWindow window;
      window.resize(960, 500);
      window.show();
      auto* area = window.findChild<QScrollArea*>();
      QVERIFY(area->widget()->minimumSizeHint().width() <= int(620 * scale) + 40);
      QVERIFY(area->widget()->height() >= area->viewport()->height());
    }
  }
};

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
