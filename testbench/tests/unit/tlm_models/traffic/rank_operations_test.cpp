#include <memory>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"
#include "tlm_models/traffic/operation_program.h"
#include "tlm_models/traffic/schedule_stream.h"

namespace tactus {
namespace {

using Index = OperationSink::Index;

/// Operations of rank 1, whose messages are all with rank 6.
struct OperationBench {
  Schedule schedule;
  std::unique_ptr<RankBench> bench;

  Index add(OperationKind kind, std::uint64_t amount = 3000, int nic = 0, int processor = 0) {
    Operation operation;
    operation.kind = kind;
    operation.amount = amount;
    operation.peer = 6;
    operation.nic = static_cast<std::int8_t>(nic);
    operation.processor = static_cast<std::uint8_t>(processor);
    const Index made = schedule.add(1, operation);
    operation.peer = 1;
    operation.kind = kind == OperationKind::kSend ? OperationKind::kReceive : OperationKind::kSend;
    if (kind != OperationKind::kSend && kind != OperationKind::kReceive) return made;
    const Index other = schedule.add(6, operation);
    if (other > 0) schedule.after_begin_of(6, other, other - 1);
    return made;
  }
  Index compute(std::uint64_t cycles, int processor = 0) {
    return add(OperationKind::kCompute, cycles * FakeNic::kPeriod, 0, processor);
  }
  void after_end(Index operation, Index earlier) { schedule.after_end_of(1, operation, earlier); }
  void after_begin(Index operation, Index earlier) { schedule.after_begin_of(1, operation, earlier); }
  RankBench& start(int window = 0) {
    REQUIRE(schedule.match(4, 1, true).empty());
    const Clock clock{Picoseconds{FakeNic::kPeriod}};
    SoftwareConfig config;
    config.pacing.window = window;
    bench = std::make_unique<RankBench>(
        config, std::make_unique<OperationProgram>(std::make_unique<ScheduleStream>(schedule.program(1)), clock));
    return *bench;
  }
};

TEST_CASE("Rank operations: computing goes on while a message comes, and what needs it begins in its cycle",
          "[RANK-33][OPERATION-9]") {
  OperationBench operations;
  const Index receive = operations.add(OperationKind::kReceive, 3000, 2);
  const Index meanwhile = operations.compute(40);
  const Index after = operations.add(OperationKind::kSend, 3000, 3);
  operations.after_begin(meanwhile, receive);
  operations.after_end(after, receive);
  RankBench& bench = operations.start();
  bench.nic.complete_receive_in(300, 2, 0);
  bench.nic.complete_send_in(500, 3);
  bench.run_through(400);
  CHECK(bench.rank().status().waiting_for() == "rank (1,0) waits for sends: 1 on NIC 3");
  CHECK(bench.rank().blocked());
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"begin 0@1", "begin 1@51", "end 1@91", "end 0@300", "received 0@300",
                                     "begin 2@300", "sent 0@350", "end 2@500", "finished 1@500"});
  CHECK(bench.rank().finished());
  CHECK(bench.rank().status().final_faults().empty());
}

TEST_CASE("Rank operations: processors of a rank work at once, and tell each other in one cycle", "[RANK-33]") {
  OperationBench operations;
  const Index first = operations.compute(100, 1);
  operations.compute(100, 0);
  const Index second = operations.compute(10, 0);
  const Index third = operations.compute(10, 1);
  operations.after_end(second, first);
  operations.after_end(third, second);
  RankBench& bench = operations.start();
  bench.run_through(400);
  CHECK(bench.journal.lines == Lines{"begin 1@1", "begin 0@1", "end 1@101", "end 0@101", "begin 2@101", "end 2@111",
                                     "begin 3@111", "end 3@121", "finished 1@121"});
  CHECK(bench.rank().worked() == Picoseconds{220 * FakeNic::kPeriod});
}

TEST_CASE("Rank operations: a wait is a call, and ends with the last that it requires", "[RANK-32][OPERATION-1]") {
  OperationBench operations;
  const Index one = operations.add(OperationKind::kReceive, 3000, 0);
  const Index other = operations.add(OperationKind::kReceive, 3000, 1);
  const Index wait = operations.add(OperationKind::kWait);
  const Index late = operations.add(OperationKind::kWait);
  operations.after_end(wait, one);
  operations.after_end(wait, other);
  operations.after_end(late, wait);
  operations.after_end(late, one);
  RankBench& bench = operations.start();
  bench.nic.complete_receive_in(300, 0, 0);
  bench.nic.complete_receive_in(400, 1, 0);
  bench.run_through(350);
  CHECK(bench.rank().status().waiting_for() == "rank (1,0) waits for receives: NIC 1 from (2,1) tag 1");
  bench.run_through(1000);
  // Both receives are posted by 101; the wait is due in 151, the next one, whose receives are there, 50 after it.
  CHECK(bench.journal.lines == Lines{"begin 0@1", "begin 1@51", "begin 2@101", "end 0@300", "received 0@300",
                                     "end 1@400", "received 1@400", "end 2@400", "begin 3@400", "end 3@450",
                                     "finished 1@450"});
}

