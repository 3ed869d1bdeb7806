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
    pins(port) = {&wire_at<Flit>(flit_i[i]), &wire_at<CreditReturn>(credit_o[i]), &wire_at<Flit>(flit_o[i]),
                  &wire_at<CreditReturn>(credit_i[i])};
    pins(port).flit_in->read_by(*this, port);
    pins(port).credit_in->read_by(*this, kFirstCreditInput + port);
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

void VcRouter::prefetch(Cycles now) const {
  core_.prefetch();
  for (unsigned rest = arrivals(now) & kFlitInputs; rest != 0; rest &= rest - 1) {
    pins_[static_cast<std::size_t>(__builtin_ctz(rest))].flit_in->prefetch();
  }
  for (unsigned rest = arrivals(now) >> kFirstCreditInput; rest != 0; rest &= rest - 1) {
    pins_[static_cast<std::size_t>(__builtin_ctz(rest))].credit_in->prefetch();
  }
}

void VcRouter::pipeline(Cycles now) {
  core_.switch_traversal([&](int port, const Flit& flit) { pins(port).flit_out->put(now, flit); });
  take_credits(now);
  core_.switch_allocation(now);
  core_.vc_allocation(now);
  route_computation(now);
  core_.return_credits([&](int port, CreditReturn credits) { pins(port).credit_out->put(now, credits); });
}

void VcRouter::take_credits(Cycles now) {
  for (unsigned rest = arrivals(now) >> kFirstCreditInput; rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    core_.take_credits(port, pins(port).credit_in->take());
  }
}

void VcRouter::route_computation(Cycles now) {
  for (unsigned rest = arrivals(now) & kFlitInputs; rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    const Flit& flit = pins(port).flit_in->take();
    if (flit.valid) core_.accept(port, flit, now);
  }
}

}  // namespace tactus
