#include "tlm_models/packet/packet_region.h"

#include <algorithm>

namespace tactus {

PacketRegion::PacketRegion(const MachineConfig& config, const PacketTimings& timings, NodeRange nodes,
                           const NodeMask& on_pins, const MemoryFactory& memories, const RegionBorder& border)
    : config_(config),
      timings_(timings),
      speeds_(config),
      directions_(config.ports().directions()),
      nic_count_(config.nics()),
      memory_part_(nic_count_),
      nic_parts_(static_cast<std::size_t>(nic_count_) + 1),
      first_(nodes.first),
      counts_packets_(config.counts_packets()),
      large_(nodes.count > kLarge),
      routes_(make_route_function(config)),
      looks_(static_cast<std::size_t>(nodes.count)),
      border_(border) {
  const NetworkShape& torus = config.network;
  const auto elsewhere = [&](int node) { return !on_pins.empty() && on_pins[static_cast<std::size_t>(node)] != 0; };
  const PacketRouter::Surroundings surroundings{*routes_, packets_, wheel_, looks_};
  routers_.reserve(static_cast<std::size_t>(nodes.count));
  for (int node = first_; node < first_ + nodes.count; ++node) {
    const Coordinate at = torus.coordinate(node);
    const bool has_nic = node < torus.hosts() && !elsewhere(node);
    nics_.push_back(
        has_nic ? std::make_unique<PacketNic>(config, at, "torus." + torus.node_name(at) + ".nic", memories(node))
                : nullptr);
    routers_.emplace_back(config, timings_, at, surroundings, routers_.size());
    for (int port = 0; port < directions_; ++port) {
      const int next = torus.node(torus.neighbour(at, static_cast<Direction>(port)));
      neighbours_.push_back(elsewhere(next) ? PacketRegion::on_pins(next) : next);
    }
  }
  for (const PacketRouter& router : routers_) rooms_.emplace_back(router);
  for (std::size_t i = 0; i < nics_.size(); ++i) {
    if (nics_[i]) nics_[i]->see(rooms_[i]);
  }
  nic_wakes_.assign(nics_.size() * nic_parts_, PacketWheel::kNever);
  interrupt_lines_.assign(nics_.size(), 0);
  await_room_.assign(nics_.size(), 0);
}

void PacketRegion::observe(PacketObserver* observer, GrantSums* sums) {
  sums_ = sums;
  packet_observer_ = observer;
  observer_ = observer != nullptr && observer->wants_grants() ? observer : nullptr;
  accounts_.assign(sums == nullptr ? 0 : nics_.size() * queues_of_nic(), GrantAccounts::kOthers);
  observe_nics();
}

void PacketRegion::observe_part(PartObserver& observer) {
  part_ = &observer;
  credits_part_ = observer.wants_credits() ? part_ : nullptr;
  arrived_.assign(nics_.size() * static_cast<std::size_t>(nic_count_), {});
  observe_nics();
}

void PacketRegion::observe_nics() {
  for (const auto& nic : nics_) {
    if (nic) nic->observe(packet_observer_, part_ != nullptr);
  }
}

bool PacketRegion::can_tell_part() const {
  return std::all_of(nics_.begin(), nics_.end(), [](const auto& nic) { return nic == nullptr || nic->foresees(); });
}

void PacketRegion::run(std::uint64_t limit, FirstInterrupt& interrupt) {
  while (changed_lines_.empty()) {
    const std::uint64_t edge = next_edge();
    if (edge >= limit || edge > interrupt.edge()) return;
    execute(edge);
  }
  interrupt.changed_at(lines_changed_at_);
}

void PacketRegion::execute(std::uint64_t now) {
  last_edge_ = now;
  looks_.begin(now);
  apply_events(now);
  // In the order of the nodes: what an observer is told does not depend on how the machine is divided.
  looks_.take(NodePart::kNic, now, [&](std::size_t number) {
    const int node = first_ + static_cast<int>(number);
    if (!large_ && wake_parts(node, now)) return execute_nic(node, now);
    if (!large_) return;
    nics_now_.push_back(node);
    for (int part = 0; part < memory_part_; ++part) {
      if (nic_wake(node, part) == now) nics_[number]->prefetch(part);
    }
  });
  for (const int node : nics_now_) {
    if (wake_parts(node, now)) execute_nic(node, now);
  }
  nics_now_.clear();
  execute_routers(now);
}

void PacketRegion::apply_events(std::uint64_t now) {
  wheel_.take(now, [&](const PacketEvent& event) {
    ++events_;
    if (!large_) return apply(event, now);
    events_now_.push_back(event);
    prefetch(event);
  });
  for (const PacketEvent& event : events_now_) apply(event, now);
  events_now_.clear();
}

void PacketRegion::execute_routers(std::uint64_t now) {
  looks_.take(NodePart::kRouter, now, [&](std::size_t number) {
    const int node = first_ + static_cast<int>(number);
    if (!large_) return execute_router(node, now);
    routers_now_.push_back(node);
    routers_[number].prefetch();
  });
  for (const int node : routers_now_) router(node).prefetch_due();
  for (const int node : routers_now_) router(node).prefetch_requests();
  for (const int node : routers_now_) execute_router(node, now);
  routers_now_.clear();
  for (const Departed& departed : departed_now_) prefetch(departed);
  for (const auto& [node, departure] : departed_now_) move_on(node, departure, now);
  departed_now_.clear();
}

void PacketRegion::prefetch(const PacketEvent& event) {
  switch (event.kind) {
    case PacketEvent::Kind::kLook:
      return router(event.node).prefetch();
    case PacketEvent::Kind::kDeliver:
      __builtin_prefetch(&packets_[event.packet]);
      return nic(event.node).prefetch(event.port);
    case PacketEvent::Kind::kNic:
      return nic(event.node).prefetch(event.port == memory_part_ ? 0 : event.port);
  }
}

void PacketRegion::prefetch_neighbours(int node, const SwitchGrant& grant) {
  for (const int port : {grant.in_port, grant.out_port}) {
    if (port < directions_ && contains(neighbour(node, port))) router(neighbour(node, port)).prefetch();
  }
}

void PacketRegion::prefetch(const Departed& departed) {
  const SwitchGrant& grant = departed.departure.grant;
  if (grant.in_port < directions_) {
    const int from = neighbour(departed.node, grant.in_port);
    if (contains(from)) router(from).prefetch_credits(reverse(grant.in_port));
  } else {
    nic(departed.node).prefetch_credits(grant.in_port - directions_);
  }
  if (grant.out_port < directions_) {
    const int to = neighbour(departed.node, grant.out_port);
    if (contains(to)) router(to).prefetch_queues(reverse(grant.out_port), grant.out_vc);
  }
}

void PacketRegion::apply(const PacketEvent& event, std::uint64_t now) {
  switch (event.kind) {
    case PacketEvent::Kind::kLook:
      if (router(event.node).looks_at(now)) looks_.add(NodePart::kRouter, index(event.node), now);
      return;
    case PacketEvent::Kind::kDeliver:
      looks_.add(NodePart::kNic, index(event.node), now);
      nic(event.node).deliver(event.port, event.vc, packets_.header(event.packet, config_.router.class_of(event.vc)));
      if (part_ != nullptr && !packets_[event.packet].route.is_control()) {
        arrived_[index(event.node) * static_cast<std::size_t>(nic_count_) + event.port] = {times_of(event.packet),
                                                                                           true};
      }
      return packets_.remove(event.packet);
    case PacketEvent::Kind::kNic:
      return looks_.add(NodePart::kNic, index(event.node), now);
  }
}

void PacketRegion::schedule_nic(int node, int part, std::uint64_t cycle) {
  nic_wake(node, part) = cycle;
  if (!looks_.beyond(cycle)) return looks_.mark(NodePart::kNic, index(node), cycle);
  wheel_.schedule(cycle, {node, kNoPacket, PacketEvent::Kind::kNic, static_cast<std::uint8_t>(part), 0});
}

bool PacketRegion::wake_parts(int node, std::uint64_t now) {
  std::uint64_t* const wakes = &nic_wake(node, 0);
  unsigned due = 0;
  for (int part = 0; part <= memory_part_; ++part) {
    if (wakes[part] != now) continue;
    wakes[part] = PacketWheel::kNever;
    due |= 1U << part;
  }
  PacketNic& nic = this->nic(node);
  nic.mark_due(due & ((1U << memory_part_) - 1));
  return due != 0 || nic.due() != 0;
}

void PacketRegion::execute_nic(int node, std::uint64_t now) {
  ++events_;
  PacketNic& nic = this->nic(node);
  nic.tick(now, [&](int engine, bool started) {
    if (part_ != nullptr) tell_delivered(node, engine, now);
    if (started) inject(node, engine, now);
    const CreditReturn returned = nic.take_returned(engine);
    if (returned != 0) return_to_router(node, engine, returned, now);
    if (!nic.foreseen(engine).empty()) foresee_returns(node, engine, now);
    wake_nic(node, engine, nic.next(engine));
  });
  wake_nic(node, memory_part_, nic.next_memory());
  await_room_[index(node)] = nic.awaiting_room() != 0 ? 1 : 0;
  char& line = interrupt_lines_[index(node)];
  if (nic.interrupt() == (line != 0)) return;
  line = nic.interrupt() ? 1 : 0;
  changed_lines_.push_back(node);
  lines_changed_at_ = now;
}

void PacketRegion::return_to_router(int node, int engine, CreditReturn returned, std::uint64_t now) {
  for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
    const int flits = static_cast<int>(credits_of(returned, vc));
    if (flits == 0) continue;
    credits_coming(node, directions_ + engine, vc, {now + timings_.nic_credit_to_grant, flits, true}, now);
  }
}

