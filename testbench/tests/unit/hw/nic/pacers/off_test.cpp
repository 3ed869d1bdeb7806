#include "hw/nic/pacer.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("Pacer: off means no gap, whatever the other registers hold", "[PACE-1][PACER-6]") {
  Pacer pacer;
  CHECK(pacer.settings().mode == "off");
  pacer.set({"off", PacketEighths{40}, PacketEighths{40}});
  CHECK(pacer.gap({{3, 1}, 0, 7, Bytes{5000}}, Cycles{7}).eighths() == 0);
}
