#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "testbench/app/process/own_process.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Stage = AccessStage;
using Stages = std::map<Stage, std::uint64_t>;

/// One message of one packet between nodes of memories as `memory` says.
Scenario lone_packet(std::uint64_t bytes, MemoryChoice::Kind memory) {
  Scenario scenario = scenario_on(3, 3, "replay");
  scenario.workload.messages = {{0, 1, 0, Bytes{bytes}, {}, {}}};
  scenario.node.kind = NodeKind::kNuma;
  scenario.node.memory = {memory, {}};
  scenario.run.attribution = {true, true};
  return scenario;
}

Stages stages_of(const StageSplit& split, LatencyPart part) {
  Stages found;
  for (std::size_t i = 0; i < kStageParts; ++i) {
    const auto number = static_cast<StagePart>(i);
    if (latency_part(number) == part && split.of_part[i] != 0) found[access_stage(number)] = split.of_part[i];
  }
  return found;
}

std::uint64_t sum(const Stages& stages) {
  std::uint64_t sum = 0;
  for (const auto& [stage, cycles] : stages) sum += cycles;
  return sum;
}

/// What is wrong with the sums of stages beside the parts.
std::string faults_of_sums(const StageSplit& stages, std::uint64_t memory, std::uint64_t write, const char* of) {
  std::string faults;
  if (sum(stages_of(stages, LatencyPart::kMemory)) != memory) faults += fmt::format("{}: memory\n", of);
  if (sum(stages_of(stages, LatencyPart::kWrite)) != write) faults += fmt::format("{}: write\n", of);
  return faults;
}

/// Stages of a packet that is alone. Those of the critical path are the same, but for the time before the NIC asks.
void check_lone(const Scenario& scenario, const Stages& reading, const Stages& writing) {
  const std::string faults = faults_of_run(scenario, [&](const FinishedRun& run) {
    const SplitSum& total = run.summary.attribution->total;
    const StageSplit& path = *run.summary.critical_path->stages;
    std::string wrong =
        faults_of_sums(*total.stages, total.time[LatencyPart::kMemory], total.time[LatencyPart::kWrite], "latency");
    for (const StageSplit* split : {&*total.stages, &path}) {
      Stages of_read = stages_of(*split, LatencyPart::kMemory);
      if (split == &path) of_read.erase(Stage::kEngine);
      if (of_read != reading) wrong += "stages of the read\n";
      if (stages_of(*split, LatencyPart::kWrite) != writing) wrong += "stages of the write\n";
    }
    return wrong.empty() ? wrong : wrong + to_json(run.summary)["attribution"].dump();
  });
  CHECK(faults == "");
}

struct LevelOutcome {
  std::string faults;
  std::string told;  ///< of all packets and sums
};

/// What a run says about stages, and whether they add up.
LevelOutcome outcome_of(const Scenario& scenario, Level level) {
  const std::string text = in_own_process([&] {
    std::string faults;
    std::vector<std::string> packets;
    StageSplit sums;
    SimulationOptions options = at_level(level);
    options.focus = {{Focus::Kind::kSource, 0}, {Focus::Kind::kDestination, 1}};
    options.split_report = [&](const SplitPacket& packet) {
      if (packet.stages == nullptr) return void(faults += "a packet without stages\n");
      faults += faults_of_sums(*packet.stages, packet.split[LatencyPart::kMemory], packet.split[LatencyPart::kWrite],
                               "packet");
      sums += *packet.stages;
      packets.push_back(fmt::format("{}.{} {}", scenario.machine.network.node(packet.header.source),
                                    packet.header.source_nic, packet.header.inject_cycle));
      for (const std::uint64_t cycles : packet.stages->of_part) packets.back() += fmt::format(" {}", cycles);
    };
    options.focus_report = [&](const FocusRecorder& focus) {
      for (const auto& found : focus.found()) {
        if (!found.stages) continue;
        faults += faults_of_sums(*found.stages, found.total.time[LatencyPart::kMemory],
                                 found.total.time[LatencyPart::kWrite], "focus");
      }
    };
    Simulation simulation(scenario, options);
    const RunSummary summary = simulation.run();
    if (!(*summary.attribution->total.stages == sums)) faults += "sums are not those of the packets\n";
    if (summary.critical_path && summary.critical_path->stages) {
      const auto part = [&](LatencyPart which) { return summary.critical_path->parts[which]; };
      faults += faults_of_sums(*summary.critical_path->stages, part(LatencyPart::kMemory), part(LatencyPart::kWrite),
                               "critical path");
    }
    std::sort(packets.begin(), packets.end());
    const nlohmann::ordered_json json = to_json(summary);
    for (const char* key : {"attribution", "focus", "critical_path"}) {
      packets.push_back(json.contains(key) ? json[key].dump() : "");
    }
    return nlohmann::json({faults.substr(0, 1000), packets}).dump();
  });
  const nlohmann::json parsed = nlohmann::json::parse(text);
  return {parsed[0], parsed[1].dump()};
}

}  // namespace

