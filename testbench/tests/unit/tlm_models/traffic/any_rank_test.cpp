#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/written_schedule.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/receive_table.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

/// Ranks that send to rank 0, which receives from any rank.
struct Farm : test::WrittenSchedule {
  OperationSink::Index send(int rank, std::uint32_t tag, std::uint64_t bytes = 8, int nic = -1) {
    return add(rank, OperationKind::kSend, bytes, 0, tag, nic);
  }
  OperationSink::Index receive(std::uint32_t tag, std::uint64_t bytes = 8, int nic = -1, int processor = 0) {
    return add(0, OperationKind::kReceive, bytes, Operation::kAnyRank, tag, nic, processor);
  }
};

using Texts = std::vector<std::string>;

TEST_CASE("Any rank: messages of a tag are a group with numbers for each sender, others are matched as ever",
          "[OPERATION-15]") {
  Farm farm;
  farm.receive(7, 20);
  farm.receive(7, 20);
  farm.receive(7, 20);
  farm.add(0, OperationKind::kReceive, 8, 2, 6);
  farm.send(1, 7, 10);
  farm.send(2, 7, 20);
  farm.send(2, 6);
  farm.send(2, 7);
  REQUIRE(farm.faults().empty());
  for (OperationSink::Index i = 0; i < 3; ++i) {
    CHECK(farm.at(0, i).peer == Operation::kAnyRank);
    CHECK(farm.at(0, i).tag == kGroupTag);
    CHECK(farm.at(0, i).nic == 0);
  }
  CHECK(farm.at(1, 0).tag == kGroupTag);
  CHECK(farm.at(2, 0).tag == kGroupTag);
  CHECK(farm.at(2, 2).tag == (kGroupTag | 1));
  CHECK(farm.at(2, 1).tag == 0);
  CHECK(farm.at(0, 3).tag == 0);
}

TEST_CASE("Any rank: the operations of a group use the NIC that one of them names", "[OPERATION-16]") {
  Farm farm;
  Farm other;
  for (Farm* each : {&farm, &other}) {
    each->receive(7);
    each->receive(7);
    each->send(1, 7);
    each->send(2, 7, 8, 3);
  }
  REQUIRE(farm.faults().empty());
  CHECK(farm.at(0, 0).nic == 3);
  CHECK(farm.at(0, 1).nic == 3);
  CHECK(farm.at(1, 0).nic == 3);
  other.receive(7, 8, 2);
  other.send(1, 7);
  CHECK(other.faults() ==
        Texts{"4: NIC 3: receives of rank 0 from any rank and their messages use one NIC, and others of "
              "them name NIC 2"});
}

TEST_CASE("Any rank: what a group cannot have is told with its lines", "[OPERATION-16]") {
  Farm counts;
  counts.receive(7);
  counts.receive(7);
  counts.send(1, 7);
  CHECK(counts.faults() == Texts{"1: 2 receives from any rank with tag 7: 1 messages are sent for them"});
  Farm sizes;
  sizes.receive(7, 8);
  sizes.receive(7, 9);
  sizes.send(1, 7, 9);
  sizes.send(2, 7, 1);
  CHECK(sizes.faults() == Texts{"1: receive of 8 B from any rank: it may take the message of 9 B of rank 1, line 3"});
  Farm mixed;
  mixed.receive(7);
  mixed.add(0, OperationKind::kReceive, 8, 1, 7);
  mixed.send(1, 7);
  mixed.send(2, 7);
  CHECK(mixed.faults() == Texts{"2: receive from rank 1: line 1 receives from any rank with tag 7, which may take the "
                                "message. Let all receives that a message fits name the same"});
  Farm processors;
  processors.receive(7);
  processors.receive(7, 8, -1, 1);
  processors.send(1, 7);
  processors.send(2, 7);
  CHECK(processors.faults() ==
        Texts{"2: receive from any rank by processor 1: those with tag 7 are posted in their order, "
              "and line 1 is one of processor 0"});
  Farm itself;
  itself.receive(7);
  itself.send(0, 7);
  CHECK(itself.faults() == Texts{"2: send to itself: a receive from any rank takes messages of other nodes"});
}

TEST_CASE("Any rank: with any tag all receives of a rank are one group, or are refused", "[OPERATION-16]") {
  Farm all;
  Farm some;
  for (Farm* each : {&all, &some}) {
    each->receive(Operation::kAnyTag);
    each->receive(Operation::kAnyTag);
    each->send(1, 5);
    each->send(1, 9);
  }
  REQUIRE(all.faults().empty());
  CHECK(all.at(1, 1).tag == (kGroupTag | 1));
  some.receive(5);
  some.send(2, 5);
  CHECK(some.faults().size() == 1);
  Farm named;
  named.add(0, OperationKind::kReceive, 8, 1, Operation::kAnyTag);
  named.send(1, 5);
  CHECK(named.faults() ==
        Texts{"1: with any tag only a receive from any rank is possible: name the tag that the send has"});
}

