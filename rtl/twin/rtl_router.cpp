#include "rtl/twin/rtl_router.h"

#include <fmt/core.h>

#include <algorithm>

#include "rtl/twin/flit_pins.h"

namespace tactus {
namespace {

/// Edges for which the RTL is still clocked when the model has gone to sleep: twice round the turn of the outputs.
constexpr std::uint64_t kLinger = 16;
/// Where the credit ports begin among the bits of a row.
constexpr unsigned kCreditLsb = kRouterFlitWords * 32;

/// `side` is "i" or "o".
std::vector<TwinPort> router_ports(const char* side) {
  std::vector<TwinPort> ports;
  for (unsigned p = 0; p < kRouterPorts; ++p) {
    ports.push_back({fmt::format("flit_{}[{}] ({})", side, p, kPortNames[p]), TwinPort::Kind::kFlit, p * kFlitPinBits,
                     kFlitPinBits});
  }
  for (unsigned p = 0; p < kRouterPorts; ++p) {
    ports.push_back({fmt::format("credit_{}[{}] ({})", side, p, kPortNames[p]), TwinPort::Kind::kCredits,
                     kCreditLsb + p * kCreditPinBits, kCreditPinBits});
  }
  return ports;
}

}  // namespace

RtlRouter::RtlRouter(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                     Coordinate position)
    : VcRouter(name, domain, config, position),
      rtl_(make_verilated_router(config, position)),
      lockstep_(this->name(), router_ports("i"), router_ports("o")) {}

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
  clock_rtl(now, row);
  lockstep_.compare();
  const bool idle = next == kUntilWoken && !arrived && lockstep_.outputs_idle();
  idle_edges_ = idle ? idle_edges_ + 1 : 0;
  return idle_edges_ < kLinger ? now + Cycles{1} : next;
}

void RtlRouter::sample(Cycles now, Lockstep::Row& row) const {
  for (unsigned rest = arrivals(now); rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
    if (bit < kRouterPorts) {
      put_flit(row.inputs.data(), bit * kFlitPinBits, flit_in(bit).arriving());
    } else {
      const unsigned port = bit - kRouterPorts;
      put_pin_bits(row.inputs.data(), kCreditLsb + port * kCreditPinBits, kCreditPinBits, credit_in(port).arriving());
    }
  }
}

void RtlRouter::note_model(Lockstep::Row& row) const {
  for (unsigned port = 0; port < kRouterPorts; ++port) {
    const Flit& flit = flit_out(port).driven();
    if (flit.valid) put_flit(row.model.data(), port * kFlitPinBits, flit);
    const CreditReturn credits = credit_out(port).driven();
    if (credits != 0) put_pin_bits(row.model.data(), kCreditLsb + port * kCreditPinBits, kCreditPinBits, credits);
  }
}

void RtlRouter::clock_rtl(Cycles now, Lockstep::Row& row) {
  try {
    rtl_->clock(static_cast<std::uint32_t>(now.count()), row.inputs.data(), row.inputs.data() + kRouterFlitWords);
  } catch (const RtlAssertion& assertion) {
    lockstep_.fail(assertion);
  }
  std::copy_n(rtl_->flit_o(), kRouterFlitWords, row.rtl.begin());
  std::copy_n(rtl_->credit_o(), kRouterCreditWords, row.rtl.begin() + kRouterFlitWords);
}

}  // namespace tactus
