#include "testbench/app/scenario/noise_file.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

std::vector<Diagnostic> faults_of_noise(const std::string& text) {
  const SourceText source{"noise.txt", text, 1, 0};
  DiagnosticList diagnostics;
  static_cast<void>(read_noise(source, diagnostics));
  return diagnostics.sorted();
}

const std::vector<BrokenText> kBroken = {
    {"only comments", "# nothing\n", {{1, 1, "the period is missing"}, {1, 1, "there is no event in the file"}}},
    {"no period", "1 us 2 us\n", 1, 1, "the period is missing: 'period TIME'"},
    {"no event", "period 1 ms\n", 1, 1, "there is no event in the file"},
    {"a period without time", "1us 2us\nperiod\n", 2, 7, "the time of the period is missing"},
    {"two periods", "period 1 ms\n1us 2us\nperiod 1 ms\n", 3, 1, "the period is given twice"},
    {"no period at all", "period 0 s\n1us 2us\n", 1, 8, "'0 s': a period is above 0 and at most 1000 s"},
    {"a period too long", "period 1001 s\n1us 2us\n", 1, 8, "at most 1000 s"},
    {"a period in bytes", "period 1 kB\n1us 2us\n", 1, 8, "'kB' is a unit of size; a time is given in"},
    {"an event without length", "period 1 ms\n 1 us\n", 2, 6, "the length is missing: an event is start length"},
    {"a length of nothing", "period 1 ms\n1 us 0 ns\n", 2, 1, "the event has no length"},
    {"a start without unit", "period 1 ms\n1 2 us\n", 2, 1, "a time needs a unit"},
    {"a third time", "period 1 ms\n1 us 2 us 3 us\n", 2, 11, "'3 us': nothing comes here"},
    {"a misspelt word", "perod 1 ms\nperiod 1 ms\n1us 2us", 1, 1, "unknown word 'perod'; did you mean period?"},
    {"an unknown word", "period 1 ms\nstart 1 us\n1us 2us\n", 2, 1, "a line is 'start length' or 'period TIME'"},
    {"a negative start", "period 1 ms\n-1 us 2 us\n", 2, 1, "a time cannot be negative"},
    {"events that overlap", "period 1 ms\n1 us 2 us\n  2 us 1 us\n", 3, 3, "begins before the one ahead of it"},
    {"events out of order", "period 1 ms\n5 us 1 us\n1 us 1 us\n", 3, 1, "begins before the one ahead of it"},
    {"an event beyond the period", "period 1 ms\n999 us 2 us\n", 2, 1, "ends after the period"},
    {"noise all the time", "period 10 us\n0 us 5 us\n5 us 4.1 us\n", 3, 1, "more than nine tenths of the period"},
};

TEST_CASE("Noise file: what is wrong with a line is named with its place", "[NOISE-15]") {
  for (const BrokenText& broken : kBroken) {
    INFO(broken.name << ":\n" << broken.text);
    check_faults(faults_of_noise(broken.text), broken.faults);
  }
}

TEST_CASE("Noise file: all faults of a file come at once, and of a file of another kind the first") {
  check_faults(faults_of_noise("period 1 km\n1 us 2\nwhat\n3\n"), {{1, 8, "unknown unit 'km'"},
                                                                   {2, 6, "a time needs a unit"},
                                                                   {3, 1, "unknown word 'what'"},
                                                                   {4, 2, "the length is missing"}});
  std::string text = "period 1 s\n";
  for (int line = 0; line < 10'000; ++line) text += "1 us 1 us\n";
  CHECK(faults_of_noise(text).size() == DiagnosticList::kMostListed);
}

TEST_CASE("Noise file: times, units and comments are read as documented", "[NOISE-15]") {
  const SourceText source{"noise.txt",
                          "# daemon\r\n"
                          "0 s\t1.5us   # at the beginning\r\n"
                          "\n"
                          "  10 us 250ns\n"
                          "period 10 ms",
                          1, 0};
  DiagnosticList diagnostics;
  const NoiseFile file = read_noise(source, diagnostics);
  REQUIRE(diagnostics.empty());
  CHECK(file.period == Picoseconds{10'000'000'000});
  REQUIRE(file.events.size() == 2);
  CHECK(file.events[0].start == Picoseconds{0});
  CHECK(file.events[0].length == Picoseconds{1'500'000});
  CHECK(file.events[1].start == Picoseconds{10'000'000});
  CHECK(file.events[1].length == Picoseconds{250'000});
}

}  // namespace
}  // namespace tactus::test
