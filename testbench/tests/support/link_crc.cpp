#include "testbench/tests/support/link_crc.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tactus::test {
namespace {

constexpr std::uint32_t crc_after_bit(std::uint32_t state) {
  constexpr std::uint32_t kPolynomial = 0x82F63B78;  // 0x1EDC6F41, lowest bit first
  return state >> 1U ^ ((state & 1U) != 0 ? kPolynomial : 0U);
}

constexpr std::array<std::uint32_t, 256> crc_of_bytes() {
  std::array<std::uint32_t, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    auto state = static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) state = crc_after_bit(state);
    table[byte] = state;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kCrcOfBytes = crc_of_bytes();

}  // namespace

void LinkCrc::add(std::uint64_t bits, int count) {
  for (; count >= 8; count -= 8, bits >>= 8U) state_ = state_ >> 8U ^ kCrcOfBytes[(state_ ^ bits) & 0xFFU];
  for (; count > 0; --count, bits >>= 1U) state_ = crc_after_bit(state_ ^ static_cast<std::uint32_t>(bits & 1U));
}

}  // namespace tactus::test
