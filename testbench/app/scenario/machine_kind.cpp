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
  const bool cores = machine.copies == CopiesKind::kCores;
  if (machine.node == NodeKind::kNuma) return cores ? kNumaCoreTorus : kNumaRatedTorus;
  return cores ? kPlainCoreTorus : kPlainRatedTorus;
}

/// What of a torus has to be another one, so that it is one of `machines`; empty if none of its kind is.
std::string choice_of_torus(Machines machines, const MachineKind& machine) {
  MachineKind other = machine;
  other.copies = machine.copies == CopiesKind::kCores ? CopiesKind::kRate : CopiesKind::kCores;
  if (is_one_of(other, machines)) return other.copies == CopiesKind::kCores ? "node.copies cores" : "node.copies rate";
  if ((machines & kNumaTorus) != 0) return "node.kind numa";
  return (machines & kPlainTorus) != 0 ? "node.kind plain" : "";
}

}  // namespace

MachineKind machine_kind(const Scenario& scenario) {
  return {scenario.network.kind, scenario.node.kind, scenario.node.copies};
}

bool is_one_of(const MachineKind& machine, Machines machines) { return (the(machine) & machines) != 0; }

std::string choice_for(Machines machines, const MachineKind& machine) {
  if (is_one_of(machine, machines)) return {};
  const bool alone = (machines & kLoneNode) != 0;
  if (machine.network == NetworkKind::kTorus && (machines & kTorusMachine) != 0) {
    return (alone ? "network.kind none or " : "") + choice_of_torus(machines, machine);
  }
  if ((machines & kRatedTorus) != 0 || (!alone && (machines & kTorusMachine) != 0)) return "network.kind torus";
  return (machines & kRailsMachine) != 0 ? "network.kind rails" : "network.kind none";
}

}  // namespace tactus
