#include "rtl/twin/router_pin_bits.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl/twin/flit_pins.h"

namespace tactus {

unsigned RouterPinBits::flit_words() const { return words_for(ports() * kFlitPinBits); }

unsigned RouterPinBits::credit_words() const { return words_for(ports() * kCreditPinBits); }

std::vector<TwinPort> RouterPinBits::twin_ports(const char* side) const {
  std::vector<TwinPort> pins;
  for (unsigned p = 0; p < ports(); ++p) {
    pins.push_back({fmt::format("flit_{}[{}] ({})", side, p, ports_.name(static_cast<int>(p))), TwinPort::Kind::kFlit,
                    p * kFlitPinBits, kFlitPinBits});
  }
  for (unsigned p = 0; p < ports(); ++p) {
    pins.push_back({fmt::format("credit_{}[{}] ({})", side, p, ports_.name(static_cast<int>(p))),
                    TwinPort::Kind::kCredits, flit_words() * 32 + p * kCreditPinBits, kCreditPinBits});
  }
  return pins;
}

void RouterPinBits::put_flit(std::vector<PinWord>& words, unsigned port, const Flit& flit) const {
  tactus::put_flit(words.data(), port * kFlitPinBits, flit);
}

void RouterPinBits::put_credits(std::vector<PinWord>& words, unsigned port, CreditReturn credits) const {
  put_pin_bits(words.data(), flit_words() * 32 + port * kCreditPinBits, kCreditPinBits, credits);
}

void RouterPinBits::clock(VerilatedRouter& rtl, Lockstep::Row& row, const Lockstep& lockstep) const {
  try {
    rtl.clock(row.edge.count(), row.inputs.data(), row.inputs.data() + flit_words());
  } catch (const RtlAssertion& assertion) {
    lockstep.fail(assertion);
  }
  std::copy_n(rtl.flit_o(), flit_words(), row.rtl.begin());
  std::copy_n(rtl.credit_o(), credit_words(), row.rtl.begin() + flit_words());
}

}  // namespace tactus
