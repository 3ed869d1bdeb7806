#include "testbench/app/tune/sequence_tuning.h"

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/tune/scenario_file.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Catch::Matchers::Contains;

constexpr char kA2at[] = R"(
title: "A2AT: on ${n}x${n} # nodes"
parameters: {n: 4}
network: {shape: ["${n}", "${n}"]}
workload: {algorithm: a2at, message_size: 4 KiB, imbalance: 1 us}
)";

TuneTrial trial(int eighths, std::uint64_t picoseconds) {
  return {PacketEighths(eighths), Picoseconds{picoseconds}, 0.5};
}

/// Tuning of the file.
auto plan_of(const ScenarioFile& file, TuneRequest request = {}) {
  request.scenario = file.path();
  return plan_tuning(request);
}

std::vector<int> eighths_of(const Scenario& scenario) {
  std::vector<int> list;
  for (const PacketEighths bias : scenario.workload.sequence_bias) list.push_back(bias.eighths());
  return list;
}

}  // namespace

TEST_CASE("Tuning: the shortest trial is the best, then the bias nearest to 0, then the one below 0") {
  CHECK(best_trial({trial(-8, 30), trial(0, 20), trial(24, 10)}).bias == PacketEighths(24));
  CHECK(best_trial({trial(-24, 10), trial(-8, 10), trial(9, 10)}).bias == PacketEighths(-8));
  CHECK(best_trial({trial(5, 10), trial(-5, 10), trial(8, 10)}).bias == PacketEighths(-5));
  CHECK(best_trial({trial(-5, 10), trial(5, 10)}).bias == PacketEighths(-5));
}

TEST_CASE("Tuning: every sequence is run alone with every candidate, without a history") {
  const ScenarioFile file(kA2at);
  TuneRequest request;
  request.bias = "-1:1:1";
  const TunePlan plan = planned(plan_of(file, request));
  CHECK(plan.sequences == std::vector<int>{1, 2, 3, 4});
  REQUIRE(plan.sweep.points.size() == 12);
  CHECK(plan.sweep.points[0].values == std::vector<std::string>{"[1]", "-1"});
  CHECK(plan.sweep.points[5].values == std::vector<std::string>{"[2]", "1"});
  for (const SweepPoint& point : plan.sweep.points) {
    const ScenarioResult read = read_scenario(file.path(), point.overrides);
    REQUIRE(std::holds_alternative<Scenario>(read));
    const auto& scenario = std::get<Scenario>(read);
    CHECK(scenario.workload.sequences.size() == 1);
    CHECK(scenario.pacing.mode == "hops");
    CHECK(scenario.workload.imbalance == Cycles{250});
    CHECK_FALSE(scenario.run.trace.enabled);
  }
}

TEST_CASE("Tuning: settings hold in every run, except those of what is tuned, and imbalance has its own option") {
  const ScenarioFile file(kA2at);
  TuneRequest request;
  request.bias = "0";
  request.imbalance = "3 us";
  request.overrides = {"n=3", "pacing.mode=off", "workload.sequences=[2]", "router.arbiter=matrix"};
  const TunePlan plan = planned(plan_of(file, request));
  CHECK(plan.sequences == std::vector<int>{2});
  CHECK(plan.scenario.workload.imbalance == Cycles{250});
  REQUIRE(plan.sweep.points.size() == 1);
  const ScenarioResult read = read_scenario(file.path(), plan.sweep.points[0].overrides);
  const auto& scenario = std::get<Scenario>(read);
  CHECK(scenario.machine.network.size(0) == 3);
  CHECK(scenario.machine.router.arbiter == "matrix");
  CHECK(scenario.workload.imbalance == Cycles{750});
}

TEST_CASE("Tuning: the scenario found has the biases of all sequences, and those not tuned keep theirs") {
  TunedSequence second;
  second.sequence = 2;
  second.best = trial(-8, 10);
  Scenario scenario = planned(plan_of(ScenarioFile(kA2at))).scenario;
  CHECK(eighths_of(tuned_scenario(scenario, {second})) == std::vector<int>{0, -8, 0, 0});
  scenario.pacing = {"hops", {}, PacketEighths(3)};
  CHECK(eighths_of(tuned_scenario(scenario, {second})) == std::vector<int>{3, -8, 3, 3});
  scenario.workload.sequence_bias = {PacketEighths(1), PacketEighths(2), PacketEighths(3), PacketEighths(4)};
  const Scenario tuned = tuned_scenario(scenario, {second});
  CHECK(eighths_of(tuned) == std::vector<int>{1, -8, 3, 4});

  // What is written is what is read.
  const ScenarioResult read = read_scenario_text("tuned.yaml", to_yaml(tuned));
  REQUIRE(std::holds_alternative<Scenario>(read));
  const auto& again = std::get<Scenario>(read);
  CHECK(again.name == "tuned");
  CHECK(again.title == "A2AT: on 4x4 # nodes, bias tuned for each sequence");
  CHECK(again.pacing.mode == "hops");
  CHECK(eighths_of(again) == std::vector<int>{1, -8, 3, 4});
  CHECK(again.workload.imbalance == Cycles{250});
}

TEST_CASE("Tuning: what is wrong has its place in the option that it is from") {
  const ScenarioFile file(kA2at);
  TuneRequest request;
  request.bias = "0,0.3";
  request.imbalance = "3";
  const std::string text = faults(plan_of(file, request));
  CHECK_THAT(text, Contains("--bias 0,0.3:1:3: error: pacing.bias: '0.3' is no multiple of 1/8"));
  CHECK_THAT(text, Contains("--imbalance 3:1:1: error: workload.imbalance: a time needs a unit"));
  request = {};
  request.bias = "0:1:0.3";
  CHECK_THAT(faults(plan_of(file, request)), Contains("--bias 0:1:0.3:1:3: error: steps of 0.3 from 0 do not meet 1"));
  request = {};
  request.overrides = {"seed=1", "n=four"};
  CHECK_THAT(faults(plan_of(file, request)), Contains("--set n=four:2:3: error: "));
}

TEST_CASE("Tuning: a workload without sequences is refused") {
  const ScenarioFile file("workload: {algorithm: barrier}\n");
  CHECK_THAT(faults(plan_of(file)), Contains("workload.algorithm: barrier has no sequences to tune"));
}

TEST_CASE("Tuning: the sum says what the sequences come to one after another") {
  TunedSequence one;
  one.sequence = 1;
  one.hops = 1;
  one.best = {PacketEighths(4), Picoseconds{2'000'000'000}, 0.5};
  TunedSequence two = one;
  two.sequence = 2;
  two.best = {PacketEighths(-8), Picoseconds{1'000'000'000}, 1};
  const std::string text = tuning_text({one, two});
  CHECK_THAT(text, Contains("0.5       2.000 ms       200.0 %") && Contains("-1       1.000 ms       100.0 %"));
  CHECK_THAT(text, Contains("3.000 ms       150.0 %"));
}
