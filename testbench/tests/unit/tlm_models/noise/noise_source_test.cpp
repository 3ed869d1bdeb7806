#include "tlm_models/noise/noise_source.h"

#include <algorithm>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Small numbers, so that every picosecond can be looked at.
NoiseConfig small(NoiseKind kind, NoiseLength distribution = NoiseLength::kFixed) {
  NoiseConfig config;
  config.kind = kind;
  config.period = Picoseconds{100};
  config.length = Picoseconds{30};
  config.distribution = distribution;
  if (kind == NoiseKind::kTrace) {
    config.trace = {{Picoseconds{0}, Picoseconds{7}},
                    {Picoseconds{20}, Picoseconds{1}},
                    {Picoseconds{21}, Picoseconds{9}},
                    {Picoseconds{90}, Picoseconds{10}}};
  }
  return config;
}

const std::vector<NoiseConfig> kAllKinds = {
    small(NoiseKind::kNone), small(NoiseKind::kPeriodic), small(NoiseKind::kPoisson),
    small(NoiseKind::kPoisson, NoiseLength::kExponential), small(NoiseKind::kTrace)};

/// Whether noise has the processor at each picosecond, as `awake` says of that picosecond alone.
std::vector<bool> taken(const NoiseSource& noise, std::uint64_t process, std::uint64_t until) {
  std::vector<bool> list;
  for (std::uint64_t t = 0; t < until; ++t) {
    list.push_back(!(noise.awake(process, Picoseconds{t}) == Picoseconds{t}));
  }
  return list;
}

constexpr std::uint64_t kHorizon = 3000;

TEST_CASE("Noise: work goes on in exactly those picoseconds in which noise does not have the processor", "[NOISE-9]") {
  for (const NoiseConfig& config : kAllKinds) {
    for (std::uint64_t process = 0; process < 20; ++process) {
      const auto noise = make_noise_source(config, 5);
      const std::vector<bool> is_taken = taken(*noise, process, kHorizon);
      const RandomStream dice(1, process);
      for (std::uint64_t trial = 0; trial < 50; ++trial) {
        const std::uint64_t begin = dice.below(2 * trial, 500);
        const std::uint64_t work = dice.below(2 * trial + 1, 400);
        std::uint64_t end = begin;
        if (work == 0) {
          while (is_taken[end]) ++end;
        }
        for (std::uint64_t left = work; left > 0; ++end) left -= is_taken[end] ? 0 : 1;
        REQUIRE(end < kHorizon);
        CAPTURE(static_cast<int>(config.kind), process, begin, work);
        REQUIRE(noise->end_of_work(process, Picoseconds{begin}, Picoseconds{work}).count() == end);
      }
    }
  }
}

TEST_CASE("Noise: the processor is there again when its events have ended, and taken from each start on",
          "[NOISE-11][NOISE-12]") {
  for (const NoiseConfig& config : kAllKinds) {
    const auto noise = make_noise_source(config, 5);
    for (std::uint64_t process = 0; process < 20; ++process) {
      const std::vector<bool> is_taken = taken(*noise, process, kHorizon);
      CAPTURE(static_cast<int>(config.kind), process);
      for (std::uint64_t t = 0; t < kHorizon / 2; ++t) {
        const std::uint64_t awake = noise->awake(process, Picoseconds{t}).count();
        const auto first_free = std::find(is_taken.begin() + static_cast<std::ptrdiff_t>(t), is_taken.end(), false);
        REQUIRE(awake == static_cast<std::uint64_t>(first_free - is_taken.begin()));
        const Picoseconds start = noise->next_event(process, Picoseconds{t});
        REQUIRE(start >= Picoseconds{t});
        if (start.count() < kHorizon) REQUIRE(is_taken[start.count()]);
        // Whoever is free stays so until the next start.
        if (!is_taken[t]) {
          const auto end = is_taken.begin() + static_cast<std::ptrdiff_t>(std::min(start.count(), kHorizon));
          REQUIRE(std::find(is_taken.begin() + static_cast<std::ptrdiff_t>(t), end, true) == end);
        }
      }
    }
  }
}

TEST_CASE("Noise: what is added is the length of the events that start within the work", "[NOISE-10]") {
  for (const NoiseConfig& config : kAllKinds) {
    const auto noise = make_noise_source(config, 5);
    for (std::uint64_t process = 0; process < 20; ++process) {
      // Length of what starts at each picosecond. A start is one at which the next event is.
      std::vector<std::uint64_t> started;
      for (std::uint64_t t = 0; t < 800; ++t) {
        started.push_back(noise->added(process, Picoseconds{t}, Picoseconds{1}).count());
        REQUIRE((started.back() > 0) == (noise->next_event(process, Picoseconds{t}) == Picoseconds{t}));
      }
      const RandomStream dice(2, process);
      for (std::uint64_t trial = 0; trial < 50; ++trial) {
        const std::uint64_t begin = dice.below(2 * trial, 400);
        const std::uint64_t work = dice.below(2 * trial + 1, 400);
        std::uint64_t sum = 0;
        for (std::uint64_t t = begin; t < begin + work; ++t) sum += started[t];
        CAPTURE(static_cast<int>(config.kind), process, begin, work);
        REQUIRE(noise->added(process, Picoseconds{begin}, Picoseconds{work}).count() == sum);
      }
    }
  }
}

