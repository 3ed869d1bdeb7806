#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/tactus_process.h"
#include "tlm_models/traffic/algorithm.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::ordered_json;

Scenario read(const std::string& text) {
  const ScenarioResult result = read_scenario_text("jobs.yaml", text);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(format(faults->front()));
  return std::get<Scenario>(result);
}

/// The result of a run at `level`.
Json result_of(const Scenario& scenario, Level level) {
  const RunHistory run = run_level(scenario, level);
  REQUIRE(run.violation == "");
  return Json::parse(run.result);
}

Json jobs_of(const Scenario& scenario, Level level) { return result_of(scenario, level).at("jobs"); }

Scenario only(Scenario scenario, std::size_t chosen) {
  for (std::size_t i = 0; i < scenario.workload.jobs.size(); ++i) {
    scenario.workload.jobs[i].enabled = i == chosen;
  }
  return scenario;
}

/// A job on one half of 8x4 nodes, with a program that is drawn.
std::string drawn_job(const RandomStream& draws, int half) {
  std::uint64_t index = static_cast<std::uint64_t>(half) * 100;
  const auto one_of = [&](const std::vector<std::string>& texts) { return texts[draws.below(index++, texts.size())]; };
  const std::string algorithm = one_of({"a2at", "pwx", "ring, wait_receives: false", "permutation, repetitions: 3",
                                        "nearest_neighbour, repetitions: 2", "allreduce, method: ring",
                                        "alltoall, method: pairwise", "broadcast, repetitions: 4"});
  const std::string box = half == 0 ? "{from: [0, 0], to: [3, 3]}" : "{from: [4, 0], to: [7, 3]}";
  return "{name: half_" + std::to_string(half) + ", algorithm: " + algorithm + ", nodes: " + box +
         ", message_size: " + std::to_string(draws.below(index++, 6000)) +
         " B, placement: " + one_of({"ordered", "ordered", "random"}) + ", imbalance: " + one_of({"0 us", "1 us"}) +
         ", start: " + one_of({"0 us", "3 us"}) + "}";
}

TEST_CASE("Jobs: on halves that share no link each job has exactly the times that it has alone", "[JOB-11][long]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const RandomStream draws(seed, 0);
    const std::string jobs = drawn_job(draws, 0) + ", " + drawn_job(draws, 1);
    CAPTURE(seed, jobs);
    const Scenario both =
        read("{seed: " + std::to_string(seed) + ", network: {shape: [8, 4]}, workload: {jobs: [" + jobs + "]}}");
    for (const Level level : {Level::kPacket, Level::kFlow}) {
      CAPTURE(to_string(level));
      const Json together = jobs_of(both, level);
      REQUIRE(together.size() == 2);
      for (const std::size_t i : {0, 1}) {
        const Json alone = jobs_of(only(both, i), level);
        REQUIRE(alone.size() == 1);
        CHECK(alone[0] == together[i]);
      }
    }
  }
}

TEST_CASE("Jobs: cycle and packet level are equal, whatever the jobs share", "[JOB-1][JOB-4][EQUAL-1]") {
  const std::vector<std::string> cases = {
      // A collective on a communicator, and nobody else.
      "workload: {jobs: [{name: a, algorithm: allreduce, method: rabenseifner, nodes: [0, 5, 10, 15]}]}",
      // Everybody's messages cross everybody's nodes.
      "workload: {jobs: [{name: a, algorithm: a2at, message_size: 3 KiB, nodes: {from: [1, 1], to: [2, 2]}},"
      " {name: b, algorithm: pwx, message_size: 5 KiB, ranks: 8, placement: random, start: 2 us},"
      " {name: c, algorithm: barrier, repetitions: 3}]}",
      // Ranks of several jobs share NICs, and noise takes their processors.
      "noise: {kind: poisson, period: 20 us, length: 3 us, distribution: exponential}\n"
      "workload: {ranks_per_node: 3, jobs: [{name: a, algorithm: ring, message_size: 1 KiB,"
      " nodes: {from: 0, to: 15}, ranks_per_node: 1}, {name: b, algorithm: permutation, ranks: 20, repetitions: 3,"
      " placement: random, imbalance: 1 us}, {name: c, algorithm: broadcast, start: 1 us}]}"};
  for (const std::string& text : cases) {
    CAPTURE(text);
    const Scenario scenario = read("network: {shape: [4, 4]}\n" + text + "\n");
    const RunHistory run = require_equal_levels(scenario);
    const Json result = Json::parse(run.result);
    for (const Json& job : result["jobs"]) CHECK(job["duration_s"] > 0);
    for (const Json& sequence : result.value("sequences", Json::array())) {
      CHECK(sequence["job"].is_string());
      CHECK(sequence["last_end_s"] > sequence["start_s"]);
    }
    CHECK(jobs_of(scenario, Level::kFlow).size() == result["jobs"].size());
  }
}

