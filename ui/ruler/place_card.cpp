// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines of the place card and their drawing: label, value, arithmetic, a hairline between.
#include "ui/ruler/place_card.h"

#include "ui/catalogue_text.h"
#include "ui/charts/elided_label.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Place", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Place", text))

constexpr double kLineHeight = 24;

QString integer(std::uint64_t value) { return formatInteger(qint64(value)); }
QString hex(std::uint64_t value) { return QStringLiteral("0x%1").arg(value, 0, 16); }
QString address(std::uint32_t value) { return QStringLiteral("0x%1").arg(value, 8, 16, QLatin1Char('0')); }

const model::SharedArray* foundArray(const RulerData& data) {
  const int at = arrayAt(data.layout, data.view.found->offsetBytes);
  return at < 0 ? nullptr : &data.layout.arrays[std::size_t(at)];
}

// The element's global index and the slice width, where elements are spread over ranks.
void addOwner(QVector<PlaceLine>& lines, const RulerData& data) {
  const RulerPlace& found = *data.view.found;
  const bool cluster = data.layout.ranks > 1;
  const QString owner = cluster ? DSM_TR("rank %1").arg(found.rank) : DSM_TR("the block itself");
  if (!found.index || !data.layout.owner) {
    lines.push_back({DSM_TR("rank"), owner, QString(), true});
    return;
  }
  const QString index = integer(*found.index);
  const QString per = integer(data.layout.owner->perRank);
  lines.push_back({DSM_TR("owner rank"), owner, cluster ? QStringLiteral("%1 / %2").arg(index, per) : QString(), true});
  lines.push_back({DSM_TR("element"), integer(*found.index % data.layout.owner->perRank),
                   cluster ? DSM_TR("%1 mod %2").arg(index, per) : QString(), false});
}

}  // namespace

QString placeTitle(const RulerData& data) {
  if (!data.view.found) return DSM_TR("Nothing found yet");
  const RulerPlace& found = *data.view.found;
  if (found.index && data.layout.owner) {
    QString noun = catalogueText(data.layout.owner->noun);
    if (!noun.isEmpty()) noun[0] = noun[0].toUpper();
    return QStringLiteral("%1 %2").arg(noun, integer(*found.index));
  }
  return data.layout.ranks > 1 ? DSM_TR("Byte %1 of rank %2").arg(integer(found.offsetBytes)).arg(found.rank)
                               : DSM_TR("Byte %1").arg(integer(found.offsetBytes));
}

QVector<PlaceLine> placeLines(const RulerData& data) {
  QVector<PlaceLine> lines;
  if (!data.view.found) return lines;
  const RulerPlace& found = *data.view.found;
  addOwner(lines, data);
  const model::SharedArray* array = foundArray(data);
  QString how;
  if (array != nullptr && array->elementBytes > 0) {
    const std::uint64_t element = (found.offsetBytes - array->offsetBytes) / array->elementBytes;
    if (!found.index) {
      lines.push_back({DSM_TR("element"), QStringLiteral("%1[%2]").arg(QString::fromStdString(array->name), integer(element)), QString(), false});
    }
    how = QStringLiteral("%1 \u00d7 %2 B").arg(integer(element)).arg(array->elementBytes);
    if (array->offsetBytes > 0) how += QStringLiteral(" + %1").arg(integer(array->offsetBytes));
    const std::uint64_t within = (found.offsetBytes - array->offsetBytes) % array->elementBytes;
    if (within > 0) how += QStringLiteral(" + %1").arg(within);
  } else {
    lines.push_back({DSM_TR("element"), DSM_TR("none: free bytes"), QString(), false});
  }
  lines.push_back({DSM_TR("local offset"), QStringLiteral("%1   %2").arg(withUnit(integer(found.offsetBytes), u"B"), hex(found.offsetBytes)), how, false});
  lines.push_back({DSM_TR("bank"), QString::number(bankOf(found.offsetBytes)),
                   DSM_TR("%1 / 4 mod 32").arg(integer(found.offsetBytes)), false});
  lines.push_back({DSM_TR("mapped address"), address(mappedAddressOf(found)),
                   QStringLiteral("%1 << 24 | 0x400 + %2").arg(found.rank).arg(hex(found.offsetBytes)), false});
  if (data.layout.ranks > 1) {
    const bool remote = found.rank != data.view.fromRank;
    lines.push_back({DSM_TR("from rank %1").arg(data.view.fromRank), remote ? DSM_TR("remote") : DSM_TR("local"),
                     remote ? DSM_TR("through map_shared_rank(%1)").arg(found.rank) : DSM_TR("its own shared memory"), false});
  }
  return lines;
}

