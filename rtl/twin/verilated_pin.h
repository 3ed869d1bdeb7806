#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "rtl/twin/pin_bits.h"

namespace tactus {

// A pin of a Verilated model is a number of up to 64 bits, or an array of words of 32 if it is wider.

/// Bits [lsb, lsb + width) of `pin`; `width` is 1..64.
template <class Pin>
std::uint64_t pin_at(const Pin& pin, unsigned lsb, unsigned width) {
  if constexpr (std::is_integral_v<Pin>) {
    const PinWord words[] = {static_cast<PinWord>(pin), static_cast<PinWord>(std::uint64_t{pin} >> 32U)};
    return pin_bits(words, lsb, width);
  } else {
    return pin_bits(pin.data(), lsb, width);
  }
}

/// All other bits become 0.
template <class Pin>
void set_pin(Pin& pin, unsigned lsb, unsigned width, std::uint64_t value) {
  if constexpr (std::is_integral_v<Pin>) {
    pin = static_cast<Pin>(value << lsb);
  } else {
    std::memset(pin.data(), 0, sizeof pin);
    put_pin_bits(pin.data(), lsb, width, value);
  }
}

}  // namespace tactus
