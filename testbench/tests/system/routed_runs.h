#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"

namespace tactus::test {

// Runs of one routing or another, and what the reader of scenarios says about them.

inline Scenario routed_exchange(const NetworkShape& shape, int virtual_channels, const RoutingName& routing) {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.workload.message_size = Bytes{2016 * 3 + 50};
  scenario.machine.network = shape;
  scenario.machine.router.virtual_channels = virtual_channels;
  scenario.machine.router.routing = routing;
  return scenario;
}

/// One message of `packets` whole packets from (0,0) to (1,0) of a 4x4 torus.
inline Scenario stream_over_one_cable(int packets) {
  Scenario scenario = scenario_on(4, 4, "replay");
  ReplayMessage message;
  message.destination = 1;
  message.bytes = scenario.machine.max_payload() * static_cast<std::uint64_t>(packets);
  scenario.workload.messages = {message};
  return scenario;
}

/// Simulated time of a whole run.
inline double seconds_of(const RunHistory& run) {
  return nlohmann::json::parse(run.result)["simulated_seconds"].get<double>();
}

/// An 8x8 torus with four VCs under `load`, which is not drained.
inline Scenario open_loop_on_8x8(const char* pattern, double load, const RoutingName& routing) {
  Scenario scenario = scenario_on(8, 8, pattern);
  scenario.machine.router.virtual_channels = 4;
  scenario.machine.router.routing = routing;
  scenario.workload.load = load;
  scenario.workload.warmup = Cycles{4000};
  scenario.workload.measure = Cycles{6000};
  scenario.workload.drain = Cycles{0};
  return scenario;
}

/// result.json of a run at packet level without a violation.
inline nlohmann::json packet_result(const Scenario& scenario) {
  const RunHistory run = run_level(scenario, Level::kPacket);
  REQUIRE(run.violation == "");
  return nlohmann::json::parse(run.result);
}

/// Flits per node and cycle that it accepts.
inline double accepted_of(const Scenario& scenario) { return packet_result(scenario)["open_loop"]["accepted"]; }
inline double accepted_load(const char* pattern, double load, const RoutingName& routing) {
  return accepted_of(open_loop_on_8x8(pattern, load, routing));
}

inline std::string reading_faults(const std::string& text) {
  const ScenarioResult result = read_scenario_text("test.yaml", text);
  std::string all;
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
    for (const Diagnostic& fault : *faults) all += fault.message + "\n";
  }
  return all;
}

template <class Fault>
std::string first_message(const std::vector<Fault>& faults) {
  return faults.empty() ? "" : faults.front().message;
}

}  // namespace tactus::test
