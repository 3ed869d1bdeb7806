#include "testbench/app/scenario/scenario_reading.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

/// Keys that a fault of `key` may really come from, itself the first.
std::vector<std::string> sources_of_fault(const std::string& key) {
  if (key == "clock" || key == "link.bandwidth") return {key, "clock", "link.bandwidth"};
  if (key.compare(0, 5, "link.") == 0) return {key, "link.switch_delay", "link.cable_delay"};
  if (key == "router.vc_buffer" || key == "nic.receive_buffer") return {key, "nic.mtu"};
  if (key == "noise.length") return {key, "noise.period"};
  return {key};
}

/// "workload.messages" of "workload.messages[3]".
std::string list_of(const std::string& key) { return key.substr(0, key.find('[')); }
/// Its index.
std::size_t item_of(const std::string& key) { return std::stoul(key.substr(key.find('[') + 1)); }

/// A part of a value: where it stands, and what it is called from the value on.
struct ValuePart {
  Place place;
  std::string path;     ///< "[1].slots[0].lanes"
  std::string written;  ///< its text before parameters were put in; empty if it has none
};

/// Steps of a path: "[1].slots[0].lanes" is "[1]", "slots", "[0]", "lanes".
std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps;
  for (std::size_t at = 0; at < path.size();) {
    if (path[at] == '.') ++at;
    const std::size_t end = std::min(path.find_first_of(".[", at + 1), path.size());
    steps.push_back(path.substr(at, end - at));
    at = end;
  }
  return steps;
}

/// The part of `value`, which has that form, that `path` of the configuration made from it names. Of what is not given
/// the nearest thing around it; members that have no key of their own are left out of the path.
ValuePart find_part(const YamlNode& value, const ValueForm& form, const std::string& path) {
  static const ValueForm kNumber{ValueForm::Kind::kCount, {}};
  ValuePart part{value.place, {}, value.written};
  const YamlNode* node = &value;
  const ValueForm* of = &form;
  for (const std::string& step : steps_of(path)) {
    std::size_t item = 0;
    if (step.front() == '[') {
      const bool of_numbers = of->kind == ValueForm::Kind::kCountList;
      if (of->kind != ValueForm::Kind::kList && !of_numbers) continue;
      item = std::stoul(step.substr(1));
      part.path += step;
      of = of_numbers ? &kNumber : &of->parts.front();
    } else {
      const auto name = std::find(of->names.begin(), of->names.end(), step);
      if (name == of->names.end()) continue;
      part.path += "." + step;
      of = &of->parts[static_cast<std::size_t>(name - of->names.begin())];
      if (node == nullptr) continue;
      const auto is_key = [&](const YamlNode& key) { return key.text == step; };
      item = static_cast<std::size_t>(std::find_if(node->keys.begin(), node->keys.end(), is_key) - node->keys.begin());
    }
    if (node == nullptr) continue;
    node = item < node->items.size() ? &node->items[item] : nullptr;
    if (node == nullptr || node->place.source == nullptr) continue;
    part.place = node->place;
    part.written = node->written;
  }
  return part;
}

}  // namespace

Diagnostic diagnostic_at(const Place& place) {
  return {place.source->name, place.line, place.column, {}, place.source->line(place.line)};
}

ScenarioReading::ScenarioReading(const std::string& path) { add_source(path); }

SourceText& ScenarioReading::add_source(const std::string& name) {
  sources_.push_back({name, {}, 1, static_cast<int>(sources_.size())});
  return sources_.back();
}

void ScenarioReading::settle(ScenarioSource whole) {
  whole_ = std::move(whole);
  for (const auto& [number, entry] : whole_.entries.list()) {
    const Place& place = entry.value.place;
    if (place.source != nullptr) whole_.scenario.places[key_at(number).path] = diagnostic_at(place);
  }
}

SourceText* ScenarioReading::named_file(const std::string& key, const std::string& name) {
  const Entry* entry = whole_.entries.find(key);
  if (entry == nullptr || is_bad(key)) return nullptr;
  SourceText& source = add_source(whole_.scenario.beside(name).string());
  const bool is_text =
      load(source, kLargestMessageFile, &entry->value.place, diagnostics_) && check_text(source, diagnostics_);
  return is_text ? &source : nullptr;
}

bool ScenarioReading::is_in_file(const std::string& key) const {
  const auto list = item_places_.find(list_of(key));
  return key.find('[') != std::string::npos && list != item_places_.end() && item_of(key) >= list->second.first;
}

Place ScenarioReading::place_of(const std::string& key) const {
  if (is_in_file(key)) {
    const FileItems& items = item_places_.at(list_of(key));
    return items.places.at(item_of(key) - items.first);
  }
  for (const std::string& source : sources_of_fault(key)) {
    if (const Entry* entry = whole_.entries.find(source)) return entry->value.place;
  }
  if (const Place* section = whole_.entries.section(key.substr(0, key.find('.')))) return *section;
  return {&sources_.front(), 1, 1};
}

KeyFault ScenarioReading::located(const KeyFault& fault, Place& place, std::string& written) const {
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

void ScenarioReading::report(const std::string& member, const std::vector<ConfigFault>& faults) {
  for (const KeyFault& found : key_faults(member, faults)) {
    Place place;
    std::string written;
    const KeyFault fault = located(found, place, written);
    const bool in_file = is_in_file(fault.key);
    const std::vector<std::string> sources = sources_of_fault(fault.key);
    if (std::any_of(sources.begin(), sources.end(), [this](const std::string& key) { return is_bad(key); })) continue;
    // A key that is not given may be at fault only because another one could not be read.
    if (entry(list_of(fault.key)) == nullptr && !in_file && !whole_.bad.empty()) continue;
    const bool has_origin = !in_file && !written.empty();
    diagnostics_.add(place, (in_file ? "" : fault.key + ": ") + fault.message +
                                (has_origin ? fmt::format(" (written as {})", written) : ""));
  }
}

}  // namespace tactus
