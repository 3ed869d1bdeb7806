#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "testbench/app/about/about.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

const fs::path kScenarios = scenario_folder();

/// The keys that say what the machine is, its size aside.
std::vector<std::pair<std::string, std::string>> machine_of(const fs::path& scenario) {
  const ScenarioResult read = read_scenario(scenario.string());
  REQUIRE(std::holds_alternative<Scenario>(read));
  std::vector<std::pair<std::string, std::string>> machine;
  for (const auto& [key, value] : resolved_configuration(std::get<Scenario>(read))) {
    for (const char* section : {"clock", "link.", "router.", "nic.", "memory.", "processor."}) {
      if (key.rfind(section, 0) == 0) machine.emplace_back(key, value);
    }
  }
  return machine;
}

TEST_CASE("nsim: all of its scenarios have the same machine, so that what is validated is one thing") {
  const auto machine = machine_of(kScenarios / "nsim" / "a2at.yaml");
  CHECK(machine.size() > 10);
  for (const auto& entry : fs::directory_iterator(kScenarios / "nsim")) {
    CAPTURE(entry.path().filename().string());
    CHECK(machine_of(entry.path()) == machine);
  }
}

TEST_CASE("nsim: no tuned bias is at the end of the sweep that it was found in") {
  for (const char* name : {"tuned.yaml", "retuned.yaml"}) {
    CAPTURE(name);
    const std::string text = test::text_of(kScenarios / "nsim" / name);
    // The second line is the command that made the file; without --bias it tries the paper's.
    std::smatch range;
    double least = -3;
    double most = 3;
    if (std::regex_search(text, range, std::regex("--bias '([-.0-9]+):([-.0-9]+):"))) {
      least = std::stod(range[1]);
      most = std::stod(range[2]);
    }
    std::smatch list;
    REQUIRE(std::regex_search(text, list, std::regex(R"(sequence_bias: \[([^\]]*)\])")));
    std::istringstream biases(list[1]);
    int count = 0;
    for (std::string each; std::getline(biases, each, ','); ++count) {
      CHECK(std::stod(each) > least);
      CHECK(std::stod(each) < most);
    }
    CHECK(count == 20);
  }
}

TEST_CASE("nsim: what the five keys were searched by is no prediction") {
  const Paper paper = committed_paper("nsim");
  for (const Claim& claim : paper.claims) {
    CAPTURE(claim.text);
    const std::string expected = claim.expected.expected_text();
    for (const char* searched : {"71.3 ms", "84.0 ms", "42.7 ms", "30.7 ms", "92.6 ms", "32.8 ms", "11.5 us"}) {
      if (expected == searched) CHECK_FALSE(claim.fitted.empty());
    }
    if (claim.source == "experiment 1" && claim.text.find("a2at is fastest") != std::string::npos) {
      CHECK(claim.fitted.empty());
    }
  }
}

TEST_CASE("nsim: every claim is measured on runs") {
  const Paper paper = committed_paper("nsim");
  for (const Claim& claim : paper.claims) {
    CAPTURE(claim.text);
    CHECK_FALSE(claim.runs.empty());
  }
}

TEST_CASE("nsim: the paper's numbers are in the table as they are printed") {
  const Paper paper = committed_paper("nsim");
  for (const char* number : {"17.0 ms", "24.0 ms", "71.3 ms", "84.0 ms", "42.7 ms", "30.7 ms", "2.74 x", "7.5 %",
                             "11.5 us", "92.6 ms", "32.8 ms", "2.500"}) {
    CAPTURE(number);
    CHECK(std::any_of(paper.claims.begin(), paper.claims.end(),
                      [&](const Claim& claim) { return claim.expected.expected_text() == number; }));
  }
}

TEST_CASE("nsim: the runs of every set are free of faults") {
  const Paper paper = committed_paper("nsim");
  for (const RunSet& set : paper.runs) {
    CAPTURE(set.name);
    // The long ones differ in size only, and checking a thousand of them takes long too.
    if (set.full) continue;
    const auto plan = plan_sweep({set.scenario, set.overrides, set.over, std::nullopt});
    REQUIRE(std::holds_alternative<SweepPlan>(plan));
    CHECK(std::get<SweepPlan>(plan).level == Level::kPacket);
  }
}

}  // namespace
}  // namespace tactus
