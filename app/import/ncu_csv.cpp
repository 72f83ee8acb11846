// SPDX-License-Identifier: GPL-3.0-or-later
// CSV of Nsight Compute, as `ncu --csv` and `ncu -i REPORT --csv` print it, in both of its pages:
//   raw      a row of names, a row of units, then one row a launch with one column a metric
//   details  one row a launch and metric, with the columns Section Name, Metric Name, Metric Unit and Metric Value;
//            rows of a rule have no metric and are left out
// Each launch becomes a run with counters and without samples: the time of a profiled launch is never its time. The program's own
// output and the ==PROF== lines may stand before the table.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include "app/import/csv_text.h"
#include "app/import/imported_session.h"
#include "app/import/ncu_numbers.h"
#include "app/import/text_place.h"
#include "gpu/model/imported.h"

namespace dsm::app {
namespace {

constexpr const char* kHint = "Write it anew with ncu --csv --page raw.";

// Columns that say which launch it is; whatever else the raw page has is a metric.
bool isMetricColumn(std::string_view name) {
  static constexpr std::array<std::string_view, 12> kLaunch{"ID",      "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time",
                                                            "Context", "Stream",     "Block Size",   "Grid Size", "Device",      "CC"};
  const bool nvtx = name.find(":Domain") != std::string_view::npos || name.starts_with("thread Domain");
  return !name.empty() && !nvtx && std::ranges::find(kLaunch, name) == kLaunch.end();
}

std::optional<std::size_t> headerByte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = text.substr(at);
    if (line.starts_with("\"ID\",") || line.starts_with("ID,")) return at;
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return std::nullopt;
}

// `==PROF== Profiling "name" - 0: 0%....100% - 8 passes`: the passes of launch 0.
std::map<std::string, std::uint32_t> passesById(std::string_view text) {
  std::map<std::string, std::uint32_t> passes;
  for (std::size_t at = 0; (at = text.find("==PROF== Profiling ", at)) != std::string_view::npos; ++at) {
    const std::string_view line = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
    const std::size_t id = line.find("\" - ");
    const std::size_t last = line.rfind(" - ");
    if (id == std::string_view::npos || last == std::string_view::npos || last <= id) continue;
    std::uint32_t count = 0;
    std::from_chars(line.data() + last + 3, line.data() + line.size(), count);
    const std::size_t idEnd = line.find_first_not_of("0123456789", id + 4);
    if (count > 0 && idEnd != std::string_view::npos) passes[std::string(line.substr(id + 4, idEnd - id - 4))] = count;
  }
  return passes;
}

// "void ns::<unnamed>::copy<float, 4>(float const*)" -> "ns::copy".
std::string shortName(std::string name) {
  for (const std::string_view anonymous : {"(anonymous namespace)::", "<unnamed>::"}) {
    for (std::size_t at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous)) name.erase(at, anonymous.size());
  }
  name = name.substr(0, std::min(name.find_first_of("<("), name.size()));
  while (name.ends_with(' ')) name.pop_back();
  const std::size_t space = name.rfind(' ');
  if (space != std::string::npos) name.erase(0, space + 1);
  return name.empty() ? "kernel without a name" : name;
}

// The product of "(256, 1, 1)"; 0 where it is none.
std::uint64_t volumeOf(const std::string& text) {
  std::uint64_t volume = 0;
  for (std::size_t at = text.find_first_of("0123456789"); at != std::string::npos; at = text.find_first_of("0123456789", at)) {
    std::uint64_t side = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), side);
    if (error != std::errc{}) return 0;
    volume = volume == 0 ? side : volume * side;
    at = static_cast<std::size_t>(end - text.data());
  }
  return volume;
}

class NcuReader {
 public:
  NcuReader(std::string_view text, const std::string& source) : m_text(text), m_source(source), m_passes(passesById(text)) {}

  model::Expected<ImportedSession> read() {
    const auto begin = headerByte(m_text);
    if (!begin) return fail(0, "no line of column names that begins with \"ID\"");
    CsvReader reader(m_text, *begin);
    std::vector<CsvRow> rows;
    for (;;) {
      auto row = reader.next();
      if (!row) return fail(reader.errorByte(), row.error().message);
      if (row->empty()) break;
      rows.push_back(std::move(*row));
    }
    m_header = std::move(rows.front());
    rows.erase(rows.begin());
    if (auto checked = checkHeader(); !checked) return tl::unexpected(checked.error());
    const bool details = column("Metric Name") && column("Metric Value");
    if (auto checked = checkRows(rows, details); !checked) return tl::unexpected(checked.error());
    if (auto done = details ? readDetails(rows) : readRaw(rows); !done) return tl::unexpected(done.error());
    return finish(details ? "details" : "raw");
  }

