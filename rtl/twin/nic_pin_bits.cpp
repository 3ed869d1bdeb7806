#include "rtl/twin/nic_pin_bits.h"

#include <fmt/format.h>

#include <utility>

#include "rtl/twin/flit_pins.h"

namespace tactus {
namespace {

/// Of a request, side by side: made, tag (of a read), bytes, address.
constexpr unsigned kRequestBits = 96;
constexpr unsigned kTagAt = 1;
constexpr unsigned kBytesAt = 16;
constexpr unsigned kAddressAt = 32;

}  // namespace

unsigned NicPinBits::flit_words() const { return words_for(engines_ * kFlitPinBits); }

unsigned NicPinBits::credit_words() const { return words_for(engines_ * kCreditPinBits); }

unsigned NicPinBits::request_lsb(MemoryRequest::Kind kind, unsigned engine) const {
  const unsigned before = kind == MemoryRequest::Kind::kRead ? 0 : engines_;
  return irq_lsb() + 32 + (before + engine) * kRequestBits;
}

std::vector<TwinPort> NicPinBits::router_ports(const char* side) const {
  std::vector<TwinPort> ports;
  for (unsigned e = 0; e < engines_; ++e) {
    ports.push_back({fmt::format("flit_{}[{}]", side, e), TwinPort::Kind::kFlit, e * kFlitPinBits, kFlitPinBits});
  }
  for (unsigned e = 0; e < engines_; ++e) {
    ports.push_back({fmt::format("credit_{}[{}]", side, e), TwinPort::Kind::kCredits,
                     32 * flit_words() + e * kCreditPinBits, kCreditPinBits});
  }
  return ports;
}

std::vector<TwinPort> NicPinBits::outputs() const {
  std::vector<TwinPort> ports = router_ports("o");
  ports.push_back({"irq_o", TwinPort::Kind::kPlain, irq_lsb(), 1});
  for (const auto& [name, kind] : {std::pair{"rd", MemoryRequest::Kind::kRead}, {"wr", MemoryRequest::Kind::kWrite}}) {
    for (unsigned e = 0; e < engines_; ++e) {
      const unsigned at = request_lsb(kind, e);
      const auto add = [&, of = name](const char* what, unsigned first, unsigned bits) {
        ports.push_back({fmt::format("{}_{}_o[{}]", of, what, e), TwinPort::Kind::kPlain, at + first, bits});
      };
      add("req", 0, 1);
      add("tag", kTagAt, 4);
      add("bytes", kBytesAt, 11);
      add("addr", kAddressAt, 64);
    }
  }
  return ports;
}

void NicPinBits::put_flit(std::vector<PinWord>& words, unsigned engine, const Flit& flit) const {
  tactus::put_flit(words.data(), engine * kFlitPinBits, flit);
}

void NicPinBits::put_credits(std::vector<PinWord>& words, unsigned engine, CreditReturn credits) const {
  put_pin_bits(words.data(), 32 * flit_words() + engine * kCreditPinBits, kCreditPinBits, credits);
}

void NicPinBits::put_irq(std::vector<PinWord>& words) const { put_pin_bits(words.data(), irq_lsb(), 1, 1); }

void NicPinBits::put_request(std::vector<PinWord>& words, MemoryRequest::Kind kind, int engine,
                             const VerilatedNic::Request& request) const {
  const unsigned lsb = request_lsb(kind, static_cast<unsigned>(engine));
  put_pin_bits(words.data(), lsb, 1, 1);
  // Writes have numbers that either side chooses as it likes.
  if (kind == MemoryRequest::Kind::kRead) put_pin_bits(words.data(), lsb + kTagAt, 4, request.tag);
  put_pin_bits(words.data(), lsb + kBytesAt, 11, request.bytes);
  put_pin_bits(words.data(), lsb + kAddressAt, 64, request.address);
}

void NicPinBits::clock(VerilatedNic& rtl, Lockstep::Row& row, std::uint32_t counter) const {
  const auto cycle = static_cast<std::uint32_t>(row.edge.count());
  rtl.clock(cycle, counter, row.inputs.data(), row.inputs.data() + flit_words());
  rtl.read_outputs(row.rtl.data(), row.rtl.data() + flit_words());
  if (rtl.irq()) put_irq(row.rtl);
}

}  // namespace tactus
