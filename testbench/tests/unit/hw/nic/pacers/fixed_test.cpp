#include "hw/nic/pacer.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("Pacer: fixed mode takes the gap register whatever the distance, and a negative one as none",
          "[PACE-1][PACER-7]") {
  Pacer pacer;
  pacer.set({"fixed", PacketEighths{11}, PacketEighths{99}});
  for (const int hops : {1, 9}) CHECK(pacer.gap({{3, 1}, 0, hops, Bytes{5000}}, Cycles{7}).eighths() == 11);
  pacer.set({"fixed", PacketEighths{-3}, PacketEighths{99}});
  CHECK(pacer.gap({{3, 1}, 0, 4, Bytes{5000}}, Cycles{7}).eighths() == 0);
}
