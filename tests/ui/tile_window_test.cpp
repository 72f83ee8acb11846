// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the tile kernel in the window: how it is reached and left, text and picture together, what stands where while
// the text is wrong, keyboard alone, names for screen readers, export.
#include <QAccessible>
#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QUndoStack>
#include <QtTest>

#include "gpu/model/chips.h"
#include "tests/ui/fixtures/shown_window.h"
#include "tests/ui/fixtures/tile_fixture.h"
#include "ui/configure/configure_panel.h"
#include "ui/configure/run_bar.h"
#include "ui/export/export_dialog.h"
#include "ui/menu_corner.h"
#include "ui/ruler/shared_memory_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/card.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/theme/widgets/status_strip.h"
#include "ui/tile/free_layout.h"
#include "ui/tile/tile_desk.h"
#include "ui/tile/tile_editor.h"
#include "ui/tile/tile_error_box.h"
#include "ui/tile/tile_language_window.h"
#include "ui/tile/tile_page.h"
#include "ui/tile/tile_ruler.h"
#include "ui/tile/tile_side.h"
#include "ui/view_tabs.h"

using namespace dsm;
using namespace dsm::ui;
using test::Shown;

namespace {

QString plain(QString text) { return text.replace(QChar(0x2009), QString()).replace(QChar(0xa0), QLatin1Char(' ')); }

// A window that shows the chain, opened by the experiment box.
struct ShownTile : Shown {
  explicit ShownTile(QSize size = {1440, 900}) : Shown(12, size) {
    auto* box = part<ConfigurePanel>()->experimentBox();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_End);
    QTest::qWait(30);
  }
  TileDesk& desk() { return *part<TileDesk>(); }
  TileDocument& document() { return desk().document(); }
  TilePage& page() { return *desk().page(); }
  TileEditor& editor() { return *page().editor(); }
  TileRuler& ruler(model::Placement placement) { return *page().ruler(placement); }
  void type(const QString& what, const QString& by) {
    QTextCursor found = document().text()->find(what);
    QVERIFY(!found.isNull());
    found.insertText(by);
  }
};

}  // namespace

class TileWindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }
  void cleanup() {
    setTextScale(1.0);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void nothingOfItIsMadeBeforeItIsAskedFor() {
    Shown shown;
    QVERIFY(shown.part<TileDesk>() == nullptr);
    shown.window.showTile(false);
    QVERIFY(shown.part<TileDesk>() == nullptr);
    QVERIFY(!shown.window.isTileModified());
  }

  void theLastItemOfTheBoxShowsTheKernelAndAnExperimentTheRuns() {
    ShownTile shown;
    QVERIFY(shown.window.isTileShown());
    auto* views = shown.part<ViewTabs>();
    QCOMPARE(views->currentPage(), static_cast<QWidget*>(&shown.page()));
    QCOMPARE(shown.page().title(), QStringLiteral("Shared memory of chain, static and dynamic"));
    QVERIFY2(plain(shown.page().finding()).contains(QStringLiteral("4096")), qPrintable(shown.page().finding()));
    QCOMPARE(shown.page().command(), QStringLiteral("dsmscope ruler chain.tile --chip sm_90 --out chain.svg"));
    QVERIFY(shown.part<RunsPanel>()->isFolded());
    QVERIFY(!shown.part<RunBar>()->isVisible());
    const QString status = plain(shown.part<StatusStrip>()->text());
    QVERIFY2(status.contains(QStringLiteral("chain.tile: 11 lines, 3 tiles")), qPrintable(status));
    QVERIFY(status.contains(QStringLiteral("modelled for sm_90")));
    QVERIFY(shown.window.windowTitle().startsWith(QStringLiteral("chain.tile")));
    QSignalSpy runs(&shown.window, &MainWindow::runRequested);
    QTest::keyClick(&shown.window, Qt::Key_F5);
    QCOMPARE(runs.size(), 0);
    // The other tabs need runs, and lead back.
    shown.window.showTab(QStringLiteral("latency"));
    QCOMPARE(views->currentPage(), static_cast<QWidget*>(shown.desk().elsewhere()));
    shown.desk().elsewhere()->findChild<PrimaryButton*>()->click();
    QVERIFY(!shown.window.isTileShown());
    QVERIFY(shown.part<RunBar>()->isVisible());
    QVERIFY(!shown.part<RunsPanel>()->isFolded());
    QVERIFY(shown.window.windowTitle().startsWith(QStringLiteral("Built-in recording")));
    shown.window.showTab(QStringLiteral("shared_memory"));
    QVERIFY(shown.part<SharedMemoryView>()->isVisible());
  }

  void keysAloneOpenEditAndLeave() {
    ShownTile shown;
    auto* box = shown.part<ConfigurePanel>()->experimentBox();
    QCOMPARE(box->currentText(), QStringLiteral("Tile kernel, text"));
    // Tab reaches every part.
    QList<QWidget*> round;
    for (int i = 0; i < 80; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      if (round.contains(QApplication::focusWidget())) break;
      round << QApplication::focusWidget();
    }
    auto* section = shown.desk().section();
    for (QWidget* part : QList<QWidget*>{section->fileBox(), section->chipRows()[0], section->placementRow(), section->kernelBox(), section->table(),
                                         section->addButton(), section->freeButton(), shown.desk().foot()->saveButton(), &shown.editor(),
                                         &shown.ruler(model::Placement::fixed), &shown.ruler(model::Placement::dynamic)}) {
      QVERIFY2(round.contains(part), qPrintable(QLatin1String(part->metaObject()->className()) + u' ' + part->accessibleName()));
    }
    TileRuler& ruler = shown.ruler(model::Placement::dynamic);
    ruler.setFocus();
    ruler.setCursorAt(1, 4);
    QTest::keyClick(&ruler, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(shown.document().kernel()->tiles[1].columns, std::uint64_t(5));
    QVERIFY(shown.window.isTileModified());
    QTest::keyClick(&ruler, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shown.document().kernel()->tiles[1].columns, std::uint64_t(4));
    QTest::keyClick(&ruler, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shown.document().kernel()->tiles[1].columns, std::uint64_t(5));
    QTest::keyClick(&ruler, Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), &shown.editor());
    QCOMPARE(shown.editor().cursorLine(), shown.document().kernel()->tiles[1].declaredLine);
    // Typing and a picture's edit share one undo.
    QTest::keyClicks(&shown.editor(), QStringLiteral("// "));
    QTest::keyClick(&shown.editor(), Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&shown.editor(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shown.window.tileBytes(), test::tileExample("chain.tile"));
    QSignalSpy saves(&shown.window, &MainWindow::tileSaveRequested);
    QTest::keyClick(&shown.editor(), Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(saves.size(), 1);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    QVERIFY(!shown.window.isTileShown());
  }

  void theSessionsUndoIsLeftAlone() {
    ShownTile shown;
    QUndoStack stack;
    shown.window.setUndoStack(&stack);
    stack.push(new QUndoCommand(QStringLiteral("Delete runs")));
    QTest::keyClick(&shown.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(stack.index(), 1);
    shown.window.showTile(false);
    QTest::keyClick(&shown.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(stack.index(), 0);
    shown.window.setUndoStack(nullptr);
  }

  void oneDragIsOneStepAndOnlyItsBytes() {
    ShownTile shown;
    TileRuler& ruler = shown.ruler(model::Placement::dynamic);
    const TileRulerGeometry geometry = ruler.geometry();
    const QRectF box = geometry.byteRect(geometry.rows[0], 0, 4096);
    const QPoint edge(int(box.right()) - 1, int(box.center().y()));
    const QByteArray before = shown.window.tileBytes();
    test::drag(ruler, edge, edge - QPoint(int(2048 * geometry.pixelsPerByte()), 0), Qt::NoModifier, false);
    QCOMPARE(shown.window.tileBytes(), before);  // not before the release
    QVERIFY(ruler.data().peakBytes < 3000);      // but shown, and in the other ruler, too
    QVERIFY(shown.ruler(model::Placement::fixed).data().peakBytes < 3000);
    QMouseEvent release(QEvent::MouseButtonRelease, QPointF(edge), QPointF(edge), Qt::LeftButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&ruler, &release);
    QByteArray expected = before;
    expected.replace("tile<f32>[16, 64] = X[0 :+ 16, 0 :+ 64]", "tile<f32>[16, 32] = X[0 :+ 16, 0 :+ 32]");
    expected.replace("O[0 :+ 16, 0 :+ 64] = a", "O[0 :+ 16, 0 :+ 32] = a");
    QCOMPARE(shown.window.tileBytes(), expected);
    shown.document().text()->undo();
    QCOMPARE(shown.window.tileBytes(), before);
    QVERIFY(!shown.document().text()->isUndoAvailable());
  }

  void aMoveThatAUseForbidsIsASentence() {
    ShownTile shown;
    TileRuler& ruler = shown.ruler(model::Placement::fixed);
    const TileRulerGeometry geometry = ruler.geometry();
    const QPoint box = geometry.rows[0].plot.topLeft().toPoint() + QPoint(60, 16);
    const QByteArray before = shown.window.tileBytes();
    test::drag(ruler, box, QPoint(box.x(), int(geometry.rows[2].rect.bottom()) + 2));
    if (shown.window.tileBytes() == before) QVERIFY2(shown.page().note().contains(QStringLiteral("line")), qPrintable(shown.page().note()));
    else QVERIFY(shown.document().isCurrent());
  }

  void aWrongLineKeepsThePictureAndOffersTheRemedy() {
    ShownTile shown;
    const QString finding = shown.page().finding();
    QVERIFY(!shown.page().errorBox()->isVisible());
    shown.type(QStringLiteral("tile<f32>[8, 4]"), QStringLiteral("tile<f23>[8, 4]"));
    QVERIFY(shown.page().errorBox()->isVisible());
    QVERIFY2(shown.page().errorBox()->sentence().startsWith(QStringLiteral("chain.tile:7:15: ")), qPrintable(shown.page().errorBox()->sentence()));
    QCOMPARE(shown.page().finding(), finding);
    QVERIFY(shown.ruler(model::Placement::fixed).isVisible());
    QCOMPARE(shown.ruler(model::Placement::fixed).data().peakBytes, std::uint64_t(4256));
    QVERIFY(!shown.desk().section()->addButton()->isEnabled());
    SecondaryButton* fix = shown.page().errorBox()->fixButton();
    QCOMPARE(fix->text(), QStringLiteral("Use f32"));
    fix->click();
    QVERIFY(!shown.page().errorBox()->isVisible());
    QCOMPARE(shown.window.tileBytes(), test::tileExample("chain.tile"));
  }

  void aFirstTextThatIsWrongSaysSo() {
    Shown shown;
    shown.window.openTile("kernel ", QStringLiteral("/tmp/bad.tile"), QStringLiteral("bad.tile"));
    QVERIFY(shown.part<TileErrorBox>()->isVisible());
    auto& page = *shown.part<TilePage>();
    QVERIFY(!page.ruler(model::Placement::fixed)->isVisible());
    QVERIFY(!page.figureInput());
    QVERIFY(!shown.window.renderTile(Format::svg, {}, {}).has_value());
    shown.window.openTile(test::tileExample("chain.tile"), QStringLiteral("/tmp/good.tile"), QStringLiteral("good.tile"));
    QVERIFY(page.ruler(model::Placement::fixed)->isVisible());
    QVERIFY(!shown.part<TileErrorBox>()->isVisible());
  }

  void chipAndPlacementChangeFitAndCommand() {
    ShownTile shown;
    auto* section = shown.desk().section();
    QVERIFY(shown.desk().openExample(tileExamplePath(QStringLiteral("pipeline.tile"))));
    // The window has an H200: its own limits count first.
    QVERIFY(shown.document().usesOwnDevice());
    QVERIFY(shown.desk().foot()->sentence().startsWith(QStringLiteral("Fits")));
    int chips = 0;
    for (SegmentedRow* row : section->chipRows()) chips += row->count();
    QCOMPARE(chips, int(model::chipNames().size()) + 1);
    SegmentedRow* first = section->chipRows()[0];
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Right);
    QCOMPARE(shown.document().chipName(), std::string("sm_75"));
    QVERIFY(shown.page().command().contains(QStringLiteral("--chip sm_75")));
    QVERIFY(shown.part<MenuCorner>()->deviceBox()->currentIndex() < 0);
    emit section->placementRow()->activated(1);
    QVERIFY(shown.page().command().contains(QStringLiteral("--placement dynamic")));
    QVERIFY(!shown.ruler(model::Placement::fixed).isVisible());
    QVERIFY(shown.ruler(model::Placement::dynamic).isVisible());
    // Without @dynshared the static cap counts: 64 KiB are too much.
    QVERIFY(shown.document().setDynshared(false).has_value());
    QVERIFY(shown.desk().foot()->sentence().startsWith(QStringLiteral("Does not fit")));
  }

  void addTileAndFreeLayoutWork() {
    ShownTile shown;
    shown.desk().section()->addButton()->click();
    QCOMPARE(shown.document().kernel()->tiles.size(), std::size_t(4));
    QCOMPARE(shown.desk().section()->table()->model()->rowCount(), 4);
    const QByteArray text = shown.window.tileBytes();
    shown.desk().section()->freeButton()->click();
    FreeLayout* layout = shown.desk().freeLayout();
    QVERIFY(layout != nullptr && layout->isVisible());
    layout->table()->model()->setData(layout->table()->model()->index(0, FreeArraysModel::offset), QStringLiteral("512"));
    QCOMPARE(layout->arrays()[0].offsetBytes, std::uint64_t(512));
    QCOMPARE(shown.window.tileBytes(), text);
    layout->close();
  }

  void editsAreNotLostForAnExample() {
    ShownTile shown;
    shown.type(QStringLiteral("chain"), QStringLiteral("links"));
    QSignalSpy opens(&shown.window, &MainWindow::openRequested);
    emit shown.desk().section()->fileWanted(tileExamplePath(QStringLiteral("pipeline.tile")));
    QCOMPARE(opens.size(), 1);  // the application opens a window for it
    QVERIFY(shown.window.tileBytes().contains("kernel links"));
  }

  void theLanguageIsExplainedBesideTheText() {
    ShownTile shown;
    QAction* action = nullptr;
    for (QMenu* menu : shown.window.findChildren<QMenu*>()) {
      for (QAction* each : menu->actions()) {
        if (each->text() == QLatin1String("&Tile language")) action = each;
      }
    }
    QVERIFY(action != nullptr);
    action->trigger();
    auto* help = shown.part<TileLanguageWindow>();
    QVERIFY(help != nullptr && help->isVisible() && !help->isModal());
    QVERIFY(help->browser()->toPlainText().contains(QStringLiteral("@dynshared")));
    QVERIFY(!help->browser()->openLinks());
    help->close();
  }

  void theExportIsTheSameAtEveryScaleOfTheWindow() {
    ShownTile shown;
    RenderOptions options;
    const auto svg = shown.window.renderTile(Format::svg, options, {});
    QVERIFY(svg.has_value());
    QVERIFY(svg->contains("Shared memory of chain, static and dynamic"));
    setTextScale(1.5);
    QCOMPARE(*shown.window.renderTile(Format::svg, options, {}), *svg);
    setTextScale(1.0);
    ThemeHost::instance().setScheme(Scheme::dark);
    QCOMPARE(*shown.window.renderTile(Format::svg, options, {}), *svg);
    const auto json = shown.window.renderTile(Format::json, options, {});
    QVERIFY(json->contains("\"static_bytes\": 4256") && json->contains("\"dynamic_bytes\": 4096"));
    const auto csv = shown.window.renderTile(Format::csv, options, {});
    QVERIFY(csv->contains("b,f32,8,4,1,128,16,4096,0,7,8"));
    for (const Format format : {Format::png, Format::pdf}) QVERIFY(shown.window.renderTile(format, options, {})->size() > 1000);
    QTest::keyClick(&shown.editor(), Qt::Key_E, Qt::ControlModifier);
    auto* dialog = shown.part<ExportDialog>();
    QVERIFY(dialog != nullptr);
    QSignalSpy accepted(&shown.window, &MainWindow::exportAccepted);
    emit dialog->exportAccepted(dialog->chartId(), Format::svg, options, QStringLiteral("/tmp/x.svg"));
    QCOMPARE(accepted.first().first().toString(), QStringLiteral("tile_ruler"));
    dialog->reject();
  }

  void sizesAndLargeTextDoNoHarm() {
    ShownTile shown({960, 540});
    for (double scale : {1.0, 1.5}) {
      setTextScale(scale);
      shown.window.setMinimumSize(1, 1);
      for (const QSize size : {QSize(960, 540), QSize(1440, 900), QSize(1, 1), QSize(960, 540)}) {
        shown.window.resize(size);
        QVERIFY(!shown.window.grab().isNull());
      }
      auto* save = shown.desk().foot()->saveButton();
      QVERIFY(QRect(QPoint(), shown.window.size()).contains(QRect(save->mapTo(&shown.window, QPoint()), save->size())));
    }
  }

  void everyControlHasANameForScreenReaders() {
    ShownTile shown;
    for (QWidget* widget : shown.window.findChildren<QWidget*>()) {
      if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
      QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
      QVERIFY(face != nullptr);
      QWidget* holder = widget->parentWidget();
      const QString name = face->text(QAccessible::Name) + (holder != nullptr ? holder->accessibleName() : QString());
      QVERIFY2(!name.isEmpty(), qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()), widget->objectName())));
    }
  }

  void theCursorFallsIntoTheLineThatWasClicked() {
    ShownTile shown;
    TileEditor& editor = shown.editor();
    // Near the top and the bottom of a row, where no glyph is.
    for (int inside : {1, 12, editor.lineHeight() - 2}) {
      const int y = int(editor.document()->documentMargin()) + 4 * editor.lineHeight() + inside;
      QTest::mouseClick(editor.viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(60, y));
      QCOMPARE(editor.cursorLine(), 5);
      QVERIFY(editor.cursorColumn() > 3 && editor.cursorColumn() < 20);
    }
    QCOMPARE(editor.tileAtCursor(), 0);
  }
};

QTEST_MAIN(TileWindowTest)
#include "tile_window_test.moc"
