#include "testbench/tests/system/delivery_book.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace tactus::test {
namespace {

int walked_ring(int size, int from, int to) {
  int up = 0;
  int down = 0;
  for (int at = from; at != to; at = (at + 1) % size) ++up;
  for (int at = from; at != to; at = (at + size - 1) % size) ++down;
  return std::min(up, down);
}

int walked_hops(const NetworkShape& shape, int dimension, Coordinate from, Coordinate to) {
  const int apart = to[dimension] - from[dimension];
  return shape.wraps(dimension) ? walked_ring(shape.size(dimension), from[dimension], to[dimension]) : std::abs(apart);
}

/// By a search of its own through the list of cables.
int links_of_graph(const NetworkGraph& graph, int from, int to) {
  std::set<int> reached = {from};
  int links = 0;
  for (; reached.count(to) == 0; ++links) {
    std::set<int> next = reached;
    for (const auto& [a, b] : graph.cables()) {
      if (reached.count(a) != 0) next.insert(b);
      if (reached.count(b) != 0) next.insert(a);
    }
    reached = std::move(next);
  }
  return links;
}

std::uint64_t cycles_of_hop(const MachineConfig& machine, int dimension) {
  constexpr std::uint64_t kPipeline = 4;  // RC, VA, SA, ST
  const Picoseconds delay = machine.link.switch_delay + machine.link.cable_delay.in(dimension);
  return kPipeline + machine.clock.cycle_at(delay).count();
}

}  // namespace

int walked_hops(NetworkShape shape, Coordinate from, Coordinate to) {
  if (shape.is_graph()) return links_of_graph(*shape.graph, shape.node(from), shape.node(to));
  int hops = 0;
  for (int d = 0; d < shape.dimensions(); ++d) hops += walked_hops(shape, d, from, to);
  return hops;
}

int widest_hops(const NetworkShape& shape) {
  if (shape.is_graph()) return shape.nodes();
  int hops = 0;
  for (int d = 0; d < shape.dimensions(); ++d) hops += shape.wraps(d) ? shape.size(d) / 2 : shape.size(d) - 1;
  return hops;
}

std::uint64_t zero_load_latency(const MachineConfig& machine, Coordinate from, Coordinate to, int flits) {
  if (machine.network.is_graph()) return zero_load_latency(machine, walked_hops(machine.network, from, to), flits);
  std::uint64_t links = 0;
  for (int d = 0; d < machine.network.dimensions(); ++d) {
    links += static_cast<std::uint64_t>(walked_hops(machine.network, d, from, to)) * cycles_of_hop(machine, d);
  }
  return links + static_cast<std::uint64_t>(flits) + 4;
}

std::uint64_t zero_load_latency(const MachineConfig& machine, int hops, int flits) {
  std::uint64_t longest = 0;
  for (int d = 0; d < machine.network.dimensions(); ++d) longest = std::max(longest, cycles_of_hop(machine, d));
  return longest * static_cast<std::uint64_t>(hops) + static_cast<std::uint64_t>(flits) + 4;
}

bool DeliveryBook::Message::complete(const MachineConfig& machine) const {
  const std::uint64_t payload = machine.nic.mtu.count() - 32;
  if (!size) return false;
  const std::uint64_t expected = std::max<std::uint64_t>(1, (*size + payload - 1) / payload);
  return received == size && packets.size() == expected;
}

DeliveryBook::PacketId DeliveryBook::id_of(const RouteHeader& header) const {
  return {machine_.network.node(header.source), header.source_nic, header.inject_cycle};
}

void DeliveryBook::fault(const RouteHeader& header, const std::string& what) {
  faults_.push_back(fmt::format("packet of ({},{}) NIC {} to ({},{}), injected in cycle {}: {}", header.source[0],
                                header.source[1], header.source_nic, header.destination[0], header.destination[1],
                                header.inject_cycle, what));
}

