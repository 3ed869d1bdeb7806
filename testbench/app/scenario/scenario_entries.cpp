#include "testbench/app/scenario/scenario_entries.h"

#include <fmt/core.h>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

void repeated(const Place& place, const std::string& path, const Place& first, DiagnosticList& diagnostics) {
  diagnostics.add(place, fmt::format("'{}' is given twice; first in line {}", path, first.line));
}

}  // namespace

void ScenarioEntries::collect(const YamlNode& root, bool later_wins, DiagnosticList& diagnostics) {
  collect_section(root, "", later_wins, diagnostics);
}

void ScenarioEntries::collect_section(const YamlNode& map, const std::string& section, bool later_wins,
                                      DiagnosticList& diagnostics) {
  for (std::size_t i = 0; i < map.items.size(); ++i) {
    const YamlNode& key = map.keys[i];
    const YamlNode& value = map.items[i];
    const std::string path = section.empty() ? key.text : section + "." + key.text;
    const int number = find_key(path);
    if (!key.is(Kind::kScalar)) {
      diagnostics.add(key.place, fmt::format("a key is a word, not {}", describe(key.kind)));
    } else if (number >= 0) {
      const auto [known, inserted] = entries_.try_emplace(number, Entry{key.place, value, false});
      if (inserted) continue;
      if (!later_wins) repeated(key.place, path, known->second.key_place, diagnostics);
      known->second = {key.place, value, !later_wins};
    } else if (!section.empty() || !is_section(key.text)) {
      diagnostics.add(key.place, unknown_key(section, key.text),
                      [section, name = key.text] { return unknown_key_hint(section, name); });
    } else {
      const auto [known, inserted] = sections_.try_emplace(key.text, key.place);
      if (!inserted && !later_wins) repeated(key.place, path, known->second, diagnostics);
      if (key.text == "parameters" || value.place.source == nullptr) continue;
      if (value.is(Kind::kMap)) {
        collect_section(value, key.text, later_wins, diagnostics);
      } else {
        diagnostics.add(value.place, fmt::format("{} is a section of keys ({}), not {}", path,
                                                 enumeration(key_names(key.text), "and"), describe(value.kind)));
      }
    }
  }
}

const Entry* ScenarioEntries::find(const std::string& path) const {
  const auto found = entries_.find(find_key(path));
  return found == entries_.end() ? nullptr : &found->second;
}

const Place* ScenarioEntries::section(const std::string& name) const {
  const auto found = sections_.find(name);
  return found == sections_.end() ? nullptr : &found->second;
}

void ScenarioEntries::override_with(const ScenarioEntries& other) {
  for (const auto& entry : other.entries_) entries_[entry.first] = entry.second;
  for (const auto& section : other.sections_) sections_.insert(section);
}

}  // namespace tactus
