#pragma once

#include <cstdint>

#include "hw/link/flit.h"

namespace tactus {

/// Bits of data[127:0] of a flit that hold a value, none of them in both of its words.
struct BitField {
  int low;
  int width;

  [[nodiscard]] constexpr std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width); }
};

/// Adds the lower bits of `value` to a flit in which the field is 0.
constexpr void put(Flit& flit, BitField field, std::uint64_t value) {
  (field.low < 64 ? flit.data_lo : flit.data_hi) |= (value & field.mask()) << field.low % 64;
}
constexpr std::uint64_t get(const Flit& flit, BitField field) {
  return (field.low < 64 ? flit.data_lo : flit.data_hi) >> field.low % 64 & field.mask();
}

}  // namespace tactus
