#include <string>
#include <variant>
#include <vector>

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus::test {
namespace {

/// `jobs` on a torus of 4x4 nodes, in line 1 from column 46 on.
std::string with_jobs(const std::string& jobs) {
  return "{network: {shape: [4, 4]}, workload: {jobs: [" + jobs + "]}}\n";
}

TEST_CASE("Job keys: each job has its program, its ranks and its start", "[JOB-9][key:workload.jobs]") {
  const Scenario scenario = good(
      "network: {shape: [4, 4]}\n"
      "workload:\n"
      "  jobs:\n"
      "    - {name: a, algorithm: a2at, message_size: 2 KiB, nodes: {from: [0, 0], to: [1, 3]}, sequences: [2, 1]}\n"
      "    - {name: b, algorithm: allreduce, method: ring, repetitions: 3, ranks: 4, placement: random, start: 50 us}\n"
      "    - {name: c, algorithm: barrier, nodes: [15, 14], imbalance: 1 us, enabled: false}\n"
      "    - {name: d, algorithm: ping_pong, nodes: [[2, 0], [3, 0]], ping_pong_peer: [1]}\n");
  const std::vector<JobConfig>& jobs = scenario.workload.jobs;
  CHECK(scenario.workload.algorithm == "jobs");
  REQUIRE(jobs.size() == 4);
  CHECK(jobs[0].name == "a");
  CHECK(jobs[0].program.algorithm == "a2at");
  CHECK(jobs[0].program.message_size == Bytes{2048});
  CHECK(jobs[0].program.sequences == std::vector<int>{2, 1});
  CHECK(jobs[0].nodes == std::vector<int>{0, 1, 4, 5, 8, 9, 12, 13});
  CHECK(jobs[0].enabled);
  CHECK(jobs[1].program.method == "ring");
  CHECK(jobs[1].program.repetitions == 3);
  CHECK(jobs[1].ranks == 4);
  CHECK(jobs[1].program.placement == "random");
  CHECK(jobs[1].start == Cycles{12'500});
  CHECK(jobs[1].nodes.empty());
  CHECK(jobs[2].nodes == std::vector<int>{15, 14});
  CHECK(jobs[2].program.imbalance == Cycles{250});
  CHECK_FALSE(jobs[2].enabled);
  CHECK(jobs[3].nodes == std::vector<int>{2, 3});
  CHECK(jobs[3].program.ping_pong_peer == Coordinate{1, 0});
  CHECK_FALSE(scenario.run.jobs_alone);
}

TEST_CASE("Job keys: numbers of nodes say what places say", "[JOB-2][key:workload.jobs]") {
  const auto nodes_of = [](const std::string& nodes) {
    return good(with_jobs("{name: a, algorithm: ring, nodes: " + nodes + "}")).workload.jobs.front().nodes;
  };
  CHECK(nodes_of("[[1, 2], [3, 0]]") == std::vector<int>{9, 3});
  CHECK(nodes_of("[9, [3, 0]]") == std::vector<int>{9, 3});
  CHECK(nodes_of("{from: [1, 1], to: [2, 2]}") == std::vector<int>{5, 6, 9, 10});
  CHECK(nodes_of("{from: 5, to: 10}") == std::vector<int>{5, 6, 7, 8, 9, 10});
}

TEST_CASE("Job keys: nodes of a network that only numbers them have numbers", "[JOB-2]") {
  const std::string tree = "flow: {topology: k_ary_n_tree, arity: 2, levels: 4}\nworkload: {jobs: [{name: a, ";
  const Scenario scenario = good(tree + "algorithm: ring, nodes: {from: 3, to: 6}}]}\n");
  CHECK(scenario.workload.jobs.front().nodes == std::vector<int>{3, 4, 5, 6});
  check_faults(faults_of(tree + "algorithm: ring, nodes: [[0, 1]]}]}\n"),
               {{2, 53, "workload.jobs[0].nodes: the nodes of this network have no places"}});
}

TEST_CASE("Job keys: everything that is wrong is told at once, with its place and the nearest key",
          "[JOB-9][key:workload.jobs]") {
  check_broken({
      {"jobs and another algorithm", "workload:\n  algorithm: a2at\n  jobs: [{name: a, algorithm: ring}]\n", 3, 3,
       "workload.jobs has no effect: workload.algorithm is a2at. Use workload.algorithm jobs, or leave"},
      {"no jobs", "workload: {algorithm: jobs}\n", 1, 23, "workload.algorithm: jobs needs workload.jobs"},
      {"one job and no list", "workload: {jobs: {name: a}}\n", 1, 18,
       "workload.jobs: takes a list of jobs, as in [{name: solver, algorithm: allreduce, ranks: 16}]"},
      {"an empty list", "workload: {jobs: []}\n", 1, 18, "workload.jobs: takes a list of jobs"},
      {"a job that is a word", with_jobs("ring"), 1, 46, "workload.jobs[0]: takes a map of name, enabled, nodes"},
      {"neither name nor algorithm",
       with_jobs("{ranks: 4}"),
       {{1, 46, "workload.jobs[0] needs algorithm"}, {1, 46, "workload.jobs[0] needs name"}}},
      {"slips in two jobs",
       with_jobs("{name: a, algoritm: ring, ranks: 4}, {name: b, algorithm: rin, ranks: 0}"),
       {{1, 46, "workload.jobs[0] needs algorithm"},
        {1, 56, "workload.jobs[0]: 'algoritm' is not one of name, enabled"},
        {1, 104, "workload.jobs[1].algorithm: 'rin' is not one of"},
        {1, 116, "workload.jobs[1].ranks: 0: must be at least 1"}}},
      {"a key that the program does not have", with_jobs("{name: a, algorithm: ring, method: tree, ranks: 4}"), 1, 73,
       "workload.jobs[0].method has no effect: workload.jobs[0].algorithm is ring. Use workload.jobs[0].algorithm"},
      {"an open loop", with_jobs("{name: a, algorithm: uniform, ranks: 4}"), 1, 67,
       "workload.jobs[0].algorithm: uniform: an open loop of the nodes"},
      {"jobs of a job", with_jobs("{name: a, algorithm: jobs, ranks: 4}"), 1, 67,
       "workload.jobs[0].algorithm: jobs: jobs have no jobs of their own"},
      {"a schedule without its file", with_jobs("{name: a, algorithm: schedule, ranks: 4}"), 1, 67,
       "workload.jobs[0].algorithm: schedule needs workload.jobs[0].schedule"},
      {"half a box", with_jobs("{name: a, algorithm: ring, nodes: {from: [0, 0]}}"), 1, 80,
       "workload.jobs[0].nodes: a box needs both of from and to"},
      {"a box the wrong way round", with_jobs("{name: a, algorithm: ring, nodes: {from: [2, 0], to: [1, 3]}}"), 1, 80,
       "workload.jobs[0].nodes: from has to be the lower corner"},
      {"a node beyond the network", with_jobs("{name: a, algorithm: ring, nodes: [[0, 0], [4, 0]]}"), 1, 80,
       "workload.jobs[0].nodes: (4,0) is outside the network of 4x4"},
      {"a place with too few coordinates", with_jobs("{name: a, algorithm: ring, nodes: [[0, 0], [1]]}"), 1, 80,
       "workload.jobs[0].nodes: 1 coordinates: the network of 4x4 has 2"},
      {"a number beyond the network", with_jobs("{name: a, algorithm: ring, nodes: [0, 16]}"), 1, 80,
       "workload.jobs[0].nodes: 16: the machine has nodes 0 to 15"},
      {"more ranks than there are",
       with_jobs("{name: a, algorithm: ring, ranks: 9}, {name: b, algorithm: ring, ranks: 8}"), 1, 118,
       "workload.jobs[1].ranks: 8: 7 of 16 are free"},
      {"a node twice",
       with_jobs("{name: a, algorithm: ring, nodes: [0, 1]}, {name: b, algorithm: ring, nodes: [1, 2]}"), 1, 123,
       "workload.jobs[1].nodes: node (1,0) belongs to job 'a'"},
      {"a program that its ranks cannot execute", with_jobs("{name: a, algorithm: butterfly, ranks: 6}"), 1, 67,
       "workload.jobs[0].algorithm: butterfly"},
      {"one rank", with_jobs("{name: a, algorithm: ring, ranks: 1}"), 1, 67,
       "workload.jobs[0].algorithm: ring needs at least 2 ranks"},
      {"keys of a single program beside jobs",
       "workload: {message_size: 1 KiB, placement: random, jobs: [{name: a, algorithm: ring}]}\n",
       {{1, 12, "workload.message_size has no effect: workload.algorithm is jobs by workload.jobs. Use"},
        {1, 33, "workload.placement has no effect: workload.algorithm is jobs by workload.jobs. Use"}}},
      {"a comparison with a run that is the same", "workload: {algorithm: ring, alone: true}\n", 1, 29,
       "workload.alone has no effect: workload.algorithm is ring. Use workload.algorithm jobs, or leave"},
  });
}

TEST_CASE("Job keys: a scenario written anew says the same jobs", "[key:workload.jobs][key:workload.alone]") {
  const std::string text =
      "network: {shape: [4, 4]}\n"
      "workload:\n"
      "  alone: true\n"
      "  ranks_per_node: 2\n"
      "  jobs:\n"
      "    - {name: a, algorithm: a2at, message_size: 2 KiB, nodes: {from: [0, 0], to: [1, 3]}, ranks_per_node: 1}\n"
      "    - {name: b, algorithm: allreduce, method: ring, combine_rate: 1 GB/s, ranks: 4, start: 50 us}\n"
      "    - {name: c, algorithm: pwx, nodes: [[3, 0], 14], wait_receives: false, enabled: false}\n";
  const Scenario scenario = good(text);
  CHECK(scenario.run.jobs_alone);
  const std::string written = to_yaml(scenario);
  CHECK(to_yaml(good(written)) == written);
  const Scenario again = good(written);
  REQUIRE(again.workload.jobs.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const JobConfig& one = scenario.workload.jobs[i];
    const JobConfig& two = again.workload.jobs[i];
    CHECK(one.name == two.name);
    CHECK(one.nodes == two.nodes);
    CHECK(one.ranks == two.ranks);
    CHECK(one.ranks_per_node == two.ranks_per_node);
    CHECK(one.start == two.start);
    CHECK(one.enabled == two.enabled);
    CHECK(one.program.algorithm == two.program.algorithm);
    CHECK(one.program.method == two.program.method);
    CHECK(one.program.message_size == two.program.message_size);
    CHECK(one.program.combine_rate == two.program.combine_rate);
    CHECK(one.program.wait_receives == two.program.wait_receives);
  }
}

TEST_CASE("Job keys: parameters and options reach into jobs", "[key:workload.jobs]") {
  const std::string text =
      "parameters: {beside: false, size: 1 KiB}\n"
      "workload: {jobs: [{name: a, algorithm: ring, ranks: 4, message_size: \"${size}\"},"
      " {name: b, algorithm: ring, ranks: 4, enabled: \"${beside}\"}]}\n";
  CHECK_FALSE(good(text).workload.jobs[1].enabled);
  const Scenario changed = good(text, {"beside=true", "size=3 KiB"});
  CHECK(changed.workload.jobs[1].enabled);
  CHECK(changed.workload.jobs[0].program.message_size == Bytes{3072});
  CHECK(good(text, {"beside=true", "size=3 KiB", "workload.algorithm=ring"}).workload.algorithm == "ring");
  CHECK(good("{}", {"workload.jobs=[{name: a, algorithm: ring}]"}).workload.jobs.size() == 1);
}

TEST_CASE("Job keys: operations are read from beside the scenario, for the ranks that the job has",
          "[JOB-9][key:workload.jobs]") {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("scenario.yaml",
                   "network: {shape: [4, 4]}\n"
                   "workload:\n  jobs:\n"
                   "    - {name: a, algorithm: schedule, schedule: two.goal, goal_unit: 1 us, nodes: [7, 3]}\n"
                   "    - {name: b, algorithm: schedule, schedule: two.goal, ranks: 4}\n");
  const std::string goal = "num_ranks 2\nrank 0 {\n l: calc 5\n}\nrank 1 {\n l: calc 7\n}\n";
  const std::string operations = folder.write("two.goal", goal);
  ScenarioResult result = read_scenario(path);
  REQUIRE(std::holds_alternative<Scenario>(result));
  const std::vector<JobConfig>& jobs = std::get<Scenario>(result).workload.jobs;
  REQUIRE(jobs[0].program.schedule);
  CHECK(jobs[0].program.schedule->program(1).operations.front().amount == 7'000'000);
  CHECK(jobs[1].program.schedule->program(1).operations.front().amount == 7000);

  REQUIRE(folder.write("two.goal", "num_ranks 3\nrank 0 {\n l: calc 5\n}\n") == operations);
  result = read_scenario(path);
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(result));
  const Diagnostic& many = std::get<std::vector<Diagnostic>>(result).front();
  CHECK(many.file.find("two.goal") != std::string::npos);
  CHECK(many.line == 1);

  REQUIRE(folder.write("two.goal", goal) == operations);
  const ScenarioResult choices = read_scenario(folder.write(
      "choices.yaml",
      "workload: {jobs: [{name: a, algorithm: schedule, schedule: two.goal,\n"
      "  collectives: [{operation: allreduce, method: ring}, {operation: allreduce, method: magic}]}]}\n"));
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(choices));
  const Diagnostic& unknown = std::get<std::vector<Diagnostic>>(choices).front();
  CHECK(unknown.line == 2);
  CHECK(unknown.message.find("workload.jobs[0].collectives[1]") == 0);
}

}  // namespace
}  // namespace tactus::test
