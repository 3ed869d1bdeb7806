#include "testbench/app/compare/level_error.h"

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

RunOutcome history(std::vector<MessageRecord> messages, const std::string& result) {
  RunOutcome made;
  made.messages = std::move(messages);
  made.result = result;
  return made;
}

constexpr Clock kClock{Picoseconds{4000}};

TEST_CASE("Level error: messages are matched by who they are, and their errors ranked by size", "[FLUID-28]") {
  const RunOutcome reference = history({message(1, 0, 100), message(2, 0, 200), message(3, 0, 400), message(4, 0, 5)},
                                       R"({"simulated_seconds": 2.0})");
  const RunOutcome run = history({message(3, 0, 200), message(1, 0, 110), message(2, 0, 210), message(5, 0, 5)},
                                 R"({"simulated_seconds": 1.0})");
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
  const char* first = R"({"simulated_seconds": 1, "sequences": [{"start_s": 0, "last_end_s": 3},
    {"start_s": 2, "last_end_s": 4}, {"start_s": 4, "last_end_s": null}, {"start_s": 4, "last_end_s": 5}]})";
  const char* second = R"({"simulated_seconds": 1, "sequences": [{"start_s": 0, "last_end_s": 1},
    {"start_s": 2, "last_end_s": 4}, {"start_s": 4, "last_end_s": 9}, {"start_s": 4, "last_end_s": 7}]})";
  // Durations 10, 20, 30 and 3, 2, 1; completed in the same order.
  const LevelError error =
      level_error(history({message(1, 0, 10), message(2, 10, 30), message(3, 30, 60)}, first),
                  history({message(1, 0, 3), message(2, 10, 12), message(3, 30, 31)}, second), kClock);
  CHECK(error.message_tau == -1.0);
  CHECK(error.sequence_tau == -1.0);  // 3, 2, 1 and 1, 2, 3
}

TEST_CASE("Level error: runs without messages and sequences have no ranking") {
  const RunOutcome empty = history({}, R"({"simulated_seconds": 0})");
  const LevelError error = level_error(empty, empty, kClock);
  CHECK(error.messages == 0);
  CHECK(error.relative_time_error() == 0);
  CHECK_FALSE(error.message_tau);
  CHECK_FALSE(error.sequence_tau);
}

}  // namespace
}  // namespace tactus
