#include "testbench/app/cli/operation_waves.h"

#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

/// Rank 0 has lines 3 and 4, and line 9 twice; rank 1 has nothing, rank 2 line 7.
Schedule lined_schedule() {
  Schedule schedule;
  schedule.set_ranks(3);
  const auto add = [&](int rank, std::uint32_t line) {
    Operation operation;
    operation.place = line;
    schedule.add(rank, operation);
  };
  for (const std::uint32_t line : {3U, 4U, 9U, 9U}) add(0, line);
  add(2, 7);
  return schedule;
}

WavesAround around(WavesAround::Event event, std::uint64_t number, std::uint64_t rank = 0) {
  WavesAround around;
  around.event = event;
  around.number = number;
  around.rank = rank;
  return around;
}

TEST_CASE("Operation waves: an operation is found by its line, and the nearest lines are named if there is none",
          "[WAVE-41]") {
  const Schedule schedule = lined_schedule();
  const auto line = [&](std::uint64_t number) {
    return find_operation(schedule, around(WavesAround::Event::kLine, number));
  };
  CHECK(line(4).rank == 0);
  CHECK(line(4).number == 1);
  CHECK(line(7).rank == 2);
  CHECK(line(7).number == 0);
  CHECK(line(6).rank == -1);
  CHECK_THAT(line(6).fault, Contains("the nearest stand in line 4 and 7"));
  CHECK_THAT(line(1).fault, Contains("the nearest stand in line 3"));
  CHECK_THAT(line(UINT64_MAX).fault, Contains("the nearest stand in line 9"));
  CHECK_THAT(line(9).fault, Contains("2 operations stand there; name one: operation=0:2, operation=0:3"));
}

TEST_CASE("Operation waves: an operation is found by rank and number, and the last ones are named if there is none",
          "[WAVE-41]") {
  const Schedule schedule = lined_schedule();
  const auto operation = [&](std::uint64_t rank, std::uint64_t number) {
    return find_operation(schedule, around(WavesAround::Event::kOperation, number, rank));
  };
  CHECK(operation(0, 3).rank == 0);
  CHECK(operation(0, 3).number == 3);
  CHECK_THAT(operation(0, 4).fault, Contains("the last of rank 0 is 0:3"));
  CHECK_THAT(operation(1, 0).fault, Contains("rank 1 has no operations"));
  CHECK_THAT(operation(3, 0).fault, Contains("no such rank; the last is 2"));
}

}  // namespace
}  // namespace tactus
