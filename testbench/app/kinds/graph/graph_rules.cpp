#include <fmt/core.h>

#include <utility>
#include <vector>

#include "testbench/app/kinds/graph/graph_file.h"
#include "testbench/app/kinds/graph/graph_keys.h"
#include "testbench/app/kinds/torus/torus_rules.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {
namespace {

/// Cables of a file that are unlike the others count as overrides after those of the scenario.
void take_links(ScenarioReading& reading, const GraphFile& file) {
  std::vector<LinkOverride>& overrides = reading.scenario().machine.link.overrides;
  reading.set_item_places("link.overrides", file.link_places, overrides.size());
  overrides.insert(overrides.end(), file.links.begin(), file.links.end());
}

/// Whether there is a graph without faults.
bool read_parts(ScenarioReading& reading, GraphParts& parts) {
  const GraphConfig& graph = reading.scenario().network.graph;
  const std::size_t before = reading.diagnostics().size();
  if (graph.kind == GraphKind::kFile) {
    const SourceText* source = reading.named_file("network.file", reading.scenario().graph_file);
    if (source == nullptr) return false;
    GraphFile file = read_graph(*source, reading.diagnostics());
    parts = std::move(file.parts);
    take_links(reading, file);
  } else {
    const std::vector<ConfigFault> faults = validate(graph);
    reading.report("network.graph", faults);
    if (faults.empty()) parts = parts_of(graph);
  }
  const std::int64_t pairs = std::int64_t{parts.hosts} * (parts.hosts + parts.switches);
  if (pairs > NetworkGraph::kMostPairs) {
    reading.report("network", {{"graph.kind", fmt::format("{} hosts and {} switches: tables of routes are made for {} "
                                                          "pairs of a node and a host at most",
                                                          parts.hosts, parts.switches, NetworkGraph::kMostPairs)}});
  }
  return reading.diagnostics().size() == before;
}

void check(ScenarioReading& reading) {
  for (const char* key : {"network.graph", "network.arity", "network.levels", "network.sizes", "network.switches",
                          "network.global_links", "network.hosts", "network.file"}) {
    if (reading.is_bad(key)) return;
  }
  GraphParts parts;
  if (!read_parts(reading, parts)) return;
  reading.scenario().machine.network = NetworkShape::of_graph(parts.keep());
  take_graph(reading.scenario().network.graph, reading.scenario().flow);
  check_fabric(reading);
}

const Registered<MachineRulesKind> kGraph{
    {{kGraphName, "Hosts are joined by switches and cables: trees, dragonflies, grids, or as a file says."},
     graph_keys,
     check}};

}  // namespace
}  // namespace tactus
