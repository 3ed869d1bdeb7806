#include "hw/router/vc_router.h"

#include <fmt/core.h>

#include "hw/common/reports.h"

namespace tactus {
namespace {

constexpr unsigned kAllPorts = (1U << kRouterPorts) - 1;

}  // namespace

VcRouter::VcRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                   Coordinate position)
    : ClockedModule(name, domain),
      flit_i("flit_i", kRouterPorts),
      credit_o("credit_o", kRouterPorts),
      flit_o("flit_o", kRouterPorts),
      credit_i("credit_i", kRouterPorts),
      config_(config),
      position_(position),
      node_(config.torus.node(position)),
      virtual_channels_(config.router.virtual_channels),
      hold_packet_(config.router.switch_hold == SwitchHold::kPacket),
      routes_(config.torus, config.router),
      credits_(virtual_channels_),
      switch_allocator_(config.router),
      vc_allocator_(config.router),
      inputs_(index(kRouterPorts * virtual_channels_), InputVc(config.vc_buffer_flits(), config.router.input_queue)),
      streams_(index(kRouterPorts * kRouterPorts * virtual_channels_)) {
  const int receive_flits = static_cast<int>(config.nic.receive_buffer.count() / kFlitBytes.count());
  for (int port = 0; port < kRouterPorts; ++port) {
    credits_.set_capacity(port, port < kTorusPorts ? config.vc_buffer_flits() : receive_flits);
  }
}

void VcRouter::end_of_elaboration() {
  for (int port = 0; port < kRouterPorts; ++port) {
    flit_in_[index(port)] = &wire_at<Flit>(flit_i[index(port)]);
    credit_out_[index(port)] = &wire_at<CreditReturn>(credit_o[index(port)]);
    flit_out_[index(port)] = &wire_at<Flit>(flit_o[index(port)]);
    credit_in_[index(port)] = &wire_at<CreditReturn>(credit_i[index(port)]);
    flit_in_[index(port)]->read_by(*this, port);
    credit_in_[index(port)]->read_by(*this, kRouterPorts + port);
  }
}

void VcRouter::reset() {
  for (InputVc& vc : inputs_) vc.clear();
  for (Stream& stream : streams_) stream = {};
  for (int port = 0; port < kRouterPorts; ++port) {
    credits_.set_capacity(port, credits_.capacity(port));
  }
  switch_allocator_.reset();
  vc_allocator_.reset();
  new_fronts_.clear();
  credit_returns_.fill(0);
  flits_sent_.fill(0);
  active_outputs_ = flit_arrivals_ = credit_arrivals_ = returning_ = 0;
}

Cycles VcRouter::tick(Cycles now) {
  flit_arrivals_ = arrivals(now) & kAllPorts;
  credit_arrivals_ = arrivals(now) >> kRouterPorts;
  switch_traversal(now);
  take_credits();
  switch_allocation(now);
  vc_allocation(now);
  route_computation(now);
  return_credits(now);
  return busy() ? now + Cycles{1} : kUntilWoken;
}

bool VcRouter::busy() const {
  // With the switch held per flit, one that has come in may be asked for at the next edge.
  return active_outputs_ != 0 || (!hold_packet_ && flit_arrivals_ != 0) || !new_fronts_.empty() ||
         switch_allocator_.pending() || vc_allocator_.pending();
}

void VcRouter::switch_traversal(Cycles now) {
  for (unsigned rest = active_outputs_; rest != 0; rest &= rest - 1) {
    const int out_port = __builtin_ctz(rest);
    Transfer& transfer = transfers_[index(out_port)];
    const SwitchGrant& grant = transfer.grant;
    InputVc& vc = input(grant.in_port, grant.in_vc);
    if (vc.packet(transfer.packet).first_slot < 0) {
      violation(reports::kRouterUnderrun, grant.in_port, "a granted packet arrived with a bubble");
    }
    Flit flit = vc.pop_flit(transfer.packet);
    flit.vc = static_cast<std::uint8_t>(grant.out_vc);
    flit_out_[index(out_port)]->put(now, flit);
    ++flits_sent_[index(out_port)];
    const bool credit_lost = fault_ == CreditFault::kDropReturned && grant.in_port < kTorusPorts;
    if (!credit_lost) {
      credit_returns_[index(grant.in_port)] += credits_for(grant.in_vc, 1);
      returning_ |= 1U << grant.in_port;
    }
    if (--transfer.flits_left == 0) {
      active_outputs_ &= ~(1U << out_port);
      switch_allocator_.release(grant);
    }
  }
}

