#include "testbench/app/scenario/scenario_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>

#include "testbench/app/scenario/deadlock_check.h"
#include "testbench/app/scenario/message_file.h"
#include "testbench/app/scenario/noise_file.h"
#include "testbench/app/scenario/override_option.h"
#include "testbench/app/scenario/parameters.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/scenario_entries.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/settle.h"
#include "testbench/app/scenario/source_file.h"
#include "testbench/app/scenario/struct_codec.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

/// "workload.messages" of "workload.messages[3]".
std::string list_of(const std::string& key) { return key.substr(0, key.find('[')); }

Diagnostic diagnostic_at(const Place& place) {
  return {place.source->name, place.line, place.column, {}, place.source->line(place.line)};
}

class ScenarioReader {
 public:
  explicit ScenarioReader(const std::string& path) : path_(path) { add_source(path); }

  [[nodiscard]] bool load_file() { return load(file(), kLargestScenario, nullptr, diagnostics_); }
  void set_text(const std::string& text) { file().text = text; }

  void read(const std::vector<std::string>& overrides) {
    // Without its syntax nothing about a source is known.
    const bool parsed = read_file();
    read_overrides(overrides);
    if (!parsed) return;
    resolve_parameters();
    decode();
    check();
  }

  ScenarioResult result() {
    if (!diagnostics_.empty()) return diagnostics_.sorted();
    return std::move(whole_.scenario);
  }

 private:
  SourceText& file() { return sources_.front(); }
  SourceText& add_source(const std::string& name) {
    sources_.push_back({name, {}, 1, static_cast<int>(sources_.size())});
    return sources_.back();
  }

  bool read_file();
  void read_overrides(const std::vector<std::string>& overrides);
  void apply_override(const OverrideOption& option);
  void resolve_parameters();
  void decode();
  void check();
  [[nodiscard]] MachineConfig machine_of_workload() const;
  bool read_message_file();
  void check_replacements();
  void check_noise();
  bool read_noise_file();
  /// A file that the scenario names, not read yet.
  SourceText& add_file(const std::string& name) { return add_source(whole_.scenario.beside(name).string()); }
  /// Whether the file, which `entry` names, is a text.
  bool load_text(SourceText& source, std::size_t largest, const Entry& entry) {
    return load(source, largest, &entry.value.place, diagnostics_) && check_text(source, diagnostics_);
  }
  [[nodiscard]] bool machine_is_known() const;
  /// Faults of `member` of the scenario, or of all of it.
  void report(const std::string& member, const std::vector<ConfigFault>& faults);
  /// `key` is an item of a file that a key names, as "workload.messages[3]".
  [[nodiscard]] bool is_in_file(const std::string& key) const {
    return key.find('[') != std::string::npos && item_places_.count(list_of(key)) > 0;
  }
  [[nodiscard]] Place place_of(const std::string& key) const;
  /// The fault by the keys within a value that has such; `place` becomes that of what is at fault.
  [[nodiscard]] KeyFault located(const KeyFault& fault, Place& place, std::string& written) const;
  void check_node(NetworkKind network);
  void check_rails();

  std::string path_;
  std::deque<SourceText> sources_;  ///< the scenario, the options, the files that it names: places point to them
  DiagnosticList diagnostics_;
  Parameters parameters_{diagnostics_};
  ScenarioSource file_;
  ScenarioEntries options_;
  ScenarioSource whole_;                                   ///< what holds in the end
  std::map<std::string, std::vector<Place>> item_places_;  ///< in the file that a key names
};

bool ScenarioReader::read_file() {
  if (!check_text(file(), diagnostics_)) return false;
  const std::optional<YamlNode> root = parse_yaml(file(), 0, diagnostics_);
  if (!root) return false;
  if (!root->is(Kind::kMap)) {
    diagnostics_.add(root->place, fmt::format("a scenario is keys and values, not {}", describe(root->kind)));
    return false;
  }
  for (std::size_t i = 0; i < root->items.size(); ++i) {
    if (root->keys[i].text == "parameters") parameters_.declare(root->items[i]);
  }
  file_.entries.collect(*root, false, diagnostics_);
  return true;
}

