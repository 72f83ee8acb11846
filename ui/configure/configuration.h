// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the person has chosen to run: experiment, value of each parameter, ticked variants, device; and, for every
// variant, whether that can run. Requested values are kept as asked, legal or not. The answer is the spec's
// arithmetic at once; the device's own answer takes its place when it arrives. No widget.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

#include "gpu/model/counters.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::ui {

/// Whether one value of one parameter would run, the others as they are. `why` counts when `available` is false.
struct ValueState {
  bool available = true;
  model::Legality why;
};

/// A switch that would make a refused value run: its parameter and the value to give it.
struct Remedy {
  const model::Parameter* parameter = nullptr;
  std::int64_t value = 0;
};

class Configuration : public QObject {
  Q_OBJECT
 public:
  /// `catalogue` is not empty and its specs outlive this.
  explicit Configuration(const model::Catalogue& catalogue, QObject* parent = nullptr);

  const model::Catalogue& catalogue() const { return m_catalogue; }
  const model::ExperimentSpec& spec() const { return *m_spec; }
  const model::Values& values() const { return m_values; }
  std::int64_t value(const std::string& parameter) const;
  bool isTicked(const std::string& variant) const { return m_ticked.contains(variant); }
  /// Ticked variants in catalogue order, whether they fit or not.
  std::vector<std::string> ticked() const;
  /// The first ticked variant that fits or that a setting would make fit, else the first ticked, else the first of all.
  std::string leadVariant() const;
  std::shared_ptr<const model::Device> device() const { return m_device; }
  bool deviceIsLive() const { return m_live; }

  /// By variant id, all variants; empty without a device.
  const std::map<std::string, model::Legality>& legality() const { return m_legality; }
  /// Null without a device.
  const model::Legality* legalityOf(const std::string& variant) const;
  /// Would any ticked variant that the parameter applies to run with this value? Available without a device.
  ValueState stateOf(const model::Parameter& parameter, std::int64_t value) const;
  /// The switch named by `why`, when turning it makes `value` of `parameter` run.
  std::optional<Remedy> remedyFor(const model::Parameter& parameter, std::int64_t value, const model::Legality& why) const;
  /// False when no ticked variant takes the parameter (with nothing ticked: every parameter is in use).
  bool isUsed(const model::Parameter& parameter) const;
  /// One request for each ticked variant that fits.
  std::vector<model::RunRequest> requests() const;
  /// What to count in one more launch of each run; without sets and names: nothing. Not of one experiment.
  const model::CounterRequest& counters() const { return m_counters; }
  /// Whether counters can be collected on the device; nothing: not known yet.
  const std::optional<model::Preflight>& preflight() const { return m_preflight; }
  /// experiment|variant|values|device, as in legalityWanted().
  QString keyOf(const std::string& variant) const;

  /// Unknown ids are ignored. Values of the experiment last shown are remembered for the way back.
  void showExperiment(const std::string& id);
  /// Anything is taken, also what cannot run here; an unknown parameter is ignored.
  void setValue(const std::string& parameter, std::int64_t value);
  void setValues(const model::Values& values);
  void setTicked(const std::string& variant, bool on);
  void setTickedVariants(const std::vector<std::string>& variants);
  void setDevice(std::shared_ptr<const model::Device> device, bool live);
  /// Answers for other keys are kept, up to a bound, and used when that configuration is shown again.
  void setDeviceLegality(const QString& key, const model::Legality& legality);
  void setCounters(const model::CounterRequest& counters);
  /// How long and how exactly the next requests measure.
  void setPlan(const model::MeasurementPlan& plan) { m_plan = plan; }
  void setPreflight(const model::Preflight& preflight);
  /// Defaults and every variant, of the experiment shown.
  void reset();

 signals:
  void experimentChanged();
  /// Values, ticks, device or legality changed.
  void changed();
  /// Counters or what is known about them changed.
  void countersChanged();
  /// The person wants to choose metrics by name.
  void metricPickerWanted();
  /// Asked once for each key while a live device is chosen, a moment after the last change.
  void legalityWanted(QString key, dsm::model::RunRequest request);

 private:
  struct Kept {
    model::Values values;
    std::set<std::string> ticked;
  };
  void loadDefaults();
  void update();
  void judge();
  void announce();
  void askDevice();
  model::Values valuesFor(const std::string& variant, const model::Values& from) const;
  model::RunRequest requestFor(const std::string& variant) const;
  std::vector<std::string> variantsJudging(const model::Parameter& parameter) const;

  const model::Catalogue m_catalogue;
  const model::ExperimentSpec* m_spec = nullptr;
  model::Values m_values;
  std::set<std::string> m_ticked;
  std::map<std::string, Kept> m_kept;  // by experiment
  std::shared_ptr<const model::Device> m_device;
  bool m_live = false;
  std::map<std::string, model::Legality> m_legality;
  model::CounterRequest m_counters{{std::string(model::kTrafficSet)}, {}, true};
  std::optional<model::Preflight> m_preflight;
  model::MeasurementPlan m_plan;
  QHash<QString, model::Legality> m_answers;  // the device's own
  std::set<QString> m_asked;
  QTimer m_askLater;
};

}  // namespace dsm::ui
