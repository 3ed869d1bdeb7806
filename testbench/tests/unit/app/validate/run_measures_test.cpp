#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/validate/measure.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

/// Runs of a set that is swept over size and seed, and of one that is swept over seed and mode.
class TwoSets {
 public:
  TwoSets() {
    for (const char* size : {"1", "2"}) {
      for (const char* seed : {"1", "2"}) {
        add("one", {"size", "seed"}, {size, seed}, size[0] - '0' + 10 * (seed[0] - '0'));
      }
    }
    for (const char* seed : {"2", "1"}) {
      for (const char* mode : {"a", "b"}) {
        add("other", {"seed", "mode"}, {seed, mode}, mode[0] == 'a' ? 1 : seed[0] - '0');
      }
    }
  }

  [[nodiscard]] std::vector<double> measure(const std::string& name, const std::vector<RunName>& runs,
                                            const std::map<std::string, double>& numbers = {},
                                            const std::map<std::string, std::vector<std::string>>& texts = {}) const {
    const auto found =
        std::find_if(measures().begin(), measures().end(), [&](const Measure& each) { return each.name == name; });
    REQUIRE(found != measures().end());
    return found->numbers({&measurements_, runs, numbers, texts});
  }

 private:
  void add(const std::string& set, const std::vector<std::string>& keys, const std::vector<std::string>& values,
           int seconds) {
    SweepPlan plan;
    plan.keys = keys;
    SweepPoint point;
    point.values = values;
    point.folder = point_folder(keys, values);
    plan.points = {point};
    std::filesystem::create_directories(folder_.path() / set / point.folder);
    // Items of 1, 2 and 4 bytes, whose rates are the time, twice and four times the time; `back` the other way round.
    std::string items;
    for (const int bytes : {1, 2, 4}) {
      items += fmt::format(R"({}{{"bytes": {}, "rate": {}, "back": {}, "uneven": {}}})", bytes == 1 ? "" : ",", bytes,
                           bytes * seconds, seconds * 4 / bytes, bytes == 4 ? 100 - seconds : seconds);
    }
    (void)folder_.write(set + "/" + point.folder + "/result.json",
                        fmt::format(R"({{"simulated_seconds": {}, "list": [{}]}})", seconds, items));
    measurements_.add(set, plan, folder_.path() / set);
  }

  TemporaryFolder folder_;
  Measurements measurements_;
};

using Numbers = std::vector<double>;

TEST_CASE("Run measures: a group is all runs that begin with its values, and each gives a figure") {
  const TwoSets runs;
  CHECK(runs.measure("figure", {{"one", {"2"}}}) == Numbers{12, 22});
  const std::vector<RunName> two = {{"one", {"2", "1"}}, {"other", {"1", "b"}}};
  CHECK(runs.measure("figure", two, {{"times", 1000}}) == Numbers{12000, 1000});
  CHECK_THROWS_AS(runs.measure("figure", {{"one", {"3"}}}), std::runtime_error);
  CHECK_THROWS_AS(runs.measure("figure", {{"none", {}}}), std::runtime_error);
  CHECK_THROWS_AS(runs.measure("figure", {{"one", {"2"}}}, {}, {{"path", {"/list"}}}), std::runtime_error);
}

TEST_CASE("Run measures: runs are compared if they agree on each axis that both names leave open") {
  const TwoSets runs;
  // Both by seed: 12 beside 1, 22 beside 2.
  CHECK(runs.measure("each_ratio", {{"one", {"2"}}, {"other", {"1", "b"}}}) == Numbers{12, 22});
  CHECK(runs.measure("each_ratio", {{"one", {"2"}}, {"one", {"1"}}}) == Numbers{12.0 / 11, 22.0 / 21});
  // The mode is open on one side alone.
  CHECK(runs.measure("each_difference", {{"one", {"2"}}, {"other", {}}}) == Numbers{11, 11, 21, 20});
  CHECK(runs.measure("least_difference", {{"one", {"2"}}, {"other", {}}}) == Numbers{11});
}

