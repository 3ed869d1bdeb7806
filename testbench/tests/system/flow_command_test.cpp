#include <filesystem>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Outcome run_with(const std::string& scenario, const Arguments& more, const std::string& level = "flow") {
  const TemporaryFolder folder;
  return run_tactus(
      with({"run", scenario_path(scenario), "--json", "--level", level, "--out", folder.path() / "out"}, more));
}

}  // namespace

TEST_CASE("tactus run --level flow: result.json has the fields of every level, and those of flows",
          "[RESULT-18][FLUID-17]") {
  const Outcome outcome = run_with("quickstart/a2at_4x4.yaml", {});
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err.empty());
  const auto result = nlohmann::json::parse(outcome.out);
  CHECK(result["level"] == "flow");
  CHECK(result["messages_delivered"] == 240);
  CHECK(result["packets_delivered"] == 0);
  CHECK(result["sequences"].size() == 4);
  CHECK(result["flow"]["nodes"] == 16);
  CHECK(result["flow"]["links"] == 64);
  CHECK(result["flow"]["passes"] >= result["flow"]["solves"]);
  CHECK(result["ratio_to_ideal"] >= 1.0);
  const auto several = nlohmann::json::parse(run_with("quickstart/a2at_4x4.yaml", {"--set", "flow.solver=mfs_n"}).out);
  CHECK(several["flow"]["passes"] > several["flow"]["solves"]);
}

TEST_CASE("tactus run --level flow: writes result.json and no file of packets or links", "[FLUID-16]") {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder.path() / "out";
  REQUIRE(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--level", "flow", "--out", out}).status == 0);
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(out)) files.insert(file.path().filename());
  CHECK(files == std::set<std::string>{"messages.csv", "result.json"});
}

TEST_CASE("tactus run --level flow: a butterfly's copies are delivered or dropped, and result.json says how many",
          "[RESULT-18]") {
  const Outcome outcome =
      run_with("jitter/butterfly.yaml", {"--set", "n=4", "--set", "middle_rounds=1", "--set", "final_rounds=2"});
  REQUIRE(outcome.status == 0);
  const auto result = nlohmann::json::parse(outcome.out);
  CHECK(result["messages_delivered"] == 16 * 4);
  CHECK(result["flow"]["dropped_messages"] == 16 * 3);
  CHECK(result["sequences"].size() == 7);
}

TEST_CASE("tactus run: what a level cannot execute is refused with 2, at its place", "[EQUAL-10][EQUAL-11][FLUID-16]") {
  const auto refused = [](const Outcome& outcome, const std::string& place) {
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(place));
  };
  refused(run_with("openloop/uniform.yaml", {}),
          "uniform.yaml:15:14: error: workload.algorithm: uniform is an open loop");
  refused(run_with("quickstart/a2at_4x4.yaml", {"--set", "pacing.window=2"}), "--set pacing.window=2:1:15: error: ");
  refused(run_with("quickstart/a2at_4x4.yaml", {"--set", "pacing.control=pieces"}),
          "--set pacing.control=pieces:1:16: error: pacing.control: pieces: holds packets");
  refused(run_with("quickstart/a2at_4x4.yaml", {"--waves"}), "--waves: only the cycle level has signals");
  refused(run_with("quickstart/a2at_4x4.yaml", {"--waves"}, "packet"), "--waves: only the cycle level has signals");
  refused(run_with("quickstart/a2at_4x4.yaml", {"--set", "router.switch_hold=flit"}, "packet"),
          "--set router.switch_hold=flit:1:20: error: router.switch_hold: the packet level is exact only where");
  for (const char* level : {"packet", "cycle", "flow"}) {
    refused(run_with("jitter/butterfly.yaml", {"--set", "n=6"}, level),
            "butterfly.yaml:28:14: error: workload.algorithm: butterfly pairs ranks that differ in one bit");
  }
  for (const char* level : {"packet", "cycle"}) {
    const Arguments tree = {"--set", "workload.algorithm=ring", "--set", "flow.topology=fat_tree"};
    refused(run_with("quickstart/a2at_4x4.yaml", tree, level),
            "--set flow.topology=fat_tree:2:15: error: flow.topology: a fat_tree: only the flow level has it");
    refused(run_with("quickstart/a2at_4x4.yaml", {"--set", "flow.dimensions=[4,4]"}, level), "flow.dimensions: ");
    refused(run_with("quickstart/a2at_4x4.yaml", {"--set", "flow.bandwidth=1 GB/s"}, level), "flow.bandwidth: ");
  }
}

