// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lane lens: what one warp access costs at the place that the ruler shows. Element size and rank come from the ruler's
// array and place, the base from its cursor or the place that was found, until the person sets them; stride, lanes and the
// kind of access are the person's.
#pragma once

#include "ui/ruler/lane_lens_data.h"
#include "ui/ruler/ruler_data.h"
#include "ui/theme/widgets/card.h"

#include <optional>
#include <string>

class QComboBox;
class QGridLayout;
class QLineEdit;
class QSpinBox;

namespace dsm::ui {

class LaneLensWidget;

class LaneLensCard : public Card {
  Q_OBJECT
 public:
  explicit LaneLensCard(QWidget* parent = nullptr);
  /// `ruler.view.found` is the cursor's place while there is one. Another experiment, variant or cluster size forgets what the
  /// person set of size, base and rank.
  void setInput(const ViewInput& input, const RulerData& ruler);

  const LaneLensData& lensData() const;
  LaneLensWidget* picture() const { return m_picture; }
  /// The command that prints the same.
  QString command() const { return laneCommand(lensData().access); }

 signals:
  /// The access changed, by the person or with the ruler.
  void accessChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addField(const QString& label, QWidget* input);
  void makeSizeField();
  void makeStrideField();
  void makeBaseField();
  void makeLanesField();
  void makeOpField();
  void makeWhereField();
  void placeFields();
  void fillRanks();
  void showFollowed();
  void refresh();
  void takeBase();
  void takeLanes();
  void markWrong(QLineEdit* field, const QString& reason);
  model::LaneAccess accessNow() const;

  // What follows the ruler, and what the person set instead.
  std::string m_configuration;
  std::uint32_t m_ranks = 1;
  std::uint32_t m_fromRank = 0;
  std::uint32_t m_followedSize = 4;
  std::uint64_t m_followedBase = 0;
  std::uint32_t m_followedRank = 0;
  std::optional<std::uint32_t> m_size;
  std::optional<std::uint64_t> m_base;
  std::optional<std::uint32_t> m_rank;
  std::uint32_t m_lanes = model::kAllLanes;
  QString m_wrongField;  // what a field's text is not; empty: all fields are read
  QString m_wrongLanes;

  LaneLensData m_data;
  QVector<QWidget*> m_labels;
  QVector<QWidget*> m_inputs;
  QGridLayout* m_grid = nullptr;
  int m_columns = 0;
  QComboBox* m_sizeBox = nullptr;
  QSpinBox* m_strideBox = nullptr;
  QLineEdit* m_baseField = nullptr;
  QComboBox* m_lanesBox = nullptr;
  QComboBox* m_opBox = nullptr;
  QComboBox* m_whereBox = nullptr;
  LaneLensWidget* m_picture = nullptr;
};

}  // namespace dsm::ui
