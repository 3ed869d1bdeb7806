#include "tlm_models/noise/noise_config.h"

#include <string>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::vector<std::string> keys_at_fault(const NoiseConfig& config) {
  std::vector<std::string> keys;
  for (const ConfigFault& fault : validate(config)) keys.push_back(fault.key);
  return keys;
}

using Keys = std::vector<std::string>;

NoiseConfig with_kind(NoiseKind kind) {
  NoiseConfig config;
  config.kind = kind;
  return config;
}

NoiseConfig with_trace(std::vector<NoiseEvent> events) {
  NoiseConfig config = with_kind(NoiseKind::kTrace);
  config.period = Picoseconds{1000};
  config.trace = std::move(events);
  return config;
}

NoiseEvent event(std::uint64_t start, std::uint64_t length) { return {Picoseconds{start}, Picoseconds{length}}; }

TEST_CASE("Noise configuration: the paper's noise is the default and has no fault") {
  CHECK(validate(NoiseConfig{}).empty());
  const NoiseConfig config = with_kind(NoiseKind::kPeriodic);
  CHECK(validate(config).empty());
  CHECK(config.period == Picoseconds{10'000'000'000});
  CHECK(config.length == Picoseconds{100'000'000});
}

TEST_CASE("Noise configuration: all faults of periods and lengths are told at once", "[NOISE-14]") {
  NoiseConfig config = with_kind(NoiseKind::kPeriodic);
  config.period = Picoseconds{0};
  config.length = Picoseconds{0};
  config.distribution = NoiseLength::kExponential;
  CHECK(keys_at_fault(config) == Keys{"noise.period", "noise.length", "noise.distribution"});
  config.kind = NoiseKind::kPoisson;
  CHECK(keys_at_fault(config) == Keys{"noise.period", "noise.length"});
  config.kind = NoiseKind::kNone;
  CHECK(validate(config).empty());
}

TEST_CASE("Noise configuration: noise leaves at least a tenth of the time", "[NOISE-14][key:noise.length]") {
  NoiseConfig config = with_kind(NoiseKind::kPoisson);
  config.period = Picoseconds{1000};
  config.length = Picoseconds{900};
  CHECK(validate(config).empty());
  config.length = Picoseconds{901};
  CHECK(keys_at_fault(config) == Keys{"noise.length"});
  CHECK(validate(with_trace({event(0, 400), event(500, 500)})).empty());
  CHECK(keys_at_fault(with_trace({event(0, 401), event(500, 500)})) == Keys{"noise.trace[1]"});
}

TEST_CASE("Noise configuration: periods beyond the exact range of times are refused", "[NOISE-14][key:noise.period]") {
  NoiseConfig config = with_kind(NoiseKind::kPeriodic);
  config.period = kLongestNoisePeriod;
  CHECK(validate(config).empty());
  config.period += Picoseconds{1};
  CHECK(keys_at_fault(config) == Keys{"noise.period"});
  config.length = Picoseconds::max();
  CHECK(keys_at_fault(config) == Keys{"noise.period", "noise.length"});
}

TEST_CASE("Noise configuration: a trace is in order, without overlap and within its period") {
  CHECK(validate(with_trace({event(0, 1), event(1, 1), event(990, 10)})).empty());
  CHECK(keys_at_fault(with_trace({})) == Keys{"noise.trace"});
  const Keys first = {"noise.trace[0]"};
  CHECK(keys_at_fault(with_trace({event(5, 0)})) == first);
  CHECK(keys_at_fault(with_trace({event(5, 6), event(10, 1)})) == Keys{"noise.trace[1]"});
  CHECK(keys_at_fault(with_trace({event(990, 11)})) == first);
  CHECK(keys_at_fault(with_trace({event(1000, 1)})) == first);
  CHECK(keys_at_fault(with_trace({event(1, Picoseconds::max().count())})) == first);
  CHECK(keys_at_fault(with_trace({event(5, 0), event(4, 1), event(2, 1)})) ==
        Keys{"noise.trace[0]", "noise.trace[1]", "noise.trace[2]"});
}

}  // namespace
}  // namespace tactus
