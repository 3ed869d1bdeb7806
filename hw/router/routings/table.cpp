#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "hw/router/route_function.h"
#include "hw/router/route_table.h"
#include "hw/router/table_check.h"

namespace tactus {
namespace {

/// By the entry of the table, and at the destination to the NIC.
class TableRoutes final : public RouteFunction {
 public:
  explicit TableRoutes(const MachineConfig& config)
      : ports_(config.ports()), all_vcs_(config.router.all_vcs()), table_(config.router.table) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    const Coordinate to = header.destination;
    if (here == to) return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
    const NetworkShape& shape = table_->shape();
    const RouteEntry* entry = table_->find(shape.node(here), shape.node(to), in_port, in_vc);
    if (entry == nullptr) return {kNowhere, all_vcs_};  // the check before time zero refuses the table
    return {entry->out_port, entry->vc_mask};
  }

 private:
  static constexpr std::uint8_t kNowhere = 0xFF;

  RouterPorts ports_;
  std::uint8_t all_vcs_;
  std::shared_ptr<const RouteTable> table_;
};

RoutingPolicy table() {
  RoutingPolicy policy;
  policy.name = "table";
  policy.summary = "A file has the next link of a packet, by node and destination: `router.table`.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<TableRoutes>(config);
  };
  policy.refuses = [](const MachineConfig& config) {
    std::string refusal = table_refusal(config);
    if (!refusal.empty()) return refusal;
    const CheckedTable checked = check_table(config);
    return checked.faults.empty() ? std::string() : checked.faults.front().text;
  };
  policy.find_cycle = [](const MachineConfig& config) { return check_table(config).cycle; };
  policy.reads_table = policy.goes_round = policy.graphs = true;
  return policy;
}
const Registered<RoutingKind> kTable{table()};

}  // namespace
}  // namespace tactus
