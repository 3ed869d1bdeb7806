#include "testbench/tests/unit/rtl/twin/plain_twin.h"

#include <utility>

namespace tactus {

PlainTwin::PlainTwin(MachineConfig config, Coordinate position, std::unique_ptr<VerilatedRouter> rtl)
    : config_(std::move(config)),
      model_(config_, position),
      rtl_(std::move(rtl)),
      pins_(config_.ports()),
      lockstep_("router", pins_.twin_ports("i"), pins_.twin_ports("o")) {
  rtl_->reset();
}

PortValues PlainTwin::model_edge(Cycles now, const PortValues& sampled) {
  PortValues driven;
  model_.switch_traversal(
      [&](int port) -> Flit& { return driven.flit[static_cast<std::size_t>(port)]; },
      [&](int port, CreditReturn credit, bool) { driven.credit[static_cast<std::size_t>(port)] += credit; });
  for (int port = 0; port < config_.ports().count(); ++port) {
    const CreditReturn credits = sampled.credit[static_cast<std::size_t>(port)];
    if (credits != 0) model_.take_credits(port, credits);
  }
  model_.switch_allocation(now);
  model_.vc_allocation(now);
  for (int port = 0; port < config_.ports().count(); ++port) {
    const Flit& flit = sampled.flit[static_cast<std::size_t>(port)];
    if (flit.valid) model_.accept(port, flit, now);
  }
  return driven;
}

PortValues PlainTwin::edge(const PortValues& sampled) {
  const PortValues driven = model_edge(now_, sampled);
  Lockstep::Row& row = lockstep_.begin(now_);
  for (unsigned port = 0; port < static_cast<unsigned>(config_.ports().count()); ++port) {
    pins_.put_flit(row.inputs, port, sampled.flit[port]);
    pins_.put_credits(row.inputs, port, sampled.credit[port]);
    pins_.put_flit(row.model, port, driven.flit[port]);
    pins_.put_credits(row.model, port, driven.credit[port]);
  }
  pins_.clock(*rtl_, row, lockstep_);
  lockstep_.compare();
  now_ = now_ + Cycles{1};
  return driven;
}

}  // namespace tactus
