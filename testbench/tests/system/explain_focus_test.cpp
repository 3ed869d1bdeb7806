#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::vector<std::string> kSmall = {"--set", "workload.message_size=6 KiB"};

Outcome explain(const std::string& subject, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {"explain", subject};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run_tactus(arguments);
}

nlohmann::json packets_of(const Outcome& outcome) {
  REQUIRE(outcome.status == 0);
  return nlohmann::json::parse(outcome.out)["focus"]["packets"];
}

}  // namespace

TEST_CASE("tactus explain: a message and a packet are asked for by the numbers of messages.csv and trace.json",
          "[EXPLAIN-6][RESULT-76]") {
  const TemporaryFolder folder;
  std::vector<std::string> run = {
      "run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet", "--level", "packet"};
  run.insert(run.end(), kSmall.begin(), kSmall.end());
  run.insert(run.end(), {"--set", "attribution.enabled=true"});
  succeeded(run_tactus(run));
  const nlohmann::json trace = nlohmann::json::parse(text_of(folder.path() / "trace.json"))["traceEvents"];
  std::map<std::uint64_t, std::uint64_t> message_of;  // by packet
  for (const nlohmann::json& event : trace) {
    if (event.value("cat", "") == "packet") message_of[event["args"]["packet"]] = event["args"]["message"];
  }
  REQUIRE(message_of.size() > 100);
  int asked = 0;
  for (auto each = message_of.begin(); each != message_of.end() && asked < 3; std::advance(each, 100), ++asked) {
    const auto& [packet, message] = *each;
    CAPTURE(packet, message);
    const nlohmann::json found = packets_of(
        explain(folder.path(), {"--json", "--packet", std::to_string(packet), "--message", std::to_string(message)}));
    REQUIRE(found.size() == 2);
    CHECK(found[0]["packets"] == 4);  // the message: 6 KiB
    CHECK(found[0]["slowest"]["message"] == message);
    CHECK(found[1]["packets"] == 1);
    CHECK(found[1]["slowest"]["packet"] == packet);
    CHECK(found[1]["slowest"]["message"] == message);
    CHECK(found[1]["slowest"]["source"] == found[0]["slowest"]["source"]);
    if (std::distance(each, message_of.end()) <= 100) break;
  }
  CHECK(asked > 1);
}

TEST_CASE("tactus explain: cables that are slow, dead for a while or carry bits wrongly are named, and their cost told",
          "[EXPLAIN-11]") {
  const Outcome page =
      explain(scenario_path("quickstart/a2at_4x4.yaml"),
              {"--level", "packet", "--set", "link.overrides=[{cables: [[[0, 0], [1, 0]]], bandwidth: 1 GB/s}]",
               "--set", "faults.outages=[{cables: [[[2, 2], [2, 3]]], from: 10 us, until: 100 us}]", "--set",
               "faults.bit_error_rate=1e-6"});
  CAPTURE(page.err);
  REQUIRE(page.status == 0);
  CHECK_THAT(page.out,
             Contains("\nLinks unlike the others: [{cables: [[[0, 0], [1, 0]]], bandwidth: 1 GB/s}]\n") &&
                 Contains("\nParts that carry nothing for a while: [{cables: [[[2, 2], [2, 3]]], from: 10 us, "
                          "until: 100 us}]\n") &&
                 Contains("\nLinks with bit errors: rate 1e-06; ") && Contains(" packets repeated, "));
  for (const char* cure : {"%  link.overrides=none\n", "%  faults.outages=none\n", "%  faults.bit_error_rate=0\n"}) {
    CHECK_THAT(page.out, Contains(cure));
  }
}

