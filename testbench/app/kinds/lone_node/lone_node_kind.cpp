#include "testbench/app/kinds/lone_node/lone_node_recordings.h"
#include "testbench/app/kinds/lone_node/node_execution.h"
#include "testbench/app/run/machine_kind.h"

namespace tactus {
namespace {

std::vector<KeyFault> level_faults(Level level, const Scenario& /*scenario*/) {
  if (level != Level::kFlow) return {};
  return {{"network.kind",
           "none: the flow level has links, and a node alone has none: use --level packet, or --level cycle"}};
}

std::unique_ptr<Execution> execution(const Scenario& scenario, const ExecutionOptions& options,
                                     TrafficObserver& observer) {
  return std::make_unique<NodeExecution>(scenario, options, observer);
}

std::vector<std::string> files(const Scenario& /*scenario*/, Level /*level*/) { return {"copies.csv"}; }

std::string no_waves(const Scenario& /*scenario*/, Level /*level*/) { return ""; }

LeastTime least_time(const Scenario& /*scenario*/) { return {}; }

const Registered<MachineKindKind> kLoneNode{
    {{kLoneNodeName, "A node alone runs at cycle and packet level, which are one for it."},
     level_faults,
     execution,
     files,
     least_time,
     no_waves,
     no_event_of_lone_node}};

}  // namespace
}  // namespace tactus
