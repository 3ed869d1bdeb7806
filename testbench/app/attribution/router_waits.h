#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "hw/router/route_function.h"
#include "hw/router/switch_request.h"
#include "testbench/app/attribution/credit_history.h"
#include "testbench/app/attribution/history.h"
#include "testbench/app/attribution/latency_part.h"
#include "testbench/app/attribution/packet_jobs.h"
#include "tlm_models/packet/packet_timings.h"

namespace tactus {

/// Name that a caller gives to a grant: any number but kNoMark.
using Mark = std::uint32_t;
inline constexpr Mark kNoMark = 0;

/// A piece of the time that a packet waited at a router: edges [begin, end), all for one reason.
struct WaitPiece {
  LatencyPart part = LatencyPart::kQueue;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// The output that was waited for: for a packet behind others, by the one in front of its queue.
  int output = 0;
  /// kOutput, kInput: input port of the packet that was passing; -1: nobody, a nominee, or a better output.
  int holder = -1;
  /// Grant whose end the piece waited for; kCredits, kBubble: the one that freed the credits that came last.
  Mark mark = kNoMark;
  JobNumber holder_job = kNoJob;  ///< kQueue: job of the packet in front; kOutput, kInput: of the one that was passing
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
  void packet_coming(int in_port, std::uint64_t routed) { coming_[index(in_port)].add() = routed; }
  /// So many credits of an output come back: a packet has left the next buffer. They can be used from edge `first` on,
  /// one per edge or, of a NIC, at once.
  void credits_coming(int out_port, int out_vc, std::uint64_t first, int credits);
  // Hints to the cache of what is about to be told.
  void prefetch_grant(int in_port, int out_port) const {
    inputs_[index(in_port)].prefetch();
    outputs_[index(out_port)].prefetch();
    coming_[index(in_port)].prefetch();
  }
  void prefetch_coming(int in_port) const { coming_[index(in_port)].prefetch(); }
  void prefetch_credits(int out_port) const {
    if (!credits_.empty()) credits_[index(out_port)].prefetch();
  }
  /// The mark of the grant, or of the packet's leaving a NIC, that gave them back.
  void mark_credits(int out_port, int out_vc, std::uint64_t first, Mark mark);
  /// Takes down a grant. Its packet's wait, from the first edge at which SA could have seen its request to the edge
  /// before the grant, is `pieces()` after the call, in the order of time.
  /// The link behind its output, if it repeats packets, keeps the output closed for `closed` edges behind the packet.
  void packet_granted(const RouterGrant& grant, const RouteHeader& header, JobNumber job = kNoJob,
                      std::uint64_t closed = 0);
  /// Gives the last grant its mark.
  void mark(const RouterGrant& grant, Mark mark);
  /// Calls `change(Mark&)` for all marks that are kept.
  template <class Change>
  void for_each_mark(Change&& change);
  [[nodiscard]] const std::vector<WaitPiece>& pieces() const { return pieces_; }

 private:
  /// A packet that passed the switch: at one of its ports, what is not said by the port.
  struct Transfer {
    std::uint64_t begin;  ///< edge of its grant
    /// Edges that it waited with its output; if links repeat packets, that this was closed after
    std::uint64_t late : 58;
    std::uint64_t other_port : 6;  ///< at the other side of the switch
    Mark mark;
    std::uint32_t flits : kLengthBits;
    std::uint32_t vc : 3;  ///< at this side
    std::uint32_t job : kJobBits;
  };
  static_assert(kMaxRouterPorts <= 64 && kMaxVirtualChannels <= 8 && kLengthBits + kJobBits + 3 <= 32);
  using Transfers = History<Transfer>;
  /// Credits that came back.
  struct Return {
    std::uint64_t first;
    Mark mark;
  };
  struct Wish {
    const RouterGrant& grant;
    const RouteHeader& header;
    std::size_t later = 0;  ///< the first of the transfers of its output that is later than the time looked at
    bool closed = false;    ///< the time looked at is one in which the link behind the output had no room
  };