void DeliveryBook::packet_injected(const PacketHeader& header, Cycles cycle) {
  flits_injected_ += header.route.flits;
  if (header.route.inject_cycle != cycle.count()) fault(header.route, fmt::format("but told in {}", cycle.count()));
  const bool fresh = travelling_.emplace(id_of(header.route), Journey{header.route.source}).second;
  if (!fresh) fault(header.route, "injected twice");
}

void DeliveryBook::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  const auto found = travelling_.find(id_of(header));
  if (found == travelling_.end())
    return fault(header, fmt::format("granted at node {} but not on its way", grant.node));
  Journey& journey = found->second;
  if (journey.left || machine_.network.node(journey.at) != grant.node) {
    return fault(header, fmt::format("granted at node {} but is elsewhere", grant.node));
  }
  const RouterPorts ports = machine_.ports();
  if (!ports.is_nic(grant.out_port)) {
    ++journey.links;
    journey.at = machine_.network.neighbour(journey.at, static_cast<Direction>(grant.out_port));
    return;
  }
  journey.left = true;
  if (journey.at != header.destination) fault(header, fmt::format("left at node {}", grant.node));
  if (grant.out_port != ports.nic_port(header.destination_nic)) {
    fault(header, fmt::format("left by port {}", ports.name(grant.out_port)));
  }
}

void DeliveryBook::packet_delivered(const PacketHeader& header, Cycles cycle) {
  flits_delivered_ += header.route.flits;
  const auto found = travelling_.find(id_of(header.route));
  if (found == travelling_.end()) return fault(header.route, "delivered but not on its way");
  const Journey journey = found->second;
  travelling_.erase(found);
  if (!journey.left) fault(header.route, "delivered without leaving a router");
  const int hops = walked_hops(machine_.network, header.route.source, header.route.destination);
  if (journey.links != hops) fault(header.route, fmt::format("took {} links, not {}", journey.links, hops));
  const std::uint64_t latency = cycle.count() - header.route.inject_cycle;
  if (latency < zero_load_latency(machine_, header.route.source, header.route.destination, header.route.flits)) {
    fault(header.route, fmt::format("took {} cycles, less than on an idle network", latency));
  }
  longest_latency_ = std::max(longest_latency_, latency);
  arrive(header);
}

void DeliveryBook::arrive(const PacketHeader& header) {
  const RouteHeader& route = header.route;
  const MessageId id{{machine_.network.node(route.source), route.source_place, route.source_nic},
                     {machine_.network.node(route.destination), route.destination_place, route.destination_nic},
                     header.transport.tag};
  Message& message = messages_[id];
  const TransportHeader& transport = header.transport;
  if (!transport.one_sided) message.size = transport.message_bytes;
  if (transport.one_sided && transport.last) {
    message.size = transport.packet_index * machine_.max_payload().count() + transport.payload_bytes;
  }
  message.received += header.transport.payload_bytes;
  if (!message.packets.insert(header.transport.packet_index).second) {
    fault(route, fmt::format("packet {} of its message came twice", header.transport.packet_index));
  }
}

std::map<std::pair<int, int>, int> DeliveryBook::complete_messages() const {
  std::map<std::pair<int, int>, int> count;
  for (const auto& [id, message] : messages_) {
    if (message.complete(machine_)) ++count[{std::get<0>(std::get<0>(id)), std::get<0>(std::get<1>(id))}];
  }
  return count;
}

int DeliveryBook::incomplete_messages() const {
  return static_cast<int>(std::count_if(messages_.begin(), messages_.end(),
                                        [this](const auto& entry) { return !entry.second.complete(machine_); }));
}

std::uint64_t DeliveryBook::longest_latency(Cycles now) const {
  std::uint64_t longest = longest_latency_;
  for (const auto& [id, journey] : travelling_) longest = std::max(longest, now.count() - std::get<2>(id));
  return longest;
}

}  // namespace tactus::test
