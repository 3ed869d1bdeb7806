#include "testbench/app/results/result_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hw/nic/nic_registers.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/run_fields.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"
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
  summary.group_utilisation = {{"plus_x", 0.25}, {"minus_x", 0.75}, {"plus_y", 0.5}, {"minus_y", 0.5}};
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
  // Compact here; in the file each value has a line of its own.
  const std::string values =
      R"({"scenario":"a2at","level":"cycle","seed":7,"versions":{"tactus":"0.1.0","systemc":"2.3.4"},)"
      R"("parameters":{"n":"9"},"simulated_seconds":0.002,"ideal_seconds":0.001,"ratio_to_ideal":2.0,)"
      R"("link_utilisation":0.5,"direction_utilisation":{"plus_x":0.25,"minus_x":0.75,"plus_y":0.5,"minus_y":0.5},)"
      R"("messages_delivered":12,"packets_delivered":24,"flits_injected":3072,"packet_hops":30,"flit_hops":3840,)"
      R"("packet_latency_ns":{"mean":100.5,"p50":96.0,"p95":200.0,"p99":240.0,"max":300.0,)"
      R"("distribution":{"up_to":[100.0,300.0],"count":[20,4]}},"slowest_packet":4321,"sequences":[{"index":1,)"
      R"("phase":2,"hops":3,"start_s":0.0,"first_end_s":0.0015,"last_end_s":0.002,"link_utilisation":0.5,)"
      R"("peak_link_utilisation":null}],"nic":{"packets":24,"stall_cycles":5,"pace_cycles":6,"window_cycles":8,)"
      R"("memory_cycles":7,"dropped_packets":8},"trace":{"packets":20,"dropped":4,"messages":7,)"
      R"("dropped_messages":2},"configuration":{"seed":"7"},"host":{"user_cpu_s":1.5,"peak_rss_bytes":4096}})";
  CHECK(folder.text("result.json") == nlohmann::ordered_json::parse(values).dump(2) + "\n");
}

TEST_CASE("result.json: has a utilisation for each direction of the network", "[RESULT-8]") {
  RunSummary summary = full_summary();
  summary.group_utilisation = {{"plus_x", 0.25}, {"minus_x", 0.75}};
  CHECK(to_json(summary)["direction_utilisation"].dump() == R"({"plus_x":0.25,"minus_x":0.75})");
  summary.group_utilisation = {{"plus_x", 0.1}, {"minus_x", 0.2}, {"plus_y", 0.3}, {"minus_y", 0.4},
                               {"plus_z", 0.5}, {"minus_z", 0.6}, {"plus_w", 0.7}, {"minus_w", 0.8}};
  CHECK(to_json(summary)["direction_utilisation"].dump() ==
        R"({"plus_x":0.1,"minus_x":0.2,"plus_y":0.3,"minus_y":0.4,"plus_z":0.5,"minus_z":0.6,"plus_w":0.7,)"
        R"("minus_w":0.8})");
}

TEST_CASE("result.json: places of attribution have a coordinate for each dimension, and ports their names") {
  RunSummary summary = full_summary();
  const NetworkShape network = {4, 3, 2};
  summary.critical_path = summarise(
      {{0, 9, LatencyPart{}, {network.node({3, 1, 1}), 5}}, {9, 16, LatencyPart{}, {network.node({0, 2, 0}), 13}}},
      network);
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
  const NetworkShape row({4});
  const RankMap map(RankShape{row, 1});
  constexpr Picoseconds kSecond{1'000'000'000'000};
  summary.noise = summarise({kSecond, Picoseconds{0}, kSecond * 3, Picoseconds{0}}, map);
  CHECK(to_json(summary)["noise"].dump() ==
        R"({"stolen_s":4.0,"mean_stolen_s":1.0,"max_stolen_s":3.0,"ranks":)"
        R"([{"rank":2,"node":[2],"time_s":3.0},{"rank":0,"node":[0],"time_s":1.0}]})");
}