 private:
  tl::unexpected<model::Error> fail(std::size_t byte, const std::string& what) const {
    return model::fail("bad_import", m_source + ", " + placeText(placeOf(m_text, byte)) + ": " + what + ".", kHint);
  }

  std::optional<std::size_t> column(std::string_view name) const {
    for (std::size_t at = 0; at < m_header.size(); ++at) {
      if (m_header[at].text == name) return at;
    }
    return std::nullopt;
  }

  std::string cell(const CsvRow& row, std::string_view name) const {
    const auto at = column(name);
    return at && *at < row.size() ? row[*at].text : std::string();
  }

  model::Expected<void> checkHeader() const {
    if (!column("Kernel Name")) return fail(m_header.front().byte, "no column \"Kernel Name\"");
    std::set<std::string> names;
    for (const CsvField& field : m_header) {
      if (!field.text.empty() && !names.insert(field.text).second) return fail(field.byte, "the column \"" + field.text + "\" is there twice");
    }
    return {};
  }

  // As many fields as names; only the columns of rules, which come last, may be missing. One way to write numbers.
  model::Expected<void> checkRows(std::vector<CsvRow>& rows, bool details) {
    const std::size_t least = details ? std::max(*column("Metric Name"), *column("Metric Value")) + 1 : m_header.size();
    for (CsvRow& row : rows) {
      if (row.size() > m_header.size() || row.size() < least) {
        const std::size_t byte = row.size() > m_header.size() ? row[m_header.size()].byte : row.back().byte;
        return fail(byte, std::to_string(row.size()) + " fields, " + std::to_string(m_header.size()) + " expected");
      }
      row.resize(m_header.size());
      for (std::size_t at = 0; at < row.size(); ++at) {
        if (details ? at != *column("Metric Value") : !isMetricColumn(m_header[at].text)) continue;
        const auto shown = styleShownBy(row[at].text);
        if (!shown) continue;
        if (m_style && *m_style != *shown) return fail(row[at].byte, "a decimal point and a decimal comma in one file");
        m_style = shown;
      }
    }
    return {};
  }

