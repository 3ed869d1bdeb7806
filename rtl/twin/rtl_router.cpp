#include "rtl/twin/rtl_router.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "hw/common/network_shape.h"
#include "rtl/twin/router_twin_ports.h"
#include "rtl/twin/rtl_arbiter.h"
#include "rtl/twin/rtl_probes.h"

namespace tactus {
namespace {

/// Edges for which the RTL is still clocked when the model has gone to sleep: twice round the turn of the outputs.
constexpr std::uint64_t kLinger = 16;

/// Arbiters that decide as that of `setup` does; empty without one.
ArbiterFactory arbiter_of(const TwinSetup& setup, const RouterConfig& config) {
  if (!setup.arbiter) return {};
  return [rtl = std::shared_ptr<VerilatedArbiter>(setup.arbiter()), config] {
    return std::make_unique<RtlArbiter>(rtl, config.arbiter, kRouterPorts * config.virtual_channels);
  };
}

}  // namespace

RtlRouter::RtlRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                     Coordinate position, const TwinSetup& setup)
    : VcRouter(name, domain, config, position, arbiter_of(setup, config.router)),
      rtl_((setup.router ? setup.router : make_verilated_router)(config, position)),
      lockstep_(this->name(), router_twin_ports("i"), router_twin_ports("o"), setup.violated) {}

RtlRouter::~RtlRouter() = default;

void RtlRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  ProbeList of_model;
  VcRouter::add_probes(of_model, scope);
  std::size_t port = 0;
  for (std::size_t i = 0; i < of_model.size(); ++i) {
    probes.push_back(of_model[i]);
    const std::string of_port = fmt::format("{}.{}.flit_o", scope, kPortNames[port]);
    const bool last_of_port = i + 1 == of_model.size() || of_model[i + 1].scope != of_port;
    if (of_model[i].scope != of_port || !last_of_port) continue;
    add_rtl_probes(probes, fmt::format("{}.{}.rtl_flit_o", scope, kPortNames[port]), "", lockstep_,
                   lockstep_.outputs()[port], [this] { return domain().cycle_now(); });
    port = std::min<std::size_t>(port + 1, kRouterPorts - 1);
  }
}

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
  const Cycles next = tick_model(now);
  note_model(row);
  clock_rtl(*rtl_, row, lockstep_);
  lockstep_.compare();
  const bool idle = next == kUntilWoken && !arrived && lockstep_.outputs_idle();
  idle_edges_ = idle ? idle_edges_ + 1 : 0;
  return idle_edges_ < kLinger ? now + Cycles{1} : next;
}

Cycles RtlRouter::tick_model(Cycles now) {
  try {
    return VcRouter::tick(now);
  } catch (const RtlAssertion& assertion) {
    lockstep_.fail(assertion);
  }
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
