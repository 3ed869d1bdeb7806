#include <fmt/core.h>

#include <memory>
#include <sstream>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/naive_router.h"
#include "testbench/tests/unit/hw/router/random_neighbours.h"
#include "testbench/tests/unit/hw/router/router_bench.h"

namespace tactus {
namespace {

/// All combinations of arbiter, input queue and input limit, and those of the first two with nomination, which needs
/// the switch held per packet; the other parameters are spread over them.
constexpr int kRoutersPerFlit = 42;
constexpr int kRouters = 56;
constexpr int kBusyCycles = 5000;
constexpr int kCalmCycles = 1500;

MachineConfig machine(int i, SwitchHold hold) {
  MachineConfig config;
  config.network = {4 + i % 3, 3 + i % 2};
  config.router.arbiter = static_cast<ArbiterKind>(i % 7);
  config.router.input_queue = static_cast<InputQueueKind>(i / 7 % 2);
  config.router.input_transfers = static_cast<InputTransfers>(i / 14 % 3);
  if (i >= kRoutersPerFlit) config.router.input_nomination = InputNomination::kOldest;
  config.router.virtual_channels = 1 + i * 3 % kMaxVirtualChannels;
  config.router.dateline = static_cast<DatelineKind>(i / 2 % 3);
  config.router.tie_break = static_cast<TieBreak>(i / 3 % 2);
  config.router.switch_hold = hold;
  // Half of them let outputs rest.
  if (hold == SwitchHold::kPacket && i % 4 >= 2)
    config.router.turnaround = Cycles{static_cast<std::uint64_t>(i % 3 + 1)};
  // Large buffers on few VCs only: the naive router looks at every packet for every packet.
  const std::array<std::uint64_t, 4> slots = {6, 12, 20, config.router.virtual_channels <= 2 ? 130U : 9U};
  config.router.vc_buffer = kFlitBytes * slots[static_cast<std::size_t>(i / 2 % 4)];
  config.nic.receive_buffer = kFlitBytes * slots[static_cast<std::size_t>((i / 2 + i) % 4)];
  return config;
}

/// The module and the naive router between neighbours of their own kind.
struct Pair {
  Pair(BenchClock& clock, const MachineConfig& config, std::uint64_t seed)
      : bench(clock, config), naive(config, RouterBench::kHere), neighbours(config, seed) {}
  RouterBench bench;
  NaiveRouter naive;
  RandomNeighbours neighbours;
};

std::string difference(const RouterPorts& actual, const RouterPorts& expected) {
  std::ostringstream text;
  for (std::size_t port = 0; port < kRouterPorts; ++port) {
    if (!(actual.flit[port] == expected.flit[port])) {
      text << kPortNames[port] << ": flit_o " << actual.flit[port] << ", expected " << expected.flit[port] << "; ";
    }
    if (actual.credit[port] != expected.credit[port]) {
      text << fmt::format("{}: credit_o {:x}, expected {:x}; ", kPortNames[port], actual.credit[port],
                          expected.credit[port]);
    }
  }
  return text.str();
}

void compare_with_naive_routers(SwitchHold hold) {
  BenchClock clock;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (int i = 0; i < (hold == SwitchHold::kPacket ? kRouters : kRoutersPerFlit); ++i) {
    pairs.push_back(std::make_unique<Pair>(clock, machine(i, hold), static_cast<std::uint64_t>(100 + i)));
  }
  clock.step();
  for (int cycle = 0; cycle < kBusyCycles + kCalmCycles; ++cycle) {
    const std::uint64_t edge = clock.next_edge();
    std::vector<RouterPorts> sampled;
    for (const auto& pair : pairs) {
      if (cycle == kBusyCycles) pair->neighbours.calm_down();
      sampled.push_back(pair->neighbours.next());
      pair->bench.drive(sampled.back());
    }
    clock.step();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const RouterPorts expected = pairs[i]->naive.edge(edge, sampled[i]);
      const RouterPorts actual = pairs[i]->bench.outputs();
      if (!(actual == expected)) FAIL("router " << i << ", edge " << edge << ": " << difference(actual, expected));
      pairs[i]->neighbours.observe(actual);
    }
  }
  for (const auto& pair : pairs) {
    CHECK(pair->neighbours.flits_sent() > kBusyCycles / 4);
    CHECK(pair->neighbours.flits_received() == pair->neighbours.flits_sent());
    CHECK(pair->neighbours.credits_home());
  }
}

}  // namespace

TEST_CASE("VcRouter: drives what a naive model of docs/timing.md drives, in every cycle, switch held per packet",
          "[ROUTER-1][ROUTER-2][ROUTER-3][ROUTER-4][ROUTER-5][ROUTER-6][ROUTER-7][ROUTER-8][ROUTER-9][ROUTER-10][VCR-1]"
          "[VCR-2][VCR-3][VCR-4][VCR-5][VCR-6][VCR-7][VCR-8][VCR-9][VCR-10][PIN-1][PIN-5][PIN-9][PIN-14][ARBITER-1]"
          "[ARBITER-4][ROUTE-11][long]") {
  compare_with_naive_routers(SwitchHold::kPacket);
}

TEST_CASE("VcRouter: drives what a naive model of docs/timing.md drives, in every cycle, switch held per flit",
          "[ROUTER-1][FLIT-1][FLIT-2][FLIT-3][FLIT-4][FLIT-5][VCR-1][VCR-2][VCR-6][VCR-7][VCR-8][VCR-9][PIN-9]"
          "[PIN-14][ARBITER-4][long]") {
  compare_with_naive_routers(SwitchHold::kFlit);
}

}  // namespace tactus
