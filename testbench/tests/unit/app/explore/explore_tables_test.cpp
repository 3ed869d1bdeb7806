#include "testbench/app/explore/explore_tables.h"

#include "testbench/tests/unit/app/explore/explore_bench.h"

namespace tactus::test {
namespace {

using Catch::Matchers::Contains;

/// Three designs in two cases, by hand.
struct TablesBench {
  ExploreBench bench{R"(explore:
  scenario: s.yaml
  designs: {none: {}, bias: {tune: {pacing.bias: [0, 1]}}, mine: {set: {pacing.gap: 1}, cost: {cells: 700}}}
  disturbances: {in step: {}, late: {workload.imbalance: 1 us}}
)"};
  ExplorePlan plan = bench.plan();
  ExploreResults results;
  std::vector<DesignCost> costs = {{1000, 40, 0, "measured"}, {1200, 44, 0, "measured"}, {700, {}, {}, "as stated"}};

  /// Times of the three designs in both cases.
  explicit TablesBench(const std::vector<double>& seconds) {
    for (const double time : seconds) {
      CellResult cell;
      if (time > 0) cell.seconds = {time};
      if (time == 0) cell.exit_status = 3;
      results.cells.push_back(cell);
    }
    for (std::size_t design = 0; design < 3; ++design) {
      std::vector<std::vector<double>> gain(2);
      std::vector<std::vector<double>> regret(2);
      for (std::size_t column = 0; column < 2 && seconds[2 * design + column] > 0; ++column) {
        const double time = seconds[2 * design + column];
        gain[column] = results.cells[2 * design + column].gain = {seconds[column] / time};
        regret[column] = results.cells[2 * design + column].regret = {time / seconds[2 + column]};
      }
      results.software.push_back({20.25 + static_cast<double>(design), 0.5 + static_cast<double>(design)});
      results.gain.push_back(summarise_matrix(gain, Worst::kLeast));
      results.regret.push_back(summarise_matrix(regret, Worst::kLargest));
    }
  }
  [[nodiscard]] ExploreTables tables() const { return {plan, results, costs, "./tactus explore x.yaml"}; }
};

TEST_CASE("Explore tables: the sentence names gain, worst case and what it rests on") {
  const TablesBench bench({8, 8, 4, 4, 2, 5});
  CHECK(bench.tables().sentence() ==
        "'mine' is 2.530 times as fast as 'none' in the geometric mean (1.600 times at worst), and is at most 25.0 % "
        "slower than the best bias of each case in every case (mean over the seeds): 1 machine, 1 workload, 2 "
        "disturbances, 1 seed, 4x4; 700 cells in each engine (as stated).");
  CHECK_THAT(TablesBench({8, 8, 4, 4, 2, 3.2}).tables().sentence(),
             Contains("is at least 25.0 % faster than the best bias"));
}

TEST_CASE("Explore tables: a design that failed somewhere is in no sentence and on no front, and the table says so") {
  const TablesBench bench({8, 8, 4, 4, 2, 0});
  CHECK_THAT(bench.tables().sentence(), Contains("No design besides"));
  CHECK_THAT(bench.tables().text(), Contains("failed: mine (as it is, as it is, late): exit status 3"));
  CHECK(bench.tables().json()["front_of_mean"] == nlohmann::ordered_json({true, true, false}));
}

TEST_CASE("Explore tables: designs on the front are those that none beats in cells and regret") {
  const TablesBench bench({8, 8, 4, 4, 2, 5});
  const auto json = bench.tables().json();
  // mine costs least; its mean is the best too, bias has the better worst case.
  CHECK(json["front_of_mean"] == nlohmann::ordered_json({false, false, true}));
  CHECK(json["front_of_worst"] == nlohmann::ordered_json({false, true, true}));
}

TEST_CASE("Explore tables: a missing cost is empty in the file and said in words, never 0") {
  TablesBench bench({8, 8, 4, 4, 2, 5});
  bench.costs[2] = {{}, {}, {}, "no RTL of control pieces"};
  CHECK_THAT(bench.tables().designs_csv(), Contains(",0.5,2.5,22.25,,,,no RTL of control pieces\n"));
  CHECK_THAT(bench.tables().text(), Contains("cost of mine: no RTL of control pieces"));
}

TEST_CASE("Explore tables: registers written per message stand beside the hardware, or nothing if they are not known") {
  TablesBench bench({8, 8, 4, 4, 2, 5});
  CHECK_THAT(bench.tables().text(), Contains(" 1.50  21.25  1200 ") || Contains(" 1.50   21.25   1200 "));
  bench.results.software[0] = {};
  CHECK_THAT(bench.tables().designs_csv(), Contains(",0.0,,,1000,40,0,measured\n"));
}

TEST_CASE("Explore tables: the table counts the cases whose best value is at an end of the grid") {
  TablesBench bench({8, 8, 4, 4, 2, 5});
  CHECK_THAT(bench.tables().text(), !Contains("at the grid's end"));
  bench.results.cells[3].at_end = true;
  CHECK_THAT(bench.tables().text(), Contains("at the grid's end: the best bias in 1 of 2 cases"));
}

}  // namespace
}  // namespace tactus::test
