#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

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

/// The 64-bit counters of a block: its registers of two words, which lie one behind the other.
struct Counters {
  std::uint64_t first = 0;  ///< offset
  std::size_t count = 0;

  /// Whether a word of one of them is at `offset`.
  [[nodiscard]] constexpr bool has(std::uint64_t offset) const { return offset >= first && offset < first + 8 * count; }
  [[nodiscard]] constexpr std::size_t index(std::uint64_t offset) const {
    return static_cast<std::size_t>((offset - first) / 8);
  }
};

/// Counters among the registers of a block. Does not compile if they do not lie together.
template <std::size_t KRegisters>
constexpr Counters counters_of(const std::array<Register, KRegisters>& registers) {
  Counters found;
  for (const Register& reg : registers) {
    if (reg.bytes != 8) continue;
    if (found.count == 0) found.first = reg.offset;
    if (reg.offset != found.first + 8 * found.count) throw std::logic_error(reg.name);
    ++found.count;
  }
  return found;
}

}  // namespace tactus::nic_reg
