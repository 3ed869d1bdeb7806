#include <limits>

#include "testbench/app/process/own_process.h"
#include "testbench/app/results/result_json.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Outcome run_quickstart(const Arguments& more, const std::string& command = "run") {
  return run_tactus(
      with({command, scenario_path("quickstart/a2at_4x4.yaml"), "--set", "workload.message_size=2 KiB"}, more));
}

nlohmann::ordered_json result_of(const TemporaryFolder& folder, Arguments options) {
  options.insert(options.end(), {"--out", folder.path(), "--quiet"});
  succeeded(run_quickstart(options));
  return result_without_host(folder.path());
}

/// A run in a process of its own, whose windows all go to the threads, however little is in them.
void run_in_threads(Scenario scenario, int threads, const std::filesystem::path& folder) {
  scenario.run.trace.enabled = true;
  SimulationOptions options = at_level(Level::kPacket);
  options.folder = folder;
  options.fabric.threading = {threads, threads % 2 == 0 ? 0U : std::numeric_limits<std::uint64_t>::max()};
  in_own_process([&] {
    write_result(folder, Simulation(scenario, options).run());
    return std::string();
  });
}

}  // namespace

TEST_CASE("Island: result.json and the files over time are those of the pure levels but for cycle.nodes",
          "[ISLAND-1][key:cycle.nodes]") {
  const TemporaryFolder cycle_folder;
  const TemporaryFolder packet_folder;
  const TemporaryFolder island_folder;
  auto cycle = result_of(cycle_folder, {});
  auto packet = result_of(packet_folder, {"--level", "packet"});
  auto island = result_of(island_folder, {"--level", "packet", "--set", "cycle.nodes=[[1,2],[3,0]]"});
  CHECK(island["configuration"]["cycle.nodes"] == "[[1, 2], [3, 0]]");
  CHECK(packet["configuration"]["cycle.nodes"] == "none");
  island["configuration"]["cycle.nodes"] = "none";
  CHECK(island.dump() == packet.dump());
  cycle["level"] = "packet";
  CHECK(island.dump() == cycle.dump());
  for (const char* file : {"links.csv", "vc_occupancy.csv"}) {
    CAPTURE(file);
    CHECK((text_of(island_folder.path() / file) == text_of(cycle_folder.path() / file)));
  }
}

TEST_CASE("Island: any number of threads gives the same files to the last byte", "[ISLAND-4]") {
  Scenario scenario = scenario_on(5, 5, "a2at");
  scenario.workload.message_size = Bytes{4096};
  scenario.run.trace.max_packets = 1000;
  scenario.cycle.nodes = {{1, 1}, {2, 1}, {4, 4}};
  const TemporaryFolder folder;
  run_in_threads(scenario, 1, folder.path() / "1");
  for (const int threads : {2, 3, 4, 25}) {
    CAPTURE(threads);
    const std::filesystem::path other = folder.path() / std::to_string(threads);
    run_in_threads(scenario, threads, other);
    for (const char* name : {"trace.json", "messages.csv", "links.csv", "vc_occupancy.csv"}) {
      CAPTURE(name);
      REQUIRE(std::filesystem::file_size(other / name) > 100);
      CHECK((text_of(folder.path() / "1" / name) == text_of(other / name)));  // too long to be shown
    }
    CHECK(result_without_host(folder.path() / "1").dump() == result_without_host(other).dump());
  }
}

