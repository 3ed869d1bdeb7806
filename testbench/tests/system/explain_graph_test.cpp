#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Four switches in a square and one that all of them are joined to, without a host; in a file, so that a reader of the
/// result has no rule to build the graph by.
constexpr const char* kCables =
    "host 0 switch 0\nhost 1 switch 0\nhost 2 switch 1\nhost 3 switch 2\nhost 4 switch 3\n"
    "switch 0 switch 1\nswitch 1 switch 2\nswitch 2 switch 3\nswitch 3 switch 0\n"
    "switch 4 switch 0\nswitch 4 switch 1\nswitch 4 switch 2\nswitch 4 switch 3\n";
constexpr int kHosts = 5;

std::string text_of_node(int node) {
  return node < kHosts ? "host " + std::to_string(node) : "switch " + std::to_string(node - kHosts);
}

/// Whether a cable of the file joins nodes of these names.
bool are_joined(const std::string& a, const std::string& b) {
  const std::string cables = std::string("\n") + kCables;
  return cables.find("\n" + a + " " + b + "\n") != std::string::npos ||
         cables.find("\n" + b + " " + a + "\n") != std::string::npos;
}

class GraphRun {
 public:
  explicit GraphRun(const std::string& level = "packet", const Arguments& more = {}) {
    static_cast<void>(folder_.write("cables.txt", kCables));
    static_cast<void>(folder_.write("graph.yaml",
                                    "name: square\n"
                                    "network: {kind: graph, graph: file, file: cables.txt}\n"
                                    "router: {virtual_channels: 3, routing: minimal}\n"
                                    "workload: {algorithm: ring, message_size: 6 KiB}\n"
                                    "attribution: {enabled: true, critical_path: true}\n"
                                    "trace: {enabled: true}\n"));
    succeeded(run_tactus(with({"run", scenario(), "--level", level, "--quiet", "--out", out()}, more)));
  }

  [[nodiscard]] std::string scenario() const { return folder_.path() / "graph.yaml"; }
  [[nodiscard]] std::string out() const { return folder_.path() / "out"; }
  [[nodiscard]] nlohmann::json result() const { return json("out/result.json"); }
  [[nodiscard]] nlohmann::json json(const std::string& file) const { return nlohmann::json::parse(folder_.text(file)); }
  [[nodiscard]] std::string text(const std::string& file) const { return folder_.text(file); }

 private:
  TemporaryFolder folder_;
};

/// All places {node, port} anywhere in a result.
void find_places(const nlohmann::json& json, std::vector<nlohmann::json>& places) {
  if (json.is_object() && json.contains("node") && json.contains("port") && json["port"].is_string())
    places.push_back(json);
  for (const nlohmann::json& inner : json) {
    if (inner.is_structured()) find_places(inner, places);
  }
}

}  // namespace

TEST_CASE("Graph: places of result.json and lines of explain name links by both of their nodes",
          "[RESULT-80][RESULT-82][EXPLAIN-12]") {
  const GraphRun run;
  const nlohmann::json result = run.result();
  CHECK(result["graph"] == nlohmann::json({{"hosts", 5}, {"switches", 5}}));
  std::vector<nlohmann::json> places;
  find_places(result, places);
  REQUIRE(places.size() > 5);
  std::set<std::string> links;
  for (const nlohmann::json& place : places) {
    const std::string port = place["port"];
    const std::string here = text_of_node(place["node"][0].get<int>());
    if (port.rfind("nic_", 0) == 0) continue;
    CAPTURE(here, port);
    REQUIRE(port.rfind("to ", 0) == 0);
    CHECK(are_joined(here, port.substr(3)));
    links.insert(fmt::format("{} {}", here, port));
  }
  CHECK(links.size() > 2);
  for (const nlohmann::json& output : result["attribution"]["worst_outputs"]) {
    for (const auto& [input, cycles] : output["held_by"].items()) {
      CHECK((input == "nic_0" || are_joined(text_of_node(output["node"][0].get<int>()), input)));
    }
  }
  const std::string page = succeeded(run_tactus({"explain", run.out()})).out;
  const nlohmann::json worst = result["attribution"]["worst_outputs"][0];
  CHECK_THAT(page, Contains("\n  " + text_of_node(worst["node"][0].get<int>()) + " " +
                            worst["port"].get<std::string>() + " "));
  CHECK_THAT(page, !Contains("port_") && !Contains("plus_") && !Contains("tie_break"));
  CHECK_FALSE(std::regex_search(page, std::regex(R"(\(\d+\))")));
}

