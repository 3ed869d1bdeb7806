#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/farm_schedule.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::ordered_json;

/// Rank 0 computes and sends to rank 1, which computes.
constexpr char kChain[] = R"(num_ranks 2
rank 0 {
  cell: calc 3000
  out: send 20000b to 1
  out requires cell
}
rank 1 {
  in: recv 20000b from 0
  cell: calc 1000
  cell requires in
}
)";

constexpr int kRounds = 4;

/// Ranks from 1 on send to rank 0 in rounds: message j has j kB and a byte for each rank of `first` and its own.
std::string crowd(int ranks, int first) {
  std::string text = fmt::format("num_ranks {}\nrank 0 {{\n", ranks);
  for (int i = 0; i < (ranks - 1) * kRounds; ++i) text += fmt::format("r{0}: recv 8000b from -1 tag 3\n", i);
  text += "}\n";
  for (int rank = 1; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < kRounds; ++i) {
      text += fmt::format("w{0}: calc {1}\ns{0}: send {2}b to 0 tag 3\ns{0} requires w{0}\n", i,
                          (rank * 7 + i * 5) % 11 * 200, i * 1000 + first + rank);
      if (i > 0) text += fmt::format("w{0} irequires s{1}\n", i, i - 1);
    }
    text += "}\n";
  }
  return text;
}

struct Run {
  Outcome outcome;
  std::map<std::string, std::string> files;
};

Run run(const std::string& scenario, const TemporaryFolder& folder, const Arguments& more) {
  Run done;
  done.outcome = run_tactus(with({"run", scenario, "--quiet", "--out", folder.path() / "out"}, more));
  if (done.outcome.status != 0) return done;
  for (const char* name : {"operations.csv", "operations.h5", "messages.csv", "trace.json", "result.json"}) {
    done.files[name] = text_of(folder.path() / "out" / name);
  }
  return done;
}

/// Runs that differ in nothing but their level have equal files. Answers one of them.
Run run_both(const std::string& scenario, const TemporaryFolder& folder) {
  const Run cycle = run(scenario, folder, {"--level", "cycle"});
  INFO(cycle.outcome.err);
  REQUIRE(cycle.outcome.status == 0);
  const Run packet = run(scenario, folder, {"--level", "packet"});
  for (const char* name : {"operations.csv", "operations.h5", "messages.csv", "trace.json"}) {
    CAPTURE(name);
    CHECK((packet.files.at(name) == cycle.files.at(name)));
  }
  return packet;
}

/// Rows of a table that begin with `prefix`, without it.
std::string rows_of(const std::string& table, const std::string& prefix) {
  std::string rows;
  for (std::size_t at = 0; at < table.size();) {
    const std::size_t end = table.find('\n', at) + 1;
    if (table.compare(at, prefix.size(), prefix) == 0) {
      rows += table.substr(at + prefix.size(), end - at - prefix.size());
    }
    at = end;
  }
  return rows;
}

std::string after_first_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

constexpr char kTwoJobs[] =
    "network: {shape: [5, 4]}\nattribution: {enabled: true}\n"
    "workload: {jobs: [{name: farm, algorithm: schedule, schedule: farm.goal, nodes: [0, 1, 2, 3, 4]},\n"
    "  {name: chain, algorithm: schedule, schedule: chain.goal, nodes: [13, 10], start: 2 us}]}\n";

}  // namespace

TEST_CASE("Job operations: a job has the operations of its schedule alone, and its name, at every level",
          "[JOB-12][JOB-13][OPERATION-10][EQUAL-1]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("farm.goal", kFarm));
  static_cast<void>(folder.write("chain.goal", kChain));
  const std::string scenario = folder.write("jobs.yaml", kTwoJobs);
  const Run jobs = run_both(scenario, folder);
  const std::string& table = jobs.files.at("operations.csv");
  CHECK(table.find("job,rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\nfarm,0,0,3,") == 0);
  CHECK_THAT(table, Contains("\nfarm,0,3,6,recv,1,64,"));  // the last that came is of rank 1
  CHECK_THAT(table, Contains("\nchain,1,0,8,recv,0,20000,"));
  const Run some = run(scenario, folder, {"--set", "trace.max_operations=14"});
  REQUIRE(some.outcome.status == 0);
  CHECK(some.files.at("operations.csv") == table.substr(0, table.find("chain,1,0,")));  // 12 of the farm, and 2
  // Ranks 0 to 4 are on the nodes of their numbers, and nobody else uses row 0.
  const std::string alone =
      folder.write("alone.yaml", "network: {shape: [5, 4]}\nworkload: {algorithm: schedule, schedule: farm.goal}\n");
  for (const char* level : {"packet", "flow"}) {
    CAPTURE(level);
    const Arguments at = {"--level", level, "--set", "trace.enabled=true"};
    const Outcome own = run_tactus(with({"run", alone, "--quiet", "--out", folder.path() / "alone"}, at));
    REQUIRE(own.status == 0);
    const Outcome beside = run_tactus(with({"run", scenario, "--quiet", "--out", folder.path() / "beside"}, at));
    REQUIRE(beside.status == 0);
    CHECK(rows_of(text_of(folder.path() / "beside" / "operations.csv"), "farm,") ==
          after_first_line(text_of(folder.path() / "alone" / "operations.csv")));
    const Json one = Json::parse(text_of(folder.path() / "alone" / "result.json"));
    const Json result = Json::parse(text_of(folder.path() / "beside" / "result.json"));
    CHECK(result["jobs"][0]["operation_ranks"] == one["operation_ranks"]);
    CHECK(result["jobs"][0]["operations"]["parts"] == one["operations"]["parts"]);
    CHECK(result["jobs"][1]["operations"]["cycles"] > 0);
    CHECK_FALSE(result.contains("operations"));
  }
  const std::string off = folder.write(
      "off.yaml", std::string(kTwoJobs).replace(std::string(kTwoJobs).rfind("start"), 0, "enabled: false, "));
  const Run one = run(off, folder, {});
  REQUIRE(one.outcome.status == 0);
  CHECK(rows_of(one.files.at("operations.csv"), "farm,") == rows_of(table, "farm,"));
  CHECK(rows_of(one.files.at("operations.csv"), "chain,").empty());
}

