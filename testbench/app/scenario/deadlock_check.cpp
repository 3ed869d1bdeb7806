#include "testbench/app/scenario/deadlock_check.h"

#include <fmt/core.h>

#include "hw/router/dateline.h"
#include "hw/router/dependency_graph.h"

namespace tactus {

std::vector<ConfigFault> find_deadlocks(const MachineConfig& machine) {
  const auto cycle = find_dependency_cycle(machine);
  if (!cycle) return {};
  const bool dateline = policy(machine.router.dateline).class_of != nullptr;
  return {{dateline ? "router.virtual_channels" : "router.dateline",
           fmt::format("this machine can deadlock; {} are needed. Packets can wait for each other in a circle: {}",
                       dateline ? "two virtual channels" : "a dateline (crossing or entry) and two virtual channels",
                       describe(machine.network, *cycle))}};
}

}  // namespace tactus