void ScenarioReader::read_overrides(const std::vector<std::string>& overrides) {
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    SourceText& source = add_source("--set " + overrides[i]);
    source.text = overrides[i];
    source.first_line = static_cast<int>(i) + 1;
    if (!overrides[i].empty() && !check_text(source, diagnostics_)) {
      // The option is not fit to be printed.
      source.name = "--set";
      continue;
    }
    if (const std::optional<OverrideOption> option = parse_override(source, diagnostics_)) apply_override(*option);
  }
}

void ScenarioReader::apply_override(const OverrideOption& option) {
  const std::string& first = option.path.front().text;
  const bool is_parameter = option.path.size() == 1 && parameters_.has(first);
  const bool in_parameters = option.path.size() == 2 && first == "parameters";
  if (is_parameter || in_parameters) {
    const YamlNode& name = option.path.back();
    if (parameters_.has(name.text)) return parameters_.set(name.text, option.value);
    return diagnostics_.add(name.place, parameters_.unknown(name.text) + parameters_.unknown_hint(name.text));
  }
  const bool known = find_key(first) >= 0 || is_section(first);
  if (!known || first == "parameters") {
    return diagnostics_.add(option.path.front().place,
                            unknown_key("", first) + unknown_key_hint("", first, parameters_.names()));
  }
  options_.collect(option.as_tree(), true, diagnostics_);
}

void ScenarioReader::resolve_parameters() {
  const auto resolve = [this](const YamlNode& value) { return parameters_.resolve(value); };
  file_.entries.transform_values(resolve);
  options_.transform_values(resolve);
  parameters_.check_used();
}

void ScenarioReader::decode() {
  // The file by itself first, so that no option hides a fault in it.
  file_.decode(options_.list().empty(), diagnostics_);
  check_conditions(file_.entries, file_, diagnostics_);
  whole_ = merged(file_, options_, diagnostics_);
  check_conditions(options_, whole_, diagnostics_);
  check_required(whole_, diagnostics_);
  Scenario& scenario = whole_.scenario;
  scenario.path = path_;
  if (scenario.name.empty()) scenario.name = std::filesystem::path(path_).stem().string();
  scenario.parameters = parameters_.values();
  for (const auto& [number, entry] : whole_.entries.list()) {
    const Place& place = entry.value.place;
    if (place.source != nullptr) scenario.places[key_at(number).path] = diagnostic_at(place);
  }
}

Place ScenarioReader::place_of(const std::string& key) const {
  if (is_in_file(key)) return item_places_.at(list_of(key)).at(std::stoul(key.substr(key.find('[') + 1)));
  for (const std::string& source : sources_of_fault(key)) {
    if (const Entry* entry = whole_.entries.find(source)) return entry->value.place;
  }
  if (const Place* section = whole_.entries.section(key.substr(0, key.find('.')))) return *section;
  return {&sources_.front(), 1, 1};
}

KeyFault ScenarioReader::located(const KeyFault& fault, Place& place, std::string& written) const {
  const std::string key = list_of(fault.key);
  place = place_of(is_in_file(fault.key) ? fault.key : key);
  const Entry* entry = whole_.entries.find(key);
  const int number = find_key(key);
  if (entry != nullptr) written = entry->value.written;
  if (key == fault.key || number < 0 || is_in_file(fault.key)) return fault;
  const ValuePart part =
      find_part(entry == nullptr ? YamlNode{} : entry->value, key_at(number).form, fault.key.substr(key.size()));
  if (part.place.source != nullptr) place = part.place;
  written = part.written;
  return {key + part.path, fault.message};
}