TEST_CASE("result.json: late starts name the ranks that began last, and are absent if all began at 0", "[RESULT-75]") {
  RunSummary summary = full_summary();
  const NetworkShape row({4});
  const RankMap map(RankShape{row, 1});
  constexpr Picoseconds kSecond{1'000'000'000'000};
  summary.late_starts = summarise_starts({Picoseconds{0}, Picoseconds{0}, Picoseconds{0}, Picoseconds{0}}, map);
  CHECK_FALSE(to_json(summary).contains("late_starts"));
  summary.late_starts = summarise_starts({Picoseconds{0}, kSecond, Picoseconds{0}, kSecond * 3}, map);
  CHECK(
      to_json(summary)["late_starts"].dump() ==
      R"({"mean_s":1.0,"max_s":3.0,"ranks":[{"rank":3,"node":[3],"time_s":3.0},{"rank":1,"node":[1],"time_s":1.0}]})");
}

TEST_CASE("result.json: synchronised counters have their errors at the first begin, against neighbours, and later ones",
          "[RESULT-74][PHASE-11]") {
  const NetworkShape torus{3, 2};
  CounterSynchronisation all(6, NodeCounter{Cycles{100}, 0}, 0);
  const auto begin = [&](int rank, std::int64_t off, std::uint64_t edge) {
    all.began(rank, (100 + static_cast<std::int64_t>(edge) + off) * kFineCycle, Cycles{edge});
  };
  const std::array<std::int64_t, 6> first = {0, 1, -2, 0, 4, 1};
  for (int rank = 0; rank < 5; ++rank) begin(rank, first[static_cast<std::size_t>(rank)], 1000);
  CHECK_FALSE(summarise(all, torus, Clock{Picoseconds{4000}}).has_value());  // rank 5 has begun nothing
  begin(5, 1, 1010);
  begin(2, -9, 2000);
  begin(2, 3, 3000);
  RunSummary summary = full_summary();
  CHECK_FALSE(to_json(summary).contains("counters"));
  summary.counters = summarise(all, torus, Clock{Picoseconds{4000}});
  // A sixth of 8 cycles; 4 cycles of rank 4, whose neighbour rank 3 has none; 9 cycles of rank 2.
  CHECK(to_json(summary)["counters"].dump() ==
        R"({"first_mean_ns":5.333333333333333,"first_max_ns":16.0,"first_neighbour_ns":16.0,"max_ns":36.0})");
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

TEST_CASE("result.json: writes of registers stand there for each message, unless none was delivered", "[RESULT-73]") {
  RunSummary summary = full_summary();
  CHECK_FALSE(to_json(summary).contains("software"));
  summary.software = software_summary(90, 24, 4);
  CHECK(
      to_json(summary)["software"].dump() ==
      R"({"register_writes":90,"pacing_writes":24,"register_writes_per_message":22.5,"pacing_writes_per_message":6.0})");
  summary.software = software_summary(90, 24, 0);
  CHECK(to_json(summary)["software"].dump() == R"({"register_writes":90,"pacing_writes":24})");
}

TEST_CASE("result.json: what is read of it is what was written", "[RESULT-64][RESULT-65]") {
  RunSummary summary = full_summary();
  summary.slowest_packet = 99;
  summary.open_loop = OpenLoopSummary{0.5, 0.25, {0, 10.0, 20.0, 30.0, 40.0, 50.0}, 110, 10, true, UnsteadyWindow{}};
  summary.limit = LimitSummary{"memory of node (0,1)", 0.75, 0.5};
  summary.software = software_summary(9, 3, 2);
  summary.rails = RailsSummary{{0, 2}, {{Bytes{64}, 2e9, 3e-6, 1e-6, {1e9, 1e9}, {{"cable", 1.0}}}}};
  AttributionSummary& packets = summary.attribution.emplace();
  packets.total.count = 3;
  packets.total.time[LatencyPart::kQueue] = 7;
  packets.sequences = {{2, packets.total}};
  packets.worst = {{{{1, 2}, "plus_x"}, {1, 2, 3, 4, 5, 6}, {{"nic_0", 3}}}};
  packets.trees = {{{{0, 1}, "minus_y"}, true, 1e-6, 2e-6, 3, 4, 5}};
  summary.critical_path = PathSummary{9, 2, {}, {{LatencyPart::kLink, {{1, 0}, std::nullopt}, 9}}};
  FlowAttributionSummary& flows = summary.flow_attribution.emplace();
  flows.total.time[FlowPart::kShared] = 8;
  flows.worst = {{"plus_x of (0,0)", 4, 8, 1, 0.5}};
  summary.flow_critical_path = FlowPathSummary{
      9, 2, {}, {{FlowPart::kShared, std::nullopt, "a link", 5}, {FlowPart::kStep, std::vector{1, 2}, {}, 4}}};
  const auto json = to_json(summary);
  std::vector<std::string> names;
  for (const auto& [name, value] : json.items()) names.push_back(name);
  CHECK(to_json(read_run(json, names)) == json);
  CHECK(json["attribution"]["worst_outputs"][0].dump() ==
        R"({"node":[1,2],"port":"plus_x","flits":1,"queue":2,"output":3,"input":4,"credits":5,"bubble":6,)"
        R"("held_by":{"nic_0":3}})");
  CHECK(json["attribution"]["congestion_trees"][0]["circular"] == true);
  CHECK(json["attribution"]["sequences"][0]["index"] == 2);
  CHECK(json["critical_path"]["most"][0].dump() == R"({"part":"link","node":[1,0],"port":null,"cycles":9})");
  CHECK(json["flow_critical_path"]["most"][1].dump() == R"({"part":"step","node":[1,2],"link":null,"ps":4})");
}

TEST_CASE("result.json: of a foreign one it is told which field is not there, or is of another type") {
  auto json = to_json(full_summary());
  CHECK(read_run(json, {"seed"}).seed == 7);
  CHECK(read_run(json, {"seed"}).scenario.empty());
  json["nic"].erase("pace_cycles");
  CHECK_THROWS_WITH(read_run(json, {"nic"}), Catch::Matchers::Contains("key 'pace_cycles' not found"));
  json["seed"] = "many";
  CHECK_THROWS_WITH(read_run(json, {"seed"}), Catch::Matchers::Contains("type must be number"));
  json["simulated_seconds"] = -1;
  CHECK_THROWS_AS(read_run(json, {"simulated_seconds"}), std::out_of_range);
}

TEST_CASE("result.json: each figure of sweeps and reports is a field, and no figure of a machine without it") {
  RunSummary summary = full_summary();
  summary.open_loop = OpenLoopSummary{};
  summary.open_loop->saturated = false;
  summary.throughput = 0.5;
  summary.link_repetitions = 7;
  summary.software = software_summary(9, 3, 2);
  summary.jobs = {{"a", "ring", 4, 1e-6, 5e-6, 8, 64, 2e-6}, {"b", "ring", 4, 0, 4e-6, 8, 64, 4e-6}};
  summary.rails = RailsSummary{
      {0}, {{Bytes{64}, 1e9, 3e-6, 0, {}, {}}, {Bytes{128}, 2e9, 4e-6, 0, {}, {}}, {Bytes{96}, 1e9, 5e-6, 0, {}, {}}}};
  const auto json = to_json(summary);
  for (const ResultFigure& figure : result_figures(&ResultFigure::path)) {
    CAPTURE(figure.path);
    const bool off = std::find(figure.unless.begin(), figure.unless.end(), "rails") != figure.unless.end();
    CHECK(value_of(figure, json).is_null() == off);
    if (figure.column == "rails_bytes_per_second") CHECK(value_of(figure, json) == 2e9);
    if (figure.column == "job_slowdown") CHECK(value_of(figure, json).get<double>() == Approx(2.0));
  }
}

TEST_CASE("result.json: the tables of the reference pages are what the fields say") {
  INFO("regenerate with: tactus_schema <root of the repository>");
  const std::pair<const char*, std::string> pages[] = {{"results.md", result_field_tables()},
                                                       {"sweep.md", sweep_column_table()}};
  for (const auto& [page, tables] : pages) {
    CAPTURE(page);
    const std::string text = test::text_of(std::string(TACTUS_SOURCE_DIR) + "/docs/reference/" + page);
    const bool has_tables = text.find(tables) != std::string::npos;
    CHECK(has_tables);
    const bool is_fresh = with_result_fields(text) == text;
    CHECK(is_fresh);
  }
}

TEST_CASE("result.json: a full disk leaves no result") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", partial_name(folder.path() / "result.json"));
  CHECK_THROWS_AS(write_result(folder.path(), full_summary()), ResultFileError);
  CHECK(folder.names().empty());
}
