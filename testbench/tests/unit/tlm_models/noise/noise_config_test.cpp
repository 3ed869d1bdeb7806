#include "tlm_models/noise/noise_config.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

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
  CHECK(fields_at_fault(config) == Fields{"period", "length", "distribution"});
  config.kind = NoiseKind::kPoisson;
  CHECK(fields_at_fault(config) == Fields{"period", "length"});
  config.kind = NoiseKind::kNone;
  CHECK(validate(config).empty());
}

TEST_CASE("Noise configuration: noise leaves at least a tenth of the time", "[NOISE-14][key:noise.length]") {
  NoiseConfig config = with_kind(NoiseKind::kPoisson);
  config.period = Picoseconds{1000};
  config.length = Picoseconds{900};
  CHECK(validate(config).empty());
  config.length = Picoseconds{901};
  CHECK(fields_at_fault(config) == Fields{"length"});
  CHECK(validate(with_trace({event(0, 400), event(500, 500)})).empty());
  CHECK(fields_at_fault(with_trace({event(0, 401), event(500, 500)})) == Fields{"trace[1]"});
}

TEST_CASE("Noise configuration: periods beyond the exact range of times are refused", "[NOISE-14][key:noise.period]") {
  NoiseConfig config = with_kind(NoiseKind::kPeriodic);
  config.period = kLongestNoisePeriod;
  CHECK(validate(config).empty());
  config.period += Picoseconds{1};
  CHECK(fields_at_fault(config) == Fields{"period"});
  config.length = Picoseconds::max();
  CHECK(fields_at_fault(config) == Fields{"period", "length"});
}

TEST_CASE("Noise configuration: a trace is in order, without overlap and within its period") {
  CHECK(validate(with_trace({event(0, 1), event(1, 1), event(990, 10)})).empty());
  CHECK(fields_at_fault(with_trace({})) == Fields{"trace"});
  const Fields first = {"trace[0]"};
  CHECK(fields_at_fault(with_trace({event(5, 0)})) == first);
  CHECK(fields_at_fault(with_trace({event(5, 6), event(10, 1)})) == Fields{"trace[1]"});
  CHECK(fields_at_fault(with_trace({event(990, 11)})) == first);
  CHECK(fields_at_fault(with_trace({event(1000, 1)})) == first);
  CHECK(fields_at_fault(with_trace({event(1, Picoseconds::max().count())})) == first);
  CHECK(fields_at_fault(with_trace({event(5, 0), event(4, 1), event(2, 1)})) ==
        Fields{"trace[0]", "trace[1]", "trace[2]"});
}

}  // namespace
}  // namespace tactus
