#include "testbench/app/run/execution.h"

#include "testbench/app/run/fabric_execution.h"
#include "testbench/app/run/flow_execution.h"
#include "testbench/app/run/node_execution.h"
#include "testbench/app/run/rails_execution.h"

namespace tactus {

std::optional<std::uint64_t> Execution::messages() const {
  const Workload* workload = software().workload();
  return workload != nullptr ? std::optional(workload->messages()) : std::nullopt;
}

std::unique_ptr<Execution> make_execution(const Scenario& scenario, const ExecutionOptions& options,
                                          TrafficObserver& observer) {
  if (scenario.is_lone_node()) return std::make_unique<NodeExecution>(scenario, options, observer);
  if (scenario.network.kind == NetworkKind::kRails) {
    return std::make_unique<RailsExecution>(scenario, options, observer);
  }
  if (options.level == Level::kFlow) return std::make_unique<FlowExecution>(scenario, options, observer);
  return std::make_unique<FabricExecution>(scenario, options, observer);
}

}  // namespace tactus
