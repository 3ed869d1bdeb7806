#pragma once

#include <cstdint>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/link_crc.h"
#include "testbench/tests/unit/rtl/link/verilated_link.h"

namespace tactus::test {

/// All that is on the wire of a link at an edge: a flit, the number of its packet, and beside a tail its CRC.
struct LinkWord {
  static constexpr std::uint64_t kValid = std::uint64_t{1} << 63U;
  static constexpr std::uint64_t kHead = std::uint64_t{1} << 62U;
  static constexpr std::uint64_t kTail = std::uint64_t{1} << 61U;
  static constexpr int kFlitBits = 64;
  static constexpr int kDataBits = 61;
  static constexpr int kWordBits = kFlitBits + VerilatedLink::kNumberBits;

  std::uint64_t flit = 0;
  unsigned number = 0;
  std::uint32_t crc = 0;

  [[nodiscard]] bool has(std::uint64_t framing) const { return (flit & framing) != 0; }
  /// Bits in the order in which the CRC takes them.
  [[nodiscard]] int bits() const { return kWordBits + (has(kTail) ? 32 : 0); }
  /// Changes a bit, unless it says where packets begin and end. Answers whether it did.
  bool flip(int place) {
    const auto bit = static_cast<unsigned>(place);
    if (place < kDataBits) {
      flit ^= std::uint64_t{1} << bit;
    } else if (place < kFlitBits) {
      return false;
    } else if (place < kWordBits) {
      number ^= 1U << (bit - kFlitBits);
    } else {
      crc ^= std::uint32_t{1} << (bit - kWordBits);
    }
    return true;
  }
};

/// The CRC of a sender: what it puts beside the flits of a packet, one after the other.
class SenderCrc {
 public:
  std::uint32_t beside(std::uint64_t flit, unsigned number) {
    if ((flit & LinkWord::kHead) != 0) crc_ = {};
    crc_.add(flit, LinkWord::kFlitBits);
    crc_.add(number, VerilatedLink::kNumberBits);
    return (flit & LinkWord::kTail) != 0 ? crc_.value() : 0;
  }

 private:
  LinkCrc crc_;
};

/// Makes a drawn error in what is on the wire: one bit, two bits or a burst of up to 32.
inline void make_wrong(LinkWord& word, Dice& dice) {
  const int kind = dice.below(3);
  for (bool changed = false; !changed;) {
    if (kind < 2) {
      const int first = dice.below(word.bits());
      changed = word.flip(first);
      if (kind == 1) changed = word.flip((first + 1 + dice.below(word.bits() - 1)) % word.bits()) || changed;
    } else {
      const int first = dice.below(word.bits() - 1);
      for (int place = first; place < first + 32 && place < word.bits(); ++place) {
        if (dice.chance(50)) changed = word.flip(place) || changed;
      }
    }
  }
}

}  // namespace tactus::test