TEST_CASE("Island: observers are told in the order of cycles", "[ISLAND-4]") {
  class Order final : public PacketObserver {
   public:
    void packet_injected(const PacketHeader&, Cycles cycle) override { told(cycle); }
    void packet_granted(const RouterGrant& grant, const RouteHeader&) override { told(grant.cycle); }
    void packet_delivered(const PacketHeader&, Cycles cycle) override { told(cycle); }
    int calls = 0;
    int back = 0;

   private:
    void told(Cycles cycle) {
      ++calls;
      if (cycle < last_) ++back;
      last_ = cycle;
    }
    Cycles last_;
  };
  Scenario scenario = scenario_on(4, 4, "ring");
  scenario.cycle.nodes = {{1, 1}, {2, 3}};
  Order order;
  Simulation simulation(scenario, at_level(Level::kPacket));
  simulation.also_observe(static_cast<PacketObserver*>(&order));
  simulation.run();
  CHECK(order.calls > 10'000);
  CHECK(order.back == 0);
}

TEST_CASE("Island: nodes at other levels, outside the torus or given twice are refused with 2, at their place",
          "[key:cycle.nodes]") {
  const auto refused = [](const Arguments& arguments, const std::string& command = "run") {
    const Outcome outcome = ended_with(2, run_quickstart(arguments, command));
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  const Arguments one = {"--set", "cycle.nodes=[[1,1]]"};
  CHECK_THAT(refused(one), Contains("error: cycle.nodes: only the packet level has single nodes on pins"));
  CHECK_THAT(refused({"--set", "cycle.nodes=[[1,1]]", "--level", "flow"}), Contains("use --level packet"));
  CHECK_THAT(refused({"--set", "cycle.nodes=[[1,1]]", "--levels", "cycle,flow"}, "compare"), Contains("cycle.nodes"));
  const auto packet = [&](const std::string& nodes) {
    return refused({"--level", "packet", "--set", "cycle.nodes=" + nodes});
  };
  CHECK_THAT(packet("[[1,1],[4,0]]"), Contains("cycle.nodes: node [4, 0] is outside the network of 4x4 nodes"));
  CHECK_THAT(packet("[[1,1],[2,0],[1,1]]"), Contains("cycle.nodes: node [1, 1] is given twice"));
  CHECK_THAT(packet("[1,1]"), Contains("a node is given as [x, y]"));
  CHECK_THAT(refused({"--set", "router.switch_hold=flit", "--level", "packet", "--set", "cycle.nodes=[[1,1]]"}),
             Contains("router.switch_hold"));
}

TEST_CASE("tactus compare: nodes on pins are those of the packet level's run, equal to cycle level",
          "[ISLAND-1][key:cycle.nodes]") {
  const Outcome outcome =
      run_quickstart({"--levels", "cycle,packet", "--set", "cycle.nodes=[[0,0],[1,0],[2,2]]"}, "compare");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("compared, 0 differ") && Contains("verdict    equal"));
}

TEST_CASE("Island: waves show the pins of its nodes as at cycle level, and nodes without pins are refused",
          "[ISLAND-7]") {
  const TemporaryFolder cycle;
  const TemporaryFolder island;
  const Arguments window = {"--waves=vcd", "--set", "waves.to=6 us", "--set", "waves.nodes=[[1,2],[2,2]]"};
  result_of(cycle, window);
  Arguments at_packet_level = window;
  at_packet_level.insert(at_packet_level.end(), {"--level", "packet", "--set", "cycle.nodes=[[1,2],[2,2],[0,0]]"});
  result_of(island, at_packet_level);
  const Wave a = read_vcd(cycle.path() / "waves.vcd");
  const Wave b = read_vcd(island.path() / "waves.vcd");
  REQUIRE(a.names() == b.names());
  REQUIRE(a.names().size() > 100);
  for (const auto& [name, changes] : a.changes) {
    CAPTURE(name);
    CHECK((changes == b.changes.at(name)));
  }
  for (const auto& [name, texts] : a.texts) {
    CAPTURE(name);
    CHECK((texts == b.texts.at(name)));
  }
  Arguments other = at_packet_level;
  other.insert(other.end(), {"--set", "waves.nodes=[[1,2],[3,3]]"});
  const Outcome outside = ended_with(2, run_quickstart(other));
  CHECK_THAT(outside.err, Contains("node [3, 3] of waves.nodes is not on pins"));
  const Outcome none = ended_with(2, run_quickstart({"--level", "packet", "--waves"}));
  CHECK_THAT(none.err, Contains("use --level cycle, or name nodes in cycle.nodes"));
}