void ScenarioReader::report(const std::string& member, const std::vector<ConfigFault>& faults) {
  for (const KeyFault& found : key_faults(member, faults)) {
    Place place;
    std::string written;
    const KeyFault fault = located(found, place, written);
    const Entry* entry = whole_.entries.find(list_of(fault.key));
    const bool in_file = is_in_file(fault.key);
    const std::vector<std::string> sources = sources_of_fault(fault.key);
    const auto is_bad = [this](const std::string& key) { return whole_.bad.count(key) > 0; };
    if (std::any_of(sources.begin(), sources.end(), is_bad)) continue;
    // A key that is not given may be at fault only because another one could not be read.
    if (entry == nullptr && !in_file && !whole_.bad.empty()) continue;
    const bool has_origin = !in_file && !written.empty();
    diagnostics_.add(place, (in_file ? "" : fault.key + ": ") + fault.message +
                                (has_origin ? fmt::format(" (written as {})", written) : ""));
  }
}

bool ScenarioReader::machine_is_known() const {
  const auto of_machine = [](const std::string& key) {
    const std::string section = key.substr(0, key.find('.'));
    return section == "clock" || section == "network" || section == "link" || section == "router" || section == "nic" ||
           section == "memory" || section == "flow";
  };
  return std::none_of(whole_.bad.begin(), whole_.bad.end(), of_machine);
}

void ScenarioReader::check() {
  const Scenario& scenario = whole_.scenario;
  report({}, validate_name(scenario.name));
  if (scenario.network.kind == NetworkKind::kRails) return check_rails();
  if (scenario.is_lone_node()) return report({}, validate(scenario.lone_node, scenario.workload, scenario.seed));
  const std::vector<ConfigFault> machine_faults = validate(scenario.machine);
  report("machine", machine_faults);
  if (machine_faults.empty()) whole_.scenario.machine.link.bandwidth = scenario.machine.clock.rate_of(kFlitBytes);
  const AlgorithmPolicy& algorithm = policy(scenario.workload.algorithm);
  if (needs_lone_node(algorithm)) {
    return report("workload", {{"algorithm", "only a node alone runs it: use network.kind none"}});
  }
  if (scenario.node.kind == NodeKind::kNuma) check_node(NetworkKind::kTorus);
  if (scenario.has_cores()) report({}, validate_cores_of_torus(scenario.lone_node, scenario.workload));
  report("pacing", validate(scenario.pacing));
  // The other checks need a machine.
  if (!machine_faults.empty() || !machine_is_known()) return;
  report("machine", find_deadlocks(scenario.machine));
  report("run", validate(scenario.run, scenario.machine));
  report("rtl", validate(scenario.rtl, scenario.machine));
  report("machine", rtl_faults(scenario.rtl, scenario.machine));
  report("pacing", rtl_control_faults(scenario.pacing, scenario.rtl));
  check_replacements();
  report("cycle", validate(scenario.cycle, scenario.machine));
  const std::vector<ConfigFault> flow_faults = validate(scenario.flow, scenario.machine);
  report("flow", flow_faults);
  if (!flow_faults.empty()) return;
  check_noise();
  if (whole_.bad.count("workload.algorithm") > 0) return;
  const int ranks = scenario.workload.ranks_per_node;
  const bool ranks_known = ranks >= 1 && ranks <= kMostRanksPerNode;
  if (algorithm.message_list && ranks_known && !read_message_file()) return;
  report("pacing", validate(scenario.pacing, scenario.workload));
  report("workload", validate(scenario.workload, machine_of_workload()));
  report("workload", rtl_message_faults(scenario.workload, scenario.rtl, scenario.machine));
}

/// The NUMA node, and the placement in it of what `network` moves.
void ScenarioReader::check_node(NetworkKind network) {
  const NodeConfig& node = whole_.scenario.node;
  // Of a list with faults in it the rest is known.
  const auto unknown = [this](const std::string& key) {
    const YamlNode& value = whole_.entries.find(key)->value;
    return key.rfind("node.", 0) == 0 && !(value.is(Kind::kSequence) && is_known(value));
  };
  if (std::any_of(whole_.bad.begin(), whole_.bad.end(), unknown)) return;
  const std::vector<ConfigFault> faults = validate(node.numa);
  report("node.numa", faults);
  if (!faults.empty()) return;
  const bool rails = network == NetworkKind::kRails;
  report("node", rails ? placement_faults(node, rail_nics(whole_.scenario.rails, node.numa).size())
                       : engine_placement_faults(node, whole_.scenario.machine.nics()));
}