TEST_CASE("NUMA attribution: a packet in an idle network has the stages that its node's wires and memory give it",
          "[ATTRIBUTION-17][ATTRIBUTION-18]") {
  // In cycles of 4 ns. 256 B: two TLPs of 128 B.
  check_lone(lone_packet(256, MemoryChoice::Kind::kNear),
             {{Stage::kPcie, 13 + 42}, {Stage::kHt, 8 + 12}, {Stage::kBus, 5}, {Stage::kLatency, 36}},
             {{Stage::kPcie, 48}, {Stage::kHt, 12}, {Stage::kBus, 2}, {Stage::kLatency, 36}});
  // 64 B: one transfer each way, over two wires.
  check_lone(lone_packet(64, MemoryChoice::Kind::kFar),
             {{Stage::kPcie, 13 + 20}, {Stage::kHt, 13 + 17}, {Stage::kBus, 2}, {Stage::kLatency, 36}},
             {{Stage::kPcie, 21}, {Stage::kHt, 18}, {Stage::kBus, 2}, {Stage::kLatency, 36}});
}

TEST_CASE("NUMA attribution: stages add up to memory and write, alike at cycle and packet level, in random scenarios",
          "[ATTRIBUTION-17][ATTRIBUTION-18]") {
  int executed = 0;
  for (std::uint64_t seed = 1; executed < 12; ++seed) {
    Scenario scenario = random_scenario(seed);
    if (scenario.node.kind != NodeKind::kNuma || !is_executable(scenario) || !scenario.run.attribution.enabled)
      continue;
    scenario.run.max_time = std::min(scenario.run.max_time.value_or(Picoseconds::max()), Picoseconds{60'000'000});
    CAPTURE(seed);
    INFO(to_yaml(scenario, "messages.txt"));
    const LevelOutcome packet = outcome_of(scenario, Level::kPacket);
    REQUIRE(packet.faults == "");
    const LevelOutcome cycle = outcome_of(scenario, Level::kCycle);
    REQUIRE(cycle.faults == "");
    REQUIRE((cycle.told == packet.told));
    ++executed;
  }
}

TEST_CASE("NUMA attribution: result.json, attribution.h5 and explain have stages for NUMA nodes, and for no others",
          "[ATTRIBUTION-18][EXPLAIN-9]") {
  const TemporaryFolder numa;
  const TemporaryFolder plain;
  const auto run_into = [](const TemporaryFolder& folder, const Arguments& more) {
    succeeded(run_tactus(with({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--quiet", "--level", "packet",
                               "--out", folder.path(), "--set", "attribution.enabled=true", "--set",
                               "attribution.critical_path=true", "--set", "workload.message_size=8 KiB"},
                              more)));
  };
  run_into(numa, {"--set", "node.kind=numa", "--set", "node.memory=far"});
  run_into(plain, {});
  const auto of_numa = nlohmann::json::parse(numa.text("result.json"));
  const auto of_plain = nlohmann::json::parse(plain.text("result.json"));
  CHECK(of_plain.dump().find("stage") == std::string::npos);
  CHECK(plain.text("attribution.h5").find("stages") == std::string::npos);
  CHECK(numa.text("attribution.h5").find("stages") != std::string::npos);
  for (const char* key : {"attribution", "critical_path"}) {
    const auto& stages = of_numa[key]["stages"];
    for (const char* part : {"memory", "write"}) {
      std::uint64_t sum = 0;
      for (const auto& [stage, cycles] : stages[part].items()) sum += cycles.get<std::uint64_t>();
      CHECK(sum == of_numa[key]["parts"][part].get<std::uint64_t>());
    }
  }
  const Outcome page = ended_with(0, run_tactus({"explain", numa.path(), "--tries", "0"}));
  CHECK_THAT(page.out, Contains("of the time writing: no buffers on HyperTransport, or behind one without"));
  CHECK_THAT(run_tactus({"explain", plain.path(), "--tries", "0"}).out, !Contains("of the time writing"));
}

TEST_CASE("tactus explain: behind a NUMA node it tries what the stage that dominates lacks", "[EXPLAIN-9]") {
  const Outcome page = ended_with(0, run_tactus({"explain", scenario_path("multirail/a2at_numa.yaml"), "--set", "n=2",
                                                 "--set", "buffers=far", "--set", "message_size=16 KiB"}));
  CHECK_THAT(page.out, Contains("links: four times as many posted buffers") && Contains("node.memory=near"));
  CHECK_THAT(page.out, !Contains("twice as many read tags"));
}
