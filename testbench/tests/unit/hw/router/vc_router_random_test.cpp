#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/parts/random_links.h"
#include "testbench/parts/random_neighbours.h"
#include "testbench/parts/random_network.h"
#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/unit/hw/router/naive_router.h"

namespace tactus {
namespace {

/// All combinations of arbiter, input queue and input limit, and those of the first two with nomination, which needs
/// the switch held per packet; the other parameters are spread over them. Then routers whose packets have a choice, and
/// routers with classes.
constexpr int kRoutersPerFlit = 42;
constexpr int kRoutersWithoutChoice = 56;
constexpr int kRoutersOfOneClass = 70;
constexpr int kRouters = 84;
/// Every so many routers one has bubble flow control.
constexpr int kBubbles = 5;
constexpr int kBusyCycles = 2000;
/// All buffers full of packets for the same output, one flit per cycle, and the slow return of credits before.
constexpr int kCalmCycles = 6000;

/// Seed of the place and of the neighbours of router `i`.
std::uint64_t seed_of(int i) { return static_cast<std::uint64_t>(100 + i); }
Coordinate position(const NetworkShape& network, std::uint64_t seed) {
  Dice dice(seed);
  return random_position(dice, network);
}

/// Two classes or more, as many VCs as there are.
void make_classes(Dice& dice, const MachineConfig& config, RouterConfig& router) {
  const int most = std::min(kMaxVirtualChannels, kMaxInputVcs / config.ports().count());
  router.virtual_channels = 0;
  while (router.virtual_channels < most && (router.classes.size() < 2 || dice.chance(60))) {
    const int free = most - router.virtual_channels - (router.classes.empty() ? 1 : 0);
    MessageClass next{std::to_string(router.classes.size()), std::min(dice.between(1, 3), free), dice.below(2),
                      dice.between(1, dice.chance(50) ? 3 : 40)};
    router.virtual_channels += next.virtual_channels;
    router.classes.push_back(next);
  }
}

MachineConfig machine(int i, SwitchHold hold) {
  Dice dice(static_cast<std::uint64_t>(i));
  MachineConfig config;
  config.network = random_network(dice, 1 + i % kMaxDimensions);
  config.nic.count = 1 + i * 5 / 3 % kMaxNics;
  RouterConfig& router = config.router;
  if (dice.chance(50)) router.dimension_order = random_order(config.network.dimensions(), dice);
  router.arbiter = test::policy_at<ArbiterKind>(i);
  router.input_queue = static_cast<InputQueueKind>(i / 7 % 2);
  router.input_transfers = static_cast<InputTransfers>(i / 14 % 3);
  if (i >= kRoutersPerFlit && i < kRoutersWithoutChoice) router.input_nomination = "oldest";
  router.virtual_channels = dice.between(1, std::min(kMaxVirtualChannels, kMaxInputVcs / config.ports().count()));
  router.dateline = test::policy_at<DatelineKind>(dice.below(test::policy_count<DatelineKind>()));
  router.tie_break = test::policy_at<TieBreakKind>(dice.below(test::policy_count<TieBreakKind>()));
  router.switch_hold = hold;
  // Half of them let outputs rest.
  if (hold == SwitchHold::kPacket && dice.chance(50)) router.turnaround = Cycles{1 + dice.bits() % 3};
  // Large buffers on few VCs only: the naive router looks at every packet for every packet.
  const std::array<std::uint64_t, 4> slots = {6, 12, 20, router.virtual_channels <= 2 ? 130U : 9U};
  router.vc_buffer = kFlitBytes * slots[static_cast<std::size_t>(dice.below(4))];
  config.nic.receive_buffer = kFlitBytes * slots[static_cast<std::size_t>(dice.below(4))];
  if (i >= kRoutersOfOneClass) {
    if (kMaxInputVcs / config.ports().count() < 2) config.nic.count = 1;
    make_classes(dice, config, router);
  } else if (i >= kRoutersWithoutChoice) {
    router.routing = "minimal_adaptive";
    router.input_queue = InputQueueKind::kFifo;
    router.virtual_channels = std::min(3 + i % 3, kMaxInputVcs / config.ports().count());
  }
  if (Dice own = dice; i % kBubbles == 3) use_bubble(own, config);
  const auto here = [&] { return position(config.network, seed_of(i)); };
  if (config.vc_buffer_flits() > 20) return config;  // a slow link would not have them all in the calm cycles
  if (i % 2 == 1) vary_links(dice, config, 6, 4, here);
  if (i % 3 == 1) take_down_links(dice, config, here);
  return config;
}

/// The module and the naive router between neighbours of their own kind.
struct Pair {
  Pair(BenchClock& clock, const MachineConfig& config, std::uint64_t seed)
      : ports(config.ports()),
        here(position(config.network, seed)),
        bench(clock, config, here),
        naive(config, here),
        neighbours(config, seed, here) {}

  RouterPorts ports;
  Coordinate here;
  RouterBench bench;
  NaiveRouter naive;
  RandomNeighbours neighbours;
};

std::string difference(RouterPorts ports, const PortValues& actual, const PortValues& expected) {
  std::ostringstream text;
  for (int p = 0; p < ports.count(); ++p) {
    const auto port = static_cast<std::size_t>(p);
    if (!(actual.flit[port] == expected.flit[port])) {
      text << ports.name(p) << ": flit_o " << actual.flit[port] << ", expected " << expected.flit[port] << "; ";
    }
    if (actual.credit[port] != expected.credit[port]) {
      text << fmt::format("{}: credit_o {:x}, expected {:x}; ", ports.name(p), actual.credit[port],
                          expected.credit[port]);
    }
  }
  return text.str();
}

void compare_with_naive_routers(SwitchHold hold) {
  BenchClock clock;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (int i = 0; i < (hold == SwitchHold::kPacket ? kRouters : kRoutersPerFlit); ++i) {
    pairs.push_back(std::make_unique<Pair>(clock, machine(i, hold), seed_of(i)));
  }
  clock.step();
  for (int cycle = 0; cycle < kBusyCycles + kCalmCycles; ++cycle) {
    const std::uint64_t edge = clock.next_edge();
    std::vector<PortValues> sampled;
    for (const auto& pair : pairs) {
      if (cycle == kBusyCycles) pair->neighbours.calm_down();
      sampled.push_back(pair->neighbours.next());
      pair->bench.drive(sampled.back());
    }
    clock.step();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const PortValues expected = pairs[i]->naive.edge(edge, sampled[i]);
      const PortValues actual = pairs[i]->bench.outputs();
      if (!(actual == expected)) {
        FAIL("router " << i << ", edge " << edge << ": " << difference(pairs[i]->ports, actual, expected));
      }
      pairs[i]->neighbours.observe(actual);
    }
  }
  for (const auto& pair : pairs) {
    CHECK(pair->neighbours.flits_sent() > static_cast<std::uint64_t>(kBusyCycles / 100 * pair->ports.count()));
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