void VcRouter::take_credits() {
  for (unsigned rest = credit_arrivals_; rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    const CreditReturn returned = credit_in_[index(port)]->take();
    if (virtual_channels_ < kMaxVirtualChannels && returned >= credits_for(virtual_channels_, 1)) {
      violation(reports::kRouterProtocol, port, "credits for a VC that does not exist");
    }
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      if (!credits_.give(port, vc, static_cast<int>(credits_of(returned, vc)))) {
        violation(reports::kRouterCreditOverflow, port,
                  fmt::format("VC {} was given more credits than it has slots", vc));
      }
    }
    hold_packet_ ? switch_allocator_.reconsider(port) : vc_allocator_.reconsider(port);
  }
}

void VcRouter::switch_allocation(Cycles now) {
  if (!hold_packet_) request_flits();
  if (!switch_allocator_.pending()) return;
  switch_allocator_.allocate(now.count(), credits_, [this, now](const SwitchGrant& grant) {
    hold_packet_ ? grant_packet(grant, now) : grant_flit(grant);
  });
}

void VcRouter::grant_packet(const SwitchGrant& grant, Cycles now) {
  InputVc& vc = input(grant.in_port, grant.in_vc);
  const int packet = vc.front(grant.out_port);
  const RouteHeader& header = vc.packet(packet).header;
  transfers_[index(grant.out_port)] = {grant, packet, header.flits};
  active_outputs_ |= 1U << grant.out_port;
  if (observer_ != nullptr) {
    observer_->packet_granted(node_, grant.in_port, grant.out_port, grant.out_vc, header, now);
  }
  const int next = vc.pop_front(grant.out_port);
  if (next >= 0) new_fronts_.push_back({requester(grant.in_port, grant.in_vc), next});
}

void VcRouter::grant_flit(const SwitchGrant& grant) {
  const int from = requester(grant.in_port, grant.in_vc);
  Stream& owner = stream(grant.out_port, from);
  transfers_[index(grant.out_port)] = {grant, owner.packet, 1};
  active_outputs_ |= 1U << grant.out_port;
  owner.requested = false;
  if (++owner.granted < owner.flits) return;
  owner.packet = -1;
  vc_allocator_.release(grant.out_port, grant.out_vc);
  const int next = inputs_[index(from)].pop_front(grant.out_port);
  if (next >= 0) new_fronts_.push_back({from, next});
}

void VcRouter::vc_allocation(Cycles now) {
  for (const Front& front : new_fronts_) {
    const BufferedPacket& packet = inputs_[index(front.requester)].packet(front.packet);
    const SwitchRequest request{packet.route.vc_mask, packet.header.flits, packet.age};
    if (hold_packet_) {
      switch_allocator_.set_request(packet.route.out_port, front.requester, request);
    } else {
      vc_allocator_.set_request(packet.route.out_port, front.requester, request);
    }
  }
  new_fronts_.clear();
  if (hold_packet_) return;
  vc_allocator_.allocate(credits_, [this, now](const SwitchGrant& grant) { open_stream(grant, now); });
}

void VcRouter::open_stream(const SwitchGrant& grant, Cycles now) {
  const int from = requester(grant.in_port, grant.in_vc);
  const int packet = inputs_[index(from)].front(grant.out_port);
  const RouteHeader& header = inputs_[index(from)].packet(packet).header;
  stream(grant.out_port, from) = {packet, grant.out_vc, header.flits, 0, false};
  if (observer_ != nullptr) {
    observer_->packet_granted(node_, grant.in_port, grant.out_port, grant.out_vc, header, now);
  }
}

void VcRouter::request_flits() {
  for (int out_port = 0; out_port < kRouterPorts; ++out_port) {
    for (int from = 0; from < kRouterPorts * virtual_channels_; ++from) request_next_flit(out_port, from);
  }
}

