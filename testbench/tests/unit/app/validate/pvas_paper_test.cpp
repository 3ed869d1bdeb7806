#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbench/tests/unit/app/validate/hand_made.h"
#include "tlm_models/node/copies/ddtbench.h"

namespace tactus {
namespace {

/// What the committed claims sweep on that axis of a set.
std::vector<std::string> swept(const RunSet& set, std::size_t axis) {
  const std::string& over = set.over.at(axis);
  std::istringstream list(over.substr(over.find('=') + 1));
  std::vector<std::string> values;
  for (std::string each; std::getline(list, each, ',');) values.push_back(each);
  return values;
}

/// Result of a ping-pong as a run leaves it: all sizes of the pattern take that long.
std::string ping_pong(const std::string& pattern, double microseconds) {
  auto cases = nlohmann::json::array();
  static const std::vector<DdtCase> kCases = ddtbench_cases(1);
  for (const DdtCase& ddt : kCases) {
    if (ddt.pattern != pattern) continue;
    cases.push_back({{"bytes", ddt.size()}, {"time_s", microseconds * 1e-6}, {"l1_misses", 1000 / microseconds}});
  }
  return nlohmann::json{{"copies", {{"cases", cases}}}}.dump();
}

TEST_CASE("pvas: each claim compares what it says it does") {
  HandMade hand("pvas");
  for (const std::string& pattern : swept(hand.set_named("pvas"), 0)) {
    hand.add("pvas", {pattern}, ping_pong(pattern, 10));
    hand.add("sm_eager", {pattern}, ping_pong(pattern, 20));
    for (const std::string& buffer : swept(hand.set_named("sm_rendezvous"), 1)) {
      // Buffers of 32 KiB are best, and those of 64 KiB are worst.
      const double time = buffer == "32 KiB" ? 40 : buffer == "64 KiB" ? 100 : 80;
      hand.add("sm_rendezvous", {pattern, buffer}, ping_pong(pattern, time));
    }
  }
  CHECK(hand.measure("FFT: PVAS takes less time with every size") == Approx(4));
  CHECK(hand.measure("LAMMPS_full: SM takes as long") == Approx(4));
  CHECK(hand.measure("LAMMPS_full: SM is fastest with buffers of 32 KB") == Approx(1));
  CHECK(hand.measure("NAS_MG_x, 32 KB: SM is fastest with the smallest buffer") == Approx(2));
  CHECK(hand.measure("NAS_MG_x, 2 KB: PVAS takes longer than SM") == Approx(-87.5));
  CHECK(hand.measure("NAS_MG_x, 32 KB: PVAS takes less than SM with buffers of 32 KiB and more") == Approx(-75));
  CHECK(hand.measure("NAS_MG_x, 131 KB and more") == Approx(4));
  CHECK(hand.measure("NAS_MG_x, 32 KB: PVAS misses L1") == Approx(8));
  CHECK(hand.measure("LAMMPS_full: SM with 32 KB misses L1") == Approx(0.25));
  CHECK(hand.measure("NAS_LU_y: PVAS takes less than eager") == Approx(50));
  CHECK(hand.measure("PVAS takes less than eager: largest") == Approx(50));
  CHECK(hand.measure("NAS_LU_x, 480 B: PVAS takes longer than eager") == Approx(-50));
}

TEST_CASE("pvas: an application's gain is told for each quantum") {
  HandMade hand("pvas");
  const auto run = [&](const char* protocol, const char* quantum, double seconds) {
    hand.add("nas_lu_A", {protocol, quantum}, nlohmann::json{{"copies", {{"cases", {{{"time_s", seconds}}}}}}}.dump());
  };
  run("pvas", "300 cycles", 2);
  run("pvas", "1000 cycles", 4);
  run("sm_rendezvous", "1000 cycles", 5);
  run("sm_rendezvous", "300 cycles", 3);
  const Paper paper = committed_paper("pvas");
  const auto claim = std::find_if(paper.claims.begin(), paper.claims.end(),
                                  [](const Claim& each) { return each.text.rfind("NAS LU, class A", 0) == 0; });
  std::vector<double> percents = claim->measure(hand.measurements());
  std::sort(percents.begin(), percents.end());
  REQUIRE(percents.size() == 2);
  CHECK(percents[0] == Approx(25));
  CHECK(percents[1] == Approx(50));
}

TEST_CASE("pvas: its patterns and sizes are those of the benchmark") {
  std::vector<std::string> names;
  for (const DdtCase& ddt : ddtbench_cases(1)) {
    if (std::count(names.begin(), names.end(), ddt.pattern) == 0) names.push_back(ddt.pattern);
  }
  std::vector<std::string> of_paper = swept(HandMade("pvas").set_named("pvas"), 0);
  std::sort(names.begin(), names.end());
  std::sort(of_paper.begin(), of_paper.end());
  CHECK((names == of_paper));
}

TEST_CASE("pvas: what the paper says of WRF counts once, whatever describes its faces") {
  const Paper paper = committed_paper("pvas");
  for (const char* direction : {"WRF_x", "WRF_y"}) {
    const auto rows = std::count_if(paper.claims.begin(), paper.claims.end(), [&](const Claim& claim) {
      return claim.text.find(direction) != std::string::npos;
    });
    CHECK(rows == 2);  // beside SM and beside eager messages
  }
  // And the two descriptions are of the same data at the same places.
  for (const DdtCase& vectors : ddtbench_cases(1)) {
    if (vectors.pattern != "WRF_x_vec" && vectors.pattern != "WRF_y_vec") continue;
    const std::string subarrays = vectors.pattern.substr(0, 6) + "sa";
    const auto all = ddtbench_cases(1);
    CHECK(std::any_of(all.begin(), all.end(), [&](const DdtCase& other) {
      return other.pattern == subarrays && other.size() == vectors.size();
    }));
  }
}

TEST_CASE("pvas: of NAS_MG_x and 32 KB the number is told of the best buffer, and of larger ones the order") {
  const Paper paper = committed_paper("pvas");
  std::map<std::string, std::string> expected;
  for (const Claim& claim : paper.claims) expected[claim.text] = claim.expected.expected_text();
  CHECK(expected.at("NAS_MG_x, 32 KB: PVAS takes longer than SM with buffers of 4 KiB") == "20 to 30 %");
  CHECK(expected.at("NAS_MG_x, 32 KB: PVAS takes longer than SM with buffers of 8 KiB") == "above 0 %");
  CHECK(expected.at("NAS_MG_x, 32 KB: PVAS takes longer than SM with buffers of 16 KiB") == "above 0 %");
}

TEST_CASE("pvas: its scenarios can be executed", "[long]") {
  const Paper paper = committed_paper("pvas");
  for (const RunSet& set : paper.runs) {
    CAPTURE(set.name);
    CHECK(std::holds_alternative<SweepPlan>(plan_sweep({set.scenario, set.overrides, set.over, set.level})));
  }
}

}  // namespace
}  // namespace tactus