void PacketRegion::foresee_returns(int node, int engine, std::uint64_t now) {
  std::vector<PacketReceiver::Returning>& foreseen = nic(node).foreseen(engine);
  for (const PacketReceiver::Returning& each : foreseen) {
    const std::uint64_t edge = each.edge.count() + timings_.nic_credit_to_grant;
    credits_coming(node, directions_ + engine, each.vc, {edge, each.flits, true}, now);
  }
  foreseen.clear();
}

void PacketRegion::credits_coming(int node, int port, int vc, const CreditStream& stream, std::uint64_t now) {
  router(node).credits_coming(port, vc, stream, now);
  if (credits_part_ != nullptr) {
    credits_part_->credits_coming({node, port, vc, stream.left, stream.burst, stream.next});
  }
  if (await_room_[index(node)] != 0) tell_room(node, stream);
}

void PacketRegion::tell_room(int node, const CreditStream& stream) {
  const unsigned waiting = nic(node).awaiting_room();
  // The NIC sees at an edge what its router knew after the one before.
  const std::uint64_t seen = stream.next + 1;
  nic(node).room_coming(seen);
  for (unsigned rest = waiting; rest != 0; rest &= rest - 1) wake_nic(node, __builtin_ctz(rest), seen);
}

void PacketRegion::inject(int node, int engine, std::uint64_t now) {
  const PacketHeader& header = nic(node).started(engine);
  const PacketIndex packet = packets_.add(header);
  if (sums_ != nullptr) packets_[packet].account = account_of(node, engine, header);
  if (part_ != nullptr && !header.route.is_control()) {
    PacketTimes& times = times_of(packet);
    times = {};
    times.account = packets_[packet].account;
    part_->injected(times, header, nic(node).started_waits(engine), now);
  }
  const auto port = static_cast<std::uint8_t>(directions_ + engine);
  const std::uint64_t head = now + timings_.inject_to_route;
  const int vc = config_.router.first_vc(header.message_class);
  router(node).packet_coming(port, vc, packet, head + timings_.route_to_request, now);
}