class PlaceCard::Lines : public QWidget {
 public:
  explicit Lines(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
  void setLines(const QVector<PlaceLine>& lines) {
    m_lines = lines;
    QStringList words;
    for (const PlaceLine& line : lines) words << QStringLiteral("%1 %2").arg(line.label, line.value);
    setAccessibleName(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
  }
  QSize sizeHint() const override { return {320, int(scaled(int(kLineHeight)) * std::max<qsizetype>(1, m_lines.size()))}; }
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme& colours = currentTheme();
    const ChartFonts fonts = windowFonts();
    const double height = scaled(int(kLineHeight));
    double y = 0;
    if (m_lines.isEmpty()) {
      painter.setFont(fonts.small);
      painter.setPen(colours.text2);
      painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, DSM_TR("Type a number above, or click into the ruler."));
    }
    for (const PlaceLine& line : m_lines) {
      painter.fillRect(QRectF(0, y, width(), 1), colours.line);
      const QRectF row(0, y, width(), height);
      const auto cell = [&](const QRectF& rect, int align, const QFont& font, const QColor& ink, const QString& words) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(rect, align | Qt::AlignVCenter | Qt::TextSingleLine, elided(font, words, rect.width()));
      };
      const double labelWidth = std::min(fonts.px(116), width() * 0.34);
      cell(row.adjusted(0, 0, labelWidth - width() - 8, 0), Qt::AlignLeft, fonts.small, colours.text2, line.label);
      const QFont& font = line.strong ? fonts.baseBold : fonts.base;
      const double valueWidth = textWidth(font, line.value) + 4;
      cell(QRectF(labelWidth, y, std::min(valueWidth, width() - labelWidth), height), Qt::AlignLeft, font, colours.text, line.value);
      const double left = labelWidth + valueWidth + 12;
      if (left < width()) cell(QRectF(left, y, width() - left, height), Qt::AlignRight, fonts.small, colours.text2, line.how);
      y += height;
    }
  }

 private:
  QVector<PlaceLine> m_lines;
};

PlaceCard::PlaceCard(QWidget* parent) : Card(parent) {
  setTitle(placeTitle(RulerData()));
  setOrigin(BadgeKind::modelled);
  m_lines = new Lines(this);
  body()->addWidget(m_lines);
  body()->addStretch(1);
}

void PlaceCard::setData(const RulerData& ruler) {
  setTitle(placeTitle(ruler));
  m_lines->setLines(placeLines(ruler));
}

CompactPlaceBox::CompactPlaceBox(QWidget* parent) : ConsequenceBox(parent) {
  auto* row = new QHBoxLayout;
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  m_first = new ElidedLabel(TextRole::baseBold, ElidedLabel::Ink::text, this);
  m_second = new ElidedLabel(TextRole::small, ElidedLabel::Ink::text2, this);
  column->addWidget(m_first);
  column->addWidget(m_second);
  row->addLayout(column, 1);
  row->addWidget(new OriginBadge(BadgeKind::modelled, {}, this), 0, Qt::AlignVCenter);
  body()->addLayout(row);
}

void CompactPlaceBox::setMessage(const QString& first, const QString& second) {
  m_first->setText(first);
  m_second->setText(second);
}

void CompactPlaceBox::setData(const RulerData& ruler) {
  const QVector<PlaceLine> lines = placeLines(ruler);
  if (lines.isEmpty() || !ruler.view.found) {
    m_first->setText(placeTitle(ruler));
    m_second->setText(DSM_TR("Type a number above, or click into the ruler."));
    return;
  }
  const RulerPlace& found = *ruler.view.found;
  m_first->setText(found.index && ruler.layout.ranks > 1 ? DSM_TR("%1 is in rank %2").arg(placeTitle(ruler)).arg(found.rank) : placeTitle(ruler));
  QStringList words;
  for (const PlaceLine& line : lines) {
    if (!line.strong) words << QStringLiteral("%1 %2").arg(line.label, line.value.simplified());
  }
  m_second->setText(words.join(QStringLiteral(", ")));
}

}  // namespace dsm::ui
