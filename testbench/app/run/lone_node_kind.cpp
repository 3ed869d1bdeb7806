#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/node_execution.h"

namespace tactus {
namespace {

/// One node of many cores.
class LoneNodeKind final : public MachineKind {
 public:
  [[nodiscard]] std::vector<KeyFault> level_faults(Level level, const Scenario& /*scenario*/) const override {
    if (level != Level::kFlow) return {};
    return {{"network.kind",
             "none: the flow level has links, and a node alone has none: use --level packet, or --level cycle"}};
  }

  [[nodiscard]] std::unique_ptr<Execution> execution(const Scenario& scenario, const ExecutionOptions& options,
                                                     TrafficObserver& observer) const override {
    return std::make_unique<NodeExecution>(scenario, options, observer);
  }

  [[nodiscard]] std::vector<std::string> files(const Scenario& /*scenario*/, Level /*level*/) const override {
    return {"copies.csv"};
  }

  [[nodiscard]] std::string no_waves(const Scenario& /*scenario*/, Level /*level*/) const override {
    return "a node alone (network.kind none) has no signals";
  }
};

}  // namespace

const MachineKind& lone_node_kind() {
  static const LoneNodeKind kKind;
  return kKind;
}

}  // namespace tactus
