#include "testbench/app/sweep/sweep_table.h"

#include <fmt/core.h>

#include "testbench/app/results/csv_table.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

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
    "{\"simulated_seconds\": 0.0307, \"ratio_to_ideal\": 1.28, \"link_utilisation\": 0.7, \"throughput\": 0.61,"
    "\"messages_delivered\": 6480,"
    "\"packet_latency_ns\": {\"mean\": 900.5, \"p50\": 1, \"p99\": 4000.0}}";
constexpr char kOpen[] =
    "{\"simulated_seconds\": 0.5, \"link_utilisation\": 0.1, \"throughput\": 0.2, \"messages_delivered\": 3,"
    "\"packet_latency_ns\": {\"mean\": 1.0, \"p99\": 2.0}, \"open_loop\": {\"offered\": 0.25, \"accepted\": 0.2,"
    "\"latency_ns\": {\"mean\": 49.5, \"p50\": 40.0, \"p95\": 90.0, \"p99\": 99.0, \"max\": 120.0},"
    "\"saturated\": true, \"steady\": false}}";

TEST_CASE("Sweep table: has a line per point that has ended, in the order of the plan and not of the ends") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n", "seed"}, {{"3", "1"}, {"3", "2"}, {"5", "1"}}));
  CHECK(table.csv() == "n,seed\n");
  table.set(2, 0, folder.write("open.json", kOpen));
  CHECK_FALSE(table.has(0));
  CHECK(table.has(2));
  CHECK(table.csv() ==
        "n,seed,simulated_seconds,link_utilisation,throughput,messages_delivered,packet_latency_mean_ns,"
        "packet_latency_p99_ns,offered,accepted,open_loop_latency_mean_ns,open_loop_latency_p50_ns,"
        "open_loop_latency_p95_ns,open_loop_latency_p99_ns,saturated,steady,exit_status\n"
        "5,1,0.5,0.1,0.2,3,1.0,2.0,0.25,0.2,49.5,40.0,90.0,99.0,true,false,0\n");
  // A closed loop beside it: the figures of both, and those that either has.
  table.set(0, 0, folder.write("closed.json", kClosed));
  CHECK(table.csv() ==
        "n,seed,simulated_seconds,ratio_to_ideal,link_utilisation,throughput,messages_delivered,packet_latency_mean_ns,"
        "packet_latency_p99_ns,offered,accepted,open_loop_latency_mean_ns,open_loop_latency_p50_ns,"
        "open_loop_latency_p95_ns,open_loop_latency_p99_ns,saturated,steady,exit_status\n"
        "3,1,0.0307,1.28,0.7,0.61,6480,900.5,4000.0,,,,,,,,,0\n"
        "5,1,0.5,,0.1,0.2,3,1.0,2.0,0.25,0.2,49.5,40.0,90.0,99.0,true,false,0\n");
}

TEST_CASE("Sweep table: each class of messages has columns, behind those of all runs") {
  const TemporaryFolder folder;
  SweepPlan plan = plan_of({"n"}, {{"3"}, {"4"}, {"5"}});
  plan.points[0].classes = {"control", "bulk"};
  plan.points[1].classes = {"bulk", "largest"};
  SweepTable table(plan);
  table.set(0, 0,
            folder.write("a.json",
                         "{\"simulated_seconds\": 1, \"classes\": [{\"name\": \"control\", \"link_utilisation\": 0.5,"
                         "\"packet_latency_ns\": {\"mean\": 2.5, \"p99\": 3.5}}, {\"name\": \"bulk\", "
                         "\"link_utilisation\": 0.25, \"packet_latency_ns\": {\"mean\": 7.5, \"p99\": 8.5}}]}"));
  table.set(1, 0,
            folder.write("b.json",
                         "{\"simulated_seconds\": 2, \"classes\": [{\"name\": \"largest\", "
                         "\"link_utilisation\": 0.75}]}"));
  table.set(2, 0, folder.write("c.json", "{\"simulated_seconds\": 3}"));
  CHECK(table.csv() ==
        "n,simulated_seconds,class_control_link_utilisation,class_control_latency_mean_ns,class_control_latency_p99_ns,"
        "class_bulk_link_utilisation,class_bulk_latency_mean_ns,class_bulk_latency_p99_ns,"
        "class_largest_link_utilisation,exit_status\n"
        "3,1,0.5,2.5,3.5,0.25,7.5,8.5,,0\n4,2,,,,,,,0.75,0\n5,3,,,,,,,,0\n");
}

TEST_CASE("Sweep table: a point that failed has its status and no figures, even if an old result lies there") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n"}, {{"3"}}));
  table.set(0, 3, folder.write("result.json", kClosed));
  CHECK(table.csv() == "n,exit_status\n3,3\n");
}

TEST_CASE("Sweep table: values with commas and quotation marks stand in quotation marks") {
  SweepTable table(plan_of({"sequences"}, {{"[1, 2]"}, {"\"a\""}}));
  table.set(0, 1, "none");
  table.set(1, 1, "none");
  CHECK(table.csv() == "sequences,exit_status\n\"[1, 2]\",1\n\"\"\"a\"\"\",1\n");
}

TEST_CASE("Sweep table: for a person, figures have six digits and columns without a figure are left out") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n"}, {{"3"}, {"11"}}));
  std::string exact = kClosed;
  exact.replace(exact.find("0.0307"), 6, "0.030712349999999997");
  table.set(0, 0, folder.write("closed.json", exact));
  table.set(1, 3, "none");
  CHECK(table.text() ==
        " n  simulated_seconds  ratio_to_ideal  link_utilisation  throughput  messages_delivered "
        " packet_latency_mean_ns  packet_latency_p99_ns  exit_status\n"
        " 3          0.0307123            1.28               0.7        0.61                6480 "
        "                  900.5                   4000            0\n"
        "11                                                                                      "
        "                                                          3\n");
}

