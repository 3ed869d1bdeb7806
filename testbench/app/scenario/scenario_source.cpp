#include "testbench/app/scenario/scenario_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "testbench/app/scenario/codec.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

void repeated(const Place& place, const std::string& path, const Place& first, DiagnosticList& diagnostics) {
  diagnostics.add(place, fmt::format("'{}' is given twice; first in line {}", path, first.line));
}

bool decides(const Condition& condition, const ScenarioSource& context) {
  return context.bad.count(condition.decider) == 0;
}

/// The first condition that keeps `key` from taking effect in `context`; null if there is none.
const Condition* failing(const KeySpec& key, const ScenarioSource& context) {
  const auto fails = [&](const Condition& condition) {
    return decides(condition, context) && !condition.holds(context.scenario);
  };
  const auto found = std::find_if(key.conditions.begin(), key.conditions.end(), fails);
  return found == key.conditions.end() ? nullptr : &*found;
}

/// `key` would say what its decider is, could its value be read.
bool would_imply(const KeySpec& key, const Condition& condition, const ScenarioSource& context) {
  const auto is_decider = [&](const Implication& implication) { return implication.key == condition.decider; };
  return context.bad.count(key.path) > 0 && context.entries.find(condition.decider) == nullptr &&
         std::any_of(key.implications.begin(), key.implications.end(), is_decider);
}

bool is_off(const std::string& decider, const ScenarioSource& context) {
  const Entry* entry = context.entries.find(decider);
  return entry != nullptr && entry->value.text == "none";
}

/// Numbers of keys of the file alone that give a value for which an option implies another one.
std::vector<int> replaced(const ScenarioSource& whole, const ScenarioEntries& options) {
  std::vector<int> numbers;
  const auto implies = [&](int number, const std::string& path) {
    const auto& all = key_at(number).implications;
    return std::any_of(all.begin(), all.end(), [&](const Implication& implication) {
      return implication.key == path && implication.applies(whole.scenario);
    });
  };
  for (const auto& [number, entry] : options.list()) {
    if (whole.bad.count(key_at(number).path) > 0) continue;
    for (const Implication& implication : key_at(number).implications) {
      if (!implication.applies(whole.scenario)) continue;
      for (const auto& [other, given] : whole.entries.list()) {
        if (options.list().count(other) > 0) continue;
        if (key_at(other).path == implication.key || implies(other, implication.key)) numbers.push_back(other);
      }
    }
  }
  return numbers;
}

/// Numbers of keys of the file alone that take no effect.
std::vector<int> idle(const ScenarioSource& whole, const ScenarioEntries& options) {
  std::vector<int> numbers;
  for (const auto& [number, entry] : whole.entries.list()) {
    if (options.list().count(number) == 0 && failing(key_at(number), whole) != nullptr) numbers.push_back(number);
  }
  return numbers;
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

void ScenarioSource::decode(bool shape_is_final, DiagnosticList& diagnostics) {
  const auto clock_of = [this](const KeySpec& key) {
    const Clock clock = key.clock(scenario);
    return clock.attoseconds() > 0 ? clock : MachineConfig{}.clock;
  };
  for (const auto& [number, entry] : entries.list()) {
    const KeySpec& key = key_at(number);
    const std::size_t faults = diagnostics.size();
    const int dimensions = shape_is_final ? scenario.node_dimensions() : 0;
    const ValueContext context{diagnostics, key.path, clock_of(key), dimensions};
    if (entry.value.place.source != nullptr) key.decode(entry.value, context, scenario);
    if (!is_known(entry.value) || entry.repeated || diagnostics.size() > faults) {
      bad.insert(key.path);
      continue;
    }
    for (const Implication& implication : key.implications) {
      if (entries.find(implication.key) != nullptr || !implication.applies(scenario)) continue;
      implication.take(scenario);
      implied[implication.key] = key.path;
    }
  }
  for (const KeySpec& key : scenario_keys()) {
    if (!key.time_default || entries.find(key.path) != nullptr || !key.takes_effect(scenario)) continue;
    key.time_default->take(clock_of(key), scenario);
  }
}

void check_conditions(const ScenarioEntries& entries, const ScenarioSource& context, DiagnosticList& diagnostics) {
  for (const auto& [number, entry] : entries.list()) {
    const KeySpec& key = key_at(number);
    const Condition* condition = failing(key, context);
    if (condition == nullptr || would_imply(key, *condition, context)) continue;
    if (condition->stands_when_off && is_off(condition->decider, context)) continue;
    const KeySpec& decider = key_at(find_key(condition->decider));
    const auto by = context.implied.find(decider.path);
    diagnostics.add(entry.key_place,
                    fmt::format("{} has no effect: {} is {}{}. Use {}, or leave {} out", key.path, decider.path,
                                decider.show(context.scenario), by == context.implied.end() ? "" : " by " + by->second,
                                condition->needs, key.path));
  }
}

ScenarioSource merged(const ScenarioSource& file, const ScenarioEntries& options, DiagnosticList& diagnostics) {
  ScenarioEntries entries = file.entries;
  entries.override_with(options);
  // What a key of the file says may decide another one, and be left out itself.
  for (;;) {
    ScenarioSource whole;
    whole.entries = entries;
    DiagnosticList found;
    whole.decode(true, found);
    std::vector<int> numbers = replaced(whole, options);
    if (numbers.empty()) numbers = idle(whole, options);
    if (numbers.empty()) {
      diagnostics.add(found);
      return whole;
    }
    for (const int number : numbers) entries.erase(number);
  }
}

void check_required(const ScenarioSource& whole, DiagnosticList& diagnostics) {
  for (const KeySpec& key : scenario_keys()) {
    if (!key.required || whole.entries.find(key.path) != nullptr || failing(key, whole) != nullptr) continue;
    const KeySpec& decider = key_at(find_key(key.conditions.back().decider));
    const Entry* entry = whole.entries.find(decider.path);
    if (entry == nullptr || whole.bad.count(decider.path) > 0) continue;
    diagnostics.add(entry->value.place,
                    fmt::format("{}: {} needs {}", decider.path, decider.show(whole.scenario), key.path));
  }
}

}  // namespace tactus
