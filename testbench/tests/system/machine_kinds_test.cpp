#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Small scenarios, one of each kind of machine; what runs at the cycle level is over in thousands of cycles.
const std::map<std::string, std::string> kMachines = {
    {"torus", "network: {shape: [2, 2]}\nworkload: {algorithm: a2at, message_size: 64 B}\n"},
    {"mesh", "network: {shape: [3], wrap: [false]}\nworkload: {algorithm: ring, message_size: 64 B}\n"},
    {"flits", "network: {shape: [2, 2]}\nrouter: {switch_hold: flit}\nworkload: {algorithm: ring}\n"},
    {"numa", "network: {shape: [2, 2]}\nnode: {kind: numa}\nworkload: {algorithm: ring, message_size: 64 B}\n"},
    {"cores",
     "network: {shape: [2]}\nnode: {copies: cores}\n"
     "workload: {algorithm: ring, ranks_per_node: 2, message_size: 64 B}\n"},
    {"open loop",
     "network: {shape: [2, 2]}\n"
     "workload: {algorithm: uniform, load: 0.1, warmup: 100 cycles, measure: 500 cycles, drain: 1000 cycles}\n"},
    {"fat tree",
     "network: {shape: [4]}\nflow: {topology: k_ary_n_tree, levels: 2, arity: 2}\nworkload: {algorithm: ring}\n"},
    {"butterfly", "network: {shape: [4]}\nworkload: {algorithm: butterfly, message_size: 64 B}\n"},
    {"table",
     "network: {shape: [2, 2]}\nrouter: {routing: table, table: table.txt}\n"
     "workload: {algorithm: a2at, message_size: 64 B}\n"},
    {"bubble",
     "network: {shape: [4]}\nrouter: {flow_control: bubble, virtual_channels: 1}\n"
     "workload: {algorithm: a2at, message_size: 64 B}\n"},
    {"rails", "network: {kind: rails}\nrails: {sizes: [4 KiB], messages: 1}\n"},
    {"lone node",
     "network: {kind: none}\nmessage: {send: {contiguous: {count: 64, of: byte}}}\n"
     "workload: {algorithm: ping_pong, ranks_per_node: 2, repetitions: 2, warm_up_repetitions: 0}\n"},
};

/// The file of the table: x, then y.
constexpr char kTable[] = "0,* 1,* plus_x\n1,* 0,* minus_x\n*,0 *,1 plus_y\n*,1 *,0 minus_y\n";

/// What each of them refuses, commands between commas, and the key or word that its message names. All else works.
const std::map<std::string, std::vector<std::pair<std::string, std::string>>> kRefused = {
    {"torus", {}},
    {"mesh", {}},
    {"flits", {{"run packet,compare,compare flow,explain", "router.switch_hold"}}},
    {"numa", {{"run flow,compare flow", "node.kind"}}},
    {"cores", {{"run flow,compare flow", "node.copies"}}},
    {"open loop", {{"run flow,compare flow,tune", "workload.algorithm"}}},
    {"fat tree",
     {{"run,run cycle,run packet,run with waves,compare,compare flow,explain", "flow.topology"},
      {"explain the run", "no such file"},
      {"report", "no such folder"}}},
    {"butterfly", {{"tune", "noise.kind"}}},
    {"table", {{"run flow,compare flow", "router.routing"}}},
    {"bubble", {}},
    {"rails", {{"run cycle,run flow,compare,compare flow,tune", "network.kind"}}},
    {"lone node",
     {{"run flow,compare flow,tune,explain", "network.kind"}, {"explain the run", "explain is for networks"}}},
};

/// What a refusal of `command` has to name; empty if it works.
std::string named_by(const std::string& machine, const std::string& command) {
  for (const auto& [commands, name] : kRefused.at(machine)) {
    if (("," + commands + ",").find("," + command + ",") != std::string::npos) return name;
  }
  return "";
}

/// Every command that takes a scenario, and how; those that need its run come after it.
std::vector<std::pair<std::string, Arguments>> commands(const std::string& scenario, const std::filesystem::path& out) {
  return {
      {"run", {"run", scenario, "--out", out / "run"}},
      {"run cycle", {"run", scenario, "--level", "cycle", "--out", out / "cycle"}},
      {"run packet", {"run", scenario, "--level", "packet", "--out", out / "packet"}},
      {"run flow", {"run", scenario, "--level", "flow", "--out", out / "flow"}},
      {"run with waves", {"run", scenario, "--waves", "--out", out / "waves"}},
      {"compare", {"compare", scenario}},
      {"compare flow", {"compare", scenario, "--levels", "packet,flow"}},
      {"sweep", {"sweep", scenario, "--over", "seed=1,2", "--out", out / "sweep"}},
      {"tune", {"tune", scenario, "--out", out / "tuned.yaml", "--runs", out / "tune"}},
      {"explain", {"explain", scenario, "--tries", "1"}},
      {"explain the run", {"explain", out / "run"}},
      {"report", {"report", out / "run", "-o", out / "page.html"}},
  };
}

/// Why it is neither as it should be nor named: empty if all is well. `named`: what a refusal has to name.
std::string fault_of(const Outcome& outcome, const std::string& named) {
  if (named.empty()) return outcome.status == 0 ? "" : "does not work";
  if (outcome.status != 2) return "is not refused";
  return outcome.err.find(named) == std::string::npos ? "names no " + named : "";
}

}  // namespace

TEST_CASE("Machines: every command works on every kind, or refuses it with status 2 and the key that is at fault",
          "[LONE-1]") {
  for (const auto& [machine, text] : kMachines) {
    const TemporaryFolder folder;
    const std::string scenario = folder.write("case.yaml", text);
    write_file(folder.path() / "table.txt", kTable);
    for (auto& [command, arguments] : commands(scenario, folder.path())) {
      // Two biases, which are a twentieth of what it tries by itself.
      if (command == "tune" && machine != "butterfly") arguments.insert(arguments.end(), {"--bias", "0:1:1"});
      const Outcome outcome = run_tactus(arguments);
      CAPTURE(machine, command, outcome.status, outcome.err);
      // A run of packets without attribution is explained by nobody, but it is not the machine's fault.
      std::string named = named_by(machine, command);
      if (named.empty() && command == "explain the run" && machine != "rails") named = "attribution.enabled";
      CHECK(fault_of(outcome, named) == "");
    }
  }
}

TEST_CASE("Machines: compare of a lone node counts its messages, and finds both levels equal") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("case.yaml", kMachines.at("lone node"));
  const Outcome outcome = succeeded(run_tactus({"compare", scenario, "--json"}));
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["equal"] == true);
  CHECK(json["messages"].get<int>() >= 4);
  CHECK(json["packets"] == 0);
}
