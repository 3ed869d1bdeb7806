#include "testbench/app/scenario/node_selection.h"

#include <algorithm>

#include "testbench/app/scenario/rtl_config.h"

namespace tactus {

void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const NetworkShape& network,
                 ConfigFaults& faults) {
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    faults.require(network.contains(*node), member, "node [{}] is outside the network of {} nodes (numbered from 0)",
                   network.joined(*node, ", "), network.text());
    faults.require(std::find(nodes.begin(), node, *node) == node, member, "node [{}] is given twice",
                   network.joined(*node, ", "));
  }
}

std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine) {
  ConfigFaults faults;
  check_nodes(cycle.nodes, "nodes", machine.network, faults);
  return faults.take();
}

std::vector<Coordinate> nodes_on_pins(const CycleConfig& cycle, const RtlConfig& rtl, const NetworkShape& torus) {
  std::vector<Coordinate> list;
  for (int number = 0; number < torus.nodes(); ++number) {
    const Coordinate node = torus.coordinate(number);
    const bool named = std::find(cycle.nodes.begin(), cycle.nodes.end(), node) != cycle.nodes.end();
    if (named || rtl.routers.holds(node) || rtl.nics.holds(node)) list.push_back(node);
  }
  return list;
}

}  // namespace tactus
