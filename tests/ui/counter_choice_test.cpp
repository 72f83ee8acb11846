// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about choosing counters in the window: sets, metrics by name, what the status line and Configure say about
// permission, and what is remembered.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QtTest>

#include "tests/ui/fixtures/shown_window.h"
#include "ui/configure/counter_choice.h"
#include "ui/configure/metric_model.h"
#include "ui/configure/metric_picker.h"
#include "ui/configure/reason_line.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/status_strip.h"

using namespace dsm;
using namespace dsm::ui;
using test::Shown;

class CounterChoiceTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void theWindowAsksForCountersAndRemembers() {
    Shown shown;
    QCOMPARE(shown.window.counterRequest().sets, std::vector<std::string>{"traffic"});
    auto* choice = shown.part<CounterChoice>();
    QCOMPARE(choice->box()->currentIndex(), int(CounterChoice::traffic));
    QTest::keyClick(choice->box(), Qt::Key_Up);
    QCOMPARE(shown.window.counterRequest(), (model::CounterRequest{{}, {}, true}));
    ViewState state = shown.window.viewState();
    state.counters = {{"traffic", "l2"}, {}, true};
    shown.window.setViewState(state);
    QCOMPARE(shown.part<CounterChoice>()->box()->currentIndex(), int(CounterChoice::l2));
    QCOMPARE(shown.window.viewState().counters, state.counters);
    state.experiment = "token_hop";  // the choice is not one experiment's
    shown.window.setViewState(state);
    QCOMPARE(shown.window.counterRequest(), state.counters);
  }

  void theStatusLineSaysWhetherCountersAreAllowed() {
    Shown shown;
    auto* strip = shown.part<StatusStrip>();
    model::Preflight fine;
    fine.ok = true;
    fine.chip = "GH100";
    shown.window.setCounterStatus(fine);
    QTRY_VERIFY(strip->text().contains(QStringLiteral("counters allowed")));
    QVERIFY(strip->text().indexOf(QStringLiteral("counters")) < strip->text().indexOf(QStringLiteral("worker")));
    model::Preflight refused;
    refused.why = {"no_permission", "Only administrators may read counters here.", "Set NVreg_RestrictProfilingToAdminUsers=0."};
    shown.window.setCounterStatus(refused);
    QTRY_VERIFY(strip->text().contains(QStringLiteral("no counters: Only administrators")));
    QVERIFY(shown.part<CounterChoice>()->reasonLine()->plainText().contains(QStringLiteral("NVreg_RestrictProfilingToAdminUsers=0")));
  }

  void metricsAreSearchedTickedAndTyped() {
    Shown shown;
    QSignalSpy wanted(&shown.window, &MainWindow::metricsWanted);
    auto* box = shown.part<CounterChoice>()->box();
    emit box->activated(CounterChoice::custom);
    auto* picker = shown.window.findChild<MetricPicker*>();
    QVERIFY(picker != nullptr);
    QTRY_COMPARE(wanted.size(), 1);
    model::MetricList list;
    list.chip = "GH100";
    for (int i = 0; i < 3650; ++i) list.metrics.push_back({"unit__metric_" + std::to_string(i), "counter", "sector", "number of things"});
    list.metrics.push_back({"lts__t_bytes", "counter", "byte", "bytes of the L2"});
    shown.window.setMetrics(list);
    QAbstractItemModel* rows = picker->table()->model();
    QAbstractItemModelTester tester(rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(rows->rowCount(), 3651);
    QTest::keyClicks(picker->searchField(), QStringLiteral("L2 bytes"));
    QCOMPARE(rows->rowCount(), 1);
    QTRY_COMPARE(wanted.size(), 2);
    QCOMPARE(wanted.last().first().toString(), QStringLiteral("L2 bytes"));
    QVERIFY(rows->setData(rows->index(0, MetricModel::name), Qt::Checked, Qt::CheckStateRole));
    picker->searchField()->setText(QStringLiteral("sm__own_name.avg"));
    QVERIFY(picker->addButton()->isEnabled());
    picker->addButton()->click();
    picker->acceptButton()->click();
    QCOMPARE(shown.window.counterRequest().sets, std::vector<std::string>{"traffic"});
    QCOMPARE(shown.window.counterRequest().names, (std::vector<std::string>{"lts__t_bytes", "sm__own_name.avg"}));
    QCOMPARE(box->currentIndex(), int(CounterChoice::custom));
    QVERIFY(box->currentText().contains(QStringLiteral("2 metrics")));
  }
};

QTEST_MAIN(CounterChoiceTest)
#include "counter_choice_test.moc"
