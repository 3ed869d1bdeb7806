#include "rtl/twin/rtl_router.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "rtl/twin/named_policy.h"
#include "rtl/twin/rtl_arbiter.h"
#include "rtl/twin/rtl_probes.h"
#include "rtl/twin/rtl_straps.h"
#include "rtl/twin/rtl_support.h"

namespace tactus {
namespace {

/// Arbiters that decide as that of `setup` does, or as `config` says.
ArbiterFactory deciding_arbiter(const TwinSetup& setup, const MachineConfig& config) {
  const int requesters = config.ports().count() * config.router.virtual_channels;
  if (setup.arbiter) {
    return [rtl = std::shared_ptr<VerilatedArbiter>(setup.arbiter()),
            by_age = policy(config.router.arbiter).ages != ArbiterAges::kNone,
            requesters] { return std::make_unique<RtlArbiter>(rtl, by_age, requesters); };
  }
  return [name = config.router.arbiter, requesters,
          through = config.ports().directions() * config.router.virtual_channels] {
    return make_arbiter(name, requesters, through);
  };
}

/// Arbiters of a router: with notes if RTL of others may be in it, else of the model's own making.
ArbiterFactory arbiter_of(const TwinSetup& setup, const MachineConfig& config,
                          const std::shared_ptr<ArbiterNotes>& notes) {
  if (!setup.router) return {};
  return [decide = deciding_arbiter(setup, config), notes] {
    notes->emplace_back();
    return std::make_unique<NotedArbiter>(decide(), notes, notes->size() - 1);
  };
}

std::vector<std::string> arbiter_names(RouterPorts ports) {
  std::vector<std::string> names;
  for (int port = 0; port < ports.count(); ++port) names.push_back(fmt::format("{}.arbiter", ports.name(port)));
  return names;
}

}  // namespace

RtlRouter::RtlRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                     Coordinate position, const TwinSetup& setup)
    : VcRouter(name, domain, config, position, arbiter_of(setup, config, arbiter_notes)),
      ports_(config.ports()),
      pins_(ports_),
      rtl_((setup.router ? setup.router : make_verilated_router)(with_rtl_arbiter(config), position)),
      by_age_(policy(config.router.arbiter).ages == ArbiterAges::kNone ? 0 : 1),
      arbiter_bits_(rtl_->part(), arbiter_names(ports_), {"arbiter_i", "grant_i"}),
      lockstep_(this->name(), pins_.twin_ports("i"), pins_.twin_ports("o"), setup.violated, arbiter_bits_.parts()) {
  name_policy(lockstep_, config.router.arbiter);
  if (setup.router) trace_twin(setup, this->name(), *rtl_);
}

RtlRouter::~RtlRouter() = default;

void RtlRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  ProbeList of_model;
  VcRouter::add_probes(of_model, scope);
  int port = 0;
  for (std::size_t i = 0; i < of_model.size(); ++i) {
    probes.push_back(of_model[i]);
    const std::string of_port = fmt::format("{}.{}.flit_o", scope, ports_.name(port));
    const bool last_of_port = i + 1 == of_model.size() || of_model[i + 1].scope != of_port;
    if (of_model[i].scope != of_port || !last_of_port) continue;
    add_rtl_probes(probes, fmt::format("{}.{}.rtl_flit_o", scope, ports_.name(port)), "", lockstep_,
                   lockstep_.outputs()[static_cast<std::size_t>(port)], [this] { return domain().cycle_now(); });
    port = std::min(port + 1, ports_.count() - 1);
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
  const bool arrived = (arrivals(now, kFlitWord) | arrivals(now, kCreditWord)) != 0;
  sample(now, row);
  // The model first: where a neighbour breaks the rules, that is what is to be said.
  const Cycles next = tick_model(now);
  note_model(row);
  pins_.clock(*rtl_, row, lockstep_);
  note_arbiters(row);
  lockstep_.compare();
  const bool idle = next == kUntilWoken && !arrived && lockstep_.outputs_idle();
  idle_edges_ = idle ? idle_edges_ + 1 : 0;
  // Twice round the turn of the outputs.
  const std::uint64_t linger = 2 * static_cast<std::uint64_t>(ports_.count());
  return idle_edges_ < linger ? now + Cycles{1} : next;
}

Cycles RtlRouter::tick_model(Cycles now) {
  granted_before_ = *arbiter_notes;
  for (NotedGrants& grants : *arbiter_notes) grants = {};
  try {
    return VcRouter::tick(now);
  } catch (const RtlAssertion& assertion) {
    lockstep_.fail(assertion);
  }
}

void RtlRouter::sample(Cycles now, Lockstep::Row& row) const {
  for (PortSet rest = arrivals(now, kFlitWord); rest != 0; rest &= rest - 1) {
    const auto port = static_cast<unsigned>(first_port(rest));
    pins_.put_flit(row.inputs, port, flit_in(port).arriving());
  }
  for (PortSet rest = arrivals(now, kCreditWord); rest != 0; rest &= rest - 1) {
    const auto port = static_cast<unsigned>(first_port(rest));
    pins_.put_credits(row.inputs, port, credit_in(port).arriving());
  }
}

void RtlRouter::note_model(Lockstep::Row& row) const {
  for (unsigned port = 0; port < static_cast<unsigned>(ports_.count()); ++port) {
    const Flit& flit = flit_out(port).driven();
    if (flit.valid) pins_.put_flit(row.model, port, flit);
    const CreditReturn credits = credit_out(port).driven();
    if (credits != 0) pins_.put_credits(row.model, port, credits);
  }
}

void RtlRouter::note_arbiters(Lockstep::Row& row) const {
  if (arbiter_bits_.empty()) return;
  for (unsigned port = 0; port < arbiter_bits_.instances(); ++port) {
    // RTL grants after the edge, and so its grants are seen at the next one.
    const NotedGrants& grants = granted_before_[port];
    arbiter_bits_.put_model(row, port, {{"arbiter_i", by_age_}, {"grant_i", grants.grant}});
  }
  arbiter_bits_.put_rtl(row, *rtl_);
}

}  // namespace tactus
