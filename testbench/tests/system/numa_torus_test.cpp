#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/message_rows.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Kind = MemoryChoice::Kind;

Scenario with_numa(int width, int height, const AlgorithmName& algorithm, const MemoryChoice& memory) {
  Scenario scenario = scenario_on(width, height, algorithm);
  scenario.node.kind = NodeKind::kNuma;
  scenario.node.memory = memory;
  return scenario;
}

double seconds_of(const RunHistory& history) {
  return nlohmann::json::parse(history.result)["simulated_seconds"].get<double>();
}

HistoryComparison compare_levels(const Scenario& at_cycle_level, const Scenario& at_packet_level) {
  return compare(run_level(at_cycle_level, Level::kCycle), run_level(at_packet_level, Level::kPacket),
                 {"cycle", "packet"}, at_cycle_level.rank_map());
}

/// Time of a message between two nodes and of one back, of so many bytes.
double round_trip(std::uint64_t bytes, const MemoryChoice& memory) {
  constexpr int kRepetitions = 10;
  Scenario scenario = with_numa(2, 2, "ping_pong", memory);
  scenario.workload.ping_pong_peer = {1, 0};
  scenario.workload.message_size = Bytes{bytes};
  scenario.workload.repetitions = kRepetitions;
  const RunHistory history = run_level(scenario, Level::kPacket);
  CHECK(history.violation.empty());
  return seconds_of(history) / kRepetitions;
}

}  // namespace

TEST_CASE("NUMA torus: cycle and packet level are equal, near and far, with nodes on pins and in regions",
          "[EQUAL-1][EQUAL-2][key:node.kind][key:node.memory][key:node.receive_memory]") {
  for (const MemoryChoice& memory :
       {MemoryChoice{Kind::kNear, {}}, MemoryChoice{Kind::kFar, {}}, MemoryChoice{Kind::kListed, {0, 0, 0, 1}}}) {
    Scenario scenario = with_numa(4, 4, "a2at", memory);
    scenario.workload.message_size = Bytes{3'000};
    const RunHistory cycle = run_level(scenario, Level::kCycle);
    CHECK(cycle.violation.empty());
    FabricOptions options;
    options.threading = {3, 0};
    const RunHistory packet = run_level(scenario, Level::kPacket, options);
    const HistoryComparison pure = compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map());
    CHECK(pure.first_difference == "");
    CHECK(pure.packets == 16 * 15 * 2);
    scenario.cycle.nodes = {{1, 1}, {2, 1}, {0, 3}};
    const RunHistory island = run_level(scenario, Level::kPacket);
    CHECK(compare(cycle, island, {"cycle", "packet with pins"}, scenario.rank_map()).first_difference == "");
  }
}

