// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about a report: it is one well-formed file that needs nothing else, says the runs' numbers, reads well aloud,
// and holds nothing of a session but its text.
#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/page_elements.h"
#include "tests/ui/fixtures/report_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/export/html_page.h"
#include "ui/export/inline_svg.h"
#include "ui/export/render.h"
#include "ui/export/report.h"
#include "ui/theme/theme.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <ctime>
#include <random>
#include <set>

using namespace dsm;
using namespace dsm::ui;
using test::Element;
using test::elementsOf;
using test::named;
using test::textOf;

namespace {

QByteArray reportOf(const model::SessionPtr& session) { return renderReport(test::reportInput(session)).value_or(QByteArray()); }

void checkSelfContained(const QVector<Element>& elements) {
  static const QSet<QString> kKnown{"html", "head", "meta", "title", "style", "body", "header", "main", "section", "h1", "h2", "h3", "h4", "p", "bdi",
                                    "ul", "li", "a", "span", "figure", "figcaption", "div", "code", "dl", "dt", "dd", "table", "caption", "thead",
                                    "tbody", "tr", "th", "td", "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
                                    "defs"};
  for (const Element& element : elements) {
    QVERIFY2(kKnown.contains(element.name), qPrintable(element.name));
    for (auto it = element.attributes.begin(); it != element.attributes.end(); ++it) {
      QVERIFY2(!it.key().startsWith(QLatin1String("on")), qPrintable(it.key()));
      QVERIFY2(it.key() != QLatin1String("style") && it.key() != QLatin1String("src"), qPrintable(it.key()));
      if (it.key().endsWith(QLatin1String("href"))) QVERIFY2(it.value().startsWith(u'#'), qPrintable(it.value()));
    }
  }
  for (const Element& style : named(elements, "style")) {
    QVERIFY(!style.text.contains("url(") && !style.text.contains("@import") && !style.text.contains("//"));
  }
  QCOMPARE(named(elements, "style").size(), 1);
}

double numberIn(QString text) {
  text.remove(QChar(0x202f)).remove(QChar(0xa0));
  bool ok = false;
  const double number = text.toDouble(&ok);
  return ok ? number : std::numeric_limits<double>::quiet_NaN();
}

qint64 threadCpuMs() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void itIsOneWellFormedFileThatNeedsNothingElse() {
    const QByteArray page = reportOf(test::trafficSession());
    const auto elements = elementsOf(page);
    QVERIFY(!elements.isEmpty());
    checkSelfContained(elements);
    QVERIFY(page.startsWith("<!DOCTYPE html>\n<html "));
    QVERIFY(!page.contains("<?xml"));
    QCOMPARE(elements.front().attributes["lang"], QStringLiteral("en"));
    const auto metas = named(elements, "meta");
    QVERIFY(std::ranges::any_of(metas, [](const Element& meta) {
      return meta.attributes["http-equiv"] == QLatin1String("Content-Security-Policy") && meta.attributes["content"].startsWith("default-src 'none';") &&
             !meta.attributes["content"].contains("script-src");
    }));
    // The only addresses are the names of the two markup languages.
    QString rest = QString::fromUtf8(page);
    rest.remove("http://www.w3.org/1999/xhtml").remove("http://www.w3.org/2000/svg");
    QVERIFY(!rest.contains("http://") && !rest.contains("https://"));
  }

