#include "testbench/app/sweep/sweep_table.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

constexpr char kNames[] =
    "simulated_seconds,ratio_to_ideal,link_utilisation,messages_delivered,packet_latency_mean_ns,packet_latency_p99_ns,"
    "offered,accepted,exit_status\n";

SweepPlan plan_of(std::vector<std::string> keys, const std::vector<std::vector<std::string>>& values) {
  SweepPlan plan;
  plan.keys = std::move(keys);
  for (const auto& point : values) {
    plan.points.emplace_back();
    plan.points.back().values = point;
  }
  return plan;
}

constexpr char kClosed[] =
    "{\"simulated_seconds\": 0.0307, \"ratio_to_ideal\": 1.28, \"link_utilisation\": 0.7, \"messages_delivered\": 6480,"
    "\"packet_latency_ns\": {\"mean\": 900.5, \"p50\": 1, \"p99\": 4000.0}}";
constexpr char kOpen[] =
    "{\"simulated_seconds\": 0.5, \"link_utilisation\": 0.1, \"messages_delivered\": 3,"
    "\"packet_latency_ns\": {\"mean\": 1.0, \"p99\": 2.0}, \"open_loop\": {\"offered\": 0.25, \"accepted\": 0.2}}";

TEST_CASE("Sweep table: has a line per point that has ended, in the order of the plan and not of the ends") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n", "seed"}, {{"3", "1"}, {"3", "2"}, {"5", "1"}}));
  CHECK(table.csv() == std::string("n,seed,") + kNames);
  table.set(2, 0, folder.write("open.json", kOpen));
  CHECK_FALSE(table.has(0));
  CHECK(table.has(2));
  const std::string last = "5,1,0.5,,0.1,3,1.0,2.0,0.25,0.2,0\n";
  CHECK(table.csv() == std::string("n,seed,") + kNames + last);
  table.set(0, 0, folder.write("closed.json", kClosed));
  CHECK(table.csv() == std::string("n,seed,") + kNames + "3,1,0.0307,1.28,0.7,6480,900.5,4000.0,,,0\n" + last);
}

TEST_CASE("Sweep table: a point that failed has its status and no figures, even if an old result lies there") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n"}, {{"3"}}));
  table.set(0, 3, folder.write("result.json", kClosed));
  CHECK(table.csv() == std::string("n,") + kNames + "3,,,,,,,,,3\n");
}

TEST_CASE("Sweep table: values with commas and quotation marks stand in quotation marks") {
  SweepTable table(plan_of({"sequences"}, {{"[1, 2]"}, {"\"a\""}}));
  table.set(0, 1, "none");
  table.set(1, 1, "none");
  CHECK(table.csv() == std::string("sequences,") + kNames + "\"[1, 2]\",,,,,,,,,1\n\"\"\"a\"\"\",,,,,,,,,1\n");
}

TEST_CASE("Sweep table: for a person, figures have six digits and columns without a figure are left out") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n"}, {{"3"}, {"11"}}));
  std::string exact = kClosed;
  exact.replace(exact.find("0.0307"), 6, "0.030712349999999997");
  table.set(0, 0, folder.write("closed.json", exact));
  table.set(1, 3, "none");
  CHECK(table.text() ==
        " n  simulated_seconds  ratio_to_ideal  link_utilisation  messages_delivered  packet_latency_mean_ns  "
        "packet_latency_p99_ns  exit_status\n"
        " 3          0.0307123            1.28               0.7                6480                   900.5  "
        "                 4000            0\n"
        "11                                                                                                  "
        "                                  3\n");
}

}  // namespace
}  // namespace tactus
