#include "testbench/app/scenario/rtl_config.h"

namespace tactus {
namespace {

/// Largest torus that may be RTL as a whole.
constexpr int kLargestAll = 4;

void check_selection(const NodeSelection& nodes, const char* member, TorusShape torus, ConfigFaults& faults) {
  faults.require(!nodes.all || (torus.width <= kLargestAll && torus.height <= kLargestAll), member,
                 "all: on a torus of at most {} x {} nodes; here name them, as in [[0, 0]]", kLargestAll, kLargestAll);
  check_nodes(nodes.list, member, torus, faults);
}

}  // namespace

std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine) {
  ConfigFaults faults;
  check_selection(rtl.routers, "routers", machine.torus, faults);
  check_selection(rtl.nics, "nics", machine.torus, faults);
  return faults.take();
}

}  // namespace tactus
