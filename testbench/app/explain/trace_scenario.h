#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/scenario/scenario_reader.h"

namespace tactus {

/// A schedule or trace of an application, and the machine that it runs on unless a user says another.
struct ApplicationTrace {
  std::filesystem::path path;
  int ranks = 0;
  std::vector<int> shape;  ///< `trace_shape(ranks)`
};

/// Whether `path` begins as a schedule or trace begins, or is a folder of such files. A scenario does not.
bool is_application_trace(const std::filesystem::path& path);

/// Shape of the smallest torus that has a node for each rank and whose longest side is at most twice as long as its
/// shortest: of two dimensions up to 64 ranks, of three beyond. Of several shapes the one with the shortest long side;
/// the longest side comes first.
std::vector<int> trace_shape(int ranks);

/// How many ranks the trace has, or what is wrong with it.
std::variant<ApplicationTrace, std::vector<Diagnostic>> find_trace(const std::filesystem::path& path);

/// The scenario that runs the trace on a torus of its shape, with all other keys as they are by default; `overrides`
/// as of `read_scenario`.
ScenarioResult read_trace(const ApplicationTrace& trace, const std::vector<std::string>& overrides);

}  // namespace tactus
