// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about counters.
#include "ui/traffic/traffic_notes.h"

#include "ui/catalogue_text.h"
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("dsm::ui::TrafficNotes", text, nullptr, n); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficNotes", text))

constexpr double kMuchTraffic = 1e6;  // bytes between SMs and L2 from which on a DRAM near zero is worth a number
constexpr qsizetype kMostNamed = 6;   // variants or counters that a note lists

class NoteWriter {
 public:
  NoteWriter(const TrafficData& data, const std::set<std::string>& hidden) : m_data(data) {
    for (int i = 0; i < int(data.variants.size()); ++i) {
      if (!hidden.contains(data.variants[i].id)) (data.variants[i].collected ? m_shown : m_without).push_back(i);
    }
  }

  QString finding() const {
    if (m_data.variants.isEmpty()) return DSM_TR("No variant is chosen.");
    if (m_shown.isEmpty()) {
      return m_data.anyCollected() ? DSM_TR("All variants with counters are hidden; click a name in the legend to show one.")
                                   : DSM_TR("No counters were collected in this configuration.");
    }
    QStringList parts;
    if (const QString dsmem = dsmemSentence(); !dsmem.isEmpty()) parts << dsmem;
    const QString compared = comparison();
    parts << (compared.isEmpty() ? totals() : compared);
    return parts.join(QLatin1Char(' ')).trimmed();
  }

  QVector<TrafficNote> notes() const {
    QVector<TrafficNote> notes;
    const auto add = [&](const TrafficNote& note) {
      if (!note.text.isEmpty()) notes.push_back(note);
    };
    add(pinnedNote(m_data, m_shown));
    add(tooShort());
    add(flagged(model::CounterFlag::outOfRange, DSM_TR("Outside its range"), true));
    add(nearZero());
    for (const TrafficNote& note : explanations()) add(note);
    add(notCollected());
    add(background());
    add(flagged(model::CounterFlag::severalPasses, DSM_TR("Counted in several passes"), false));
    add(leftOut());
    return notes;
  }

 private:
  const TrafficCell* cell(model::CounterRole role, int variant) const {
    const TrafficRow* row = m_data.row(role);
    return row != nullptr && row->cells[variant].collected ? &row->cells[variant] : nullptr;
  }
  QString label(int variant) const { return m_data.variants[variant].label; }
  static QString value(const TrafficCell& cell) { return trafficBytes(cell.bytes, cell.bound, 4); }
  static QString listed(QStringList names) {
    if (names.size() > kMostNamed) {
      const int more = int(names.size() - kMostNamed);
      names = names.mid(0, kMostNamed);
      names << DSM_TR("%1 more").arg(more);
    }
    return names.join(QStringLiteral(", "));
  }

  QString dsmemSentence() const {
    QStringList parts;
    for (const int variant : m_shown) {
      const TrafficCell* received = cell(model::CounterRole::dsmemIn, variant);
      if (received != nullptr && !received->isBound() && received->bytes > 0)
        parts << DSM_TR("%1 %2").arg(label(variant), value(*received));
    }
    return parts.isEmpty() ? QString() : DSM_TR("Received through DSMEM: %1.").arg(listed(parts));
  }

  // The counter that tells most about the way through global memory, of those that two variants have.
  QString comparison() const {
    for (const model::CounterRole role : {model::CounterRole::l2Total, model::CounterRole::l2FromSm, model::CounterRole::dramWrite}) {
      int most = -1;
      int least = -1;
      for (const int variant : m_shown) {
        const TrafficCell* each = cell(role, variant);
        if (each == nullptr) continue;
        if (most < 0 || each->bytes > cell(role, most)->bytes) most = variant;
        if (least < 0 || each->bytes < cell(role, least)->bytes) least = variant;
      }
      if (most < 0 || most == least) continue;
      const QString name = m_data.row(role)->label;
      const QString ratio = trafficRatioText(trafficRatio(*m_data.row(role), most, least));
      if (ratio.isEmpty()) {
        return DSM_TR("%1: %2 %3, %4 %5; no ratio can be told.")
            .arg(name, label(most), value(*cell(role, most)), label(least), value(*cell(role, least)));
      }
      //: counter, variant, bytes, "more than 4 100", other variant, bytes
      return DSM_TR("%1: %2 %3, %4 times that of %5 (%6).")
          .arg(name, label(most), value(*cell(role, most)), ratio, label(least), value(*cell(role, least)));
    }
    return {};
  }

  QString totals() const {
    QStringList parts;
    for (const model::CounterRole role : {model::CounterRole::l2Total, model::CounterRole::l2FromSm, model::CounterRole::dramWrite}) {
      const TrafficRow* row = m_data.row(role);
      for (const int variant : m_shown) {
        if (row->cells[variant].collected) parts << DSM_TR("%1 %2: %3").arg(label(variant), row->label, value(row->cells[variant]));
      }
    }
    return parts.isEmpty() ? QString() : parts.join(QStringLiteral(", ")) + QLatin1Char('.');
  }

  TrafficNote tooShort() const {
    QStringList names;
    for (const int variant : m_shown) {
      const TrafficVariant& each = m_data.variants[variant];
      if (each.tooShort) names << DSM_TR("%1 (%2)").arg(each.label, formatTimeNs(each.kernelNs, 3));
    }
    if (names.isEmpty()) return {};
    return {true, DSM_TR("Too short to trust"),
            DSM_TR("Under 20 µs a launch's own counts drown in what surrounds it: %1. More rounds or more data help.").arg(listed(names))};
  }