void VcRouter::request_next_flit(int out_port, int requester) {
  Stream& owner = stream(out_port, requester);
  if (owner.packet < 0 || owner.requested) return;
  const BufferedPacket& packet = inputs_[index(requester)].packet(owner.packet);
  if (packet.arrived <= owner.granted) return;
  // The credits were taken by VC allocation: the switch asks for none.
  switch_allocator_.set_request(out_port, requester, {static_cast<std::uint8_t>(1U << owner.out_vc), 0, packet.age});
  owner.requested = true;
}

void VcRouter::route_computation(Cycles now) {
  for (unsigned rest = flit_arrivals_; rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    const Flit& flit = flit_in_[index(port)]->take();
    if (!flit.valid) continue;
    if (flit.vc >= virtual_channels_) {
      violation(reports::kRouterProtocol, port, fmt::format("a flit on VC {}, which does not exist", flit.vc));
    }
    if (!input(port, flit.vc).has_room()) {
      violation(reports::kRouterOverflow, port,
                fmt::format("VC {}'s buffer of {} flits is full", flit.vc, input(port, flit.vc).capacity()));
    }
    flit.head ? accept_head(port, flit, now) : accept_body(port, flit);
  }
}

void VcRouter::accept_head(int port, const Flit& flit, Cycles now) {
  InputVc& vc = input(port, flit.vc);
  if (vc.arriving() >= 0) violation(reports::kRouterProtocol, port, "a head flit before the tail of the last packet");
  const RouteHeader header = unpack_route(flit);
  if (flit.tail || header.flits < kHeaderFlits) {
    violation(reports::kRouterProtocol, port, "a packet shorter than its header");
  }
  if (header.destination.x >= config_.torus.width || header.destination.y >= config_.torus.height) {
    violation(reports::kRouterProtocol, port,
              fmt::format("a packet to ({},{}), which does not exist", header.destination.x, header.destination.y));
  }
  const RouteDecision route = routes_.route(position_, port, flit.vc, header);
  const std::uint32_t age = packet_age(config_.router.arbiter, header.inject_cycle, now.count());
  if (vc.push_head(flit, header, route, age)) {
    new_fronts_.push_back({requester(port, flit.vc), vc.front(route.out_port)});
  }
}

void VcRouter::accept_body(int port, const Flit& flit) {
  InputVc& vc = input(port, flit.vc);
  if (vc.arriving() < 0) violation(reports::kRouterProtocol, port, "a flit that belongs to no packet");
  const int packet = vc.arriving();
  vc.push_body(flit);
  if (flit.tail != (vc.packet(packet).arrived == vc.packet(packet).header.flits)) {
    violation(reports::kRouterProtocol, port, "a packet longer or shorter than its header says");
  }
}

void VcRouter::return_credits(Cycles now) {
  for (; returning_ != 0; returning_ &= returning_ - 1) {
    const auto port = index(__builtin_ctz(returning_));
    credit_out_[port]->put(now, credit_returns_[port]);
    credit_returns_[port] = 0;
  }
}

std::vector<WaitingPacket> VcRouter::waiting() const {
  std::vector<WaitingPacket> list;
  const int queues = config_.router.input_queue == InputQueueKind::kFifo ? 1 : kRouterPorts;
  for (int port = 0; port < kRouterPorts; ++port) {
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      for (int queue = 0; queue < queues; ++queue) {
        const int front = input(port, vc).front(queue);
        if (front < 0) continue;
        const BufferedPacket& packet = input(port, vc).packet(front);
        const int out_vc = __builtin_ctz(packet.route.vc_mask);
        list.push_back({node_, port, vc, packet.route.out_port, out_vc, packet.header.flits,
                        credits_.credits(packet.route.out_port, out_vc), packet.header});
      }
    }
  }
  return list;
}

void VcRouter::violation(const char* id, int port, const std::string& what) const {
  SC_REPORT_ERROR(
      id, fmt::format("{}, port {}, cycle {}: {}", name(), kPortNames[index(port)], cycle_now().count(), what).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

}  // namespace tactus
