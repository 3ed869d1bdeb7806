#include "tlm_models/packet/packet_router.h"

#include <fmt/core.h>

#include <algorithm>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"

namespace tactus {

PacketRouter::PacketRouter(const MachineConfig& config, const PacketTimings& timings, Coordinate position,
                           const Surroundings& surroundings, std::size_t number)
    : position_(position),
      node_(config.network.node(position)),
      number_(number),
      ports_(config.ports().count()),
      directions_(config.ports().directions()),
      requesters_(config.router.virtual_channels),
      fifo_(config.router.input_queue == InputQueueKind::kFifo),
      adaptive_(policy(config.router.routing).adaptive),
      repeats_(config.faults.repeat_packets()),
      nominates_(policy(config.router.input_nomination).rank != nullptr),
      exclusive_port_(config.router.input_transfers == InputTransfers::kPort),
      queue_lines_(static_cast<int>((index(ports_) + kQueuesOfLine - 1) / kQueuesOfLine)),
      ages_(policy(config.router.arbiter).ages),
      route_to_request_(timings.route_to_request),
      turnaround_(config.router.turnaround.count()),
      routes_(surroundings.routes),
      packets_(surroundings.packets),
      wheel_(surroundings.wheel),
      looks_(surroundings.looks),
      queues_(queue_place(requester(ports_, 0), 0) / kQueuesOfLine + 1),
      side_ends_(input_side(requester(ports_, 0))),
      outputs_(index(ports_)),
      switch_allocator_(config.router, config.ports()),
      in_order_(switch_allocator_.exclusive_inputs() ? first_ports(directions_) : 0),
      credits_(ports_, requesters_.virtual_channels()),
      chances_(nominates_ ? 0 : ports_),
      breaks_(config, position),
      network_(config.network) {
  for (int port = 0; port < ports_; ++port) credits_.set_capacity(port, config.credits_behind(port));
  for (int port = 0; repeats_ && port < directions_; ++port) {
    repeating_.push_back({RetrySchedule(config, position, static_cast<Direction>(port)), 0, false});
  }
  // Behind a link that repeats packets nothing holds the switch up: its sender takes what comes.
  if (repeats_ || (!config.link.differ_in_bandwidth() && config.faults.outages.empty())) return;
  for (int port = 0; port < directions_; ++port) {
    const LinkTransfer& link = links_.emplace_back(config, position, static_cast<Direction>(port));
    if (!link.prompt()) late_outputs_ |= port_bit(port);
  }
}

void PacketRouter::packet_coming(int port, int vc, PacketIndex number, std::uint64_t ready, std::uint64_t now) {
  PacketInFlight& packet = packets_[number];
  const RouteDecision route = routes_.route(position_, port, vc, packet.route);
  packet.way = route;
  packet.behind = kNoPacket;
  packet.ready = ready;
  const int from = requester(port, vc);
  Queue& queue = this->queue(from, route.out_port);
  if (queue.front != kNoPacket) {
    packets_[queue.back].behind = number;
    queue.back = number;
    return;
  }
  queue.front = queue.back = number;
  state_request(from, number, now);
  if (nominates_) foresee(port_bit(port), now);
  look();
}

void PacketRouter::foresee(PortSet ports, std::uint64_t now) {
  Nomination& nomination = *switch_allocator_.nomination();
  const auto credited = [this, now](int out, const SwitchNeed& need) {
    const std::uint64_t edge = credits_.when(out, need);
    return Nomination::Credits{edge, edge > now && may_come_earlier(out, need, edge)};
  };
  for (; ports != 0; ports &= ports - 1) {
    const int port = first_port(ports);
    nomination.foresee(port, now, side_ends_[index(port)], credited, [this](int out) { return opens(out); });
  }
}

void PacketRouter::forget_look() {
  // What is too far ahead has an event, which finds that it is not wanted any more.
  if (!looks_.beyond(look_)) looks_.unmark(NodePart::kRouter, number_, look_);
}

void PacketRouter::look_far_ahead() { wheel_.schedule(look_, {node_, kNoPacket, PacketEvent::Kind::kLook, 0, 0}); }

RouteChoices PacketRouter::choices(int requester, PacketIndex number) const {
  return routes_.choices(position_, requesters_.port(requester), requesters_.vc(requester), packets_[number].route);
}

void PacketRouter::state_choices(int requester, PacketIndex number, const SwitchRequest& request, std::uint64_t now) {
  for (const RouteChoice& choice : choices(requester, number)) {
    const RouteDecision& way = choice;
    const SwitchRequest one(way, request.flits, request.age, request.routed, choice.links);
    state_request(choice.out_port, requester, one, packets_[number].ready, now);
  }
}

void PacketRouter::state_request(int out_port, int requester, const SwitchRequest& request, std::uint64_t ready,
                                 std::uint64_t now) {
  if (ready > now) {
    switch_allocator_.set_request_ahead(out_port, requester, request);
  } else {
    switch_allocator_.set_request(out_port, requester, request);
  }
  if (switch_allocator_.is_closed(out_port)) return;
  std::uint64_t chance = std::max({now + 1, ready, opens(out_port)});
  if (switch_allocator_.input_busy(requester)) chance = std::max(chance, input_ends(requester));
  if (chance < chances_.of(out_port)) chances_.set(out_port, chance);
}

bool PacketRouter::has_chances_left(std::uint64_t now) {
  for (PortSet rest = breaks_.take(now); rest != 0; rest &= rest - 1) {
    const int port = first_port(rest);
    switch_allocator_.close_output(port);
    chances_.set(port, PacketWheel::kNever);
  }
  return chances_.first() == now;
}

void PacketRouter::see_requests(int out_port, std::uint64_t now) {
  for (RequestMask rest = switch_allocator_.requests(out_port).ahead(); rest != 0; rest &= rest - 1) {
    const int from = __builtin_ctzll(rest);
    if (ready(out_port, from) <= now) switch_allocator_.come(out_port, from);
  }
}

void PacketRouter::end_transfers(std::uint64_t now) {
  first_end_ = PacketWheel::kNever;
  for (PortSet rest = transferring_; rest != 0; rest &= rest - 1) {
    const int port = first_port(rest);
    if (busy(port, now)) {
      first_end_ = std::min(first_end_, outputs_[index(port)].ends);
      continue;
    }
    if (opens(port) > now) {
      end_before_room(port);
      continue;
    }
    if (repeats_ && port < directions_ && std::exchange(repeating_[index(port)].closed, false)) {
      switch_allocator_.release_output(port);
    } else {
      switch_allocator_.release_quietly(port, outputs_[index(port)].requester);
    }
    transferring_ &= ~port_bit(port);
  }
}

void PacketRouter::end_before_room(int port) {
  Repeating& link = repeating_[index(port)];
  if (!std::exchange(link.closed, true)) {
    switch_allocator_.release_input_quietly(outputs_[index(port)].requester);
  }
  first_end_ = std::min(first_end_, link.opens);
}

std::uint64_t PacketRouter::pass_link(int port, int flits, std::uint64_t now) {
  Repeating& link = repeating_[index(port)];
  const RetrySchedule::Passage passage = link.schedule.pass(now, flits);
  link.opens = passage.opens;
  return passage.arrives;
}

PacketRouter::Departure PacketRouter::grant_packet(const SwitchGrant& grant, std::uint64_t now) {
  const int from = requester(grant.in_port, grant.in_vc);
  const int out = grant.out_port;
  Queue& queue = this->queue(from, out);
  const PacketIndex number = queue.front;
  const PacketInFlight& packet = packets_[number];
  const int flits = packet.route.flits;
  const bool late = (late_outputs_ >> out & 1U) != 0;
  const std::uint64_t begins = late ? now + links_[index(out)].lateness(now, static_cast<std::uint64_t>(flits)) : now;
  const std::uint64_t ends = begins + static_cast<std::uint64_t>(flits) + turnaround_;
  side_ends_[input_side(from)] = ends;
  Output& transfer = outputs_[index(out)];
  transfer.ends = ends;
  transfer.head = packet.ready - route_to_request_;
  transfer.granted_flits += static_cast<std::uint64_t>(flits);
  transfer.flits = static_cast<std::uint16_t>(flits);
  transfer.requester = static_cast<std::uint8_t>(from);
  const std::uint64_t arrives = repeats_ && out < directions_ ? pass_link(out, flits, now) : 0;

  queue.front = packet.behind;
  if (!nominates_) await_end(out, ends);
  if (queue.front != kNoPacket) state_request(from, queue.front, now);
  return {grant, number, flits, begins, arrives};
}

void PacketRouter::await_end(int port, std::uint64_t ends) {
  short_of_credits_ &= ~port_bit(port);
  if (!switch_allocator_.exclusive_inputs()) return;  // nothing depends on its end
  transferring_ |= port_bit(port);
  first_end_ = std::min(first_end_, ends);
}

inline std::uint64_t PacketRouter::next_chance(int port, int requester, const SwitchNeed& need, std::uint64_t earliest,
                                               bool& lacking) {
  std::uint64_t edge = std::max(earliest, opens(port));
  if (credits_.find_room(port, need) < 0) {
    const std::uint64_t credited = credits_.when(port, need);
    lacking = lacking || may_come_earlier(port, need, credited);
    edge = std::max(edge, credited);
  }
  return switch_allocator_.input_busy(requester) ? std::max(edge, input_ends(requester)) : edge;
}

void PacketRouter::plan(int port, std::uint64_t now) {
  if (switch_allocator_.is_closed(port)) return;
  const OutputRequests& requests = switch_allocator_.requests(port);
  std::uint64_t first = PacketWheel::kNever;
  bool lacking = false;
  for (RequestMask rest = requests.all(); rest != 0; rest &= rest - 1) {
    const int from = __builtin_ctzll(rest);
    const bool ahead = (requests.ahead() >> from & 1U) != 0;
    const std::uint64_t earliest = std::max(now + 1, ahead ? ready(port, from) : 0);
    first = std::min(first, next_chance(port, from, switch_allocator_.need(port, from), earliest, lacking));
  }
  chances_.set(port, first);
  const PortSet bit = port_bit(port);
  short_of_credits_ = lacking ? short_of_credits_ | bit : short_of_credits_ & ~bit;
}

void PacketRouter::plan_after_grant(int port) {
  const OutputRequests& requests = switch_allocator_.requests(port);
  std::uint64_t first = requests.standing() != 0 ? opens(port) : PacketWheel::kNever;
  if (requests.standing() == 0) {
    for (RequestMask rest = requests.ahead(); rest != 0; rest &= rest - 1) {
      first = std::min(first, std::max(opens(port), ready(port, __builtin_ctzll(rest))));
    }
  }
  chances_.set(port, first);
}

void PacketRouter::prefetch_foreseen() const {
  const Nomination& nomination = *switch_allocator_.nomination();
  for (PortSet rest = nomination.chances().first_ports(); rest != 0; rest &= rest - 1)
    nomination.prefetch(first_port(rest));
}

void PacketRouter::prefetch_nominees() const {
  const Nomination& nomination = *switch_allocator_.nomination();
  for (PortSet rest = nomination.chances().first_ports(); rest != 0; rest &= rest - 1) {
    const Nomination::Stated& next = nomination.nominee(first_port(rest));
    credits_.prefetch(next.out_port);
    switch_allocator_.requests(next.out_port).prefetch();
    __builtin_prefetch(&packets_[queue(next.requester, next.out_port).front]);
  }
}

std::uint64_t PacketRouter::flits_sent(int port, std::uint64_t now) const {
  return outputs_[index(port)].granted_flits - flits_left(port, now);
}

namespace {

/// Flits of a packet that have come by now if its head came in cycle `head`.
std::uint64_t flits_come(std::uint64_t head, std::uint64_t flits, std::uint64_t now) {
  return head > now ? 0 : std::min(flits, now - head + 1);
}

}  // namespace

std::uint64_t PacketRouter::queued_flits(int requester, std::uint64_t now) const {
  std::uint64_t sum = 0;
  for (int out = 0; out < (fifo_ ? 1 : ports_); ++out) {
    for (PacketIndex i = queue(requester, out).front; i != kNoPacket; i = packets_[i].behind) {
      sum += flits_come(packets_[i].ready - route_to_request_, packets_[i].route.flits, now);
    }
  }
  return sum;
}

std::uint64_t PacketRouter::flits_behind(int out, std::uint64_t now) const {
  const Output& transfer = outputs_[index(out)];
  const std::uint64_t gone = transfer.flits - flits_left(out, now);
  return flits_come(transfer.head, transfer.flits, now) - gone;
}

int PacketRouter::occupancy(int port, int vc, std::uint64_t now) const {
  const int from = requester(port, vc);
  std::uint64_t buffered = queued_flits(from, now);
  for (int out = 0; out < ports_; ++out) {
    if (outputs_[index(out)].requester == from && busy(out, now)) buffered += flits_behind(out, now);
  }
  return static_cast<int>(buffered);
}

void PacketRouter::occupancies(std::uint64_t now, std::vector<int>& of) const {
  for (int from = 0; from < requester(ports_, 0); ++from) of[index(from)] = static_cast<int>(queued_flits(from, now));
  for (int out = 0; out < ports_; ++out) {
    if (busy(out, now)) of[outputs_[index(out)].requester] += static_cast<int>(flits_behind(out, now));
  }
}

OutputRoom PacketRouter::towards(const RouteHeader& packet, Cycles now) const {
  const RouteDecision route = routes_.route(position_, directions_ + packet.source_nic, 0, packet);
  OutputRoom room;
  for (unsigned rest = route.vc_mask; rest != 0; rest &= rest - 1) {
    const int vc = __builtin_ctz(rest);
    room.free += credits_.free_at(route.out_port, vc, now.count() - 1);
    room.capacity += credits_.capacity(route.out_port, vc);
  }
  return room;
}

Cycles PacketRouter::when(const RouteHeader& packet, int free, Cycles now) const {
  const RouteDecision route = routes_.route(position_, directions_ + packet.source_nic, 0, packet);
  const std::uint64_t edge = credits_.when_free(route.out_port, route.vc_mask, free, now.count());
  // The NIC sees at an edge what stood there after the one before.
  return edge == CreditLine::kNever ? Cycles::max() : Cycles{edge + 1};
}

int PacketRouter::credits_away(int port, int vc, std::uint64_t now) {
  credits_.at(now);
  return credits_.capacity(port, vc) - credits_.collect(port, vc);
}

std::uint64_t PacketRouter::changes_from(std::uint64_t now) const {
  for (int out = 0; out < ports_; ++out) {
    if (busy(out, now)) return now + 1;
  }
  std::uint64_t next = credits_.next_after(now);
  for (int from = 0; from < requester(ports_, 0); ++from) {
    for (int out = 0; out < (fifo_ ? 1 : ports_); ++out) {
      for (PacketIndex i = queue(from, out).front; i != kNoPacket; i = packets_[i].behind) {
        const std::uint64_t head = packets_[i].ready - route_to_request_;
        if (head + packets_[i].route.flits > now + 1) next = std::min(next, std::max(head, now + 1));
      }
    }
  }
  return next;
}

std::uint64_t PacketRouter::oldest_ready() const {
  std::uint64_t oldest = PacketWheel::kNever;
  for (int from = 0; from < requester(ports_, 0); ++from) {
    for (int out = 0; out < (fifo_ ? 1 : ports_); ++out) {
      const PacketIndex front = queue(from, out).front;
      if (front != kNoPacket) oldest = std::min(oldest, packets_[front].ready);
    }
  }
  return oldest;
}

void PacketRouter::report_credit_overflow() const {
  SC_REPORT_ERROR(reports::kRouterCreditOverflow,
                  fmt::format("router {}: more credits than slots", network_.text(position_)).c_str());
}

void PacketRouter::waiting(std::uint64_t now, std::vector<WaitingPacket>& list) {
  credits_.at(now);
  const int requesters = requester(ports_, 0);
  const int queues = fifo_ ? 1 : ports_;
  for (int from = 0; from < requesters; ++from) {
    for (int q = 0; q < queues; ++q) {
      const PacketIndex front = queue(from, q).front;
      if (front == kNoPacket) continue;
      const PacketInFlight& packet = packets_[front];
      if (packet.ready > now + route_to_request_) continue;  // RC has not seen it
      const int vc = __builtin_ctz(packet.way.vc_mask);
      list.push_back({node_, requesters_.port(from), requesters_.vc(from), packet.way.out_port, vc, packet.route.flits,
                      credits_.collect(packet.way.out_port, vc), packet.route, packet.way.rooms_on(vc)});
    }
  }
}

}  // namespace tactus
