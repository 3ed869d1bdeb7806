#include "testbench/app/kinds/torus/torus_kind.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {
namespace {

/// The flow level has such a topology.
bool has_flows(GraphKind kind) {
  return kind == GraphKind::kFatTree || kind == GraphKind::kKaryNTree || kind == GraphKind::kHyperCrossbar;
}

std::vector<KeyFault> level_faults(Level level, const Scenario& scenario) {
  std::vector<KeyFault> faults = fabric_level_faults(level, scenario);
  if (level == Level::kFlow && !has_flows(scenario.network.graph.kind)) {
    faults.insert(faults.begin(),
                  {"network.graph", "the flow level has no such graph: use --level packet, or --level cycle"});
  }
  return faults;
}

const Registered<MachineKindKind> kGraph{
    fabric_kind(kGraphName, "Hosts joined by switches and cables run at cycle and packet level.", level_faults)};

}  // namespace
}  // namespace tactus