  TrafficNote flagged(model::CounterFlag flag, const QString& title, bool warning) const {
    QStringList names;
    for (const TrafficRow& row : m_data.rows) {
      for (const int variant : m_shown) {
        if (row.cells[variant].hasFlag(flag)) names << DSM_TR("%1 %2").arg(label(variant), row.label);
      }
    }
    if (names.isEmpty()) return {};
    return {warning, title, listed(names) + QStringLiteral(". ") + catalogueText(std::string(model::flagText(flag)))};
  }

  TrafficNote nearZero() const {
    QStringList moved;
    QStringList others;
    for (const int variant : m_shown) {
      const TrafficCell* written = cell(model::CounterRole::dramWrite, variant);
      if (written == nullptr || !written->hasFlag(model::CounterFlag::mayStillBeInL2)) continue;
      const TrafficCell* fromSm = cell(model::CounterRole::l2FromSm, variant);
      if (fromSm != nullptr && fromSm->bytes > kMuchTraffic && !fromSm->isBound()) {
        moved << DSM_TR("%1 moved %2, DRAM took %3").arg(label(variant), value(*fromSm), value(*written));
      } else {
        others << label(variant);
      }
    }
    if (moved.isEmpty() && others.isEmpty()) return {};
    const QString what = moved.isEmpty() ? DSM_TR("Near zero for %1").arg(listed(others)) : moved.mid(0, 2).join(QStringLiteral("; "));
    return {true, DSM_TR("DRAM near zero is not free"), DSM_TR("%1: the rest may still be in the L2.").arg(what)};
  }

  // One note a counter and reason, however many variants it holds for.
  QVector<TrafficNote> explanations() const {
    QVector<TrafficNote> notes;
    for (const TrafficRow& row : m_data.rows) {
      QStringList reasons;
      QVector<QStringList> residuals;
      QVector<QStringList> variants;
      for (const int variant : m_shown) {
        const QString reason = reasonOf(row, variant);
        if (reason.isEmpty()) continue;
        qsizetype at = reasons.indexOf(reason);
        if (at < 0) {
          at = reasons.size();
          reasons << reason;
          residuals.push_back({});
          variants.push_back({});
        }
        residuals[at] << trafficResidual(row.cells[variant]);
        variants[at] << label(variant);
      }
      for (qsizetype i = 0; i < reasons.size(); ++i) {
        notes.push_back({false, DSM_TR("What explains %1").arg(listed(residuals[i])),
                         DSM_TR("%1, %2: %3").arg(row.label, listed(variants[i]), reasons[i])});
      }
    }
    return notes;
  }

  QString reasonOf(const TrafficRow& row, int variant) const {
    const TrafficCell& each = row.cells[variant];
    if (!each.needsExplaining) return {};
    if (!fabricExplains(m_data, row, variant)) return each.explanation;
    return DSM_TR("%1 of %2 are the fabric between the halves of the L2.")
        .arg(trafficBytes(m_data.variants[variant].fabric.bytes, model::Bound::exact, 3),
             trafficBytes(each.residualBytes, model::Bound::exact, 3));
  }

  TrafficNote background() const {
    const bool any = std::ranges::any_of(m_data.rows, [this](const TrafficRow& row) {
      return std::ranges::any_of(m_shown, [&row](int variant) { return row.cells[variant].isBound(); });
    });
    if (!any) return {};
    return {false, DSM_TR("At most the background"),
            DSM_TR("A blank kernel shows as much: values with ≤ are bounds, and ratios against them say “more than”.")};
  }

  TrafficNote notCollected() const {
    QStringList names;
    for (const int variant : m_without) names << DSM_TR("%1 (%2)").arg(label(variant), m_data.variants[variant].state);
    for (const TrafficRow& row : m_data.rows) {
      QString reason;
      for (const int variant : m_shown) {
        if (!row.cells[variant].collected) reason = row.cells[variant].reason;
      }
      if (!reason.isEmpty()) names << DSM_TR("%1 (%2)").arg(row.label, reason);
    }
    return names.isEmpty() ? TrafficNote{} : TrafficNote{false, DSM_TR("Not collected"), listed(names) + QLatin1Char('.')};
  }

  TrafficNote leftOut() const {
    QStringList texts;
    for (const int variant : m_shown) {
      const QString& text = m_data.variants[variant].expectedNote;
      if (!text.isEmpty() && !texts.contains(text)) texts << text;
    }
    return texts.isEmpty() ? TrafficNote{} : TrafficNote{false, DSM_TR("What is expected"), texts.join(QLatin1Char(' '))};
  }

  const TrafficData& m_data;
  QVector<int> m_shown;
  QVector<int> m_without;
};

}  // namespace

QString trafficFinding(const TrafficData& data, const std::set<std::string>& hidden) { return NoteWriter(data, hidden).finding(); }

QVector<TrafficNote> trafficNotes(const TrafficData& data, const std::set<std::string>& hidden) { return NoteWriter(data, hidden).notes(); }

QString trafficCaption(const TrafficData& data, bool logarithmic, bool expectedMarks) {
  QStringList parts;
  bool warm = false;
  bool flushed = false;
  for (const TrafficVariant& variant : data.variants) {
    if (variant.collected) (variant.cache == model::CacheState::flushed ? flushed : warm) = true;
  }
  const QString cache = warm && flushed ? DSM_TR("L2 warm or flushed") : flushed ? DSM_TR("L2 flushed before it") : DSM_TR("L2 warm");
  parts << (logarithmic ? DSM_TR("Marker: bytes counted in one profiled launch, %1.").arg(cache)
                        : DSM_TR("Bar: bytes counted in one profiled launch, %1.").arg(cache));
  if (expectedMarks) parts << DSM_TR("I-beam: expected by arithmetic.");
  parts << (logarithmic ? DSM_TR("Dashed: at most the background (≤).")
                        : DSM_TR("Dashed: under one pixel, or at most the background (≤)."));
  return parts.join(QLatin1Char(' '));
}

}  // namespace dsm::ui
