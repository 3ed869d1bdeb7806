#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Path = std::filesystem::path;

const std::string kAllRtl = scenario_path("cosim/all_rtl_4x4.yaml");

/// Makes a node of a 4x4 torus with these settings.
Path made(const TemporaryFolder& folder, const Arguments& settings, const std::string& scenario = kAllRtl) {
  Path node = folder.path() / "node";
  Arguments arguments = {"rtl", scenario, "--out", node};
  for (const std::string& setting : settings) arguments = with(arguments, {"--set", setting});
  succeeded(run_tactus(arguments));
  return node;
}

/// Executes a command in a folder; what it wrote, and its status where that is not 0.
std::string said_by(const std::string& command, const Path& folder) {
  const Path log = folder.parent_path() / "log.txt";
  const int status =
      std::system(("cd '" + folder.string() + "' && " + command + " > '" + log.string() + "' 2>&1").c_str());
  return text_of(log) + (status == 0 ? "" : "status " + std::to_string(status));
}

/// What Verilator's lint says of two nodes with their checkers. Of the bench and the checkers, which are no part of the
/// IP, it is not asked what is unused and in which file.
std::string linted(const Path& node) {
  std::ofstream waived(node / "waived.vlt");
  waived << "`verilator_config\n";
  for (const char* file : {"bench/two_nodes.sv", "rtl/check/*"}) {
    for (const char* rule : {"DECLFILENAME", "PINCONNECTEMPTY", "UNUSEDSIGNAL"}) {
      waived << "lint_off -rule " << rule << " -file \"" << file << "\"\n";
    }
  }
  waived.close();
  // Huge pages, where there are any: a quarter of the time goes to pages otherwise.
  return said_by("GLIBC_TUNABLES=glibc.malloc.hugetlb=1 " VERILATOR
                 " --lint-only -Wall waived.vlt -f tactus_node.f rtl/check/*.sv bench/two_nodes.sv "
                 "--top-module two_nodes",
                 node);
}

/// Files below a folder, by path in it.
std::set<std::string> files_of(const Path& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.insert(entry.path().lexically_relative(folder).generic_string());
  }
  return files;
}

/// The value of a pin of `node_top` in the module made.
std::string strap(const Path& node, const std::string& pin) {
  const std::string text = text_of(node / "tactus_node.sv");
  const std::size_t at = text.find("    ." + pin + "(");
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + pin.size() + 6;
  return text.substr(begin, text.find_first_of(",\n", text.find(')', begin)) - begin - 1);
}

void refused(const Arguments& arguments, const std::string& says, const Path& out) {
  const Outcome outcome = ended_with(2, run_tactus(with(arguments, {"--out", out})));
  CHECK_THAT(outcome.err, Contains(says));
  CHECK(outcome.out.empty());
}

}  // namespace

TEST_CASE("tactus rtl: a node of each kind of machine is clean for Verilator, with another beside it", "[IP-1][IP-3]") {
  // The most of each, and not all of it in one node, whose lint takes half a minute. Three dimensions, four VCs and two
  // NICs are in the test of straps.
  const Arguments machine = GENERATE(Arguments{}, Arguments{"network.shape=[2]", "nic.count=8"},
                                     Arguments{"network.shape=[2, 2, 2, 3]", "nic.count=1"});
  const TemporaryFolder folder;
  const Path node = made(folder, with(machine, {"rtl.routers=none", "rtl.nics=none"}));
  CHECK(linted(node) == "");
}

TEST_CASE("tactus rtl: the lint that the README of a node gives finds nothing, and finds what is wrong", "[IP-1]") {
  const std::string lint = VERILATOR " --lint-only -Wall -f tactus_node.f --top-module tactus_node";
  const TemporaryFolder folder;
  const Path node = made(folder, {"network.shape=[2]", "nic.count=1", "rtl.routers=none", "rtl.nics=none"});
  CHECK(said_by(lint, node) == "");
  std::ofstream(node / "rtl" / "common" / "clock_gate.sv", std::ios::app) << "module spare; endmodule\n";
  CHECK_THAT(linted(node), Contains("rtl/common/clock_gate.sv:15"));
}

