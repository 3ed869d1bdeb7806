#include <algorithm>

#include "testbench/parts/random_nic.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

void run_twins(std::uint64_t seed, const NicDraw& draw) {
  RandomNics nics(16, seed, draw);
  nics.run(6000);
  int sends = 0;
  int receives = 0;
  int packets = 0;
  int refusals = 0;
  for (const auto& nic : nics.all()) {
    sends += nic->software().sends();
    receives += nic->software().receives();
    refusals += nic->software().refusals();
    packets += nic->router().packets();
  }
  INFO(sends << " sends, " << receives << " receives, " << packets << " packets came, " << refusals << " refusals");
  const int engines = std::min(draw.rtl.nics, 4);
  CHECK(sends > 375 * engines);
  CHECK(receives > 100 * engines);
  CHECK(packets > 750 * engines);
  CHECK(refusals > 500 * engines);
}

}  // namespace

TEST_CASE("RTL NIC: 2 VCs, it does what the model does in every cycle, with random traffic, software and memory",
          "[PIN-19][PIN-20][PIN-23]") {
  run_twins(200, {{4, 2}, make_nic_on_test, false});
}

TEST_CASE("RTL NIC: 4 VCs, it does what the model does in every cycle, with random traffic, software and memory") {
  run_twins(400, {{4, 4}, make_nic_on_test, false});
}

TEST_CASE("RTL NIC: 1 VC, it does what the model does in every cycle, with random traffic and memory") {
  run_twins(800, {{1, 1}, make_nic_on_test, false});
}

TEST_CASE("RTL NIC: 3 VCs, it does what the model does in every cycle, with random traffic and memory") {
  run_twins(900, {{1, 3}, make_nic_on_test, false});
}

TEST_CASE("RTL NIC: 8 VCs, it does what the model does in every cycle, with random traffic and memory") {
  run_twins(1000, {{2, 8}, make_nic_on_test, false});
}

TEST_CASE("RTL NIC: 1 to 8 of a node, they do what the model does in every cycle, with random traffic and memory",
          "[reg:NETWORK.engines]") {
  run_twins(600, {{8, 2}, make_nic_on_test, true});
}
