#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"

namespace tactus::test {

/// Follows every packet from node to node and keeps its own account of what arrives.
///
/// A fault is a packet that is injected or delivered twice, goes from where it is not, takes a link too many, leaves at
/// the wrong node or NIC, or is faster than an empty network allows; and a message of which a byte is missing or
/// comes twice.
class DeliveryBook final : public PacketObserver {
 public:
  explicit DeliveryBook(MachineConfig machine) : machine_(std::move(machine)) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }
  [[nodiscard]] std::uint64_t flits_injected() const { return flits_injected_; }
  [[nodiscard]] std::uint64_t flits_delivered() const { return flits_delivered_; }
  [[nodiscard]] std::size_t packets_in_flight() const { return travelling_.size(); }
  /// Number of messages that arrived completely, by source and destination node.
  [[nodiscard]] std::map<std::pair<int, int>, int> complete_messages() const;
  /// Messages of which something, but not all, has arrived.
  [[nodiscard]] int incomplete_messages() const;
  /// Longest time from injection to delivery; to `now` for packets that are still on their way.
  [[nodiscard]] std::uint64_t longest_latency(Cycles now) const;

 private:
  /// A NIC puts at most one head on its port in a cycle.
  using PacketId = std::tuple<int, int, std::uint32_t>;   // source node, NIC, injection cycle
  using End = std::tuple<int, int, int>;                  // node, place of the rank, NIC
  using MessageId = std::tuple<End, End, std::uint32_t>;  // source, destination, tag
  struct Journey {
    Coordinate at;
    int links = 0;
    bool left = false;  ///< through a NIC port of the router
  };
  struct Message {
    std::optional<std::uint64_t> size;  ///< of a one-sided message its last packet says it
    std::uint64_t received = 0;
    std::set<std::uint32_t> packets;
    [[nodiscard]] bool complete(const MachineConfig& machine) const;
  };

  [[nodiscard]] PacketId id_of(const RouteHeader& header) const;
  void fault(const RouteHeader& header, const std::string& what);
  void arrive(const PacketHeader& header);

  MachineConfig machine_;
  std::map<PacketId, Journey> travelling_;
  std::map<MessageId, Message> messages_;
  std::vector<std::string> faults_;
  std::uint64_t flits_injected_ = 0;
  std::uint64_t flits_delivered_ = 0;
  std::uint64_t longest_latency_ = 0;
};

/// Links on a shortest way on a torus of that shape, counted by walking.
int walked_hops(NetworkShape shape, Coordinate from, Coordinate to);
/// Of the nodes that are furthest from one another.
int widest_hops(const NetworkShape& shape);

/// Cycles from injection to delivery on an idle network: docs/timing.md, "What follows".
std::uint64_t zero_load_latency(const MachineConfig& machine, Coordinate from, Coordinate to, int flits);
/// The same over so many of the longest links.
std::uint64_t zero_load_latency(const MachineConfig& machine, int hops, int flits);

}  // namespace tactus::test