void ScenarioReader::check_rails() {
  const RailsSettings& rails = whole_.scenario.rails;
  if (whole_.scenario.node.kind == NodeKind::kPlain) {
    report("node", {{"kind", "rails join NUMA nodes; leave the key out, or write numa"}});
  }
  report("rails", validate(rails, whole_.scenario.node.numa));
  check_node(NetworkKind::kRails);
}

/// The folders that are named have what is wanted of them.
void ScenarioReader::check_replacements() {
  const Entry* entry = whole_.entries.find("rtl.replace");
  if (entry == nullptr || whole_.bad.count("rtl.replace") > 0) return;
  for (std::size_t i = 0; i < whole_.scenario.rtl.replace.size(); ++i) {
    RtlReplacement& replacement = whole_.scenario.rtl.replace[i];
    const std::string key = "rtl.replace." + Codec<RtlPart>::show(replacement.part);
    const YamlNode& node = entry->value.items[i];
    whole_.scenario.places[key] = diagnostic_at(node.place);
    const RtlSourcesFault fault = check_rtl_sources(whole_.scenario.beside(replacement.sources), replacement.top);
    if (fault.key.empty()) continue;
    Place place = node.place;
    for (std::size_t k = 0; k < node.keys.size(); ++k) {
      if (node.keys[k].text == fault.key) place = node.items[k].place;
    }
    diagnostics_.add(place, key + ": " + fault.message);
  }
}

/// The machine as the workload sees it.
MachineConfig ScenarioReader::machine_of_workload() const {
  MachineConfig machine = whole_.scenario.machine;
  machine.nic.count = machine.nics();  // of the machine's own network
  machine.network = whole_.scenario.nodes();
  return machine;
}

/// Whether the workload has messages that can be checked further.
bool ScenarioReader::read_message_file() {
  const Entry* entry = whole_.entries.find("workload.messages");
  if (entry == nullptr) return false;
  SourceText& source = add_file(whole_.scenario.messages_file);
  const std::size_t faults = diagnostics_.size();
  if (!load_text(source, kLargestMessageFile, *entry)) return false;
  MessageFile messages =
      read_messages(source, machine_of_workload(), whole_.scenario.workload.ranks_per_node, diagnostics_);
  whole_.scenario.workload.messages = std::move(messages.messages);
  whole_.scenario.message_labels = std::move(messages.labels);
  item_places_["workload.messages"] = std::move(messages.places);
  return diagnostics_.size() == faults;
}

void ScenarioReader::check_noise() {
  RankNoiseConfig& noise = whole_.scenario.noise;
  if (whole_.bad.count("noise.kind") > 0) return;
  if (noise.events.kind == NoiseKind::kTrace && !read_noise_file()) return;
  report("noise", validate(noise, whole_.scenario.nodes().nodes()));
}

/// Whether there is a recording without faults.
bool ScenarioReader::read_noise_file() {
  const Entry* entry = whole_.entries.find("noise.file");
  if (entry == nullptr || whole_.bad.count("noise.file") > 0) return false;
  SourceText& source = add_file(whole_.scenario.noise_file);
  const std::size_t faults = diagnostics_.size();
  if (!load_text(source, kLargestMessageFile, *entry)) return false;
  NoiseFile recording = read_noise(source, diagnostics_);
  whole_.scenario.noise.events.period = recording.period;
  whole_.scenario.noise.events.trace = std::move(recording.events);
  return diagnostics_.size() == faults;
}

}  // namespace

ScenarioResult read_scenario(const std::string& path, const std::vector<std::string>& overrides) {
  ScenarioReader reader(path);
  if (reader.load_file()) reader.read(overrides);
  return reader.result();
}

ScenarioResult read_scenario_text(const std::string& path, const std::string& text,
                                  const std::vector<std::string>& overrides) {
  ScenarioReader reader(path);
  reader.set_text(text);
  reader.read(overrides);
  return reader.result();
}

}  // namespace tactus
