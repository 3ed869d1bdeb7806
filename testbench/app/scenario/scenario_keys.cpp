#include "testbench/app/scenario/scenario_keys.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

/// Number of the section among `scenario_sections()`; below all of them if it is empty.
std::ptrdiff_t place_of_section(const std::string& name) {
  if (name.empty()) return -1;
  const std::vector<SectionSpec>& sections = scenario_sections();
  const auto has_name = [&name](const SectionSpec& section) { return section.name == name; };
  return std::find_if(sections.begin(), sections.end(), has_name) - sections.begin();
}

/// All keys, with their numbers by path.
struct KeyTable {
  std::size_t policies = 0;  ///< that there were
  std::vector<KeySpec> keys;
  std::unordered_map<std::string, int> numbers;
};

/// Groups of keys by their sections; keys of one section stay in their order.
void sort_by_section(std::vector<KeySpec>& keys) {
  std::stable_sort(keys.begin(), keys.end(), [](const KeySpec& a, const KeySpec& b) {
    return place_of_section(a.section()) < place_of_section(b.section());
  });
}

KeyTable make_key_table() {
  KeyTable table;
  table.policies = registered_policies();
  table.keys = together(scenario_itself_keys(), numa_node_keys(), pacing_keys(), phase_keys(), control_keys(),
                        workload_keys(), noise_keys(), flow_keys(), run_keys(), parts_keys());
  for (const MachineRules* kind : all_policies<MachineRulesKind>()) {
    table.keys = together(std::move(table.keys), kind->keys());
  }
  sort_by_section(table.keys);
  for (const KeySpec& key : table.keys) table.numbers.emplace(key.path, static_cast<int>(table.numbers.size()));
  return table;
}

/// The table for the policies that there are now. A plug-in has another one made; those who have one keep it.
const KeyTable& key_table() {
  static std::deque<KeyTable> tables;
  if (tables.empty() || tables.back().policies != registered_policies()) tables.push_back(make_key_table());
  return tables.back();
}

}  // namespace

bool KeySpec::takes_effect(const Scenario& scenario) const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Condition& condition) { return condition.holds(scenario); });
}

std::string KeySpec::section() const {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? std::string() : path.substr(0, dot);
}

std::string KeySpec::name() const { return path.substr(path.find('.') + 1); }

std::string KeySpec::show_default() const {
  static const Scenario kDefaults;
  return show(kDefaults);
}

std::string KeySpec::describe_default() const {
  return time_default ? Codec<Picoseconds>::show(time_default->time) : show_default();
}

std::string KeySpec::describe() const {
  std::vector<std::string> needed;
  for (const Condition& condition : conditions) {
    if (!condition.document.empty()) needed.push_back(condition.document);
  }
  return needed.empty() ? doc : fmt::format("{} Only with {}.", doc, fmt::join(needed, ", and with "));
}

const std::vector<KeySpec>& scenario_keys() { return key_table().keys; }

const std::vector<SectionSpec>& scenario_sections() {
  static const std::vector<SectionSpec> kSections = {
      {"parameters", "Names and defaults that the rest of the file refers to as ${name}; `--set name=value` sets one."},
      {"network", "Kind and shape of the machine's network."},
      {"link", "Links between routers: their bandwidth, and the delays of cables."},
      {"faults",
       "Cables, routers and switches that carry nothing, from the beginning, from a time on or for a while; bit "
       "errors."},
      {"router", "Design axes of the router."},
      {"nic", "Number, sizes and rates of the DMA engines of a node."},
      {"memory", "Memory of a plain node."},
      {"processor", "Time that software costs."},
      {"node",
       "Inside of a node, and messages between its ranks. Keys of sockets and memories are for NUMA nodes, that is "
       "`node.kind: numa` or rails."},
      {"rails", "Two nodes joined back to back by cables, and the messages that are measured on them."},
      {"rdma", "Software at either end of the rails, and the time that it takes."},
      {"pacing",
       "Pacing registers of every DMA engine, for programs of ranks, and the injection control of the NIC, for an "
       "open loop too."},
      {"counter", "Errors of the cycle counter that the nodes have in common, for pacer modes of phases."},
      {"workload", "Program that the ranks of the processors run, or traffic that nodes create."},
      {"manycore",
       "A node of many cores with private caches on a ring: all of a machine without a network, or each node of a "
       "torus with `node.copies: cores`."},
      {"copy", "Copies that move messages from process to process of a node of many cores."},
      {"message", "Layout in memory of a message between processes of nodes of many cores."},
      {"noise", "Time that the operating system takes from the processors, in programs of ranks."},
      {"flow", "Network as `--level flow` sees it, in programs of ranks; other levels look at no key of this section."},
      {"cycle", "Pins in a machine at packet level."},
      {"rtl", "Parts of the machine that are RTL."},
      {"parts", "Parts of plug-ins in nodes of the machine; see parts.md."},
      {"run", "Watching, ending and sampling of a run."},
      {"waves", "Signals that `--waves` records."},
      {"trace", "Contents of trace.json, messages.csv and operations.csv."},
      {"attribution", "Splitting of latencies by what they were spent on."},
  };
  return kSections;
}

