#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/scenario_source.h"
#include "testbench/app/scenario/source_file.h"

namespace tactus {

/// A scenario while it is read: its sources, the keys and values that hold in the end, and the faults found so far.
class ScenarioReading {
 public:
  /// `path` is the scenario's, whose text is the first source.
  explicit ScenarioReading(const std::string& path);

  [[nodiscard]] Scenario& scenario() { return whole_.scenario; }
  [[nodiscard]] DiagnosticList& diagnostics() { return diagnostics_; }
  [[nodiscard]] SourceText& file() { return sources_.front(); }
  SourceText& add_source(const std::string& name);

  /// Takes `whole`, the keys and values that hold in the end.
  void settle(ScenarioSource whole);
  /// The key's value; null if the scenario does not give the key.
  [[nodiscard]] const Entry* entry(const std::string& key) const { return whole_.entries.find(key); }
  /// Keys whose values could not be read, which has been told.
  [[nodiscard]] const std::set<std::string>& bad() const { return whole_.bad; }
  [[nodiscard]] bool is_bad(const std::string& key) const { return bad().count(key) > 0; }

  /// Tells faults of `member` of the scenario, or of all of it if empty, by keys and at the places of their values.
  void report(const std::string& member, const std::vector<ConfigFault>& faults);

  /// The text of the file whose name, `name`, stands behind `key`; null, and a fault, if there is none or it is no
  /// text.
  [[nodiscard]] SourceText* named_file(const std::string& key, const std::string& name);
  /// Items of the file that `key` names have faults at these places, by index from `first` on:
  /// "workload.messages[3]". Items before stand in the scenario.
  void set_item_places(const std::string& key, std::vector<Place> places, std::size_t first = 0) {
    item_places_[key] = {first, std::move(places)};
  }
  /// The first of them.
  [[nodiscard]] Place item_place(const std::string& key) const { return item_places_.at(key).places.front(); }

 private:
  struct FileItems {
    std::size_t first = 0;  ///< index of the first
    std::vector<Place> places;
  };
  /// `key` is an item of a file that a key names, as "workload.messages[3]".
  [[nodiscard]] bool is_in_file(const std::string& key) const;
  [[nodiscard]] Place place_of(const std::string& key) const;
  /// The fault by the keys within a value that has such; `place` becomes that of what is at fault.
  [[nodiscard]] KeyFault located(const KeyFault& fault, Place& place, std::string& written) const;

  std::deque<SourceText> sources_;  ///< the scenario, the options, the files that it names: places point to them
  DiagnosticList diagnostics_;
  ScenarioSource whole_;
  std::map<std::string, FileItems> item_places_;
};

/// Where a value stands, for faults of it that are found after reading.
Diagnostic diagnostic_at(const Place& place);

}  // namespace tactus
