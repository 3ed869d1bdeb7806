#include <fmt/core.h>

#include <stdexcept>

#include "testbench/app/validate/bias_search.h"
#include "testbench/tests/unit/app/validate/hand_made.h"

namespace tactus {
namespace {

constexpr char kLinks[] = "time_us,plus_x_GBps,minus_x_GBps,plus_y_GBps,minus_y_GBps,average_GBps\n";
constexpr char kOccupancy[] = "time_us,plus_x_vc_0,minus_x_vc_0,plus_y_vc_0,minus_y_vc_0\n";

/// A row in which x and y differ.
std::string row(int microseconds, double x, double y) {
  return fmt::format("{},{},{},{},{},{}\n", microseconds, x, x, y, y, (x + y) / 2);
}

TEST_CASE("nsim claims: a collapse, the buffers that fill with it and directions that part are found in time series") {
  HandMade hand("nsim");
  const auto run = hand.add("unpaced", {"8"}, "{}");
  std::string links = kLinks;
  std::string occupancy = kOccupancy;
  // 2 ms of full links, then 28 ms of 1 GB/s, then 10 ms in which y is half a GB/s slower; and a blip: y is faster in
  // ms 10.
  for (int i = 1; i <= 4000; ++i) {
    const double x = i <= 200 ? 4 : 1;
    const double apart = i > 3000 ? -0.5 : (i > 1000 && i <= 1100 ? 0.5 : 0);
    links += row(10 * i, x, x + apart);
    const double full = i <= 200 ? 0.1 : 0.7;
    occupancy += fmt::format("{},{},{},{},{}\n", 10 * i, full, full, full, i <= 200 ? 0.1 : 0.4);
  }
  hand.write(run / "links.csv", links);
  hand.write(run / "vc_occupancy.csv", occupancy);
  CHECK(hand.measure("8x8: starts with full links") == Approx(4));
  CHECK(hand.measure("8x8: throughput collapses") == Approx(1));
  CHECK(hand.measure("8x8: as it does, VC 0 fills") == Approx(4));
  CHECK(hand.measure("8x8: directions diverge") == Approx(30));
  // 4 GB/s for 2 ms, 1 for 27, 1.25 for 1 and 0.75 for 2; from 32 ms on 0.75.
  CHECK(hand.measure("8x8: bandwidth is lower after 32 ms") == Approx(0.75 / ((8 + 27 + 1.25 + 1.5) / 32)));

  const auto nine = hand.add("unpaced", {"9"}, "{}");
  hand.write(nine / "links.csv", links);
  CHECK(hand.measure("9x9: directions stay equal") == Approx(27.5));
}

TEST_CASE("nsim claims: without a collapse there is nothing to measure") {
  HandMade hand("nsim");
  const auto run = hand.add("unpaced", {"8"}, "{}");
  std::string links = kLinks;
  std::string occupancy = kOccupancy;
  for (int i = 1; i <= 300; ++i) {
    links += row(10 * i, 4, 4);
    occupancy += fmt::format("{},0.1,0.1,0.1,0.1\n", 10 * i);
  }
  hand.write(run / "links.csv", links);
  hand.write(run / "vc_occupancy.csv", occupancy);
  CHECK_THROWS_AS(hand.measure("8x8: as it does, VC 0 fills"), std::runtime_error);
  CHECK_THROWS_AS(hand.measure("8x8: directions diverge"), std::runtime_error);
  CHECK_THROWS_AS(hand.measure("8x8: bandwidth is lower after 32 ms"), std::runtime_error);
}

TEST_CASE("nsim claims: sequences are visible where the throughput falls between them") {
  HandMade hand("nsim");
  const auto run = hand.add("paced_in_2_us", {}, "{}");
  std::string links = kLinks;
  for (int i = 1; i <= 100; ++i) links += row(10 * i, i % 25 == 0 ? 0.5 : 3.5, i % 25 == 0 ? 0.5 : 3.5);
  hand.write(run / "links.csv", links);
  CHECK(hand.measure("9x9, bias 1.25: sequences that are visible") == 4);
}

TEST_CASE("nsim claims: the best of a few biases, and what it gains over hops - 1, are told by size") {
  HandMade hand("nsim");
  for (const auto& [bias, seconds] : {std::pair("0", 0.05), std::pair("1.25", 0.02), std::pair("16", 0.04)}) {
    hand.add("paced", {"9", bias}, fmt::format(R"({{"simulated_seconds": {}}})", seconds));
  }
  CHECK(hand.measure("9x9: best bias, of") == 1.25);
  CHECK(hand.measure("9x9: hops - 1 and bias 1.25 beat hops - 1") == Approx(2.5));
}

TEST_CASE("nsim claims: the steepest rise is looked for in the fine sweep, and told by the bias at which it ends") {
  HandMade hand("nsim");
  for (const char* bias : {"-2", "-1"}) hand.add("bias_sweep", {"8", bias}, R"({"link_utilisation": 0})");
  for (int eighths = 0; eighths <= 48; ++eighths) {
    const double share = 0.3 + 0.001 * eighths + (eighths > 17 ? 0.1 : 0) - (eighths > 30 ? 0.2 : 0);
    hand.add("bias_sweep", {"8", fmt::format("{:g}", 0.125 * eighths)},
             fmt::format(R"({{"link_utilisation": {}}})", share));
  }
  CHECK(hand.measure("8x8, bias 0 to 6: the steepest rise") == 2.25);
}

TEST_CASE("nsim claims: the best bias of each size and what it gains over no pacing") {
  HandMade hand("nsim");
  const auto run = [&](const std::string& set, const std::vector<std::string>& values, double seconds) {
    hand.add(set, values, fmt::format(R"({{"simulated_seconds": {}}})", seconds));
  };
  run("all_sizes_unpaced", {"8"}, 0.06);
  run("all_sizes_unpaced", {"9"}, 0.09);
  run("bias_sweep", {"8", "0"}, 0.05);
  run("bias_sweep", {"9", "0"}, 0.125);
  run("bias_sweep", {"8", "0.5"}, 0.04);
  run("bias_sweep", {"8", "1"}, 0.02);
  run("bias_sweep", {"9", "0.5"}, 0.05);
  run("bias_sweep", {"9", "1"}, 0.06);
  CHECK(hand.measure("8x8 to 16x16: pacing helps at every size") == Approx(1.8));
  CHECK(hand.measure("8x8 to 16x16: the best bias is above 0") == Approx(0.5));
  CHECK(hand.measure("8x8 to 16x16: the best bias differs by size") == 2);
  CHECK(hand.measure("8x8: best bias of the whole sweep") == 1);
  CHECK(hand.measure("9x9: best bias of the whole sweep") == 0.5);
  CHECK(hand.measure("8x8 to 16x16: the time grows less") == Approx(2.5 / 2.5));
  // Of a larger size there are not all biases.
  run("all_sizes_unpaced", {"10"}, 0.2);
  run("bias_search", {"10", "0"}, 0.1);
  run("bias_search", {"10", "0.75"}, 0.08);
  CHECK(hand.measure("8x8 to 16x16: the best bias differs by size") == 3);
  CHECK(hand.measure("8x8 to 16x16: the time grows less") == Approx(4.0 / 2));
}

TEST_CASE("nsim claims: a bias is left out of the search if its gaps alone take longer than the best so far") {
  HandMade hand("nsim");
  const auto run = [&](const std::string& bias, double seconds) {
    hand.add("bias_search", {"10", bias}, fmt::format(R"({{"simulated_seconds": {}}})", seconds));
  };
  // Ten phases of five hops, 521 packets of 512 ns: 13.3 ms without a bias, and 2.7 ms more for each packet of it.
  std::string sequences;
  for (int i = 1; i <= 10; ++i) {
    sequences += fmt::format(R"({}{{"index": {}, "hops": 5, "start_s": 0, "last_end_s": 1}})", i == 1 ? "" : ",", i);
  }
  hand.add("all_sizes_unpaced", {"10"}, R"({"simulated_seconds": 0.1, "sequences": [)" + sequences + "]}");
  const auto search_may_be_best = [&](const char* bias) {
    return may_be_best(hand.measurements(), hand.set_named("bias_search"), {"10", bias});
  };
  CHECK(search_may_be_best("16"));
  run("0", 0.020);
  CHECK(search_may_be_best("2.375"));
  CHECK_FALSE(search_may_be_best("2.625"));
  run("0.5", 0.016);
  CHECK(search_may_be_best("0.875"));
  CHECK_FALSE(search_may_be_best("1.125"));
}

TEST_CASE("nsim claims: a badly tuned or disturbed sequence is one that another bias makes faster or barriers slower") {
  HandMade hand("nsim");
  const auto sequence = [](int index, int hops, double seconds) {
    return fmt::format(R"({{"index": {}, "hops": {}, "start_s": 0.001, "first_end_s": {}, "last_end_s": {}}})", index,
                       hops, 0.001 + seconds, 0.001 + seconds);
  };
  const auto run = [&](const std::string& set, const std::vector<std::string>& values, int index, int hops, double s) {
    hand.add(set, values, R"({"sequences": [)" + sequence(index, hops, s) + "]}");
  };
  const auto whole = [&](const std::string& set, double first, double second, double fifth) {
    hand.add(set, {},
             R"({"sequences": [)" + sequence(1, 1, first) + "," + sequence(2, 2, second) + "," + sequence(5, 3, fifth) +
                 "]}");
  };
  whole("tuned", 0.01, 0.01, 0.01);
  whole("tuned_with_barriers", 0.020, 0.0105, 0.020);
  run("tuned_alone", {"[1]"}, 1, 1, 0.010);
  run("tuned_alone", {"[2]"}, 2, 2, 0.010);
  run("tuned_alone", {"[5]"}, 5, 3, 0.010);
  for (const char* index : {"[1]", "[2]", "[5]"}) {
    run("every_sequence", {index, "0"}, index[1] - '0', 3, index[1] == '5' ? 0.009 : 0.010);
    run("every_sequence", {index, "1"}, index[1] - '0', 3, 0.012);
  }
  CHECK(hand.measure("9x9: sequences for which a bias of -3 .. +3 is better") == 1);
  CHECK(hand.measure("9x9: the same; sequences 4 to 20") == 1);
  CHECK(hand.measure("9x9: the same; sequences 1 to 3") == 1);
}

TEST_CASE("nsim claims: what a2at gains is measured against the better of the others") {
  HandMade hand("nsim");
  hand.add("algorithms_64", {"a2at"}, R"({"simulated_seconds": 0.02, "link_utilisation": 0.5})");
  hand.add("algorithms_64", {"pwx"}, R"({"simulated_seconds": 0.05, "link_utilisation": 0.3})");
  hand.add("algorithms_64", {"ring"}, R"({"simulated_seconds": 0.03, "link_utilisation": 0.2})");
  CHECK(hand.measure("64 nodes: a2at is fastest") == Approx(1.5));
  CHECK(hand.measure("64 nodes: a2at uses the links most") == Approx(20));
}

TEST_CASE("nsim claims: a sequence at 100 % has most of its samples there, hurt is what comes after another") {
  HandMade hand("nsim");
  const std::string sequences = R"({"sequences": [
      {"index": 14, "hops": 8, "start_s": 0, "first_end_s": 0.0001, "last_end_s": 0.0001},
      {"index": 15, "hops": 5, "start_s": 0.0001, "first_end_s": 0.0002, "last_end_s": 0.00025}]})";
  const auto run = hand.add("tuned", {}, sequences);
  std::string links = kLinks;
  for (int i = 1; i <= 20; ++i) links += row(10 * i, i <= 10 ? 3.5 : 3.9, i <= 10 ? 3.5 : 3.9);
  hand.write(run / "links.csv", links);
  CHECK(hand.measure("9x9, best bias per sequence: sequences at 100 %") == 1);
  hand.add("tuned_alone", {"[15]"},
           R"({"sequences": [{"index": 15, "hops": 5, "start_s": 0, "first_end_s": 0.0001, "last_end_s": 0.0001}]})");
  // A maximum is that of any sample while all nodes are in the sequence: 10 to 100 us here.
  const auto alone = hand.add("tuned_alone", {"[14]"},
                              R"({"sequences": [{"index": 14, "hops": 8, "start_s": 0.00001, "first_end_s": 0.0001,)"
                              R"( "last_end_s": 0.0001}]})");
  std::string rates = kLinks;
  for (int i = 1; i <= 11; ++i) rates += row(10 * i, i == 5 ? 3.9 : 3.5, i == 1 || i == 11 ? 4.5 : i == 5 ? 3.9 : 3.5);
  hand.write(alone / "links.csv", rates);
  CHECK(hand.measure("9x9, sequence 14 alone, best bias: largest throughput") == Approx(3.9));
  CHECK(hand.measure("9x9: the late finishers of sequence 14 hurt 15") == Approx(1.5));
  CHECK(hand.measure("9x9: after 14, sequence 15 falls to") == Approx(3.9));
}

TEST_CASE("nsim claims: the largest bias and its sequence are read from the configuration of the run") {
  HandMade hand("nsim");
  hand.add("retuned", {}, R"({"configuration": {"pacing.sequence_bias": "[0, -0.5, 2.625, 1]"}})");
  CHECK(hand.measure("9x9, retuned: largest bias") == 2.625);
  CHECK(hand.measure("9x9, retuned: sequence that has it") == 3);
  hand.add("tuned", {}, R"({"configuration": {"pacing.sequence_bias": "[0, 0.5, 2.5, 0.5]"}})");
  CHECK(hand.measure("9x9, retuned: most biases are larger") == 2);
  CHECK(hand.measure("9x9: the best bias differs by sequence") == 3);
}

}  // namespace
}  // namespace tactus
