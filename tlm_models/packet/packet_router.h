#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/line_array.h"
#include "hw/common/machine_config.h"
#include "hw/nic/router_room.h"
#include "hw/router/breaking_outputs.h"
#include "hw/router/chances.h"
#include "hw/router/link_transfer.h"
#include "hw/router/requester_numbers.h"
#include "hw/router/retry_schedule.h"
#include "hw/router/route_function.h"
#include "hw/router/switch_allocator.h"
#include "hw/router/waiting_packet.h"
#include "tlm_models/packet/node_wheel.h"
#include "tlm_models/packet/packet_events.h"
#include "tlm_models/packet/packet_timings.h"
#include "tlm_models/packet/returning_credits.h"

namespace tactus {

/// The virtual-channel router as a packet sees it: when its request is stated, when it is granted.
///
/// Plain class. Decides with the same RouteFunction and SwitchAllocator as VcRouter, on ReturningCredits in place of
/// its OutputCredits, and is equal to it grant by grant (docs/reference/packet_level.md). The switch is held per
/// packet.
///
/// A packet joins its queue when it is granted upstream, since nothing can overtake it on the way; it needs an event of
/// its own only if it comes to the front before it has come itself.
///
/// A packet states its request as soon as it comes to the front of its queue, ahead of its time if it has not come
/// itself. The router is looked at when an output has its next chance: the first edge at which, as far as is known, one
/// of its requests is seen and can have its credits and its input side. Whatever becomes known later can only make that
/// edge later, but for credits, of which `credits_coming` tells. If input ports nominate, they have the chances
/// (Nomination), and what has one is granted something.
class PacketRouter {
 public:
  /// A packet has won an output.
  struct Departure {
    SwitchGrant grant;
    PacketIndex packet = kNoPacket;
    int flits = 0;
    std::uint64_t begins = 0;   ///< edge from which it moves on: that of the grant, or later if its link is not ready
    std::uint64_t arrives = 0;  ///< RC at the next router, if the link repeats packets; else 0
  };

  /// The things that the routers of a region share. They outlive them.
  struct Surroundings {
    const RouteFunction& routes;
    PacketPool& packets;
    PacketWheel& wheel;
    NodeWheel& looks;  ///< NICs and routers that are looked at, by number in the region
  };

  /// `number`: that of the router in its region.
  PacketRouter(const MachineConfig& config, const PacketTimings& timings, Coordinate position,
               const Surroundings& surroundings, std::size_t number);

  /// Packet `number` is on its way to input `port` and `vc`: SA can see its request from edge `ready` on, which is
  /// later than `now`, the last edge executed so far.
  void packet_coming(int port, int vc, PacketIndex number, std::uint64_t ready, std::uint64_t now);

  /// The router is to be looked at at edge `now`.
  [[nodiscard]] bool looks_at(std::uint64_t now) const { return look_ == now; }

  /// SA and VA of edge `now`. Calls `departed(const Departure&)` for every grant.
  template <class Departed>
  void allocate(std::uint64_t now, Departed&& departed) {
    credits_.at(now);
    look_ = PacketWheel::kNever;
    if (nominates_) {
      allocate_foreseen(now, departed);
    } else if (!breaks_.due(now) || has_chances_left(now)) {
      allocate_due(now, departed);
    }
    look();
    if (credits_.too_many()) report_credit_overflow();
  }

  /// Learns, at edge `now`, of credits of output `port` and `vc` that are to come back.
  void credits_coming(int port, int vc, const CreditStream& stream, std::uint64_t now) {
    credits_.coming_back(port, vc, stream);
    if (nominates_) {
      const PortSet lacking = switch_allocator_.nomination()->lacking(port);
      if (lacking == 0) return;
      foresee(lacking, now);
      return look();
    }
    if ((short_of_credits_ >> port & 1U) == 0 || chances_.of(port) <= now) return;
    plan(port, now);
    look();
  }

