#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl/twin/verilated_pin.h"

namespace tactus {

/// The ports of a replaced part that a Verilated NIC or router shows, the same for all of its instances.
struct PartPins {
  std::string part;                ///< "pacer"; empty if no part is shown
  std::vector<std::string> ports;  ///< names, in the order of the module's head
  std::vector<unsigned> bits;      ///< width of each port, 1..64
  std::vector<std::string> paths;  ///< scope of each instance in a trace of the model's signals
};

/// No part is shown.
inline const PartPins& no_part() {
  static const PartPins kNone;
  return kNone;
}

/// Bits that each port has on the pin `part_o`, instance by instance (rtl/replace/replacement.cmake).
inline constexpr unsigned kPartPortBits = 64;
/// Bits that each width has on the pin `part_bits_o`.
inline constexpr unsigned kPartWidthBits = 8;

/// Whether `Model`, a class made by Verilator, has the pins of a replaced part.
template <class Model, class = void>
inline constexpr bool kHasPart = false;
template <class Model>
inline constexpr bool kHasPart<Model, std::void_t<decltype(std::declval<Model>().part_o)>> = true;

/// `pins` with the widths that `model` says; no part if it has none.
template <class Model>
PartPins part_pins(const Model& model, PartPins pins) {
  if constexpr (kHasPart<Model>) {
    for (unsigned port = 0; port < pins.ports.size(); ++port) {
      pins.bits.push_back(static_cast<unsigned>(pin_at(model.part_bits_o, kPartWidthBits * port, kPartWidthBits)));
    }
    return pins;
  } else {
    (void)model;
    return {};
  }
}

/// Value of port `port` of `instance` at the last edge.
template <class Model>
std::uint64_t part_value_of(const Model& model, const PartPins& pins, unsigned instance, unsigned port) {
  if constexpr (kHasPart<Model>) {
    const auto number = instance * static_cast<unsigned>(pins.ports.size()) + port;
    return pin_at(model.part_o, kPartPortBits * number, kPartPortBits);
  } else {
    (void)model, (void)pins, (void)instance, (void)port;
    return 0;
  }
}

}  // namespace tactus
