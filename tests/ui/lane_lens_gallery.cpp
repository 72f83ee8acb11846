// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the lane lens's card in every state that matters into a folder, to be looked at:
//   lane_lens_gallery FOLDER light|dark [TEXT SCALE]
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/ruler/lane_lens.h"
#include "ui/ruler/lane_lens_widget.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QSpinBox>

using namespace dsm;
using namespace dsm::ui;

namespace {

QComboBox* box(LaneLensCard& card, const char* name) {
  for (auto* found : card.findChildren<QComboBox*>()) {
    if (found->accessibleName() == QLatin1String(name)) return found;
  }
  return nullptr;
}

void choose(LaneLensCard& card, const char* name, int index) {
  QComboBox* found = box(card, name);
  found->setCurrentIndex(index);
  emit found->activated(index);
}

struct Shot {
  const char* name;
  std::uint32_t rank;
  std::uint64_t byte;
  int stride, size, op;
  const char* lanes;
  int lane;
  const char* base;
};

QPixmap draw(const Shot& state, QSize size) {
  ViewInput input = test::chartInput("histogram");
  input.values["cluster"] = std::int64_t{4};
  RulerData ruler = rulerDataOf(input, "cluster_dsmem");
  ruler.view.found = RulerPlace{state.rank, state.byte, std::nullopt};
  LaneLensCard card;
  card.setInput(input, ruler);
  card.setAttribute(Qt::WA_DontShowOnScreen);
  card.resize(size);
  card.show();
  choose(card, "Element", state.size);
  choose(card, "Access", state.op);
  box(card, "Lanes")->setEditText(QLatin1String(state.lanes));
  card.findChild<QSpinBox*>()->setValue(state.stride);
  if (state.base != nullptr) {
    for (auto* field : card.findChildren<QLineEdit*>()) {
      if (field->accessibleName() != QLatin1String("Base, B")) continue;
      field->setText(QLatin1String(state.base));
      emit field->textEdited(field->text());
    }
  }
  card.picture()->setLane(state.lane);
  QCoreApplication::processEvents();
  card.resize(size.expandedTo(card.minimumSizeHint()));
  QCoreApplication::processEvents();
  return card.grab();
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  const QStringList arguments = app.arguments();
  if (arguments.size() < 3) return 2;
  installTheme(app, arguments[2] == QLatin1String("dark") ? Scheme::dark : Scheme::light);
  if (arguments.size() > 3) setTextScale(arguments[3].toDouble());
  const Shot states[] = {{"stride1", 0, 0, 1, 2, 0, "all", -1, nullptr},      {"stride2", 0, 128, 2, 2, 0, "all", 18, nullptr},
                          {"stride4", 0, 0, 4, 2, 0, "all", -1, nullptr},      {"stride32", 0, 0, 32, 2, 0, "all", -1, nullptr},
                          {"broadcast", 0, 0, 0, 2, 0, "all", -1, nullptr},    {"wide16", 0, 0, 1, 4, 0, "all", -1, nullptr},
                          {"eight-stride2", 0, 0, 2, 3, 1, "all", -1, nullptr}, {"adds", 0, 0, 0, 2, 3, "0-7", -1, nullptr},
                          {"remote", 2, 28928, 2, 2, 1, "all", -1, nullptr},   {"remote-stride8", 2, 28928, 8, 2, 0, "all", 5, nullptr},
                          {"past", 0, 65472, 1, 2, 0, "all", -1, nullptr},     {"wrong", 0, 0, 3, 2, 0, "all", -1, "6"},
                          {"none", 0, 0, 1, 2, 0, "0x0", -1, nullptr}};
  for (const QSize size : {QSize(520, 210), QSize(1080, 320)}) {
    QVector<QPixmap> pictures;
    int height = 0;
    for (const Shot& state : states) {
      pictures.push_back(draw(state, size));
      height = std::max(height, int(pictures.back().deviceIndependentSize().height()));
    }
    const int columns = size.width() < 800 ? 2 : 1;
    const int rows = (int(pictures.size()) + columns - 1) / columns;
    const qreal ratio = app.devicePixelRatio();
    QPixmap sheet((QSizeF(columns * (size.width() + 16) + 16, rows * (height + 16) + 16) * ratio).toSize());
    sheet.setDevicePixelRatio(ratio);
    sheet.fill(currentTheme().window);
    QPainter painter(&sheet);
    for (int i = 0; i < pictures.size(); ++i) painter.drawPixmap(16 + i % columns * (size.width() + 16), 16 + i / columns * (height + 16), pictures[i]);
    painter.end();
    if (!sheet.save(QStringLiteral("%1/lens-%2-%3.png").arg(arguments[1], arguments[2]).arg(size.width()))) return 1;
  }
  return 0;
}
