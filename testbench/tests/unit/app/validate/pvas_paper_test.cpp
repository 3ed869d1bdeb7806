#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"
#include "tlm_models/copies/ddtbench.h"

namespace tactus {
namespace {

/// What the committed claims sweep on that axis of a set.
std::vector<std::string> swept(const std::string& name, std::size_t axis) {
  const Paper paper = committed_paper("pvas");
  const auto set =
      std::find_if(paper.runs.begin(), paper.runs.end(), [&](const RunSet& each) { return each.name == name; });
  const std::string& over = set->over.at(axis);
  std::istringstream list(over.substr(over.find('=') + 1));
  std::vector<std::string> values;
  for (std::string each; std::getline(list, each, ',');) values.push_back(each);
  return values;
}

/// Results of ping-pongs as runs leave them: NAS_MG_x with two sizes, everything else with one.
class MadeUpRuns {
 public:
  Measurements measurements() {
    for (const char* set : {"sm_rendezvous", "sm_eager", "pvas"}) add(set);
    return std::move(measurements_);
  }
  double pvas = 10;
  double eager = 20;
  double rendezvous = 40;

 private:
  void add(const std::string& set) {
    SweepPlan plan;
    const bool with_buffers = set == "sm_rendezvous";
    for (const std::string& pattern : swept(set, 0)) {
      for (const std::string& buffer : with_buffers ? swept(set, 1) : std::vector<std::string>{""}) {
        SweepPoint point;
        point.values = {pattern};
        if (with_buffers) point.values.push_back(buffer);
        point.folder = pattern + buffer;
        const double time = set == "pvas" ? pvas : set == "sm_eager" ? eager : rendezvous;
        write(folder_.path() / set / point.folder, pattern, time);
        plan.points.push_back(point);
      }
    }
    measurements_.add(set, plan, folder_.path() / set);
  }
  static void write(const std::filesystem::path& folder, const std::string& pattern, double time) {
    auto cases = nlohmann::json::array();
    static const std::vector<DdtCase> kCases = ddtbench_cases(1);
    for (const DdtCase& ddt : kCases) {
      if (ddt.pattern == pattern)
        cases.push_back({{"bytes", ddt.size()}, {"time_s", time * 1e-6}, {"l1_misses", 1000 / time}});
    }
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "result.json") << nlohmann::json{{"copies", {{"cases", cases}}}};
  }

  TemporaryFolder folder_;
  Measurements measurements_;
};

double measured(const Measurements& m, const std::string& text) {
  const Paper paper = committed_paper("pvas");
  const auto found = std::find_if(paper.claims.begin(), paper.claims.end(),
                                  [&](const Claim& claim) { return claim.text.rfind(text, 0) == 0; });
  REQUIRE(found != paper.claims.end());
  return found->measure(m);
}

TEST_CASE("pvas: each claim compares what it says it does") {
  MadeUpRuns runs;
  const Measurements m = runs.measurements();
  CHECK(measured(m, "FFT: PVAS takes less time with every size") == Approx(4));
  CHECK(measured(m, "LAMMPS_full: SM takes as long") == Approx(4));
  CHECK(measured(m, "LAMMPS_full: SM is fastest with buffers of 32 KB") == Approx(1));
  CHECK(measured(m, "NAS_MG_x, 2 KB: PVAS takes longer than SM") == Approx(-75));
  CHECK(measured(m, "NAS_MG_x, 32 KB: PVAS takes less than SM with buffers of 32 KiB and more") == Approx(-75));
  CHECK(measured(m, "NAS_MG_x, 131 KB and more") == Approx(4));
  CHECK(measured(m, "NAS_MG_x, 32 KB: PVAS misses L1") == Approx(4));
  CHECK(measured(m, "LAMMPS_full: SM with 32 KB misses L1") == Approx(0.25));
  CHECK(measured(m, "NAS_LU_y: PVAS takes less than eager") == Approx(50));
  CHECK(measured(m, "PVAS takes less than eager: largest") == Approx(50));
  CHECK(measured(m, "NAS_LU_x, 480 B: PVAS takes longer than eager") == Approx(-50));
}

TEST_CASE("pvas: its patterns and sizes are those of the benchmark") {
  std::vector<std::string> names;
  for (const DdtCase& ddt : ddtbench_cases(1)) {
    if (std::count(names.begin(), names.end(), ddt.pattern) == 0) names.push_back(ddt.pattern);
  }
  std::vector<std::string> of_paper = swept("pvas", 0);
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
