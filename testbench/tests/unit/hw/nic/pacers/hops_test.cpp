#include <algorithm>

#include "hw/nic/pacer.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("Pacer: hop mode leaves hops - 1 + bias packets, never less than none", "[PACE-1][PACER-2][PACER-8]") {
  Pacer pacer;
  for (int bias = -200; bias <= 200; ++bias) {
    pacer.set({"hops", PacketEighths{99}, PacketEighths{bias}});
    for (int hops = 0; hops <= 16; ++hops) {
      REQUIRE(pacer.gap({{3, 1}, 0, hops, Bytes{5000}}, Cycles{7}).eighths() == std::max(0, (hops - 1) * 8 + bias));
    }
  }
}
