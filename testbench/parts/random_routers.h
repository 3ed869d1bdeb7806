#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "testbench/parts/bench_clock.h"
#include "testbench/parts/dice.h"
#include "testbench/parts/random_neighbours.h"
#include "testbench/parts/router_bench.h"

namespace tactus {

/// Routers to be drawn, and their maker.
struct RouterDraw {
  RtlRouterVariant rtl;
  RouterBench::MakeRouter make;
  std::string arbiter{};  ///< arbiter that all have; empty: any that there is in RTL
  bool ways = false;      ///< all have bubble flow control, O1TURN or both; else none has
};

/// A router anywhere in a random torus or mesh, between unruly neighbours.
struct RandomlyPlacedRouter {
  RandomlyPlacedRouter(BenchClock& clock, Dice dice, const RouterDraw& draw);

  MachineConfig config;
  Coordinate position;
  RandomNeighbours neighbours;
  RouterBench bench;
};

/// So many of them, alone in their simulation. All raise what the routers do.
class RandomRouters {
 public:
  /// The router of number `n` is drawn by `seed + n`.
  RandomRouters(int count, std::uint64_t seed, const RouterDraw& draw);

  /// So many edges in traffic.
  void run(int edges);
  /// New packets come no more, and all that is due is given back: edges until the routers are empty.
  void drain();
  /// So many edges at rest.
  void sleep(std::uint64_t edges);
  /// An edge of reset. The neighbours begin anew.
  void reset();
  /// New traffic after a rest.
  void begin_anew();

  [[nodiscard]] const std::vector<std::unique_ptr<RandomlyPlacedRouter>>& all() const { return routers_; }
  [[nodiscard]] StimulusCounts<RouterStimulus> stimuli() const;

 private:
  void count_straps(const RandomlyPlacedRouter& router);
  void count_network(const NetworkShape& network);

  BenchClock clock_;
  std::vector<std::unique_ptr<RandomlyPlacedRouter>> routers_;
  std::uint64_t lives_ = 0;
  StimulusCounts<RouterStimulus> stimuli_;  ///< but for those of the present neighbours
};

}  // namespace tactus
