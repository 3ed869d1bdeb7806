#include "testbench/app/sweep/sweep_axis.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;

struct Read {
  std::optional<SweepAxis> axis;
  std::vector<Diagnostic> faults;
};

Read read(const std::string& text) {
  const SourceText source{"--over " + text, text, 3, 0};
  DiagnosticList diagnostics;
  auto axis = parse_axis(source, diagnostics);
  return {std::move(axis), diagnostics.sorted()};
}

Texts values(const std::string& text) {
  const Read result = read(text);
  CAPTURE(text);
  CHECK(result.faults.empty());
  REQUIRE(result.axis);
  Texts texts;
  for (const AxisValue& value : result.axis->values) texts.push_back(value.text);
  return texts;
}

TEST_CASE("Sweep axis: values are parted by commas that stand in no bracket and no quotation marks") {
  CHECK(read("router.arbiter=matrix,round_robin").axis->key == "router.arbiter");
  CHECK(values("router.arbiter=matrix,round_robin") == Texts{"matrix", "round_robin"});
  CHECK(values("seed=7") == Texts{"7"});
  CHECK(values("s=[1,2],[3] , all") == Texts{"[1,2]", "[3]", "all"});
  CHECK(values("waves.nodes=[[0,0],[1,0]],all") == Texts{"[[0,0],[1,0]]", "all"});
  CHECK(values("run={watchdog: 2 ms, max_time: 1 s},{max_time: 2 s}") ==
        Texts{"{watchdog: 2 ms, max_time: 1 s}", "{max_time: 2 s}"});
  CHECK(values("title='a,b:c',\"d,e\",f=g") == Texts{"'a,b:c'", "\"d,e\"", "f=g"});
}

TEST_CASE("Sweep axis: a range has every step from the first value to the last, in exact decimals") {
  CHECK(values("b=0:0.5:0.125") == Texts{"0", "0.125", "0.25", "0.375", "0.5"});
  CHECK(values("b=-2:2:1") == Texts{"-2", "-1", "0", "1", "2"});
  CHECK(values("b=1:-1:-0.5") == Texts{"1", "0.5", "0", "-0.5", "-1"});
  CHECK(values("b=3:3:1") == Texts{"3"});
  CHECK(values("size=4 KiB:12 KiB:4 KiB") == Texts{"4 KiB", "8 KiB", "12 KiB"});
  CHECK(values("delay=10ns:30ns:10ns") == Texts{"10 ns", "20 ns", "30 ns"});
  CHECK(values("n=4,8:10:1,16") == Texts{"4", "8", "9", "10", "16"});
  const Texts many = values("load=0.1:0.7:0.1");
  CHECK(many == Texts{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"});
  CHECK(values("pacing.bias=0:6:0.125").size() == 49);
}

TEST_CASE("Sweep axis: every value knows its column in the option") {
  const Read result = read("seed=5, 7:9:1");
  REQUIRE(result.axis);
  REQUIRE(result.axis->values.size() == 4);
  CHECK(result.axis->values[0].column == 6);
  CHECK_FALSE(result.axis->values[0].from_range);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(result.axis->values[i].column == 9);
    CHECK(result.axis->values[i].from_range);
  }
}

TEST_CASE("Sweep axis: what is neither value nor range is refused with its place and what would be right") {
  struct Row {
    std::string text;
    int column;
    std::string phrase;
  };
  const std::vector<Row> rows = {
      {"", 1, "names no key to vary: write KEY=VALUE"},
      {"seed", 1, "names no key to vary"},
      {"=1,2", 1, "names no key to vary"},
      {"seed=", 6, "a value is missing"},
      {"seed=1,,2", 8, "a value is missing"},
      {"seed=1,", 8, "a value is missing"},
      {"seed=1:2", 6, "'1:2' is no range: it is written FIRST:LAST:STEP"},
      {"seed=1:2:3:4", 6, "is no range"},
      {"seed=1:x:1", 8, "'x' is no number"},
      {"seed=:3:1", 6, "'' is no number"},
      {"seed=1:3:.5", 10, "'.5' is no number"},
      {"seed=1:3:0.0000001", 10, "6 decimals"},
      {"seed=1:1234567890123:1", 8, "12 digits"},
      {"d=1 ns:2 us:1 ns", 8, "'2 us' has another unit than '1 ns'"},
      {"d=1 ns:2 ns:1", 13, "'1' has another unit"},
      {"seed=1:3:0", 10, "the step is 0"},
      {"seed=1:3:-1", 10, "steps of -1 lead away from 3"},
      {"seed=3:1:1", 10, "steps of 1 lead away from 1"},
      {"b=0:6:0.7", 5, "do not meet 6: the nearest are 5.6 and 6.3"},
      {"b=1:0:-0.3", 5, "do not meet 0: the nearest are 0.1 and -0.2"},
      {"seed=3,1:4:1", 8, "the value 3 is given twice"},
      {"seed=1:100000:1", 6, "more than 10000 values"},
  };
  for (const Row& row : rows) {
    const Read result = read(row.text);
    INFO(row.text);
    CHECK_FALSE(result.axis);
    REQUIRE(result.faults.size() == 1);
    CHECK(result.faults[0].file == "--over " + row.text);
    CHECK(result.faults[0].line == 3);
    CHECK(result.faults[0].column == row.column);
    INFO(result.faults[0].message);
    CHECK(result.faults[0].message.find(row.phrase) != std::string::npos);
  }
}

}  // namespace
}  // namespace tactus
