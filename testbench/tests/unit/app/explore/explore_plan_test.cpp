#include "testbench/app/explore/explore_plan.h"

#include <set>

#include "testbench/tests/unit/app/explore/explore_bench.h"

namespace tactus::test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using Texts = std::vector<std::string>;

constexpr char kWhole[] = R"(explore:
  title: Two designs
  scenario: s.yaml
  seeds: 2
  set: {seed: 7}
  designs:
    none:
    bias: {tune: {pacing.bias: [0, 1, 2]}}
  machines:
    matrix: {router.arbiter: matrix}
    oldest: {router.arbiter: oldest_first}
  disturbances:
    in step: {}
    late: {workload.imbalance: 1 us, where_read: {counter.offset: 50 ns}}
)";

TEST_CASE("Explore plan: has every design, machine, workload, disturbance, value of a grid and seed") {
  const ExplorePlan plan = ExploreBench(kWhole).plan();
  CHECK(plan.columns() == 4);
  REQUIRE(plan.cells.size() == 8);
  REQUIRE(plan.sweep.points.size() == (1 + 3) * 4 * 2);
  CHECK(plan.file.baseline == 0);
  CHECK(plan.file.reference == 1);
  const ExploreCell& last = plan.cells[7];
  CHECK(last.points == std::vector<std::size_t>{26, 28, 30});
  const SweepPoint& run = plan.sweep.points[29];
  CHECK(run.values == Texts{"bias", "oldest", "as it is", "late", "pacing.bias=1"});
  CHECK(run.overrides ==
        Texts{"seed=7", "router.arbiter=oldest_first", "workload.imbalance=1 us", "pacing.bias=1", "seed=8"});
  std::set<std::string> folders;
  std::set<std::string> identities;
  for (const SweepPoint& point : plan.sweep.points) {
    folders.insert(point.folder);
    identities.insert(point.identity);
  }
  CHECK(folders.size() == 32);
  CHECK(identities.size() == 32);
}

TEST_CASE("Explore plan: level, seeds and settings of the command line take the place of the file's") {
  ExploreBench bench(kWhole);
  bench.request.level = Level::kCycle;
  bench.request.seeds = 1;
  bench.request.overrides = {"workload.message_size=2 KiB"};
  const ExplorePlan plan = bench.plan();
  CHECK(plan.sweep.level == Level::kCycle);
  CHECK(plan.sweep.points.size() == 16);
  CHECK(plan.sweep.points[0].overrides[1] == "workload.message_size=2 KiB");
  bench.request.overrides = {"router.arbiter=matrix"};
  const Texts faults = bench.faults();
  REQUIRE(faults.size() == 2);
  CHECK_THAT(faults[0], StartsWith("10:14: 'matrix' sets 'router.arbiter', and so does --set"));
}

TEST_CASE("Explore plan: a setting where_read is for the runs alone that read its key") {
  const ExplorePlan plan = ExploreBench(R"(explore:
  scenario: s.yaml
  designs: {none: {}, phases: {set: {pacing.mode: phase}}}
  disturbances: {late: {where_read: {counter.offset: 50 ns}}}
)")
                               .plan();
  CHECK(plan.sweep.points[0].overrides == Texts{});
  CHECK(plan.sweep.points[1].overrides == Texts{"counter.offset=50 ns", "pacing.mode=phase"});
}