  // Hints to the cache that something is about to be done. In a large torus, the state that an edge needs is spread
  // over more memory than any cache holds; asked for in time, it comes while the edge is busy with other nodes.
  void prefetch() const {
    const char* begin = reinterpret_cast<const char*>(&position_);
    const char* const end = reinterpret_cast<const char*>(&chances_);
    for (; begin < end; begin += 64) __builtin_prefetch(begin);
    __builtin_prefetch(outputs_.data());
    chances_.prefetch();
  }
  /// For `allocate`, after `prefetch`.
  void prefetch_due() const {
    if (nominates_) return prefetch_foreseen();
    __builtin_prefetch(queues_.data());
    for (PortSet rest = chances_.first_ports(); rest != 0; rest &= rest - 1) {
      const int port = first_port(rest);
      switch_allocator_.prefetch(port);
      credits_.prefetch(port);
    }
  }
  void prefetch_requests() const {
    if (nominates_) return prefetch_nominees();
    for (PortSet rest = chances_.first_ports(); rest != 0; rest &= rest - 1) {
      const int port = first_port(rest);
      const OutputRequests& requests = switch_allocator_.requests(port);
      requests.prefetch();
      for (RequestMask from = requests.all(); from != 0; from &= from - 1) {
        __builtin_prefetch(&packets_[queue(__builtin_ctzll(from), port).front]);
      }
    }
  }
  /// For `packet_coming`, after `prefetch`.
  void prefetch_queues(int port, int vc) const {
    __builtin_prefetch(&queues_[queue_place(requester(port, vc), 0) / kQueuesOfLine]);
    switch_allocator_.prefetch_statement(requester(port, vc));
  }
  /// For `credits_coming`, after `prefetch`.
  void prefetch_credits(int port) const { credits_.prefetch(port); }

  // What RouterRoom says of it.
  [[nodiscard]] OutputRoom towards(const RouteHeader& packet, Cycles now) const;
  [[nodiscard]] Cycles when(const RouteHeader& packet, int free, Cycles now) const;

  // Statistics as of cycle `now`.
  /// Retries of the link behind an output that leads to a router.
  [[nodiscard]] RetryCounts retries(int port, std::uint64_t now) const {
    return repeats_ ? repeating_[index(port)].schedule.counts(now) : RetryCounts{};
  }
  [[nodiscard]] std::uint64_t flits_sent(int port, std::uint64_t now) const;
  /// Flits in the buffer of input `port` and `vc`.
  [[nodiscard]] int occupancy(int port, int vc, std::uint64_t now) const;
  /// Flits of all input ports and VCs, in this order, which `of` has elements for.
  void occupancies(std::uint64_t now, std::vector<int>& of) const;
  [[nodiscard]] int credits_away(int port, int vc, std::uint64_t now);
  /// First cycle after `now` in which anything that can be read here changes without an event, or PacketWheel::kNever.
  [[nodiscard]] std::uint64_t changes_from(std::uint64_t now) const;
  /// First edge at which a packet can be seen that has not been granted, or PacketWheel::kNever.
  [[nodiscard]] std::uint64_t oldest_ready() const;
  /// Adds to `list` who waits.
  void waiting(std::uint64_t now, std::vector<WaitingPacket>& list);

 private:
  struct Queue {
    PacketIndex front = kNoPacket;
    PacketIndex back = kNoPacket;
  };
  static constexpr std::size_t kQueuesOfLine = 8;
  /// A line of the cache: of a requester for eight outputs, or of eight requesters if they are FIFOs.
  struct alignas(64) Queues {
    std::array<Queue, kQueuesOfLine> of;
  };
  /// An output: when it is free again, and its last transfer.
  struct Output {
    std::uint64_t ends = 0;           ///< first edge at which it can be granted again
    std::uint64_t head = 0;           ///< RC of the packet
    std::uint64_t granted_flits = 0;  ///< flits of all packets so far
    std::uint16_t flits = 0;
    std::uint8_t requester = 0;
  };

  /// A link that repeats packets, and its output.
  struct Repeating {
    RetrySchedule schedule;
    std::uint64_t opens = 0;  ///< first edge at which the output can be granted again, for the link's sake
    bool closed = false;      ///< its transfer has been seen to end, and its input side is free
  };

