// SPDX-License-Identifier: GPL-3.0-or-later
//
// Renders every widget of ui/theme on one page to a PNG, for looking at beside the mockups. Not a test: it judges
// nothing. Usage: dsm_gallery light|dark|print OUT.png [TEXT_SCALE]; set QT_SCALE_FACTOR=2 for the second size.
#include "ui/theme/icons.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/variant_style.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/card.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/theme/widgets/slider_field.h"
#include "ui/theme/widgets/status_strip.h"
#include "ui/theme/widgets/swatch_check_box.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QProgressBar>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>
#include <QTextStream>
#include <QVBoxLayout>

using namespace dsm::ui;

namespace {

QLabel* label(const QString& text, TextRole role = TextRole::small) {
  auto* l = new QLabel(text);
  l->setFont(font(role));
  QPalette p = l->palette();
  p.setColor(QPalette::WindowText, role == TextRole::small ? currentTheme().text2 : currentTheme().text);
  l->setPalette(p);
  return l;
}

QWidget* configureColumn() {
  auto* panel = new QWidget;
  panel->setFixedWidth(kConfigureWidth);
  auto* v = new QVBoxLayout(panel);
  v->setContentsMargins(16, 16, 16, 16);
  v->setSpacing(8);
  v->addWidget(label("Experiment"));
  auto* combo = new QComboBox;
  combo->addItems({"Histogram", "Token hop"});
  v->addWidget(combo);
  v->addSpacing(8);
  v->addWidget(label("Cluster size, blocks"));
  auto* row = new SegmentedRow;
  row->setLabels({"1", "2", "4", "8", "16"});
  row->setCurrent(2);
  row->setAvailable(4, false, "16 needs the non-portable opt-in");
  v->addWidget(row);
  v->addSpacing(8);
  auto* bins = new SliderField("Bins");
  bins->setRange(1, 232448);
  bins->setValue(65536);
  v->addWidget(bins);
  auto* bad = new SliderField("Bins, out of range");
  bad->setRange(1, 232448);
  bad->setValue(300000);
  v->addWidget(bad);
  v->addSpacing(8);
  auto* head = new QHBoxLayout;
  head->addWidget(label("Variants"), 1);
  auto* all = new LinkButton("All");
  all->setUnderlined(false);
  head->addWidget(all);
  auto* none = new LinkButton("None");
  none->setUnderlined(false);
  head->addWidget(none);
  v->addLayout(head);
  auto* list = new QVBoxLayout;
  list->setSpacing(0);
  const char* names[] = {"cluster_dsmem", "global_atomics", "block_private", "owner_filter", "cluster_routed", "cub", "seventh_variant"};
  for (int i = 0; i < 7; ++i) {
    auto* box = new SwatchCheckBox(names[i], i);
    box->setChecked(i < 4);
    if (i == 2) {
      box->setChecked(false);
      box->setUnavailable("needs 256 KiB in one block; 227 allowed");
    }
    if (i == 3) box->setNote("1.79\u00d7");
    list->addWidget(box);
  }
  auto* pale = new SwatchCheckBox("relaxed word, polled by a warp", 0);
  pale->setPale(true);
  pale->setMarkerVisible(false);
  list->addWidget(pale);
  v->addLayout(list);
  auto* fits = new Card;
  fits->setTitle("Fits", TextRole::baseBold);
  fits->setState(State::ok);
  fits->setOrigin(BadgeKind::recorded);
  fits->body()->addWidget(label("Shared memory a block"));
  v->addWidget(fits);
  v->addStretch(1);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  auto* run = new PrimaryButton("Run");
  run->setIconName(IconName::run);
  run->setShortcutHint("F5");
  auto* stop = new SecondaryButton("Stop");
  stop->setIconName(IconName::stop);
  stop->setEnabled(false);
  buttons->addWidget(run, 1);
  buttons->addWidget(stop);
  v->addLayout(buttons);
  return panel;
}

QWidget* badgesAndIcons() {
  class Drawn : public QWidget {
   public:
    Drawn() { setFixedHeight(190); }

   protected:
    void paintEvent(QPaintEvent*) override {
      QPainter p(this);
      const Theme& t = currentTheme();
      for (int i = 0; i < int(IconName::count); ++i) icon(IconName(i)).paint(&p, 24 * i, 0, 16, 16);
      for (int i = 0; i < int(IconName::count); ++i) icon(IconName(i)).paint(&p, 24 * i, 24, 16, 16, Qt::AlignCenter, QIcon::Disabled);
      for (int i = 0; i <= int(Glyph::slashedCircle); ++i) paintGlyph(p, QRectF(24 * i, 52, 10, 10), Glyph(i), t.text);
      for (int i = 0; i < 12; ++i) {
        drawSwatch(p, QRectF(40 * i, 80, 32, 16), i, t.scheme);
        drawMarker(p, QPointF(40 * i + 16, 110), kMarkerSize, i, t.scheme);
        p.setPen(variantPen(i, t.scheme));
        p.drawLine(QPointF(40 * i, 126), QPointF(40 * i + 36, 126));
        p.setBrushOrigin(40 * i, 136);
        p.fillRect(QRectF(40 * i, 136, 32, 24), hatchBrush(i, t.scheme, devicePixelRatioF()));
      }
      fillUndecided(p, QRectF(0, 168, 60, 16), t);
      fillUnavailable(p, QRectF(70, 168, 130, 16), t);
    }
  };
  return new Drawn;
}

QWidget* mainColumn() {
  auto* page = new QWidget;
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* v = new QVBoxLayout(page);
  v->setContentsMargins(0, 0, 0, 0);
  v->setSpacing(0);
  auto* tabs = new QTabBar;
  for (const char* name : {"Shared memory", "Latency", "Traffic", "Sweep", "Timeline", "Table"}) tabs->addTab(name);
  tabs->setExpanding(false);
  tabs->setAutoFillBackground(true);
  tabs->setBackgroundRole(QPalette::Window);
  v->addWidget(tabs);
  auto* inner = new QVBoxLayout;
  inner->setContentsMargins(24, 12, 24, 12);
  inner->setSpacing(12);
  inner->addWidget(label("Shared memory of one cluster", TextRole::title));
  auto* tools = new QHBoxLayout;
  auto* field = new QLineEdit(formatInteger(40000));
  field->setObjectName("focused");
  field->setAlignment(Qt::AlignRight);
  field->setFixedWidth(80);
  tools->addWidget(label("Find bin"));
  tools->addWidget(field);
  tools->addSpacing(16);
  auto* rank = new SegmentedRow;
  rank->setLabels({"0", "1", "2", "3"});
  rank->setCurrent(0);
  rank->setStretch(false);
  tools->addWidget(rank);
  auto* zoom = new SegmentedRow;
  zoom->setLabels({"227 KiB", "Used", "1 KiB", "Byte"});
  zoom->setCurrent(0);
  zoom->setStretch(false);
  tools->addWidget(zoom);
  tools->addWidget(new QCheckBox("Keys by rank"));
  auto* radio = new QRadioButton("linear");
  radio->setChecked(true);
  tools->addWidget(radio);
  tools->addWidget(new QSpinBox);
  tools->addStretch(1);
  for (const IconName name :
       {IconName::zoomFit, IconName::table, IconName::copy, IconName::exportFile, IconName::commandLine, IconName::question})
    tools->addWidget(new IconButton(name, "tool"));
  inner->addLayout(tools);
  inner->addWidget(badgesAndIcons());
  auto* badges = new QHBoxLayout;
  badges->addWidget(new OriginBadge(BadgeKind::measured));
  badges->addWidget(new OriginBadge(BadgeKind::recorded, "H200"));
  badges->addWidget(new OriginBadge(BadgeKind::modelled));
  badges->addWidget(new OriginBadge(BadgeKind::emulated, "seed 11"));
  badges->addWidget(new OriginBadge(BadgeKind::notCollected));
  badges->addStretch(1);
  inner->addLayout(badges);
  auto* cards = new QHBoxLayout;
  auto* card = new Card("Bin " + formatInteger(40000));
  card->setOrigin(BadgeKind::modelled);
  card->body()->addWidget(label("owner rank, element, local offset"));
  cards->addWidget(card);
  auto* boxes = new QVBoxLayout;
  for (const State state : {State::neutral, State::warn, State::error, State::ok}) {
    auto* box = new ConsequenceBox;
    box->setState(state, state != State::neutral);
    box->body()->addWidget(label("Bin 40 000 is in rank 2", TextRole::baseBold));
    boxes->addWidget(box);
  }
  cards->addLayout(boxes);
  auto* empty = new EmptyState;
  empty->setSketch(EmptyState::Sketch::bars);
  empty->setSentences("No token hop has run in this session.", "The settings on the left fit this device.");
  empty->setButton("Run", IconName::run, "F5");
  empty->setLink("open the built-in recording");
  cards->addWidget(empty, 1);
  inner->addLayout(cards);
  auto* boxed = new CommandLine;
  boxed->setBoxed(true);
  boxed->setCommand("dsmscope --worker \"sudo dsmscope-worker\"");
  inner->addWidget(boxed);
  auto* progress = new QProgressBar;
  progress->setValue(40);
  progress->setTextVisible(false);
  progress->setFixedHeight(8);
  inner->addWidget(progress);
  auto* table = new QTableWidget(3, 4);
  table->setHorizontalHeaderLabels({"Run", "Variant", "Cluster", "Time"});
  table->verticalHeader()->hide();
  table->setShowGrid(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setAlternatingRowColors(true);
  table->verticalHeader()->setDefaultSectionSize(scaled(24));
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) table->setItem(r, c, new QTableWidgetItem(c == 3 ? formatTimeNs(2.9e6 * (r + 1)) : "histogram 64 Ki"));
  table->selectRow(1);
  table->setFixedHeight(100);
  inner->addWidget(table);
  v->addLayout(inner, 1);
  auto* command = new CommandLine;
  command->setCommand("dsmscope ruler histogram --cluster 4 --bins 65536 --chip sm_90");
  v->addWidget(command);
  return page;
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QStringList arguments = QApplication::arguments();
  if (arguments.size() < 3) {
    QTextStream(stderr) << "usage: dsm_gallery light|dark|print OUT.png [TEXT_SCALE]\n";
    return 2;
  }
  const Scheme scheme = arguments.at(1) == "dark" ? Scheme::dark : arguments.at(1) == "print" ? Scheme::print : Scheme::light;
  installTheme(application, scheme);
  if (arguments.size() > 3) setTextScale(arguments.at(3).toDouble());

  QWidget window;
  auto* v = new QVBoxLayout(&window);
  v->setContentsMargins(0, 0, 0, 0);
  v->setSpacing(0);
  auto* menu = new QMenuBar;
  for (const char* name : {"File", "Run", "View", "Compare", "Lesson", "Help"}) menu->addMenu(name);
  v->addWidget(menu);
  auto* h = new QHBoxLayout;
  h->setSpacing(0);
  h->addWidget(configureColumn());
  h->addWidget(mainColumn(), 1);
  v->addLayout(h, 1);
  auto* status = new StatusStrip;
  status->setPiece("device", "H200 idle", StatusDot::ok);
  status->setPiece("counters", "counters need root, timing works", StatusDot::warn);
  status->setPiece("clock", "1\u2009980\u00a0MHz");
  status->setPiece("worker", "worker starting", StatusDot::starting);
  status->setRightText("built-in recording, 2026-11-30, driver 580, CUDA 13.0");
  v->addWidget(status);
  window.resize(1280, 900);
  window.show();
  window.activateWindow();
  if (auto* field = window.findChild<QLineEdit*>("focused")) field->setFocus();
  application.processEvents();
  application.processEvents();
  const bool saved = window.grab().save(arguments.at(2));
  if (!saved) QTextStream(stderr) << "cannot write " << arguments.at(2) << "\n";
  return saved ? 0 : 1;
}