TEST_CASE("Jobs: an allreduce on a box of 2x2 nodes takes what it takes on a mesh of 2x2", "[JOB-3][JOB-5]") {
  const std::string program = "algorithm: allreduce, method: ring, message_size: 64 KiB, combine_rate: 4 GB/s";
  for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
    const Json alone =
        result_of(read("network: {shape: [2, 2], wrap: [false, false]}\nworkload: {" + program + "}\n"), level);
    for (const char* corner : {"{from: [1, 2], to: [2, 3]}", "{from: [0, 0], to: [1, 1]}"}) {
      CAPTURE(to_string(level), corner);
      const Json box =
          jobs_of(read("network: {shape: [4, 4]}\nworkload: {jobs: [{name: box, nodes: " + std::string(corner) + ", " +
                       program + "}]}\n"),
                  level);
      CHECK(box[0]["duration_s"] == alone["simulated_seconds"]);
      CHECK(box[0]["messages"] == alone["messages_delivered"]);
      // Each rank sends a quarter of the vector in each of 2 (n - 1) steps.
      CHECK(box[0]["bytes"] == 4 * 2 * 3 * 16 * 1024);
    }
  }
}

TEST_CASE("Jobs: a job on all nodes is the program without jobs", "[JOB-3]") {
  for (const char* placement : {"ordered", "random"}) {
    const std::string program =
        std::string("algorithm: a2at, message_size: 2 KiB, imbalance: 2 us, placement: ") + placement;
    CAPTURE(placement);
    const Scenario plain = read("workload: {" + program + "}\n");
    const Scenario jobs = read("workload: {jobs: [{name: all, " + program + "}]}\n");
    Json one = result_of(plain, Level::kPacket);
    Json two = result_of(jobs, Level::kPacket);
    CHECK(two["jobs"][0]["duration_s"] == one["simulated_seconds"]);
    for (Json& sequence : two["sequences"]) sequence.erase("job");
    for (Json* each : {&one, &two}) {
      each->erase("configuration");
      each->erase("jobs");
      each->erase("limit");  // names a rank
      // With jobs ranks are counted by the processors that they run on.
      for (Json& late : (*each)["late_starts"]["ranks"]) late.erase("rank");
    }
    CHECK(one == two);
  }
}

TEST_CASE("Jobs: a job that starts later is the same later, and noise does not put off its start", "[JOB-4]") {
  const auto job = [](const std::string& start, const std::string& noise) {
    return read(noise + "workload: {jobs: [{name: a, algorithm: a2at, message_size: 1 KiB, start: " + start +
                ", nodes: {from: [0, 0], to: [3, 1]}}]}\n");
  };
  for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
    CAPTURE(to_string(level));
    const Json soon = result_of(job("0 us", ""), level);
    const Json late = result_of(job("50 us", ""), level);
    CHECK(std::abs(late["jobs"][0]["start_s"].get<double>() - 50e-6) < 1e-12);
    CHECK(std::abs(late["jobs"][0]["duration_s"].get<double>() - soon["jobs"][0]["duration_s"].get<double>()) < 1e-12);
    CHECK(std::abs(late["simulated_seconds"].get<double>() - 50e-6 - soon["simulated_seconds"].get<double>()) < 1e-12);
    // Of each 100 us the system takes 40: it would put off computing of 1 ms by 0.4 ms and more.
    const Json noisy = result_of(job("1 ms", "noise: {kind: periodic, period: 100 us, length: 40 us}\n"), level);
    // On pins programs begin in cycle 1.
    CHECK(std::abs(noisy["sequences"][0]["start_s"].get<double>() - 1e-3) < 5e-9);
    CHECK(noisy["noise"]["max_stolen_s"].get<double>() < 200e-6);
  }
}

