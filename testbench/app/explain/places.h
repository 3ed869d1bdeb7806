#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "testbench/app/attribution/attribution_summary.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Name of a part, as result.json has it.
template <class Part>
const char* name_of(Part part) {
  return part_names(part)[static_cast<std::size_t>(part)];
}

/// "(3,1)"; in a graph "host 3", "switch 1".
std::string node_text(const RunSummary& run, const std::vector<int>& node);
/// "(3,1) plus_x"; in a graph "switch 1 to host 3"; or the node alone.
std::string place_text(const RunSummary& run, const NamedPlace& place);
/// The text of a place, as wide as a column of such texts.
std::string place_in_column(const RunSummary& run, const NamedPlace& place);

}  // namespace tactus