TEST_CASE("Run measures: comparisons are a ratio, a difference and percents, above, below or either way") {
  const TwoSets runs;
  const std::vector<RunName> pair = {{"one", {"1", "1"}}, {"one", {"2", "2"}}};  // 11 and 22
  CHECK(runs.measure("each_ratio", pair) == Numbers{0.5});
  CHECK(runs.measure("each_difference", pair) == Numbers{-11});
  CHECK(runs.measure("each_between", pair) == Numbers{11});
  CHECK(runs.measure("each_percent_above", pair) == Numbers{-50});
  CHECK(runs.measure("each_percent_below", pair) == Numbers{50});
  CHECK(runs.measure("each_percent_between", pair) == Numbers{50});
}

TEST_CASE("Run measures: several numbers become the least, the most, or the mean of the groups' means") {
  const TwoSets runs;
  // 11 / 12 and 21 / 22; then 12 / 11.
  const std::vector<RunName> groups = {{"one", {"1"}}, {"one", {"2"}}, {"one", {"2", "1"}}, {"one", {"1", "1"}}};
  CHECK(runs.measure("least_ratio", groups).at(0) == Approx(11.0 / 12));
  CHECK(runs.measure("most_ratio", groups).at(0) == Approx(12.0 / 11));
  CHECK(runs.measure("mean_ratio", groups).at(0) == Approx(((11.0 / 12 + 21.0 / 22) / 2 + 12.0 / 11) / 2));
  CHECK(runs.measure("mean_ratio", groups).size() == 1);
}

TEST_CASE("Run measures: a path can go through every item of a list, or to the largest number there") {
  const TwoSets runs;
  const std::vector<RunName> pair = {{"one", {"2", "1"}}, {"one", {"1", "1"}}};  // 12 and 11
  const auto path = [](const char* text) { return std::map<std::string, std::vector<std::string>>{{"path", {text}}}; };
  CHECK(runs.measure("figure", {{"one", {"2", "1"}}}, {}, path("/list/most/rate")) == Numbers{48});
  CHECK(runs.measure("figure", {{"one", {"2", "1"}}}, {}, path("/list/most/back")) == Numbers{48});
  CHECK(runs.measure("figure", {{"one", {"2", "1"}}}, {}, path("/list/1/rate")) == Numbers{24});
  CHECK(runs.measure("each_difference", pair, {}, path("/list/*/rate")) == Numbers{1, 2, 4});
  CHECK(runs.measure("each_difference", pair, {{"times", 10}}, path("/list/*/rate")) == Numbers{10, 20, 40});
  CHECK_THROWS_AS(runs.measure("figure", {{"one", {"2", "1"}}}, {}, path("/list/*/rate")), std::runtime_error);
}

TEST_CASE("Run measures: of several runs the best counts for each item") {
  const TwoSets runs;
  const std::map<std::string, std::vector<std::string>> texts = {{"path", {"/list/*/uneven"}}};
  // Runs of 11 and 21 s beside one of 22 s: the first is best in the first items, the second in the last one.
  CHECK(runs.measure("mean_of_least_ratios", {{"one", {"1"}}, {"one", {"2", "2"}}}, {}, texts).at(0) ==
        Approx((11.0 / 22 + 11.0 / 22 + (100.0 - 21) / (100 - 22)) / 3));
  CHECK(runs.measure("mean_of_least_ratios", {{"one", {"1"}}, {"one", {"2", "2"}}}, {{"from", 4}}, texts).at(0) ==
        Approx((100.0 - 21) / (100 - 22)));
}

TEST_CASE("Run measures: items of other sizes than the claim is about are left out") {
  const TwoSets runs;
  const std::vector<RunName> pair = {{"one", {"2", "1"}}, {"one", {"1", "1"}}};
  std::map<std::string, std::vector<std::string>> texts = {{"path", {"/list/*/rate"}}};
  CHECK(runs.measure("each_difference", pair, {{"from", 2}}, texts) == Numbers{2, 4});
  CHECK(runs.measure("each_difference", pair, {{"to", 2}}, texts) == Numbers{1, 2});
  CHECK_THROWS_AS(runs.measure("each_difference", pair, {{"from", 3}, {"to", 3}}, texts), std::runtime_error);
  texts["but"] = {"2 1 2 B", "1 1 4 B"};  // the first run's values, and bytes
  CHECK(runs.measure("each_difference", pair, {}, texts) == Numbers{1, 4});
}

}  // namespace
}  // namespace tactus
