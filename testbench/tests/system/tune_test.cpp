#include <algorithm>
#include <fstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;

/// Four sequences of which the later ones have a best bias that is not 0.
Texts tuning(const fs::path& folder, const Texts& more = {}) {
  return with({"tune", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder / "tuned.yaml", "--runs",
               folder / "runs", "--bias", "-1:3:1"},
              more);
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
  const Outcome outcome = succeeded(run_tactus(tuning(folder.path())));
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
  const auto found = nlohmann::json::parse(run_tactus(tuning(one.path(), {"--json"})).out);
  CHECK(found.size() == 4);
  CHECK(found.at(3).at("sequence") == 4);
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
  const Outcome failed = ended_with(1, run_tactus(tuning(folder.path(), {"--quiet"})));
  CHECK_THAT(failed.err, Contains(obstacle.string()) && Contains("tuned.yaml is not written"));
  const Outcome cut = ended_with(1, run_tactus(tuning(folder.path() / "cut", {"--set", "run.max_time=1 us"})));
  CHECK_THAT(cut.err, Contains("no result of a sequence that has ended"));
  const Outcome wrong = ended_with(2, run_tactus(tuning(folder.path(), {"--imbalance", "fast"})));
  CHECK_THAT(wrong.err, Contains("--imbalance fast:1:1: error: "));
  CHECK_FALSE(fs::exists(folder.path() / "tuned.yaml"));
}

TEST_CASE("Tune: the table of another tuning is kept under another name, and that is told") {
  const TemporaryFolder folder;
  REQUIRE(run_tactus(tuning(folder.path(), {"--quiet"})).status == 0);
  const std::string first = text_of(folder.path() / "runs" / "sweep.csv");
  Texts narrow = tuning(folder.path(), {"--quiet"});
  std::replace(narrow.begin(), narrow.end(), std::string("-1:3:1"), std::string("-1:2:1"));
  const Outcome other = ended_with(0, run_tactus(narrow));
  CHECK_THAT(other.err, Contains("sweep.csv is of another sweep: it is kept as ") && Contains("sweep.1.csv"));
  CHECK(text_of(folder.path() / "runs" / "sweep.1.csv") == first);
  // A wider tuning loses nothing, and tells nothing.
  CHECK(run_tactus(tuning(folder.path(), {"--quiet"})).err.empty());
}

namespace {

Texts butterfly_tuning(const fs::path& folder, const Texts& more = {}) {
  return with({"tune", scenario_path("jitter/butterfly_noise.yaml"), "--out", folder / "tuned.yaml"}, more);
}

/// Noise so dense that redundant rounds pay on 64 nodes.
const Texts kDense = {"--set", "noise_period=300 us", "--set", "noise_length=5 us"};

Texts dense(Texts more) {
  more.insert(more.end(), kDense.begin(), kDense.end());
  return more;
}

}  // namespace

TEST_CASE("Tune: a butterfly gets the redundant rounds that are best under its noise, and runs with them") {
  const TemporaryFolder folder;
  const Outcome outcome = succeeded(run_tactus(butterfly_tuning(folder.path(), dense({"--dimensions", "8"}))));
  CHECK_THAT(outcome.out, Contains(" 6  best") && Contains(" 8  best") && Contains("takes the processor"));
  CHECK_THAT(text_of(folder.path() / "tuned.yaml"), Contains("final_rounds: "));
  CHECK(
      run_tactus({"run", folder.path() / "tuned.yaml", "--level", "packet", "--quiet", "--out", folder.path() / "run"})
          .status == 0);
}

TEST_CASE("Tune: a butterfly's best is the same with any number of threads") {
  const TemporaryFolder folder;
  const Outcome one = run_tactus(butterfly_tuning(folder.path(), dense({"--jobs", "1"})));
  const std::string tuned = text_of(folder.path() / "tuned.yaml");
  const Outcome many = run_tactus(butterfly_tuning(folder.path(), dense({"--jobs", "5"})));
  CHECK(one.out == many.out);
  CHECK(tuned == text_of(folder.path() / "tuned.yaml"));
}

TEST_CASE("Tune: a butterfly's rounds as messages, every seed with every choice, nothing twice") {
  const TemporaryFolder folder;
  const Texts arguments =
      butterfly_tuning(folder.path(), dense({"--set", "n=4", "--level", "packet", "--positions", "1,2", "--middle", "1",
                                             "--final", "1", "--repetitions", "5", "--runs", folder.path() / "runs"}));
  const Outcome first = run_tactus(arguments);
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  // Two and four choices, each with five seeds and once without noise.
  CHECK_THAT(first.out, Contains("36 run, 0 found at packet level"));
  const std::string tuned = text_of(folder.path() / "tuned.yaml");
  CHECK_THAT(run_tactus(arguments).out, Contains("0 run, 36 found"));
  Texts as_json = arguments;
  as_json.emplace_back("--json");
  const auto found = nlohmann::json::parse(run_tactus(as_json).out);
  CHECK(found.at(0).at("dimensions") == 4);
  CHECK(found.at(0).at("plain").at("final_rounds") == 0);
  CHECK(found.at(0).at("best").at("mean_s") <= found.at(0).at("plain").at("mean_s"));
  CHECK(tuned == text_of(folder.path() / "tuned.yaml"));
}

TEST_CASE("Tune: a scenario that cannot be written is told before anything runs") {
  const TemporaryFolder folder;
  Texts arguments = tuning(folder.path());
  std::ofstream(folder.path() / "file") << "no folder";
  arguments[3] = folder.path() / "file" / "tuned.yaml";
  const Outcome outcome = ended_with(1, run_tactus(arguments));
  CHECK_THAT(outcome.err, Contains("file: Not a directory"));
  CHECK_FALSE(fs::exists(folder.path() / "runs"));
}

TEST_CASE("Tune: options of the other kind of workload are refused") {
  const TemporaryFolder folder;
  const Outcome biased = ended_with(2, run_tactus(butterfly_tuning(folder.path(), {"--bias", "1:2:1"})));
  CHECK_THAT(biased.err, Contains("--bias: a butterfly has no sequences"));
  const Outcome rounds = ended_with(2, run_tactus(tuning(folder.path(), {"--final", "3"})));
  CHECK_THAT(rounds.err, Contains("--final: only for workload.algorithm: butterfly"));
  const Outcome quiet = run_tactus(butterfly_tuning(folder.path(), {"--set", "noise.kind=none", "--final", "70"}));
  CHECK(quiet.status == 2);
  CHECK_THAT(quiet.err, Contains("noise.kind") && Contains("--final: error: 70"));
  CHECK_FALSE(fs::exists(folder.path() / "tuned.yaml"));
}
