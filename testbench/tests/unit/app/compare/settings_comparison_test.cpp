#include "testbench/app/compare/settings_comparison.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

const Json kFirst = Json::parse(R"({"scenario": "s", "seed": 1, "configuration": {"a.b": 1, "a.c": "x"},
  "simulated_seconds": 2.0, "nic": {"stall_cycles": 10, "packets": 5}, "list": [1, 2], "gone": 3})");
const Json kSecond = Json::parse(R"({"scenario": "s", "seed": 2, "configuration": {"a.b": 2, "a.c": "x", "a.d": 0},
  "simulated_seconds": 3.0, "nic": {"stall_cycles": 0, "packets": 5}, "list": [3], "come": 4})");

}  // namespace

TEST_CASE("Settings comparison: takes all numbers but those of lists and of the run itself, with their ratio") {
  const auto figures = compare_figures(kFirst, kSecond);
  REQUIRE(figures.size() == 5);
  CHECK(figures[0].name == "simulated_seconds");
  CHECK(figures[0].ratio() == 1.5);
  CHECK(figures[1].name == "nic.stall_cycles");
  CHECK(figures[1].ratio() == 0.0);
  CHECK(figures[2].equal());
  CHECK(figures[3].name == "gone");
  CHECK_FALSE(figures[3].second);
  CHECK_FALSE(figures[3].ratio());
  CHECK(figures[4].name == "come");
  CHECK_FALSE(figures[4].first);
  CHECK(figures_json(figures)["nic.packets"] == Json({{"first", 5.0}, {"second", 5.0}, {"ratio", 1.0}}));
}

TEST_CASE("Settings comparison: the table has the time and what differs, and counts the others") {
  const std::string text = figures_text(compare_figures(kFirst, kSecond));
  CHECK_THAT(text, Contains("simulated_seconds") && Contains("1.5000") && Contains("nic.stall_cycles") &&
                       !Contains("nic.packets") && Contains("\n1 other figures are equal\n"));
  CHECK_THAT(figures_text(compare_figures(kFirst, kFirst)), Contains("simulated_seconds") && Contains("1.0000"));
}

TEST_CASE("Settings comparison: names the keys whose values differ") {
  CHECK(differing_keys(kFirst, kSecond) == std::vector<std::string>{"a.b", "a.d"});
  CHECK(differing_keys(kFirst, kFirst).empty());
}

}  // namespace tactus