TEST_CASE("tactus explain: noise that is planted on one node is found in a line that names it", "[EXPLAIN-7]") {
  const std::vector<std::string> noisy = {"--set",   "noise.kind=periodic",
                                          "--set",   "noise.period=50us",
                                          "--set",   "noise.length=20us",
                                          "--set",   "noise.nodes=[9]",
                                          "--tries", "30"};
  const Outcome page = explain(scenario_path("quickstart/a2at_4x4.yaml"), noisy);
  CAPTURE(page.err);
  REQUIRE(page.status == 0);
  CHECK_THAT(page.out, Contains("Noise took ") && Contains(" from rank 9 on node (1,2), 100 % of what it took"));
  CHECK_THAT(page.out, Contains("% of the critical path is noise"));
  CHECK_THAT(page.out, Contains("noise.kind=none"));
  std::vector<std::string> node = noisy;
  node.insert(node.end(), {"--node", "1,2", "--node", "3"});
  const Outcome one = explain(scenario_path("quickstart/a2at_4x4.yaml"), node);
  REQUIRE(one.status == 0);
  CHECK_THAT(one.out, Contains("Node (1,2)\n  noise took ") && Contains("Node (3,0)\n  noise took 0 ns"));
  CHECK_THAT(one.out, !Contains("Congestion trees"));
  const Outcome late =
      explain(scenario_path("quickstart/a2at_4x4.yaml"), {"--set", "workload.imbalance=20us", "--tries", "30"});
  CHECK_THAT(late.out, Contains("Late starts: rank ") && Contains("% of the critical path is late starts") &&
                           Contains("workload.imbalance=0 ns"));
}

TEST_CASE("tactus explain: at flow level a message has the rates that moved its bytes, and the number of messages.csv",
          "[EXPLAIN-10][RESULT-78]") {
  const TemporaryFolder folder;
  const std::string scenario = scenario_path("quickstart/a2at_4x4.yaml");
  const Arguments flow = with({"--level", "flow", "--set", "router.tie_break=signed"}, kSmall);
  succeeded(run_tactus(with({"run", scenario, "--quiet", "--out", folder.path()}, flow)));
  std::istringstream table(text_of(folder.path() / "messages.csv"));
  std::string row;
  for (int i = 0; i <= 100; ++i) std::getline(table, row);  // id,label,source,destination
  REQUIRE(row.rfind("100,,", 0) == 0);
  const Outcome outcome =
      ended_with(0, explain(scenario, with(flow, {"--json", "--message", "100", "--pair", "9:0", "--node", "9"})));
  const nlohmann::json result = nlohmann::json::parse(outcome.out);
  const nlohmann::json found = result["flow_focus"]["messages"];
  REQUIRE(found.size() == 4);  // the node's, sent and received, come first
  CHECK(found[0]["messages"] == 15);
  CHECK(found[2]["messages"] == 1);
  CHECK(result["flow_focus"]["nodes"][0]["node"] == std::vector<int>{1, 2});
  int shared = 0;
  for (const nlohmann::json& messages : found) {
    const nlohmann::json& life = messages["slowest"];
    CAPTURE(life.dump());
    double bytes = 0;
    double length = 0;
    for (const nlohmann::json& rate : life["rates"]) {
      bytes += rate["bytes_per_second"].get<double>() * rate["length_s"].get<double>();
      length += rate["length_s"].get<double>();
      shared += rate["bottleneck"].is_string() ? 1 : 0;
    }
    CHECK(bytes == Approx(life["bytes"].get<double>()).epsilon(0.001));
    const nlohmann::json& parts = life["parts"];
    const double moving = parts["transfer"].get<double>() + parts["pace"].get<double>() +
                          parts["shared"].get<double>() + parts["step"].get<double>();
    CHECK(length == Approx(moving * 1e-12));
    CHECK(life["time_s"].get<double>() ==
          Approx((moving + parts["software"].get<double>() + parts["latency"].get<double>()) * 1e-12));
  }
  CHECK(shared > 4);
  const nlohmann::json hundredth = found[3]["slowest"];
  CHECK(hundredth["message"] == 100);
  const auto node = [](const nlohmann::json& at) { return std::to_string(at[0].get<int>() + 4 * at[1].get<int>()); };
  CHECK(row.rfind("100,," + node(hundredth["source"]) + "," + node(hundredth["destination"]) + ",", 0) == 0);
  const Outcome page = ended_with(0, explain(scenario, with(flow, {"--pair", "9:0"})));
  CHECK_THAT(page.out, Contains(", from (1,2) to (0,0): sent at ") && Contains("GB/s  bottleneck ") &&
                           !Contains("What was tried"));
}

