#include "testbench/app/explore/explore_results.h"

#include <fmt/core.h>

#include "testbench/tests/unit/app/explore/explore_bench.h"

namespace tactus::test {
namespace {

constexpr char kTuned[] = R"(explore:
  scenario: s.yaml
  seeds: 2
  designs: {none: {}, bias: {tune: {pacing.bias: [0, 1, 2]}}}
  disturbances: {in step: {}, late: {workload.imbalance: 1 us}}
)";

/// The table of `plan` with these times of its runs, in seconds; a run of 0 has failed.
SweepTable table_of(const ExplorePlan& plan, const std::vector<double>& seconds, const TemporaryFolder& folder) {
  SweepTable table(plan.sweep);
  REQUIRE(seconds.size() == plan.sweep.points.size());
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const std::string text = fmt::format("{{\"simulated_seconds\": {}}}", seconds[i]);
    table.set(i, seconds[i] == 0 ? 3 : 0, folder.write(fmt::format("{}.json", i), text));
  }
  return table;
}

TEST_CASE("Explore results: the grid's value of the least mean counts, for each case by itself, and its end is told") {
  const ExploreBench bench(kTuned);
  const ExplorePlan plan = bench.plan();
  //                                        none          bias in step: 0, 1, 2   late: 0, 1, 2
  const auto table = table_of(plan, {4, 6, 8, 8, /**/ 4, 4, 2, 3, 3, 3, /**/ 9, 9, 8, 8, 4, 6}, bench.folder);
  const ExploreResults results = gather(plan, table);
  CHECK(results.cells[2].tuned == "pacing.bias=1");
  CHECK_FALSE(results.cells[2].at_end);
  CHECK(results.cells[3].tuned == "pacing.bias=2");
  CHECK(results.cells[3].at_end);
  CHECK(results.cells[2].gain == std::vector<double>{2, 2});
  CHECK(results.cells[0].regret == std::vector<double>{2, 2});
  CHECK(results.cells[1].regret[1] == Approx(8.0 / 6));
  CHECK(results.cells[3].regret == std::vector<double>{1, 1});
  CHECK(results.regret[0]->worst.mean == 2);
  CHECK(results.is_whole(plan, 0));
}

TEST_CASE("Explore results: registers written per message are a mean over the best values' runs, if all tell them") {
  const ExploreBench bench(kTuned);
  const ExplorePlan plan = bench.plan();
  const auto software = [&](std::size_t silent) {
    SweepTable table(plan.sweep);
    for (std::size_t i = 0; i < plan.sweep.points.size(); ++i) {
      // Both runs of bias 2 in step and of bias 1 late are the fastest.
      const bool is_best = i == 8 || i == 9 || i == 12 || i == 13;
      const std::string writes = fmt::format(R"(, "software": {{"register_writes_per_message": {}, )"
                                             R"("pacing_writes_per_message": {}}})",
                                             100 + i, i);
      const std::string text =
          fmt::format(R"({{"simulated_seconds": {}{}}})", is_best ? 1 : 2, i == silent ? "" : writes);
      table.set(i, 0, bench.folder.write(fmt::format("{}.json", i), text));
    }
    return gather(plan, table).software;
  };
  const auto all = software(99);
  CHECK(*all[0].pacing_writes == Approx((0 + 1 + 2 + 3) / 4.0));
  CHECK(*all[1].pacing_writes == Approx((8 + 9 + 12 + 13) / 4.0));
  CHECK(*all[1].writes == Approx(100 + (8 + 9 + 12 + 13) / 4.0));
  CHECK(software(10)[1].writes);  // not a run that counts
  CHECK_FALSE(software(12)[1].writes);
}

TEST_CASE("Explore results: a case with a failed run has its status and no figure, whatever the grid's other values") {
  const ExploreBench bench(kTuned);
  const ExplorePlan plan = bench.plan();
  const auto table = table_of(plan, {4, 6, 8, 8, 4, 4, 2, 3, 3, 3, 9, 9, 8, 0, 4, 6}, bench.folder);
  const ExploreResults results = gather(plan, table);
  CHECK(results.cells[3].exit_status == 3);
  CHECK(results.cells[3].seconds.empty());
  CHECK(results.cells[1].regret.empty());
  CHECK(results.cells[1].gain == std::vector<double>{1, 1});
  CHECK(results.regret[1]->columns == 1);
  CHECK_FALSE(results.is_whole(plan, 1));
}

}  // namespace
}  // namespace tactus::test