  void theSameSessionGivesTheSameBytes() {
    const ReportInput input = test::reportInput(test::trafficSession());
    const auto first = renderReport(input);
    QVERIFY(first.has_value());
    QVERIFY(first->size() > 50'000);
    QCOMPARE(*renderReport(input), *first);
    ReportJob job(input);
    int steps = 0;
    while (job.step()) ++steps;
    QVERIFY(steps > 10);
    QCOMPARE(*job.result(), *first);
  }

  void everyChartWithSomethingToShowIsThereAndNoOther() {
    const auto elements = elementsOf(reportOf(test::trafficSession()));
    QStringList ids;
    for (const Element& element : elements) {
      if (element.name == QLatin1String("section") && element.attributes["class"] == QLatin1String("chart")) ids << element.attributes["id"];
    }
    for (const char* id : {"token_hop-1-latency", "token_hop-1-shared_memory", "histogram-1-latency", "histogram-1-traffic", "tile_exchange-1-traffic"}) {
      QVERIFY2(ids.contains(QLatin1String(id)), id);
    }
    QVERIFY(!ids.contains("token_hop-1-traffic"));  // nobody asked for its counters
    QCOMPARE(named(elements, "svg").size(), ids.size());
    // What was measured stands before what is arithmetic.
    QVERIFY(ids.indexOf("histogram-1-traffic") < ids.indexOf("histogram-1-shared_memory"));
  }

  void headingsTablesAndChartsReadWellAloud() {
    const auto elements = elementsOf(reportOf(test::hostileSession()));
    int level = 0;
    int firsts = 0;
    std::set<QString> ids;
    QStringList targets;
    for (const Element& element : elements) {
      if (element.name.size() == 2 && element.name[0] == u'h' && element.name[1].isDigit()) {
        const int own = element.name[1].digitValue();
        QVERIFY2(own <= level + 1, qPrintable(element.text));
        level = own;
        firsts += own == 1;
        QVERIFY(!element.text.trimmed().isEmpty());
      }
      if (element.attributes.contains("id")) QVERIFY2(ids.insert(element.attributes["id"]).second, qPrintable(element.attributes["id"]));
      if (element.name == QLatin1String("a")) targets << element.attributes["href"].mid(1);
      if (element.name == QLatin1String("svg")) {
        QCOMPARE(element.attributes["role"], QStringLiteral("img"));
        QVERIFY(element.attributes["aria-label"].size() > 20);
      }
      if (element.name == QLatin1String("th")) {
        QCOMPARE(element.attributes["scope"], element.path.contains("thead") ? QStringLiteral("col") : QStringLiteral("row"));
      }
    }
    QCOMPARE(firsts, 1);
    QVERIFY(!targets.isEmpty());
    for (const QString& target : targets) QVERIFY2(ids.contains(target), qPrintable(target));
    const auto tables = named(elements, "table").size();
    QVERIFY(tables > 5);
    QCOMPARE(named(elements, "caption").size(), tables);
    QCOMPARE(named(elements, "thead").size(), tables);
  }

  void nothingOfASessionBecomesMarkup() {
    auto session = std::make_shared<model::Session>(*test::hostileSession());
    session->pinned = {"histogram/global_atomics"};  // its name, and what is not alike, are hostile too
    ReportInput input = test::reportInput(session);
    QVERIFY(textOf(elementsOf(*renderReport(input))).contains("Not alike in"));
    input.file = test::hostileTexts()[0];
    input.command = test::hostileTexts()[1];
    input.program = test::hostileTexts()[3];
    for (const QString& title : test::hostileTexts()) {
      input.title = title;
      const auto page = renderReport(input);
      QVERIFY(page.has_value());
      const auto elements = elementsOf(*page);
      QVERIFY2(!elements.isEmpty(), qPrintable(title));
      checkSelfContained(elements);
      QCOMPARE(named(elements, "h1").first().text, harmlessText(title.trimmed()));
      QVERIFY(!page->contains("<script") && !page->contains("<img") && !page->contains("<b>"));
    }
    // All of it can be read.
    const QString text = textOf(elementsOf(*renderReport(input)));
    for (const QString& hostile : test::hostileTexts()) QVERIFY2(text.contains(harmlessText(hostile)), qPrintable(hostile));
    QVERIFY(text.contains(QStringLiteral("evil\ufffdgpj.exe\ufffd tail")));
    for (char16_t c : {u'\u202e', u'\u202c', u'\ufffe', u'\u0001', u'\u001b'}) QVERIFY(!text.contains(QChar(c)));
  }

  void aChartsTextIsEscapedInItsFileToo() {
    ViewInput input = test::chartInput("token_hop");
    RenderOptions options;
    for (const QString& title : test::hostileTexts()) {
      options.title = title;
      auto provenance = provenanceOf("latency", input);
      provenance["note"] = title;
      const auto svg = renderChart("latency", input, Format::svg, options, provenance);
      QVERIFY(svg.has_value());
      const auto elements = elementsOf(*svg);
      QVERIFY2(!elements.isEmpty(), qPrintable(title));
      for (const Element& element : elements) QVERIFY(element.name != QLatin1String("script") && element.name != QLatin1String("a") && element.name != QLatin1String("img"));
      QVERIFY(named(elements, "desc").first().text.contains(harmlessText(title)));
    }
  }

  void everyRunIsInATableWithItsMedian() {
    std::mt19937 random(20261130);
    auto session = std::make_shared<model::Session>(*test::chartSession());
    // Other numbers at each: the table must not come from anywhere else.
    for (model::RunPtr& run : session->runs) {
      auto copy = std::make_shared<model::Run>(*run);
      copy->samples.resize(20 + random() % 60);
      const double centre = std::uniform_real_distribution<double>(1e5, 5e6)(random);
      for (model::Sample& sample : copy->samples) sample.elapsedNs = centre * std::uniform_real_distribution<double>(0.98, 1.02)(random);
      run = copy;
    }
    const auto elements = elementsOf(reportOf(session));
    int found = 0;
    for (const model::RunPtr& run : session->runs) {
      if (run->experiment != "histogram" || run->status != model::RunStatus::ok) continue;
      std::vector<double> times;
      for (const model::Sample& sample : run->samples) times.push_back(sample.elapsedNs);
      std::sort(times.begin(), times.end());
      const double median = times.size() % 2 ? times[times.size() / 2] : (times[times.size() / 2 - 1] + times[times.size() / 2]) / 2;
      for (qsizetype i = 0; i < elements.size(); ++i) {
        if (elements[i].name != QLatin1String("tr") || !elements[i].text.startsWith(QString::fromStdString(run->id))) continue;
        ++found;
        bool says = false;
        for (qsizetype j = i + 1; j < elements.size() && elements[j].name != QLatin1String("tr"); ++j) {
          if (elements[j].attributes["class"] != QLatin1String("n")) continue;
          const double shown = numberIn(elements[j].text) * 1e6;  // the column is in ms
          says = says || std::abs(shown - median) < 0.006 * median;
        }
        QVERIFY2(says, qPrintable(elements[i].text));
      }
    }
    QCOMPARE(found, 2);
  }

  void unitsStandInTheHeadAndNumbersAtTheRight() {
    const auto elements = elementsOf(reportOf(test::trafficSession()));
    const QString text = textOf(elements);
    QVERIFY(text.contains("Time of one launch, median, ms"));
    QVERIFY(text.contains("DSMEM received, B"));
    QVERIFY(text.contains("SM clock, MHz"));
    static const QRegularExpression kNumber(QStringLiteral("^[0-9\u202f]+(\\.[0-9]+)?$"));
    for (const Element& element : elements) {
      if (element.name == QLatin1String("td") && kNumber.match(element.text).hasMatch() && element.text.size() > 3 && element.text != "13.0") {  // of CUDA
        QVERIFY2(element.attributes["class"] == QLatin1String("n"), qPrintable(element.text));
      }
    }
  }

  void aMissingNumberIsADashWithItsReason() {
    const QString text = textOf(elementsOf(reportOf(test::trafficSession())));
    QVERIFY(text.contains(QStringLiteral("An en dash stands where there is no number")));
    QVERIFY(text.contains(QStringLiteral("not collected")));
    QVERIFY(text.contains(QStringLiteral("error 719")));
    static const QRegularExpression kStandIn(QStringLiteral("\\b(nan|inf)\\b"), QRegularExpression::CaseInsensitiveOption);
    QVERIFY(!text.contains(kStandIn));
  }

  void provenanceNotesAndCommandsAreThere() {
    auto session = std::make_shared<model::Session>(*test::trafficSession());
    auto run = std::make_shared<model::Run>(*session->runs.front());
    run->name = "Tuesday";
    run->notes = "after the driver update";
    run->tags = {"cold", "rack 4"};
    run->provenance.kernelBuildId = "d6d5328641aa67e5";
    run->provenance.workerVersion = "0.9";
    run->provenance.command = "dsmscope run token_hop --variant dsmem_barrier";
    session->runs.front() = run;
    session->notes = "First line.\nSecond line.";
    const auto elements = elementsOf(reportOf(session));
    const QString text = textOf(elements);
    for (const char* part : {"Tuesday", "after the driver update", "cold, rack 4", "d6d5328641aa67e5", "0.9", "NVIDIA H200", "580.159.04", "2026-11-30T10:00:00Z",
                             "First line.\nSecond line.", "$ dsmscope run token_hop --variant dsmem_barrier", "$ dsmscope export session.dsmscope --out session.html",
                             "$ dsmscope run tile_exchange", "DSMScope test", "How it was measured"}) {
      QVERIFY2(text.contains(QLatin1String(part)), part);
    }
  }

  void aChoiceOfRunsSaysSo() {
    ReportInput input = test::reportInput(test::chartSession());
    input.runsInFile = 200;
    input.experiments.front().configurationsLeftOut = 95;
    const QString text = textOf(elementsOf(*renderReport(input)));
    QVERIFY(text.contains(QStringLiteral("%1 of 200 runs").arg(input.session->runs.size())));
    QVERIFY(text.contains("95 more configurations"));
    input.charts = {"latency"};
    const auto elements = elementsOf(*renderReport(input));
    QCOMPARE(named(elements, "svg").size(), 3);
  }

  void withoutRunsThereIsAnErrorAndNoReport() {
    ReportInput input;
    QCOMPARE(renderReport(input).error().code, std::string("bad_value"));
    input.session = std::make_shared<const model::Session>();
    QCOMPARE(renderReport(input).error().code, std::string("bad_value"));
  }

  void runsOfUnknownExperimentsAreListed() {
    auto session = std::make_shared<model::Session>();
    auto run = std::make_shared<model::Run>();
    run->id = "r1";
    run->experiment = "warp_drive";
    run->variant = "mark_1";
    run->values = {{"cores", 7}};
    run->samples = {{1500, 0, 0}, {1500, 0, 0}, {1500, 0, 0}};
    session->runs = {run};
    const QString text = textOf(elementsOf(reportOf(session)));
    for (const char* part : {"warp_drive", "mark_1", "cores", "not checked"}) QVERIFY2(text.contains(QLatin1String(part)), part);
    QVERIFY(text.contains(QStringLiteral("1\u202f500")));
  }

  void aStepLeavesTheWindowAlive() {
    // 2,000 runs, and some with very many samples.
    auto session = std::make_shared<model::Session>(*test::trafficSession());
    const std::vector<model::RunPtr> few = session->runs;
    while (session->runs.size() < 2000) {
      auto copy = std::make_shared<model::Run>(*few[session->runs.size() % few.size()]);
      copy->id = "run-" + std::to_string(session->runs.size());
      session->runs.push_back(copy);
    }
    for (std::size_t i = 100; i < 130; ++i) {
      auto copy = std::make_shared<model::Run>(*session->runs[i]);
      while (!copy->samples.empty() && copy->samples.size() < 50'000) copy->samples.push_back(copy->samples[copy->samples.size() / 2]);
      session->runs[i] = copy;
    }
    ReportJob job(test::reportInput(session));
    qint64 before = threadCpuMs();
    qint64 costliest = 0;
    int at = 0;
    while (job.step()) {
      const qint64 now = threadCpuMs();
      if (now - before > costliest) at = job.done();
      costliest = std::max(costliest, now - before);
      before = now;
    }
    before = threadCpuMs();
    QVERIFY(job.result().has_value());
    qInfo("%d steps, the costliest %lld ms (step %d), the end %lld ms, %lld kB", job.steps(), static_cast<long long>(costliest), at,
          static_cast<long long>(threadCpuMs() - before), static_cast<long long>(job.result()->size() / 1000));
    QVERIFY2(costliest < 50, qPrintable(QString::number(costliest)));
  }

  void idsOfChartsDoNotMeet() {
    const QByteArray svg = "<?xml version=\"1.0\"?>\n<svg width=\"1mm\" height=\"1mm\"\n viewBox=\"0 0 30 20\" version=\"1.2\">\n<title>a</title>\n<desc>b</desc>\n"
                           "<defs>\n<linearGradient id=\"g1\" xlink:href=\"#g0\"/></defs>\n<g fill=\"url(#g1)\" >\n<text>url(#x) id=&quot;y&quot;</text></g>\n"
                           "<g fill=\"none\" >\n</g>\n</svg>\n";
    const QString made = QString::fromUtf8(inlineSvg(svg, "c7", "A \"name\" & more"));
    QVERIFY(made.startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\" width=\"30\" height=\"20\" role=\"img\""));
    QVERIFY(made.contains("aria-label=\"A &quot;name&quot; &amp; more\""));
    QVERIFY(made.contains("id=\"c7-g1\"") && made.contains("href=\"#c7-g0\"") && made.contains("fill=\"url(#c7-g1)\""));
    QVERIFY(made.contains("<text>url(#x) id=&quot;y&quot;</text>"));
    QVERIFY(!made.contains("<title") && !made.contains("<desc") && !made.contains("<?xml") && !made.contains("fill=\"none\""));
    QVERIFY(inlineSvg("no svg", "c", "").isEmpty());
  }
};

QTEST_MAIN(ReportTest)
#include "report_test.moc"