TEST_CASE("tactus explain: nodes, pairs and numbers that are none are all told at once", "[EXPLAIN-6]") {
  const std::string scenario = scenario_path("quickstart/a2at_4x4.yaml");
  const Outcome wrong = ended_with(2, explain(scenario, {"--node", "16", "--node", "(4,0)", "--node", "1,2,3", "--pair",
                                                         "3", "--pair", "0:x", "--message", "0", "--packet", "many"}));
  for (const char* text :
       {"--node 16: there is no such node: give its number, 0 to 15, or its coordinates, up to (3,3)",
        "--node (4,0): ", "--node 1,2,3: ", "--pair 3: is written A:B",
        "--pair 0:x: ", "--message 0: must be a number from 1 on", "--packet many: must be a number"}) {
    CAPTURE(text);
    CHECK_THAT(wrong.err, Contains(text));
  }
  CHECK_THAT(ended_with(2, explain(scenario, {"--level", "flow", "--packet", "1"})).err,
             Contains("--packet: level flow has no packets: ask for a message"));
  const Outcome none = ended_with(0, explain(scenario, {"--packet", "1"}));
  CHECK_THAT(none.out, Contains("Nothing ended in the run of: packet 1\n"));
}

TEST_CASE("tactus explain: of rails it says what the data waits for, and that more of it helps", "[EXPLAIN-8]") {
  const std::string far = scenario_path("multirail/one_rail_receive_far.yaml");
  const std::vector<std::string> one_size = {"--set", "rails.sizes=[1 MiB]"};
  const Outcome page = ended_with(0, explain(far, one_size));
  CHECK_THAT(page.out, Contains("GB/s with messages of 1 MiB, over NIC 0 of either node"));
  CHECK_THAT(page.out, Contains("%  receiver, HT socket 0 to 1: posted buffers"));
  CHECK_THAT(page.out, Contains("by running it: time of a message of 1 MiB\n"));
  CHECK_THAT(page.out, Contains("No effect: ") && Contains("rails.read_ahead: twice"));
  std::vector<std::string> json = one_size;
  json.emplace_back("--json");
  const auto parsed = nlohmann::json::parse(ended_with(0, explain(far, json)).out);
  // One posted buffer more does as much as near memory; what the data does not wait for does nothing.
  std::map<std::string, double> seconds;
  for (const auto& tried : parsed["tried"]) seconds[tried["settings"][0]] = tried["simulated_seconds"];
  const double near = seconds.at("node.receive_memory=near");
  CHECK(near < 0.75 * parsed["rails"]["sizes"][0]["message_s"].get<double>());
  CHECK(seconds.at("node.links=[{from: 0, to: 1, rate: 6400 MB/s, latency: 24 ns, buffers: {posted: 2, non_posted: 4, "
                   "response: 6}}]") == Approx(near).epsilon(0.01));
  CHECK(seconds.at("rails.packet_time=47500 ps") ==
        Approx(parsed["rails"]["sizes"][0]["message_s"].get<double>()).epsilon(0.001));
  // Every suggestion is a setting that the user can give.
  for (const auto& tried : parsed["tried"]) CHECK(tried["settings"].size() == 1);
  const TemporaryFolder folder;
  succeeded(run_tactus({"run", far, "--quiet", "--out", folder.path(), "--set", "rails.sizes=[1 MiB]"}));
  CHECK(ended_with(0, explain(folder.path(), {})).out == page.out);
  CHECK_THAT(ended_with(2, explain(far, {"--node", "0"})).err, Contains("rails have no network with packets"));
  CHECK_THAT(ended_with(2, explain(scenario_path("manycore/ping_pong.yaml"), {})).err, Contains("neither"));
}
