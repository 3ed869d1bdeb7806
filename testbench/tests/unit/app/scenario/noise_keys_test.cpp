#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

const std::vector<BrokenText> kBrokenKeys = {
    {"an unknown kind", "noise: {kind: period}\n", 1, 15, "noise.kind: 'period' is not one of none, periodic"},
    {"noise of unknown kind",
     "noise:\n  period: 1 ms\n  length: 10 us\n",
     {{2, 3, "noise.period has no effect: noise.kind is none. Use noise.kind"}, {3, 3, "noise.length has no effect"}}},
    {"noise all the time", "noise:\n  kind: periodic\n  period: 1 ms\n  length: 1 ms\n", 4, 11,
     "noise.length: 1000000000 ps: an event takes at least 1 ps and at most nine tenths of the period"},
    {"a period that no default length fits", "noise: {kind: poisson, period: 100 us}\n", 1, 32,
     "noise.length: 100000000 ps: an event takes"},
    {"random lengths at fixed times", "noise: {kind: periodic, distribution: exponential}\n", 1, 25,
     "noise.distribution has no effect: noise.kind is periodic. Use noise.kind poisson, or leave"},
    {"a recording of periodic noise", "noise: {kind: periodic, file: noise.txt}\n", 1, 25,
     "noise.file has no effect: noise.kind is periodic. Use noise.kind trace, or leave"},
    {"a period besides that of the recording",
     "noise: {kind: trace, period: 1 ms, file: no/such.txt}\n",
     {{1, 22, "noise.period has no effect: noise.kind is trace. Use noise.kind periodic or poisson, or leave"},
      {1, 42, "cannot read 'no/such.txt': no such file"}}},
    {"a trace without file", "noise: {kind: trace}\n", 1, 15, "noise.kind: trace needs noise.file"},
    {"a node that is not there", "workload: {algorithm: ring}\nnoise: {kind: poisson, nodes: [15, 16]}\n", 2, 31,
     "noise.nodes: there is no node 16: nodes are numbered from 0 to 15"},
    {"noise of sources that have no programs", "workload: {algorithm: uniform}\nnoise: {kind: periodic}\n", 2, 9,
     "noise.kind has no effect: workload.algorithm is uniform. Use a workload.algorithm in which"},
    {"a misspelt key", "noise: {knd: periodic}\n", 1, 9, "unknown key 'noise.knd'; did you mean noise.kind?"},
};

TEST_CASE("Noise keys: what is wrong is named with its place") {
  for (const BrokenText& broken : kBrokenKeys) {
    INFO(broken.name << ":\n" << broken.text);
    check_faults(faults_of(broken.text), broken.faults);
  }
}

TEST_CASE("Noise keys: without them there is no noise, with a kind all nodes have the default noise",
          "[key:noise.kind]") {
  CHECK_FALSE(good("network: {shape: [4, 4]}\n").noise.on());
  const RankNoiseConfig noise = good("noise: {kind: poisson, distribution: exponential}\n").noise;
  CHECK(noise.on());
  CHECK(noise.events.kind == NoiseKind::kPoisson);
  CHECK(noise.events.distribution == NoiseLength::kExponential);
  CHECK(noise.events.period == NoiseConfig{}.period);
  CHECK(noise.events.length == NoiseConfig{}.length);
  CHECK(noise.nodes.empty());
  CHECK(good("noise: {kind: periodic, nodes: [3, 0]}\n").noise.nodes == std::vector<int>{3, 0});
}

TEST_CASE("Noise keys: options win over the file, and contradict the kind that holds in the end") {
  const std::string file = "noise: {kind: poisson, period: 1 ms, length: 10 us, distribution: exponential}\n";
  CHECK_FALSE(good(file, {"noise.kind=none"}).noise.on());
  const NoiseConfig periodic = good(file, {"noise.kind=periodic", "noise.length=20 us"}).noise.events;
  CHECK(periodic.kind == NoiseKind::kPeriodic);
  CHECK(periodic.period == Picoseconds{1'000'000'000});
  CHECK(periodic.length == Picoseconds{20'000'000});
  CHECK(periodic.distribution == NoiseLength::kFixed);
  check_faults(faults_of(file, {"noise.file=noise.txt"}),
               {{1, 7, "noise.file has no effect: noise.kind is poisson. Use noise.kind trace, or leave"}});
  check_faults(faults_of("network: {shape: [4, 4]}\n", {"noise.period=1 ms"}),
               {{1, 7, "noise.period has no effect: noise.kind is none. Use noise.kind"}});
  // Noise that is off can be described, to be switched on.
  CHECK(good("noise: {kind: none, period: 1 ms, length: 1 us}\n", {"noise.kind=periodic"}).noise.events.length ==
        Picoseconds{1'000'000});
}

TEST_CASE("Noise keys: a recording is read from beside the scenario, and its faults are placed in its file",
          "[key:noise.file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("scenario.yaml", "noise: {kind: trace, file: daemon.txt}\n");
  std::string recording = folder.write("daemon.txt", "period 1 ms\n10 us 5 us\n");
  const ScenarioResult result = read_scenario(path);
  REQUIRE(std::holds_alternative<Scenario>(result));
  const Scenario& scenario = std::get<Scenario>(result);
  CHECK(scenario.noise.events.period == Picoseconds{1'000'000'000});
  REQUIRE(scenario.noise.events.trace.size() == 1);
  CHECK(scenario.noise.events.trace[0].start == Picoseconds{10'000'000});
  CHECK(to_yaml(scenario) == "name: \"scenario\"\nnoise:\n  kind: trace\n  file: \"daemon.txt\"\n");

  recording = folder.write("daemon.txt", "period 1 ms\n10 us 5 us\n12 us 5 m\n");
  const ScenarioResult broken = read_scenario(path);
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(broken));
  const auto& faults = std::get<std::vector<Diagnostic>>(broken);
  check_faults(faults, {{3, 7, "unknown unit 'm'"}});
  CHECK(faults.front().file == recording);
}

}  // namespace
}  // namespace tactus::test
