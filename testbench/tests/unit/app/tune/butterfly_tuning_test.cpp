#include "testbench/app/tune/butterfly_tuning.h"

#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

/// A butterfly of 2^8 processes under noise so dense that redundant rounds pay.
ButterflyTuneRequest dense() {
  ButterflyTuneRequest request;
  request.study.butterfly.shape.dimensions = 8;
  request.study.butterfly.shape.final_rounds = 8;
  request.study.butterfly.noise.kind = NoiseKind::kPeriodic;
  request.study.butterfly.noise.period = Picoseconds{500'000'000};
  request.study.repetitions = 60;
  return request;
}

ButterflyChoice choice(int middle, int final_rounds, std::vector<double> times) {
  ButterflyChoice made;
  made.middle_rounds = middle;
  made.final_rounds = final_rounds;
  made.quiet = Picoseconds{100};
  made.completion = summarise(times);
  made.times = std::move(times);
  return made;
}

TEST_CASE("Butterfly tuning: of choices that are as good as the best the one with the fewest rounds wins") {
  // Means of 100 with 18 for half of the confidence interval; 108 and 105 cannot be told from that, 121 can.
  const std::vector<double> least = {80, 90, 100, 110, 120};
  const ButterflyChoice best =
      best_choice({choice(0, 0, {500, 500, 500, 500, 500}), choice(0, 1, {101, 141, 131, 111, 121}),
                   choice(1, 1, {98, 128, 118, 88, 108}), choice(2, 9, least), choice(1, 2, {115, 125, 85, 95, 105})});
  CHECK(best.middle_rounds == 1);
  CHECK(best.final_rounds == 1);
  CHECK(best_choice({choice(0, 2, {1, 2, 6}), choice(1, 1, {1, 2, 5}), choice(2, 0, {1, 2, 7})}).middle_rounds == 1);
}

TEST_CASE("Butterfly tuning: a difference that is the same under every noise counts, however wide the noise is") {
  const std::vector<double> wide = {100, 900, 300, 700, 500};
  std::vector<double> always_more = wide;
  for (double& time : always_more) time += 10;
  CHECK(best_choice({choice(0, 1, always_more), choice(1, 1, wide)}).middle_rounds == 1);
  std::vector<double> sometimes_more = wide;
  sometimes_more[1] += 100;
  CHECK(best_choice({choice(0, 1, sometimes_more), choice(1, 1, wide)}).middle_rounds == 0);
}

TEST_CASE("Butterfly tuning: every combination is tried, under the same noise") {
  ButterflyTuneRequest request = dense();
  request.middle_rounds = {0, 2};
  request.middle_positions = {3, 5};
  const std::vector<ButterflyChoice> tried = try_butterflies(request);
  REQUIRE(tried.size() == 3 * 9);
  CHECK(tried[4].final_rounds == 4);
  CHECK(tried[9].middle_position == 3);
  CHECK(tried[26].middle_position == 5);
  for (const ButterflyChoice& each : tried) {
    ButterflyStudyConfig study = request.study;
    study.butterfly.shape.middle_rounds = each.middle_rounds;
    if (each.middle_rounds > 0) study.butterfly.shape.middle_position = each.middle_position;
    study.butterfly.shape.final_rounds = each.final_rounds;
    REQUIRE(run_study(study).back().completion.mean == each.completion.mean);
    REQUIRE(run_study(study).back().times == each.times);
    REQUIRE(study.butterfly.quiet_time() == each.quiet);
  }
}

TEST_CASE("Butterfly tuning: unless positions are given, all but the last are tried") {
  ButterflyTuneRequest request = dense();
  request.study.repetitions = 1;
  request.middle_rounds = {1};
  std::set<int> positions;
  std::vector<std::size_t> done;
  const auto count = [&done](std::size_t ended, std::size_t all) {
    done.push_back(ended);
    CHECK(all == 7);
  };
  for (const ButterflyChoice& each : try_butterflies(request, count)) positions.insert(each.middle_position);
  CHECK(done == std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7});
  CHECK(positions == std::set<int>{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("Butterfly tuning: the best beats the plain one under noise, and what it costs without is told") {
  const ButterflyTuneRequest request = dense();
  REQUIRE(validate(request).empty());
  const ButterflyTuning tuning = tune_butterfly(request);
  CHECK(tuning.plain.redundant_rounds() == 0);
  CHECK(tuning.final_only.middle_rounds == 0);
  CHECK(tuning.gain() > 2);
  CHECK(tuning.best.completion.mean <= tuning.final_only.completion.mean + tuning.final_only.completion.confidence);
  // A redundant round costs its computing: 0.8 ns of 8 rounds of 108.8 ns.
  CHECK(tuning.quiet_cost() == Approx(tuning.best.redundant_rounds() * 0.8 / (8 * 108.8)));
  const std::string text = butterfly_tuning_text({{8, tuning}, {9, tuning}});
  CHECK_THAT(text, Contains(" 8  plain            0      -      0        0.870 us"));
  CHECK_THAT(text, Contains(" 8  final only") && Contains(" 9  best"));
}

TEST_CASE("Butterfly tuning: where noise takes processors it is told before when no allreduce ends, and none does") {
  ButterflyTuneRequest request = dense();
  CHECK_FALSE(tune_butterfly(request).bound);
  request.study.butterfly.reading = NoiseReading::kProcessor;
  const ButterflyTuning tuning = tune_butterfly(request);
  REQUIRE(tuning.bound);
  CHECK(*tuning.bound > 0.5 * tuning.best.completion.mean);
  CHECK(*tuning.bound < tuning.best.completion.mean);
  CHECK_THAT(butterfly_tuning_text({{8, tuning}}), Contains(" 8  any rounds") && Contains("at least"));
}

TEST_CASE("Butterfly tuning: without noise nothing redundant is recommended") {
  ButterflyTuneRequest request = dense();
  request.study.butterfly.noise.kind = NoiseKind::kNone;
  const ButterflyTuning tuning = tune_butterfly(request);
  CHECK(tuning.best.redundant_rounds() == 0);
  CHECK(tuning.quiet_cost() == 0);
  CHECK(tuning.gain() == 1);
}

TEST_CASE("Butterfly tuning: what is wrong with a request is told at once, each once") {
  ButterflyTuneRequest request = dense();
  request.study.repetitions = 0;
  request.middle_rounds = {0, -1, 65};
  request.middle_positions = {0, 9};
  CHECK(fields_at_fault(request) ==
        Fields{"study.repetitions", "study.butterfly.shape.middle_rounds", "study.butterfly.shape.middle_rounds",
               "study.butterfly.shape.middle_position", "study.butterfly.shape.middle_position",
               "study.butterfly.shape.middle_position"});
  request = dense();
  request.middle_rounds.clear();
  CHECK(validate(request).size() == 1);
}

}  // namespace
}  // namespace tactus