std::vector<std::pair<std::string, std::string>> resolved_configuration(const Scenario& scenario) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const KeySpec& key : scenario_keys()) {
    if (key.takes_effect(scenario)) list.emplace_back(key.path, key.show(scenario));
  }
  return list;
}

std::string to_yaml(const Scenario& scenario, const std::string& list_file) {
  Scenario named = scenario;
  named.messages_file = named.schedule_file = list_file;
  for (std::string& plugin : named.plugins) {
    plugin = std::filesystem::absolute(scenario.beside(plugin)).lexically_normal().string();
  }
  for (RtlReplacement& replacement : named.rtl.replace) {
    for (std::string* file : {&replacement.sources, &replacement.model}) {
      if (!file->empty()) *file = std::filesystem::absolute(scenario.beside(*file)).lexically_normal().string();
    }
  }
  const Scenario defaults;
  const bool other_clock = scenario.machine.clock != defaults.machine.clock ||
                           scenario.lone_node.cores.cycle != defaults.lone_node.cores.cycle;
  std::string text;
  std::string section;
  for (const KeySpec& key : scenario_keys()) {
    const std::string value = key.show(named);
    const bool plain = key.form.kind != ValueForm::Kind::kText;
    // Defaults that are times are other cycles of another clock.
    const bool required = key.required || (key.time_default && other_clock);
    if (!key.takes_effect(scenario) || (value == key.show(defaults) && !required)) continue;
    // A JSON string is a YAML one, whatever is in it.
    const std::string written = plain ? value : nlohmann::json(value).dump();
    if (key.section() != section) {
      section = key.section();
      text += fmt::format("{}:\n", section);
    }
    text += fmt::format("{}{}: {}\n", section.empty() ? "" : "  ", key.name(), written);
  }
  return text;
}

int find_key(const std::string& path) {
  const std::unordered_map<std::string, int>& numbers = key_table().numbers;
  const auto found = numbers.find(path);
  return found == numbers.end() ? -1 : found->second;
}

std::set<std::string> key_paths() {
  std::set<std::string> paths;
  for (const KeySpec& key : scenario_keys()) paths.insert(key.path);
  return paths;
}

const KeySpec& key_at(int number) { return scenario_keys()[static_cast<std::size_t>(number)]; }

std::string key_of_member(const std::string& member) {
  const std::vector<KeySpec>& keys = scenario_keys();
  const auto gives = [&](const KeySpec& key) { return key.member == member || key.file_member == member; };
  const auto found = std::find_if(keys.begin(), keys.end(), gives);
  return found == keys.end() ? std::string() : found->path;
}

std::vector<KeyFault> key_faults(const std::string& member, const std::vector<ConfigFault>& faults) {
  std::vector<KeyFault> found;
  for (const ConfigFault& fault : faults) {
    const std::string field = member.empty() ? fault.field : member + "." + fault.field;
    const std::size_t index = field.find('[');
    const std::string place = index == std::string::npos ? "" : field.substr(index);
    const std::string key = key_of_member(field.substr(0, index));
    found.push_back({key.empty() ? field : key + place, fault.message});
  }
  return found;
}

bool is_section(const std::string& name) {
  const std::vector<SectionSpec>& sections = scenario_sections();
  return std::any_of(sections.begin(), sections.end(), [&](const SectionSpec& s) { return s.name == name; });
}

std::vector<std::string> key_names(const std::string& section) {
  std::vector<std::string> names;
  for (const KeySpec& key : scenario_keys()) {
    if (key.section() == section) names.push_back(key.name());
  }
  if (section.empty()) {
    for (const SectionSpec& s : scenario_sections()) names.push_back(s.name);
  }
  return names;
}

std::string unknown_key(const std::string& section, const std::string& name) {
  return fmt::format("unknown key '{}{}'", section.empty() ? "" : section + ".", name);
}

std::string unknown_key_hint(const std::string& section, const std::string& name,
                             const std::vector<std::string>& also) {
  const std::string prefix = section.empty() ? "" : section + ".";
  if (prefix.empty() && name == "torus") {
    return "; torus.width and torus.height are network.shape: [width, height]";
  }
  std::vector<std::string> siblings = also;
  for (const std::string& sibling : key_names(section)) siblings.push_back(prefix + sibling);
  std::vector<std::string> found = misspelt_words(prefix + name, siblings);
  if (found.empty() || edit_distance(prefix + name, found.front()) >= static_cast<int>(name.size())) {
    found.clear();
    for (const std::string& longer : longer_words(name, key_names(section))) found.push_back(prefix + longer);
  }
  if (found.empty()) {
    for (const KeySpec& key : scenario_keys()) {
      if (!misspelt_words(name, {key.name()}).empty()) found.push_back(key.path);
    }
  }
  if (!found.empty()) return fmt::format("; did you mean {}?", enumeration(found, "or"));
  return fmt::format("; {} {}", section.empty() ? "a scenario has" : "section " + section + " has",
                     enumeration(key_names(section), "and"));
}

}  // namespace tactus