TEST_CASE("tactus rtl: straps are those of the machine", "[IP-2]") {
  const TemporaryFolder folder;
  SECTION("the machine of the nsim paper") {
    const Path node = made(folder, {"nic.unexpected_entries=4"}, scenario_path("cosim/nsim_rtl_router_9x9.yaml"));
    CHECK(strap(node, "shape_i") == "{9'd1, 9'd1, 9'd9, 9'd9}");
    CHECK(strap(node, "wrap_i") == "4'b0011");
    CHECK(strap(node, "order_i") == "{2'd1, 2'd0}");
    CHECK(strap(node, "nomination_i") == "router_pkg::NominationOldest");
    CHECK(strap(node, "transfers_i") == "router_pkg::TransfersPort");
    CHECK(strap(node, "routing_i") == "router_pkg::RoutingDimensionOrder");
    CHECK(strap(node, "rooms_i") == "10'd0");
  }
  SECTION("bubble flow control and O1TURN") {
    const Path node = made(folder, {"network.shape=[4, 4]", "rtl.routers=none", "rtl.nics=none", "nic.count=1",
                                    "router.flow_control=bubble", "router.routing=o1turn", "router.vc_buffer=5 KiB"});
    CHECK(strap(node, "routing_i") == "router_pkg::RoutingO1turn");
    CHECK(strap(node, "rooms_i") == "10'd2");
    CHECK_THAT(text_of(node / "tactus_node.sv"), Contains(".NumNics(1), .Bubble(1), .TwoOrders(1)) "));
  }
  SECTION("one in which nothing is as by default") {
    const Path node =
        made(folder, {"network.shape=[3, 6, 2]", "network.wrap=[true, false, true]", "rtl.routers=none",
                      "rtl.nics=none", "nic.count=2", "router.virtual_channels=4", "router.dimension_order=[z, x, y]",
                      "router.arbiter=injection_first_come", "router.input_transfers=vc", "router.turnaround=3 cycles",
                      "router.dateline=entry", "router.tie_break=signed", "router.vc_buffer=1 KiB",
                      "nic.receive_buffer=4 KiB", "nic.mtu=512 B", "nic.outstanding_reads=5", "nic.packet_buffers=7"});
    CHECK(strap(node, "shape_i") == "{9'd1, 9'd2, 9'd6, 9'd3}");
    CHECK(strap(node, "wrap_i") == "4'b0101");
    CHECK(strap(node, "order_i") == "{2'd1, 2'd0, 2'd2}");
    CHECK(strap(node, "arbiter_i") == "router_pkg::KindInjectionFirstCome");
    CHECK(strap(node, "transfers_i") == "router_pkg::TransfersVc");
    CHECK(strap(node, "nomination_i") == "router_pkg::NominationAny");
    CHECK(strap(node, "turnaround_i") == "10'd3");
    CHECK(strap(node, "dateline_i") == "router_pkg::DatelineEntry");
    CHECK(strap(node, "tie_break_i") == "router_pkg::TieBreakSigned");
    CHECK(strap(node, "vc_buffer_i") == "10'd64");
    CHECK(strap(node, "receive_buffer_i") == "10'd256");
    CHECK(strap(node, "max_payload_i") == "11'd480");
    CHECK(strap(node, "outstanding_reads_i") == "5'd5");
    CHECK(strap(node, "packet_buffers_i") == "5'd7");
    CHECK_THAT(text_of(node / "tactus_node.sv"), Contains("node_top #(.NumVcs(4), .NumDimensions(3), .NumNics(2)) "));
    const auto machine = nlohmann::json::parse(text_of(node / "tactus_node.json"));
    CHECK(machine["sizes"] == nlohmann::json({3, 6, 2}));
    CHECK(machine["wrap"] == nlohmann::json({true, false, true}));
    CHECK(machine["max_payload"] == 480);
    CHECK(linted(node) == "");
  }
}

