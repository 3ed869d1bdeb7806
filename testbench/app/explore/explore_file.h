#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// One key of a scenario with a value, as an exploration gives it to some of its runs.
struct ExploreSetting {
  std::string text;  ///< as behind `--set`
  Place key;         ///< in the exploration's file
  Place value;
  bool where_read = false;  ///< only runs that read the key have it: it stands in a section where_read
};

/// Values of one key, of which the best is taken.
struct ExploreTune {
  std::string key;
  std::vector<ExploreSetting> grid;  ///< two values at least, in the file's order
};

/// Hardware of a design, as the user states it.
struct StatedCost {
  std::optional<std::uint64_t> cells;
  std::optional<std::uint64_t> flip_flops;
  std::optional<std::uint64_t> memory_bits;
};

/// A machine, a workload, a disturbance or the part of a design that is settings.
struct ExploreChoice {
  std::string name;
  Place place;
  std::vector<ExploreSetting> settings;
};

/// One design under comparison.
struct ExploreDesign : ExploreChoice {
  std::optional<ExploreTune> tune;
  std::optional<StatedCost> cost;
  bool where_it_fits = false;  ///< a machine or workload that refuses it is told in the table and stops nothing
};

/// An exploration as its file describes it. Syntax: docs/reference/explore.md.
struct ExploreFile {
  std::shared_ptr<const SourceText> source;  ///< text that all places point into
  std::string name;                          ///< stem of the file's name
  std::string title;
  std::string scenario;  ///< path
  Place scenario_place;
  std::optional<Level> level;
  std::size_t seeds = 1;
  std::vector<ExploreSetting> common;
  std::vector<ExploreDesign> designs;
  std::size_t baseline = 0;   ///< design that gain is against
  std::size_t reference = 0;  ///< design that regret is against
  std::vector<ExploreChoice> machines;
  std::vector<ExploreChoice> workloads;
  std::vector<ExploreChoice> disturbances;
};

/// Whether `path` is the file of an exploration: whether its first key is `explore`. Not whether it is right.
bool is_exploration(const std::string& path);

/// Reads the file of an exploration, or answers everything that is wrong with its form. Keys of scenarios within it are
/// not looked at: `plan_exploration` reads them.
std::variant<ExploreFile, std::vector<Diagnostic>> read_exploration(const std::string& path);

}  // namespace tactus
