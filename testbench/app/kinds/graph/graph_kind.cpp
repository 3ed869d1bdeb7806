#include "testbench/app/kinds/torus/torus_kind.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {
namespace {

/// Of graphs the flow level has trees, whose packets all go the same ways as its flows.
std::vector<KeyFault> level_faults(Level level, const Scenario& scenario) {
  std::vector<KeyFault> faults = fabric_level_faults(level, scenario);
  if (level == Level::kFlow && !scenario.flow.of_graph) {
    faults.insert(faults.begin(), {"network.graph",
                                   "of graphs the flow level has fat_tree and k_ary_n_tree: use --level "
                                   "packet, or --level cycle"});
  }
  return faults;
}

const Registered<MachineKindKind> kGraph{fabric_kind(
    kGraphName, "Hosts joined by switches and cables run at cycle and packet level, trees at level flow too.",
    level_faults)};

}  // namespace
}  // namespace tactus