  /// SA among the outputs that have their chance.
  template <class Departed>
  void allocate_due(std::uint64_t now, Departed&& departed) {
    if (now >= first_end_) end_transfers(now);
    const PortSet due = chances_.first_ports();
    chances_.forget(due);
    for (PortSet rest = due; rest != 0; rest &= rest - 1) {
      const int port = first_port(rest);
      if (switch_allocator_.requests(port).ahead() != 0) see_requests(port, now);
    }
    PortSet refused = due;
    switch_allocator_.allocate(due, now, credits_, [&](const SwitchGrant& grant) {
      refused &= ~port_bit(grant.out_port);
      departed(grant_packet(grant, now));
    });
    for (PortSet rest = due & ~refused; rest != 0; rest &= rest - 1) plan_after_grant(first_port(rest));
    for (PortSet rest = refused; rest != 0; rest &= rest - 1) plan(first_port(rest), now);
    chances_.find_first();
  }
  /// Some outputs break at edge `now`, or have broken: none of them has a chance. True if others have one at `now`.
  [[gnu::noinline]] bool has_chances_left(std::uint64_t now);
  /// SA of the input ports that have their chance: each of the outputs that they nominate packets for is granted.
  template <class Departed>
  void allocate_foreseen(std::uint64_t now, Departed&& departed) {
    const PortSet competing = switch_allocator_.allocate_foreseen(
        now, credits_, [&](const SwitchGrant& grant) { departed(grant_packet(grant, now)); });
    foresee(competing, now);
    switch_allocator_.nomination()->find_first_chance();
  }
  /// The input ports in `ports` foresee their chances after edge `now`.
  void foresee(PortSet ports, std::uint64_t now);
  [[nodiscard]] const Chances& chances() const {
    return nominates_ ? switch_allocator_.nomination()->chances() : chances_;
  }
  /// The router is looked at when a port has its chance first.
  void look() {
    if (const std::uint64_t edge = chances().first(); edge != look_) look_at(edge);
  }
  void look_at(std::uint64_t edge) {
    if (look_ != PacketWheel::kNever) forget_look();
    look_ = edge;
    if (edge == PacketWheel::kNever) return;
    if (looks_.beyond(edge)) return look_far_ahead();
    looks_.mark(NodePart::kRouter, number_, edge);
  }
  [[gnu::noinline]] void forget_look();
  [[gnu::noinline]] void look_far_ahead();

  Departure grant_packet(const SwitchGrant& grant, std::uint64_t now);
  /// The transfer through `port` ends at edge `ends`: for routers whose input ports do not nominate.
  void await_end(int port, std::uint64_t ends);
  void prefetch_foreseen() const;
  void prefetch_nominees() const;
  /// Packet `number` is at the front of its queue at `requester`, at edge `now`.
  void state_request(int requester, PacketIndex number, std::uint64_t now) {
    const PacketInFlight& packet = packets_[number];
    const RouteHeader& header = packet.route;
    const SwitchRequest request(packet.way, header.flits, packet_age(ages_, header.inject_cycle, packet.ready),
                                static_cast<std::uint32_t>(packet.ready));
    if (nominates_) return switch_allocator_.set_request(packet.way.out_port, requester, request);
    if (adaptive_) return state_choices(requester, number, request, now);
    state_request(packet.way.out_port, requester, request, packet.ready, now);
  }
  /// For each output that it may go to. `request`: that for the first of them.
  [[gnu::noinline]] void state_choices(int requester, PacketIndex number, const SwitchRequest& request,
                                       std::uint64_t now);
  void state_request(int out_port, int requester, const SwitchRequest& request, std::uint64_t ready, std::uint64_t now);
  /// Ways of a packet that waits at `requester`.
  [[nodiscard]] RouteChoices choices(int requester, PacketIndex number) const;
  /// First edge at which the request of `requester` for `out_port` is seen.
  [[nodiscard]] std::uint64_t ready(int out_port, int requester) const {
    return packets_[queue(requester, out_port).front].ready;
  }
  /// Requests for `out_port` that were stated ahead of their time stand if they are seen at edge `now`.
  void see_requests(int out_port, std::uint64_t now);
  void end_transfers(std::uint64_t now);
  /// The transfer through `port` has ended, but the link behind it has no room for another packet.
  void end_before_room(int port);
  /// Tells the link behind `port`, which repeats packets, of a grant at edge `now`. Answers when the packet arrives.
  std::uint64_t pass_link(int port, int flits, std::uint64_t now);
  /// First edge at which output `port` can be granted, as far as is known.
  [[nodiscard]] std::uint64_t opens(int port) const {
    const std::uint64_t ends = outputs_[index(port)].ends;
    return repeats_ && port < directions_ ? std::max(ends, repeating_[index(port)].opens) : ends;
  }
  /// Plans the next chance of output `port` after edge `now`, at which it has granted nothing.
  void plan(int port, std::uint64_t now);
  /// Plans the next chance of output `port`, which has just been granted, as if all credits and input sides were there.
  void plan_after_grant(int port);
  /// A packet with `need` has the credits of output `port` from `edge` on, as far as is known, and more of them may
  /// make it earlier. A buffer that is drained by one transfer at a time gives its credits back in the order in which
  /// they become known; a NIC may be done with a later packet first.
  [[nodiscard]] bool may_come_earlier(int port, const SwitchNeed& need, std::uint64_t edge) const {
    return edge == CreditLine::kNever || (in_order_ >> port & 1U) == 0 || (need.vc_mask & (need.vc_mask - 1)) != 0;
  }
  /// First edge from `earliest` on at which `requester` could be granted `port`, as far as is known. Says in `lacking`
  /// that more credits may make it earlier.
  std::uint64_t next_chance(int port, int requester, const SwitchNeed& need, std::uint64_t earliest, bool& lacking);
  /// First edge after the transfer from the input side of `requester`, which is busy.
  [[nodiscard]] std::uint64_t input_ends(int requester) const { return side_ends_[input_side(requester)]; }
  /// Number of an input side, of those that take one transfer at a time.
  [[nodiscard]] std::size_t input_side(int requester) const {
    return index(exclusive_port_ ? requesters_.port(requester) : requester);
  }
  /// Flits in the queues of `requester`.
  [[nodiscard]] std::uint64_t queued_flits(int requester, std::uint64_t now) const;
  /// Flits of the transfer through output `out`, which is busy, that are still in the buffer.
  [[nodiscard]] std::uint64_t flits_behind(int out, std::uint64_t now) const;
  void report_credit_overflow() const;
  [[nodiscard]] bool busy(int port, std::uint64_t now) const { return outputs_[index(port)].ends > now; }
  /// Flits of the transfer through `port` that are not yet on ST.
  [[nodiscard]] std::uint64_t flits_left(int port, std::uint64_t now) const {
    const std::uint64_t ends = outputs_[index(port)].ends;
    if (ends <= now + turnaround_) return 0;
    return std::min<std::uint64_t>(ends - now - turnaround_, outputs_[index(port)].flits);
  }

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int requester(int port, int vc) const { return requesters_.number(port, vc); }
  Queue& queue(int requester, int out_port) {
    const std::size_t place = queue_place(requester, out_port);
    return queues_[place / kQueuesOfLine].of[place % kQueuesOfLine];
  }
  [[nodiscard]] const Queue& queue(int requester, int out_port) const {
    const std::size_t place = queue_place(requester, out_port);
    return queues_[place / kQueuesOfLine].of[place % kQueuesOfLine];
  }
  [[nodiscard]] std::size_t queue_place(int requester, int out_port) const {
    return fifo_ ? index(requester) : index(requester * queue_lines_) * kQueuesOfLine + index(out_port);
  }

