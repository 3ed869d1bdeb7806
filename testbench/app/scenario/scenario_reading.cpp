#include "testbench/app/scenario/scenario_reading.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/struct_codec.h"

namespace tactus {
namespace {

/// "workload.messages" of "workload.messages[3]".
std::string list_of(const std::string& key) { return key.substr(0, key.find('[')); }

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
  return key.find('[') != std::string::npos && item_places_.count(list_of(key)) > 0;
}

Place ScenarioReading::place_of(const std::string& key) const {
  if (is_in_file(key)) return item_places_.at(list_of(key)).at(std::stoul(key.substr(key.find('[') + 1)));
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
