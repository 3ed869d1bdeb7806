#include "tlm_models/node/butterfly/butterfly_bound.h"

#include <algorithm>

#include "testbench/tests/support/catch.h"
#include "tlm_models/node/butterfly/butterfly_run.h"

namespace tactus {
namespace {

TEST_CASE("Butterfly bound: it is the last beginning, the messages to each process, and then its processor") {
  // By brute force, picosecond by picosecond.
  ButterflyConfig config;
  config.shape.dimensions = 2;
  config.costs = {{Picoseconds{40}, Picoseconds{70}}, Picoseconds{9}, Picoseconds{9}};
  config.noise.kind = NoiseKind::kPeriodic;
  config.noise.period = Picoseconds{1000};
  config.noise.length = Picoseconds{300};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto source = make_noise_source(config.noise, seed);
    const auto there = [&](std::uint64_t process, std::uint64_t time) {
      while (source->awake(process, Picoseconds{time}) != Picoseconds{time}) ++time;
      return time;
    };
    std::uint64_t last = 0;
    for (std::uint64_t p = 1; p < 4; ++p) last = there(p, 0) > there(last, 0) ? p : last;
    const std::uint64_t begun = there(last, 0);
    const std::uint64_t end =
        std::max({begun, there(last ^ 1U, begun + 40), there(last ^ 2U, begun + 70), there(last ^ 3U, begun + 110)});
    CHECK(butterfly_bound(config, seed) == Picoseconds{end});
  }
}

TEST_CASE("Butterfly bound: none ends before it, with whatever rounds, and without noise only combining comes on top") {
  ButterflyConfig config;
  config.reading = NoiseReading::kProcessor;
  for (const NoiseKind kind : {NoiseKind::kPeriodic, NoiseKind::kPoisson}) {
    config.noise.kind = kind;
    config.noise.period = Picoseconds{20'000'000};
    config.noise.length = Picoseconds{900'000};
    for (const int middle : {0, 2}) {
      config.shape = {7, middle, 3 * middle, {}};
      ButterflyRun run(config);
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        REQUIRE(butterfly_bound(config, seed) <= run.run(seed).back().last);
      }
    }
  }
  config.noise.kind = NoiseKind::kNone;
  config.shape = {7, 0, 0, {}};
  CHECK(butterfly_bound(config, 1) == config.costs.message(0) * 7);
}

}  // namespace
}  // namespace tactus
