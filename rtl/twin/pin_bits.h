#pragma once

#include <cstdint>

namespace tactus {

/// Bits of ports, side by side in words of 32 as Verilator has them: bit i is bit i mod 32 of word i / 32.
using PinWord = std::uint32_t;

constexpr unsigned words_for(unsigned bits) { return (bits + 31) / 32; }

/// Bits [lsb, lsb + width) of `words`; `width` is 1..64.
constexpr std::uint64_t pin_bits(const PinWord* words, unsigned lsb, unsigned width) {
  std::uint64_t value = 0;
  unsigned done = 0;
  for (unsigned at = lsb; done < width; at = lsb + done) {
    const unsigned offset = at % 32;
    const unsigned count = width - done < 32 - offset ? width - done : 32 - offset;
    const std::uint64_t piece = (words[at / 32] >> offset) & ((std::uint64_t{1} << count) - 1);
    value |= piece << done;
    done += count;
  }
  return value;
}

/// Puts the low `width` (1..64) bits of `value` where nothing but zeros is.
constexpr void put_pin_bits(PinWord* words, unsigned lsb, unsigned width, std::uint64_t value) {
  if (width < 64) value &= (std::uint64_t{1} << width) - 1;
  PinWord* const first = words + lsb / 32;
  const unsigned offset = lsb % 32;
  first[0] |= static_cast<PinWord>(value << offset);
  if (offset + width > 32) first[1] |= static_cast<PinWord>(value >> (32 - offset));
  if (offset + width > 64) first[2] |= static_cast<PinWord>(value >> (64 - offset));
}

/// Makes bits [lsb, lsb + width) of `words` 0; `width` is 1..64.
constexpr void clear_pin_bits(PinWord* words, unsigned lsb, unsigned width) {
  for (unsigned bit = lsb; bit < lsb + width; ++bit) words[bit / 32] &= ~(PinWord{1} << bit % 32);
}

}  // namespace tactus
