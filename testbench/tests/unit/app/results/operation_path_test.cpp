#include "testbench/app/results/operation_path.h"

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

constexpr Clock kClock{Picoseconds{1000}};

/// Operations of two ranks, and what is told of them.
struct Told {
  std::shared_ptr<Schedule> schedule = std::make_shared<Schedule>();
  std::unique_ptr<OperationTimes> times;

  OperationSink::Index add(int rank, OperationKind kind, std::uint64_t amount, int peer = 0, std::uint32_t line = 0) {
    Operation operation;
    operation.kind = kind;
    operation.amount = amount;
    operation.peer = peer;
    operation.place = line;
    return schedule->add(rank, operation);
  }
  void start() {
    REQUIRE(schedule->match(4, 1).empty());
    times = std::make_unique<OperationTimes>(schedule);
  }
  void began(int rank, std::uint32_t operation, std::uint64_t cycle, std::uint32_t after = kNoOperation) {
    times->operation_began({rank, operation, after}, Cycles{cycle});
  }
  void ended(int rank, std::uint32_t operation, std::uint64_t cycle) {
    times->operation_ended(rank, operation, Cycles{cycle});
  }
};

using Step = std::tuple<std::uint64_t, std::uint64_t, std::string, int, std::uint32_t>;

std::vector<Step> steps(const Told& told) {
  std::vector<Step> all;
  for (const OperationStep& step : operation_path(*told.times, kClock)) {
    all.emplace_back(step.begin, step.end, kOperationPartNames.at(static_cast<std::size_t>(step.part)), step.place.rank,
                     step.place.operation);
  }
  return all;
}

TEST_CASE("Operation path: goes back from a late message to its sender's computing, which noise made longer",
          "[OPERATION-11][RESULT-68]") {
  Told told;
  const auto compute = told.add(0, OperationKind::kCompute, 100'000, 0, 11);
  const auto send = told.add(0, OperationKind::kSend, 64, 1, 12);
  const auto receive = told.add(1, OperationKind::kReceive, 64, 0, 21);
  const auto after = told.add(1, OperationKind::kCompute, 30'000, 0, 22);
  told.start();
  told.began(0, compute, 1);
  told.began(1, receive, 1);
  told.ended(0, compute, 141);  // 40 cycles more than it asks for
  told.began(0, send, 141, compute);
  told.ended(0, send, 200);
  told.ended(1, receive, 260);
  told.began(1, after, 260, receive);
  told.ended(1, after, 290);
  CHECK(steps(told) == std::vector<Step>{{0, 1, "call", 0, compute},
                                         {1, 101, "compute", 0, compute},
                                         {101, 141, "noise", 0, compute},
                                         {141, 260, "message", 1, receive},
                                         {260, 290, "compute", 1, after}});
  const OperationPath path = summarise(*told.times, kClock);
  CHECK(path.length == 290);
  CHECK(path.parts[OperationPart::kMessage] == 119);
  REQUIRE(path.most.size() == 5);
  CHECK(path.most[0].kind == "recv");
  CHECK(path.most[0].line == 21U);
  CHECK(path.most[0].peer == 0);
  CHECK(path.most[0].begin_s == Approx(141e-9));
  CHECK(path.most[1].rank == 0);
  CHECK(path.most[1].line == 11U);
}

TEST_CASE("Operation path: a message that came before its receive costs nothing before that", "[OPERATION-11]") {
  Told told;
  const auto send = told.add(0, OperationKind::kSend, 64, 1);
  const auto busy = told.add(1, OperationKind::kCompute, 500'000);
  const auto receive = told.add(1, OperationKind::kReceive, 64, 0);
  told.start();
  told.began(0, send, 1);
  told.began(1, busy, 1);
  told.ended(0, send, 90);
  told.ended(1, busy, 501);
  told.began(1, receive, 501);  // on the processor that was busy
  told.ended(1, receive, 551);
  CHECK(steps(told) ==
        std::vector<Step>{{0, 1, "call", 1, busy}, {1, 501, "compute", 1, busy}, {501, 551, "message", 1, receive}});
}

TEST_CASE("Operation path: names calls before an operation, the end of a send, and waits", "[OPERATION-11]") {
  Told told;
  const auto first = told.add(0, OperationKind::kSend, 64, 1);
  const auto second = told.add(0, OperationKind::kSend, 64, 1);
  const auto wait = told.add(0, OperationKind::kWait, 0);
  told.add(1, OperationKind::kReceive, 64, 0);
  told.add(1, OperationKind::kReceive, 64, 0);
  told.schedule->after_end_of(0, wait, second);
  told.start();
  told.began(0, first, 1);
  told.began(0, second, 51);
  told.began(0, wait, 101, second);
  told.ended(0, first, 120);
  told.ended(0, second, 180);
  told.ended(0, wait, 190);
  CHECK(steps(told) == std::vector<Step>{{0, 1, "call", 0, first},
                                         {1, 51, "call", 0, first},
                                         {51, 180, "send", 0, second},
                                         {180, 190, "wait", 0, wait}});
}

TEST_CASE(
    "Operations file: has a row for each operation with its line and times, and no times of one that has not begun",
    "[OPERATION-10][key:trace.max_operations]") {
  Told told;
  const auto compute = told.add(0, OperationKind::kCompute, 100'000, 0, 11);
  const auto send = told.add(0, OperationKind::kSend, 64, 1, 12);
  const auto receive = told.add(1, OperationKind::kReceive, 64, 0, 21);
  told.start();
  told.began(0, compute, 1);
  told.ended(0, compute, 101);
  told.began(0, send, 101, compute);
  told.began(1, receive, 1);
  const TemporaryFolder folder;
  CHECK(told.times->write(folder.path(), kClock, 10) == 3);
  CHECK(folder.text("operations.csv") ==
        "rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n"
        "0,0,11,calc,,,,0,,0.001,0.101\n"
        "0,1,12,send,1,64,0,0,0,0.101,\n"
        "1,0,21,recv,0,64,0,0,,0.001,\n");
  CHECK(told.times->write(folder.path(), kClock, 1) == 1);
}

}  // namespace
}  // namespace tactus
