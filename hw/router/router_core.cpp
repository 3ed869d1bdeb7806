#include "hw/router/router_core.h"

#include <fmt/format.h>

#include "hw/common/reports.h"
#include "hw/link/packet_number.h"
#include "hw/router/missing_credits.h"
#include "hw/router/router_fault.h"

namespace tactus {

RouterCore::RouterCore(const MachineConfig& config, Coordinate position, const ArbiterFactory& arbiter)
    : virtual_channels_(config.router.virtual_channels),
      capacity_(config.vc_buffer_flits()),
      longest_packet_(config.max_packet_flits()),
      no_credits_(virtual_channels_ < kMaxVirtualChannels ? ~(credits_for(virtual_channels_, 1) - 1) : 0),
      packet_inputs_(config.counts_packets() ? first_ports(config.ports().directions()) : 0),
      hold_packet_(config.router.switch_hold == SwitchHold::kPacket),
      adaptive_(policy(config.router.routing).adaptive),
      repeats_(config.faults.repeat_packets()),
      switch_allocator_(config.router, config.ports(), arbiter),
      vc_allocator_(config.router, config.ports()),
      credits_(virtual_channels_),
      config_(config),
      position_(position),
      node_(config.network.node(position)),
      ports_(config.ports()),
      ages_(policy(config.router.arbiter).ages),
      routes_(make_route_function(config)),
      breaks_(config, position),
      streams_(index(ports_.count() * ports_.count() * virtual_channels_)) {
  for (int i = 0; i < ports_.count() * virtual_channels_; ++i) {
    inputs_.emplace_back(config.router.input_queue, ports_.count());
  }
  for (int port = 0; port < ports_.count(); ++port) credits_.set_capacity(port, config.credits_behind(port));
  for (int port = 0; port < ports_.directions(); ++port) {
    // Behind a link that repeats packets nothing holds the switch up: its sender takes what comes.
    links_.push_back(repeats_ ? LinkTransfer{} : LinkTransfer{config, position, static_cast<Direction>(port)});
  }
  if (repeats_) replays_.resize(index(ports_.directions()));
  for (Replay& replay : replays_) replay.room = config.replay_buffer_flits();
}

void RouterCore::reset() {
  for (InputVc& vc : inputs_) vc.clear();
  for (Stream& stream : streams_) stream = {};
  for (int port = 0; port < ports_.count(); ++port) credits_.set_capacity(port, credits_.capacity(port));
  switch_allocator_.reset();
  breaks_.reset();
  vc_allocator_.reset();
  new_fronts_.clear();
  occupancy_.fill(0);
  flits_granted_.fill(0);
  active_outputs_ = late_outputs_ = resting_outputs_ = 0;
  flit_accepted_ = false;
  for (Replay& replay : replays_) replay = {config_.replay_buffer_flits(), false, 0, 0};
}

void RouterCore::begin_late() {
  for (PortSet rest = late_outputs_; rest != 0; rest &= rest - 1) {
    const int out_port = first_port(rest);
    if (late_left_[index(out_port)]-- != 0) continue;
    late_outputs_ &= ~port_bit(out_port);
    active_outputs_ |= port_bit(out_port);
  }
}

void RouterCore::rest_outputs() {
  for (PortSet rest = resting_outputs_; rest != 0; rest &= rest - 1) {
    const int out_port = first_port(rest);
    if (--rest_left_[index(out_port)] != 0) continue;
    resting_outputs_ &= ~port_bit(out_port);
    release(out_port);
  }
}

void RouterCore::begin_transfer(const SwitchGrant& grant, BufferedPacket& packet, int flits, Cycles now) {
  Transfer& transfer = transfers_[index(grant.out_port)];
  transfer.piece.flits = 0;
  transfer.flits_left = flits;
  transfer.packet = &packet;
  transfer.requester = static_cast<std::uint8_t>(requester(grant.in_port, grant.in_vc));
  transfer.in_port = static_cast<std::uint8_t>(grant.in_port);
  transfer.in_vc = static_cast<std::uint8_t>(grant.in_vc);
  transfer.out_vc = static_cast<std::uint8_t>(grant.out_vc);
  transfer.head = packet.departed == 0;
  transfer.ends_packet = packet.departed + flits == packet.header.flits;
  const std::size_t out = index(grant.out_port);
  const bool prompt = ports_.is_nic(grant.out_port) || links_[out].prompt();
  late_left_[out] = prompt ? 0 : links_[out].lateness(now.count(), static_cast<std::uint64_t>(flits));
  (late_left_[out] == 0 ? active_outputs_ : late_outputs_) |= port_bit(grant.out_port);
  flits_granted_[index(grant.out_port)] += static_cast<std::uint64_t>(flits);
  if (!repeats_ || ports_.is_nic(grant.out_port)) return;
  replays_[out].room -= flits;
  replays_[out].free = now.count() + static_cast<std::uint64_t>(flits) + config_.router.turnaround.count();
}

void RouterCore::refill(Transfer& transfer) {
  transfer.piece = inputs_[transfer.requester].take(*transfer.packet, transfer.flits_left);
  if (transfer.piece.flits != 0) return;
  throw RouterFault{reports::kRouterUnderrun, transfer.in_port, "a granted packet arrived with a bubble"};
}

void RouterCore::end_transfer(int out_port) {
  const Transfer& transfer = transfers_[index(out_port)];
  active_outputs_ &= ~port_bit(out_port);
  if (transfer.ends_packet) inputs_[transfer.requester].forget(*transfer.packet);
  if (config_.router.turnaround == Cycles{0}) return release(out_port);
  resting_outputs_ |= port_bit(out_port);
  rest_left_[index(out_port)] = config_.router.turnaround.count();
}

void RouterCore::release(int out_port) {
  const Transfer& transfer = transfers_[index(out_port)];
  const SwitchGrant grant{transfer.in_port, transfer.in_vc, out_port, transfer.out_vc};
  if (repeats_ && !ports_.is_nic(out_port) && !has_room(out_port)) {
    replays_[index(out_port)].closed = true;
    return switch_allocator_.release_input(grant);
  }
  switch_allocator_.release(grant);
}

void RouterCore::take_room(int port, int flits, Cycles now) {
  Replay& replay = replays_[index(port)];
  replay.room += flits;
  if (!replay.closed || !has_room(port)) return;
  replay.closed = false;
  replay.closed_cycles += now.count() - replay.free;
  switch_allocator_.release_output(port);
}

void RouterCore::refuse_credits(int port) {
  throw RouterFault{reports::kRouterProtocol, port, "credits for a VC that does not exist"};
}

void RouterCore::too_many_credits(int port, int vc) {
  throw RouterFault{reports::kRouterCreditOverflow, port,
                    fmt::format("VC {} was given more credits than it has slots", vc)};
}

void RouterCore::allocate_switch(Cycles now) {
  if (breaks_.due(now.count())) {
    for (PortSet rest = breaks_.take(now.count()); rest != 0; rest &= rest - 1) {
      switch_allocator_.close_output(first_port(rest));
    }
  }
  switch_allocator_.allocate(now.count(), credits_, [this, now](const SwitchGrant& grant) {
    hold_packet_ ? grant_packet(grant, now) : grant_flit(grant, now);
  });
}

RouterGrant RouterCore::told(const SwitchGrant& grant, const BufferedPacket& packet, Cycles now) const {
  // The packet knows the edge of RC modulo 2^32.
  const Cycles since_routed{static_cast<std::uint32_t>(now.count()) - packet.routed};
  RouterGrant told{node_, grant.in_port, grant.out_port, grant.out_vc, now, grant.in_vc, now - since_routed};
  if (!hold_packet_) return told;  // VA: its flits are not granted yet
  told.late = Cycles{late_left_[index(grant.out_port)]};
  return told;
}

void RouterCore::grant_packet(const SwitchGrant& grant, Cycles now) {
  InputVc& vc = input(grant.in_port, grant.in_vc);
  BufferedPacket& packet = vc.packet(vc.front(grant.out_port));
  begin_transfer(grant, packet, packet.header.flits, now);
  if (observer_ != nullptr) observer_->packet_granted(told(grant, packet, now), packet.header);
  const int next = vc.pop_front(grant.out_port);
  if (next >= 0) new_fronts_.push_back({requester(grant.in_port, grant.in_vc), next});
}

void RouterCore::grant_flit(const SwitchGrant& grant, Cycles now) {
  const int from = requester(grant.in_port, grant.in_vc);
  InputVc& vc = inputs_[index(from)];
  Stream& owner = stream(grant.out_port, from);
  begin_transfer(grant, vc.packet(owner.packet), 1, now);
  owner.requested = false;
  if (++owner.granted < owner.flits) return;
  owner.packet = -1;
  vc_allocator_.release(grant.out_port, grant.out_vc);
  const int next = vc.pop_front(grant.out_port);
  if (next >= 0) new_fronts_.push_back({from, next});
}

void RouterCore::state_requests() {
  for (const Front& front : new_fronts_) {
    const BufferedPacket& packet = inputs_[index(front.requester)].packet(front.packet);
    const SwitchRequest request(packet.route, packet.header.flits, age(packet), packet.routed);
    if (adaptive_) {
      state_choices(front.requester, packet);
    } else if (hold_packet_) {
      switch_allocator_.set_request(packet.route.out_port, front.requester, request);
    } else {
      vc_allocator_.set_request(packet.route.out_port, front.requester, request);
    }
  }
  new_fronts_.clear();
}

void RouterCore::state_choices(int requester, const BufferedPacket& packet) {
  const int in_port = requester / virtual_channels_;
  const int in_vc = requester % virtual_channels_;
  for (const RouteChoice& choice : routes_->choices(position_, in_port, in_vc, packet.header)) {
    const RouteDecision& way = choice;
    switch_allocator_.set_request(choice.out_port, requester,
                                  {way, packet.header.flits, age(packet), packet.routed, choice.links});
  }
}

void RouterCore::allocate_vcs(Cycles now) {
  vc_allocator_.allocate(credits_, [this, now](const SwitchGrant& grant) { open_stream(grant, now); });
}

void RouterCore::open_stream(const SwitchGrant& grant, Cycles now) {
  const int from = requester(grant.in_port, grant.in_vc);
  const int number = inputs_[index(from)].front(grant.out_port);
  const BufferedPacket& packet = inputs_[index(from)].packet(number);
  stream(grant.out_port, from) = {number, grant.out_vc, packet.header.flits, 0, false};
  if (observer_ != nullptr) observer_->packet_granted(told(grant, packet, now), packet.header);
}

void RouterCore::request_flits() {
  for (int out_port = 0; out_port < ports_.count(); ++out_port) {
    for (int from = 0; from < ports_.count() * virtual_channels_; ++from) request_next_flit(out_port, from);
  }
}

void RouterCore::request_next_flit(int out_port, int requester) {
  Stream& owner = stream(out_port, requester);
  if (owner.packet < 0 || owner.requested) return;
  const InputVc& vc = inputs_[index(requester)];
  const BufferedPacket& packet = vc.packet(owner.packet);
  if (vc.arrived(packet) <= owner.granted) return;
  // The credits were taken by VC allocation: the switch asks for none.
  switch_allocator_.set_request(out_port, requester, {static_cast<std::uint8_t>(1U << owner.out_vc), 0, age(packet)});
  owner.requested = true;
}

void RouterCore::refuse(int port, const Flit& flit) const {
  if (flit.vc >= virtual_channels_) {
    throw RouterFault{reports::kRouterProtocol, port, fmt::format("a flit on VC {}, which does not exist", flit.vc)};
  }
  throw RouterFault{reports::kRouterOverflow, port,
                    fmt::format("VC {}'s buffer of {} flits is full", flit.vc, capacity_)};
}

void RouterCore::refuse_body(int port, const InputVc& vc) {
  throw RouterFault{
      reports::kRouterProtocol, port,
      vc.to_come() == 0 ? "a flit that belongs to no packet" : "a packet longer or shorter than its header says"};
}

void RouterCore::accept_head(int port, const Flit& flit, Cycles now) {
  InputVc& vc = input(port, flit.vc);
  const auto fault = [port](std::string what) { return RouterFault{reports::kRouterProtocol, port, std::move(what)}; };
  if (vc.arriving() != nullptr) throw fault("a head flit before the tail of the last packet");
  const RouteHeader header = unpack_route(flit, config_.network.dimensions());
  if (flit.tail || header.flits < kHeaderFlits) throw fault("a packet shorter than its header");
  if (!config_.network.contains(header.destination)) {
    throw fault(fmt::format("a packet to {}, which does not exist", config_.network.text(header.destination)));
  }
  if (header.destination_nic >= ports_.nics()) {
    throw fault(fmt::format("a packet to NIC {}, which does not exist", header.destination_nic));
  }
  const RouteDecision route = routes_->route(position_, port, flit.vc, header);
  if (vc.push_head(flit, header, route, static_cast<std::uint32_t>(now.count()))) {
    new_fronts_.push_back({requester(port, flit.vc), vc.front(route.out_port)});
  }
}

std::uint64_t RouterCore::packet_through(int out_port) const {
  return active(out_port) ? packet_number(config_, transfers_[index(out_port)].packet->header) : 0;
}

const BufferedPacket* RouterCore::first_front(int port, int vc) const {
  for (int queue = 0; queue < queues(); ++queue) {
    const int front = input(port, vc).front(queue);
    if (front >= 0) return &input(port, vc).packet(front);
  }
  return nullptr;
}

int RouterCore::front_wants(int port, int vc) const {
  const BufferedPacket* front = first_front(port, vc);
  return front == nullptr ? -1 : front->route.out_port;
}

std::uint64_t RouterCore::front_packet(int port, int vc) const {
  const BufferedPacket* front = first_front(port, vc);
  return front == nullptr ? 0 : packet_number(config_, front->header);
}

std::vector<WaitingPacket> RouterCore::waiting() const {
  std::vector<WaitingPacket> list;
  for (int port = 0; port < ports_.count(); ++port) {
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      for (int queue = 0; queue < queues(); ++queue) {
        const int front = input(port, vc).front(queue);
        if (front < 0) continue;
        const BufferedPacket& packet = input(port, vc).packet(front);
        const int out_vc = __builtin_ctz(packet.route.vc_mask);
        list.push_back({node_, port, vc, packet.route.out_port, out_vc, packet.header.flits,
                        credits_.credits(packet.route.out_port, out_vc), packet.header, packet.route.rooms_on(out_vc)});
      }
    }
  }
  return list;
}

std::vector<std::string> RouterCore::final_faults(const std::string& name) const {
  std::vector<std::string> faults;
  for (std::size_t port = 0; port < replays_.size(); ++port) {
    const int missing = config_.replay_buffer_flits() - replays_[port].room;
    if (missing == 0) continue;
    faults.push_back(fmt::format("{}: {} flits of the replay buffer of port {} are not acknowledged", name, missing,
                                 ports_.name(static_cast<int>(port))));
  }
  for (int port = 0; port < ports_.count(); ++port) {
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      const int missing = credit_capacity(port) - credits(port, vc);
      if (missing != 0) faults.push_back(missing_credits(name, missing, ports_.name(port), vc));
      if (occupancy(port, vc) != 0) {
        faults.push_back(
            fmt::format("{}: {} flits are left in port {}, VC {}", name, occupancy(port, vc), ports_.name(port), vc));
      }
    }
  }
  return faults;
}

}  // namespace tactus
