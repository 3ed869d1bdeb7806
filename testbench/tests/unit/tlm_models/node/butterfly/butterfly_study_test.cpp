#include "tlm_models/node/butterfly/butterfly_study.h"

#include <cmath>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

ButterflyStudyConfig study(int repetitions, int threads) {
  ButterflyStudyConfig config;
  config.butterfly.shape = {10, 1, 4, {}};
  config.butterfly.noise.kind = NoiseKind::kPeriodic;
  config.butterfly.noise.period = Picoseconds{1'000'000'000};
  config.repetitions = repetitions;
  config.threads = threads;
  return config;
}

void check_same(const SampleSummary& a, const SampleSummary& b) {
  CHECK(a.count == b.count);
  CHECK(a.mean == b.mean);
  CHECK(a.confidence == b.confidence);
  CHECK(a.min == b.min);
  CHECK(a.p50 == b.p50);
  CHECK(a.p95 == b.p95);
  CHECK(a.p99 == b.p99);
  CHECK(a.max == b.max);
}

TEST_CASE("Butterfly study: any number of threads gives the same bits") {
  const std::vector<ButterflyStudyRow> one = run_study(study(40, 1));
  REQUIRE(one.size() == 5);
  CHECK(one[0].completion.max > one[0].completion.min);
  for (const int threads : {2, 3, 8, 64}) {
    const std::vector<ButterflyStudyRow> more = run_study(study(40, threads));
    for (std::size_t i = 0; i < one.size(); ++i) {
      CHECK(more[i].final_rounds == static_cast<int>(i));
      CHECK(more[i].quiet == one[i].quiet);
      check_same(more[i].completion, one[i].completion);
      check_same(more[i].process, one[i].process);
    }
  }
}

TEST_CASE("Butterfly study: repetitions have noise of their own, another seed has other noise") {
  ButterflyStudyConfig config = study(20, 2);
  const SampleSummary first = run_study(config)[0].process;
  CHECK(first.max > first.min);
  config.seed = 2;
  CHECK(run_study(config)[0].process.mean != first.mean);
}

TEST_CASE("Butterfly study: the same repetition has the same noise whatever its rounds are") {
  // The plain butterfly is part of both, up to its middle: with the redundant rounds at its end it is all of it.
  ButterflyStudyConfig plain = study(20, 2);
  plain.butterfly.shape = {10, 0, 3, {}};
  ButterflyStudyConfig moved = plain;
  moved.butterfly.shape = {10, 3, 0, 10};
  check_same(run_study(plain).back().completion, run_study(moved).back().completion);
}

TEST_CASE("Butterfly study: the slow-down is that of the mean against the same rounds without noise") {
  ButterflyStudyConfig quiet = study(3, 1);
  quiet.butterfly.noise.kind = NoiseKind::kNone;
  for (const ButterflyStudyRow& row : run_study(quiet)) CHECK(row.slowdown() == 1);
  const ButterflyStudyRow row = run_study(study(40, 2)).front();
  CHECK(row.slowdown() == Approx(row.completion.mean / static_cast<double>(row.quiet.count())));
  CHECK(row.slowdown() > 1);
}

}  // namespace
}  // namespace tactus
