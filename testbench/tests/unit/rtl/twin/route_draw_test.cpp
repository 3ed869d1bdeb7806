#include "hw/router/route_draw.h"

#include <array>

#include "rtl/twin/rtl_straps.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/twin/route_draw_rtl.h"

namespace tactus {

TEST_CASE("route_draw: the RTL draws what the model draws, of any node of any network in any cycle", "[ROUTE-21]") {
  constexpr int kNodes = 200;
  constexpr int kHeaders = 500;
  constexpr int kDraws = kNodes * kHeaders;
  Dice dice(21);
  int seconds = 0;
  int different = 0;
  for (int i = 0; i < kNodes; ++i) {
    NetworkShape network;
    network.sizes = {};
    const int most = dice.chance(30) ? 256 : 20;
    for (int d = 0; d < 3; ++d) network.sizes.push_back(dice.between(2, d < 2 ? most : 16));
    RouteHeader header;
    Coordinate here;
    for (int d = 0; d < 3; ++d) here.set(d, dice.below(network.size(d)));
    header.source = here;
    header.source_nic = RouteDrawRtl::kNic;
    const NetworkStraps straps = network_straps(network, here, 3);
    RouteDrawRtl rtl(static_cast<std::uint32_t>(straps.position), static_cast<std::uint32_t>(straps.shape));
    for (int k = 0; k < kHeaders; ++k) {
      header.inject_cycle = static_cast<std::uint32_t>(dice.chance(50) ? dice.bits() : dice.bits() & 0x3FFU);
      const bool second = RouteDraw(network, header).below(0, 2) == 1;
      if (rtl.second(header.inject_cycle) != second) ++different;
      if (second) ++seconds;
    }
  }
  CHECK(different == 0);
  CHECK(seconds > kDraws * 49 / 100);
  CHECK(seconds < kDraws * 51 / 100);
}

}  // namespace tactus
