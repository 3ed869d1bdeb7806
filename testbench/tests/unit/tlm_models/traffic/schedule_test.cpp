#include "tlm_models/traffic/schedule.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "testbench/tests/support/small_schedule.h"
#include "testbench/tests/unit/tlm_models/traffic/written_schedule.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

struct Written : test::WrittenSchedule {
  OperationSink::Index send(int rank, std::uint64_t bytes, int peer, std::uint32_t tag = 0, int nic = -1) {
    return add(rank, OperationKind::kSend, bytes, peer, tag, nic);
  }
  OperationSink::Index receive(int rank, std::uint64_t bytes, int peer, std::uint32_t tag = 0, int nic = -1) {
    return add(rank, OperationKind::kReceive, bytes, peer, tag, nic);
  }
};

using Texts = std::vector<std::string>;

TEST_CASE("Schedule: sends and receives of a pair and tag meet in their order, and each pair numbers its messages",
          "[OPERATION-4]") {
  Written written;
  written.send(0, 10, 1, 7);
  written.send(0, 20, 1, 5);
  written.send(0, 30, 1, 7);
  written.send(2, 40, 1, 7);
  written.receive(1, 40, 2, 7);
  written.receive(1, 20, 0, 5);
  written.receive(1, 10, 0, 7);
  written.receive(1, 30, 0, 7);
  REQUIRE(written.faults().empty());
  for (const OperationSink::Index i : {0, 1, 2}) CHECK(written.at(0, i).tag == i);
  CHECK(written.at(1, 0).tag == 0);
  CHECK(written.at(1, 1).tag == 1);
  CHECK(written.at(1, 2).tag == 0);
  CHECK(written.at(1, 3).tag == 2);
}

TEST_CASE("Schedule: both ends of a message use the NIC that one of them names, or the next one in turn",
          "[OPERATION-5]") {
  Written written;
  written.send(0, 1, 1, 0, 3);
  written.send(0, 1, 1, 1);
  written.send(0, 1, 2, 2);
  written.send(1, 1, 2, 3);
  written.receive(1, 1, 0, 0);
  written.receive(1, 1, 0, 1, 2);
  written.receive(2, 1, 0, 2);
  written.receive(2, 1, 1, 3);
  REQUIRE(written.faults(4).empty());
  CHECK(written.at(0, 0).nic == 3);
  CHECK(written.at(1, 1).nic == 3);
  CHECK(written.at(0, 1).nic == 2);
  CHECK(written.at(1, 2).nic == 2);
  CHECK(written.at(0, 2).nic == 2);  // the third of rank 0
  CHECK(written.at(2, 0).nic == 2);
  CHECK(written.at(1, 0).nic == 1);  // the first of rank 1
  CHECK(written.at(2, 1).nic == 1);
}

TEST_CASE(
    "Schedule: messages without the other side, larger than their receives or on two NICs are named with their lines",
    "[OPERATION-6]") {
  Written written;
  written.send(0, 10, 1, 7);       // 1
  written.send(0, 10, 1, 7);       // 2: one too many
  written.send(0, 7, 1, 8, 1);     // 3
  written.receive(1, 10, 0, 7);    // 4
  written.receive(1, 6, 0, 8, 2);  // 5: too small, and another NIC
  written.receive(1, 10, 0, 9);    // 6: never sent
  CHECK(
      written.faults() ==
      Texts{"2: send to rank 1 tag 7: rank 1 has no receive for it",
            "5: receive of 6 B from rank 0 tag 8: the message that comes has 7 B",
            "5: receive from rank 0 tag 8 on NIC 2: the message goes by NIC 1, and both ends use the NIC of one number",
            "6: receive from rank 0 tag 9: rank 0 has no send for it"});
}

TEST_CASE("Schedule: a receive takes a smaller message as it comes", "[OPERATION-4]") {
  Written written;
  written.send(0, 10, 1, 7);
  written.receive(1, 4096, 0, 7);
  REQUIRE(written.faults().empty());
  CHECK(written.at(1, 0).amount == 10);
}

TEST_CASE("Schedule: ranks and NICs that there are not are named", "[OPERATION-6]") {
  Written written;
  written.send(0, 10, 3);
  written.send(0, 10, -1);
  written.send(0, 10, 1, 0, 4);
  written.receive(1, 10, 0);
  CHECK(written.faults(4) == Texts{"1: rank 3 has no operations: ranks are 0 to 1",
                                   "2: rank -1 has no operations: ranks are 0 to 1",
                                   "3: NIC 4: a node has NICs 0 to 3"});
}

