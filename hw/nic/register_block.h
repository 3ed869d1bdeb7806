#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/nic/register_layout.h"

namespace tactus::nic_reg {

/// Finds the register that an address belongs to. Made at compile time from the generated tables.
template <std::size_t Count, std::size_t Size>
class RegisterBlock {
 public:
  /// `registers` lie within the first `Size` bytes.
  constexpr explicit RegisterBlock(const std::array<Register, Count>& registers) : registers_(registers) {
    for (std::size_t i = 0; i < Count; ++i) {
      const std::size_t first = registers_[i].offset / 4;
      for (std::size_t word = first; word < first + registers_[i].bytes / 4; ++word) {
        numbers_[word] = static_cast<std::uint8_t>(i + 1);
      }
    }
  }

  /// The register at `offset`, a multiple of 4; null if there is none.
  [[nodiscard]] constexpr const Register* find(std::uint64_t offset) const {
    if (offset >= Size || numbers_[offset / 4] == 0) return nullptr;
    return &registers_[numbers_[offset / 4] - std::size_t{1}];
  }

 private:
  std::array<Register, Count> registers_;
  std::array<std::uint8_t, Size / 4> numbers_{};  ///< by word, from 1; 0: no register
};

}  // namespace tactus::nic_reg
