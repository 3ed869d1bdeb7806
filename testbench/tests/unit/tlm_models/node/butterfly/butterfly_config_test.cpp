#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "tlm_models/node/butterfly/butterfly_study.h"

namespace tactus {
namespace {

TEST_CASE("Butterfly configuration: the costs of a step are latency and bytes by bandwidth") {
  BandwidthCosts bandwidths;
  // The jitter paper: 1e-7 s, 1e-9 s/B and 1e-10 s/B.
  bandwidths.message = Bytes{1000};
  ButterflyConfig config;
  config.costs = butterfly_costs(bandwidths);
  CHECK(config.costs.message(0) == Picoseconds{100'000 + 1'000'000});
  CHECK(config.costs.message(23) == Picoseconds{100'000 + 1'000'000});
  CHECK(config.costs.compute == Picoseconds{100'000});
  config.shape = {10, 2, 5, {}};
  CHECK(config.quiet_time() == Picoseconds{10 * 1'100'000 + 17 * 100'000});
  bandwidths.computes_after_redundant = false;
  config.costs = butterfly_costs(bandwidths);
  CHECK(config.quiet_time() == Picoseconds{10 * 1'200'000});
}

TEST_CASE("Butterfly configuration: dimensions without a time of their own take the longest") {
  ButterflyConfig config;
  config.costs = {{Picoseconds{5}, Picoseconds{9}, Picoseconds{6}}, Picoseconds{0}, Picoseconds{1}};
  CHECK(config.costs.message(2) == Picoseconds{6});
  CHECK(config.costs.message(3) == Picoseconds{9});
  config.shape = {5, 1, 2, {}};
  CHECK(config.quiet_time() == Picoseconds{5 + 9 + 6 + 9 + 9 + 3});
}

TEST_CASE("Butterfly configuration: faults of all parts are told at once", "[BUTTERFLY-2][BUTTERFLY-3][BUTTERFLY-5]") {
  ButterflyStudyConfig study;
  CHECK(validate(study).empty());
  study.repetitions = 0;
  study.threads = 0;
  study.butterfly.shape = {25, -1, 65, 26};
  const Picoseconds too_long{1'000'000'000'001};
  study.butterfly.costs = {{Picoseconds{1}, too_long}, too_long, too_long};
  study.butterfly.noise.kind = NoiseKind::kPeriodic;
  study.butterfly.noise.length = Picoseconds{0};
  CHECK(fields_at_fault(study) ==
        Fields{"butterfly.shape.dimensions", "butterfly.shape.middle_rounds", "butterfly.shape.final_rounds",
               "butterfly.shape.middle_position", "butterfly.costs.messages", "butterfly.costs.compute",
               "butterfly.costs.redundant_compute", "butterfly.noise.length", "repetitions", "threads"});
  study.butterfly.costs.messages.clear();
  CHECK(fields_at_fault(study.butterfly.costs).front() == "messages");
}

TEST_CASE("Butterfly configuration: costs that cannot be are told at once") {
  BandwidthCosts costs;
  CHECK(validate(costs).empty());
  costs.message = Bytes{1'000'000'001};
  costs.latency = Picoseconds{1'000'000'000'001};
  costs.network_bandwidth = BytesPerSecond{0};
  costs.memory_bandwidth = BytesPerSecond{0};
  CHECK(fields_at_fault(costs) == Fields{"message", "latency", "network_bandwidth", "memory_bandwidth"});
}

TEST_CASE("Butterfly configuration: rounds in the middle need something before them that they can repeat",
          "[BUTTERFLY-4]") {
  CHECK(validate(ButterflyShape{1, 0, 1, {}}).empty());
  CHECK(fields_at_fault(ButterflyShape{1, 1, 0, {}}) == Fields{"middle_position"});
  CHECK(validate(ButterflyShape{1, 1, 0, 1}).empty());
  CHECK(fields_at_fault(ButterflyShape{4, 1, 0, 0}).front() == "middle_position");
  CHECK(fields_at_fault(ButterflyShape{4, 0, 0, 5}) == Fields{"middle_position"});
}

TEST_CASE("Butterfly configuration: a message that a bandwidth carries in more than a second is refused") {
  BandwidthCosts costs;
  costs.message = Bytes{1000};
  costs.network_bandwidth = BytesPerSecond{1000};
  CHECK(validate(costs).empty());
  costs.network_bandwidth = BytesPerSecond{999};
  CHECK(fields_at_fault(costs) == Fields{"network_bandwidth"});
}

}  // namespace
}  // namespace tactus
