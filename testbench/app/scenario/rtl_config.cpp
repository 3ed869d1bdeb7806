#include "testbench/app/scenario/rtl_config.h"

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

/// Largest torus that may be RTL as a whole.
constexpr int kLargestAll = 4;

void check_nodes(const NodeSelection& nodes, const char* member, TorusShape torus, ConfigFaults& faults) {
  faults.require(!nodes.all || (torus.width <= kLargestAll && torus.height <= kLargestAll), member,
                 "all: on a torus of at most {} x {} nodes; here name them, as in [[0, 0]]", kLargestAll, kLargestAll);
  for (const Coordinate node : nodes.list) {
    faults.require(node.x < torus.width && node.y < torus.height, member,
                   "node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node.x, node.y, torus.width,
                   torus.height);
  }
}

}  // namespace

std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine) {
  ConfigFaults faults;
  check_nodes(rtl.routers, "routers", machine.torus, faults);
  check_nodes(rtl.nics, "nics", machine.torus, faults);
  return faults.take();
}

}  // namespace tactus
