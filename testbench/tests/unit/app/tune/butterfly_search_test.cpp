#include "testbench/app/tune/butterfly_search.h"

#include "testbench/app/results/result_json.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/tune/butterfly_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/tune/scenario_file.h"
#include "tlm_models/flow/flow_port.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Catch::Matchers::Contains;

constexpr char kButterfly[] = R"(
network: {shape: [8, 4]}
processor: {call_overhead: 0 ns}
workload: {algorithm: butterfly, message_size: 8 B, combine_time: 12 ns}
noise: {kind: periodic, period: 1 ms, length: 25 us}
seed: 7
)";

class ButterflyFile : public ScenarioFile {
 public:
  ButterflyFile() : ScenarioFile(kButterfly) {}

  [[nodiscard]] auto plan(ButterflySearchRequest request = {}) const {
    request.scenario = path();
    return plan_butterfly_search(request);
  }
  [[nodiscard]] Scenario scenario(const std::vector<std::string>& overrides) const {
    ScenarioResult read = read_scenario(path(), overrides);
    REQUIRE(std::holds_alternative<Scenario>(read));
    return std::get<Scenario>(read);
  }
};

}  // namespace

TEST_CASE("Butterfly search: the recursion has the message times of the scenario's torus") {
  const ButterflyFile file;
  const Scenario scenario = file.scenario({});
  const ButterflyCosts costs = butterfly_costs(scenario);
  const FlowTiming timing = timing_of(scenario.flow, scenario.machine);
  const Picoseconds wire = costs.messages.at(0) - timing.latency_per_message - timing.latency_per_hop;
  const Bytes flits = FlowPort::wire_bytes(Bytes{8}, scenario.machine.max_payload());
  CHECK(wire == transfer_time(flits, scenario.machine.link.bandwidth));
  // Bits of x are 1, 2 and 4 hops apart in a row of 8, those of y 1 and 2 in a column of 4.
  const std::vector<int> hops = {1, 2, 4, 1, 2};
  REQUIRE(costs.messages.size() == hops.size());
  for (std::size_t i = 0; i < hops.size(); ++i) {
    CHECK(costs.messages[i] ==
          wire + timing.latency_per_message + timing.latency_per_hop * static_cast<std::uint64_t>(hops[i]));
  }
  CHECK(costs.compute == Picoseconds{12'000});
  CHECK(costs.redundant_compute == Picoseconds{0});
}

TEST_CASE("Butterfly search: calls belong to messages, and a redundant round is two of them") {
  const ButterflyFile file;
  const ButterflyCosts free = butterfly_costs(file.scenario({}));
  const ButterflyCosts cheap = butterfly_costs(file.scenario({"processor.call_overhead=8 ns"}));
  const ButterflyCosts dear = butterfly_costs(file.scenario({"processor.call_overhead=1 us"}));
  CHECK(cheap.messages[0] == free.messages[0] + Picoseconds{16'000});
  CHECK(cheap.redundant_compute == Picoseconds{16'000});
  CHECK(dear.messages[0] == Picoseconds{3'000'000});
  const ButterflyCosts with_return =
      butterfly_costs(file.scenario({"processor.call_overhead=600 ns", "processor.return_overhead=400 ns"}));
  CHECK(with_return.messages[0] == dear.messages[0]);
  CHECK(with_return.redundant_compute == dear.redundant_compute);
}

TEST_CASE("Butterfly search: ranks in random places are as far apart as the farthest pair of a round") {
  const ButterflyFile file;
  const ButterflyCosts ordered = butterfly_costs(file.scenario({}));
  const ButterflyCosts random = butterfly_costs(file.scenario({"workload.placement=random"}));
  // Among 16 pairs of a torus of 8 x 4 some are more than two hops apart.
  CHECK(random.messages[0] > ordered.messages[1]);
}

TEST_CASE("Butterfly search: there is a study for the scenario's size and each that is asked for, with its noise") {
  ButterflySearchRequest request;
  request.dimensions = {12, 3, 12};
  request.middle_rounds = 1;
  request.final_rounds = 6;
  request.repetitions = 9;
  const ButterflySearch search = planned(ButterflyFile().plan(request));
  CHECK(search.sweeps.empty());
  std::vector<int> dimensions;
  for (const ButterflyTuneRequest& study : search.studies) {
    dimensions.push_back(study.study.butterfly.shape.dimensions);
    CHECK(study.middle_rounds == std::vector<int>{0, 1});
    CHECK(study.study.butterfly.shape.final_rounds == 6);
    CHECK(study.study.butterfly.noise.length == Picoseconds{25'000'000});
    CHECK(study.study.repetitions == 9);
    CHECK(study.study.seed == 7);
  }
  CHECK(dimensions == std::vector<int>{3, 5, 12});
}

TEST_CASE("Butterfly search: at a level every choice is run with every seed, and once without noise") {
  ButterflySearchRequest request;
  request.level = Level::kPacket;
  request.positions = {2, 3};
  request.final_rounds = 1;
  request.repetitions = 3;
  request.overrides = {"seed=40", "workload.final_rounds=9", "noise.length=5 us"};
  const ButterflySearch search = planned(ButterflyFile().plan(request));
  CHECK(search.studies.empty());
  REQUIRE(search.sweeps.size() == 4);
  CHECK(search.sweeps[0].plan.points.size() == 2 * 3);
  CHECK(search.sweeps[1].plan.points.size() == 2);
  CHECK(search.sweeps[2].plan.points.size() == 2 * 2 * 2 * 3);
  CHECK(search.sweeps[3].plan.points.size() == 2 * 2 * 2);
  CHECK(search.sweeps[2].plan.points.back().values == std::vector<std::string>{"2", "3", "1", "42"});
  for (const ButterflySweep& sweep : search.sweeps) {
    const std::vector<std::string>& overrides = sweep.plan.points.front().overrides;
    const auto is_set = [&](const char* text) {
      return std::find(overrides.begin(), overrides.end(), text) != overrides.end();
    };
    CHECK(is_set("noise.length=5 us"));
    CHECK_FALSE(is_set("workload.final_rounds=9"));
    CHECK(is_set("noise.kind=none") == sweep.quiet);
  }
}

TEST_CASE("Butterfly search: what runs leave is one choice for each shape, with a time for each seed") {
  const ButterflyFile file;
  ButterflySearchRequest request;
  request.level = Level::kPacket;
  request.middle_rounds = 1;
  request.positions = {2};
  request.final_rounds = 1;
  request.repetitions = 2;
  const ButterflySearch search = planned(file.plan(request));
  for (const ButterflySweep& sweep : search.sweeps) {
    for (const SweepPoint& point : sweep.plan.points) {
      // Two butterflies in 2 us, 4 us for a final round more, and a microsecond less for each seed; quiet 1 us.
      const double finals = std::stod(point.values.at(point.values.size() - 2));
      const double noise = sweep.quiet ? 0 : 1 + finals * 4 - (std::stod(point.values.back()) - 7);
      const std::filesystem::path folder = file.folder() / sweep.name / point.folder;
      std::filesystem::create_directories(folder);
      RunSummary run;
      run.configuration = {{"workload.repetitions", "2"}};
      run.sequences.resize(2);
      run.sequences[0].start_s = 1e-6;
      run.sequences[0].last_end_s = 2e-6;
      run.sequences[1].start_s = 1.5e-6;
      run.sequences[1].last_end_s = (2 + noise) * 1e-6;
      write_result(folder, run);
    }
  }
  const std::vector<ButterflyChoice> choices = butterfly_choices(search.sweeps, file.folder());
  REQUIRE(choices.size() == 4);
  const ButterflyTuning tuning = butterfly_tuning(choices);
  CHECK(tuning.plain.times == std::vector<double>{1e6, 0.5e6});
  CHECK(tuning.plain.quiet == Picoseconds{500'000});
  CHECK(choices.back().middle_rounds == 1);
  CHECK(choices.back().middle_position == 2);
  CHECK(choices.back().final_rounds == 1);
  CHECK(choices.back().times == std::vector<double>{3e6, 2.5e6});
  std::filesystem::remove_all(file.folder() / "middle-quiet");
  CHECK_THROWS_WITH(butterfly_choices(search.sweeps, file.folder()),
                    Contains("no result of a sequence that has ended"));
}

TEST_CASE("Butterfly search: all that is wrong is told at once, where it was given") {
  ButterflySearchRequest request;
  request.middle_rounds = 65;
  request.positions = {6};
  request.final_rounds = 99;
  request.repetitions = 0;
  request.dimensions = {25};
  request.overrides = {"noise.nodes=[1]", "workload.imbalance=3 us"};
  const ButterflyFile file;
  CHECK_THAT(faults(file.plan(request)), Contains("--middle: error: 65: must be 0 to 64") &&
                                             Contains("--positions: error: 6: must be 1 to 5") &&
                                             Contains("--final: error: 99") && Contains("--repetitions: error: 0") &&
                                             Contains("--dimensions: error: 25: must be 1 to 24") &&
                                             Contains("--set noise.nodes=[1]:1:13: error: noise.nodes: ") &&
                                             Contains("--set workload.imbalance=3 us:2:20: error: "));
  request = {};
  request.overrides = {"workload.message_size=9 B", "flow.latency_per_message=2 s"};
  CHECK_THAT(
      faults(file.plan(request)),
      Contains("workload.message_size=9 B:1:23: error: workload.message_size: with its latency and calls 2000") &&
          Contains("ps: at most 1 s"));
  request = {};
  request.level = Level::kFlow;
  request.dimensions = {10};
  request.reading = NoiseReading::kAdded;
  request.overrides = {"noise.kind=none"};
  CHECK_THAT(faults(file.plan(request)), Contains("--set noise.kind=none:1:12: error: noise.kind: none") &&
                                             Contains("--dimensions: error: not with --level") &&
                                             Contains("--noise-reading: error: not with --level"));
}

TEST_CASE("Butterfly search: the tuned scenario has the rounds, and is read again") {
  ButterflyChoice choice;
  choice.middle_rounds = 2;
  choice.middle_position = 3;
  choice.final_rounds = 5;
  const ButterflyFile file;
  const std::string tuned = to_yaml(with_rounds(file.scenario({}), choice));
  file.write(tuned);
  const Scenario again = file.scenario({});
  CHECK(again.workload.middle_rounds == 2);
  CHECK(again.workload.middle_position == 3);
  CHECK(again.workload.final_rounds == 5);
  CHECK(again.title == "Redundant rounds tuned");
}