TEST_CASE("Any rank: receives with any tag leave messages of collective operations alone", "[OPERATION-16]") {
  constexpr std::uint32_t kOfCollective = (1U << 31U) + 5;
  Farm farm;
  farm.receive(Operation::kAnyTag);
  const auto collective = farm.add(0, OperationKind::kReceive, 8, 1, kOfCollective);
  const auto part = farm.send(1, kOfCollective);
  const auto own = farm.send(1, 5);
  CHECK(farm.faults().empty());
  CHECK(farm.at(0, collective).tag == 0);
  CHECK(farm.at(1, part).tag == 0);
  CHECK(farm.at(1, own).tag == kGroupTag);
}

TEST_CASE("Any rank: receives of a group begin in their order and are no less deep than those before them",
          "[OPERATION-7][OPERATION-15]") {
  Farm farm;
  const auto first = farm.receive(7);
  const auto second = farm.receive(7);
  const auto go = farm.add(0, OperationKind::kSend, 8, 2, 1);
  farm.schedule.after_end_of(0, go, first);
  farm.send(1, 7);
  const auto told = farm.add(2, OperationKind::kReceive, 8, 0, 1);
  const auto late = farm.send(2, 7);
  farm.schedule.after_end_of(2, late, told);
  REQUIRE(farm.faults().empty());
  const Schedule::Program& program = farm.schedule.program(0);
  CHECK(program.order[first] == 1);
  CHECK(program.order[second] == 3);
  REQUIRE(program.dependencies.size() == 2);
  CHECK(program.dependencies[0].operation == second);
  CHECK(program.dependencies[0].earlier == first);
  CHECK(program.dependencies[0].on_begin == 1);
}

TEST_CASE("Any rank: a send that waits for the receive of its own group is named", "[OPERATION-6]") {
  Farm farm;
  const auto only = farm.receive(7);
  const auto go = farm.add(0, OperationKind::kSend, 8, 1, 1);
  farm.schedule.after_end_of(0, go, only);
  const auto told = farm.add(1, OperationKind::kReceive, 8, 0, 1);
  const auto answer = farm.send(1, 7);
  farm.schedule.after_end_of(1, answer, told);
  const Texts faults = farm.faults();
  REQUIRE(faults.size() == 4);
  CHECK(faults[0] == "1: never ends: it waits for line 4 of rank 1, and so, in a circle, for itself");
}

TEST_CASE("ReceiveTable: grouped receives and messages meet in the order of both, and the receive tells which it met",
          "[OPERATION-15]") {
  const auto posted = [](std::uint32_t operation) {
    Op op;
    op.grouped = true;
    op.peer = kAnyRank;
    op.tag = kGroupTag;
    op.operation = operation;
    return op;
  };
  ReceiveTable table;
  Op first = posted(0);
  CHECK_FALSE(table.post_grouped(first));
  CHECK(table.posted() == 1);
  const auto met = table.arrive_grouped(3, kGroupTag | 5, Bytes{9});
  REQUIRE(met);
  CHECK(met->receive.operation == 0);
  CHECK(met->receive.peer == 3);
  CHECK(met->receive.tag == (kGroupTag | 5));
  CHECK(met->receive.bytes == Bytes{9});
  CHECK(table.posted() == 0);
  CHECK_FALSE(table.arrive_grouped(4, kGroupTag, Bytes{1}));
  CHECK_FALSE(table.arrive_grouped(2, kGroupTag, Bytes{2}));
  CHECK_FALSE(table.arrive_grouped(7, kGroupTag | 1U << kGroupNumberBits, Bytes{2}));
  Op second = posted(1);
  CHECK(table.post_grouped(second));
  CHECK(second.peer == 4);
  Op third = posted(2);
  CHECK(table.post_grouped(third));
  CHECK(third.peer == 2);
  Op fourth = posted(3);
  CHECK_FALSE(table.post_grouped(fourth));
  Op fifth = posted(4);
  CHECK_FALSE(table.post_grouped(fifth));
  CHECK(table.posted_receives().size() == 2);
  CHECK(table.arrive_grouped(1, kGroupTag | 2, Bytes{1})->receive.operation == 3);
  CHECK(table.arrive_grouped(1, kGroupTag | 1, Bytes{1})->receive.operation == 4);
}

TEST_CASE("Any rank: a job's receive from any rank has no rank of the machine, before and after its message has come",
          "[JOB-14][OPERATION-15]") {
  Farm farm;
  const auto only = farm.receive(7);
  const auto send = farm.send(1, 7);
  REQUIRE(farm.faults().empty());
  const std::uint32_t tag = farm.at(1, send).tag;
  WorkloadConfig config;
  config.algorithm = "jobs";
  JobConfig job;
  job.name = "farm";
  job.nodes = {3, 2};
  job.program.algorithm = "schedule";
  job.program.schedule = std::make_shared<Schedule>(std::move(farm.schedule));
  config.jobs = {job};
  const auto workload = Workload::make(config, {2, 2});
  const auto program = workload->program(3);
  std::optional<Op> op = program->next_step(0);
  REQUIRE(op);
  CHECK(op->operation == only);
  CHECK(op->grouped);
  CHECK(op->peer == kAnyRank);
  program->step_ended(*op);
  op->peer = 2;
  op->tag = tag;
  program->received(*op);
  CHECK(program->ended());
  CHECK(workload->program(2)->next_step(0)->peer == 3);
}

}  // namespace
}  // namespace tactus