GrantAccount PacketRegion::account_of(int node, int engine, const PacketHeader& header) {
  if (header.route.is_control()) return GrantAccounts::kControl;
  const auto queue = static_cast<std::size_t>(header.message_class * nic_count_ + engine);
  GrantAccount& account = accounts_[index(node) * queues_of_nic() + queue];
  if (header.transport.packet_index == 0) account = sums_->accounts().account_of(header);
  return account;
}

void PacketRegion::tell_grant(int node, const PacketRouter::Departure& departure, std::uint64_t now) {
  const SwitchGrant& grant = departure.grant;
  const PacketInFlight& packet = packets_[departure.packet];
  const Cycles routed{packet.ready - timings_.route_to_request};
  observer_->packet_granted({node, grant.in_port, grant.out_port, grant.out_vc, Cycles{now}, grant.in_vc, routed,
                             Cycles{departure.begins - now}},
                            packet.route);
}

void PacketRegion::tell_part(int node, const PacketRouter::Departure& departure, std::uint64_t now) {
  const SwitchGrant& grant = departure.grant;
  const PacketInFlight& packet = packets_[departure.packet];
  part_->granted(
      times_of(departure.packet),
      {now, departure.begins, packet.ready, node, packet.route.flits, packet.way.rooms, packet.way.vc_mask,
       packet.way.bubble_vcs, static_cast<std::uint8_t>(grant.in_port), static_cast<std::uint8_t>(grant.in_vc),
       static_cast<std::uint8_t>(grant.out_port), static_cast<std::uint8_t>(grant.out_vc)});
}

void PacketRegion::tell_delivered(int node, int engine, std::uint64_t now) {
  Arrived& arrived = arrived_[index(node) * static_cast<std::size_t>(nic_count_) + static_cast<std::size_t>(engine)];
  if (!std::exchange(arrived.pending, false)) return;
  part_->delivered(arrived.times, nic(node).taken(engine), now, nic(node).written(engine));
}

