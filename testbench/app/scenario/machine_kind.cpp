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

/// What of the torus `machine` has to be another one, so that it is one of `machines`, of which some are tori.
std::string choice_of_torus(Machines machines, const MachineKind& machine) {
  MachineKind other = machine;
  other.copies = machine.copies == CopiesKind::kCores ? CopiesKind::kRate : CopiesKind::kCores;
  if (is_one_of(other, machines)) return other.copies == CopiesKind::kCores ? "node.copies cores" : "node.copies rate";
  return (machines & kNumaTorus) != 0 ? "node.kind numa" : "node.kind plain";
}

/// What a torus has to be besides, so that it is one of `machines`, of which some are tori.
std::string kind_of_torus(Machines machines) {
  const unsigned torus = machines & kTorusMachine;
  if ((torus & ~kNumaTorus) == 0) return " with node.kind numa";
  if ((torus & ~kPlainTorus) == 0) return " with node.kind plain";
  return (torus & ~kCoreTorus) == 0 ? " with node.copies cores" : "";
}

}  // namespace

MachineKind machine_kind(const Scenario& scenario) {
  return {scenario.network.kind, scenario.node.kind, scenario.node.copies};
}

bool is_one_of(const MachineKind& machine, Machines machines) { return (the(machine) & machines) != 0; }

std::string choice_for(Machines machines, const MachineKind& machine) {
  if (is_one_of(machine, machines)) return {};
  const bool torus = (machines & kTorusMachine) != 0;
  const bool alone = (machines & kLoneNode) != 0;
  if (torus && machine.network == NetworkKind::kTorus) {
    return (alone ? "network.kind none or " : "") + choice_of_torus(machines, machine);
  }
  if (torus && (!alone || (machines & kRatedTorus) != 0)) return "network.kind torus" + kind_of_torus(machines);
  return (machines & kRailsMachine) != 0 ? "network.kind rails" : "network.kind none";
}

}  // namespace tactus