TEST_CASE("Explore plan: all faults of the form are told at once, with their places and the nearest key") {
  const Texts faults = ExploreBench(R"(explore:
  scenari: s.yaml
  level: pakcet
  seeds: 0
  designs:
    none: {sett: {}}
    bias: {tune: {pacing.bias: [1]}, cost: {cells: many}, where_it_fits: maybe}
    bias: {}
  baseline: nne
  machines: []
)")
                           .faults();
  REQUIRE(faults.size() == 11);
  CHECK_THAT(faults[0], StartsWith("2:3: explore: the key scenario is missing"));
  CHECK_THAT(faults[1], StartsWith("2:3: unknown key 'scenari'") && Contains("did you mean scenario?"));
  CHECK_THAT(faults[2], StartsWith("3:10: level: must be") && Contains("did you mean packet?"));
  CHECK_THAT(faults[3], StartsWith("4:10: seeds: must be a whole number from 1"));
  CHECK_THAT(faults[4], StartsWith("6:12: unknown key 'sett'") && Contains("did you mean set?"));
  CHECK_THAT(faults[5], StartsWith("7:32: tune: pacing.bias needs a list of two values"));
  CHECK_THAT(faults[6], StartsWith("7:52: cells: must be a whole number"));
  CHECK_THAT(faults[7], StartsWith("7:74: where_it_fits: must be true or false"));
  CHECK_THAT(faults[8], StartsWith("8:5: 'bias' is given twice; first in line 7"));
  CHECK_THAT(faults[9], StartsWith("9:13: 'nne' is no design; did you mean none?"));
  CHECK_THAT(faults[10], StartsWith("10:13: machines is keys and values, not a list"));
}

TEST_CASE("Explore plan: faults of scenario keys are told where the file has them, each once, before anything runs") {
  const Texts faults = ExploreBench(R"(explore:
  scenario: s.yaml
  designs:
    none: {}
    bias: {tune: {pacing.bias: [0, 1.3]}}
  machines:
    matrix: {router.arbter: matrix}
    fifo: {router.input_queue: fifoo}
)")
                           .faults();
  REQUIRE(faults.size() == 3);
  CHECK_THAT(faults[0], StartsWith("5:36: ") && Contains("multiple of 1/8"));
  CHECK_THAT(faults[1], StartsWith("7:14: unknown key 'router.arbter'; did you mean router.arbiter?"));
  CHECK_THAT(faults[2], StartsWith("8:32: ") && Contains("did you mean fifo?"));
}

TEST_CASE("Explore plan: an open loop has no time to compare") {
  const Texts faults = ExploreBench(R"(explore:
  scenario: s.yaml
  designs: {none: {}, gap: {set: {router.arbiter: matrix}}}
  workloads: {open: {workload.algorithm: uniform, workload.load: 0.1}}
)")
                           .faults();
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], StartsWith("4:42: ") && Contains("an open loop has none"));
}

TEST_CASE("Explore plan: a design that is only for where it fits is refused elsewhere, and has to fit somewhere") {
  const std::string text = R"(explore:
  scenario: s.yaml
  designs:
    none: {}
    phases: {set: {pacing.mode: phase}, where_it_fits: true}
  workloads: {torus: {}, ring: {workload.algorithm: ring}}
)";
  const ExplorePlan plan = ExploreBench(text).plan();
  CHECK(plan.cells[2].refused.empty());
  CHECK(plan.cells[2].points.size() == 1);
  CHECK_FALSE(plan.cells[3].refused.empty());
  CHECK(plan.cells[3].points.empty());
  CHECK(plan.sweep.points.size() == 3);
  const Texts strict = ExploreBench(std::string(text).replace(text.find(", where_it_fits: true"), 21, "")).faults();
  REQUIRE(strict.size() == 1);
  CHECK_THAT(strict[0],
             Contains(plan.cells[3].refused) && Contains("(with design phases, machine as it is, workload ring"));
  const Texts nowhere = ExploreBench(std::string(text).replace(text.find("torus: {}, "), 11, "")).faults();
  REQUIRE(nowhere.size() == 1);
  CHECK_THAT(nowhere[0], StartsWith("5:5: 'phases' fits nowhere: "));
}

TEST_CASE("Explore plan: more than 100,000 runs are refused before their scenarios are read") {
  ExploreBench bench(kWhole);
  bench.request.seeds = 6251;
  const Texts faults = bench.faults();
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], Contains("100016 runs"));
}

TEST_CASE("Explore plan: the first key tells an exploration from a scenario") {
  const TemporaryFolder folder;
  CHECK(is_exploration(folder.write("a.yaml", "# a comment\n\nexplore:\n  title: x\n")));
  CHECK_FALSE(is_exploration(folder.write("b.yaml", "title: explore: x\nexplore: {}\n")));
  CHECK_FALSE(is_exploration(folder.path() / "none.yaml"));
}

}  // namespace
}  // namespace tactus::test