TEST_CASE("Rank operations: a wait is told to have ended by what came last, a send or a receive", "[RANK-32]") {
  OperationBench operations;
  const Index receive = operations.add(OperationKind::kReceive, 3000, 0);
  const Index send = operations.add(OperationKind::kSend, 3000, 1);
  const Index first = operations.add(OperationKind::kWait);
  const Index second = operations.add(OperationKind::kReceive, 3000, 0);
  const Index last = operations.add(OperationKind::kWait);
  operations.after_end(first, receive);
  operations.after_end(first, send);
  operations.after_end(second, first);
  operations.after_end(last, second);
  RankBench& bench = operations.start();
  bench.nic.complete_receive_in(300, 0, 0);
  bench.nic.complete_send_in(400, 1);
  bench.nic.complete_receive_in(700, 0, 0);
  bench.run_through(1000);
  CHECK(bench.journal.waits == std::vector{AwaitedCompletion::kSend, AwaitedCompletion::kReceive});
  CHECK(bench.rank().finished());
}

TEST_CASE("Rank operations: a send names the slot of its exchange, which it keeps until it has left",
          "[RANK-7][OPERATION-19]") {
  OperationBench operations;
  const Index receive = operations.add(OperationKind::kReceive, 3000, 2);
  const Index send = operations.add(OperationKind::kSend, 3000, 2);
  const Index second = operations.add(OperationKind::kReceive, 3000, 2);
  const Index third = operations.add(OperationKind::kReceive, 3000, 2);
  operations.after_begin(send, receive);
  operations.after_end(second, receive);
  operations.after_end(third, send);
  RankBench& bench = operations.start(1);
  bench.nic.complete_receive_in(300, 2, 0);
  bench.nic.complete_send_in(500, 2);
  bench.nic.complete_receive_in(700, 2, 1);
  bench.nic.complete_receive_in(800, 2, 0);
  bench.run_through(1000);
  REQUIRE(bench.nic.sent().size() == 1);
  CHECK(bench.nic.sent()[0].descriptor.paired);
  CHECK(bench.nic.sent()[0].descriptor.receive_slot == 0);
  REQUIRE(bench.nic.posted().size() == 3);
  CHECK(bench.nic.posted()[1].cycle == 350);
  CHECK(bench.nic.posted()[1].slot == 1);
  CHECK(bench.nic.posted()[2].cycle == 550);
  CHECK(bench.nic.posted()[2].slot == 0);
  CHECK(bench.rank().finished());
}

/// A send, one half of an exchange with `receives` more receives on its engine.
struct HalfCase {
  int window = 1;
  int receives = 1;
  bool receive_first = true;  ///< the receive of the exchange stands before the send
  bool complete = false;      ///< and is complete when the send starts
};

void check_paired(const HalfCase& each, bool paired) {
  OperationBench operations;
  Index send = 0;
  if (!each.receive_first) send = operations.add(OperationKind::kSend, 3000, 2);
  const Index receive = operations.add(OperationKind::kReceive, 3000, 2);
  for (int i = 0; i < each.receives; ++i) operations.add(OperationKind::kReceive, 3000, 2);
  if (each.receive_first) {
    const Index before = operations.compute(3000);
    send = operations.add(OperationKind::kSend, 3000, 2);
    operations.after_end(send, before);
  }
  RankBench& bench = operations.start(each.window);
  REQUIRE(operations.schedule.program(1).exchange[send] == receive);
  if (each.complete) bench.nic.complete_receive_in(2000, 2, 0);
  bench.run_through(6000);
  REQUIRE(bench.nic.sent().size() == 1);
  CHECK(bench.nic.sent()[0].descriptor.paired == paired);
  if (paired) CHECK(bench.nic.sent()[0].descriptor.receive_slot == 0);
}

TEST_CASE("Rank operations: a send names the slot of its exchange while one more is free", "[RANK-7][OPERATION-19]") {
  check_paired({1, 14}, true);
}
TEST_CASE("Rank operations: a send names no slot when none is free", "[RANK-7][OPERATION-19]") {
  check_paired({1, 15}, false);
}
TEST_CASE("Rank operations: a send names no slot without a window", "[RANK-7][OPERATION-19]") {
  check_paired({0}, false);
}
TEST_CASE("Rank operations: a send names no slot of a receive that is complete", "[RANK-7][OPERATION-19]") {
  check_paired({1, 1, true, true}, false);
}
TEST_CASE("Rank operations: a send names no slot of a receive that has none yet", "[RANK-7][OPERATION-19]") {
  check_paired({1, 1, false}, false);
}

TEST_CASE("Rank operations: a receive that finds no slot keeps no processor waiting", "[RANK-8]") {
  OperationBench operations;
  for (int i = 0; i < nic_reg::kRingEntries + 2; ++i) operations.add(OperationKind::kReceive);
  operations.compute(10);
  RankBench& bench = operations.start();
  bench.run_through(2000);
  CHECK(bench.nic.posted().size() == nic_reg::kRingEntries);
  // 18 calls of 50 cycles, and the computing.
  CHECK(bench.journal.lines.back() == "end 18@911");
}

}  // namespace
}  // namespace tactus
