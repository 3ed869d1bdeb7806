#include "testbench/app/results/operation_path.h"

#include <string>
#include <tuple>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/told_operations.h"

namespace tactus {
namespace {

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

TEST_CASE("Operation path: goes back from a receive from any rank to the sender of the message that it met",
          "[OPERATION-11][OPERATION-15]") {
  Told told;
  const auto first = told.add(0, OperationKind::kReceive, 64, Operation::kAnyRank);
  const auto second = told.add(0, OperationKind::kReceive, 64, Operation::kAnyRank);
  const auto early = told.add(1, OperationKind::kSend, 8, 0);
  const auto compute = told.add(2, OperationKind::kCompute, 100'000);
  const auto late = told.add(2, OperationKind::kSend, 64, 0);
  told.start();
  told.began(0, first, 1);
  told.began(0, second, 2);
  told.began(1, early, 1);
  told.began(2, compute, 1);
  told.ended(2, compute, 101);
  told.began(2, late, 101, compute);
  told.met(0, first, 1, early, 90);
  told.met(0, second, 2, late, 200);
  CHECK(steps(told) == std::vector<Step>{{0, 1, "call", 2, compute},
                                         {1, 101, "compute", 2, compute},
                                         {101, 200, "message", 0, second}});
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

}  // namespace
}  // namespace tactus
