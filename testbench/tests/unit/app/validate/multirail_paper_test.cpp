#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "testbench/app/about/about.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/validate/validation.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = scenario_folder();

/// Largest bandwidths as the paper has them, GB/s; what it does not print follows from what it says.
std::map<std::string, double> rates_of_paper() {
  return {{"one_rail_near", 1.6},
          {"one_rail_send_far", 1.58},
          {"one_rail_receive_far", 1.05},
          {"one_rail_far", 1.05},
          {"two_rails_bridge_0", 3.0},
          {"two_rails_bridge_1", 3.0},
          {"two_rails_both_bridges", 3.0},
          {"two_rails_old_firmware", 2.1},
          {"two_rails_one_far_same_bridge", 2.15},
          {"two_rails_one_far_other_bridge", 2.15},
          {"two_rails_far", 2.1},
          {"four_rails_near", 6.17},
          {"four_rails_one_far", 3.65}};
}

/// Results of runs with such largest bandwidths: of 4 B, 16 KiB, which one rail carries, 32 KiB and 16 MiB.
Measurements results_of(const std::map<std::string, double>& rates, const fs::path& folder) {
  Measurements measurements;
  for (const auto& [set, rate] : rates) {
    const double one_way = 1.5e-6;
    auto sizes = nlohmann::json::array();
    for (const auto& [size, share] : std::map<double, double>{{4, 0}, {16384, 0}, {32768, 0.8}, {16777216, 1}}) {
      const double time = share > 0 ? size / (rate * share * 1e9) : (1 + size / 1024) * one_way;
      sizes.push_back({{"size_bytes", size},
                       {"bytes_per_second", size / time},
                       {"message_s", size == 4 ? 2 * one_way : time + one_way},
                       {"one_way_s", one_way}});
    }
    fs::create_directories(folder / set);
    std::ofstream(folder / set / "result.json") << nlohmann::json{{"rails", {{"sizes", sizes}}}};
    SweepPlan plan;
    plan.points.push_back({{}, {}, set, {}, {}, {}});
    measurements.add(set, plan, folder);
  }
  return measurements;
}

std::vector<std::string> claims_that_fail(const Measurements& measurements) {
  std::vector<std::string> texts;
  const Paper paper = committed_paper("multirail");
  for (const Claim& claim : paper.claims) {
    if (measure(claim, measurements).verdict != ClaimRow::Verdict::kHolds) texts.push_back(claim.text);
  }
  return texts;
}

std::vector<std::pair<std::string, std::string>> machine_of(const std::string& file, const std::string& but) {
  const ScenarioResult read = read_scenario((kFolder / file).string());
  REQUIRE(std::holds_alternative<Scenario>(read));
  std::vector<std::pair<std::string, std::string>> machine;
  for (const auto& [key, value] : resolved_configuration(std::get<Scenario>(read))) {
    const bool chosen = key.find("memory") != std::string::npos && key != "node.memories";
    if (key.find('.') != std::string::npos && !chosen && key != "rails.nics" && key != but) {
      machine.emplace_back(key, value);
    }
  }
  return machine;
}

TEST_CASE("multirail: all of its runs are of one machine, the older firmware but for one bridge") {
  const auto machine = machine_of("multirail/one_rail_near.yaml", "");
  CHECK(machine.size() > 20);
  const Paper paper = committed_paper("multirail");
  for (const RunSet& set : paper.runs) {
    CAPTURE(set.name);
    CHECK(set.overrides.empty());
    const bool old = set.name == "two_rails_old_firmware";
    const bool same =
        old ? machine_of(set.scenario, "node.bridges") == machine_of("multirail/one_rail_near.yaml", "node.bridges")
            : machine_of(set.scenario, "") == machine;
    CHECK(same);
  }
}

TEST_CASE("multirail: the paper's own numbers make every claim hold") {
  const TemporaryFolder folder;
  CHECK(claims_that_fail(results_of(rates_of_paper(), folder.path())) == std::vector<std::string>{});
}

TEST_CASE("multirail: no run can be a fifth off without a claim that says so") {
  for (const auto& [set, rate] : rates_of_paper()) {
    for (const double factor : {0.8, 1.2}) {
      CAPTURE(set, factor);
      const TemporaryFolder folder;
      std::map<std::string, double> rates = rates_of_paper();
      rates[set] = rate * factor;
      CHECK_FALSE(claims_that_fail(results_of(rates, folder.path())).empty());
    }
  }
}

TEST_CASE("multirail: what is a number of the paper has its tolerance and the reason for it") {
  const Paper paper = committed_paper("multirail");
  for (const Claim& claim : paper.claims) {
    CAPTURE(claim.text);
    const std::string expected = claim.expected.expected_text();
    const bool strict = expected == "1.6 GB/s" || expected == "3.0 GB/s" || expected == "6.17 GB/s";
    if (strict) CHECK(claim.expected.tolerance_text() == "5 %");
    if (claim.expected.tolerance_text().find('%') != std::string::npos) {
      CHECK_FALSE(claim.expected.tolerance_reason().empty());
    }
  }
}

}  // namespace
}  // namespace tactus
