// SPDX-License-Identifier: GPL-3.0-or-later
//
// State and judgement of Configure. Every question to a spec is arithmetic, so that all of it is done anew at each
// change: some microseconds for each variant and choice.
#include "ui/configure/configuration.h"

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr qsizetype kMostAnswers = 4096;  // the device's answers kept; beyond it they are asked again
constexpr int kAskDelayMs = 60;          // a dragged slider asks once it rests

}  // namespace

Configuration::Configuration(const model::Catalogue& catalogue, QObject* parent)
    : QObject(parent), m_catalogue(catalogue), m_spec(catalogue.front()) {
  m_askLater.setSingleShot(true);
  m_askLater.setInterval(kAskDelayMs);
  connect(&m_askLater, &QTimer::timeout, this, &Configuration::askDevice);
  loadDefaults();
  update();
}

std::int64_t Configuration::value(const std::string& parameter) const {
  const auto found = m_values.find(parameter);
  return found == m_values.end() ? 0 : found->second;
}

std::vector<std::string> Configuration::ticked() const {
  std::vector<std::string> ids;
  for (const model::VariantInfo& variant : m_spec->info().variants) {
    if (m_ticked.contains(variant.id)) ids.push_back(variant.id);
  }
  return ids;
}

std::string Configuration::leadVariant() const {
  const std::vector<std::string> ids = ticked();
  // A refusal that names a setting is what the person is working on; one that does not is the device's last word.
  for (const std::string& id : ids) {
    const model::Legality* legality = legalityOf(id);
    if (legality == nullptr || legality->fits || !legality->parameter.empty()) return id;
  }
  if (!ids.empty()) return ids.front();
  return m_spec->info().variants.empty() ? std::string() : m_spec->info().variants.front().id;
}

const model::Legality* Configuration::legalityOf(const std::string& variant) const {
  const auto found = m_legality.find(variant);
  return found == m_legality.end() ? nullptr : &found->second;
}

std::vector<std::string> Configuration::variantsJudging(const model::Parameter& parameter) const {
  std::vector<std::string> chosen;
  std::vector<std::string> all;
  for (const model::VariantInfo& variant : m_spec->info().variants) {
    if (!model::appliesTo(parameter, variant.id)) continue;
    all.push_back(variant.id);
    if (m_ticked.contains(variant.id)) chosen.push_back(variant.id);
  }
  return chosen.empty() ? all : chosen;
}

ValueState Configuration::stateOf(const model::Parameter& parameter, std::int64_t value) const {
  ValueState state;
  if (!m_device) return state;
  model::Values changed = m_values;
  changed[parameter.id] = value;
  const bool isCurrent = value == this->value(parameter.id);
  bool first = true;
  for (const std::string& variant : variantsJudging(parameter)) {
    const model::Legality* known = isCurrent ? legalityOf(variant) : nullptr;
    const model::Legality legality = known != nullptr ? *known : m_spec->legality(valuesFor(variant, changed), variant, *m_device);
    if (legality.fits) return {};
    // The reason that names this very parameter explains best.
    if (first || (state.why.parameter != parameter.id && legality.parameter == parameter.id)) state.why = legality;
    first = false;
    state.available = false;
  }
  return state;
}

std::optional<Remedy> Configuration::remedyFor(const model::Parameter& parameter, std::int64_t value,
                                               const model::Legality& why) const {
  if (!m_device || why.remedy.empty()) return std::nullopt;
  const model::Parameter* toggle = m_spec->parameter(why.remedy);
  if (toggle == nullptr || toggle->kind != model::ParameterKind::toggle) return std::nullopt;
  model::Values changed = m_values;
  changed[parameter.id] = value;
  const std::int64_t turned = this->value(toggle->id) == 0 ? 1 : 0;
  changed[toggle->id] = turned;
  for (const std::string& variant : variantsJudging(parameter)) {
    if (m_spec->legality(valuesFor(variant, changed), variant, *m_device).fits) return Remedy{toggle, turned};
  }
  return std::nullopt;
}

bool Configuration::isUsed(const model::Parameter& parameter) const {
  return m_ticked.empty() ||
         std::ranges::any_of(m_ticked, [&](const std::string& variant) { return model::appliesTo(parameter, variant); });
}

std::vector<model::RunRequest> Configuration::requests() const {
  std::vector<model::RunRequest> requests;
  for (const std::string& variant : ticked()) {
    const model::Legality* legality = legalityOf(variant);
    if (legality == nullptr || legality->fits) requests.push_back(requestFor(variant));
  }
  return requests;
}

model::RunRequest Configuration::requestFor(const std::string& variant) const {
  model::RunRequest request;
  request.experiment = m_spec->info().id;
  request.variant = variant;
  request.values = valuesFor(variant, m_values);
  request.plan = m_plan;
  if (m_device) request.deviceUuid = m_device->uuid;
  return request;
}