TEST_CASE("tactus rtl: every list has every file that there is to read, and none else", "[IP-3][IP-4]") {
  const TemporaryFolder folder;
  const Path node = made(folder, {});
  const std::set<std::string> files = files_of(node);
  std::set<std::string> to_read = {"tactus_node.sv"};
  for (const std::string& file : files) {
    const bool is_source = file.rfind("rtl/", 0) == 0 && Path(file).extension() == ".sv";
    if (is_source && file.rfind("rtl/check/", 0) != 0) to_read.insert(file);
  }
  const auto named_in = [&node](const std::string& list, const std::string& before) {
    std::set<std::string> named;
    std::istringstream lines(text_of(node / list));
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind(before, 0) == 0 && Path(line).extension() == ".sv") named.insert(line.substr(before.size()));
    }
    return named;
  };
  CHECK(to_read.size() > 60);
  CHECK(named_in("tactus_node.f", "") == to_read);
  CHECK(named_in("tactus_node.core", "      - ") == to_read);
  CHECK(named_in("Bender.yml", "      - ") == to_read);
  for (const char* file : {"README.md", "tactus_node.sdc", "registers/nic.rdl", "registers/tactus_nic.h",
                           "registers/tactus_nic.html", "registers/tactus_nic.xml", "bench/run.py"}) {
    CHECK(files.count(file) == 1);
  }
  // A period of the links is three of the node's clock.
  CHECK_THAT(text_of(node / "tactus_node.sdc"), Contains("set link_period 4.0000\nset period 1.3333\n"));
}

TEST_CASE("tactus rtl: a machine that has no node in RTL is refused at its keys, all of them at once", "[IP-5]") {
  const TemporaryFolder folder;
  const Path out = folder.path() / "node";
  const Arguments plain = {"rtl", scenario_path("quickstart/a2at_4x4.yaml")};
  refused(plain, "nic.unexpected_entries: 0: a NIC in RTL", out);
  const Arguments fits = with(plain, {"--set", "nic.unexpected_entries=8"});
  const Outcome both = ended_with(2, run_tactus(with(fits, {"--set", "router.input_queue=per_output", "--set",
                                                            "router.switch_hold=flit", "--out", out})));
  CHECK_THAT(both.err, Contains("router.input_queue=per_output:2:20: error: router.input_queue: ") &&
                           Contains("router.switch_hold=flit:3:20: error: router.switch_hold: "));
  refused(with({"rtl", scenario_path("mfs/fat_tree.yaml")}, {"--set", "nic.unexpected_entries=8"}),
          "a network of the flow level alone", out);
  refused({"rtl", scenario_path("multirail/two_rails_far.yaml")}, "network.kind: rails: there are nodes in RTL", out);
  CHECK(files_of(folder.path()).empty());
}

TEST_CASE("tactus rtl: a folder that has something is left alone, and one that cannot be written leaves nothing",
          "[IP-6]") {
  const TemporaryFolder folder;
  const Path out = folder.path() / "node";
  std::filesystem::create_directory(out);
  std::ofstream(out / "mine.sv") << "module mine;\nendmodule\n";
  refused({"rtl", kAllRtl}, "there is something already: remove it, or name another folder", out);
  CHECK(files_of(folder.path()) == std::set<std::string>{"node/mine.sv"});
  std::filesystem::remove(out / "mine.sv");
  succeeded(run_tactus({"rtl", kAllRtl, "--out", out}));  // an empty one is as good as none
  const Outcome below_a_file = run_tactus({"rtl", kAllRtl, "--out", out / "README.md/node"});
  CHECK(below_a_file.status == 1);
  CHECK_THAT(below_a_file.err, Contains("README.md"));
}
