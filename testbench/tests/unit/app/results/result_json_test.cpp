#include "testbench/app/results/result_json.h"

#include <nlohmann/json.hpp>

#include "hw/nic/nic_registers.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/fake_fabric.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

RunSummary full_summary() {
  RunSummary summary;
  summary.scenario = "a2at";
  summary.level = "cycle";
  summary.seed = 7;
  summary.versions = {{"tactus", "0.1.0"}, {"systemc", "2.3.4"}};
  summary.simulated = 2000_us;
  summary.ideal_seconds = 0.001;
  summary.link_utilisation = 0.5;
  summary.direction_utilisation = {0.25, 0.75, 0.5, 0.5};
  summary.messages_delivered = 12;
  summary.packets_delivered = 24;
  summary.flits_injected = 3072;
  summary.packet_hops = 30;
  summary.flit_hops = 3840;
  summary.packet_latency_ns = {24, 100.5, 96, 200, 240, 300, {{100, 20}, {300, 4}}};
  summary.slowest_packet = 4321;
  SequenceSummary sequence;
  sequence.index = 1;
  sequence.phase = 2;
  sequence.hops = 3;
  sequence.start_s = 0.0;
  sequence.first_end_s = 0.0015;
  sequence.last_end_s = 0.002;
  sequence.link_utilisation = 0.5;
  summary.sequences = {sequence};
  summary.nic = NicTotals{24, 5, 6, 8, 7, 8};
  summary.trace = TraceSummary{20, 4, 7, 2};
  summary.parameters = {{"n", "9"}};
  summary.configuration = {{"seed", "7"}};
  summary.host = {1.5, 4096};
  return summary;
}

}  // namespace

TEST_CASE("result.json: holds every key of the contract, in order",
          "[RESULT-1][RESULT-2][RESULT-3][RESULT-6][RESULT-14][RESULT-19][RESULT-34]") {
  const TemporaryFolder folder;
  write_result(folder.path(), full_summary());
  CHECK(folder.text("result.json") == R"({
  "scenario": "a2at",
  "level": "cycle",
  "seed": 7,
  "versions": {
    "tactus": "0.1.0",
    "systemc": "2.3.4"
  },
  "parameters": {
    "n": "9"
  },
  "simulated_seconds": 0.002,
  "ideal_seconds": 0.001,
  "ratio_to_ideal": 2.0,
  "link_utilisation": 0.5,
  "direction_utilisation": {
    "plus_x": 0.25,
    "minus_x": 0.75,
    "plus_y": 0.5,
    "minus_y": 0.5
  },
  "messages_delivered": 12,
  "packets_delivered": 24,
  "flits_injected": 3072,
  "packet_hops": 30,
  "flit_hops": 3840,
  "packet_latency_ns": {
    "mean": 100.5,
    "p50": 96.0,
    "p95": 200.0,
    "p99": 240.0,
    "max": 300.0,
    "distribution": {
      "up_to": [
        100.0,
        300.0
      ],
      "count": [
        20,
        4
      ]
    }
  },
  "slowest_packet": 4321,
  "sequences": [
    {
      "index": 1,
      "phase": 2,
      "hops": 3,
      "start_s": 0.0,
      "first_end_s": 0.0015,
      "last_end_s": 0.002,
      "link_utilisation": 0.5,
      "peak_link_utilisation": null
    }
  ],
  "nic": {
    "packets": 24,
    "stall_cycles": 5,
    "pace_cycles": 6,
    "window_cycles": 8,
    "memory_cycles": 7,
    "dropped_packets": 8
  },
  "trace": {
    "packets": 20,
    "dropped": 4,
    "messages": 7,
    "dropped_messages": 2
  },
  "configuration": {
    "seed": "7"
  },
  "host": {
    "user_cpu_s": 1.5,
    "peak_rss_bytes": 4096
  }
}
)");
}

TEST_CASE("result.json: has a utilisation for each direction of the network", "[RESULT-8]") {
  RunSummary summary = full_summary();
  summary.direction_utilisation = {0.25, 0.75};
  CHECK(to_json(summary)["direction_utilisation"].dump() == R"({"plus_x":0.25,"minus_x":0.75})");
  summary.direction_utilisation = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
  CHECK(to_json(summary)["direction_utilisation"].dump() ==
        R"({"plus_x":0.1,"minus_x":0.2,"plus_y":0.3,"minus_y":0.4,"plus_z":0.5,"minus_z":0.6,"plus_w":0.7,)"
        R"("minus_w":0.8})");
}

