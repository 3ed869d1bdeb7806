#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "hw/router/route_function.h"
#include "testbench/app/attribution/credit_history.h"
#include "testbench/app/attribution/latency_part.h"
#include "tlm_models/packet/packet_timings.h"

namespace tactus {

/// What a caller calls a grant: any number but kNoMark.
using Mark = std::uint32_t;
inline constexpr Mark kNoMark = 0;

/// A piece of the time that a packet waited at a router: edges [begin, end), all for one reason.
struct WaitPiece {
  LatencyPart part;
  std::uint64_t begin;
  std::uint64_t end;
  /// The output that was waited for: for a packet behind others, by the one in front of its queue.
  int output;
  int holder;  ///< kOutput, kInput: input port of the packet that was passing; -1: nobody, or a nominee
  Mark mark;   ///< of the grant that the piece waited for the end of; kCredits: that freed what came last
};

/// Why packets waited at one router, found from the grants that it gave (docs/timing.md, ROUTER-2 to ROUTER-10): what
/// held them at each edge at which SA could have granted them. Asks no router, so that it is the same at every level
/// whose grants are. Plain class; the switch is held per packet.
///
/// Memory grows with what waits: transfers are kept for as long as a packet that could have been granted at their time
/// has not been.
class RouterWaits {
 public:
  /// From one edge to another: the machine's.
  static constexpr PacketTimings kTimings{};

  /// `config` and `routes` must outlive it.
  RouterWaits(const MachineConfig& config, const RouteFunction& routes, Coordinate position);

  /// A packet is going to be routed here at edge `routed`.
  void packet_coming(int in_port, int in_vc, std::uint64_t routed);
  /// Credits of an output come back: a packet of `flits` has left the next buffer. They can be used from edge `first`
  /// on, one per edge or, of a NIC, at once.
  void credits_coming(int out_port, int out_vc, std::uint64_t first, int flits);
  /// The mark of the grant, or of the packet's leaving a NIC, that gave them back.
  void mark_credits(int out_port, int out_vc, std::uint64_t first, Mark mark) {
    returns_[requester(out_port, out_vc)].push_back({first, mark});
  }
  /// Takes down a grant. Its packet's wait, from the first edge at which SA could have seen its request to the edge
  /// before the grant, is `pieces()` after the call, in the order of time.
  void packet_granted(const RouterGrant& grant, const RouteHeader& header);
  /// Gives the last grant its mark.
  void mark(const RouterGrant& grant, Mark mark);
  /// Calls `change(Mark&)` for all marks that are kept.
  template <class Change>
  void for_each_mark(Change&& change);
  [[nodiscard]] const std::vector<WaitPiece>& pieces() const { return pieces_; }

 private:
  /// What passed an output, with the rest after it: edges [begin, end).
  struct Transfer {
    std::uint64_t begin;
    std::uint64_t end;
    int in_port;
    Mark mark;
  };
  using Transfers = std::vector<Transfer>;  ///< in the order of time
  struct Wish {
    const RouterGrant& grant;
    const RouteHeader& header;
  };
  /// A packet that left its queue.
  struct Departure {
    std::uint64_t edge;
    int out_port;
    Mark mark;
  };
  /// Credits that came back.
  struct Return {
    std::uint64_t first;
    Mark mark;
  };

  /// From `begin` on, until the packet was in front; returns when.
  std::uint64_t split_queue(const RouterGrant& grant, std::uint64_t begin);
  void split_front(const Wish& wish, std::uint64_t begin);
  void split_free_output(const Wish& wish, std::uint64_t begin, std::uint64_t end);
  void split_free_input(const Wish& wish, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] Mark last_return(const RouterGrant& grant, std::uint64_t edge) const;
  void add(const WaitPiece& piece) {
    if (piece.begin < piece.end) pieces_.push_back(piece);
  }
  void take_down(const RouterGrant& grant, int flits);
  void no_longer_coming(const RouterGrant& grant);
  void forget(std::uint64_t now);
  [[nodiscard]] std::uint64_t oldest() const;

  [[nodiscard]] std::size_t requester(int port, int vc) const {
    return static_cast<std::size_t>(port * virtual_channels_ + vc);
  }
  [[nodiscard]] std::size_t queue(const RouterGrant& grant) const;
  /// Of what is passed by one transfer at a time; a queue per output needs none.
  [[nodiscard]] Transfers* input_side(const RouterGrant& grant);

  const RouterConfig& config_;
  const RouteFunction& routes_;
  Coordinate position_;
  int virtual_channels_;
  std::array<Transfers, kRouterPorts> outputs_;
  std::vector<Transfers> inputs_;                   ///< by input side
  std::vector<std::vector<Departure>> departures_;  ///< by queue
  std::vector<std::vector<std::uint64_t>> coming_;  ///< by requester: RC of those not granted
  std::vector<CreditHistory> credits_;              ///< by output and VC; if input ports nominate
  std::vector<std::vector<Return>> returns_;        ///< the same, of those that have marks
  std::vector<WaitPiece> pieces_;
  std::size_t kept_ = 0;  ///< transfers by output
  std::size_t worth_forgetting_ = 0;
};

template <class Change>
void RouterWaits::for_each_mark(Change&& change) {
  for (Transfers& transfers : outputs_) {
    for (Transfer& transfer : transfers) change(transfer.mark);
  }
  for (Transfers& transfers : inputs_) {
    for (Transfer& transfer : transfers) change(transfer.mark);
  }
  for (std::vector<Departure>& queue : departures_) {
    for (Departure& departure : queue) change(departure.mark);
  }
  for (std::vector<Return>& returns : returns_) {
    for (Return& each : returns) change(each.mark);
  }
}

}  // namespace tactus
