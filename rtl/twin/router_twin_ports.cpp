#include "rtl/twin/router_twin_ports.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/common/network_shape.h"
#include "rtl/twin/flit_pins.h"

namespace tactus {
namespace {

/// Where the credit ports begin among the bits of a row: both kinds begin with a word.
constexpr unsigned kCreditLsb = kRouterFlitWords * 32;

}  // namespace

std::vector<TwinPort> router_twin_ports(const char* side) {
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

void put_router_flit(std::vector<PinWord>& words, unsigned port, const Flit& flit) {
  put_flit(words.data(), port * kFlitPinBits, flit);
}

void put_router_credits(std::vector<PinWord>& words, unsigned port, CreditReturn credits) {
  put_pin_bits(words.data(), kCreditLsb + port * kCreditPinBits, kCreditPinBits, credits);
}

void clock_rtl(VerilatedRouter& rtl, Lockstep::Row& row, const Lockstep& lockstep) {
  try {
    rtl.clock(static_cast<std::uint32_t>(row.edge.count()), row.inputs.data(), row.inputs.data() + kRouterFlitWords);
  } catch (const RtlAssertion& assertion) {
    lockstep.fail(assertion);
  }
  std::copy_n(rtl.flit_o(), kRouterFlitWords, row.rtl.begin());
  std::copy_n(rtl.credit_o(), kRouterCreditWords, row.rtl.begin() + kRouterFlitWords);
}

}  // namespace tactus
