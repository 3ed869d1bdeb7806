#include "testbench/app/kinds/rails/rails_execution.h"

#include <fmt/core.h>

#include "testbench/app/kinds/rails/rails_recordings.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/signal_watch.h"

namespace tactus {

RailsExecution::RailsExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& /*observer*/)
    : scenario_(scenario),
      look_(options.look),
      software_(scenario, scenario.machine.network),
      links_(scenario.machine),
      experiment_(rails_config(scenario.rails, scenario.node)),
      measured_{rail_nics(scenario.rails, scenario.node.numa), {}} {}

std::unique_ptr<Recordings> RailsExecution::record(const RecordingOptions& options, RunRecorder& /*recorder*/,
                                                   TrafficObserverFanOut& /*ranks*/) {
  if (!options.folder || !options.waves) return std::make_unique<Recordings>();
  return std::make_unique<RailsRecordings>(scenario_, experiment_, options);
}

void RailsExecution::execute() {
  for (const Bytes size : scenario_.rails.sizes) {
    const RailsResult result = experiment_.run(size, scenario_.rails.messages);
    measured_.sizes.push_back({size, result.bytes_per_second, seconds(result.message_time), seconds(result.one_way),
                               result.rail_rates, result.limits});
    if (look_) look_(now());
    stop_if_signalled(now());
  }
  idle_ = experiment_.idle();
}

std::vector<std::string> RailsExecution::leftovers() const {
  if (idle_) return {};
  return {"something is under way in a node or on a cable, or a credit is not back, after all messages"};
}

void RailsExecution::summarise(Picoseconds end, RunSummary& summary) const {
  summary.rails = measured_;
  std::uint64_t bytes = 0;
  for (std::size_t rail = 0; rail < measured_.nics.size(); ++rail) {
    for (int side = 0; side < 2; ++side) {
      const RailNic& nic = experiment_.nic(side, rail);
      bytes += nic.bytes_received();
      summary.packets_delivered += nic.packets_received();
    }
  }
  summary.packet_hops = summary.packets_delivered;
  // Each size: messages that are measured, one before them, and the answers to all.
  summary.messages_delivered = measured_.sizes.size() * 2 * (static_cast<std::uint64_t>(scenario_.rails.messages) + 1);
  const double capacity = static_cast<double>(scenario_.rails.cable.rate.count()) * seconds(end) * 2 *
                          static_cast<double>(measured_.nics.size());
  summary.link_utilisation = capacity > 0 ? static_cast<double>(bytes) / capacity : 0;
}

}  // namespace tactus
