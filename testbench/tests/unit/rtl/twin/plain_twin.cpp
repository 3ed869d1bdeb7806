#include "testbench/tests/unit/rtl/twin/plain_twin.h"

#include <algorithm>
#include <utility>

#include "rtl/twin/router_twin_ports.h"

namespace tactus {

PlainTwin::PlainTwin(const MachineConfig& config, Coordinate position, std::unique_ptr<VerilatedRouter> rtl)
    : config_(config),
      model_(config_, position),
      rtl_(std::move(rtl)),
      lockstep_("router", router_twin_ports("i"), router_twin_ports("o")) {
  rtl_->reset();
}

PortValues PlainTwin::model_edge(Cycles now, const PortValues& sampled) {
  PortValues driven;
  model_.switch_traversal([&](int port, const Flit& flit) { driven.flit[static_cast<std::size_t>(port)] = flit; });
  for (int port = 0; port < kRouterPorts; ++port) {
    const CreditReturn credits = sampled.credit[static_cast<std::size_t>(port)];
    if (credits != 0) model_.take_credits(port, credits);
  }
  model_.switch_allocation(now);
  model_.vc_allocation(now);
  for (int port = 0; port < kRouterPorts; ++port) {
    const Flit& flit = sampled.flit[static_cast<std::size_t>(port)];
    if (flit.valid) model_.accept(port, flit, now);
  }
  model_.return_credits(
      [&](int port, CreditReturn credits) { driven.credit[static_cast<std::size_t>(port)] = credits; });
  return driven;
}

PortValues PlainTwin::edge(const PortValues& sampled) {
  const PortValues driven = model_edge(now_, sampled);
  Lockstep::Row& row = lockstep_.begin(now_);
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    put_router_flit(row.inputs, port, sampled.flit[port]);
    put_router_credits(row.inputs, port, sampled.credit[port]);
    put_router_flit(row.model, port, driven.flit[port]);
    put_router_credits(row.model, port, driven.credit[port]);
  }
  clock_rtl(*rtl_, row, lockstep_);
  lockstep_.compare();
  now_ = now_ + Cycles{1};
  return driven;
}

}  // namespace tactus