QString Configuration::keyOf(const std::string& variant) const {
  std::string key = m_spec->info().id + "|" + variant + "|";
  bool first = true;
  for (const auto& [id, value] : valuesFor(variant, m_values)) {
    key += (first ? "" : ",") + id + "=" + std::to_string(value);
    first = false;
  }
  key += "|" + (m_device ? m_device->uuid : std::string());
  return QString::fromStdString(key);
}

model::Values Configuration::valuesFor(const std::string& variant, const model::Values& from) const {
  model::Values values;
  for (const model::Parameter& parameter : m_spec->info().parameters) {
    if (!model::appliesTo(parameter, variant)) continue;
    const auto found = from.find(parameter.id);
    values[parameter.id] = found == from.end() ? parameter.defaultValue : found->second;
  }
  return values;
}

void Configuration::showExperiment(const std::string& id) {
  const model::ExperimentSpec* wanted = model::findSpec(m_catalogue, id);
  if (wanted == nullptr || wanted == m_spec) return;
  m_kept[m_spec->info().id] = {m_values, m_ticked};
  m_spec = wanted;
  const auto kept = m_kept.find(id);
  if (kept == m_kept.end()) {
    loadDefaults();
  } else {
    m_values = kept->second.values;
    m_ticked = kept->second.ticked;
  }
  // Controls of the old experiment must not be refreshed with the new one: its own come first, and find legality ready.
  judge();
  emit experimentChanged();
  announce();
}

void Configuration::setValue(const std::string& parameter, std::int64_t value) {
  const auto found = m_values.find(parameter);
  if (found == m_values.end() || found->second == value) return;
  found->second = value;
  update();
}

void Configuration::setValues(const model::Values& values) {
  bool different = false;
  for (const auto& [id, value] : values) {
    const auto found = m_values.find(id);
    if (found == m_values.end() || found->second == value) continue;
    found->second = value;
    different = true;
  }
  if (different) update();
}

void Configuration::setTicked(const std::string& variant, bool on) {
  if (m_spec->variant(variant) == nullptr || m_ticked.contains(variant) == on) return;
  if (on) {
    m_ticked.insert(variant);
  } else {
    m_ticked.erase(variant);
  }
  update();
}

void Configuration::setTickedVariants(const std::vector<std::string>& variants) {
  std::set<std::string> ticked;
  for (const std::string& variant : variants) {
    if (m_spec->variant(variant) != nullptr) ticked.insert(variant);
  }
  if (ticked == m_ticked) return;
  m_ticked = std::move(ticked);
  update();
}

void Configuration::setDevice(std::shared_ptr<const model::Device> device, bool live) {
  const bool same = live == m_live && (device == m_device || (device && m_device && *device == *m_device));
  if (same) return;
  m_device = std::move(device);
  m_live = live;
  m_asked.clear();  // another worker may stand behind the same device
  update();
}

void Configuration::setDeviceLegality(const QString& key, const model::Legality& legality) {
  if (m_answers.size() >= kMostAnswers) m_answers.clear();
  m_answers.insert(key, legality);
  for (const model::VariantInfo& variant : m_spec->info().variants) {
    if (keyOf(variant.id) == key) {
      update();
      return;
    }
  }
}

void Configuration::setCounters(const model::CounterRequest& counters) {
  if (counters == m_counters) return;
  m_counters = counters;
  emit countersChanged();
}

void Configuration::setPreflight(const model::Preflight& preflight) {
  m_preflight = preflight;
  emit countersChanged();
}

void Configuration::reset() {
  loadDefaults();
  update();
}

void Configuration::loadDefaults() {
  m_values.clear();
  m_ticked.clear();
  for (const model::Parameter& parameter : m_spec->info().parameters) m_values[parameter.id] = parameter.defaultValue;
  for (const model::VariantInfo& variant : m_spec->info().variants) m_ticked.insert(variant.id);
}

void Configuration::update() {
  judge();
  announce();
}

void Configuration::judge() {
  m_legality.clear();
  if (m_device) {
    for (const model::VariantInfo& variant : m_spec->info().variants) {
      const auto answer = m_answers.constFind(keyOf(variant.id));
      m_legality[variant.id] = answer != m_answers.constEnd()
                                   ? *answer
                                   : m_spec->legality(valuesFor(variant.id, m_values), variant.id, *m_device);
    }
  }
}

void Configuration::announce() {
  if (m_live) m_askLater.start();
  emit changed();
}

void Configuration::askDevice() {
  if (!m_live || !m_device) return;
  std::vector<std::pair<QString, model::RunRequest>> wanted;
  for (const std::string& variant : ticked()) {
    const QString key = keyOf(variant);
    if (!m_answers.contains(key) && m_asked.insert(key).second) wanted.emplace_back(key, requestFor(variant));
  }
  for (const auto& [key, request] : wanted) emit legalityWanted(key, request);
}

}  // namespace dsm::ui
