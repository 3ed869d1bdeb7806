#include <fstream>

#include "testbench/support/catch.h"
#include "testbench/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;
using Catch::Matchers::Contains;

/// Four sequences of which the later ones have a best bias that is not 0.
Texts tuning(const fs::path& folder, const Texts& more = {}) {
  Texts arguments = {"tune",   scenario_path("quickstart/a2at_4x4.yaml"),
                     "--out",  folder / "tuned.yaml",
                     "--runs", folder / "runs",
                     "--bias", "-1:3:1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Time of sequence `sequence` alone with `bias`, by a run of its own.
double seconds_alone(int sequence, int bias) {
  const TemporaryFolder folder;
  REQUIRE(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--level", "packet", "--quiet", "--out",
                      folder.path(), "--set", "trace.enabled=false", "--set",
                      "workload.sequences=[" + std::to_string(sequence) + "]", "--set",
                      "pacing.bias=" + std::to_string(bias)})
              .status == 0);
  const auto result = result_without_host(folder.path())["sequences"][0];
  return result["last_end_s"].get<double>() - result["start_s"].get<double>();
}

}  // namespace

TEST_CASE("Tune: writes a scenario with the bias that is best for each sequence by itself, and it runs") {
  const TemporaryFolder folder;
  const Outcome outcome = run_tactus(tuning(folder.path()));
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Contains("20 run, 0 found at packet level"));
  std::string biases;
  for (int sequence = 1; sequence <= 4; ++sequence) {
    int best = 0;
    for (const int bias : {-1, 1, 2, 3}) {
      if (seconds_alone(sequence, bias) < seconds_alone(sequence, best) - 1e-12) best = bias;
    }
    biases += (biases.empty() ? "" : ", ") + std::to_string(best);
  }
  CHECK_THAT(text_of(folder.path() / "tuned.yaml"), Contains("sequence_bias: [" + biases + "]"));
  CHECK_THAT(text_of(folder.path() / "tuned.yaml"), Contains("/schema.json\n# Made by tactus tune "));
  CHECK(run_tactus({"run", folder.path() / "tuned.yaml", "--quiet", "--out", folder.path() / "run"}).status == 0);
}

TEST_CASE("Tune: finds the same with any number of processes, and runs nothing twice") {
  const TemporaryFolder one;
  const TemporaryFolder many;
  REQUIRE(run_tactus(tuning(one.path(), {"--jobs", "1", "--quiet"})).status == 0);
  REQUIRE(run_tactus(tuning(many.path(), {"--jobs", "4", "--quiet"})).status == 0);
  const std::string tuned = text_of(one.path() / "tuned.yaml");
  CHECK_FALSE(tuned.empty());
  CHECK(tuned == text_of(many.path() / "tuned.yaml"));
  const Outcome again = run_tactus(tuning(one.path()));
  CHECK_THAT(again.out, Contains("0 run, 20 found"));
  CHECK(text_of(one.path() / "tuned.yaml") == tuned);
}

TEST_CASE("Tune: imbalance is for tuning, the scenario found keeps its own") {
  const TemporaryFolder folder;
  REQUIRE(run_tactus(tuning(folder.path(), {"--imbalance", "3 us", "--quiet"})).status == 0);
  CHECK(text_of(folder.path() / "tuned.yaml").find("imbalance:") == std::string::npos);
  CHECK_THAT(text_of(folder.path() / "tuned.yaml"), Contains("under 3 us of imbalance"));
  const auto run = result_without_host(folder.path() / "runs" / "workload.sequences=[1],pacing.bias=0");
  CHECK(run["configuration"]["workload.imbalance"] == "750 cycles");
}

TEST_CASE("Tune: a run that fails, one that does not end, or wrong input leaves no scenario") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "runs");
  const fs::path obstacle = folder.path() / "runs" / "workload.sequences=[2],pacing.bias=3";
  std::ofstream(obstacle) << "a file where a folder should be";
  const Outcome failed = run_tactus(tuning(folder.path(), {"--quiet"}));
  CHECK(failed.status == 1);
  CHECK_THAT(failed.err, Contains(obstacle) && Contains("tuned.yaml is not written"));
  const Outcome cut = run_tactus(tuning(folder.path() / "cut", {"--set", "run.max_time=1 us"}));
  CHECK(cut.status == 1);
  CHECK_THAT(cut.err, Contains("no result of a sequence that has ended"));
  const Outcome wrong = run_tactus(tuning(folder.path(), {"--imbalance", "fast"}));
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Contains("--imbalance fast:1:1: error: "));
  CHECK_FALSE(fs::exists(folder.path() / "tuned.yaml"));
}
