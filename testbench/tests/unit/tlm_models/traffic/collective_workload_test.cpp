#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/collectives/collective_method.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

constexpr NetworkShape kSixteenRanks{4, 4};

WorkloadConfig config_of(CollectiveKind kind, const std::string& method) {
  WorkloadConfig config;
  config.algorithm = name_of(kind);
  config.method = method;
  config.message_size = Bytes{5000};
  config.repetitions = 2;
  config.combine_rate = BytesPerSecond{1'000'000'000};
  return config;
}

TEST_CASE("Collective workloads: every method that fits is executed, so often as it is repeated",
          "[ALGORITHM-34][key:workload.method][key:workload.combine_rate]") {
  int executed = 0;
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if (!algorithm->collective) continue;
    for (int kind = 0; kind < kCollectiveKinds; ++kind) {
      if (algorithm->name != name_of(static_cast<CollectiveKind>(kind))) continue;
      for (const CollectiveMethod* method : methods_of(static_cast<CollectiveKind>(kind))) {
        CAPTURE(algorithm->name, method->name);
        WorkloadConfig config = config_of(static_cast<CollectiveKind>(kind), method->name);
        if (!validate(config, MachineConfig{}).empty()) continue;
        const auto workload = Workload::make(config, kSixteenRanks);
        CHECK(UntimedRun(*workload, kSixteenRanks.nodes(), 1).run());
        const std::uint64_t twice = workload->messages();
        config.repetitions = 1;
        CHECK(Workload::make(config, kSixteenRanks)->messages() * 2 == twice);
        ++executed;
      }
    }
  }
  CHECK(executed >= 25);
}

TEST_CASE("Collective workloads: cut their messages, and compute for what they combine",
          "[ALGORITHM-34][key:workload.chunk][key:workload.combine_rate]") {
  WorkloadConfig config = config_of(CollectiveKind::kReduce, "binomial");
  config.repetitions = 1;
  const std::uint64_t whole = Workload::make(config, kSixteenRanks)->messages();
  config.chunk = Bytes{500};
  CHECK(Workload::make(config, kSixteenRanks)->messages() > whole);
  const auto computes = [&config] {
    std::uint64_t cycles = 0;
    for (int rank = 0; rank < kSixteenRanks.nodes(); ++rank) {
      const auto workload = Workload::make(config, kSixteenRanks);
      UntimedRun run(*workload, kSixteenRanks.nodes(), 1);
      run.on_step = [&](int, const Op& op) { cycles += op.kind == OpKind::kCompute ? op.cycles.count() : 0; };
      REQUIRE(run.run());
    }
    return cycles / static_cast<std::uint64_t>(kSixteenRanks.nodes());
  };
  // 15 of 16 vectors of 5,000 B are added to another one, at 4 B in a cycle of 4 ns.
  CHECK(computes() >= 15 * 1250);
  config.combine_rate = {};
  CHECK(computes() == 0);
}

TEST_CASE("Collective workloads: their ideal time is that of the busiest engine", "[ALGORITHM-34][RESULT-5]") {
  WorkloadConfig config = config_of(CollectiveKind::kAllreduce, "ring");
  config.message_size = Bytes{16 * 4096};
  MachineConfig machine;
  machine.network = {4, 4};
  // 15 blocks of 4,096 B are combined and 15 handed on, a quarter of each by each engine and in a packet of its own.
  const auto once = transfer_time(Bytes{30 * (1024 + 32)}, machine.link.bandwidth);
  CHECK(Workload::make(config, {4, 4}, 1, 4)->ideal_time(machine) == once * std::uint64_t{2});
  // A root receives by one engine what 15 others send: here in three packets each.
  config = config_of(CollectiveKind::kGather, "linear");
  config.repetitions = 1;
  machine.nic.count = 1;
  CHECK(Workload::make(config, {4, 4}, 1, 1)->ideal_time(machine) ==
        transfer_time(Bytes{15 * (5000 + 3 * 32)}, machine.link.bandwidth));
  config.ranks_per_node = 2;
  CHECK_FALSE(Workload::make(config, {4, 4}, 1, 1)->ideal_time(machine));
}

TEST_CASE("Collective workloads: the blocks of an alltoallv differ by up to the spread",
          "[ALGORITHM-34][key:workload.spread]") {
  WorkloadConfig config = config_of(CollectiveKind::kAlltoallv, "linear");
  config.repetitions = 1;
  const std::size_t pairs = 16 * 15;
  const auto sizes = [&] {
    const auto workload = Workload::make(config, kSixteenRanks, 1, 1);
    CHECK(workload->messages() == pairs);
    std::vector<std::uint64_t> bytes;
    UntimedRun run(*workload, kSixteenRanks.nodes(), 1);
    run.on_step = [&](int, const Op& op) {
      if (op.kind == OpKind::kIsend) bytes.push_back(op.bytes.count());
    };
    CHECK(run.run());
    std::sort(bytes.begin(), bytes.end());
    return bytes;
  };
  const std::vector<std::uint64_t> half = sizes();
  CHECK(half.front() >= 2500);
  CHECK(half.front() < 2600);
  CHECK(half.back() <= 7500);
  CHECK(half.back() > 7400);
  CHECK(std::set<std::uint64_t>(half.begin(), half.end()).size() > pairs * 9 / 10);
  config.numbers["spread"] = 0;
  CHECK(sizes() == std::vector<std::uint64_t>(pairs, 5000));
  config.numbers["spread"] = 1;
  CHECK(sizes().back() > 9900);
  MachineConfig machine;
  config.message_size = Bytes{max_message(machine).count() / 2 + 1};
  const std::vector<ConfigFault> large = validate(config, machine);
  REQUIRE(large.size() == 1);
  CHECK(large[0].field == "message_size");
  config.message_size = Bytes{max_message(machine).count() / 2};
  CHECK(validate(config, machine).empty());
}

TEST_CASE("Collective workloads: methods that there are not, or that do not fit, are named", "[ALGORITHM-34]") {
  const std::vector<ConfigFault> unknown = validate(config_of(CollectiveKind::kAllreduce, "magic"), MachineConfig{});
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].field == "method");
  CHECK(unknown[0].message.find("rabenseifner") != std::string::npos);
  MachineConfig odd;
  odd.network = {5, 5};
  const std::vector<ConfigFault> misfit = validate(config_of(CollectiveKind::kAlltoall, "phased"), odd);
  REQUIRE(misfit.size() == 1);
  CHECK(misfit[0].field == "method");
}

}  // namespace
}  // namespace tactus
