#include "tlm_models/packet/packet_network.h"

#include <fmt/format.h>

namespace tactus {

PacketNetwork::PacketNetwork(const MachineConfig& config, const PacketTimings& timings)
    : config_(config), timings_(timings), link_delay_(config.link_delay().count()) {
  const TorusShape& torus = config.torus;
  routers_.reserve(static_cast<std::size_t>(torus.nodes()));
  for (int node = 0; node < torus.nodes(); ++node) {
    const Coordinate at = torus.coordinate(node);
    nics_.push_back(std::make_unique<PacketNic>(config, at, fmt::format("torus.node_{}_{}.nic", at.x, at.y)));
    routers_.emplace_back(config, timings_, at, packets_, wheel_);
    for (int port = 0; port < kTorusPorts; ++port) {
      neighbours_.push_back(torus.node(torus.neighbour(at, static_cast<Direction>(port))));
    }
  }
  nic_wakes_.assign(static_cast<std::size_t>(torus.nodes() * kDmaEngines), PacketWheel::kNever);
  interrupt_lines_.assign(static_cast<std::size_t>(torus.nodes()), 0);
}

void PacketNetwork::observe(PacketObserver* observer) {
  observer_ = observer;
  for (const auto& nic : nics_) nic->observe(observer);
}

void PacketNetwork::execute(std::uint64_t now, std::vector<int>& interrupts) {
  wheel_.take(now, [&](const PacketEvent& event) { apply(event, now); });
  for (const int node : dirty_nics_) execute_nic(node, now, interrupts);
  dirty_nics_.clear();
  for (const int node : dirty_routers_) execute_router(node, now);
  dirty_routers_.clear();
}

void PacketNetwork::apply(const PacketEvent& event, std::uint64_t now) {
  switch (event.kind) {
    case PacketEvent::Kind::kReady:
      router(event.node).packet_ready(event.port, event.vc, event.packet, now);
      return mark_router(event.node);
    case PacketEvent::Kind::kCheck:
      router(event.node).check(event.port, now);
      return mark_router(event.node);
    case PacketEvent::Kind::kDeliver:
      mark_nic(event.node);
      nic(event.node).deliver(event.port, event.vc, packets_[event.packet].header);
      return packets_.remove(event.packet);
    case PacketEvent::Kind::kNic: {
      std::uint64_t& wake = nic_wake(event.node, event.port);
      if (wake != now) return;
      wake = PacketWheel::kNever;
      mark_nic(event.node);
      return nic(event.node).mark_due(1U << event.port);
    }
  }
}

void PacketNetwork::mark_router(int node) {
  if (router(node).dirty() || !router(node).due()) return;
  router(node).set_dirty(true);
  dirty_routers_.push_back(node);
}

void PacketNetwork::mark_nic(int node) {
  if (nic(node).due() == 0) dirty_nics_.push_back(node);
}

void PacketNetwork::wake_nic(int node, int engine, std::uint64_t cycle) {
  std::uint64_t& pending = nic_wake(node, engine);
  if (cycle >= pending) return;
  pending = cycle;
  wheel_.schedule(cycle, {node, kNoPacket, PacketEvent::Kind::kNic, static_cast<std::uint8_t>(engine), 0});
}

void PacketNetwork::execute_nic(int node, std::uint64_t now, std::vector<int>& interrupts) {
  PacketNic& nic = this->nic(node);
  const unsigned due = nic.due();
  const PacketNic::Outcome outcome = nic.tick(now);
  for (unsigned rest = due; rest != 0; rest &= rest - 1) {
    const int engine = __builtin_ctz(rest);
    if ((outcome.started >> engine & 1U) != 0) inject(node, engine, now);
    const CreditReturn returned = outcome.returned[static_cast<std::size_t>(engine)];
    if (returned != 0) return_to_router(node, engine, returned, now);
    wake_nic(node, engine, nic.next(engine));
  }
  const char line = nic.interrupt() ? 1 : 0;
  if (line != interrupt_lines_[static_cast<std::size_t>(node)]) {
    interrupt_lines_[static_cast<std::size_t>(node)] = line;
    interrupts.push_back(node);
  }
}

void PacketNetwork::return_to_router(int node, int engine, CreditReturn returned, std::uint64_t now) {
  for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
    const int flits = static_cast<int>(credits_of(returned, vc));
    if (flits == 0) continue;
    router(node).credits_coming(nic_port(engine), vc, {now + timings_.nic_credit_to_grant, flits, true}, now);
  }
}

void PacketNetwork::inject(int node, int engine, std::uint64_t now) {
  const PacketHeader& header = nic(node).started(engine);
  const PacketIndex packet = packets_.add(header);
  const auto port = static_cast<std::uint8_t>(nic_port(engine));
  const std::uint64_t head = now + timings_.inject_to_route;
  router(node).packet_coming(port, 0, packet, head + timings_.route_to_request);
}

void PacketNetwork::execute_router(int node, std::uint64_t now) {
  PacketRouter& router = this->router(node);
  router.set_dirty(false);
  router.allocate(now, [&](const PacketRouter::Departure& departure) { depart(node, departure, now); });
}

void PacketNetwork::depart(int node, const PacketRouter::Departure& departure, std::uint64_t now) {
  const SwitchGrant& grant = departure.grant;
  const auto vc = static_cast<std::uint8_t>(grant.out_vc);
  if (observer_ != nullptr) {
    observer_->packet_granted(node, grant.in_port, grant.out_port, grant.out_vc,
                              packets_[departure.packet].header.route, Cycles{now});
  }
  return_credits(node, departure, now);
  if (grant.out_port >= kTorusPorts) {
    const auto engine = static_cast<std::uint8_t>(grant.out_port - kTorusPorts);
    const std::uint64_t tail = now + static_cast<std::uint64_t>(departure.flits) + timings_.tail_to_nic;
    wheel_.schedule(tail, {node, departure.packet, PacketEvent::Kind::kDeliver, engine, vc});
    return;
  }
  const int to = neighbour(node, grant.out_port);
  const auto port = static_cast<std::uint8_t>(opposite(static_cast<Direction>(grant.out_port)));
  const std::uint64_t head = now + timings_.grant_to_link + link_delay_;
  router(to).packet_coming(port, vc, departure.packet, head + timings_.route_to_request);
}

int PacketNetwork::occupancy(int node, int port, int vc, std::uint64_t now) const {
  std::uint64_t arrived = 0;
  if (port < kTorusPorts) {
    const auto towards = static_cast<Direction>(port);
    arrived = router(neighbour(node, port)).flits_arrived(static_cast<int>(opposite(towards)), vc, now);
  } else if (vc == 0) {
    arrived = nic(node).flits_injected(port - kTorusPorts, now);
  }
  return static_cast<int>(arrived - router(node).flits_departed(port, vc, now));
}

void PacketNetwork::return_credits(int node, const PacketRouter::Departure& departure, std::uint64_t now) {
  const SwitchGrant& grant = departure.grant;
  if (grant.in_port >= kTorusPorts) {
    const int engine = grant.in_port - kTorusPorts;
    wake_nic(node, engine, nic(node).credits_coming(engine, {now + timings_.grant_to_credit, departure.flits, false}));
    return;
  }
  const int from = neighbour(node, grant.in_port);
  const int port = static_cast<int>(opposite(static_cast<Direction>(grant.in_port)));
  router(from).credits_coming(port, grant.in_vc, {now + timings_.grant_to_credit + link_delay_, departure.flits, false},
                              now);
}

}  // namespace tactus
