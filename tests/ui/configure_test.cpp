// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about Configure: controls come from a description, what cannot run stays choosable and says why, and nothing
// that was asked for is changed in silence.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

#include "gpu/experiments/catalogue.h"
#include "tests/model/device_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/configure/configure_panel.h"
#include "ui/configure/fits_card.h"
#include "ui/configure/parameter_control.h"
#include "ui/configure/parameter_section.h"
#include "ui/configure/run_bar.h"
#include "ui/configure/variant_list.h"
#include "ui/fold_button.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/theme/widgets/slider_field.h"
#include "ui/theme/widgets/swatch_check_box.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

std::shared_ptr<const model::Device> shared(const model::Device& device) { return std::make_shared<const model::Device>(device); }

// A panel on screen over one catalogue.
struct Bench {
  explicit Bench(model::Catalogue catalogue, const model::Device& device = test::h200(), bool live = true) : configuration(catalogue), panel(configuration) {
    configuration.setDevice(shared(device), live);
    panel.resize(288, 830);
    panel.show();
  }
  ParameterControl* control(const char* id) const { return panel.section()->control(id); }
  SegmentedRow* row(const char* id) const { return control(id)->findChild<SegmentedRow*>(); }
  QString reason(const char* id) const { return control(id)->reasonLine()->plainText(); }
  Configuration configuration;
  ConfigurePanel panel;
};

model::Catalogue invented() { return {&test::inventedSpec()}; }

}  // namespace

class ConfigureTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void everyKindOfParameterGetsItsControlFromTheDescription() {
    Bench bench(invented());
    QVERIFY(bench.row("size") != nullptr);
    QCOMPARE(bench.row("size")->count(), 4);
    QVERIFY(bench.control("length")->findChild<SliderField*>() != nullptr);
    QVERIFY(bench.control("mode")->findChild<QComboBox*>() != nullptr);   // two choices in a row share a line
    QVERIFY(bench.control("order")->findChild<QComboBox*>() != nullptr);
    QVERIFY(bench.control("only")->findChild<QCheckBox*>() != nullptr);
    QVERIFY(bench.control("big") == nullptr);  // folded
    bench.panel.section()->advanced()->click();
    QVERIFY(bench.control("big") != nullptr);
    QCOMPARE(bench.panel.section()->variants()->lines().size(), std::size_t{2});
  }

  void everyExperimentOfTheCatalogueGetsControls() {
    Bench bench(experiments::catalogue());
    for (const model::ExperimentSpec* spec : experiments::catalogue()) {
      bench.configuration.showExperiment(spec->info().id);
      for (const model::Parameter& parameter : spec->info().parameters) {
        if (!parameter.advanced) QVERIFY2(bench.control(parameter.id.c_str()) != nullptr, parameter.id.c_str());
      }
      QCOMPARE(bench.panel.section()->variants()->lines().size(), spec->info().variants.size());
    }
  }

  void aChoiceThatCannotRunIsHatchedReachableAndExplained() {
    Bench bench(invented());
    SegmentedRow* row = bench.row("size");
    QVERIFY(!row->segments()[3].available);
    QCOMPARE(bench.reason("size"), QStringLiteral("128 needs big sizes. Nearest that runs: 64. Allow 128"));
    row->setFocus();
    QTest::keyClick(row, Qt::Key_End);
    QCOMPARE(bench.configuration.value("size"), 128);  // as asked, not clamped
    QVERIFY(!bench.panel.fitsCard()->facts().legality.fits);
    QCOMPARE(bench.panel.fitsCard()->facts().reason, QStringLiteral("128 needs big sizes."));
    emit bench.control("size")->reasonLine()->actionChosen();
    QCOMPARE(bench.configuration.value("big"), 1);
    QCOMPARE(bench.configuration.value("size"), 128);
    QVERIFY(bench.panel.fitsCard()->facts().legality.fits);
    QVERIFY(bench.reason("size").isEmpty());
  }

  void theNearestValueIsOneClickAway() {
    Bench bench(invented());
    bench.configuration.setValue("size", 500);
    QVERIFY(bench.reason("size").contains(QStringLiteral("500 needs big sizes.")));
    emit bench.control("size")->reasonLine()->nearestChosen();
    QCOMPARE(bench.configuration.value("size"), 64);
  }

  void aChoiceWithoutRemedyOffersNone() {
    Bench bench(invented());
    bench.configuration.setValue("mode", 2);
    QCOMPARE(bench.reason("mode"), QStringLiteral("Third never runs. Nearest that runs: Second."));
    // The others are not to blame and keep their looks.
    QVERIFY(bench.row("size")->segments()[0].available);
    QVERIFY(bench.reason("size").isEmpty() || !bench.reason("size").contains(QStringLiteral("Third")));
  }

  void anyLegalValueCanBeTyped() {
    Bench bench(experiments::catalogue());
    ParameterControl* cluster = bench.control("cluster");
    auto* other = cluster->findChild<LinkButton*>();
    QVERIFY(other != nullptr);
    other->click();
    auto* field = cluster->findChild<QLineEdit*>();
    QVERIFY(field->isVisible());
    field->setText(QStringLiteral("3"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(bench.configuration.value("cluster"), 3);
    QCOMPARE(bench.row("cluster")->current(), -1);
    QVERIFY(field->isVisible());  // no segment shows it, so the field does
  }

  void whatIsNoValueIsExplainedAndChangesNothing() {
    Bench bench(experiments::catalogue());
    auto* keys = bench.control("keys")->findChild<QComboBox*>();
    QVERIFY(keys->isEditable());
    keys->setEditText(QStringLiteral("many"));
    emit keys->lineEdit()->editingFinished();
    QCOMPARE(bench.configuration.value("keys"), std::int64_t{1} << 28);
    QVERIFY2(bench.reason("keys").startsWith(QStringLiteral("many is not taken.")), qPrintable(bench.reason("keys")));
    keys->setEditText(QStringLiteral("2^20"));
    emit keys->lineEdit()->editingFinished();
    QCOMPARE(bench.configuration.value("keys"), std::int64_t{1} << 20);
    QVERIFY(bench.reason("keys").isEmpty());
  }

  // Case 1: cluster 16 with much memory: the opt-in first, then the device's own answer of no cluster at once; 8 works.
  void sixteenNeedsTheOptInAndThenTheDevicesAnswer() {
    Bench bench(experiments::catalogue());
    bench.configuration.setTickedVariants({"cluster_dsmem"});
    bench.configuration.setValue("bins", 896 * 1024);  // 224 KiB in each of 16 blocks
    bench.configuration.setValue("cluster", 16);
    QVERIFY2(bench.reason("cluster").contains(QStringLiteral("16 needs the non-portable opt-in.")), qPrintable(bench.reason("cluster")));
    QVERIFY(bench.reason("cluster").contains(QStringLiteral("Allow 16")));
    emit bench.control("cluster")->reasonLine()->actionChosen();
    QCOMPARE(bench.configuration.value("non_portable"), 1);
    model::Legality answer;
    answer.fits = false;
    answer.code = "occupancy";
    answer.reason = "Not one cluster of 16 fits this device at once.";
    answer.parameter = "cluster";
    answer.nearest = 8;
    answer.origin = model::Origin::measured;
    answer.clustersAtOnce = 0;
    bench.configuration.setDeviceLegality(bench.configuration.keyOf("cluster_dsmem"), answer);
    QCOMPARE(bench.configuration.value("cluster"), 16);
    QVERIFY(!bench.panel.fitsCard()->facts().legality.fits);
    QVERIFY(bench.reason("cluster").contains(QStringLiteral("Not one cluster of 16 fits")));
    QVERIFY(bench.configuration.requests().empty());
    bench.configuration.setValue("bins", 65536);
    bench.configuration.setValue("cluster", 8);
    QVERIFY(bench.panel.fitsCard()->facts().legality.fits);
    QCOMPARE(bench.configuration.requests().size(), std::size_t{1});
  }

  // Case 3: asked for 16 where at most 4 exist: kept and shown, not clamped.
  void aRequestedClusterIsKeptWhereTheDeviceHasFewer() {
    model::Device slice = test::h200();
    slice.maxClusterPortable = 4;
    slice.maxClusterNonPortable = 4;
    Bench bench(experiments::catalogue(), slice);
    bench.configuration.setValues({{"cluster", 16}});
    QCOMPARE(bench.configuration.value("cluster"), 16);
    QCOMPARE(bench.row("cluster")->current(), 4);
    QVERIFY(!bench.row("cluster")->segments()[4].available);
    QVERIFY2(bench.reason("cluster").contains(QStringLiteral("Nearest that runs: 4.")), qPrintable(bench.reason("cluster")));
  }

  // Case 4: compute capability 12.0 is judged by its attributes.
  void aConsumerChipIsJudgedByWhatItSays() {
    Bench bench(experiments::catalogue(), test::smallWithClusters());
    bench.configuration.setValue("bins", 16384);
    QVERIFY(bench.row("cluster")->segments()[1].available);
    QVERIFY(!bench.row("cluster")->segments()[4].available);
    model::Device more = test::smallWithClusters();
    more.maxClusterNonPortable = 16;
    more.occupancy.push_back({16, 1, 1});
    bench.configuration.setValue("non_portable", 1);
    bench.configuration.setDevice(shared(more), true);
    QVERIFY(bench.row("cluster")->segments()[4].available);
  }

  // Case 5: two devices with other maxima: asked again for each.
  void anotherDeviceIsAskedAgain() {
    Bench bench(experiments::catalogue());
    bench.configuration.setValue("non_portable", 1);
    QSignalSpy wanted(&bench.configuration, &Configuration::legalityWanted);
    QVERIFY(bench.row("cluster")->segments()[4].available);
    model::Device slice = test::h200();
    slice.uuid = "GPU-slice";
    slice.maxClusterPortable = 4;
    slice.maxClusterNonPortable = 4;
    bench.configuration.setDevice(shared(slice), true);
    QVERIFY(!bench.row("cluster")->segments()[3].available);
    QVERIFY(!bench.row("cluster")->segments()[4].available);
    QTRY_VERIFY(wanted.size() >= 1);
    QVERIFY(wanted.last().first().toString().endsWith(QStringLiteral("|GPU-slice")));
    bench.configuration.setDevice(shared(test::h200()), true);
    QVERIFY(bench.row("cluster")->segments()[3].available);
  }

  // Case 6: a failed query is not a maximum of 1.
  void aFailedQueryIsSaidAsSuch() {
    Bench bench(experiments::catalogue());
    model::Legality answer;
    answer.code = "query_failed";
    answer.reason = "The occupancy query failed: cudaErrorInvalidValue (1).";
    answer.origin = model::Origin::measured;
    bench.configuration.setTickedVariants({"cluster_dsmem"});
    bench.configuration.setDeviceLegality(bench.configuration.keyOf("cluster_dsmem"), answer);
    QVERIFY(bench.panel.fitsCard()->sentence().contains(QStringLiteral("The occupancy query failed: cudaErrorInvalidValue (1).")));
    QVERIFY(!bench.panel.fitsCard()->facts().legality.clustersAtOnce.has_value());
    QVERIFY(bench.row("cluster")->segments()[2].available || bench.row("cluster")->current() == 2);
  }

  void theDevicesAnswerReplacesTheArithmetic() {
    Bench bench(experiments::catalogue());
    QCOMPARE(bench.panel.fitsCard()->facts().legality.origin, model::Origin::modelled);
    model::Legality answer = bench.panel.fitsCard()->facts().legality;
    answer.origin = model::Origin::measured;
    answer.clustersAtOnce = 91;
    const QString key = bench.configuration.keyOf("cluster_dsmem");
    bench.configuration.setDeviceLegality(key, answer);
    QCOMPARE(bench.panel.fitsCard()->facts().legality.origin, model::Origin::measured);
    QCOMPARE(*bench.panel.fitsCard()->facts().legality.clustersAtOnce, 91U);
    // Another value is another question; the way back finds the answer again.
    bench.configuration.setValue("bins", 32768);
    QCOMPARE(bench.panel.fitsCard()->facts().legality.origin, model::Origin::modelled);
    bench.configuration.setValue("bins", 65536);
    QCOMPARE(bench.panel.fitsCard()->facts().legality.origin, model::Origin::measured);
  }

  void theDeviceIsAskedOnceTheHandRestsAndOnlyWhenLive() {
    Bench bench(experiments::catalogue());
    QSignalSpy wanted(&bench.configuration, &Configuration::legalityWanted);
    for (int bins = 1024; bins < 1100; ++bins) bench.configuration.setValue("bins", bins);
    QCOMPARE(wanted.size(), 0);  // dragging asks nothing
    QTRY_COMPARE(wanted.size(), 3);  // one for each ticked variant
    bench.configuration.setValue("bins", 1024);
    bench.configuration.setValue("bins", 1099);
    QTest::qWait(150);
    QCOMPARE(wanted.size(), 3);  // already asked
    bench.configuration.setDevice(shared(test::h200()), false);
    wanted.clear();
    bench.configuration.setValue("bins", 4096);
    QTest::qWait(150);
    QCOMPARE(wanted.size(), 0);
  }

  void aVariantThatDoesNotFitSaysWhyAndKeepsItsTick() {
    Bench bench(experiments::catalogue());
    const auto& lines = bench.panel.section()->variants()->lines();
    QVERIFY(!lines[2]->isAvailable());  // 65,536 bins do not fit one block
    QVERIFY(!lines[2]->isChecked());
    lines[2]->setFocus();
    QTest::keyClick(lines[2], Qt::Key_Space);
    QVERIFY(!lines[2]->isChecked());
    bench.configuration.setValue("bins", 4096);
    QVERIFY(lines[2]->isAvailable());
    QVERIFY(lines[2]->isChecked());
    QCOMPARE(bench.configuration.requests().size(), std::size_t{3});
  }

  void aParameterOfNoTickedVariantIsUnavailableWithTheReason() {
    Bench bench(invented());
    bench.configuration.setTicked("second", false);
    QVERIFY(!bench.control("only")->findChild<QCheckBox*>()->isEnabled());
    QCOMPARE(bench.reason("only"), QStringLiteral("Only second uses this."));
    bench.configuration.setTicked("second", true);
    QVERIFY(bench.control("only")->findChild<QCheckBox*>()->isEnabled());
  }

  void valuesOfAnExperimentAreRememberedForTheWayBack() {
    Bench bench(experiments::catalogue());
    bench.configuration.setValue("bins", 12345);
    bench.configuration.showExperiment("token_hop");
    QCOMPARE(bench.panel.experimentBox()->currentText(), QStringLiteral("Token hop"));
    bench.configuration.showExperiment("histogram");
    QCOMPARE(bench.configuration.value("bins"), 12345);
    bench.configuration.reset();
    QCOMPARE(bench.configuration.value("bins"), 65536);
  }

  void withoutDeviceOrVariantTheCardSaysWhich() {
    Bench bench(experiments::catalogue());
    bench.configuration.setTickedVariants({});
    QVERIFY(bench.panel.fitsCard()->sentence().contains(QStringLiteral("No variant is ticked.")));
    bench.configuration.setTickedVariants({"cluster_dsmem"});
    bench.configuration.setDevice(nullptr, false);
    QVERIFY(bench.panel.fitsCard()->sentence().contains(QStringLiteral("No device is chosen.")));
  }

  void aStepOfTheSliderIsFarFromAFrame() {
    Bench bench(experiments::catalogue());
    qint64 longest = 0;
    for (int i = 0; i < 200; ++i) {
      QElapsedTimer timer;
      timer.start();
      bench.configuration.setValue("bins", 1000 + i * 997);
      longest = std::max(longest, timer.elapsed());
    }
    QVERIFY2(longest < 50, qPrintable(QString::number(longest)));
  }

  void progressHasItsPlaceAndSaysRateAndTimeLeft() {
    RunProgress progress;
    QCOMPARE(progressText(progress), QString());
    progress.fraction = 0.4;
    progress.label = QStringLiteral("cluster_dsmem");
    progress.done = 1;
    progress.total = 3;
    progress.rate = 41;
    progress.secondsLeft = 3.2;
    QCOMPARE(progressText(progress), QStringLiteral("cluster_dsmem, 2 of 3, 41 launches/s, 4 s left"));
    Bench bench(experiments::catalogue());
    const QRect before = bench.panel.runBar()->runButton()->geometry();
    bench.panel.setProgress(progress);
    bench.panel.setRunning(true, false);
    QCOMPARE(bench.panel.runBar()->runButton()->geometry(), before);
    QVERIFY(bench.panel.runBar()->stopButton()->isEnabled());
    QVERIFY(!bench.panel.runBar()->runButton()->isEnabled());
  }
};

QTEST_MAIN(ConfigureTest)
#include "configure_test.moc"
