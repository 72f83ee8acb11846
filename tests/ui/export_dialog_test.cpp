// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the dialogs around an export, about printing, and about the command lines that they show.
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/shown_window.h"
#include "ui/charts/latency_view.h"
#include "ui/charts/chart_page.h"
#include "ui/export/export_command.h"
#include "ui/export/export_dialog.h"
#include "ui/export/export_input.h"
#include "ui/export/print_chart.h"
#include "ui/export/report_dialog.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace dsm;
using namespace dsm::ui;

namespace {

struct Open {
  explicit Open(const QString& chart = QStringLiteral("latency"), const char* experiment = "token_hop")
      : dialog(chart, test::chartInput(experiment), nullptr, QStringLiteral("my session.dsmscope")) {
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.open();
  }
  QLabel* preview() { return dialog.findChild<QLabel*>(QStringLiteral("preview")); }
  QImage shown() { return preview()->pixmap(Qt::ReturnByValue).toImage(); }
  QPushButton* button(const QString& text) {
    for (auto* each : dialog.findChildren<QPushButton*>()) {
      if (each->text() == text) return each;
    }
    return nullptr;
  }
  QSpinBox* box(const QString& name) {
    for (auto* each : dialog.findChildren<QSpinBox*>()) {
      if (each->accessibleName() == name) return each;
    }
    return nullptr;
  }
  ExportDialog dialog;
};

QAction* actionWith(MainWindow& window, const QKeySequence& keys) {
  for (QAction* action : window.actions()) {
    if (action->shortcut() == keys) return action;
  }
  return nullptr;
}

}  // namespace

class ExportDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void itAsksForFormatThemeSizeScaleAndTitle() {
    Open open;
    RenderOptions options;
    options.scheme = Scheme::dark;
    options.size = {640, 480};
    options.scale = 2;
    options.title = QStringLiteral("Mine");
    options.logarithmic = true;
    open.dialog.setOptions(options);
    open.dialog.setFormat(Format::svg);
    QCOMPARE(open.dialog.format(), Format::svg);
    QCOMPARE(open.dialog.options().scheme, Scheme::dark);
    QCOMPARE(open.dialog.options().size, QSize(640, 480));
    QCOMPARE(open.dialog.options().scale, 2.0);
    QCOMPARE(open.dialog.options().title, QStringLiteral("Mine"));
    QVERIFY(open.dialog.options().logarithmic);
  }

  void printIsTheThemeUnlessAnotherIsChosen() { QCOMPARE(Open().dialog.options().scheme, Scheme::print); }

  void thePreviewIsTheFileMadeSmaller() {
    Open open;
    QTRY_VERIFY(!open.shown().isNull());
    RenderOptions options = open.dialog.options();
    const QImage shown = open.shown();
    options.scale = double(shown.width()) / options.size.width();
    const auto input = test::chartInput("token_hop");
    const auto file = renderImage("latency", input, options, provenanceOf("latency", input));
    QVERIFY(file.has_value());
    QVERIFY(std::abs(file->width() - shown.width()) <= 1);
    const QImage before = open.shown();
    open.dialog.findChild<QLineEdit*>()->setText(QStringLiteral("Another title"));
    QTRY_VERIFY(open.shown() != before);
    open.dialog.setFormat(Format::csv);
    QTRY_VERIFY(open.preview()->text().startsWith(QStringLiteral("# title: Another title")));
  }

  void itShowsTheCommandThatMakesTheFile() {
    Open open;
    QCOMPARE(open.dialog.command(), QStringLiteral("dsmscope export 'my session.dsmscope' --experiment token_hop --chart latency --out latency.png"));
    RenderOptions options;
    options.title = QStringLiteral("It's mine; $HOME");
    options.scale = 1.5;
    options.scheme = Scheme::dark;
    options.palette = DataPalette::grey;
    options.threshold = 0.025;
    options.size = {800, 500};
    options.hidden = {"relaunch"};
    open.dialog.setOptions(options);
    open.dialog.setFormat(Format::svg);
    QCOMPARE(open.dialog.command(), QStringLiteral("dsmscope export 'my session.dsmscope' --experiment token_hop --chart latency --threshold 2.5 --hide relaunch "
                                                   "--theme dark --palette grey --size 800x500 --scale 1.5 --title 'It'\\''s mine; $HOME' --out latency.svg"));
    open.dialog.setFormat(Format::json);
    QVERIFY(!open.dialog.command().contains("--theme"));
  }

  void whatCannotBeDrawnIsRefusedInASentence() {
    Open open;
    QSpinBox* width = open.box(QStringLiteral("Width, pixels"));
    for (int nonsense : {1, 199, 20000, 99999}) {
      width->setValue(nonsense);
      QVERIFY(open.dialog.refusal().contains(QString::number(nonsense)));
      QVERIFY(open.dialog.refusal().contains(QStringLiteral("Choose sides")));
      QVERIFY(!open.button(QStringLiteral("Export"))->isEnabled());
      QCOMPARE(open.dialog.findChild<QLabel*>(QStringLiteral("exportNote"))->text(), open.dialog.refusal());
    }
    QTRY_VERIFY(open.shown().isNull());  // no picture of something else
    width->setValue(1200);
    QVERIFY(open.dialog.refusal().isEmpty());
    QVERIFY(open.button(QStringLiteral("Export"))->isEnabled());
    QTRY_VERIFY(!open.shown().isNull());
    // 6000 x 6000 is fine, three times that is not.
    width->setValue(6000);
    open.box(QStringLiteral("Height, pixels"))->setValue(6000);
    QVERIFY(open.dialog.refusal().isEmpty());
    RenderOptions options = open.dialog.options();
    options.scale = 3;
    open.dialog.setOptions(options);
    QVERIFY(!open.dialog.refusal().isEmpty());
    open.dialog.setFormat(Format::csv);  // has no size
    QVERIFY(open.dialog.refusal().isEmpty());
  }

  void theFileHasTheEndingOfItsFormat() {
    QTemporaryDir folder;
    Open open;
    QSignalSpy accepted(&open.dialog, &ExportDialog::exportAccepted);
    open.dialog.setFormat(Format::svg);
    QFile there(folder.filePath(QStringLiteral("a.png.svg")));
    QVERIFY(there.open(QIODevice::WriteOnly));
    there.close();
    QVERIFY(!open.dialog.acceptPath(folder.filePath(QStringLiteral("a.png"))));
    QCOMPARE(accepted.size(), 0);
    QVERIFY(open.dialog.refusal().contains(QStringLiteral("a.png.svg is there already")));
    QVERIFY(open.dialog.isVisible());
    QVERIFY(open.dialog.acceptPath(folder.filePath(QStringLiteral("b.png"))));
    QCOMPARE(accepted.at(0).at(3).toString(), folder.filePath(QStringLiteral("b.png.svg")));
  }

  void everythingIsReachedByKeyboardOnASmallWindow() {
    Open open;
    open.dialog.resize(640, 400);
    QTRY_COMPARE(open.dialog.size(), QSize(640, 400));
    QSet<QWidget*> reached;
    QVERIFY(QTest::qWaitForWindowActive(&open.dialog));
    for (int i = 0; i < 20; ++i) {
      QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &open.dialog, Qt::Key_Tab);
      if (QWidget* focus = QApplication::focusWidget()) reached << focus;
    }
    for (auto* row : open.dialog.findChildren<SegmentedRow*>()) QVERIFY2(reached.contains(row), qPrintable(row->accessibleName()));
    for (auto* box : open.dialog.findChildren<QSpinBox*>()) QVERIFY(reached.contains(box));
    QVERIFY(reached.contains(open.button(QStringLiteral("Export"))));
    QVERIFY(reached.contains(open.button(QStringLiteral("Cancel"))));
    // The buttons stay in view.
    QVERIFY(open.dialog.rect().contains(open.button(QStringLiteral("Export"))->geometry()));
    QTest::keyClick(&open.dialog, Qt::Key_Escape);
    QVERIFY(!open.dialog.isVisible());
  }

  void theWindowRemembersTheFolder() {
    test::Shown shown;
    shown.window.setExportFolder(QStringLiteral("/some/folder"));
    shown.window.showTab(QStringLiteral("latency"));
    actionWith(shown.window, QKeySequence(Qt::CTRL | Qt::Key_E))->trigger();
    auto* dialog = shown.part<ExportDialog>();
    QVERIFY(dialog != nullptr);
    QTemporaryDir folder;
    QVERIFY(dialog->acceptPath(folder.filePath(QStringLiteral("x.png"))));
    QCOMPARE(shown.window.exportFolder(), folder.path());
  }

  void aRulerIsExportedWithTheVariantThatIsShown() {
    ViewInput input = test::chartInput("histogram");
    RenderOptions options;
    options.variant = "block_private";
    const ViewInput made = exportInput("shared_memory", input, options);
    QCOMPARE(made.leadVariant, std::string("block_private"));
    QCOMPARE(made.variants, std::vector<std::string>{"block_private"});
    QVERIFY(exportCommand("f.dsmscope", "shared_memory", input, Format::png, options).contains("--variant block_private"));
    QCOMPARE(exportInput("latency", input, options).variants, input.variants);
  }

  void anExportIsAboutTheDeviceThatMeasured() {
    ViewInput input = test::chartInput("token_hop");
    model::Device other = *input.device;
    other.name = "NVIDIA B200";
    other.uuid = "GPU-other";
    input.device = std::make_shared<const model::Device>(other);
    QCOMPARE(exportInput("latency", input, {}).device->name, std::string("NVIDIA H200"));
  }

  void settingsAreSaidWhereTheCommandWouldTakeOthers() {
    ViewInput input = test::chartInput("histogram");
    const QString plain = exportCommand("recorded:histogram", "latency", input, Format::png, {});
    QVERIFY(!plain.contains("--bins") && !plain.contains("--experiment"));
    input.values["bins"] = 4096;
    QVERIFY(exportCommand("recorded:histogram", "latency", input, Format::png, {}).contains("--bins 4096"));
    // A default has to be said as well in a file where something else was measured.
    auto session = std::make_shared<model::Session>(*input.session);
    auto run = std::make_shared<model::Run>(*session->run("histogram/cluster_dsmem"));
    run->values["bins"] = 4096;
    session->runs.push_back(run);
    input.session = session;
    input.values["bins"] = input.spec->parameter("bins")->defaultValue;
    QVERIFY(exportCommand("f.dsmscope", "latency", input, Format::png, {}).contains("--bins 65536"));
  }

  void wordsAreQuotedForAShell() {
    QCOMPARE(shellWord("a-b_c.d/e:f=1"), QStringLiteral("a-b_c.d/e:f=1"));
    QCOMPARE(shellWord(""), QStringLiteral("''"));
    QCOMPARE(shellWord("a b"), QStringLiteral("'a b'"));
    QCOMPARE(shellWord("it's"), QStringLiteral("'it'\\''s'"));
    for (const char* bad : {"$x", "`x`", "a;b", "a\nb", "~", "*", "!", "é"}) QVERIFY(shellWord(QString::fromUtf8(bad)).startsWith(u'\''));
  }

  void aReportIsOfAllRunsOrTheSelectedOnes() {
    const auto session = test::chartSession();
    ReportDialog dialog(session, {"token_hop/dsmem_barrier", "token_hop/relaunch"}, "s.dsmscope");
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QVERIFY(dialog.runs().isEmpty());
    QCOMPARE(dialog.command(), QStringLiteral("dsmscope export s.dsmscope --out s.html"));
    dialog.setOnlySelected(true);
    QCOMPARE(dialog.runs().size(), 2);
    QCOMPARE(dialog.command(), QStringLiteral("dsmscope export s.dsmscope --run token_hop/dsmem_barrier --run token_hop/relaunch --out s.html"));
    QVERIFY(dialog.outline().contains("2 of token_hop"));
    dialog.findChild<QLineEdit*>()->setText("  The title ");
    QCOMPARE(dialog.title(), QStringLiteral("The title"));
    QSignalSpy accepted(&dialog, &ReportDialog::reportAccepted);
    QTemporaryDir folder;
    QVERIFY(dialog.acceptPath(folder.filePath("r")));
    QCOMPARE(accepted.at(0).at(2).toString(), folder.filePath("r.html"));
    // A run that went away is not asked for any more.
    auto fewer = std::make_shared<model::Session>(*session);
    std::erase_if(fewer->runs, [](const model::RunPtr& run) { return run->variant == "relaunch"; });
    dialog.setSession(fewer);
    QCOMPARE(dialog.runs(), QStringList{"token_hop/dsmem_barrier"});
    auto none = std::make_shared<model::Session>();
    dialog.setSession(none);
    QVERIFY(dialog.outline().contains("no run"));
  }

  void withoutASelectionTheReportIsOfAll() {
    ReportDialog dialog(test::chartSession(), {}, "recorded");
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.setOnlySelected(true);
    QVERIFY(dialog.runs().isEmpty());
    QVERIFY(!dialog.findChild<SegmentedRow*>()->segments()[1].available);
    QVERIFY(!dialog.findChild<SegmentedRow*>()->segments()[1].reason.isEmpty());
  }

  void theMenuAsksForAReport() {
    test::Shown shown;
    QSignalSpy asked(&shown.window, &MainWindow::reportRequested);
    actionWith(shown.window, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E))->trigger();
    QCOMPARE(asked.size(), 1);
  }

  void printingOpensADialogAndDoesNotBlock() {
    test::Shown shown;
    shown.window.showTab(QStringLiteral("latency"));
    actionWith(shown.window, QKeySequence(QKeySequence::Print))->trigger();
    auto* dialog = shown.window.findChild<QPrintDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    dialog->reject();
  }

  void aPrintIsTheFigureInPrintColours() {
    QTemporaryDir folder;
    for (const QString& chart : chartIds()) {
      QPrinter printer(QPrinter::HighResolution);
      printer.setOutputFormat(QPrinter::PdfFormat);
      const QString file = folder.filePath(chart + QStringLiteral(".pdf"));
      printer.setOutputFileName(file);
      const ViewInput input = test::chartInput("histogram");
      RenderOptions options;
      options.scheme = Scheme::dark;
      QVERIFY(paintOnPrinter(printer, chart, input, options, provenanceOf(chart, input)).has_value());
      QFile read(file);
      QVERIFY(read.open(QIODevice::ReadOnly));
      const QByteArray pdf = read.readAll();
      QVERIFY2(pdf.startsWith("%PDF-") && pdf.contains("LiberationSans"), qPrintable(chart));
    }
    QPrinter printer;
    QVERIFY(!paintOnPrinter(printer, "no_such", test::chartInput("histogram"), {}, {}).has_value());
  }

  void everyViewCopiesItsPictureAndItsNumbers() {
    test::Shown shown;
    for (const char* tab : {"shared_memory", "latency", "traffic"}) {
      shown.window.showTab(QLatin1String(tab));
      QCoreApplication::processEvents();
      ChartPage* page = nullptr;
      for (auto* each : shown.window.findChildren<ChartPage*>()) page = each->chartId() == QLatin1String(tab) ? each : page;
      QVERIFY2(page != nullptr, tab);
      QApplication::clipboard()->clear();
      page->copyPicture();
      QVERIFY2(!QApplication::clipboard()->image().isNull(), tab);
      page->copyTable();
      const QString text = QApplication::clipboard()->text();
      const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
      QVERIFY2(lines.size() > 1, tab);
      for (const QString& line : lines) QCOMPARE(line.count(u'\t'), lines[0].count(u'\t'));
    }
  }
};

QTEST_MAIN(ExportDialogTest)
#include "export_dialog_test.moc"