PacketTimes& PacketRegion::times_of(PacketIndex packet) {
  const auto place = static_cast<std::size_t>(packet);
  if (place >= times_.size()) times_.resize(2 * place + 1);
  return times_[place].times;
}

void PacketRegion::execute_router(int node, std::uint64_t now) {
  ++events_;
  router(node).allocate(now, [&](const PacketRouter::Departure& departure) {
    const SwitchGrant& grant = departure.grant;
    if (sums_ != nullptr && grant.out_port < directions_) {
      const PacketInFlight& packet = packets_[departure.packet];
      sums_->count(node, grant.out_port, grant.in_vc, packet.account, packet.route.flits, now);
    }
    if (part_ != nullptr) tell_part(node, departure, now);
    if (observer_ != nullptr) tell_grant(node, departure, now);
    // What a packet takes and gives back at its neighbours matters to later edges only.
    if (!large_) return move_on(node, departure, now);
    prefetch_neighbours(node, grant);
    departed_now_.push_back({node, departure});
  });
}

void PacketRegion::move_on(int node, const PacketRouter::Departure& departure, std::uint64_t now) {
  const SwitchGrant& grant = departure.grant;
  const std::uint64_t begins = departure.begins;
  return_credits(node, departure, now);
  const auto vc = static_cast<std::uint8_t>(grant.out_vc);
  if (grant.out_port >= directions_) {
    const auto engine = static_cast<std::uint8_t>(grant.out_port - directions_);
    const std::uint64_t tail = begins + static_cast<std::uint64_t>(departure.flits) + timings_.tail_to_nic;
    wheel_.schedule(tail, {node, departure.packet, PacketEvent::Kind::kDeliver, engine, vc});
    return;
  }
  const int to = neighbour(node, grant.out_port);
  const auto port = static_cast<std::uint8_t>(reverse(grant.out_port));
  const std::uint64_t arrives = departure.arrives != 0
                                    ? departure.arrives
                                    : begins + timings_.grant_to_link + speeds_.of(node, grant.out_port).delay;
  const std::uint64_t ready = arrives + timings_.route_to_request;
  if (contains(to)) return router(to).packet_coming(port, vc, departure.packet, ready, now);
  leave(to, {to,
             port,
             vc,
             ready,
             {},
             packets_.header(departure.packet, config_.router.class_of(vc)),
             packets_[departure.packet].account,
             part_ != nullptr ? times_of(departure.packet) : PacketTimes{}});
  packets_.remove(departure.packet);
}

void PacketRegion::return_credits(int node, const PacketRouter::Departure& departure, std::uint64_t now) {
  const SwitchGrant& grant = departure.grant;
  if (grant.in_port >= directions_) {
    const int engine = grant.in_port - directions_;
    const CreditStream stream{departure.begins + timings_.grant_to_credit, departure.flits, false};
    const int message_class = config_.router.class_of(grant.in_vc);
    wake_nic(node, engine, nic(node).credits_coming(engine, message_class, stream));
    return;
  }
  const int from = neighbour(node, grant.in_port);
  const int port = reverse(grant.in_port);
  const std::uint64_t delay = speeds_.of(node, grant.in_port).delay;
  const std::uint64_t first = departure.begins + timings_.grant_to_credit + delay;
  // Where credits count packets, one comes back with the tail.
  const CreditStream stream = counts_packets_ ? CreditStream{first + static_cast<std::uint64_t>(departure.flits) - 1, 1}
                                              : CreditStream{first, departure.flits};
  if (contains(from)) return credits_coming(from, port, grant.in_vc, stream, now);
  leave(from, {from, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(grant.in_vc), 0, stream, {}, {}, {}});
}

void PacketRegion::leave(int neighbour, Crossing crossing) {
  if (neighbour < 0) {
    crossing.node = ~neighbour;  // as `on_pins` has it
    for_pins_.push_back(crossing);
  } else {
    border_.crossings.put(border_.region, border_.regions[static_cast<std::size_t>(neighbour)], crossing);
  }
}

void PacketRegion::accept(const Crossing& crossing, std::uint64_t now) {
  if (crossing.credits.left != 0) {
    // What is looked at because of them is looked at later than what has been executed.
    credits_coming(crossing.node, crossing.port, crossing.vc, crossing.credits, std::max(now, last_edge_));
  } else {
    const PacketIndex packet = packets_.add(crossing.header);
    packets_[packet].account = crossing.account;
    if (part_ != nullptr) times_of(packet) = crossing.times;
    router(crossing.node).packet_coming(crossing.port, crossing.vc, packet, crossing.ready, std::max(now, last_edge_));
  }
}

}  // namespace tactus
