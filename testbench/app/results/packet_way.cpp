#include "testbench/app/results/packet_way.h"

#include <utility>

#include "hw/link/packet_number.h"

namespace tactus {

PacketWayFinder::PacketWayFinder(const MachineConfig& config, std::optional<std::uint64_t> number)
    : network_(config.network), nics_(config.nics()), number_(number) {}

void PacketWayFinder::packet_injected(const PacketHeader& header, Cycles cycle) {
  if (header.route.is_control()) return;
  const std::uint64_t number = packet_number(network_, nics_, header.route);
  if (number_ && *number_ != number) return;
  PacketWay& way = in_flight_[number];
  way.number = number;
  way.injected = cycle;
}

void PacketWayFinder::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  const auto found = in_flight_.find(packet_number(network_, nics_, header));
  if (found == in_flight_.end()) return;
  PacketWay& way = found->second;
  way.nodes.push_back(grant.node);
  const Cycles length = grant.cycle - grant.routed;
  if (length > way.longest.length) way.longest = {grant.routed, length, grant.node, grant.out_port};
}

void PacketWayFinder::packet_delivered(const PacketHeader& header, Cycles cycle) {
  const auto arrived = in_flight_.find(packet_number(network_, nics_, header.route));
  if (arrived == in_flight_.end()) return;
  PacketWay way = std::move(arrived->second);
  in_flight_.erase(arrived);
  way.latency = cycle - way.injected;
  const bool slower =
      !found_ || way.latency > found_->latency || (way.latency == found_->latency && way.number < found_->number);
  if (slower) found_ = std::move(way);
}

}  // namespace tactus