  const Coordinate position_;
  const int node_;
  const std::size_t number_;
  const int ports_;
  const int directions_;
  const RequesterNumbers requesters_;
  const bool fifo_;
  const bool adaptive_;
  const bool repeats_;         ///< links repeat packets
  const bool nominates_;       ///< input ports nominate
  const bool exclusive_port_;  ///< one transfer at a time per input port
  const int queue_lines_;      ///< lines of a requester's queues
  const ArbiterAges ages_;
  const std::uint64_t route_to_request_;  ///< PacketTimings
  const std::uint64_t turnaround_;
  PortSet late_outputs_ = 0;                  ///< outputs to links that cannot take every packet at once
  std::uint64_t look_ = PacketWheel::kNever;  ///< edge of the look that is planned
  const RouteFunction& routes_;
  PacketPool& packets_;
  PacketWheel& wheel_;
  NodeWheel& looks_;
  std::vector<Queues> queues_;          ///< by requester and output
  LineArray<std::uint64_t> side_ends_;  ///< by input side: first edge after the last transfer from it
  LineArray<Output> outputs_;
  SwitchAllocator switch_allocator_;
  PortSet in_order_;  ///< outputs whose credits become known in the order of their edges
  ReturningCredits credits_;

  // For routers whose input ports do not nominate, and for what is asked seldom.
  Chances chances_;  ///< chances of outputs
  BreakingOutputs breaks_;
  std::uint64_t first_end_ = PacketWheel::kNever;  ///< first end of the transfers that have not been seen to end
  PortSet transferring_ = 0;                       ///< outputs whose transfer has not been seen to end
  PortSet short_of_credits_ = 0;                   ///< outputs to which more credits may give a chance earlier
  const NetworkShape& network_;
  std::vector<LinkTransfer> links_;   ///< by output that leads to a router; none without `late_outputs_`
  std::vector<Repeating> repeating_;  ///< by output that leads to a router; none without `repeats_`
};

/// A router as its NIC sees it. Apart, since routers are called too often to have a table of functions among their
/// state.
class PacketRouterRoom final : public RouterRoom {
 public:
  /// `router` must outlive it.
  explicit PacketRouterRoom(const PacketRouter& router) : router_(router) {}
  [[nodiscard]] OutputRoom towards(const RouteHeader& packet, Cycles now) const override {
    return router_.towards(packet, now);
  }
  [[nodiscard]] Cycles when(const RouteHeader& packet, int free, Cycles now) const override {
    return router_.when(packet, free, now);
  }

 private:
  const PacketRouter& router_;
};

}  // namespace tactus
