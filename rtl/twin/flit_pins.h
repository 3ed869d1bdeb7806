#pragma once

#include "hw/link/flit.h"
#include "rtl/twin/pin_bits.h"

namespace tactus {

/// Bits of a flit port: {valid, head, tail, vc[2:0], data[127:0]} (docs/reference/pins.md).
inline constexpr unsigned kFlitPinBits = 134;
/// Bits of a credit port.
inline constexpr unsigned kCreditPinBits = 64;

/// Puts `flit` where nothing but zeros is.
inline void put_flit(PinWord* words, unsigned lsb, const Flit& flit) {
  const unsigned marks = (flit.valid ? 4U : 0U) | (flit.head ? 2U : 0U) | (flit.tail ? 1U : 0U);
  put_pin_bits(words, lsb, 64, flit.data_lo);
  put_pin_bits(words, lsb + 64, 64, flit.data_hi);
  put_pin_bits(words, lsb + 128, 6, marks << 3U | flit.vc);
}

inline Flit flit_at(const PinWord* words, unsigned lsb) {
  const std::uint64_t marks = pin_bits(words, lsb + 128, 6);
  return {pin_bits(words, lsb, 64), pin_bits(words, lsb + 64, 64),        (marks & 32U) != 0, (marks & 16U) != 0,
          (marks & 8U) != 0,        static_cast<std::uint8_t>(marks & 7U)};
}

}  // namespace tactus
