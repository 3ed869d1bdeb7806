#pragma once

#include <cstdint>

namespace tactus::test {

/// CRC-32C (Castagnoli), with which a link that repeats packets finds wrong bits (docs/timing.md, LINK-11). The model
/// draws its errors and needs no CRC; the RTL of a link, rtl/link/link_crc.sv, is compared with this one.
class LinkCrc {
 public:
  /// Takes the `count` lowest bits of `bits`, up to 64, the lowest first.
  void add(std::uint64_t bits, int count);
  /// The CRC of all bits that were added.
  [[nodiscard]] std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = ~std::uint32_t{0};
};

}  // namespace tactus::test