TEST_CASE("result.json: places of attribution have a coordinate for each dimension, and ports their names") {
  RunSummary summary = full_summary();
  PathSummary path;
  path.network = {4, 3, 2};
  path.sums = {{LatencyPart{}, {path.network.node({3, 1, 1}), 5}, 9},
               {LatencyPart{}, {path.network.node({0, 2, 0}), 13}, 7}};
  summary.critical_path = path;
  const auto most = to_json(summary)["critical_path"]["most"];
  CHECK(most[0]["node"].dump() == "[3,1,1]");
  CHECK(most[0]["port"] == "minus_z");
  CHECK(most[1]["node"].dump() == "[0,2,0]");
  CHECK(most[1]["port"] == "nic_7");
}

TEST_CASE("result.json: what a workload does not have is left out", "[RESULT-5][RESULT-6][RESULT-14]") {
  RunSummary summary = full_summary();
  summary.ideal_seconds.reset();
  summary.sequences.clear();
  summary.nic.reset();
  summary.trace.reset();
  const auto json = to_json(summary);
  for (const char* key : {"ideal_seconds", "ratio_to_ideal", "sequences", "nic", "trace", "open_loop"}) {
    CHECK_FALSE(json.contains(key));
  }
}

TEST_CASE("result.json: an open-loop run tells load, latency from creation and what is outstanding", "[RESULT-16]") {
  RunSummary summary = full_summary();
  summary.open_loop = OpenLoopSummary{0.5, 0.25, {100, 10.0, 20.0, 30.0, 40.0, 50.0}, 110, 10, true, {}};
  CHECK(to_json(summary)["open_loop"].dump() ==
        R"({"offered":0.5,"accepted":0.25,"latency_ns":{"mean":10.0,"p50":20.0,"p95":30.0,"p99":40.0,"max":50.0,)"
        R"("distribution":{"up_to":[],"count":[]}},)"
        R"("measured":110,"outstanding":10,"saturated":true,"steady":true})");
  summary.open_loop->unsteady = UnsteadyWindow{};
  CHECK(to_json(summary)["open_loop"]["steady"] == false);
  summary.open_loop->saturated.reset();
  CHECK(to_json(summary)["open_loop"]["saturated"].is_null());
  CHECK(to_json(summary)["open_loop"]["steady"].is_null());
}

TEST_CASE("result.json: a run under noise tells what noise has taken from all ranks, a rank and the worst one",
          "[RESULT-17]") {
  RunSummary summary = full_summary();
  CHECK_FALSE(to_json(summary).contains("noise"));
  summary.noise = summarise({Picoseconds{1'000'000'000'000}, Picoseconds{0}, Picoseconds{2'000'000'000'000}});
  CHECK(to_json(summary)["noise"].dump() == R"({"stolen_s":3.0,"mean_stolen_s":1.0,"max_stolen_s":2.0})");
}

TEST_CASE("result.json: NIC totals are the fabric's counters", "[RESULT-15]") {
  FakeFabric fabric{MachineConfig{}};
  fabric.nic_counters = {{nic_reg::kTxPackets, 1},      {nic_reg::kTxStallCycles, 2},  {nic_reg::kTxPaceCycles, 3},
                         {nic_reg::kTxMemoryCycles, 4}, {nic_reg::kTxWindowCycles, 5}, {nic_reg::kRxDropped, 6}};
  const NicTotals totals = nic_totals(fabric);
  CHECK(totals.packets == 1);
  CHECK(totals.stall_cycles == 2);
  CHECK(totals.pace_cycles == 3);
  CHECK(totals.memory_cycles == 4);
  CHECK(totals.window_cycles == 5);
  CHECK(totals.dropped_packets == 6);
}

TEST_CASE("result.json: what an injection control did stands there if there is one", "[RESULT-46]") {
  FakeFabric fabric{MachineConfig{}};
  fabric.nic_counters = {{nic_reg::control_address(nic_reg::kTxControl), 7},
                         {nic_reg::control_address(nic_reg::kControlCycles), 9}};
  RunSummary summary = full_summary();
  CHECK_FALSE(to_json(summary).contains("injection_control"));
  summary.control = control_totals(fabric);
  CHECK(to_json(summary)["injection_control"].dump() == R"({"packets":7,"bytes":224,"cycles":9})");
}

TEST_CASE("result.json: a full disk leaves no result") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", partial_name(folder.path() / "result.json"));
  CHECK_THROWS_AS(write_result(folder.path(), full_summary()), ResultFileError);
  CHECK(folder.names().empty());
}
