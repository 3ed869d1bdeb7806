#include "testbench/app/kinds/torus/group_check.h"

#include <fmt/core.h>

#include <memory>
#include <optional>

#include "hw/router/packet_order.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {
namespace {

/// Number of a message of a group among those of its sender.
std::uint32_t group_number(const Operation& send) { return send.tag & ((1U << kGroupNumberBits) - 1); }

class GroupCheck {
 public:
  /// Networks of other kinds have the flow level only, where a DMA engine sends one message after the other.
  GroupCheck(const std::vector<int>& ranks, const RankMap& map, const MachineConfig& machine)
      : ranks_(ranks),
        map_(map),
        machine_(machine),
        routes_(map.shape().nodes.is_numbered() && !machine.network.is_graph() ? nullptr
                                                                               : make_route_function(machine)) {}

  /// Empty if a receive from any rank takes the message of `send`, an operation of `rank`.
  [[nodiscard]] std::string fault_of(int rank, const Operation& send) const {
    const int from = of_machine(rank);
    const int to = of_machine(send.peer);
    if (map_.node(from) == map_.node(to)) {
      return fmt::format(
          "send to rank {}, which receives from any rank and is on the same node: such a receive takes messages of "
          "other nodes. Use another workload.placement or workload.ranks_per_node",
          send.peer);
    }
    if (routes_ == nullptr || group_number(send) != 1) return {};
    RouteHeader header;
    header.source = map_.coordinate(from);
    header.destination = map_.coordinate(to);
    header.source_nic = header.destination_nic = static_cast<std::uint8_t>(send.nic);
    header.negative = OffsetSigns::of(header.source, header.destination);
    const std::optional<Coordinate> node = find_overtaking(machine_, *routes_, header);
    if (!node) return {};
    const RoutingName& routing = machine_.router.routing;
    if (policy(routing).ways_differ()) {
      return fmt::format(
          "second send to rank {}, which receives from any rank: it can overtake the first, because router.routing {} "
          "lets packets go different ways. Use {}",
          send.peer, routing.name(), machine_.network.is_graph() ? "up_down" : "dimension_order");
    }
    return fmt::format(
        "second send to rank {}, which receives from any rank: it can overtake the first at {}, because packets may "
        "take several virtual channels of the next link. Use a router.virtual_channels that leaves them one: 2 with "
        "rings, 1 without",
        send.peer, machine_.network.text(*node));
  }

 private:
  [[nodiscard]] int of_machine(int rank) const {
    return ranks_.empty() ? rank : ranks_[static_cast<std::size_t>(rank)];
  }

  const std::vector<int>& ranks_;
  const RankMap& map_;
  const MachineConfig& machine_;
  std::unique_ptr<const RouteFunction> routes_;
};

bool is_to_group(const Operation& operation) {
  return operation.kind == OperationKind::kSend && (operation.tag & kGroupTag) != 0;
}

}  // namespace

std::vector<ScheduleFault> group_faults(const Schedule& schedule, const std::vector<int>& ranks, const RankMap& map,
                                        const MachineConfig& machine, std::size_t limit) {
  std::vector<ScheduleFault> faults;
  std::optional<GroupCheck> check;
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    for (const Operation& each : schedule.program(rank).operations) {
      if (!is_to_group(each)) continue;
      if (!check) check.emplace(ranks, map, machine);
      const std::string fault = check->fault_of(rank, each);
      if (fault.empty()) continue;
      if (faults.size() == limit) return faults;
      faults.push_back({rank, each.place, fault});
    }
  }
  return faults;
}

}  // namespace tactus
