#include "testbench/app/kinds/rails/rails_execution.h"
#include "testbench/app/kinds/rails/rails_recordings.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/machine_kind.h"

namespace tactus {
namespace {

std::vector<KeyFault> level_faults(Level level, const Scenario& /*scenario*/) {
  if (level == Level::kPacket) return {};
  return {{"network.kind", "rails: only the packet level has them: use --level packet"}};
}

std::unique_ptr<Execution> execution(const Scenario& scenario, const ExecutionOptions& options,
                                     TrafficObserver& observer) {
  return std::make_unique<RailsExecution>(scenario, options, observer);
}

std::vector<std::string> files(const Scenario& /*scenario*/, Level /*level*/) { return {"rails.csv", "limits.csv"}; }

LeastTime least_time(const Scenario& scenario) {
  const RailsSettings& rails = scenario.rails;
  const double messages = 1.0 + rails.messages;  // the first one registers the buffers
  LeastTime least;
  least.take("rails.cable_latency", 2 * messages * seconds(rails.cable.latency));
  least.take("rdma.post_time", messages * seconds(rails.rdma.post_time));
  least.take("rdma.handle_time", messages * seconds(rails.rdma.handle_time));
  return least;
}

std::string no_waves(const Scenario& /*scenario*/, Level /*level*/) { return ""; }

const Registered<MachineKindKind> kRails{{{kRailsName, "Rails run at packet level."},
                                          level_faults,
                                          execution,
                                          files,
                                          least_time,
                                          no_waves,
                                          no_event_of_rails,
                                          Level::kPacket,
                                          /*has_network=*/false,
                                          /*tells_limits=*/true}};

}  // namespace
}  // namespace tactus
