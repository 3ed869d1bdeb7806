#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/flit.h"
#include "hw/link/packet_header.h"
#include "hw/link/packet_observer.h"
#include "hw/router/output_credits.h"
#include "hw/router/route_function.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// Accounts of a router that is known by its pins alone: what came in, what left, and what must therefore be inside.
///
/// Holds a router of anybody to the contract of a part (docs/reference/parts.md): no flit is lost, doubled, changed,
/// made up or sent without a credit, packets stay whole and in order, and a credit goes back for a flit that has left.
/// Knows nothing of the router's inside, so that its views are the same for all routers. Plain class; all functions of
/// the pins throw PinFault.
class RouterLedger {
 public:
  /// `config` must outlive it.
  RouterLedger(const MachineConfig& config, Coordinate position);

  /// State as after construction.
  void reset();
  void observe(PacketObserver* observer) { observer_ = observer; }

  // In this order at an edge: what the router samples, what it puts.
  void credits_in(int port, CreditReturn returned);
  void flit_in(int port, const Flit& flit, Cycles edge);
  void flit_out(int port, const Flit& flit, Cycles edge);
  /// After all flits that are put at the edge.
  void credits_out(int port, CreditReturn returned);

  [[nodiscard]] RouterPorts ports() const { return ports_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] std::uint64_t flits_sent(int port) const { return sent_[index(port)]; }
  /// Flits that came in by this VC and have not left.
  [[nodiscard]] int occupancy(int port, int vc) const { return inputs_[requester(port, vc)].inside; }
  [[nodiscard]] int credits(int port, int vc) const { return credits_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const { return credits_.capacity(port); }
  /// The oldest packet of each input VC of which no flit has left, in the order of port and VC.
  [[nodiscard]] std::vector<WaitingPacket> waiting() const;
  /// Faults of the router `name` at rest: packets within, credits not home or not given back. Empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults(const std::string& name) const;

 private:
  using FlitData = std::array<std::uint64_t, 2>;
  /// A packet that is inside, or a part of it.
  struct Packet {
    RouteHeader header;
    std::uint64_t number = 0;  ///< packet_number
    std::uint64_t order = 0;   ///< number of its head among those that have come
    int in_port = 0;
    int in_vc = 0;
    Cycles routed;               ///< edge at which its head was sampled
    std::vector<FlitData> data;  ///< flits that have come
    std::size_t left = 0;        ///< flits that have left
  };
  struct Input {
    Packet* coming = nullptr;  ///< packet whose tail has not come
    int inside = 0;            ///< flits
    int to_return = 0;         ///< flits that have left and whose credits have not gone back
  };
  struct Output {
    std::array<Packet*, kMaxVirtualChannels> leaving{};  ///< by VC: packet whose tail has not left
    int open = -1;                                       ///< VC of the packet that holds the port
    Cycles last;                                         ///< edge of the last flit
  };

  void head_in(int port, const Flit& flit, Cycles edge);
  void head_out(int port, const Flit& flit, Cycles edge);
  void check_way(int port, const Packet& packet) const;
  void check_order(int port, const Packet& packet);
  void put(int port, const Flit& flit, Packet& packet);

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] std::size_t requester(int port, int vc) const { return index(port * virtual_channels_ + vc); }

  const MachineConfig& config_;
  const Coordinate position_;
  const int node_;
  const RouterPorts ports_;
  const int virtual_channels_;
  const bool hold_packet_;
  const std::unique_ptr<const RouteFunction> routes_;
  OutputCredits credits_;
  std::map<std::uint64_t, Packet> packets_;  ///< by number
  std::vector<Input> inputs_;                ///< by requester
  std::vector<Output> outputs_;
  std::vector<std::uint64_t> last_order_;  ///< by requester and output, of the last packet that went that way
  std::array<std::uint64_t, kMaxRouterPorts> sent_{};
  std::uint64_t heads_ = 0;  ///< that have come
  PacketObserver* observer_ = nullptr;
};

}  // namespace tactus
