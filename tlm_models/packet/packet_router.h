#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "hw/router/output_credits.h"
#include "hw/router/route_function.h"
#include "hw/router/switch_allocator.h"
#include "hw/router/waiting_packet.h"
#include "tlm_models/packet/credit_line.h"
#include "tlm_models/packet/packet_events.h"

namespace tactus {

/// The virtual-channel router as a packet sees it: when its request is stated, when it is granted.
///
/// Plain class. Decides with the same RouteFunction, SwitchAllocator and OutputCredits as VcRouter, at the edges where
/// the outcome can have changed, and is equal to it grant by grant (docs/reference/packet_level.md). The switch is held
/// per packet.
class PacketRouter {
 public:
  /// A packet has won an output.
  struct Departure {
    SwitchGrant grant;
    PacketIndex packet = kNoPacket;
    int flits = 0;
  };

  PacketRouter(const MachineConfig& config, Coordinate position, PacketPool& packets, PacketWheel& wheel);

  // At edge `now`, before `allocate`.
  void packet_ready(int port, int vc, PacketIndex number);
  void transfer_ended(int out_port);
  void credits_awaited_came(int out_port, std::uint64_t now);

  /// SA and VA of edge `now`. Calls `departed(const Departure&)` for every grant.
  template <class Departed>
  void allocate(std::uint64_t now, Departed&& departed) {
    collect_credits(now);
    unsigned refused = switch_allocator_.pending_outputs();
    switch_allocator_.allocate(now, credits_, [&](const SwitchGrant& grant) {
      refused &= ~(1U << grant.out_port);
      departed(grant_packet(grant, now));
    });
    state_new_fronts(now);
    // An output that has been granted is looked at again when it is released.
    for (; refused != 0; refused &= refused - 1) await_credits(__builtin_ctz(refused), now);
  }

  /// Learns, at edge `now`, of credits of output `port` and `vc` that are to come back.
  void credits_coming(int port, int vc, const CreditStream& stream, std::uint64_t now);
  /// Learns, at edge `now`, that the head of a packet of `flits` flits will be sampled at edge `head` on input `port`
  /// and `vc`.
  void head_coming(int port, int vc, std::uint64_t head, int flits, std::uint64_t now);

  /// `allocate` could grant something.
  [[nodiscard]] bool pending() const { return switch_allocator_.pending(); }
  [[nodiscard]] bool dirty() const { return dirty_; }
  void set_dirty(bool dirty) { dirty_ = dirty; }

  // Statistics as of cycle `now`.
  [[nodiscard]] std::uint64_t flits_sent(int port, std::uint64_t now) const;
  [[nodiscard]] int occupancy(int port, int vc, std::uint64_t now) const;
  [[nodiscard]] int credits_away(int port, int vc, std::uint64_t now);
  [[nodiscard]] std::vector<WaitingPacket> waiting(std::uint64_t now);

 private:
  struct Queue {
    PacketIndex front = kNoPacket;
    PacketIndex back = kNoPacket;
  };
  struct Transfer {
    SwitchGrant grant;
    std::uint64_t granted = 0;
    int flits = 0;
    bool active = false;
  };
  /// Flits of one input VC: those of packets that are known to be all there, and the packets still coming in.
  struct Arrival {
    std::uint64_t head = 0;
    int flits = 0;
  };
  struct InputCount {
    std::uint64_t arrived = 0;
    std::uint64_t departed = 0;
    std::vector<Arrival> arriving;
  };

  Departure grant_packet(const SwitchGrant& grant, std::uint64_t now);
  void state_request(int requester, PacketIndex number);
  void state_new_fronts(std::uint64_t now);
  void collect_credits(std::uint64_t now);
  void collect(int port, int vc, std::uint64_t now);
  void await_credits(int port, std::uint64_t now);
  /// Cycle in which the first waiting request of output `port` will have its credits; CreditLine::kNever if unknown.
  [[nodiscard]] std::uint64_t first_satisfied(int port) const;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int requester(int port, int vc) const { return port * virtual_channels_ + vc; }
  [[nodiscard]] Queue& queue(int requester, int out_port) {
    return queues_[index(fifo_ ? requester : requester * kRouterPorts + out_port)];
  }
  [[nodiscard]] CreditLine& line(int port, int vc) { return lines_[index(requester(port, vc))]; }
  [[nodiscard]] const CreditLine& line(int port, int vc) const { return lines_[index(requester(port, vc))]; }
  static std::uint64_t sent(const Transfer& transfer, std::uint64_t now);

  const Coordinate position_;
  const int node_;
  const int virtual_channels_;
  const bool fifo_;
  RouteFunction routes_;
  OutputCredits credits_;
  SwitchAllocator switch_allocator_;
  PacketPool& packets_;
  PacketWheel& wheel_;
  std::vector<Queue> queues_;
  std::vector<CreditLine> lines_;   ///< by output port and VC
  std::vector<InputCount> inputs_;  ///< by input port and VC
  std::array<Transfer, kRouterPorts> transfers_{};
  std::array<std::uint64_t, kRouterPorts> flits_granted_{};
  std::array<std::uint64_t, kRouterPorts> credits_awaited_{};  ///< cycle of the kCredits event that is pending
  std::vector<std::pair<int, PacketIndex>> new_fronts_;        ///< requester and packet
  unsigned lines_in_use_ = 0;                                  ///< outputs with credits under way
  unsigned short_of_credits_ = 0;                              ///< outputs at which a request waits for credits
  bool dirty_ = false;
};

}  // namespace tactus
