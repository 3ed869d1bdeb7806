#pragma once

#include <map>
#include <string>

#include "testbench/app/scenario/yaml_tree.h"

namespace tactus {

/// One key that is given a value.
struct Entry {
  Place key_place;
  YamlNode value;
  bool repeated = false;  ///< given before in the same source: which value holds is not known
};

/// The keys that one source gives: the scenario file, or all `--set` options together.
class ScenarioEntries {
 public:
  /// Takes the keys of `root`, a map; unknown keys and sections that are none are put on the list. A key that has
  /// been given before is a fault too, unless `later_wins`. The section `parameters` is left alone.
  void collect(const YamlNode& root, bool later_wins, DiagnosticList& diagnostics);

  /// Entries by the key's number in `scenario_keys()`.
  [[nodiscard]] const std::map<int, Entry>& list() const { return entries_; }
  [[nodiscard]] const Entry* find(const std::string& path) const;
  /// Where the section begins; null if it is not there.
  [[nodiscard]] const Place* section(const std::string& name) const;

  /// Entries of `other` take the place of those here.
  void override_with(const ScenarioEntries& other);
  void erase(int key) { entries_.erase(key); }

  template <class Function>
  void transform_values(Function function) {
    for (auto& entry : entries_) entry.second.value = function(entry.second.value);
  }

 private:
  void collect_section(const YamlNode& map, const std::string& section, bool later_wins, DiagnosticList& diagnostics);

  std::map<int, Entry> entries_;
  std::map<std::string, Place> sections_;
};

}  // namespace tactus
