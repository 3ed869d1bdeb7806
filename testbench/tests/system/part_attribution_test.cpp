#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>

#include "testbench/app/process/own_process.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/run_files.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr int kRandomMachines = 16;

/// Whether latencies are split by telling an observer of each grant, or in the regions that execute the network.
struct Way {
  bool told = false;
  int threads = 1;
};

/// The attribution of a run: its part of result.json, and its file.
std::string attribution_of(const Scenario& scenario, const Way& way) {
  return in_own_process([&] {
    const TemporaryFolder folder;
    SimulationOptions options = at_level(Level::kPacket);
    options.folder = folder.path();
    options.fabric.threading = {way.threads, 0};
    std::uint64_t reported = 0;
    if (way.told) options.split_report = [&reported](const SplitPacket&) { ++reported; };
    const RunSummary summary = Simulation(scenario, options).run();
    const std::uint64_t split = summary.attribution->total.count;
    const std::string wrong =
        way.told && reported != split ? fmt::format("{} reports of {} packets", reported, split) : "";
    return wrong + to_json(summary)["attribution"].dump() + text_of(folder.path() / kAttributionFile);
  });
}

/// Regions find its attribution: nothing in it needs single packets.
bool is_found_by_regions(const Scenario& scenario) {
  return scenario.machine.router.switch_hold == SwitchHold::kPacket && scenario.on_pins().empty() &&
         scenario.node.kind == NodeKind::kPlain && scenario.node.copies == CopiesKind::kRate &&
         !has_operations(scenario) && scenario.workload.jobs.empty() && PartAttribution::possible(scenario.machine);
}

}  // namespace

TEST_CASE(
    "Attribution: regions find in their own grants, with any number of threads, what an observer finds that is "
    "told of all",
    "[ATTRIBUTION-1][ATTRIBUTION-3][ATTRIBUTION-6][ATTRIBUTION-7][long]") {
  std::uint64_t waited = 0;
  int machines = 0;
  for (std::uint64_t seed = 1; machines < kRandomMachines; ++seed) {
    CAPTURE(seed);
    Scenario scenario = seed % 2 == 0 ? random_case(seed) : random_scenario(seed);
    if (!is_found_by_regions(scenario)) continue;
    ++machines;
    scenario.run.attribution = {true, false};
    INFO(to_yaml(scenario, "messages.txt"));
    const std::string told = attribution_of(scenario, {true, 1});
    const bool equal = told == attribution_of(scenario, {false, 1});
    REQUIRE(equal);
    const bool equal_threads = told == attribution_of(scenario, {false, 1 + static_cast<int>(seed % 4)});
    REQUIRE(equal_threads);
    const auto parts = nlohmann::json::parse(told.substr(0, told.find("\x89HDF")))["parts"];
    for (const char* part : {"queue", "output", "input", "credits"}) waited += parts.at(part).get<std::uint64_t>();
  }
  CHECK(waited > 100'000);
}

TEST_CASE("Attribution: a packet that is not in memory at the end of a run is split nowhere", "[ATTRIBUTION-1]") {
  // Cut while packets are on their way, delivered and not written, and written.
  for (const std::uint64_t nanoseconds : {2'100U, 4'004U, 4'008U, 4'012U, 4'016U, 5'003U, 9'000U, 9'004U, 12'345U}) {
    CAPTURE(nanoseconds);
    Scenario scenario = scenario_on(4, 4, "a2at");
    scenario.workload.message_size = Bytes{4096};
    scenario.machine.memory.bandwidth = BytesPerSecond{1'000'000'000};
    scenario.run.max_time = Picoseconds{1000 * nanoseconds};
    scenario.run.attribution = {true, false};
    const std::string told = attribution_of(scenario, {true, 1});
    CHECK(told == attribution_of(scenario, {false, 1}));
    CHECK(told == attribution_of(scenario, {false, 3}));
  }
}
