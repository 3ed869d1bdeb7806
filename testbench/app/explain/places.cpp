#include "testbench/app/explain/places.h"

namespace tactus {

std::string node_text(const RunSummary& run, const std::vector<int>& node) {
  if (!run.graph || node.size() != 1) return fmt::format("({})", fmt::join(node, ","));
  const bool is_host = node.front() < run.graph->hosts;
  return is_host ? fmt::format("host {}", node.front()) : fmt::format("switch {}", node.front() - run.graph->hosts);
}

std::string place_text(const RunSummary& run, const NamedPlace& place) {
  return node_text(run, place.node) + (place.port ? " " + *place.port : "");
}

std::string place_in_column(const RunSummary& run, const NamedPlace& place) {
  return fmt::format("{:<{}}", place_text(run, place), run.graph ? 24 : 16);
}

}  // namespace tactus
