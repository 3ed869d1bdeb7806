#include "testbench/app/scenario/cycle_config.h"

#include <algorithm>

#include "hw/common/config_faults.h"

namespace tactus {

std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine) {
  ConfigFaults faults;
  const TorusShape& torus = machine.torus;
  for (auto node = cycle.nodes.begin(); node != cycle.nodes.end(); ++node) {
    faults.require(node->x < torus.width && node->y < torus.height, "cycle.nodes",
                   "node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node->x, node->y,
                   torus.width, torus.height);
    faults.require(std::find(cycle.nodes.begin(), node, *node) == node, "cycle.nodes", "node [{}, {}] is given twice",
                   node->x, node->y);
  }
  return faults.take();
}

std::vector<int> numbers(const CycleConfig& cycle, const TorusShape& torus) {
  std::vector<int> list;
  for (const Coordinate node : cycle.nodes) list.push_back(torus.node(node));
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace tactus