  model::Run& launchOf(const CsvRow& row) {
    const std::string key = cell(row, "Process ID") + "/" + cell(row, "ID");
    const auto [place, added] = m_places.emplace(key, m_runs.size());
    if (!added) return m_runs[place->second];
    model::Run run;
    const std::string kernel = cell(row, "Kernel Name");
    const std::string name = shortName(kernel);
    run.id = "ncu-" + std::to_string(m_runs.size() + 1);
    run.experiment = std::string(model::kNcuExperiment) + name;
    run.variant = "launch " + std::to_string(++m_launches[name]);
    run.origin = model::Origin::recorded;
    run.deviceUuid = deviceOf(row);
    run.launch.gridBlocks = volumeOf(cell(row, "Grid Size"));
    run.launch.threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(volumeOf(cell(row, "Block Size")), 1u << 20));
    run.provenance.workerVersion = "Nsight Compute, version not in the file";
    run.notes = "Imported from " + m_source + " (Nsight Compute, --csv). " + kernel + ", launch ID " + cell(row, "ID") + " of " +
                cell(row, "Process Name") + ", grid " + cell(row, "Grid Size") + ", block " + cell(row, "Block Size") +
                ". Cache control and clocks are not in the file; by default ncu flushes the caches and locks the clocks.";
    run.counters.emplace();
    run.counters->collected = true;
    run.counters->kernel = name;
    run.counters->replayMode = "not known";
    run.counters->cache = model::CacheState::flushed;
    const auto passes = m_passes.find(cell(row, "ID"));
    run.counters->passes = passes == m_passes.end() ? 0 : passes->second;
    m_runs.push_back(std::move(run));
    return m_runs.back();
  }

  std::string deviceOf(const CsvRow& row) {
    const std::string number = cell(row, "Device");
    const std::string cc = cell(row, "CC");
    const std::string uuid = "ncu-device-" + (number.empty() ? std::string("0") : number);
    if (std::ranges::find(m_devices, uuid, &model::Device::uuid) != m_devices.end()) return uuid;
    model::Device device;
    device.uuid = uuid;
    device.name = "GPU " + (number.empty() ? std::string("0") : number) + (cc.empty() ? std::string() : " of CC " + cc) + " (not named in the file)";
    const std::size_t point = cc.find('.');
    std::from_chars(cc.data(), cc.data() + std::min(point, cc.size()), device.ccMajor);
    if (point != std::string::npos) std::from_chars(cc.data() + point + 1, cc.data() + cc.size(), device.ccMinor);
    m_devices.push_back(std::move(device));
    return uuid;
  }

  void addMetric(model::Run& run, std::string name, const std::string& text, const std::string& unit, const std::string& section) {
    model::Counters& counters = *run.counters;
    if (!section.empty()) {  // the details page has labels, and the same one in several sections
      if (counters.find(name) != nullptr) name += " (" + section + ")";
      if (counters.find(name) != nullptr) return;
    }
    if (name == "device__attribute_display_name") std::ranges::find(m_devices, run.deviceUuid, &model::Device::uuid)->name = text;
    const auto number = numberFrom(text, m_style.value_or(NumberStyle::decimalPoint));
    if (!number) {
      counters.missing.push_back({name, text.empty() ? "The file has no value." : "The file says \"" + text + "\", which is no number."});
      return;
    }
    const BaseUnit base = baseUnitOf(unit);
    model::CounterValue value;
    value.name = std::move(name);
    value.value = *number * base.factor;
    value.unit = base.unit;
    if (base.factor != 1) value.description = text + " " + unit + " in the file.";
    value.set = section.empty() ? std::string(model::kCustomSet) : section;
    value.passes = std::max(1u, counters.passes);
    counters.values.push_back(std::move(value));
  }

  model::Expected<void> readDetails(const std::vector<CsvRow>& rows) {
    for (const CsvRow& row : rows) {
      const std::string name = cell(row, "Metric Name");
      model::Run& run = launchOf(row);
      if (!name.empty()) addMetric(run, name, cell(row, "Metric Value"), cell(row, "Metric Unit"), cell(row, "Section Name"));
    }
    return {};
  }

  model::Expected<void> readRaw(const std::vector<CsvRow>& rows) {
    const std::size_t id = *column("ID");
    const bool hasUnits = !rows.empty() && rows.front()[id].text.empty();
    for (std::size_t place = hasUnits ? 1 : 0; place < rows.size(); ++place) {
      const CsvRow& row = rows[place];
      if (row[id].text.empty()) return fail(row[id].byte, "a launch without an ID");
      model::Run& run = launchOf(row);
      for (std::size_t at = 0; at < m_header.size(); ++at) {
        if (isMetricColumn(m_header[at].text)) addMetric(run, m_header[at].text, row[at].text, hasUnits ? rows.front()[at].text : "", "");
      }
    }
    return {};
  }

  model::Expected<ImportedSession> finish(const char* page) {
    if (m_runs.empty()) return fail(m_text.size(), "no launch");
    ImportedSession imported;
    imported.tool = "Nsight Compute";
    imported.session.title = m_source + " (Nsight Compute, " + page + " page)";
    imported.session.origin = model::Origin::recorded;
    imported.session.devices = std::move(m_devices);
    std::size_t missing = 0;
    for (model::Run& run : m_runs) {
      missing += run.counters->missing.size();
      imported.session.runs.push_back(std::make_shared<const model::Run>(std::move(run)));
    }
    if (missing > 0) imported.remarks.push_back(std::to_string(missing) + " values are no numbers and are kept as not collected.");
    return imported;
  }

  std::string_view m_text;
  const std::string& m_source;
  std::map<std::string, std::uint32_t> m_passes;
  CsvRow m_header;
  std::optional<NumberStyle> m_style;
  std::map<std::string, std::size_t> m_places;  // "process/launch" -> place in m_runs
  std::map<std::string, int> m_launches;        // of each kernel
  std::vector<model::Run> m_runs;
  std::vector<model::Device> m_devices;
};

}  // namespace

model::Expected<ImportedSession> importNcuCsv(std::string_view text, const std::string& source) { return NcuReader(text, source).read(); }

}  // namespace dsm::app
