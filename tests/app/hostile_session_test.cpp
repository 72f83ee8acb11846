// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing in a file acts: a session whose every text tries to be markup, a formula, a terminal command or a trick with the
// direction of text goes through the window, every export and the command line's tables, and comes out as text.
#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QXmlStreamReader>

#include <nlohmann/json.hpp>

#include "app/cli/chart_input.h"
#include "app/cli/console.h"
#include "app/cli/run_table.h"
#include "app/document_window.h"
#include "app/session/session_file.h"
#include "gpu/experiments/catalogue.h"
#include "tests/app/session_fixture.h"
#include "ui/charts/chart_table.h"
#include "ui/export/render.h"
#include "ui/notice_strip.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"

using namespace dsm;

namespace {

const QStringList kHostile{QStringLiteral("<img src=x onerror=alert(1)>"), QStringLiteral("</svg><script>alert(1)</script>"), QStringLiteral("=cmd|' /C calc'!A0"),
                           QStringLiteral("+1+1"), QStringLiteral("@SUM(A1)"), QStringLiteral("-2+3"), QStringLiteral("\t=1+1"), QStringLiteral("x,=1+1;=2\n=3"),
                           QStringLiteral("\"><a href=\"javascript:1\">"), QStringLiteral("\u202egpj.exe\u2066"), QStringLiteral("\x1b[31m\x1b]0;x\x07\x01\u009b"),
                           QStringLiteral("]]>&lt;&#x3c;b>"), QStringLiteral("![x](http://x)`|"), QStringLiteral("試験 اختبار")};

std::string hostile(std::size_t number) { return kHostile[static_cast<qsizetype>(number) % kHostile.size()].toStdString(); }

// Each text of the session is hostile, in another way from run to run; the runs are still ones that the charts show.
model::Session hostileSession(const std::string& experiment) {
  model::Session session = test::cannedSession(experiment, 24);
  std::size_t next = 0;
  const auto bad = [&] { return hostile(next++); };
  session.title = "</title>" + bad();
  session.notes = bad();
  model::Device& device = session.devices.front();
  device.name = "NVIDIA <b>" + bad();
  device.driver = bad();
  device.cudaRuntime = bad();
  device.mode = bad();
  for (model::RunPtr& run : session.runs) {
    auto copy = std::make_shared<model::Run>(*run);
    copy->name = bad();
    copy->notes = bad();
    copy->tags = {bad(), bad()};
    copy->validation.detail = bad();
    copy->stopReason = bad();
    copy->provenance = {bad(), bad(), bad(), bad(), bad(), {bad()}, 0};
    copy->counters = model::Counters{};
    copy->counters->collected = true;
    copy->counters->values = {{bad(), 1, 2, bad(), bad(), bad(), 1, false}};
    copy->counters->missing = {{bad(), bad()}};
    copy->counters->kernel = bad();
    run = std::move(copy);
  }
  auto failed = std::make_shared<model::Run>(*session.runs.back());
  failed->status = model::RunStatus::failed;
  failed->error = {"c", bad(), bad()};
  session.runs.back() = failed;
  for (std::size_t i = 0; i < 14; ++i) {
    auto strange = std::make_shared<model::Run>(*session.runs.front());
    strange->id = hostile(i) + std::to_string(i);
    strange->experiment = strange->variant = hostile(i);
    session.runs.push_back(strange);
  }
  session.pinned = {session.runs.front()->id};
  return session;
}

bool hasControls(const QString& text) {
  for (const QChar c : text) {
    const char16_t u = c.unicode();
    if ((u < 0x20 && u != u'\n' && u != u'\t') || (u >= 0x7f && u <= 0x9f) || (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069)) return true;
  }
  return false;
}

// RFC 4180, as a spreadsheet reads it; lines of comment are rows like any other there.
QVector<QStringList> csvRows(const QString& text) {
  QVector<QStringList> rows{{QString()}};
  bool quoted = false;
  for (qsizetype i = 0; i < text.size(); ++i) {
    QString& field = rows.back().back();
    if (text[i] == u'"' && quoted && text.mid(i + 1, 1) == QLatin1String("\"")) {
      field += text[i++];
    } else if (text[i] == u'"') {
      quoted = !quoted;
    } else if (text[i] == u',' && !quoted) {
      rows.back() << QString();
    } else if (text[i] == u'\n' && !quoted) {
      rows << QStringList{QString()};
    } else {
      field += text[i];
    }
  }
  return rows;
}

bool isFormula(const QString& field) {
  bool isNumber = false;
  QLocale::c().toDouble(field, &isNumber);
  return !isNumber && !field.isEmpty() && QStringLiteral("=+-@\t\r").contains(field[0]);
}

}  // namespace

class HostileSessionTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_folder;

  static void lookAtModel(const QAbstractItemModel& cells, const QString& where) {
    for (int row = 0; row < cells.rowCount(); ++row) {
      for (int column = 0; column < cells.columnCount(); ++column) {
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
          const QString text = cells.index(row, column).data(role).toString();
          QVERIFY2(!hasControls(text), qPrintable(where + QStringLiteral(" role %1: ").arg(role) + text.toHtmlEscaped()));
        }
      }
    }
  }
  // A label shows a text as markup where it says so, or where the text looks like it and nobody said otherwise.
  static void lookAtLabels(const QWidget& window) {
    for (const QLabel* label : window.findChildren<QLabel*>()) {
      const bool markup = label->textFormat() == Qt::RichText || (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text()));
      if (!markup) continue;
      for (const char* tag : {"<img", "<script", "<a href=\"javascript", "</svg"}) {
        QVERIFY2(!label->text().contains(QLatin1String(tag)), qPrintable(label->text()));
      }
    }
  }

 private slots:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
    qputenv("XDG_STATE_HOME", m_folder.path().toLocal8Bit());
    ui::installTheme(*qApp, ui::Scheme::light);
  }

  void theWindowShowsItAsText_data() {
    QTest::addColumn<QString>("experiment");
    for (const model::ExperimentSpec* spec : experiments::catalogue()) QTest::newRow(spec->info().id.c_str()) << QString::fromStdString(spec->info().id);
  }
  void theWindowShowsItAsText() {
    QFETCH(QString, experiment);
    const QString file = m_folder.filePath(QStringLiteral("hostile.dsmscope"));
    const model::Session session = hostileSession(experiment.toStdString());
    QVERIFY(app::writeSessionFile(file, session, experiments::catalogue()).has_value());
    app::DocumentWindow window(experiments::catalogue(), {QStringLiteral("/nowhere")}, {});
    QSignalSpy shown(&window, &app::DocumentWindow::dataShown);
    window.openFile(file);
    window.show();
    QTRY_COMPARE(shown.size(), 1);
    QCOMPARE(window.document().session()->title, session.title);  // the document has it as it is
    for (const std::string& text : {hostile(0), hostile(1), hostile(9), hostile(10)}) {
      window.window().showNotice({ui::Notice::Kind::error, QString::fromStdString(text), QString::fromStdString(text)});
    }
    QVERIFY(!hasControls(window.window().windowTitle()));
    for (const QString& tab : window.window().tabIds()) {
      window.window().showTab(tab);
      QTest::qWait(50);
      lookAtLabels(window.window());
      for (const QAbstractItemView* view : window.window().findChildren<QAbstractItemView*>()) {
        if (view->model() != nullptr) lookAtModel(*view->model(), QString::fromLatin1(view->metaObject()->className()));
      }
    }
  }

  void aToolTipIsNeverMarkup() {
    QWidget widget;
    widget.show();
    QToolTip::showText(QPoint(10, 10), QStringLiteral("<img src=/etc/passwd>"), &widget);
    QLabel* tip = nullptr;
    for (QWidget* each : QApplication::topLevelWidgets()) {
      if (each->inherits("QTipLabel")) tip = static_cast<QLabel*>(each);
    }
    QVERIFY(tip != nullptr);
    QCOMPARE(tip->textFormat(), Qt::PlainText);
    QToolTip::hideText();
  }

  void exportsHoldItAsText_data() {
    QTest::addColumn<QString>("experiment");
    QTest::addColumn<QString>("chart");
    for (const model::ExperimentSpec* spec : experiments::catalogue()) {
      for (const QString& chart : ui::chartIds()) {
        QTest::newRow(qPrintable(QString::fromStdString(spec->info().id) + u' ' + chart)) << QString::fromStdString(spec->info().id) << chart;
      }
    }
  }
  void exportsHoldItAsText() {
    QFETCH(QString, experiment);
    QFETCH(QString, chart);
    const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), experiment.toStdString());
    const auto session = std::make_shared<const model::Session>(hostileSession(experiment.toStdString()));
    const ui::ViewInput input = app::chartInput(*spec, session, {});
    for (const QString& title : kHostile) {
      ui::RenderOptions options;
      options.title = title;
      auto provenance = ui::provenanceOf(chart, input);
      for (qsizetype i = 0; i < kHostile.size(); ++i) provenance[QStringLiteral("key%1").arg(i)] = kHostile[i];
      const auto svg = ui::renderChart(chart, input, ui::Format::svg, options, provenance);
      QVERIFY2(svg.has_value(), svg ? "" : svg.error().message.c_str());
      QVERIFY(!hasControls(QString::fromUtf8(*svg)));
      QXmlStreamReader xml(*svg);
      while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QString name = xml.name().toString();
        QVERIFY2(name != QLatin1String("script") && name != QLatin1String("a") && name != QLatin1String("b") && name != QLatin1String("foreignObject"),
                 qPrintable(name));
        for (const auto& attribute : xml.attributes()) QVERIFY(!attribute.name().startsWith(QLatin1String("on")));
      }
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
      const auto csv = ui::renderChart(chart, input, ui::Format::csv, options, provenance);
      QVERIFY(csv.has_value());
      const QString text = QString::fromUtf8(*csv);
      QVERIFY(!hasControls(text));
      for (const QStringList& row : csvRows(text)) {
        for (const QString& field : row) QVERIFY2(!isFormula(field), qPrintable(field));
      }
      const auto json = ui::renderChart(chart, input, ui::Format::json, options, provenance);
      QVERIFY(json.has_value());
      QVERIFY(nlohmann::json::accept(json->toStdString()));
      QCOMPARE(QString::fromStdString(nlohmann::json::parse(json->toStdString())["title"].get<std::string>()), title);
    }
  }

  void aCellThatWouldBeAFormulaIsAWord() {
    ui::ChartTable table;
    table.columns = {{QStringLiteral("word"), QStringLiteral("word"), false}, {QStringLiteral("number"), QStringLiteral("number"), true}};
    for (const QString& text : kHostile) table.rows.push_back({ui::textCell(text), ui::numberCell(-1.5, QStringLiteral("-1.5"))});
    const auto rows = csvRows(QString::fromUtf8(ui::toCsv(table, {{QStringLiteral("note"), QStringLiteral("a,=1+1")}})));
    QCOMPARE(rows.size(), kHostile.size() + 3);  // comment, header, and nothing behind the last line feed
    for (const QStringList& row : rows) {
      for (const QString& field : row) QVERIFY2(!isFormula(field), qPrintable(field));
    }
    for (qsizetype i = 2; i + 1 < rows.size(); ++i) QCOMPARE(rows[i].value(1), QStringLiteral("-1.5"));  // numbers stay numbers
    const QStringList lines = ui::toTsv(table).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), kHostile.size() + 2);
    for (const QString& line : lines) {
      for (const QString& field : line.split(QLatin1Char('\t'))) QVERIFY2(!isFormula(field), qPrintable(field));
    }
    // A reader that splits at semicolons, as spreadsheets do where the comma is for decimals.
    for (const QString& piece : QString::fromUtf8(ui::toCsv(table, {})).split(QLatin1Char(';'))) QVERIFY2(!isFormula(piece), qPrintable(piece));
    for (const char* plain : {"", "histogram", "a - b", "5 %", "x=1", "–", "a, -5 %", "e-mail"}) {
      QCOMPARE(ui::spreadsheetText(QString::fromUtf8(plain)), QString::fromUtf8(plain));
    }
    QCOMPARE(ui::plainText(QStringLiteral("試験 اختبار बेंच\nb\tc")), QStringLiteral("試験 اختبار बेंच\nb\tc"));
  }

  void aTerminalGetsNoCommands() {
    const model::Session session = hostileSession("token_hop");
    const QString text = QString::fromStdString(app::runTableText(session.runs, experiments::catalogue()));
    for (const QChar c : text) QVERIFY(c == u'\n' || (c.unicode() >= 0x20 && (c.unicode() < 0x7f || c.unicode() > 0x9f)));
    QCOMPARE(text.count(QLatin1Char('\n')), qsizetype(session.runs.size()) + 1);
    const QString markdown = QString::fromStdString(app::runTableMarkdown(session.runs, experiments::catalogue()));
    QVERIFY(!markdown.contains(u'<'));
    QVERIFY(!markdown.contains(QLatin1String("![")));
    QCOMPARE(QString::fromStdString(app::onOneLine("a\x1b[31m\nb\xc2\x9b\x7f\xc3\xa9")), QStringLiteral("a [31m b  é"));
  }
};

QTEST_MAIN(HostileSessionTest)
#include "hostile_session_test.moc"