TEST_CASE("Jobs: a run that is cut says which jobs have not ended", "[JOB-10][RESULT-71]") {
  const Json jobs = jobs_of(read("run: {max_time: 60 us}\nworkload: {jobs: ["
                                 "{name: short, algorithm: barrier, ranks: 4}, {name: long, algorithm: a2at,"
                                 " message_size: 1 MiB, nodes: {from: [0, 2], to: [3, 3]}},"
                                 " {name: off, algorithm: barrier, enabled: false, ranks: 2}]}\n"),
                            Level::kPacket);
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0]["name"] == "short");
  CHECK(jobs[0]["end_s"].get<double>() < 60e-6);
  CHECK(jobs[1]["name"] == "long");
  CHECK(jobs[1]["end_s"].is_null());
  CHECK_FALSE(jobs[1].contains("duration_s"));
}

const std::string kCrossing =
    "network: {shape: [4, 4]}\nparameters: {beside: true}\n"
    "workload:\n  alone: true\n  jobs:\n"
    "    - {name: first, algorithm: alltoall, message_size: 16 KiB, ranks: 8, placement: random}\n"
    "    - {name: second, algorithm: alltoall, message_size: 16 KiB, ranks: 8, enabled: \"${beside}\"}\n";

TEST_CASE("Jobs: alone each job takes what it takes if the other does nothing, and less than beside it",
          "[JOB-10][RESULT-71][RESULT-72][key:workload.alone]") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("crossing.yaml", kCrossing);
  const std::filesystem::path out = folder.path() / "out";
  const Outcome run = succeeded(run_tactus({"run", scenario, "--level", "packet", "--out", out}));
  const Json result = result_without_host(out);
  const Json& jobs = result["jobs"];
  REQUIRE(jobs.size() == 2);
  double most = 0;
  for (const std::size_t i : {0, 1}) {
    const Json alone = jobs_of(only(read(kCrossing), i), Level::kPacket);
    CHECK(jobs[i]["alone_s"] == alone[0]["duration_s"]);
    const double slowdown = jobs[i]["slowdown"];
    CHECK(slowdown > 1.01);
    CHECK(slowdown == jobs[i]["duration_s"].get<double>() / jobs[i]["alone_s"].get<double>());
    most = std::max(most, slowdown);
  }
  CHECK(result["job_slowdown"] == most);
  CHECK_THAT(run.out, Contains("jobs") && Contains("first: alltoall, 8 ranks: ") && Contains(" alone"));
  // Processors of a job have its name.
  const std::string trace = text_of(out / "trace.json");
  CHECK_THAT(trace, Contains("\"processor, job first\"") && Contains("\"processor, job second\""));

  const std::filesystem::path table = folder.path() / "sweep";
  succeeded(
      run_tactus({"sweep", scenario, "--level", "packet", "--out", table, "--quiet", "--over", "beside=true,false"}));
  const std::string rows = text_of(table / "sweep.csv");
  CHECK_THAT(rows, Contains("job_slowdown"));
  CHECK_THAT(rows, Contains(std::to_string(most).substr(0, 6)));
}

TEST_CASE("Jobs: what goes wrong in a run alone is told with the job", "[JOB-10]") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("crossing.yaml", kCrossing);
  const Outcome run = run_broken_tactus({"run", scenario, "--level", "cycle", "--out", folder.path() / "out"});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, Contains("job first alone: /tactus/"));
}

}  // namespace
