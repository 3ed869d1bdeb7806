// The receiver of a link in RTL finds wrong bits by the CRC alone.
#include <cstddef>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/link/link_word.h"
#include "testbench/tests/unit/rtl/link/verilated_link.h"

namespace tactus::test {
namespace {

using Packet = std::vector<LinkWord>;

Packet drawn_packet(Dice& dice, int flits, unsigned number) {
  Packet packet;
  SenderCrc crc;
  for (int i = 0; i < flits; ++i) {
    LinkWord word;
    word.flit = dice.bits() >> 3U | LinkWord::kValid;
    if (i == 0) word.flit |= LinkWord::kHead;
    if (i == flits - 1) word.flit |= LinkWord::kTail;
    word.number = number;
    word.crc = crc.beside(word.flit, number);
    packet.push_back(word);
  }
  return packet;
}

/// Whether the receiver acknowledges the packet, and is clear of it then.
bool acknowledged(VerilatedLink& rtl, const Packet& packet) {
  bool ack = false;
  for (const LinkWord& word : packet) {
    VerilatedLink::Inputs in;
    in.from_wire = word.flit;
    in.number = word.number;
    in.crc = word.crc;
    ack = rtl.edge(in).ack || ack;
  }
  return ack;
}

}  // namespace

TEST_CASE("Link in RTL: a receiver finds every single wrong bit of a packet, its numbers and its CRC", "[LINK-11]") {
  VerilatedLink rtl(1);
  Dice dice(7);
  const Packet packet = drawn_packet(dice, VerilatedLink::kLongest, 0);
  int wrong = 0;
  for (std::size_t flit = 0; flit < packet.size(); ++flit) {
    for (int place = 0; place < packet[flit].bits(); ++place) {
      Packet got = packet;
      if (!got[flit].flip(place)) continue;
      CAPTURE(flit, place);
      REQUIRE_FALSE(acknowledged(rtl, got));
      ++wrong;
    }
  }
  CHECK(wrong == VerilatedLink::kLongest * (LinkWord::kWordBits - 3) + 32);
  CHECK(acknowledged(rtl, packet));
}

TEST_CASE("Link in RTL: a receiver finds two and three wrong bits anywhere in a packet, and bursts in one flit",
          "[LINK-11]") {
  VerilatedLink rtl(1);
  Dice dice(11);
  unsigned number = 0;
  for (int draw = 0; draw < 1000; ++draw) {
    const Packet packet = drawn_packet(dice, dice.between(2, VerilatedLink::kLongest), number);
    Packet got = packet;
    const auto flits = static_cast<int>(got.size());
    if (draw % 2 == 0) {
      // Different flits, so that no bit is changed back.
      const int first = dice.below(flits);
      for (int i = 0; i < 3 && i < flits; ++i) {
        LinkWord& word = got[static_cast<std::size_t>((first + i) % flits)];
        while (!word.flip(dice.below(word.bits()))) continue;
      }
    } else {
      make_wrong(got[static_cast<std::size_t>(dice.below(flits))], dice);
    }
    CAPTURE(draw, flits);
    REQUIRE_FALSE(acknowledged(rtl, got));
    REQUIRE(acknowledged(rtl, packet));
    number = (number + 1) & VerilatedLink::kMask;
  }
}

}  // namespace tactus::test
