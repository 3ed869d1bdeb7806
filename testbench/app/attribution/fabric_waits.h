#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/link_speeds.h"
#include "hw/router/retry_schedule.h"
#include "testbench/app/attribution/router_waits.h"

namespace tactus {

/// Why packets waited at the routers of a network, found from what observers are told: the routers, and what the grants
/// of one announce to its neighbours. Plain class.
class FabricWaits {
 public:
  static constexpr PacketTimings kTimings = RouterWaits::kTimings;

  /// `config` must outlive it.
  explicit FabricWaits(const MachineConfig& config);

  void packet_injected(const RouteHeader& header, Cycles cycle);
  /// Returns the pieces of the packet's wait, which hold until the next call. `job` is that of the packet.
  const std::vector<WaitPiece>& packet_granted(const RouterGrant& grant, const RouteHeader& header,
                                               JobNumber job = kNoJob);
  /// The last grant gets its mark, also where its packet goes to and came from.
  void mark(const RouterGrant& grant, Mark mark);
  /// The packet has left the receive buffer: an event of the mark `mark`.
  void packet_left(const RouteHeader& header, int vc, Cycles cycle, Mark mark = kNoMark);

  /// The node behind the link of a direction; where an edge has none, that of a ring.
  [[nodiscard]] int neighbour(int node, int port) const {
    return neighbours_[static_cast<std::size_t>(node * directions_ + port)];
  }
  /// Edge from which the packet that was granted last moves: that of its grant, or later if its link is slow.
  [[nodiscard]] std::uint64_t begins() const { return begins_; }
  /// Cycles beyond its delay that a link which repeats packets keeps the packet that was granted last.
  [[nodiscard]] std::uint64_t held() const { return held_; }
  template <class Change>
  void for_each_mark(Change&& change) {
    for (RouterWaits& router : routers_) router.for_each_mark(change);
  }

 private:
  /// The last edge at which a NIC's credits of a VC count, and how many count at it.
  struct Returned {
    std::uint64_t edge = 0;
    int credits = 0;
  };

  /// Takes down what the link of an output makes of a grant. Answers the edges that its output is closed for its sake.
  std::uint64_t pass_link(const RouterGrant& grant, int flits);
  [[nodiscard]] RouterWaits& router(int node) { return routers_[static_cast<std::size_t>(node)]; }

  const MachineConfig& config_;
  std::unique_ptr<const RouteFunction> routes_;
  int directions_;  ///< directions of each router; its ports of NICs follow
  const LinkSpeeds speeds_;
  std::vector<RetrySchedule> repeating_;  ///< by node and direction; empty unless links repeat packets
  std::uint64_t begins_ = 0;
  std::uint64_t held_ = 0;
  std::uint64_t credits_from_ = 0;  ///< first edge at which the credits that it gives back can be used
  std::vector<RouterWaits> routers_;
  std::vector<int> neighbours_;     ///< by node and direction
  std::vector<Returned> returned_;  ///< by node, NIC and VC
};

/// The port of the node behind the link `port` that leads back.
inline int port_back(int port) { return static_cast<int>(opposite(static_cast<Direction>(port))); }

}  // namespace tactus