TEST_CASE("NUMA torus: the comparison fails for a node that differs a little") {
  const Scenario scenario = with_numa(3, 3, "a2at", {Kind::kNear, {}});
  CHECK(compare_levels(scenario, scenario).equal());
  Scenario slower = scenario;
  slower.node.numa.memories[1].controller.latency += Picoseconds{8'000};
  CHECK_FALSE(compare_levels(scenario, slower).equal());
  Scenario elsewhere = scenario;
  elsewhere.node.receive_memory = {Kind::kListed, {0, 0, 1, 0}};
  CHECK_FALSE(compare_levels(scenario, elsewhere).equal());
}

TEST_CASE("NUMA torus: far memory costs a message the three ways over the link between sockets",
          "[key:node.memory][key:node.links]") {
  // A read's request of 8 B, its answer of 4 + 64 B, a write of 8 + 64 B at 6.4 GB/s, and 24 ns each.
  const double ways = (8 + 68 + 72) / 6.4 + 3 * 24;
  const double far = round_trip(64, {Kind::kFar, {}});
  const double near = round_trip(64, {Kind::kNear, {}});
  // Either way answers count at the next edge of 4 ns.
  CHECK((far - near) * 1e9 / 2 == Approx(ways).margin(4));
}

TEST_CASE("NUMA torus: into far memory an engine receives at the rate of the link between sockets",
          "[key:node.receive_memory]") {
  constexpr std::uint64_t kBytes = 1 << 20;
  const double one_posted_buffer = 64 / (72 / 6.4 + 2 * 24);
  const double time = round_trip(kBytes, {Kind::kFar, {}}) / 2;
  CHECK(static_cast<double>(kBytes) / time * 1e-9 == Approx(one_posted_buffer).epsilon(0.03));
}

TEST_CASE("NUMA torus: a run says what it has, and the flow level refuses it with 2",
          "[key:node.kind][key:node.memory]") {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments = {"run",    scenario_path("quickstart/a2at_4x4.yaml"),
                                              "--set",  "node.kind=numa",
                                              "--set",  "node.memory=[0, 1, 0, 1]",
                                              "--out",  folder.path(),
                                              "--quiet"};
  CHECK(run_tactus(arguments).status == 0);
  const auto result = result_without_host(folder.path());
  CHECK(result["configuration"]["node.memory"] == "[0, 1, 0, 1]");
  CHECK(result["configuration"].count("memory.latency") == 0);
  CHECK(result["configuration"].count("rails.nics") == 0);
  std::vector<std::string> flow = arguments;
  flow.insert(flow.end(), {"--level", "flow"});
  const Outcome refused = ended_with(2, run_tactus(flow));
  CHECK_THAT(refused.err, Contains("node.kind: numa: the flow level has no inside of nodes: use --level packet"));
}

TEST_CASE("NUMA torus: waves show the node behind the NIC, equal at both levels and on any number of threads",
          "[WAVE-55]") {
  const auto record = [](const TemporaryFolder& folder, const Arguments& more) {
    succeeded(run_tactus(with({"run", scenario_path("multirail/a2at_numa.yaml"), "--quiet", "--waves=vcd", "--set",
                               "n=4", "--set", "message_size=2 KiB", "--set", "buffers=far", "--set", "waves.from=8 us",
                               "--set", "waves.to=12 us", "--out", folder.path()},
                              more)));
    return read_vcd(folder.path() / "waves.vcd");
  };
  const TemporaryFolder cycle;
  const TemporaryFolder packet;
  const TemporaryFolder threads;
  const Wave a = record(cycle, {"--level", "cycle"});
  const Wave b = record(packet, {"--level", "packet", "--set", "cycle.nodes=[[0, 0]]"});
  record(threads, {"--level", "packet", "--set", "cycle.nodes=[[0, 0]]", "--threads", "3"});
  CHECK((packet.text("waves.vcd") == threads.text("waves.vcd")));
  CHECK(packet.text("waves.gtkw") == threads.text("waves.gtkw"));
  CHECK(a.names() == b.names());
  const std::string numa = "torus.node_0_0.numa.";
  std::size_t signals = 0;
  std::size_t changes = 0;
  for (const auto& [name, values] : a.changes) {
    if (name.rfind(numa, 0) != 0) continue;
    ++signals;
    changes += values.size();
    CHECK((b.changes.at(name) == values));
  }
  CHECK(signals > 200);
  CHECK(changes > 2'000);
  CHECK(a.changes.at(numa + "link_0.to_socket_1.kind[2:0]").size() > 10);
  CHECK(gtkwave_signals(cycle.text("waves.gtkw")) == a.names());
  CHECK_THAT(cycle.text("waves.gtkw"), Contains("+{nic_0 limit_of_writes} " + numa + "nic_0.limit_of_writes"));
}

TEST_CASE("NUMA torus: the save file opens at the resource of a node that limited the run, else at a blocked output",
          "[WAVE-71]") {
  const auto opens_at = [](const Arguments& more) {
    const TemporaryFolder folder;
    succeeded(run_tactus(
        with({"run", scenario_path("multirail/a2at_numa.yaml"), "--quiet", "--waves", "--level", "packet", "--set",
              "n=4", "--set", "cycle.nodes=[[0, 0]]", "--set", "message_size=8 KiB", "--out", folder.path()},
             more)));
    const std::string save = folder.text("waves.gtkw");
    // All signals are there, whatever comes first; the window is near the marker.
    CHECK(gtkwave_signals(save) == read_fst(folder.path() / "waves.fst").names());
    const std::size_t group = std::min(save.find("\n-limit: "), save.find("\n-blocked: "));
    return group == std::string::npos ? "" : save.substr(group + 2, save.find('\n', group + 1) - group - 2);
  };
  CHECK_THAT(opens_at({"--set", "buffers=far"}),
             Catch::Matchers::StartsWith("limit: node_0_0, HT socket ") && Contains(": posted buffers, "));
  CHECK_THAT(opens_at({"--set", "buffers=near"}), Catch::Matchers::StartsWith("blocked: node_0_0 "));
  // The nodes are as they were, and one cable is slower.
  CHECK_THAT(
      opens_at({"--set", "buffers=far", "--set", "link.overrides=[{cables: [[[0, 0], [1, 0]]], bandwidth: 250 MB/s}]"}),
      Catch::Matchers::StartsWith("blocked: node_0_0 plus_x"));
  CHECK_THAT(opens_at({"--set", "buffers=far", "--waves-around", "stall"}), Catch::Matchers::StartsWith("blocked: "));
}

TEST_CASE("NUMA torus: each access of a NIC has the number of its message, also before its packet is injected",
          "[WAVE-70][WAVE-67]") {
  const TemporaryFolder folder;
  succeeded(run_tactus({"run", scenario_path("multirail/a2at_numa.yaml"), "--quiet", "--waves", "--level", "cycle",
                        "--set", "n=3", "--set", "message_size=1 KiB", "--set", "buffers=far", "--set",
                        "trace.enabled=true", "--out", folder.path()}));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  const std::map<std::uint64_t, MessageRow> rows = message_rows(folder.path());
  const std::string numa = "torus.node_0_0.numa.";
  std::map<std::uint64_t, double> first_read;
  std::set<std::uint64_t> written;
  std::size_t on_links = 0;
  std::size_t wrong = 0;
  for (const auto& [name, texts] : wave.texts) {
    const std::string scope = name.substr(0, name.rfind('.'));
    if (name.rfind(numa, 0) != 0) continue;
    for (const auto& [time, text] : texts) {
      const std::string kind = text.substr(0, text.find(' '));
      if (text.empty() || kind == "credits" || kind == "dllp") continue;
      ++on_links;
      const std::uint64_t number = wave.at(scope + ".message[47:0]", time);
      const double now = static_cast<double>(time) * 1e-6;
      const bool named = text.find(fmt::format(", message {}", number)) != std::string::npos;
      const auto row = rows.find(number);
      if (!named || row == rows.end()) {
        ++wrong;
        continue;
      }
      const bool write = kind == "write";
      wrong += (write ? row->second.destination : row->second.source) == 0 ? 0 : 1;
      wrong += now >= row->second.posted && now <= row->second.completed ? 0 : 1;
      if (write) written.insert(number);
      if (kind != "read") continue;
      double& first = first_read.emplace(number, now).first->second;
      first = std::min(first, now);
    }
  }
  CHECK(on_links > 300);
  CHECK(wrong == 0);
  for (const auto& [number, row] : rows) {
    CHECK(first_read.count(number) == (row.source == 0 ? 1 : 0));
    CHECK(written.count(number) == (row.destination == 0 ? 1 : 0));
    if (row.source == 0) CHECK(first_read[number] < row.first_flit);
  }
  CHECK(first_read.size() == 8);  // of four engines, whose tags come again
}

TEST_CASE("NUMA torus: in open loop each packet is a message, and each access of a NIC has its number", "[WAVE-70]") {
  const TemporaryFolder folder;
  const auto scenario = folder.write("open.yaml",
                                     "title: open loop\nnetwork: {shape: [2, 2]}\nnode: {kind: numa}\n"
                                     "workload: {algorithm: uniform, warmup: 1us, measure: 20us}\n");
  const TemporaryFolder out;
  succeeded(run_tactus(
      {"run", scenario, "--quiet", "--waves", "--level", "cycle", "--set", "waves.nodes=all", "--out", out.path()}));
  const Wave wave = read_fst(out.path() / "waves.fst");
  std::map<std::string, int> named, nameless;
  for (const auto& [name, texts] : wave.texts) {
    if (name.find(".numa.") == std::string::npos) continue;
    for (const auto& [time, text] : texts) {
      const std::string kind = text.substr(0, text.find(' '));
      if (text.find(" B, tag ") != std::string::npos)
        ++(text.find(", message ") == std::string::npos ? nameless : named)[kind];
    }
  }
  CHECK(nameless.empty());
  for (const char* kind : {"read", "write", "completion", "response"}) CHECK(named[kind] > 10);
}
