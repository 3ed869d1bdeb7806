#include "hw/node/lookouts.h"
#include "hw/node/watchdog.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"

namespace tactus {
namespace {

constexpr std::uint64_t kTimeout = 1000;   ///< cycles without movement that are a stall
constexpr std::uint64_t kOutage = 20'000;  ///< cycles

}  // namespace

TEST_CASE("Watchdog: packets that wait for their link are no stall, and a machine in which nothing happens is",
          "[TORUS-15][TORUS-16][LINK-5]") {
  MachineConfig config = machine_of({3, 3});
  config.faults.outages = {{{{{{0, 0}, {1, 0}}}}, config.clock.edge(Cycles{1}), config.clock.edge(Cycles{kOutage})}};
  Torus torus("torus", config, cycle_level_parts());
  std::vector<std::unique_ptr<Sender>> senders;
  for (int node = 0; node < config.network.nodes(); ++node) {
    senders.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
    senders.back()->isock.bind(torus.csr_tsock(node));
  }
  Watchdog watchdog(torus, config.clock.edge(Cycles{kTimeout}),
                    {[] { return false; }, [] { return std::string("somebody waits\n"); }});
  Lookouts lookouts("lookouts", torus, std::nullopt);
  lookouts.add(watchdog);
  const auto run_to = [&config](std::uint64_t cycle) {
    sc_core::sc_start(to_sc_time(config.clock.middle(Cycles{cycle})) - sc_core::sc_time_stamp());
  };
  run_to(1);
  senders[0]->send({1, 0}, 0, 2000);
  run_to(kOutage - 1);
  CHECK(torus.packets_injected() == 1);
  CHECK(torus.link_flits(0, Direction::kPlusX) == 0);
  run_to(kOutage + 300);
  CHECK(torus.packets_delivered() == 1);
  CHECK(torus.drained());
  // At rest for longer than the timeout, and nobody computes.
  CHECK_THROWS_WITH(run_to(kOutage + 10 * kTimeout), Catch::Matchers::Contains("nothing has moved for 4 us") &&
                                                         Catch::Matchers::Contains("somebody waits"));
}

}  // namespace tactus