TEST_CASE("Sweep table: for a person it says which points are new, if others were there before") {
  SweepTable table(plan_of({"n"}, {{"3"}, {"11"}, {"12"}}));
  for (const std::size_t point : {0, 1}) table.set(point, 1, "none");
  CHECK(table.text({false, true, false}) == " n  exit_status\n 3            1  new\n11            1\n");
  CHECK(table.text({true, true, false}) == " n  exit_status\n 3            1\n11            1\n");
  CHECK(table.text({false, false, true}) == table.text());
  CHECK(table.csv() == "n,exit_status\n3,1\n11,1\n");
}

TEST_CASE("Sweep table: as values, it says yes or no of each point if some are new and others are not") {
  SweepPlan plan = plan_of({"n"}, {{"3"}, {"3"}, {"11"}, {"11"}});
  plan.seeds = 2;
  SweepTable table(plan);
  for (const std::size_t point : {0, 1, 2, 3}) table.set(point, 1, "none");
  CHECK(table.csv({true, true, true, false}) == "n,seeds,exit_status,new\n3,2,1,no\n11,2,1,yes\n");
  for (const bool found : {true, false}) CHECK(table.csv(std::vector<bool>(4, found)) == table.csv());
  const TemporaryFolder folder;
  CHECK(table.covers(read_csv(folder.write("sweep.csv", "n,seeds,exit_status,new\n3,2,1,no\n"))));
  CHECK_FALSE(table.covers(read_csv(folder.write("sweep.csv", "n,seeds,exit_status,news\n3,2,1,no\n"))));
}

/// A result of which only these two matter.
std::string result(double seconds, bool saturated) {
  return fmt::format("{{\"simulated_seconds\": {}, \"open_loop\": {{\"saturated\": {}, \"steady\": null}}}}", seconds,
                     saturated);
}

TEST_CASE("Sweep table: seeds of one point share a line of means and intervals, once all have ended") {
  const TemporaryFolder folder;
  SweepPlan plan = plan_of({"n"}, {{"3"}, {"3"}, {"3"}, {"5"}, {"5"}, {"5"}});
  plan.seeds = 3;
  SweepTable table(plan);
  CHECK(table.csv() == "n\n");
  table.set(0, 0, folder.write("0.json", result(2.0, true)));
  table.set(5, 0, folder.write("5.json", result(7.0, false)));
  table.set(2, 0, folder.write("2.json", result(6.0, false)));
  CHECK(table.csv() == "n\n");
  table.set(1, 0, folder.write("1.json", result(4.0, true)));
  // Of 2, 4, 6 the deviation is 2; Student's t of two degrees of freedom is 4.303; 4.303 * 2 / sqrt(3).
  const std::string names = "n,seeds,simulated_seconds,simulated_seconds_ci95,saturated,exit_status\n";
  const std::string first = table.csv();
  CHECK_THAT(first, Catch::Matchers::StartsWith(names + "3,3,4.0,4.968"));
  CHECK_THAT(first, Catch::Matchers::EndsWith(",0.6666666666666666,0\n"));
  table.set(3, 0, folder.write("3.json", result(7.0, false)));
  table.set(4, 3, folder.write("4.json", result(9.0, false)));
  CHECK(table.csv() == first + "5,3,,,,3\n");
  table.set(4, 0, folder.write("4.json", result(7.0, false)));
  CHECK_THAT(table.csv(), Catch::Matchers::Contains("\n5,3,7.0,0.0,"));
}

TEST_CASE("Sweep table: equal figures of all seeds have an interval of exactly 0, and depend on no seed") {
  const TemporaryFolder folder;
  SweepPlan plan = plan_of({"n"}, {{"3"}, {"3"}, {"3"}});
  plan.seeds = 3;
  SweepTable table(plan);
  for (std::size_t point = 0; point < 3; ++point) {
    CHECK(table.depends_on_seed());
    table.set(point, 0, folder.write(fmt::format("{}.json", point), result(5e-09, false)));  // no binary fraction
  }
  CHECK_THAT(table.csv(), Catch::Matchers::Contains("\n3,3,5e-09,0.0,"));
  CHECK_FALSE(table.depends_on_seed());
  table.set(2, 0, folder.write("2.json", result(6e-09, false)));
  CHECK(table.depends_on_seed());
}

TEST_CASE("Sweep table: rails have the figures of their largest message, and no latency of packets") {
  const TemporaryFolder folder;
  SweepTable table(plan_of({"n"}, {{"3"}}));
  constexpr char kRails[] =
      "{\"simulated_seconds\": 0.5, \"link_utilisation\": 0.3, \"messages_delivered\": 8, \"packets_delivered\": 9,"
      "\"packet_latency_ns\": {\"mean\": 0.0, \"p99\": 0.0}, \"rails\": {\"nics\": [0], \"sizes\": ["
      "{\"size_bytes\": 4, \"bytes_per_second\": 1.0, \"message_s\": 2.0, \"one_way_s\": 3.0},"
      "{\"size_bytes\": 16, \"bytes_per_second\": 4.0, \"message_s\": 5.0, \"one_way_s\": 6.0},"
      "{\"size_bytes\": 8, \"bytes_per_second\": 7.0, \"message_s\": 8.0, \"one_way_s\": 9.0}]}}";
  table.set(0, 0, folder.write("rails.json", kRails));
  CHECK(table.csv() ==
        "n,simulated_seconds,link_utilisation,messages_delivered,rails_bytes_per_second,rails_message_s,"
        "rails_one_way_s,exit_status\n3,0.5,0.3,8,4.0,5.0,6.0,0\n");
}

}  // namespace
}  // namespace tactus
