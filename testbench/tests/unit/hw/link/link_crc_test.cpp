#include "testbench/tests/support/link_crc.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// A flit of the default machine with eight bits of packet number.
constexpr int kWordBits = 142;
constexpr int kCrcBits = 32;

using BitString = std::vector<bool>;

BitString drawn_bits(Dice& dice, int count) {
  BitString bits;
  for (int i = 0; i < count; ++i) bits.push_back((dice.bits() & 1U) != 0);
  return bits;
}

std::uint32_t crc_of(const BitString& bits) {
  test::LinkCrc crc;
  for (std::size_t first = 0; first < bits.size(); first += 64) {
    const std::size_t count = std::min<std::size_t>(64, bits.size() - first);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i) word |= std::uint64_t{bits[first + i]} << i;
    crc.add(word, static_cast<int>(count));
  }
  return crc.value();
}

/// Remainder of long division in GF(2): the bits, the first 32 of them inverted, behind them 32 zeros.
std::uint32_t divided(BitString bits) {
  constexpr std::uint64_t kDivisor = 0x11EDC6F41U;
  bits.resize(bits.size() + kCrcBits);
  for (std::size_t i = 0; i < kCrcBits; ++i) bits[i] = !bits[i];
  for (std::size_t i = 0; i + kCrcBits < bits.size(); ++i) {
    if (!bits[i]) continue;
    for (std::size_t j = 0; j <= kCrcBits; ++j) bits[i + j] = bits[i + j] != ((kDivisor >> (kCrcBits - j) & 1U) != 0);
  }
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < kCrcBits; ++i) crc |= std::uint32_t{!bits[bits.size() - kCrcBits + i]} << i;
  return crc;
}

/// The wire of a packet: its words, behind them its CRC.
BitString packet_on_wire(Dice& dice, int flits) {
  BitString bits = drawn_bits(dice, flits * kWordBits);
  const std::uint32_t crc = crc_of(bits);
  for (int i = 0; i < kCrcBits; ++i) bits.push_back((crc >> static_cast<unsigned>(i) & 1U) != 0);
  return bits;
}

/// Whether the CRC at the end is that of the bits before it.
bool is_right(const BitString& wire) {
  const auto end = wire.end() - kCrcBits;
  std::uint32_t crc = 0;
  for (int i = 0; i < kCrcBits; ++i) crc |= std::uint32_t{*(end + i)} << static_cast<unsigned>(i);
  return crc_of(BitString(wire.begin(), end)) == crc;
}

/// How the CRC differs from the right one if one bit alone of `flits` flits or of the CRC is wrong, for each of them.
std::vector<std::uint32_t> differences(int flits) {
  std::vector<std::uint32_t> all;
  for (unsigned bit = 0; bit < kCrcBits; ++bit) all.push_back(std::uint32_t{1} << bit);
  test::LinkCrc wrong;
  test::LinkCrc right;
  wrong.add(1, 1);
  right.add(0, 1);
  for (int behind = 0; behind < flits * kWordBits; ++behind) {
    all.push_back(wrong.value() ^ right.value());
    wrong.add(0, 1);
    right.add(0, 1);
  }
  return all;
}

}  // namespace

TEST_CASE("LinkCrc: has the published check value, and the remainder of long division", "[LINK-11]") {
  test::LinkCrc crc;
  for (const char digit : std::string("123456789")) crc.add(static_cast<unsigned char>(digit), 8);
  CHECK(crc.value() == 0xE3069283U);
  Dice dice(3);
  for (int draw = 0; draw < 100; ++draw) {
    const BitString bits = drawn_bits(dice, dice.between(32, 700));
    REQUIRE(crc_of(bits) == divided(bits));
  }
}

TEST_CASE("LinkCrc: finds drawn errors of one to three bits and bursts of up to 32 bits in packets of up to 128 flits",
          "[LINK-11]") {
  Dice dice(5);
  for (int draw = 0; draw < 600; ++draw) {
    BitString wire = packet_on_wire(dice, dice.between(2, 128));
    REQUIRE(is_right(wire));
    const int bits = static_cast<int>(wire.size());
    const BitString sent = wire;
    if (draw % 2 == 0) {
      for (int i = dice.between(1, 3); i > 0; --i) {
        const auto place = static_cast<std::size_t>(dice.below(bits));
        wire[place] = !wire[place];
      }
    } else {
      const int length = dice.between(1, kCrcBits);
      const int first = dice.between(0, bits - length);
      for (int i = 0; i < length; ++i) {
        const bool flips = i == 0 || i == length - 1 || dice.chance(50);
        const auto place = static_cast<std::size_t>(first + i);
        wire[place] = wire[place] != flips;
      }
    }
    CAPTURE(draw, bits);
    REQUIRE((wire == sent) == is_right(wire));
  }
}

TEST_CASE("LinkCrc: finds every error of one, two or three bits in packets of up to 1023 flits", "[LINK-11]") {
  // A CRC is linear: several wrong bits make the sum of their differences. None is 0, no two are equal, and each has an
  // odd number of ones, so that no sum of three is 0.
  std::vector<std::uint32_t> all = differences(1023);
  std::sort(all.begin(), all.end());
  CHECK(all.front() != 0);
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
  CHECK(std::all_of(all.begin(), all.end(), [](std::uint32_t bits) { return std::bitset<32>(bits).count() % 2 == 1; }));
}

}  // namespace tactus
