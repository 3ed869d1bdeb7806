#include "rtl/twin/rtl_router.h"

#include <utility>

#include "rtl/twin/router_twin_ports.h"

namespace tactus {
namespace {

/// Edges for which the RTL is still clocked when the model has gone to sleep: twice round the turn of the outputs.
constexpr std::uint64_t kLinger = 16;

}  // namespace

RtlRouter::RtlRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                     Coordinate position)
    : RtlRouter(name, domain, config, position, make_verilated_router(config, position)) {}

RtlRouter::RtlRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                     Coordinate position, std::unique_ptr<VerilatedRouter> rtl)
    : VcRouter(name, domain, config, position),
      rtl_(std::move(rtl)),
      lockstep_(this->name(), router_twin_ports("i"), router_twin_ports("o")) {}

RtlRouter::~RtlRouter() = default;

void RtlRouter::reset() {
  VcRouter::reset();
  rtl_->reset();
  lockstep_.clear();
  idle_edges_ = 0;
}

Cycles RtlRouter::tick(Cycles now) {
  Lockstep::Row& row = lockstep_.begin(now);
  const bool arrived = arrivals(now) != 0;
  sample(now, row);
  // The model first: where a neighbour breaks the rules, that is what is to be said.
  const Cycles next = VcRouter::tick(now);
  note_model(row);
  clock_rtl(*rtl_, row, lockstep_);
  lockstep_.compare();
  const bool idle = next == kUntilWoken && !arrived && lockstep_.outputs_idle();
  idle_edges_ = idle ? idle_edges_ + 1 : 0;
  return idle_edges_ < kLinger ? now + Cycles{1} : next;
}

void RtlRouter::sample(Cycles now, Lockstep::Row& row) const {
  for (unsigned rest = arrivals(now); rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
    if (bit < kRouterPorts) {
      put_router_flit(row.inputs, bit, flit_in(bit).arriving());
    } else {
      put_router_credits(row.inputs, bit - kRouterPorts, credit_in(bit - kRouterPorts).arriving());
    }
  }
}

void RtlRouter::note_model(Lockstep::Row& row) const {
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    const Flit& flit = flit_out(port).driven();
    if (flit.valid) put_router_flit(row.model, port, flit);
    const CreditReturn credits = credit_out(port).driven();
    if (credits != 0) put_router_credits(row.model, port, credits);
  }
}

}  // namespace tactus
