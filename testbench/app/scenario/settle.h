#pragma once

#include <map>
#include <set>
#include <string>

#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/scenario_entries.h"

namespace tactus {

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
