#include "testbench/app/results/time_text.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/rails_execution.h"

namespace tactus {
namespace {

/// Two NUMA nodes whose NICs cables join.
class RailsKind final : public MachineKind {
 public:
  [[nodiscard]] Level default_level() const override { return Level::kPacket; }

  [[nodiscard]] std::vector<KeyFault> level_faults(Level level, const Scenario& /*scenario*/) const override {
    if (level == Level::kPacket) return {};
    return {{"network.kind", "rails: only the packet level has them: use --level packet"}};
  }

  [[nodiscard]] std::unique_ptr<Execution> execution(const Scenario& scenario, const ExecutionOptions& options,
                                                     TrafficObserver& observer) const override {
    return std::make_unique<RailsExecution>(scenario, options, observer);
  }

  [[nodiscard]] std::vector<std::string> files(const Scenario& /*scenario*/, Level /*level*/) const override {
    return {"rails.csv", "limits.csv"};
  }

  [[nodiscard]] LeastTime least_time(const Scenario& scenario) const override {
    const RailsSettings& rails = scenario.rails;
    const double messages = 1.0 + rails.messages;  // the first one registers the buffers
    LeastTime least;
    least.take("rails.cable_latency", 2 * messages * seconds(rails.cable.latency));
    least.take("rdma.post_time", messages * seconds(rails.rdma.post_time));
    least.take("rdma.handle_time", messages * seconds(rails.rdma.handle_time));
    return least;
  }

  [[nodiscard]] std::string no_waves(const Scenario& /*scenario*/, Level /*level*/) const override {
    return "network.kind rails has no signals";
  }
};

}  // namespace

const MachineKind& rails_kind() {
  static const RailsKind kKind;
  return kKind;
}

}  // namespace tactus