  /// From `begin` on, until the packet was in front; returns when.
  std::uint64_t split_queue(const RouterGrant& grant, std::uint64_t begin);
  void split_front(Wish& wish, std::uint64_t begin);
  void split_free_output(const Wish& wish, std::uint64_t begin, std::uint64_t end);
  void split_free_input(const Wish& wish, std::uint64_t begin, std::uint64_t end);
  /// The first edge of [begin, end) at which a VC has the credits of `need`; `end`: none.
  [[nodiscard]] std::uint64_t first_room(const Wish& wish, const SwitchNeed& need, std::uint64_t begin,
                                         std::uint64_t end) const;
  /// The decision for the output which the packet was granted.
  [[nodiscard]] RouteDecision chosen(const RouterGrant& grant, const RouteHeader& header) const;
  /// Credits that a packet takes at an output.
  [[nodiscard]] int credits_of(int out_port, int flits) const {
    return counts_packets_ && !ports_.is_nic(out_port) ? 1 : flits;
  }
  [[nodiscard]] Mark last_return(const RouterGrant& grant, std::uint64_t edge) const;
  void add(LatencyPart part, std::uint64_t begin, std::uint64_t end, int output, int holder, Mark mark,
           JobNumber holder_job = kNoJob) {
    if (begin >= end) return;
    WaitPiece& piece = pieces_.emplace_back();
    piece.part = part;
    piece.begin = begin;
    piece.end = end;
    piece.output = output;
    piece.holder = holder;
    piece.mark = mark;
    piece.holder_job = holder_job;
  }
  void take_down(const RouterGrant& grant, int flits, JobNumber job, std::uint64_t closed);
  Transfer& room_for_another(Transfers& transfers);
  void no_longer_coming(const RouterGrant& grant);
  /// Nobody will be granted who could have been at an earlier edge.
  [[nodiscard]] std::uint64_t needed() const;

  static std::size_t index(int port) { return static_cast<std::size_t>(port); }
  [[nodiscard]] std::size_t index(int port, int vc) const { return index(port * virtual_channels_ + vc); }
  /// The output and the input side can be granted again.
  [[nodiscard]] std::uint64_t end_of(const Transfer& transfer) const {
    return transfer.begin + (repeats_ ? 0 : transfer.late) + transfer.flits + turnaround_;
  }
  /// The output can be granted again.
  [[nodiscard]] std::uint64_t opens(const Transfer& transfer) const {
    return transfer.begin + transfer.late + transfer.flits + turnaround_;
  }

  const RouteFunction& routes_;
  const Coordinate position_;
  const RouterPorts ports_;
  const int virtual_channels_;
  const bool fifo_;                  ///< a queue is that of an input VC, not of an output too
  const bool adaptive_;              ///< a packet may go by several outputs
  const bool passed_over_;           ///< a packet with credits may be passed over: input ports nominate, or it chooses
  const InputTransfers one_passes_;  ///< at a time; kQueue without `fifo_`: no limit
  const std::uint64_t turnaround_;
  const bool repeats_;         ///< links repeat packets
  const bool counts_packets_;  ///< MachineConfig
  std::uint64_t longest_;      ///< edges that a transfer has taken at the most
  std::uint64_t now_ = 0;      ///< cycle of the last grant
  std::array<Transfers, kMaxRouterPorts> outputs_;
  std::array<Transfers, kMaxRouterPorts> inputs_;
  std::array<History<std::uint64_t>, kMaxRouterPorts> coming_;  ///< by input: RC of those not granted, one per edge
  std::vector<CreditHistory> credits_;    ///< by output; if a packet may be passed over, or with bubbles
  std::vector<History<Return>> returns_;  ///< by output and VC, of those that have marks
  std::vector<WaitPiece> pieces_;
};

template <class Change>
void RouterWaits::for_each_mark(Change&& change) {
  for (auto* ports : {&outputs_, &inputs_}) {
    for (Transfers& transfers : *ports) {
      for (std::size_t i = 0; i < transfers.size(); ++i) change(transfers[i].mark);
    }
  }
  for (History<Return>& returns : returns_) {
    for (std::size_t i = 0; i < returns.size(); ++i) change(returns[i].mark);
  }
}

}  // namespace tactus