TEST_CASE("Graph: explain tries ways of graphs only, and finds nodes by their names", "[EXPLAIN-12]") {
  const GraphRun run;
  const Outcome tried = run_tactus({"explain", run.scenario(), "--tries", "30"});
  CHECK(tried.status == 0);
  CHECK_THAT(tried.out, Contains("router.routing=up_down"));
  CHECK_THAT(tried.out, !Contains("tie_break") && !Contains("dimension_order") && !Contains("network.shape"));
  const Outcome node = run_tactus({"explain", run.out(), "--node", "switch 1"});
  CHECK(node.status != 0);  // the packets of a run that is over are not kept
  const Outcome asked = run_tactus({"explain", run.scenario(), "--node", "host 3", "--pair", "host 0:host 4"});
  CHECK(asked.status == 0);
  CHECK_THAT(asked.out, Contains("Node: host 3\n") && Contains("packets that host 3 sends") &&
                            Contains("packets from host 0 to host 4") && Contains("switch 2 to host 3"));
  CHECK_FALSE(std::regex_search(asked.out, std::regex(R"(\(\d+\))")));
  const Outcome dead = run_tactus({"explain", run.scenario(), "--tries", "0", "--set", "router.routing=up_down",
                                   "--set", "faults.cables=[[5, 9]]"});
  CHECK_THAT(dead.out, Contains("\nCables that carry nothing: [switch 0 and switch 4]\n"));
  const Outcome without =
      run_tactus({"explain", run.scenario(), "--set", "router.routing=up_down", "--set", "faults.switches=[9]"});
  CHECK_THAT(without.out, Contains("\nSwitches that carry nothing: switch 4\n") && Contains("faults.switches=none"));
  const Outcome broken = run_tactus({"explain", run.scenario(), "--tries", "0", "--set",
                                     "router.routing=fault_tolerant", "--set", "router.virtual_channels=2", "--set",
                                     "faults.breaks=[{switches: [9], at: 2 us}, {cables: [[5, 8]], at: 3 us}]"});
  CAPTURE(broken.out, broken.err);
  CHECK_THAT(broken.out,
             Contains("\nParts that carry nothing from a time on: [{switches: switch 4, at: 2 us}, {cables: "
                      "[switch 0 and switch 3], at: 3 us}]\n"));
  const Outcome wrong = run_tactus({"explain", run.scenario(), "--node", "switch 5", "--node", "host 5"});
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Contains("--node switch 5: there is no such node: give its number, 0 to 9, or its name, up to "
                                 "'host 4' and 'switch 4'") &&
                            Contains("--node host 5: there is no such node"));
}

TEST_CASE("Graph: tracks of a trace are hosts and switches, and links to their neighbours", "[TRACE-1]") {
  const GraphRun run;
  std::map<int, std::string> nodes;
  std::size_t links = 0;
  const nlohmann::json trace = run.json("out/trace.json")["traceEvents"];
  for (const nlohmann::json& event : trace) {
    if (event["ph"] == "M" && event["name"] == "process_name") nodes[event["pid"]] = event["args"]["name"];
  }
  for (const auto& [process, name] : nodes) CHECK(name == text_of_node(process - 1));
  CHECK(nodes.size() == 10);
  for (const nlohmann::json& event : trace) {
    if (event["ph"] != "M" || event["name"] != "thread_name") continue;
    const std::string name = event["args"]["name"];
    if (name.rfind("link ", 0) != 0) continue;
    ++links;
    CAPTURE(name);
    CHECK((name.rfind("link to ", 0) == 0 && are_joined(nodes[event["pid"]], name.substr(8))));
  }
  CHECK(links == 26);
}

TEST_CASE("Graph: hops of a sequence are links of a shortest way", "[RESULT-81]") {
  const nlohmann::json result = GraphRun().result();
  REQUIRE(result["sequences"].size() > 1);
  // Hosts 0 and 1 have one switch; all others are two or three switches apart.
  for (const nlohmann::json& sequence : result["sequences"]) {
    CHECK(sequence["hops"].get<int>() >= 2);
    CHECK(sequence["hops"].get<int>() <= 4);
  }
}

TEST_CASE("Graph: waves open on an output that is named by its neighbour", "[WAVE-72]") {
  const GraphRun run("cycle", {"--waves", "--set", "waves.nodes=all"});
  const std::string view = run.text("out/waves.gtkw");
  std::smatch found;
  REQUIRE(
      std::regex_search(view, found, std::regex(R"(-blocked: (host|switch)_(\d+) (to )?((host|switch)_\d+|nic_0),)")));
  const std::string here = found[1].str() + " " + found[2].str();
  std::string behind = found[4];
  behind = std::regex_replace(behind, std::regex("_"), " ");
  CHECK((behind == "nic 0" || are_joined(here, behind)));
  CHECK_THAT(view, Contains("-port_0 ") && !Contains("+{port_"));
  CHECK_THAT(view, Contains("torus.host_0.") && Contains("torus.switch_4."));
}

TEST_CASE("Graph: routes prints a table whose links are named by the neighbours", "[ROUTE-34][ROUTE-65]") {
  const Outcome routes = succeeded(run_tactus({"routes", GraphRun().scenario()}));
  CHECK_THAT(routes.out, Contains("\n8 4 4\n"));
}
