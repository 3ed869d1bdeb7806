#pragma once

#include <cstdint>

namespace tactus::nic_reg {

/// Accesses that software may make to a register.
enum class Access : std::uint8_t { kReadOnly, kReadWrite, kWriteOnly, kReadWriteOneToClear };

/// Some bits of a word.
struct Field {
  int low = 0;  ///< number of its lowest bit
  int width = 32;

  [[nodiscard]] constexpr std::uint32_t mask() const { return (~0U >> (32 - width)) << low; }
  [[nodiscard]] constexpr std::uint32_t get(std::uint32_t word) const { return (word & mask()) >> low; }
  /// A word with the lowest bits of `value` in the field and 0 elsewhere.
  [[nodiscard]] constexpr std::uint32_t put(std::uint32_t value) const { return (value << low) & mask(); }
};

/// A field of an entry of a ring.
struct WordField {
  int word = 0;
  Field bits;

  [[nodiscard]] constexpr std::uint32_t get(const std::uint32_t* words) const { return bits.get(words[word]); }
  /// Adds it to a word in which its bits are 0.
  constexpr void put(std::uint32_t* words, std::uint32_t value) const { words[word] |= bits.put(value); }
};

/// A register, a counter of two words or a ring, within its block.
struct Register {
  const char* name = "";
  std::uint64_t offset = 0;
  std::uint64_t bytes = 4;
  Access access = Access::kReadWrite;
  std::uint32_t mask = 0;  ///< bits of a word that there are; the others read as 0

  [[nodiscard]] constexpr bool readable() const { return access != Access::kWriteOnly; }
  [[nodiscard]] constexpr bool writable() const { return access != Access::kReadOnly; }
};

}  // namespace tactus::nic_reg
