#include "testbench/app/run/machine_kind.h"

namespace tactus {

const MachineKind& machine_kind(const Scenario& scenario) {
  switch (scenario.network.kind) {
    case NetworkKind::kRails:
      return rails_kind();
    case NetworkKind::kNone:
      return lone_node_kind();
    case NetworkKind::kTorus:
      break;
  }
  return torus_kind();
}

std::unique_ptr<Execution> make_execution(const Scenario& scenario, const ExecutionOptions& options,
                                          TrafficObserver& observer) {
  return machine_kind(scenario).execution(scenario, options, observer);
}

}  // namespace tactus