TEST_CASE("tactus run --level flow: a network that cannot be built is refused with 2, at its place") {
  const auto fault = [](const Arguments& settings) {
    Arguments options;
    for (const std::string& setting : settings) options.insert(options.end(), {"--set", setting});
    const Outcome outcome = ended_with(2, run_with("quickstart/barrier.yaml", options));
    return outcome.err;
  };
  CHECK_THAT(fault({"flow.topology=mesh"}), Contains("error: flow.dimensions: "));
  CHECK_THAT(fault({"flow.dimensions=[4,0]"}), Contains(":1:17: error: flow.dimensions: "));
  CHECK_THAT(fault({"flow.topology=fat_tree", "flow.arity=0"}), Contains(":2:12: error: flow.arity: "));
  CHECK_THAT(fault({"flow.topology=k_ary_n_tree", "flow.levels=0"}), Contains(":2:13: error: flow.levels: "));
  CHECK_THAT(fault({"flow.bandwidth=[1 GB/s, 2 GB/s, 3 GB/s]"}), Contains("error: flow.bandwidth: "));
  CHECK_THAT(fault({"flow.bandwidth=0 GB/s"}), Contains("error: flow.bandwidth: "));
  CHECK_THAT(fault({"flow.threshold=1"}), Contains("error: flow.threshold: "));
  CHECK_THAT(fault({"flow.topology=tree"}), Contains("fat_tree"));
}

TEST_CASE("tactus run --level flow: a message file is checked against the network's nodes") {
  const TemporaryFolder folder;
  const Arguments tree = {"--level", "flow", "--json", "--out", folder.path() / "out"};
  const auto run = [&](const std::string& messages) {
    const std::string list = folder.write("messages.txt", messages);
    CAPTURE(list);
    const std::string scenario = folder.write("replay.yaml",
                                              "flow: {topology: fat_tree, arity: 3}\n"
                                              "workload: {algorithm: replay, messages: messages.txt}\n");
    return run_tactus(with({"run", scenario}, tree));
  };
  const Outcome good = ended_with(0, run("0 53 0 1 KiB id=a\n53 17 0 1 KiB after=a delay=2 us\n"));
  CHECK(nlohmann::json::parse(good.out)["messages_delivered"] == 2);
  const Outcome outside = ended_with(2, run("0 54 0 1 KiB\n"));
  CHECK_THAT(outside.err, Contains("messages.txt:1:3: error: there is no node 54: nodes are numbered 0 to 53"));
  CHECK_THAT(run("0 1,2 0 1 KiB\n").err, Contains("messages.txt:1:3: error: '1,2': nodes of this network are numbers"));
}

TEST_CASE("tactus compare: the flow level is given its error, and it ends with 0", "[FLUID-27][FLUID-28][FLUID-30]") {
  const Arguments base = {"compare", scenario_path("quickstart/a2at_4x4.yaml"), "--levels"};
  const auto compare = [&](const Arguments& more) { return run_tactus(with(base, more)); };
  const Outcome text = ended_with(0, compare({"packet,flow"}));
  CHECK(text.err.empty());
  CHECK_THAT(text.out, Contains("levels     packet, flow\n") && Contains("240 in both, 0 in one only") &&
                           Contains("Kendall's tau") && Contains("\nuser CPU   packet "));
  const auto json = nlohmann::json::parse(compare({"packet,flow", "--json"}).out);
  CHECK(json["messages"] == 240);
  const double packet = json["simulated_seconds"]["packet"];
  const double flow = json["simulated_seconds"]["flow"];
  CHECK(json["relative_time_error"] == Approx(flow / packet - 1));
  CHECK(json["completion_error"]["relative"]["p50"] <= json["completion_error"]["relative"]["max"]);
  CHECK(json["kendall_tau"]["message_durations"] <= 1);
  const auto three = nlohmann::json::parse(compare({"packet,cycle,flow", "--json"}).out)["comparisons"];
  REQUIRE(three.size() == 2);
  CHECK(three[0]["equal"] == true);
  CHECK(three[1]["simulated_seconds"] == json["simulated_seconds"]);
}

TEST_CASE("tactus compare: a butterfly has the flow level's error of the messages that both levels deliver") {
  const Outcome outcome =
      ended_with(0, run_tactus({"compare", scenario_path("jitter/butterfly.yaml"), "--levels", "packet,flow", "--json",
                                "--set", "n=4", "--set", "final_rounds=1"}));
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["messages"] == 16 * 4);
  CHECK(std::abs(json["relative_time_error"].get<double>()) < 0.05);
}

TEST_CASE("tactus compare: where nothing waits, the flow level is as exact as its latencies") {
  const Outcome outcome = ended_with(
      0,
      run_tactus({"compare", scenario_path("nsim/a2at.yaml"), "--levels", "packet,flow", "--json", "--set", "n=5",
                  "--set", "message_size=256 KiB", "--set", "sequences=[1]", "--set", "router.turnaround=0 cycles"}));
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(std::abs(json["relative_time_error"].get<double>()) < 0.01);
  CHECK(json["completion_error"]["relative"]["max"] < 0.01);
}
