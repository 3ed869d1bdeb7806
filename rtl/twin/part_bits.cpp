#include "rtl/twin/part_bits.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tactus {
namespace {

template <class Names>
bool is_one_of(const std::string& name, const Names& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// One bit for each requester, or 8 for each dimension.
constexpr std::array<std::string_view, 5> kHexadecimal = {"state_i", "grant_i", "state_o", "destination_i",
                                                          "next_destination_i"};
/// For waves only: a pacer may count as it likes.
constexpr std::array<std::string_view, 1> kFree = {"slot_wait_o"};

TwinPort port_of(const std::string& name, unsigned bits, unsigned lsb, bool modelled) {
  TwinPort port{name, is_one_of(name, kHexadecimal) ? TwinPort::Kind::kPlain : TwinPort::Kind::kNumber, lsb, bits};
  port.modelled = modelled;
  port.compared = modelled && !is_one_of(name, kFree);
  return port;
}

}  // namespace

PartBits::PartBits(const PartPins& pins, const std::vector<std::string>& names,
                   const std::vector<std::string>& modelled) {
  if (pins.ports.empty()) return;
  unsigned lsb = 0;
  for (const std::string& name : names) {
    TwinPart& part = parts_.emplace_back(TwinPart{name, static_cast<unsigned>(parts_.size()), {}});
    for (std::size_t p = 0; p < pins.ports.size(); ++p) {
      part.ports.push_back(port_of(pins.ports[p], pins.bits[p], lsb, is_one_of(pins.ports[p], modelled)));
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
