#include <algorithm>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::string kScenario = scenario_path("cosim/one_rtl_router_8x8.yaml");

const std::string kPaper = scenario_path("cosim/nsim_rtl_router_9x9.yaml");

Outcome run_rtl(const Arguments& more, const std::string& scenario = kScenario) {
  return run_program(TACTUS_RTL_BINARY, with({"run", scenario}, more));
}

/// Runs with `routers` in RTL and with none: everything that is written has to be the same. At packet level
/// trace.json is left out: it numbers messages of one cycle in the order of SystemC's processes.
void check_equal(const std::string& routers, Arguments options, const std::string& scenario = kScenario) {
  const TemporaryFolder rtl;
  const TemporaryFolder model;
  const bool at_packet_level = std::count(options.begin(), options.end(), "packet") != 0;
  options.emplace_back("--quiet");
  const auto run = [&](const std::string& nodes, const TemporaryFolder& folder) {
    const Arguments more = with(options, {"--set", "rtl.routers=" + nodes, "--out", folder.path()});
    CHECK(succeeded(run_rtl(more, scenario)).err.empty());
    auto result = result_without_host(folder.path());
    CHECK(result["configuration"]["rtl.routers"] == nodes);
    result["configuration"].erase("rtl.routers");
    return result;
  };
  CHECK(run(routers, rtl) == run("none", model));
  for (const std::string file : {"links.csv", "vc_occupancy.csv", "messages.csv", "trace.json"}) {
    CHECK(rtl.names().count(file) == 1);
    if (at_packet_level && file == "trace.json") continue;
    const bool same = text_of(rtl.path() / file) == text_of(model.path() / file);
    CHECK(same);
  }
}

}  // namespace

TEST_CASE("RTL routers: the committed scenario's result is that of the machine without RTL, bit for bit",
          "[key:rtl.routers]") {
  check_equal("[[2, 3]]", {});
}

TEST_CASE("RTL routers: a torus of nothing but RTL routers has the result of its models", "[key:rtl.routers]") {
  check_equal("all", {"--set", "n=4", "--set", "message_size=1 KiB"});
  check_equal("all", {"--set", "n=3", "--set", "message_size=1 KiB", "--set", "router.arbiter=oldest_first", "--set",
                      "router.input_transfers=port", "--set", "router.virtual_channels=4", "--set",
                      "router.tie_break=signed", "--set", "router.dateline=entry", "--set", "router.vc_buffer=2 KiB"});
}

TEST_CASE("RTL routers: the paper's machine with its own router in RTL has the result of the machine without RTL",
          "[key:rtl.routers][key:router.input_nomination][key:router.turnaround][key:router.arbiter]") {
  check_equal("[[4, 4]]", {}, kPaper);
  check_equal("[[4, 4], [0, 8]]", {"--level", "packet", "--set", "message_size=2 KiB"}, kPaper);
  check_equal("all", {"--set", "n=4", "--set", "message_size=8 KiB"}, kPaper);
}

TEST_CASE("RTL routers: every arbiter of the model, with and without nomination and rest, has the result of its model",
          "[key:router.arbiter][key:router.input_nomination][key:router.turnaround]") {
  for (const std::string arbiter :
       {"first_come", "injection_first", "through_first", "injection_first_come", "matrix"}) {
    check_equal("all", {"--set", "n=3", "--set", "message_size=4 KiB", "--set", "router.arbiter=" + arbiter});
  }
  check_equal("all", {"--set", "n=3", "--set", "message_size=4 KiB", "--set", "router.arbiter=oldest_first", "--set",
                      "router.input_transfers=port", "--set", "router.input_nomination=oldest", "--set",
                      "router.turnaround=7 cycles"});
}

TEST_CASE("RTL routers: rings, tori and meshes of one and three dimensions have the result of their models",
          "[key:rtl.routers][key:network.shape][key:network.wrap][key:router.dimension_order]") {
  const Arguments small = {"--set", "message_size=1 KiB"};
  const auto with = [&small](std::initializer_list<std::string> sets) {
    Arguments options = small;
    for (const std::string& set : sets) options.insert(options.end(), {"--set", set});
    return options;
  };
  check_equal("[[0], [7], [12]]", with({"network.shape=[13]"}));
  check_equal("all", with({"network.shape=[4]", "network.wrap=[false]", "router.tie_break=signed"}));
  check_equal("[[0, 0, 0], [2, 1, 2]]", with({"network.shape=[3, 3, 3]", "router.arbiter=oldest_first"}));
  check_equal("all", with({"network.shape=[3, 2, 2]", "network.wrap=[true, false, true]", "router.dateline=entry",
                           "router.dimension_order=[z, x, y]"}));
  check_equal("all", with({"network.shape=[3, 3]", "network.wrap=[false, false]", "router.dimension_order=[y, x]"}));
  check_equal("[[1, 0, 1]]", with({"network.shape=[2, 3, 2]", "router.input_transfers=port"}));
}

