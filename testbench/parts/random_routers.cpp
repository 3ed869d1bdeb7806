#include "testbench/parts/random_routers.h"

#include <algorithm>

#include "testbench/parts/random_machine.h"

namespace tactus {
namespace {

/// All buffers, of up to 32 VCs of 512 flits, full of packets of two flits that want the same output, which rests up to
/// 20 cycles after each. Most routers are empty much sooner.
constexpr int kDrainEdges = 200'000;

bool empty(const RandomlyPlacedRouter& router) {
  return router.neighbours.credits_home() && router.neighbours.flits_received() == router.neighbours.flits_sent();
}

MachineConfig random_router_machine(Dice& dice, const RouterDraw& draw) {
  MachineConfig config = random_rtl_machine(dice, draw.rtl, draw.arbiter);
  if (draw.ways) draw_ways(dice, config);
  return config;
}

}  // namespace

RandomlyPlacedRouter::RandomlyPlacedRouter(BenchClock& clock, Dice dice, const RouterDraw& draw)
    : config(random_router_machine(dice, draw)),
      position(random_position(dice, config.network)),
      neighbours(config, dice.bits(), position),
      bench(clock, config, position, draw.make) {}

RandomRouters::RandomRouters(int count, std::uint64_t seed, const RouterDraw& draw) {
  for (int i = 0; i < count; ++i) {
    const Dice dice(seed + static_cast<std::uint64_t>(i));
    routers_.push_back(std::make_unique<RandomlyPlacedRouter>(clock_, dice, draw));
    count_straps(*routers_.back());
  }
  clock_.step();
}

void RandomRouters::run(int edges) {
  for (int i = 0; i < edges; ++i) {
    for (const auto& router : routers_) router->bench.drive(router->neighbours.next());
    clock_.step();
    for (const auto& router : routers_) router->neighbours.observe(router->bench.outputs());
  }
}

void RandomRouters::drain() {
  constexpr int kAtOnce = 100;
  for (const auto& router : routers_) router->neighbours.calm_down();
  const auto all_empty = [this] {
    return std::all_of(routers_.begin(), routers_.end(), [](const auto& router) { return empty(*router); });
  };
  for (int edges = 0; edges < kDrainEdges && !all_empty(); edges += kAtOnce) run(kAtOnce);
  stimuli_.count(RouterStimulus::kDrained, all_empty());
}

void RandomRouters::sleep(std::uint64_t edges) {
  for (const auto& router : routers_) router->bench.drive({});
  clock_.step(edges);
  stimuli_.count(RouterStimulus::kSleep);
  stimuli_.count(RouterStimulus::kLongSleep, edges >> 32U != 0);
}

void RandomRouters::reset() {
  clock_.reset_at_next_edge();
  clock_.step();
  stimuli_.count(RouterStimulus::kReset);
  begin_anew();
}

void RandomRouters::begin_anew() {
  ++lives_;
  for (const auto& router : routers_) {
    stimuli_.add(router->neighbours.stimuli());
    router->neighbours = RandomNeighbours(router->config, lives_, router->position);
  }
}

StimulusCounts<RouterStimulus> RandomRouters::stimuli() const {
  StimulusCounts<RouterStimulus> all = stimuli_;
  for (const auto& router : routers_) all.add(router->neighbours.stimuli());
  return all;
}

void RandomRouters::count_straps(const RandomlyPlacedRouter& router) {
  using S = RouterStimulus;
  const RouterConfig& config = router.config.router;
  constexpr S kArbiters[] = {S::kRoundRobin,   S::kOldestFirst,        S::kFirstCome, S::kInjectionFirst,
                             S::kThroughFirst, S::kInjectionFirstCome, S::kMatrix};
  stimuli_.count(kArbiters[arbiter_strap(config).value_or(0)]);
  stimuli_.count(S::kNominates, nomination_strap(config) == 1);
  stimuli_.count(S::kRests, config.turnaround > Cycles{0});
  stimuli_.count(config.input_transfers == InputTransfers::kPort ? S::kTransfersPort : S::kTransfersVc);
  const int dateline = dateline_strap(config).value_or(0);
  stimuli_.count(dateline == 0 ? S::kCrossing : dateline == 1 ? S::kEntry : S::kNoDateline);
  stimuli_.count(tie_break_strap(config) == 1 ? S::kSigned : S::kPositive);
  const DimensionList<int>& order = config.dimension_order;
  stimuli_.count(S::kOtherOrder, !std::is_sorted(order.begin(), order.end()));
  stimuli_.count(S::kSmallBuffer, config.vc_buffer == kFlitBytes * 3);
  stimuli_.count(S::kLargeBuffer, config.vc_buffer == kFlitBytes * 512);
  stimuli_.count(S::kSmallReceiver, router.config.nic.receive_buffer < config.vc_buffer);
  count_network(router.config.network);
}

void RandomRouters::count_network(const NetworkShape& network) {
  using S = RouterStimulus;
  for (int d = 0; d < network.dimensions(); ++d) {
    stimuli_.count(network.wraps(d) ? S::kRing : S::kRow);
    stimuli_.count(S::kTwoNodes, network.size(d) == 2);
    stimuli_.count(S::kMoreThan16, network.size(d) > 16);
    stimuli_.count(S::kLongest, network.size(d) >= 255);
  }
}

}  // namespace tactus