TEST_CASE("Noise: it is quiet from the beginning up to the first event, and not at all if one is going on",
          "[NOISE-13]") {
  for (const NoiseConfig& config : kAllKinds) {
    const auto noise = make_noise_source(config, 5);
    bool some_begin_within_noise = false;
    for (std::uint64_t process = 0; process < 50; ++process) {
      const std::vector<bool> is_taken = taken(*noise, process, kHorizon);
      const auto first =
          static_cast<std::uint64_t>(std::find(is_taken.begin(), is_taken.end(), true) - is_taken.begin());
      CHECK(std::min(noise->quiet_until(process).count(), kHorizon) == first);
      some_begin_within_noise = some_begin_within_noise || first == 0;
    }
    CHECK(some_begin_within_noise == (config.kind != NoiseKind::kNone));
  }
}

TEST_CASE("Noise: a recording is played over and over, for each process from a place of its own", "[NOISE-4]") {
  const NoiseConfig config = small(NoiseKind::kTrace);
  std::vector<bool> recorded(100, false);
  for (const NoiseEvent& event : config.trace) {
    for (std::uint64_t t = 0; t < event.length.count(); ++t) recorded[event.start.count() + t] = true;
  }
  const auto noise = make_noise_source(config, 9);
  std::vector<std::size_t> places;
  for (std::uint64_t process = 0; process < 10; ++process) {
    const std::vector<bool> is_taken = taken(*noise, process, 300);
    std::size_t place = 0;
    const auto plays_from = [&](std::size_t from) {
      for (std::size_t t = 0; t < is_taken.size(); ++t) {
        if (is_taken[t] != recorded[(from + t) % recorded.size()]) return false;
      }
      return true;
    };
    while (place < recorded.size() && !plays_from(place)) ++place;
    REQUIRE(place < recorded.size());
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  CHECK(std::unique(places.begin(), places.end()) - places.begin() > 5);
}

TEST_CASE("Noise: answers depend on seed, process and time, not on what was asked before") {
  for (const NoiseConfig& config : kAllKinds) {
    if (config.kind == NoiseKind::kNone) continue;
    const auto noise = make_noise_source(config, 5);
    std::vector<std::uint64_t> forwards;
    for (std::uint64_t t = 0; t < 1000; ++t) forwards.push_back(noise->next_event(t % 7, Picoseconds{t}).count());
    const auto again = make_noise_source(config, 5);
    for (std::uint64_t t = 1000; t-- > 0;) REQUIRE(again->next_event(t % 7, Picoseconds{t}).count() == forwards[t]);

    const auto other_seed = make_noise_source(config, 6);
    int same_process = 0;
    int same_seed = 0;
    for (std::uint64_t process = 0; process < 100; ++process) {
      const Picoseconds mine = noise->next_event(process, Picoseconds{0});
      same_seed += mine == noise->next_event(process + 1, Picoseconds{0}) ? 1 : 0;
      same_process += mine == other_seed->next_event(process, Picoseconds{0}) ? 1 : 0;
    }
    CHECK(same_seed < 20);
    CHECK(same_process < 20);
  }
}

TEST_CASE("Noise: periodic answers are exact far from the beginning and for long work") {
  NoiseConfig config;
  config.kind = NoiseKind::kPeriodic;
  const auto noise = make_noise_source(config, 3);
  const Picoseconds day{86'400'000'000'000'000};
  // 99 % of each period of 10 ms is free, so that 9.9 s of work, begun at an event's end, need 1,000 periods less the
  // last event, which starts when the work is done.
  const Picoseconds from = noise->awake(4, noise->next_event(4, day));
  const Picoseconds work{9'900'000'000'000};
  CHECK(noise->end_of_work(4, from, work) - from == Picoseconds{10'000'000'000'000 - 100'000'000});
  CHECK(noise->end_of_work(4, from, work + Picoseconds{1}) - from == Picoseconds{10'000'000'000'001});
  CHECK(noise->added(4, day, Picoseconds{10'000'000'000'000}) == Picoseconds{1000ULL * 100'000'000});
}

}  // namespace
}  // namespace tactus