TEST_CASE("Schedule: operations that wait for each other are named, those behind them are not", "[OPERATION-6]") {
  Written written;
  const auto zero = written.receive(0, 10, 1);  // 1
  const auto to_one = written.send(0, 10, 1);   // 2: after the message that it makes possible
  const auto behind = written.add(0, OperationKind::kCompute, 5);
  const auto one = written.receive(1, 10, 0);   // 4
  const auto to_zero = written.send(1, 10, 0);  // 5
  const auto itself = written.add(1, OperationKind::kCompute, 5);
  written.schedule.after_end_of(0, to_one, zero);
  written.schedule.after_end_of(0, behind, to_one);
  written.schedule.after_end_of(1, to_zero, one);
  written.schedule.after_end_of(1, itself, itself);
  CHECK(written.faults() == Texts{"1: never ends: it waits for line 5 of rank 1, and so, in a circle, for itself",
                                  "5: never ends: it waits for line 4, and so, in a circle, for itself",
                                  "4: never ends: it waits for line 2 of rank 0, and so, in a circle, for itself",
                                  "2: never ends: it waits for line 1, and so, in a circle, for itself",
                                  "6: never ends: it waits for line 6, and so, in a circle, for itself"});
}

TEST_CASE("Schedule: two ranks that post, send and then wait are no circle", "[OPERATION-6]") {
  Written written;
  for (const int rank : {0, 1}) {
    const auto posted = written.receive(rank, 10, 1 - rank);
    const auto sent = written.send(rank, 10, 1 - rank);
    written.schedule.after_begin_of(rank, sent, posted);
  }
  CHECK(written.faults().empty());
  CHECK(written.schedule.program(0).order[0] == 1);
}

TEST_CASE("Schedule: no operation is less deep than what it waits for, and a receive is deeper than its send",
          "[RANK-30][OPERATION-7]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomStream stream(seed, 3);
    std::uint64_t index = 0;
    ScheduleDraw draw;
    draw.ranks = 1 + static_cast<int>(seed % 9);
    draw.processors = 1 + static_cast<int>(seed % 3);
    draw.messages = 1 + static_cast<int>(seed * 7 % 300);
    draw.any_rank = static_cast<int>(seed % 4) * 25;
    const auto schedule = drawn_schedule(
        draw, [&](int bound) { return static_cast<int>(stream.below(index++, static_cast<std::uint64_t>(bound))); });
    CAPTURE(seed);
    REQUIRE(schedule->match(4, 1).empty());
    std::map<std::tuple<int, int, std::uint32_t>, std::uint32_t> sent;  // depth of each message's send
    for (int rank = 0; rank < schedule->ranks(); ++rank) {
      const Schedule::Program& program = schedule->program(rank);
      for (const Schedule::Dependency& each : program.dependencies) {
        const bool posted = each.on_begin != 0 && program.operations[each.earlier].kind == OperationKind::kReceive;
        if (!posted) REQUIRE(program.order[each.operation] >= program.order[each.earlier]);
      }
      for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation& operation = program.operations[i];
        if (operation.kind == OperationKind::kSend) sent[{rank, operation.peer, operation.tag}] = program.order[i];
      }
    }
    for (int rank = 0; rank < schedule->ranks(); ++rank) {
      const Schedule::Program& program = schedule->program(rank);
      std::map<std::uint32_t, std::uint32_t> last;  // depth of the last receive of each group
      for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation& operation = program.operations[i];
        if (operation.kind != OperationKind::kReceive) continue;
        if (operation.peer == Operation::kAnyRank) {
          REQUIRE(program.order[i] >= std::exchange(last[operation.tag], program.order[i]));
          continue;
        }
        REQUIRE(program.order[i] > sent.at({operation.peer, rank, operation.tag}));
      }
    }
  }
}

TEST_CASE("Schedule: has at most as many ranks as the machine, and ranks beyond it do nothing", "[OPERATION-12]") {
  WorkloadConfig config;
  config.algorithm = "schedule";
  config.schedule = small_schedule();
  MachineConfig machine;
  CHECK(validate(config, machine).empty());
  const auto workload = Workload::make(config, {4, 4});
  CHECK(workload->messages() == 1);
  CHECK(workload->bytes() == Bytes{1000});
  const auto program = workload->program(7);
  CHECK_FALSE(program->next_step(0));
  CHECK(program->ended());
  Written wide;
  wide.add(static_cast<int>(machine.network.nodes()), OperationKind::kCompute, 1);
  REQUIRE(wide.faults().empty());
  config.schedule = std::make_shared<Schedule>(std::move(wide.schedule));
  const std::vector<ConfigFault> faults = validate(config, machine);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].field == "schedule");
}

TEST_CASE("Schedule: says how far ahead operations have to be known", "[OPERATION-8]") {
  Written chain;
  for (OperationSink::Index i = 0; i < 100; ++i) {
    chain.add(0, OperationKind::kCompute, 1);
    if (i > 0) chain.schedule.after_end_of(0, i, i < 3 ? 0 : i - 3);
  }
  REQUIRE(chain.faults().empty());
  CHECK(chain.schedule.program(0).lookahead == 3);
  chain.add(0, OperationKind::kCompute, 1);  // the hundred and first needs nothing
  REQUIRE(chain.faults().empty());
  CHECK(chain.schedule.program(0).lookahead == 101);
  Written later;
  for (int i = 0; i < 10; ++i) later.add(0, OperationKind::kCompute, 1);
  later.schedule.after_end_of(0, 0, 3);
  REQUIRE(later.faults().empty());
  CHECK(later.schedule.program(0).lookahead == 10);
}

}  // namespace
}  // namespace tactus