TEST_CASE("RTL routers: with bubbles and drawn orders the result is that of the models, at both levels",
          "[key:router.flow_control][key:router.routing][ROUTE-52][ROUTE-23][ISLAND-1]") {
  const auto with_ways = [](const char* nodes, std::initializer_list<std::string> sets) {
    for (const char* level : {"cycle", "packet"}) {
      Arguments options = {"--level", level, "--set", "message_size=1 KiB", "--set", "n=4"};
      for (const std::string& set : sets) options.insert(options.end(), {"--set", set});
      check_equal(nodes, options);
    }
  };
  with_ways("all", {"router.flow_control=bubble"});
  with_ways("all", {"router.routing=o1turn", "router.virtual_channels=4"});
  with_ways("[[0, 0], [1, 0], [3, 3]]", {"router.routing=o1turn", "router.flow_control=bubble"});
  with_ways("all", {"network.shape=[7]", "nic.count=1", "router.flow_control=bubble", "router.virtual_channels=1"});
}

TEST_CASE("RTL routers: at packet level their nodes are islands, with the same result", "[key:rtl.routers][ISLAND-1]") {
  check_equal("[[2, 3]]", {"--level", "packet"});
  check_equal("[[0, 0], [1, 0], [3, 3]]", {"--level", "packet", "--set", "n=4", "--set", "message_size=2 KiB"});
  check_equal("all", {"--level", "packet", "--set", "n=3", "--set", "message_size=1 KiB"});
}

TEST_CASE("RTL routers: what there is no RTL for is refused by name, with 2", "[key:rtl.routers]") {
  const auto refused = [](const Arguments& options, const std::string& says) {
    const Outcome outcome = run_rtl(options);
    CAPTURE(options.back(), outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(says));
  };
  refused({"--level", "flow"}, "rtl.routers: the flow level");
  const std::string there =
      "the routers in RTL (rtl.routers) have 1, 1 and 1; 1, 2 and 2; 1, 1 and 3; 1, 2 and 8; 2, 4 and 2; 2, 4 and 4; "
      "3, 6 and 2";
  refused({"--set", "network.shape=[2, 2, 2, 2]", "--set", "rtl.routers=all"},
          "network.shape: 4 dimensions, 8 NICs and 2 VCs: " + there);
  refused({"--set", "network.shape=[4, 4, 4]", "--set", "nic.count=4", "--set", "rtl.routers=all"},
          "nic.count: 3 dimensions, 4 NICs and 2 VCs: " + there);
  refused({"--set", "network.shape=[4, 4, 4]", "--set", "router.virtual_channels=4", "--set", "rtl.routers=all"},
          "router.virtual_channels: 3 dimensions, 6 NICs and 4 VCs: " + there);
  refused({"--set", "router.virtual_channels=3"}, "router.virtual_channels: 2 dimensions, 4 NICs and 3 VCs: ");
  refused({"--set", "router.input_queue=per_output"}, "router.input_queue: ");
  refused({"--set", "router.input_transfers=queue"}, "router.input_transfers: ");
  refused({"--set", "router.switch_hold=flit"}, "router.switch_hold: ");
  for (const std::string routing : {"valiant", "romm", "minimal_adaptive", "ugal"}) {
    refused({"--set", "router.virtual_channels=4", "--set", "router.routing=" + routing},
            "router.routing: a router in RTL (rtl.routers) has dimension_order and o1turn");
  }
  refused({"--set", "router.vc_buffer=8208 B"}, "router.vc_buffer: 513 flits");
  refused({"--set", "nic.receive_buffer=8208 B"}, "nic.receive_buffer: 513 flits");
  refused({"--set", "pacing.control=injection_limit"},
          "pacing.control: injection_limit: a router in RTL (rtl.routers)");
  refused({"--set", "rtl.routers=all", "--set", "network.shape=[64, 65]"},
          "rtl.routers: all: in networks of up to 4096 nodes; of these 4160 name some");
  refused({"--set", "rtl.routers=[[2, 8]]"}, "rtl.routers: node [2, 8] is outside the network");
  refused({"--set", "rtl.routers=some"}, "rtl.routers: takes a list of nodes");
}

TEST_CASE("RTL routers: the program without RTL says how to come by the other one, and ends with 2") {
  const Outcome outcome = ended_with(2, run_tactus({"run", kScenario}));
  CHECK_THAT(outcome.err, Contains("rtl.routers: this program was built without RTL: start it as ./tactus"));
}
