#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "testbench/app/attribution/attribution_summary.h"

namespace tactus {

/// Name of a part, as result.json has it.
template <class Part>
const char* name_of(Part part) {
  return part_names(part)[static_cast<std::size_t>(part)];
}

/// "(3,1)"
inline std::string node_text(const std::vector<int>& node) { return fmt::format("({})", fmt::join(node, ",")); }
/// "(3,1) plus_x", or the node alone.
inline std::string place_text(const NamedPlace& place) {
  return node_text(place.node) + (place.port ? " " + *place.port : "");
}

}  // namespace tactus
