#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"

namespace tactus {

/// Way of a packet through the network.
struct PacketWay {
  /// Wait at a router, for an output.
  struct Wait {
    Cycles begin;
    Cycles length;
    int node = 0;
    int port = 0;
  };
  std::uint64_t number = 0;
  Cycles injected;
  Cycles latency;          ///< from its injection until the receiving NIC has its tail
  std::vector<int> nodes;  ///< nodes whose routers it passed, in their order
  Wait longest;            ///< the first of the longest ones
};

/// Finds the way of one packet: the one of a number, or the slowest of a run, of several the one with the lowest
/// number. Control packets do not count.
class PacketWayFinder final : public PacketObserver {
 public:
  /// `number`: nothing for the slowest.
  PacketWayFinder(const MachineConfig& config, std::optional<std::uint64_t> number);

  /// After the run; nothing if there is no such packet, or if it has not arrived.
  [[nodiscard]] const std::optional<PacketWay>& way() const { return found_; }

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

 private:
  NetworkShape network_;
  int nics_;
  std::optional<std::uint64_t> number_;
  std::map<std::uint64_t, PacketWay> in_flight_;
  std::optional<PacketWay> found_;
};

}  // namespace tactus
