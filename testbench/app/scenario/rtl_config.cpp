#include "testbench/app/scenario/rtl_config.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hw/common/config_faults.h"
#include "rtl/twin/rtl_support.h"

namespace tactus {
namespace {

/// Largest torus that may be RTL as a whole.
constexpr int kLargestAll = 4;

void check_nodes(const NodeSelection& nodes, const char* key, TorusShape torus, ConfigFaults& faults) {
  faults.require(!nodes.all || (torus.width <= kLargestAll && torus.height <= kLargestAll), key,
                 "all: on a torus of at most {} x {} nodes; here name them, as in [[0, 0]]", kLargestAll, kLargestAll);
  for (const Coordinate node : nodes.list) {
    faults.require(node.x < torus.width && node.y < torus.height, key,
                   "node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node.x, node.y, torus.width,
                   torus.height);
  }
}

}  // namespace

std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine) {
  ConfigFaults faults;
  check_nodes(rtl.routers, "rtl.routers", machine.torus, faults);
  check_nodes(rtl.nics, "rtl.nics", machine.torus, faults);
  std::vector<ConfigFault> list = faults.take();
  const auto append = [&list](std::vector<ConfigFault> more) {
    std::move(more.begin(), more.end(), std::back_inserter(list));
  };
  if (!rtl.routers.empty()) append(rtl_router_faults(machine));
  if (!rtl.nics.empty()) append(rtl_nic_faults(machine));
  return list;
}

}  // namespace tactus
