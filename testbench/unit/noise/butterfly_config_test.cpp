#include <string>

#include "testbench/support/catch.h"
#include "tlm_models/noise/butterfly_study.h"

namespace tactus {
namespace {

template <class Config>
std::vector<std::string> keys_at_fault(const Config& config) {
  std::vector<std::string> keys;
  for (const ConfigFault& fault : validate(config)) keys.push_back(fault.key);
  return keys;
}

using Keys = std::vector<std::string>;

TEST_CASE("Butterfly configuration: the costs of a step are latency and bytes by bandwidth") {
  ButterflyConfig config;
  // The jitter paper: 1e-7 s, 1e-9 s/B and 1e-10 s/B.
  config.message = Bytes{1000};
  CHECK(config.message_time() == Picoseconds{100'000 + 1'000'000});
  CHECK(config.compute_time() == Picoseconds{100'000});
  config.shape = {10, 2, 5, {}};
  CHECK(config.quiet_time() == Picoseconds{10 * 1'100'000 + 17 * 100'000});
  config.computes_after_redundant = false;
  CHECK(config.quiet_time() == Picoseconds{10 * 1'200'000});
}

TEST_CASE("Butterfly configuration: faults of all parts are told at once") {
  ButterflyStudyConfig study;
  CHECK(validate(study).empty());
  study.repetitions = 0;
  study.threads = 0;
  study.butterfly.shape = {25, -1, 65, 26};
  study.butterfly.message = Bytes{1'000'000'001};
  study.butterfly.latency = Picoseconds{1'000'000'000'001};
  study.butterfly.network_bandwidth = BytesPerSecond{0};
  study.butterfly.memory_bandwidth = BytesPerSecond{0};
  study.butterfly.noise.kind = NoiseKind::kPeriodic;
  study.butterfly.noise.length = Picoseconds{0};
  CHECK(keys_at_fault(study) == Keys{"butterfly.dimensions", "butterfly.middle_rounds", "butterfly.final_rounds",
                                     "butterfly.middle_position", "noise.length", "butterfly.message_size",
                                     "butterfly.latency", "butterfly.network_bandwidth", "butterfly.memory_bandwidth",
                                     "butterfly.repetitions", "butterfly.threads"});
}

TEST_CASE("Butterfly configuration: rounds in the middle need something before them that they can repeat") {
  CHECK(validate(ButterflyShape{1, 0, 1, {}}).empty());
  CHECK(keys_at_fault(ButterflyShape{1, 1, 0, {}}) == Keys{"butterfly.middle_position"});
  CHECK(validate(ButterflyShape{1, 1, 0, 1}).empty());
  CHECK(keys_at_fault(ButterflyShape{4, 1, 0, 0}).front() == "butterfly.middle_position");
  CHECK(keys_at_fault(ButterflyShape{4, 0, 0, 5}) == Keys{"butterfly.middle_position"});
}

TEST_CASE("Butterfly configuration: a message that a bandwidth carries in more than a second is refused") {
  ButterflyConfig config;
  config.message = Bytes{1000};
  config.network_bandwidth = BytesPerSecond{1000};
  CHECK(validate(config).empty());
  config.network_bandwidth = BytesPerSecond{999};
  CHECK(keys_at_fault(config) == Keys{"butterfly.network_bandwidth"});
}

}  // namespace
}  // namespace tactus
