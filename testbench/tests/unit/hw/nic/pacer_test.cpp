#include "hw/nic/pacer.h"

#include <algorithm>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/common/random.h"

using namespace tactus;

TEST_CASE("Pacer: hop mode leaves hops - 1 + bias packets, never less than none", "[PACE-1][PACER-2][PACER-8]") {
  Pacer pacer;
  pacer.registers.mode = PaceMode::kHops;
  for (int hops = 0; hops <= 16; ++hops) {
    for (int bias = -200; bias <= 200; ++bias) {
      pacer.registers.bias = PacketEighths{bias};
      REQUIRE(pacer.gap(hops).eighths() == std::max(0, (hops - 1) * 8 + bias));
    }
  }
}

TEST_CASE("Pacer: fixed mode takes the gap register whatever the distance, and a negative one as none",
          "[PACE-1][PACER-7]") {
  Pacer pacer;
  pacer.registers = {PaceMode::kFixed, PacketEighths{11}, PacketEighths{99}};
  CHECK(pacer.gap(1).eighths() == 11);
  CHECK(pacer.gap(9).eighths() == 11);
  pacer.registers.gap = PacketEighths{-3};
  CHECK(pacer.gap(4).eighths() == 0);
}

TEST_CASE("Pacer: off means no gap, whatever the other registers hold", "[PACE-1][PACER-6]") {
  Pacer pacer;
  pacer.registers = {PaceMode::kOff, PacketEighths{40}, PacketEighths{40}};
  CHECK(pacer.gap(7).eighths() == 0);
}

TEST_CASE("Pacer: the first packet of every message may start at once", "[PACE-4][PACER-3][PACER-4]") {
  Pacer pacer;
  CHECK(pacer.slot() == Cycles{0});
  pacer.packet_started(Cycles{1000}, 128, PacketEighths{80});
  CHECK(pacer.slot() > Cycles{1000});
  pacer.begin_message();
  CHECK(pacer.slot() == Cycles{0});
}

TEST_CASE("Pacer: parts of a cycle are rounded up", "[PACER-5]") {
  Pacer pacer;
  pacer.packet_started(Cycles{100}, 3, PacketEighths{1});  // 3/8 of a cycle
  CHECK(pacer.slot() == Cycles{100 + 3 + 1});
  pacer.packet_started(Cycles{100}, 128, PacketEighths{1});
  CHECK(pacer.slot() == Cycles{100 + 128 + 16});
  pacer.packet_started(Cycles{100}, 128, PacketEighths{kMaxPaceEighths});
  CHECK(pacer.slot() == Cycles{100 + 128 + 16 * 32767});
}

TEST_CASE("Pacer: never exceeds the programmed rate over any stretch of a message", "[PACE-2][PACER-9]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomStream random(seed, 1);
    const PacketEighths gap{static_cast<std::int32_t>(random.below(0, 60))};
    constexpr int kPackets = 60;
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> lengths;
    Pacer pacer;
    std::uint64_t draw = 1;
    for (int i = 0; i < kPackets; ++i) {
      const std::uint64_t late = random.below(draw++, 3) == 0 ? random.below(draw++, 500) : 0;
      starts.push_back(pacer.slot().count() + late);
      lengths.push_back(2 + random.below(draw++, 127));
      pacer.packet_started(Cycles{starts.back()}, static_cast<int>(lengths.back()), gap);
    }
    // Between the starts of packets i and j the engine may have moved at most 1 / (1 + gap) flits per cycle.
    for (std::size_t i = 0; i < starts.size(); ++i) {
      std::uint64_t flits = 0;
      for (std::size_t j = i + 1; j < starts.size(); ++j) {
        flits += lengths[j - 1];
        REQUIRE(flits * static_cast<std::uint64_t>(8 + gap.eighths()) <= 8 * (starts[j] - starts[i]));
      }
    }
  }
}

TEST_CASE("Pacer: a late packet moves the later slots, and nothing is made up", "[PACE-3][PACER-3]") {
  Pacer pacer;
  const PacketEighths one_packet{8};
  pacer.packet_started(Cycles{0}, 128, one_packet);
  REQUIRE(pacer.slot() == Cycles{256});
  pacer.packet_started(Cycles{300}, 128, one_packet);
  CHECK(pacer.slot() == Cycles{556});
}
