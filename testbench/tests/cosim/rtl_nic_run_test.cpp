#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::string kScenario = scenario_path("cosim/all_rtl_4x4.yaml");
const std::string kCores = scenario_path("manycore/torus_4x8.yaml");

Outcome run_rtl(const Arguments& more, const std::string& scenario = kScenario) {
  return run_program(TACTUS_RTL_BINARY, with({"run", scenario}, more));
}

/// Runs with the RTL of `nodes` that `keys` name and with nothing: everything that is written has to be the same. At
/// packet level trace.json is left out: it numbers messages of one cycle in the order of SystemC's processes.
void check_keys_equal(const Arguments& keys, Arguments options, const std::string& nodes, const std::string& scenario) {
  const bool at_packet_level = std::count(options.begin(), options.end(), "packet") != 0;
  const TemporaryFolder rtl;
  const TemporaryFolder model;
  options.emplace_back("--quiet");
  const auto run = [&](const std::string& rtl_nodes, const TemporaryFolder& folder) {
    Arguments arguments = options;
    for (const std::string key : {"rtl.routers", "rtl.nics"}) {
      const bool named = std::count(keys.begin(), keys.end(), key) != 0;
      arguments.insert(arguments.end(), {"--set", key + "=" + (named ? rtl_nodes : "none")});
    }
    // The model has no need of a limit, and is asked whether it can be reached.
    if (rtl_nodes == "none") arguments.insert(arguments.end(), {"--set", "nic.unexpected_entries=0"});
    arguments.insert(arguments.end(), {"--out", folder.path()});
    const Outcome outcome = run_rtl(arguments, scenario);
    CHECK(outcome.err.empty());
    REQUIRE(outcome.status == 0);
    auto result = result_without_host(folder.path());
    CHECK(result["configuration"]["rtl.nics"] == rtl_nodes);
    result["configuration"].erase("rtl.routers");
    result["configuration"].erase("rtl.nics");
    result["configuration"].erase("nic.unexpected_entries");
    return result;
  };
  CHECK(run(nodes, rtl) == run("none", model));
  for (const std::string file : {"links.csv", "vc_occupancy.csv", "messages.csv", "trace.json"}) {
    CHECK(rtl.names().count(file) == 1);
    if (at_packet_level && file == "trace.json") continue;
    const bool same = text_of(rtl.path() / file) == text_of(model.path() / file);
    CHECK(same);
  }
}

/// Of routers and NICs.
void check_equal(const Arguments& options, const std::string& nodes = "all", const std::string& scenario = kScenario) {
  check_keys_equal({"rtl.routers", "rtl.nics"}, options, nodes, scenario);
}

/// Of NICs alone.
void check_nics_equal(const Arguments& options) { check_keys_equal({"rtl.nics"}, options, "all", kScenario); }

}  // namespace

TEST_CASE("RTL NICs: the committed scenario's result is that of the machine without RTL, bit for bit",
          "[key:rtl.nics]") {
  check_equal({});
}

TEST_CASE("RTL NICs: paced and paired messages, four VCs and small buffers have the result of the models",
          "[key:rtl.nics]") {
  check_equal({"--set", "n=3", "--set", "pacing.mode=hops", "--set", "pacing.bias=0.5", "--set", "pacing.window=2",
               "--set", "router.virtual_channels=4", "--set", "nic.receive_buffer=4 KiB", "--set",
               "nic.outstanding_reads=3", "--set", "nic.packet_buffers=4", "--set", "memory.latency=300 ns"});
}

TEST_CASE("RTL NICs: an all-to-all by phases, with counters apart and in drift, has the result of the models",
          "[key:rtl.nics][key:counter.offset][key:counter.drift][PACER-14][PACER-15][PACER-16]") {
  const Arguments phases = {"--set", "n=3",
                            "--set", "pacing.mode=phase",
                            "--set", "pacing.tolerance=200 ns",
                            "--set", "counter.offset=60 ns",
                            "--set", "counter.drift=400"};
  check_equal(phases);
  check_equal(with(phases, {"--level", "packet"}), "[[0, 0], [2, 1]]");
}

TEST_CASE("RTL NICs: any number of them in a node of any network have the result of the models",
          "[key:rtl.nics][key:network.shape][key:nic.count]") {
  check_equal({"--set", "network.shape=[4]", "--set", "pacing.mode=hops", "--set", "pacing.bias=0.5"});
  check_equal({"--set", "network.shape=[11]", "--set", "network.wrap=[false]", "--set", "message_size=5 KiB"},
              "[[0], [5], [10]]");
  check_equal({"--set", "network.shape=[3, 2, 2]", "--set", "message_size=3 KiB", "--set", "pacing.mode=hops", "--set",
               "pacing.bias=0.5", "--set", "pacing.window=2"});
  // Behind routers of which there are none in RTL.
  const Arguments small = {"--set", "message_size=5 KiB"};
  check_nics_equal(
      with(small, {"--set", "network.shape=[2, 2, 2, 2]", "--set", "network.wrap=[true, false, true, false]"}));
  check_nics_equal(with(small, {"--set", "nic.count=1"}));
  check_nics_equal(with(small, {"--set", "nic.count=7", "--set", "pacing.mode=hops", "--set", "pacing.bias=0.5"}));
}

