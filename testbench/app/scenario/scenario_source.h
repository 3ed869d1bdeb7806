#pragma once

#include <map>
#include <set>
#include <string>

#include "testbench/app/scenario/scenario.h"
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

/// The keys of one source, and what they say by themselves.
struct ScenarioSource {
  ScenarioEntries entries;
  Scenario scenario;                           ///< defaults where the source says nothing
  std::set<std::string> bad;                   ///< keys whose values could not be read
  std::map<std::string, std::string> implied;  ///< keys that have a value by another key, which the source gives

  /// Reads the values of `entries` in their order, and what they imply. Nodes are checked for the number of their
  /// coordinates only if the shape of the network holds in the end.
  void decode(bool shape_is_final, DiagnosticList& diagnostics);
};

/// Puts each of `entries` that takes no effect in `context` on the list, with the key that decides it. The file is its
/// own context; the options are judged by what holds in the end. A decider that could not be read decides nothing.
void check_conditions(const ScenarioEntries& entries, const ScenarioSource& context, DiagnosticList& diagnostics);

/// The scenario that holds in the end: options win over the file. Keys of the file that take no effect then are left
/// out, and so are those that say what an option says by another key.
ScenarioSource merged(const ScenarioSource& file, const ScenarioEntries& options, DiagnosticList& diagnostics);

/// Puts keys on the list that `whole` needs and does not have, at the key that decides it.
void check_required(const ScenarioSource& whole, DiagnosticList& diagnostics);

}  // namespace tactus
