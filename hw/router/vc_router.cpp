#include "hw/router/vc_router.h"

#include <fmt/core.h>

#include "hw/router/router_fault.h"

namespace tactus {

VcRouter::VcRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                   Coordinate position, const ArbiterFactory& arbiter)
    : ClockedModule(name, domain), RouterModule(config.ports()), core_(config, position, arbiter) {}

void VcRouter::end_of_elaboration() {
  const auto ports = static_cast<std::size_t>(core_.ports().count());
  for (std::size_t port = 0; port < ports; ++port) {
    flit_in_[port] = &wire_at<Flit>(flit_i[port]);
    credit_out_[port] = &wire_at<CreditReturn>(credit_o[port]);
    flit_out_[port] = &wire_at<Flit>(flit_o[port]);
    credit_in_[port] = &wire_at<CreditReturn>(credit_i[port]);
    flit_in_[port]->read_by(*this, static_cast<int>(port));
    credit_in_[port]->read_by(*this, static_cast<int>(ports + port));
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
  const auto ports = static_cast<std::size_t>(core_.ports().count());
  for (unsigned rest = arrivals(now); rest != 0; rest &= rest - 1) {
    const auto input = static_cast<std::size_t>(__builtin_ctz(rest));
    input < ports ? flit_in_[input]->prefetch() : credit_in_[input - ports]->prefetch();
  }
}

void VcRouter::pipeline(Cycles now) {
  core_.switch_traversal(
      [&](int port, const Flit& flit) { flit_out_[static_cast<std::size_t>(port)]->put(now, flit); });
  take_credits(now);
  core_.switch_allocation(now);
  core_.vc_allocation(now);
  route_computation(now);
  core_.return_credits(
      [&](int port, CreditReturn credits) { credit_out_[static_cast<std::size_t>(port)]->put(now, credits); });
}

void VcRouter::take_credits(Cycles now) {
  for (unsigned rest = arrivals(now) >> core_.ports().count(); rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    core_.take_credits(port, credit_in_[static_cast<std::size_t>(port)]->take());
  }
}

void VcRouter::route_computation(Cycles now) {
  const unsigned flits = (1U << core_.ports().count()) - 1;
  for (unsigned rest = arrivals(now) & flits; rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    const Flit& flit = flit_in_[static_cast<std::size_t>(port)]->take();
    if (flit.valid) core_.accept(port, flit, now);
  }
}

}  // namespace tactus