TEST_CASE("Job operations: the path of a job begins with the job, and names its ranks and lines", "[JOB-13]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("farm.goal", kFarm));
  static_cast<void>(folder.write("chain.goal", kChain));
  const std::string scenario = folder.write("jobs.yaml", kTwoJobs);
  const Outcome json = run_tactus({"explain", scenario, "--tries", "0", "--json"});
  INFO(json.err);
  REQUIRE(json.status == 0);
  const Json jobs = Json::parse(json.out)["jobs"];
  const Json path = jobs[1]["operations"];
  // From its start, 500 cycles, to its end.
  CHECK(path["cycles"].get<double>() * 4e-9 == Approx(jobs[1]["duration_s"].get<double>()).margin(8e-9));
  CHECK(path["parts"]["compute"] == 1000);
  for (const Json& sum : path["most"]) {
    if (sum["kind"] != "recv") continue;
    CHECK(sum["rank"] == 1);
    CHECK(sum["peer"] == 0);
    CHECK(sum["line"] == 8);
    CHECK(sum["message"]["latency_cycles"] > 0);
  }
  const Outcome page = run_tactus({"explain", scenario, "--tries", "0"});
  CHECK_THAT(page.out, Contains("\nCritical path in operations of job chain, from the start of the job to "));
  CHECK_THAT(page.out, Contains("rank 1: recv from rank 0 (line 8), from "));
  CHECK_THAT(page.out, Contains("\nRanks of job farm: computing, noise and waits\n"));
}

TEST_CASE("Job operations: the trace has a track for each rank of a job, on the node where it runs",
          "[JOB-12][TRACE-16]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("farm.goal", kFarm));
  static_cast<void>(folder.write("chain.goal", kChain));
  const Run jobs = run(folder.write("jobs.yaml", kTwoJobs), folder, {"--set", "trace.enabled=true"});
  REQUIRE(jobs.outcome.status == 0);
  bool named = false;
  bool computes = false;
  const Json trace = Json::parse(jobs.files.at("trace.json"));
  for (const Json& event : trace["traceEvents"]) {
    if (!event.contains("args")) continue;
    if (event["args"].value("name", "") == "job chain rank 1") {
      named = true;
      CHECK(event["pid"] == 11);  // node 10
    }
    if (event["name"] == "calc" && event["args"].value("job", "") == "chain" && event["args"]["rank"] == 0) {
      computes = true;
      CHECK(event["pid"] == 14);
      CHECK(event["dur"] == 3000 / 1000.0);
    }
  }
  CHECK(named);
  CHECK(computes);
}

TEST_CASE("Job operations: jobs that share nodes and NICs take their own messages from any rank, alike at both levels",
          "[JOB-14][OPERATION-15]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("a.goal", crowd(6, 0)));
  static_cast<void>(folder.write("b.goal", crowd(6, 100)));
  const std::string scenario = folder.write(
      "jobs.yaml",
      "network: {shape: [3, 2]}\nnic: {count: 1}\ntrace: {enabled: true}\n"
      "workload: {ranks_per_node: 2, jobs: [\n"
      "  {name: a, algorithm: schedule, schedule: a.goal, nodes: {from: 0, to: 5}, ranks_per_node: 1},\n"
      "  {name: b, algorithm: schedule, schedule: b.goal, nodes: {from: 0, to: 5}, ranks_per_node: 1}]}\n");
  const Run jobs = run_both(scenario, folder);
  for (const auto& [job, first] : std::map<std::string, int>{{"a", 0}, {"b", 100}}) {
    const std::regex row(fmt::format("\n{},0,\\d+,\\d+,recv,(\\d+),(\\d+),", job));
    const std::string& table = jobs.files.at("operations.csv");
    std::map<int, int> rounds;
    for (std::sregex_iterator met(table.begin(), table.end(), row), end; met != end; ++met) {
      const int sender = std::stoi((*met)[1]);
      CHECK(std::stoi((*met)[2]) == rounds[sender]++ * 1000 + first + sender);
    }
    CHECK(rounds == std::map<int, int>{{1, kRounds}, {2, kRounds}, {3, kRounds}, {4, kRounds}, {5, kRounds}});
  }
  const Run flow = run(scenario, folder, {"--level", "flow"});
  CHECK(flow.outcome.status == 0);
}

