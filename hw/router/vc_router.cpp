#include "hw/router/vc_router.h"

#include <fmt/core.h>

#include "hw/router/router_fault.h"

namespace tactus {

VcRouter::VcRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                   Coordinate position, const ArbiterFactory& arbiter)
    : ClockedModule(name, domain), RouterModule(config.ports()), core_(config, position, arbiter) {}

void VcRouter::end_of_elaboration() {
  for (int port = 0; port < core_.ports().count(); ++port) {
    const auto i = static_cast<std::size_t>(port);
    pins_[i] = {&wire_at<Flit>(flit_i[i]), &wire_at<CreditReturn>(credit_o[i]), &wire_at<Flit>(flit_o[i]),
                &wire_at<CreditReturn>(credit_i[i])};
    pins_[i].flit_in->read_by(*this, kFlitWord * kMaxRouterPorts + port);
    pins_[i].credit_in->read_by(*this, kCreditWord * kMaxRouterPorts + port);
  }
}

void VcRouter::wait_for_room(int port, Wire<LinkRoom>& room) {
  rooms_.resize(static_cast<std::size_t>(core_.ports().count()));
  rooms_[static_cast<std::size_t>(port)] = &room;
  // It comes beside credits, and there is one bell for both.
  room.read_by(*this, kCreditWord * kMaxRouterPorts + port);
}

void VcRouter::reset() {
  core_.reset();
  for (std::size_t port = 0; port < static_cast<std::size_t>(core_.ports().count()); ++port) {
    writes_[port] = {pins_[port].flit_out->write_end(), pins_[port].credit_out->write_end()};
    reads_[port] = {pins_[port].flit_in->read_end(), pins_[port].credit_in->read_end()};
  }
}

Cycles VcRouter::tick(Cycles now) {
  try {
    pipeline(now);
  } catch (const RouterFault& fault) {
    const char* port = core_.ports().name(fault.port);
    SC_REPORT_ERROR(fault.id, fmt::format("{}, port {}, cycle {}: {}", name(), port, now.count(), fault.what).c_str());
    std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
  }
  return core_.busy() ? now + Cycles{1} : kUntilWoken;
}

void VcRouter::pipeline(Cycles now) {
  core_.switch_traversal([&](int port) -> Flit& { return writes(port).flit.place(now); },
                         [&](int port, CreditReturn credit, bool more) {
                           const auto& wire = writes(port).credit;
                           more ? wire.placed(now) += credit : wire.place(now) = credit;
                         });
  take_credits(now);
  core_.switch_allocation(now);
  core_.vc_allocation(now);
  route_computation(now);
}

void VcRouter::take_credits(Cycles now) {
  for (PortSet rest = arrivals(now, kCreditWord); rest != 0; rest &= rest - 1) {
    const int port = first_port(rest);
    core_.links_repeat() ? take_room(port, now) : core_.take_credits(port, reads(port).credit.take(now));
  }
}

void VcRouter::take_room(int port, Cycles now) {
  Wire<CreditReturn>& credit = *pins_[static_cast<std::size_t>(port)].credit_in;
  if (credit.due_at(now) != 0) core_.take_credits(port, credit.take());
  Wire<LinkRoom>* const room = rooms_.empty() ? nullptr : rooms_[static_cast<std::size_t>(port)];
  if (room != nullptr && room->due_at(now) != 0) core_.take_room(port, static_cast<int>(room->take()), now);
}

void VcRouter::route_computation(Cycles now) {
  for (PortSet rest = arrivals(now, kFlitWord); rest != 0; rest &= rest - 1) {
    const int port = first_port(rest);
    const Flit& flit = reads(port).flit.take(now);
    if (flit.valid) core_.accept(port, flit, now);
  }
}

}  // namespace tactus
