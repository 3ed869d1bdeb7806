#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Outcome run_rtl(const std::string& scenario, const Arguments& more) {
  return run_program(TACTUS_RTL_BINARY, with({"run", scenario, "--quiet"}, more));
}

/// What is to be compared of a run without faults.
nlohmann::ordered_json result_of(const std::string& scenario, Arguments options) {
  const TemporaryFolder folder;
  const Arguments out = {"--out", folder.path()};
  options.insert(options.end(), out.begin(), out.end());
  succeeded(run_rtl(scenario, options));
  auto result = result_without_host(folder.path());
  for (const char* key : {"rtl.routers", "rtl.nics", "rtl.replace", "rtl.trace"}) result["configuration"].erase(key);
  return result;
}

/// Our own module `from`, under the name `to`, as the folder of somebody else.
void rename_module(const std::string& file, const std::string& from, const std::string& to,
                   const std::filesystem::path& folder) {
  const std::string text = text_of(std::filesystem::path(TACTUS_RTL_FOLDER) / file);
  write_file(folder / (to + ".sv"), replaced(text, "module " + from + " ", "module " + to + " "));
}

/// A small machine of RTL, in a folder with what its scenario names.
std::string small_scenario(const TemporaryFolder& folder, const std::string& rtl, const std::string& shape = "[3, 3]") {
  const std::string head = "network: {shape: " + shape +
                           "}\nnic: {count: 1, unexpected_entries: 32}\npacing: {mode: hops, bias: 0.5}\n"
                           "workload: {algorithm: a2at, message_size: 5 KiB}\n";
  write_file(folder.path() / "small.yaml", head + "rtl:\n" + rtl);
  return folder.path() / "small.yaml";
}

/// Committed scenarios are run with one NIC instead of four in each node, whose RTL is built in a third of the time.
Arguments with_one_nic(Arguments options = {}) {
  options.insert(options.end(), {"--set", "nic.count=1"});
  return options;
}

/// With little data, and with memory that is slow enough for packets to miss their slots.
Arguments with_late_packets(Arguments options = {}) {
  options.insert(options.end(), {"--set", "n=3", "--set", "message_size=8 KiB", "--set", "memory.latency=1 us"});
  return with_one_nic(options);
}

constexpr char kPorts[] = "(input logic clk_i, input logic rst_ni)";

}  // namespace

TEST_CASE("Replaced RTL: the committed broken pacer is found in lockstep, with 3, and leaves waves of both",
          "[key:rtl.replace][RESULT-39]") {
  const TemporaryFolder folder;
  const std::string scenario = scenario_path("cosim/broken_pacer.yaml");
  const Outcome outcome = ended_with(3, run_rtl(scenario, with_one_nic({"--out", folder.path()})));
  CHECK_THAT(outcome.err, Contains("/tactus/rtl/difference: torus.node_1_2.nic, flit_o[") &&
                              Contains(": the model has idle, the RTL head vc0") &&
                              Contains("The ports in the last 20 of ") && Contains("difference.gtkw"));
  // The part's own ports: what the model's pacer answers, and what the RTL does.
  CHECK_THAT(outcome.err, Contains(".pacer differs first at slot_come_o, cycle ") && Contains("\n    model: engine_") &&
                              Contains("\n    RTL:   engine_"));
  CHECK(folder.names().count("difference.fst") == 1);
  CHECK_THAT(text_of(folder.path() / "difference.gtkw"), Contains("+{valid model} torus.node_1_2.nic.model.flit_o_") &&
                                                             Contains("+{valid RTL} torus.node_1_2.nic.rtl.flit_o_"));
  CHECK_THAT(text_of(folder.path() / "difference.gtkw"),
             Contains("+{slot_come_o model} torus.node_1_2.nic.model.engine_") &&
                 Contains("+{slot_come_o RTL} torus.node_1_2.nic.rtl.engine_"));
  CHECK(run_rtl(scenario, with_one_nic({"--set", "rtl.replace=none", "--out", folder.path()})).status == 0);
  CHECK(folder.names().count("difference.fst") == 0);
}

