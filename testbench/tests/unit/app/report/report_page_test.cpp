#include "testbench/app/report/report_page.h"

#include <nlohmann/json.hpp>

#include "testbench/app/results/result_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;
using Catch::Matchers::Contains;

Json result() {
  return {{"scenario", "small"},
          {"level", "packet"},
          {"simulated_seconds", 1.0},
          {"configuration", {{"network.shape", "[4, 4]"}, {"router.tie_break", "signed"}, {"gone.key", "1"}}}};
}

/// The data that a page carries.
Json data_of(const std::string& page) {
  const std::string mark = "id=\"data\">";
  const std::size_t begin = page.find(mark) + mark.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

TEST_CASE("report_page: it carries the result, with the default of each key that there is") {
  const TemporaryFolder folder;
  (void)folder.write("result.json", result().dump());
  const Json data = data_of(report_page(folder.path()));
  CHECK(data["kind"] == "run");
  const Json& run = data["runs"][0];
  CHECK(run["result"]["scenario"] == "small");
  CHECK(run["map"].is_null());
  for (const Json& row : run["configuration"]) {
    if (row["key"] == "router.tie_break") CHECK(row["default"] == "positive");
    if (row["key"] == "gone.key") CHECK(row["default"].is_null());
  }
  CHECK(run["missing"].size() == 2);
}

TEST_CASE("report_page: no text of a result ends the script that carries it") {
  const TemporaryFolder folder;
  Json evil = result();
  evil["scenario"] = "</script><script>alert(1)</script><!--";
  (void)folder.write("result.json", evil.dump());
  const std::string page = report_page(folder.path());
  CHECK(data_of(page)["runs"][0]["result"]["scenario"] == evil["scenario"]);
  const bool quoted = page.find("alert(1)</script>") == std::string::npos;
  CHECK(quoted);
}

TEST_CASE("report_page: it names no other file") {
  const TemporaryFolder folder;
  (void)folder.write("result.json", result().dump());
  const std::string page = report_page(folder.path());
  const bool alone = page.find(" src=") == std::string::npos && page.find("@import") == std::string::npos;
  CHECK(alone);
  const bool licensed = page.find("Permission is hereby granted") != std::string::npos;
  CHECK(licensed);
}

TEST_CASE("report_page: a sweep's fields are numbers where they are") {
  const TemporaryFolder folder;
  (void)folder.write("sweep.csv", "n,kind,simulated_seconds,saturated,exit_status\n4,a,0.5,true,0\n5,b,,,3\n");
  const Json data = data_of(report_page(folder.path()));
  CHECK(data["kind"] == "sweep");
  CHECK(data["sweep"]["axes"] == 2);
  CHECK(data["sweep"]["rows"] == Json({{4.0, "a", 0.5, true, 0.0}, {5.0, "b", nullptr, nullptr, 3.0}}));
}

TEST_CASE("report_page: clocks finer than a picosecond, and times over a second, are numbers of an axis") {
  const TemporaryFolder folder;
  (void)folder.write("sweep.csv", "clock,run.max_time,simulated_seconds\n3418.803419 ps,2 s,0.5\n4 ns,3 ms,0.25\n");
  const Json quantities = data_of(report_page(folder.path()))["sweep"]["quantities"];
  REQUIRE(quantities.contains("clock"));
  CHECK(quantities["clock"]["unit"] == "s");
  CHECK(quantities["clock"]["values"][0].get<double>() == Approx(3.418803419e-9).epsilon(1e-12));
  CHECK(quantities["clock"]["values"][1].get<double>() == Approx(4e-9).epsilon(1e-12));
  CHECK(quantities["run.max_time"]["values"][0].get<double>() == Approx(2).epsilon(1e-12));
}

TEST_CASE("report_page: cycles are numbers of an axis, and times beside them are not") {
  const TemporaryFolder folder;
  (void)folder.write(
      "sweep.csv",
      "router.turnaround,workload.warmup,simulated_seconds\n0 cycles,100 cycles,0.5\n12 cycles,1 us,0.25\n");
  const Json quantities = data_of(report_page(folder.path()))["sweep"]["quantities"];
  CHECK(quantities == Json::parse(R"({"router.turnaround": {"unit": "cycles", "values": [0.0, 12.0]}})"));
}

TEST_CASE("report_page: what is no result is told, with the place") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(report_page(folder.path() / "none"), Contains("none: there is no such folder"));
  CHECK_THROWS_WITH(report_page(folder.path()), Contains("neither result.json nor sweep.csv"));
  (void)folder.write("result.json", "{\n  \"scenario\": }");
  CHECK_THROWS_WITH(report_page(folder.path()), Contains("result.json: line 2, column 15"));
  CHECK_THROWS_AS(report_page(folder.path(), folder.path() / "none"), UnreadableResult);
}

}  // namespace
}  // namespace tactus
