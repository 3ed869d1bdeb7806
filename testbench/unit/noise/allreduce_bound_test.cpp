#include "tlm_models/noise/allreduce_bound.h"

#include <algorithm>

#include "testbench/support/catch.h"
#include "tlm_models/noise/butterfly_run.h"

namespace tactus {
namespace {

TEST_CASE("Allreduce bound: it is the last beginning, a message, and then the last processor to be there") {
  // One event each, at a phase of its own; by brute force over who begins last and who is away then.
  NoiseConfig noise;
  noise.kind = NoiseKind::kPeriodic;
  noise.period = Picoseconds{1000};
  noise.length = Picoseconds{300};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto source = make_noise_source(noise, seed);
    std::uint64_t begun = 0;
    std::uint64_t last = 0;
    for (std::uint64_t p = 0; p < 5; ++p) {
      std::uint64_t time = 0;
      while (source->awake(p, Picoseconds{time}) != Picoseconds{time}) ++time;
      if (time > begun) last = p;
      begun = std::max(begun, time);
    }
    std::uint64_t end = begun;
    for (std::uint64_t p = 0; p < 5; ++p) {
      std::uint64_t time = begun + 40;
      while (source->awake(p, Picoseconds{time}) != Picoseconds{time}) ++time;
      if (p != last) end = std::max(end, time);
    }
    CHECK(allreduce_bound(noise, seed, 5, Picoseconds{40}) == Picoseconds{end});
  }
}

TEST_CASE("Allreduce bound: no butterfly ends before it, with whatever rounds, and without noise it is one message") {
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
        REQUIRE(allreduce_bound(config.noise, seed, 128, config.costs.message(0)) <= run.run(seed).back().last);
      }
    }
  }
  CHECK(allreduce_bound(NoiseConfig{}, 1, 128, Picoseconds{70}) == Picoseconds{70});
}

}  // namespace
}  // namespace tactus