TEST_CASE("Replaced RTL: a router needs straps of bubbles and drawn orders only where a machine has either",
          "[key:rtl.replace][key:router.flow_control]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "theirs");
  rename_module("router/vc_router.sv", "vc_router", "their_router", folder.path() / "theirs");
  const std::string scenario =
      small_scenario(folder, "  routers: [[1]]\n  replace: {router: {sources: theirs, top: their_router}}\n", "[4]");
  const Arguments bubble = {"--set", "router.flow_control=bubble"};
  CHECK(result_of(scenario, bubble) ==
        result_of(scenario, with(bubble, {"--set", "rtl.replace=none", "--set", "rtl.routers=none"})));
  // One from before there were such straps.
  const std::string file = folder.path() / "theirs/their_router.sv";
  std::string text = text_of(file);
  for (const char* port : {"  input  router_pkg::routing_e                               routing_i,\n",
                           "  input  logic [router_pkg::CountWidth-1:0]                  rooms_i,\n"}) {
    text = replaced(text, port, "");
  }
  text = replaced(text, "  parameter int unsigned Bubble = 0,\n", "");
  text = replaced(text, "  parameter int unsigned TwoOrders = 0,\n", "");
  text = replaced(text, "\n);\n",
                  "\n);\n  localparam int unsigned Bubble = 0;\n  localparam int unsigned TwoOrders = 0;\n"
                  "  router_pkg::routing_e routing_i;\n  logic [9:0] rooms_i;\n"
                  "  assign routing_i = router_pkg::RoutingDimensionOrder;\n  assign rooms_i = 10'd0;\n");
  write_file(file, text);
  CHECK(result_of(scenario, {}) == result_of(scenario, {"--set", "rtl.replace=none", "--set", "rtl.routers=none"}));
  const Outcome refused = ended_with(2, run_rtl(scenario, with(bubble, {"--out", folder.path() / "out"})));
  CHECK_THAT(refused.err, Contains("rooms_i"));
}

TEST_CASE("Replaced RTL: the committed catch-up pacer has another result than ours, which is built once",
          "[key:rtl.replace]") {
  const std::string scenario = scenario_path("cosim/catch_up_pacer.yaml");
  const auto theirs = result_of(scenario, with_late_packets());
  const auto ours = result_of(scenario, with_late_packets({"--set", "rtl.replace=none"}));
  CHECK(theirs["packets_delivered"] == ours["packets_delivered"]);
  CHECK(theirs["simulated_seconds"] != ours["simulated_seconds"]);
  const TemporaryFolder folder;
  CHECK(run_rtl(scenario, with_late_packets({"--out", folder.path()})).err.empty());
  // Held to our pacer, it is not that.
  const Outcome held = ended_with(
      3, run_rtl(scenario, with_late_packets({"--out", folder.path(), "--set",
                                              "rtl.replace={pacer: {sources: catch_up_pacer, top: catch_up_pacer}}"})));
  CHECK_THAT(held.err, Contains("/tactus/rtl/difference"));
}

TEST_CASE("Replaced RTL: our own parts by other names, out of lockstep, have the result of the machine without RTL",
          "[key:rtl.replace]") {
  const TemporaryFolder folder;
  rename_module("nic/pacer.sv", "pacer", "their_pacer", folder.path() / "pacer");
  rename_module("router/output_arbiter.sv", "output_arbiter", "their_arbiter", folder.path() / "arbiter");
  const std::string scenario = small_scenario(folder,
                                              "  nics: all\n  routers: all\n  replace:\n"
                                              "    pacer: {sources: pacer, top: their_pacer, lockstep: false}\n"
                                              "    arbiter: {sources: arbiter, top: their_arbiter, lockstep: false}\n",
                                              "[6]");
  const Arguments none = {"--set", "rtl.nics=none", "--set", "rtl.routers=none", "--set", "rtl.replace=none"};
  for (const std::string arbiter : {"round_robin", "oldest_first"}) {
    Arguments without = none;
    const Arguments by_age = {"--set", "router.arbiter=" + arbiter};
    without.insert(without.end(), by_age.begin(), by_age.end());
    const bool same = result_of(scenario, by_age) == result_of(scenario, without);
    CHECK(same);
  }
}

