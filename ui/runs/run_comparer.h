// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is known of each run against its pinned baseline. A comparison needs a bootstrap, so it is made on a pool thread when
// somebody first asks, kept until pins or the run change, and shared by the table and the charts. GUI thread.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "gpu/model/baseline.h"

namespace dsm::ui {

class RunComparer : public QObject {
  Q_OBJECT
 public:
  explicit RunComparer(const model::Catalogue& catalogue, QObject* parent = nullptr);

  /// Forgets everything when the pins differ from those of the last session; without a session also.
  void setSession(const model::SessionPtr& session);
  /// Of "same", a fraction. Judges what is known anew, at once and without a bootstrap.
  void setThreshold(double fraction);
  double threshold() const { return m_threshold; }
  /// Null: not known yet, and asked for now; compared() says when. The pointer holds until the next call of anything.
  const model::Comparison* of(const model::RunPtr& run);
  /// The same without asking.
  const model::Comparison* known(const model::Run& run) const;

 signals:
  void compared(QStringList runIds);

 private:
  struct Entry {
    model::RunPtr run;
    std::optional<model::Comparison> comparison;
  };
  struct Answer {
    model::RunPtr run;
    model::Comparison comparison;
  };
  void start();
  void startSome(std::vector<model::RunPtr> runs);
  void take(int generation, std::vector<Answer> answers);

  const model::Catalogue m_catalogue;
  model::SessionPtr m_session;
  std::unordered_map<std::string, Entry> m_entries;
  std::vector<model::RunPtr> m_wanted;
  QTimer m_wantedTimer;
  double m_threshold = model::kDefaultThreshold;
  int m_generation = 0;  // of the pinned set
};

}  // namespace dsm::ui