TEST_CASE("Job operations: a receive from any rank that the job's nodes cannot have is refused with its line",
          "[JOB-14]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("farm.goal", kFarm));
  const auto refused = [&](const std::string& job, const Arguments& more) {
    const std::string scenario =
        folder.write("jobs.yaml",
                     "network: {shape: [3, 2]}\nworkload: {ranks_per_node: 2, jobs: [{name: farm, algorithm: schedule, "
                     "schedule: farm.goal, " +
                         job + "}]}\n");
    return run_tactus(with({"run", scenario, "--quiet", "--out", folder.path() / "out"}, more));
  };
  CHECK(refused("nodes: {from: 0, to: 5}, ranks_per_node: 1", {}).status == 0);
  const Outcome near = refused("nodes: {from: 0, to: 2}", {});
  CHECK(near.status == 2);
  CHECK_THAT(near.err, Contains("farm.goal:11:1: error: rank 1: send to rank 0, which receives from any rank and is on "
                                "the same node"));
  CHECK(near.err.find("farm.goal:13:1") == std::string::npos);  // rank 2 is on the next node
}

TEST_CASE("Job waits: all waits at outputs are some job's, and behind another only if that runs", "[JOB-15][EQUAL-1]") {
  const TemporaryFolder folder;
  const auto attribution = [&](const Arguments& more) {
    const Outcome outcome =
        run_tactus(with({"run", scenario_path("quickstart/two_jobs.yaml"), "--quiet", "--out", folder.path() / "out",
                         "--set", "attribution.enabled=true", "--set", "workload.alone=false"},
                        more));
    REQUIRE(outcome.status == 0);
    return Json::parse(text_of(folder.path() / "out" / "result.json"))["attribution"];
  };
  const Json both = attribution({"--level", "packet"});
  REQUIRE(both["jobs"].size() == 2);
  std::uint64_t waited = 0;
  for (const Json& job : both["jobs"]) {
    waited += job["waited"].get<std::uint64_t>();
    std::uint64_t sum = job["no_room"].get<std::uint64_t>();
    for (const auto& [name, cycles] : job["behind"].items()) sum += cycles.get<std::uint64_t>();
    CHECK(sum == job["waited"]);
    CHECK(job["behind"]["exchange"] > 0);
    CHECK(job["behind"]["allreduce"] > 0);
    CHECK(job["worst_outputs"].size() == 3);
  }
  const Json& parts = both["parts"];
  CHECK(waited == parts["queue"].get<std::uint64_t>() + parts["output"].get<std::uint64_t>() +
                      parts["input"].get<std::uint64_t>() + parts["credits"].get<std::uint64_t>());
  CHECK(attribution({"--level", "cycle"})["jobs"] == both["jobs"]);
  const Json alone = attribution({"--level", "packet", "--set", "beside=false"});
  for (const Json& job : alone["jobs"]) CHECK_FALSE(job["behind"].contains("allreduce"));
  const Outcome page = run_tactus({"explain", scenario_path("quickstart/two_jobs.yaml"), "--tries", "0"});
  CHECK_THAT(page.out, Contains("\nJobs, and those whose packets theirs waited behind"));
  CHECK_THAT(page.out, Contains("packets of allreduce "));
}

TEST_CASE("Waves around an operation of a job: named by the job, its rank and a number, a label or a line",
          "[WAVE-41]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("farm.goal", kFarm));
  static_cast<void>(folder.write("chain.goal", kChain));
  const std::string scenario = folder.write("jobs.yaml", kTwoJobs);
  const auto around = [&](const std::string& event) {
    return run_tactus({"run", scenario, "--waves-around", event, "--out", folder.path() / "out"});
  };
  const Outcome compute = around("operation=chain:0:cell");
  INFO(compute.err);
  REQUIRE(compute.status == 0);
  CHECK_THAT(compute.err, Contains("operation chain:0:0, calc, line 3 begins"));
  const Json result = Json::parse(text_of(folder.path() / "out" / "result.json"));
  CHECK(result["configuration"]["waves.nodes"] == "[[3, 2]]");  // node 13
  CHECK_THAT(around("line=chain:9").err, Contains("operation chain:1:1, calc, line 9 begins"));
  CHECK_THAT(around("operation=farm:0:0").err,
             Contains("the slowest of operation farm:0:0, recv from any rank, line 3"));
  CHECK_THAT(around("operation=0:0").err, Contains("say of which job, as operation=farm:0:0; there are: farm, chain"));
  CHECK_THAT(around("operation=chai:0:0").err, Contains("no job 'chai' runs a schedule; did you mean chain?"));
  CHECK_THAT(around("operation=chain:0:x").err, Contains("no operation of rank 0 has the label 'x'"));
}
