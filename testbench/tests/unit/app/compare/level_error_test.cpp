#include "testbench/app/compare/level_error.h"

#include <nlohmann/json.hpp>

#include "testbench/app/results/result_json.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MessageRecord message(int source, std::uint64_t started, std::uint64_t completed) {
  MessageRecord record;
  record.source = source;
  record.destination = 100;
  record.started = started;
  record.completed = completed;
  return record;
}

using Times = std::vector<std::pair<double, std::optional<double>>>;

/// A run that took so long; `sequences`: when each began and ended.
RunOutcome history(std::vector<MessageRecord> messages, Picoseconds time, const Times& sequences = {}) {
  RunSummary run;
  run.simulated = time;
  for (const auto& [start, end] : sequences) {
    SequenceSummary& sequence = run.sequences.emplace_back();
    sequence.start_s = start;
    sequence.last_end_s = end;
  }
  RunOutcome made;
  made.messages = std::move(messages);
  made.result = to_json(run).dump();
  return made;
}

constexpr Clock kClock{Picoseconds{4000}};

TEST_CASE("Level error: messages are matched by who they are, and their errors ranked by size", "[FLUID-28]") {
  const RunOutcome reference =
      history({message(1, 0, 100), message(2, 0, 200), message(3, 0, 400), message(4, 0, 5)}, Picoseconds{2'000'000});
  const RunOutcome run =
      history({message(3, 0, 200), message(1, 0, 110), message(2, 0, 210), message(5, 0, 5)}, Picoseconds{1'000'000});
  const LevelError error = level_error(reference, run, kClock);
  CHECK(error.relative_time_error() == Approx(-0.5));
  CHECK(error.messages == 3);
  CHECK(error.alone == 2);
  CHECK(error.absolute_s.p50 == Approx(10 * 4e-9));
  CHECK(error.absolute_s.max == Approx(200 * 4e-9));
  CHECK(error.relative.p50 == Approx(0.1));
  CHECK(error.relative.p90 == Approx(0.5));
  CHECK(error.mean_relative == Approx((0.1 + 0.05 - 0.5) / 3));
}

TEST_CASE("Level error: rankings are of durations, and of the sequences that both runs have ended", "[FLUID-29]") {
  const Times first = {{0, 3}, {2, 4}, {4, std::nullopt}, {4, 5}};
  const Times second = {{0, 1}, {2, 4}, {4, 9}, {4, 7}};
  constexpr Picoseconds kTime{1'000'000};
  // Durations 10, 20, 30 and 3, 2, 1; completed in the same order.
  const LevelError error =
      level_error(history({message(1, 0, 10), message(2, 10, 30), message(3, 30, 60)}, kTime, first),
                  history({message(1, 0, 3), message(2, 10, 12), message(3, 30, 31)}, kTime, second), kClock);
  CHECK(error.message_tau == -1.0);
  CHECK(error.sequence_tau == -1.0);  // 3, 2, 1 and 1, 2, 3
}

TEST_CASE("Level error: runs without messages and sequences have no ranking") {
  const RunOutcome empty = history({}, Picoseconds{});
  const LevelError error = level_error(empty, empty, kClock);
  CHECK(error.messages == 0);
  CHECK(error.relative_time_error() == 0);
  CHECK_FALSE(error.message_tau);
  CHECK_FALSE(error.sequence_tau);
}

}  // namespace
}  // namespace tactus
