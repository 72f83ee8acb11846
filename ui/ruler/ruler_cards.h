// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands below the ruler, one page at a time: the place that was found with what a cluster holds, the residency of the
// launch, the advice, the lane lens. Pages are made when they are first shown.
#pragma once

#include "ui/ruler/ruler_data.h"
#include "ui/view_input.h"

#include <QWidget>

#include <string>

class QVBoxLayout;

namespace dsm::ui {

class AdvisorCard;
class CapacityCard;
class CompactPlaceBox;
class LaneLensCard;
class PlaceCard;
class ResidencyCard;
class SegmentedRow;

class RulerCards : public QWidget {
  Q_OBJECT
 public:
  enum Page { place, residency, advice, lanes };
  explicit RulerCards(QWidget* parent = nullptr);

  Page page() const { return m_page; }
  /// The command that prints what the page shows; empty where it is the ruler's own.
  QString command() const;
  void setPage(Page page);
  void setInput(const ViewInput& input, const RulerData& ruler, const std::string& variant);
  /// The same ruler with another place: that of the cursor, or the one that was found.
  void setPlace(const RulerData& ruler);
  /// Two lines instead of the cards of the first page.
  void setCompact(bool compact);
  /// Something else to say in the two lines for the moment.
  void setMessage(const QString& first, const QString& second);

 signals:
  void pageChanged(int page);
  void commandChanged();
  /// The person wants to look at this configuration.
  void configurationChosen(dsm::model::Values values, std::string variant);

 private:
  QWidget* makePage(Page page);
  void refresh();

  Page m_page = place;
  bool m_compact = false;
  ViewInput m_input;
  RulerData m_ruler;
  std::string m_variant;
  SegmentedRow* m_row = nullptr;
  QVBoxLayout* m_column = nullptr;
  QWidget* m_placePage = nullptr;
  PlaceCard* m_place = nullptr;
  CapacityCard* m_capacity = nullptr;
  CompactPlaceBox* m_compactPlace = nullptr;
  ResidencyCard* m_residency = nullptr;
  AdvisorCard* m_advice = nullptr;
  LaneLensCard* m_lanes = nullptr;
};

}  // namespace dsm::ui
