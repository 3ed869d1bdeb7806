#include "rtl/twin/part_bits.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tactus {
namespace {

template <std::size_t N>
using Names = std::array<std::string_view, N>;

template <std::size_t N>
bool is_one_of(const std::string& name, const Names<N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// One bit for each requester.
constexpr Names<4> kMasks = {"request_i", "state_i", "grant_o", "state_o"};
/// An arbiter of the model keeps a state of its own kind.
constexpr Names<2> kOfRtlAlone = {"state_i", "state_o"};
/// For waves only: a pacer may count as it likes.
constexpr Names<1> kFree = {"slot_wait_o"};

TwinPort port_of(const std::string& name, unsigned bits, unsigned lsb) {
  TwinPort port{name, is_one_of(name, kMasks) ? TwinPort::Kind::kPlain : TwinPort::Kind::kNumber, lsb, bits};
  port.modelled = !is_one_of(name, kOfRtlAlone);
  port.compared = port.modelled && !is_one_of(name, kFree);
  return port;
}

}  // namespace

PartBits::PartBits(PartPins pins, const std::vector<std::string>& names) {
  if (pins.ports.empty()) return;
  unsigned lsb = 0;
  for (const std::string& name : names) {
    TwinPart& part = parts_.emplace_back(TwinPart{name, static_cast<unsigned>(parts_.size()), {}});
    for (std::size_t p = 0; p < pins.ports.size(); ++p) {
      part.ports.push_back(port_of(pins.ports[p], pins.bits[p], lsb));
      lsb += pins.bits[p];
    }
  }
}

void PartBits::put_model(Lockstep::Row& row, unsigned instance, Values values) const {
  for (const auto& [name, value] : values) {
    if (const TwinPort* port = find(instance, name)) {
      put_pin_bits(row.part_model.data(), port->lsb, port->bits, value);
    }
  }
}

void PartBits::clear_unless(Lockstep::Row& row, unsigned instance, const char* port, const char* condition) const {
  const TwinPort* const cleared = find(instance, port);
  const TwinPort* const asked = find(instance, condition);
  if (cleared == nullptr || asked == nullptr) return;
  for (std::vector<PinWord>* words : {&row.part_model, &row.part_rtl}) {
    if (pin_bits(words->data(), asked->lsb, asked->bits) == 0) {
      clear_pin_bits(words->data(), cleared->lsb, cleared->bits);
    }
  }
}

const TwinPort* PartBits::find(unsigned instance, const std::string& name) const {
  const std::vector<TwinPort>& ports = parts_[instance].ports;
  const auto port = std::find_if(ports.begin(), ports.end(), [&name](const TwinPort& p) { return p.name == name; });
  return port == ports.end() ? nullptr : &*port;
}

}  // namespace tactus
