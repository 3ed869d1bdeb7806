#include "testbench/app/scenario/machine_kind.h"

#include "testbench/app/scenario/scenario.h"

namespace tactus {
namespace {

Machines the(const MachineKind& machine) {
  switch (machine.network) {
    case NetworkKind::kRails:
      return kRailsMachine;
    case NetworkKind::kNone:
      return kLoneNode;
    case NetworkKind::kTorus:
      break;
  }
  return machine.node == NodeKind::kNuma ? kNumaTorus : kPlainTorus;
}

}  // namespace

MachineKind machine_kind(const Scenario& scenario) { return {scenario.network.kind, scenario.node.kind}; }

bool is_one_of(const MachineKind& machine, Machines machines) { return (the(machine) & machines) != 0; }

std::string choice_for(Machines machines, const MachineKind& machine) {
  if (is_one_of(machine, machines)) return {};
  const unsigned torus = machines & kTorusMachine;
  if (torus == 0) return (machines & kRailsMachine) != 0 ? "network.kind rails" : "network.kind none";
  const std::string node = torus == kNumaTorus ? "node.kind numa" : "node.kind plain";
  if (machine.network == NetworkKind::kTorus) return node;
  return "network.kind torus" + (torus == kTorusMachine ? "" : " with " + node);
}

}  // namespace tactus
