#include "testbench/app/scenario/cycle_config.h"

#include <algorithm>

#include "hw/common/config_faults.h"

namespace tactus {

std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine) {
  ConfigFaults faults;
  const TorusShape& torus = machine.torus;
  for (auto node = cycle.nodes.begin(); node != cycle.nodes.end(); ++node) {
    faults.require(node->x < torus.width && node->y < torus.height, "nodes",
                   "node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node->x, node->y,
                   torus.width, torus.height);
    faults.require(std::find(cycle.nodes.begin(), node, *node) == node, "nodes", "node [{}, {}] is given twice",
                   node->x, node->y);
  }
  return faults.take();
}

std::vector<Coordinate> nodes_on_pins(const CycleConfig& cycle, const RtlConfig& rtl, const TorusShape& torus) {
  std::vector<Coordinate> list;
  for (int number = 0; number < torus.nodes(); ++number) {
    const Coordinate node = torus.coordinate(number);
    const bool named = std::find(cycle.nodes.begin(), cycle.nodes.end(), node) != cycle.nodes.end();
    if (named || rtl.routers.holds(node) || rtl.nics.holds(node)) list.push_back(node);
  }
  return list;
}

}  // namespace tactus