TEST_CASE("RTL NICs: at packet level their nodes are islands, with the same result", "[key:rtl.nics][ISLAND-1]") {
  check_equal({"--level", "packet", "--set", "message_size=4 KiB"}, "[[0, 0], [1, 0], [3, 2]]");
  check_equal({"--level", "packet", "--set", "message_size=3 KiB", "--set", "pacing.mode=hops", "--set",
               "pacing.bias=0.5", "--set", "pacing.window=2"},
              "[[2, 1]]");
}

TEST_CASE("RTL NICs: behind links and bridges of a NUMA node, near and far, have the result of the models",
          "[key:rtl.nics][key:node.kind]") {
  check_equal(
      {"--set", "n=3", "--set", "node.kind=numa", "--set", "nic.outstanding_reads=4", "--set", "nic.packet_buffers=4"});
  check_equal({"--set", "n=2", "--set", "node.kind=numa", "--set", "node.memory=far", "--set", "message_size=3 KiB",
               "--set", "node.engine_nics=[1, 1, 0, 2]"});
  check_equal({"--level", "packet", "--set", "node.kind=numa", "--set", "node.receive_memory=[0, 0, 0, 0]", "--set",
               "message_size=4 KiB"},
              "[[1, 2], [3, 0]]");
}

TEST_CASE("RTL NICs: under cores that pack and unpack have the result of the models",
          "[key:rtl.nics][key:node.copies]") {
  const Arguments small = {"--set", "rows=16", "--set", "nic.unexpected_entries=32"};
  check_equal(small, "all", kCores);
}

TEST_CASE("RTL NICs: receives from any rank have the result of the models", "[key:rtl.nics][OPERATION-15]") {
  constexpr int kMessages = 5;
  std::string text = "num_ranks 6\nrank 0 {\n";
  for (int i = 0; i < kMessages * 5; ++i) text += fmt::format("r{0}: recv 9000b from -1 tag {1}\n", i, i % 2);
  text += "}\n";
  for (int rank = 1; rank < 6; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < kMessages; ++i) {
      text += fmt::format("send {}b to 0 tag {}\n", (rank * 3 + i * 5) % 7 * 1500, (i + rank + 1) % 2);
    }
    text += "}\n";
  }
  const TemporaryFolder folder;
  const std::string goal = folder.write("any.goal", text);
  const std::string scenario =
      folder.write("any.yaml", fmt::format("network: {{shape: [3, 2]}}\nnic: {{unexpected_entries: 32}}\n"
                                           "workload: {{algorithm: schedule, schedule: {}}}\n",
                                           goal));
  check_equal({}, "all", scenario);
}

TEST_CASE("RTL NICs: what there is no RTL for is refused by name, with 2", "[key:rtl.nics]") {
  const auto refused = [](const Arguments& options, const std::string& says, const std::string& scenario = kScenario) {
    const Outcome outcome = run_rtl(options, scenario);
    CAPTURE(options.back(), outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(says));
  };
  refused({"--level", "flow"}, "rtl.nics: the flow level");
  refused(
      {"--set", "nic.count=6", "--set", "router.virtual_channels=4", "--set", "rtl.routers=none"},
      "router.virtual_channels: 6 NICs with 4 VCs: of those in RTL (rtl.nics) a node has up to 1 with 1; up to 1 with "
      "3; up to 2 with 8; up to 4 with 2; up to 4 with 4; up to 8 with 2");
  refused({"--set", "nic.unexpected_entries=33"}, "nic.unexpected_entries: 33: a NIC in RTL (rtl.nics) keeps up to 32");
  refused({"--set", "rtl.routers=none", "--set", "router.virtual_channels=3"},
          "router.virtual_channels: 4 NICs with 3 VCs: of those in RTL");
  refused({"--set", "rtl.routers=none", "--set", "router.vc_buffer=8208 B"}, "router.vc_buffer: 513 flits: a NIC");
  refused({"--set", "router.virtual_channels=4"}, "nic.receive_buffer: 512 flits: a NIC in RTL (rtl.nics)");
  refused({"--set", "pacing.control=delay_window"}, "pacing.control: delay_window: a NIC in RTL (rtl.nics) has no");
  refused({"--set", "n=65"}, "rtl.nics: all: in networks of up to 4096 nodes; of these 4225 name some");
  refused({"--set", "rtl.nics=all", "--set", "nic.unexpected_entries=32", "--set", "nic.gather=true"},
          "nic.gather: true: NICs in RTL know", kCores);
}
