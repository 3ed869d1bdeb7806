#include "tlm_models/node/butterfly/butterfly_run.h"

#include <cmath>

#include "testbench/tests/support/catch.h"
#include "tlm_models/common/sample_summary.h"

namespace tactus {
namespace {

ButterflyConfig noisy(int dimensions, int middle, int final_rounds, NoiseKind kind = NoiseKind::kPeriodic) {
  ButterflyConfig config;
  config.shape = {dimensions, middle, final_rounds, {}};
  config.noise.kind = kind;
  return config;
}

ButterflyCosts costs_of(Bytes message, bool computes_after_redundant) {
  BandwidthCosts costs;
  costs.message = message;
  costs.computes_after_redundant = computes_after_redundant;
  return butterfly_costs(costs);
}

/// The costs of one exchange without computing.
ButterflyCosts message_only(Picoseconds time) { return {{time}, Picoseconds{0}, Picoseconds{0}}; }

/// The recursion of the paper, one process and one step after the other.
ButterflyCompletion by_the_paper(const ButterflyConfig& config, std::uint64_t seed) {
  const auto noise = make_noise_source(config.noise, seed);
  const auto end = [&](std::uint64_t process, Picoseconds begin, Picoseconds work) {
    if (config.reading == NoiseReading::kProcessor) return noise->end_of_work(process, begin, work);
    return begin + work + noise->added(process, begin, work);
  };
  const auto arrival = [&](std::uint64_t process, Picoseconds sent, Picoseconds message) {
    return config.reading == NoiseReading::kProcessor ? sent + message : end(process, sent, message);
  };
  std::vector<Picoseconds> time(config.shape.processes());
  for (std::uint64_t p = 0; p < time.size(); ++p) {
    if (config.reading == NoiseReading::kProcessor) time[p] = noise->awake(p, Picoseconds{0});
  }
  const int rounds = config.shape.rounds();
  const int position = config.shape.position();
  for (int i = 1; i <= rounds; ++i) {
    const bool middle = i > position && i <= position + config.shape.middle_rounds;
    const bool last = i > config.shape.dimensions + config.shape.middle_rounds;
    int dimension = i <= position ? i - 1 : i - 1 - config.shape.middle_rounds;
    if (middle) dimension = (i - position - 1) % position;
    if (last) dimension = (i - config.shape.dimensions - config.shape.middle_rounds - 1) % config.shape.dimensions;
    std::vector<Picoseconds> after = time;
    for (std::uint64_t p = 0; p < time.size(); ++p) {
      const Picoseconds received =
          arrival(p, time[p ^ (std::uint64_t{1} << dimension)], config.costs.message(dimension));
      const bool own_first = time[p] < received;
      const Picoseconds data = (middle || last) == own_first ? time[p] : received;
      after[p] = end(p, data, middle || last ? config.costs.redundant_compute : config.costs.compute);
    }
    time = after;
  }
  ButterflyCompletion completion;
  for (const Picoseconds t : time) {
    if (completion.last < t) completion.last = t;
    completion.mean += static_cast<double>(t.count()) / static_cast<double>(time.size());
  }
  return completion;
}

TEST_CASE("Butterfly: without noise it takes its rounds times their cost, exactly") {
  for (const int dimensions : {1, 2, 3, 4, 5, 9, 15}) {
    ButterflyConfig config = noisy(dimensions, dimensions > 1 ? 3 : 0, 6, NoiseKind::kNone);
    config.costs = costs_of(Bytes{4096}, dimensions != 9);
    if (dimensions == 5) config.costs.messages = {Picoseconds{7}, Picoseconds{90'000}, Picoseconds{800}};
    const std::vector<ButterflyCompletion> found = ButterflyRun(config).run(1);
    REQUIRE(found.size() == 7);
    for (int final_rounds = 0; final_rounds <= 6; ++final_rounds) {
      config.shape.final_rounds = final_rounds;
      const ButterflyCompletion& completion = found[static_cast<std::size_t>(final_rounds)];
      CHECK(completion.last == config.quiet_time());
      CHECK(completion.mean == static_cast<double>(config.quiet_time().count()));
    }
  }
}

TEST_CASE("Butterfly: it is the paper's recursion, to the picosecond, under every noise and reading") {
  for (const NoiseReading reading : {NoiseReading::kAdded, NoiseReading::kProcessor}) {
    for (const NoiseKind kind : {NoiseKind::kPeriodic, NoiseKind::kPoisson, NoiseKind::kTrace}) {
      for (int dimensions = 1; dimensions <= 8; ++dimensions) {
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
          // Events so often that nearly every process has some.
          ButterflyConfig config = noisy(dimensions, dimensions > 1 ? static_cast<int>(seed % 3) : 0, 5, kind);
          config.reading = reading;
          config.costs = costs_of(Bytes{8}, seed < 4);
          if (seed == 5) config.costs.messages = {Picoseconds{60'000}, Picoseconds{90'000}, Picoseconds{250'000}};
          config.noise.period = Picoseconds{seed % 2 == 0 ? 2'000'000U : 20'000'000U};
          config.noise.length = Picoseconds{300'000};
          config.noise.trace = {{Picoseconds{0}, Picoseconds{50'000}}, {Picoseconds{700'000}, Picoseconds{400'000}}};
          if (dimensions > 2) config.shape.middle_position = 1 + static_cast<int>(seed) % dimensions;
          const ButterflyCompletion found = ButterflyRun(config).run(seed).back();
          const ButterflyCompletion expected = by_the_paper(config, seed);
          CAPTURE(static_cast<int>(reading), static_cast<int>(kind), dimensions, seed);
          REQUIRE(found.last == expected.last);
          REQUIRE(found.mean == Approx(expected.mean).epsilon(1e-12));
        }
      }
    }
  }
}

TEST_CASE("Butterfly: blocks of near processes and rounds between far ones give what the recursion gives") {
  for (const int redundant : {0, 2}) {
    ButterflyConfig config = noisy(16, redundant, 8 * redundant);
    config.noise.period = Picoseconds{200'000'000};
    config.noise.length = Picoseconds{10'000'000};
    const ButterflyCompletion expected = by_the_paper(config, 3);
    const ButterflyCompletion found = ButterflyRun(config).run(3).back();
    CHECK(found.last == expected.last);
    CHECK(found.mean == Approx(expected.mean).epsilon(1e-12));
    // There is noise in it: redundant rounds leave little of it, without them there is one event at least.
    CHECK(expected.last > config.quiet_time() + (redundant == 0 ? config.noise.length : Picoseconds{0}));
  }
}

TEST_CASE("Butterfly: one pass has the times of every smaller number of final rounds") {
  ButterflyConfig config = noisy(9, 1, 12);
  config.noise.period = Picoseconds{100'000'000};
  config.noise.length = Picoseconds{1'000'000};
  const std::vector<ButterflyCompletion> all = ButterflyRun(config).run(8);
  for (int final_rounds = 0; final_rounds <= 12; ++final_rounds) {
    config.shape.final_rounds = final_rounds;
    const ButterflyCompletion alone = ButterflyRun(config).run(8).back();
    CHECK(alone.last == all[static_cast<std::size_t>(final_rounds)].last);
    CHECK(alone.mean == all[static_cast<std::size_t>(final_rounds)].mean);
  }
}

TEST_CASE("Butterfly: repetitions leave nothing behind in what they run on") {
  ButterflyRun run(noisy(10, 1, 3));
  const Picoseconds first = run.run(1)[0].last;
  static_cast<void>(run.run(2));
  CHECK(run.run(1)[0].last == first);
}

TEST_CASE("Butterfly: one exchange of two processes ends with the later of two exponential delays") {
  ButterflyConfig config = noisy(1, 0, 0, NoiseKind::kPoisson);
  config.noise.distribution = NoiseLength::kExponential;
  config.noise.period = Picoseconds{10'000'000'000};
  config.noise.length = Picoseconds{1'000'000'000};
  config.costs = message_only(Picoseconds{1'000'000'000});
  std::vector<double> delays;
  ButterflyRun run(config);
  for (std::uint64_t seed = 0; seed < 60'000; ++seed) {
    delays.push_back(static_cast<double>((run.run(seed)[0].last - config.quiet_time()).count()) / 1e9);
  }
  const SampleSummary summary = summarise(delays);
  // In messages of a tenth of the mean interval n = Poisson(0.1) events start, and of n a delay is Gamma(n). The mean
  // of the larger of Gamma(n) and Gamma(m), by the race of two Poisson processes in which every arrival is either's
  // with probability 1/2:
  const auto expected_max = [](int n, int m) {
    // E[max] = n + m - E[min]; E[min] = sum over arrivals k of P(neither is done after k arrivals) / 2.
    double least = 0;
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < m; ++b) {
        least += std::tgamma(a + b + 1) / (std::tgamma(a + 1) * std::tgamma(b + 1)) * std::pow(0.5, a + b) * 0.5;
      }
    }
    return n + m - least;
  };
  double expected = 0;
  for (int n = 0; n < 8; ++n) {
    for (int m = 0; m < 8; ++m) {
      const double probability = std::exp(-0.2) * std::pow(0.1, n + m) / (std::tgamma(n + 1) * std::tgamma(m + 1));
      expected += probability * expected_max(n, m);
    }
  }
  CHECK(summary.mean == Approx(expected).margin(2 * summary.confidence));
  CHECK(summary.confidence < 0.05 * expected);
}

TEST_CASE("Butterfly: one exchange is late if either of its processes has an event") {
  // Periodic noise hits a message that takes w with probability w / period; here a fifth.
  ButterflyConfig config = noisy(1, 0, 0);
  config.costs = message_only(Picoseconds{2'000'000'000});
  int late = 0;
  constexpr int kTrials = 40'000;
  ButterflyRun run(config);
  for (std::uint64_t seed = 0; seed < kTrials; ++seed) {
    const Picoseconds delay = run.run(seed)[0].last - config.quiet_time();
    REQUIRE((delay == Picoseconds{0} || delay == config.noise.length));
    late += delay == Picoseconds{0} ? 0 : 1;
  }
  const double expected = 1 - 0.8 * 0.8;
  CHECK(static_cast<double>(late) / kTrials ==
        Approx(expected).margin(4 * std::sqrt(expected * (1 - expected) / kTrials)));
}

TEST_CASE("Butterfly: a redundant round repairs one late process, and all that were late because of it") {
  // A single event: the period is much longer than the run, and the seed is one with exactly one event in it.
  const auto config = [](int final_rounds) {
    ButterflyConfig butterfly = noisy(6, 0, final_rounds);
    butterfly.noise.period = Picoseconds{1'000'000'000};
    return butterfly;
  };
  const auto time_of = [&](int final_rounds, std::uint64_t seed) {
    return ButterflyRun(config(final_rounds)).run(seed).back().last;
  };
  const ButterflyConfig plain = config(0);
  int repaired = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto noise = make_noise_source(plain.noise, seed);
    int events = 0;
    for (std::uint64_t p = 0; p < 64; ++p) events += noise->next_event(p, Picoseconds{0}) < plain.quiet_time() ? 1 : 0;
    if (events != 1 || time_of(0, seed) < plain.quiet_time() + plain.noise.length) continue;
    ++repaired;
    REQUIRE(time_of(1, seed) < plain.quiet_time() * 2);
  }
  CHECK(repaired > 20);
}

}  // namespace
}  // namespace tactus