TEST_CASE("Replaced RTL: what cannot be is refused with 2, at its place, all at once", "[key:rtl.replace]") {
  const auto refused = [](const std::string& rtl, const Arguments& says) {
    const TemporaryFolder folder;
    write_file(folder.path() / "empty/readme.txt", "module pacer\n");
    write_file(folder.path() / "pair/a.sv",
               std::string("module beat ") + kPorts + ";\nendmodule\nmodule other;\nendmodule\n");
    write_file(folder.path() / "wrong/a.sv", std::string("module pacer ") + kPorts + "; not verilog endmodule\n");
    const std::string beat = std::string("module beat ") + kPorts + ";\nendmodule\n";
    for (const char* file : {"twice/a.sv", "twice/b.sv", "shadow/a.sv"}) write_file(folder.path() / file, beat);
    write_file(folder.path() / "shadow/b.sv", std::string("module pacer ") + kPorts + ";\nendmodule\n");
    write_file(folder.path() / "clash/a.sv", "module their_nic;\nendmodule\nmodule other;\nendmodule\n");
    const Outcome outcome = run_rtl(small_scenario(folder, rtl), {"--out", folder.path() / "out"});
    CAPTURE(rtl, outcome.err);
    CHECK(outcome.status == 2);
    for (const std::string& text : says) CHECK_THAT(outcome.err, Contains(text));
  };
  refused("  nics: all\n  replace: {pacer: {sources: nowhere}}\n",
          {"small.yaml:7:30: error: rtl.replace.pacer: there is no folder ", "nowhere"});
  refused("  nics: all\n  replace: {pacer: {sources: empty}}\n", {":7:30: error: ", "there is no module: its files"});
  refused("  nics: all\n  replace: {pacer: {sources: pair, top: baet}}\n",
          {":7:41: error: ", "no module 'baet' in ", "which has beat and other; did you mean beat?"});
  refused("  nics: all\n  replace: {pacers: {sources: pair, top: beat}}\n",
          {":7:13: error: ", "'pacers' is not one of pacer, arbiter, router and nic; did you mean pacer?"});
  refused("  nics: all\n  replace: {pacer: {source: pair, lockstep: maybe}}\n",
          {"'source' is not one of sources, top, lockstep, model and parameters", "pacer needs sources",
           "'maybe' is not one of"});
  refused("  nics: all\n  replace: {pacer: {sources: wrong}, arbiter: {sources: pair, top: beat}}\n",
          {"rtl.replace: arbiter: no router of this machine is RTL; name nodes in rtl.routers"});
  refused("  routers: all\n  replace: {arbiter: {sources: pair, top: beat}}\nrouter: {arbiter: matrix}\n",
          {"router.arbiter: matrix: an arbiter of yours (rtl.replace) decides by round_robin or oldest_first"});
  refused("  nics: all\n  replace: {nic: {sources: pair, top: beat, lockstep: false}}\n",
          {"nic: lockstep: false is for pacer and arbiter"});
  refused("  nics: all\n  replace: {pacer: {sources: twice, top: beat}}\n",
          {":7:30: error: ", "'beat' is declared in ", "twice/a.sv and in ", "twice/b.sv"});
  refused("  nics: all\n  replace: {pacer: {sources: shadow, top: beat}}\n",
          {":7:43: error: ", "has a module 'pacer', the name under which 'beat' takes the place of ours"});
  refused("  nics: all\n  replace: {pacer: {sources: pair, top: beat}, nic: {sources: clash, top: their_nic}}\n",
          {":7:53: error: ", "pacer and nic go into one circuit, and both folders have 'other' in "});
  refused("  nics: all\n  replace: {pacer: {sources: wrong}}\n",
          {"small.yaml:7:20: error: rtl.replace.pacer: module 'pacer' does not take the place of pacer:", "%Error: ",
           "wrong/a.sv:1:", "syntax error"});
  refused("  nics: all\n  replace: {pacer: {sources: pair, top: beat}}\n",
          {"module 'beat' does not take the place of pacer:", "%Error-PINNOTFOUND: ", "Pin not found: 'enable_i'"});
}
