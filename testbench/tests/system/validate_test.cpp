#include <algorithm>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// The claims about a barrier of 81 ranks: nine short runs.
Texts validation(const std::filesystem::path& folder, const Texts& more) {
  return with({"validate", "nsim", "--only", "81 nodes", "--out", folder}, more);
}

}  // namespace

TEST_CASE("Validate: measures what a run says, and its status tells whether all claims hold") {
  const TemporaryFolder folder;
  const Outcome outcome = run_tactus(validation(folder.path(), {"--json"}));
  CAPTURE(outcome.err);
  const auto rows = nlohmann::json::parse(outcome.out);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["paper"] == "nsim");
  CHECK(rows[0]["expected"] == 11.5);
  REQUIRE(run_tactus({"run", scenario_path("nsim/a2at.yaml"), "--set", "workload.algorithm=barrier", "--out",
                      folder.path() / "alone", "--quiet"})
              .status == 0);
  const double seconds = result_without_host(folder.path() / "alone")["simulated_seconds"];
  CHECK(rows[0]["measured"].get<double>() == Approx(seconds * 1e6));
  CHECK(rows[0]["holds"] == (std::abs(seconds * 1e6 - 11.5) <= 1.15));
  const bool all =
      std::all_of(rows.begin(), rows.end(), [](const nlohmann::json& row) { return row["holds"].get<bool>(); });
  CHECK(outcome.status == (all ? 0 : 4));
}

TEST_CASE("Validate: what has been run is not run again, and gives the same table") {
  const TemporaryFolder folder;
  const Outcome first = run_tactus(validation(folder.path(), {"--jobs", "4"}));
  const auto result = folder.path() / "nsim" / "barrier" / "result.json";
  REQUIRE(std::filesystem::exists(result));
  const auto written = std::filesystem::last_write_time(result);
  const Outcome second = run_tactus(validation(folder.path(), {"--jobs", "1"}));
  CHECK(std::filesystem::last_write_time(result) == written);
  CHECK(first.out == second.out);
  CHECK(first.status == second.status);
  CHECK_THAT(first.out, Contains("dissemination barrier") && Contains("11.5 us"));
}

TEST_CASE("Validate: rails hold what the paper says, with the reasons of tolerances and what was fitted", "[long]") {
  const TemporaryFolder folder;
  const Texts arguments = {"validate", "multirail", "--only", "figure 6", "--out", folder.path()};
  const Outcome outcome = run_tactus(arguments);
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("5 %: stated in the text") && Contains("fitted: node.bridges, posted buffers") &&
                              Contains(" hold, 0 do not, 0 not run"));
  Texts as_json = arguments;
  as_json.emplace_back("--json");
  const auto rows = nlohmann::json::parse(run_tactus(as_json).out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["tolerance"] == "5 %");
  CHECK(rows[0]["tolerance_reason"] == "stated in the text, with its share of the bound");
  CHECK(rows[0]["fitted"] == true);
  CHECK(rows[0]["fitted_parameters"] == "rails.packet_time, to near rails");
  CHECK(rows[0]["measured_least"] < rows[0]["measured_most"]);  // of three places of two rails
  CHECK(rows[2]["fitted"] == false);
}

TEST_CASE("Validate: flows on a torus are ranked as the mfs paper has them, each exchange with the time of the page") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_tactus({"validate", "mfs", "--only", "16x16 torus, mode F", "--json", "--out", folder.path()});
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.status == 0);
  const auto rows = nlohmann::json::parse(outcome.out);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["measured"].get<double>() == Approx(33.37 / 27.36).epsilon(1e-3));
  CHECK(rows[1]["measured"].get<double>() == Approx(27.36 / 22.22).epsilon(1e-3));
  const auto paired = result_without_host(folder.path() / "mfs" / "torus_16" / "algorithm=pwx");
  // In each of 255 steps all nodes send alike, so that rates are found once.
  CHECK(paired["flow"]["solves"] == 255);
  CHECK(paired["simulated_seconds"].get<double>() == Approx(22.22e-3).epsilon(1e-3));
}

TEST_CASE("Validate: a choice that leaves no claim is refused") {
  const TemporaryFolder folder;
  const Outcome outcome = run_tactus({"validate", "nsim", "--only", "no such claim", "--out", folder.path()});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("no claim has it"));
}
