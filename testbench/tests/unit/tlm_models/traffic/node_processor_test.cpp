#include "tlm_models/traffic/node_processor.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"

namespace tactus {
namespace {

TEST_CASE("RankInterpreter: every call takes effect its overhead after the step before it",
          "[RANK-4][RANK-6][RANK-7][RANK-8][RANK-16][RANK-19][TRACE-9][key:processor.call_overhead]") {
  RankBench bench({op(OpKind::kBeginSequence, 0, 1), op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 8), kWaitS, kWaitR,
                   op(OpKind::kEndSequence, 0, 1)});
  bench.nic.complete_send_in(120, 3);
  bench.nic.complete_receive_in(170, 2, 0);
  bench.run_through(1000);
  REQUIRE(bench.nic.posted().size() == 1);
  CHECK(bench.nic.posted()[0].cycle == 51);
  REQUIRE(bench.nic.sent().size() == 1);
  CHECK(bench.nic.sent()[0].cycle == 101);
  // Both completed before their waits took effect, in cycles 151 and 201.
  CHECK(bench.journal.lines == Lines{"began 1@1", "sent 8@101", "received 7@170", "ended 1@201", "finished 1@201"});
  CHECK(bench.rank().finished());
  CHECK(bench.rank().status().final_faults().empty());
}

TEST_CASE("RankInterpreter: a call costs time at its end too, a wait when it is over, and the next step begins then",
          "[RANK-4][RANK-7][RANK-8][RANK-27][key:processor.return_overhead]") {
  SoftwareConfig config;
  config.return_overhead = Cycles{30};
  RankBench bench({op(OpKind::kBeginSequence, 0, 1), op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 8), kWaitS, kWaitR,
                   compute(10), op(OpKind::kEndSequence, 0, 1)},
                  config);
  bench.nic.complete_send_in(190, 3);
  bench.nic.complete_receive_in(400, 2, 0);
  bench.run_through(1000);
  REQUIRE(bench.nic.posted().size() == 1);
  CHECK(bench.nic.posted()[0].cycle == 81);
  REQUIRE(bench.nic.sent().size() == 1);
  CHECK(bench.nic.sent()[0].cycle == 161);
  // The wait for sends ends in 241, that for receives is due in 291 and over with the message: 400 + 30 + 10.
  CHECK(bench.journal.lines == Lines{"began 1@1", "sent 8@161", "received 7@400", "ended 1@440", "finished 1@440"});
}

TEST_CASE("RankInterpreter: a wait that is not satisfied ends in the cycle that shows the completion",
          "[RANK-3][RANK-9][RANK-10][RANK-19]") {
  RankBench bench({op(OpKind::kIrecv, 0, 7), kWaitR, op(OpKind::kIsend, 1, 8), kWaitS});
  bench.nic.complete_receive_in(101, 0, 0);  // the very cycle in which the wait takes effect
  bench.nic.complete_send_in(500, 1);
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"received 7@101", "sent 8@151", "finished 1@500"});
}

TEST_CASE("RankInterpreter: a wait needs all that was started, on every NIC", "[RANK-9]") {
  RankBench bench({op(OpKind::kIsend, 0), op(OpKind::kIsend, 1), op(OpKind::kIsend, 1), kWaitS});
  bench.nic.complete_send_in(300, 1);
  bench.nic.complete_send_in(310, 0);
  bench.nic.complete_send_in(320, 1);
  bench.run_through(1000);
  CHECK(bench.journal.lines.back() == "finished 1@320");
}

TEST_CASE("NodeProcessor: completions in successive cycles are all taken, each in its own cycle", "[RANK-2][RANK-10]") {
  RankBench bench({op(OpKind::kIrecv, 0, 1), op(OpKind::kIrecv, 0, 2), op(OpKind::kIrecv, 1, 3), kWaitR});
  bench.nic.complete_receive_in(300, 0, 1);
  bench.nic.complete_receive_in(301, 1, 0);
  bench.nic.complete_receive_in(302, 0, 0);
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"received 2@300", "received 3@301", "received 1@302", "finished 1@302"});
}

TEST_CASE("NodeProcessor: takes what is complete engine by engine, sends before receives, whatever it is doing",
          "[RANK-2]") {
  RankBench bench({op(OpKind::kIrecv, 1, 1), op(OpKind::kIsend, 1, 2), op(OpKind::kIrecv, 0, 3),
                   op(OpKind::kIsend, 0, 4), compute(1000)});
  for (const int engine : {1, 0}) {
    bench.nic.complete_send_in(500, engine);
    bench.nic.complete_receive_in(500, engine, 0);
  }
  bench.run_through(2000);
  std::vector<std::uint64_t> reads;
  for (const FakeNic::Access& access : bench.nic.accesses()) {
    if (access.cycle == 500 && !access.write) reads.push_back(access.address);
  }
  const auto of = [](int engine, std::uint64_t offset) { return nic_reg::engine_base(engine) + offset; };
  CHECK(reads == std::vector<std::uint64_t>{nic_reg::kIrqStatus, of(0, nic_reg::kTxDone), of(0, nic_reg::kRxDone),
                                            of(1, nic_reg::kTxDone), of(1, nic_reg::kRxDone)});
  CHECK(bench.journal.lines ==
        Lines{"sent 2@101", "sent 4@201", "received 3@500", "received 1@500", "finished 1@1201"});
}

TEST_CASE("NodeProcessor: registers are accessed in the middle of cycles, and not at all while nothing happens",
          "[CLOCK-3][RANK-1][RANK-13]") {
  RankBench bench({op(OpKind::kIsend, 0), compute(100'000), kWaitS});
  bench.nic.complete_send_in(60'000, 0);
  bench.run_through(101'000);
  std::vector<std::uint64_t> cycles;
  for (const FakeNic::Access& access : bench.nic.accesses()) {
    CHECK(access.in_middle);
    if (cycles.empty() || cycles.back() != access.cycle) cycles.push_back(access.cycle);
  }
  CHECK(cycles == std::vector<std::uint64_t>{1, 51, 60'000});
  CHECK(bench.journal.lines.back() == "finished 1@100101");
}

TEST_CASE("NodeProcessor: pacing and interrupts of every engine are programmed in cycle 1", "[RANK-1]") {
  SoftwareConfig config;
  config.pacing.mode = "hops";
  config.pacing.gap = PacketEighths{-3};
  config.pacing.bias = PacketEighths{10};
  config.pacing.window = 3;
  RankBench bench({}, config);
  bench.run_through(10);
  for (int engine = 0; engine < 4; ++engine) {
    const std::uint64_t base = nic_reg::engine_base(engine);
    CHECK(bench.nic.written(base + nic_reg::kPaceCtrl) == 2);
    CHECK(bench.nic.written(base + nic_reg::kPaceGap) == 0xFFFD);
    CHECK(bench.nic.written(base + nic_reg::kPaceBias) == 10);
    CHECK(bench.nic.written(base + nic_reg::kPaceWindow) == 3);
    CHECK(bench.nic.written(base + nic_reg::kIrqEnable) == (nic_reg::kIrqSend | nic_reg::kIrqReceive));
  }
  CHECK(bench.nic.accesses().back().cycle == 1);
  CHECK(bench.journal.lines == Lines{"finished 1@1"});
}

TEST_CASE("NodeProcessor: a bias per sequence is in the registers of every engine from the sequence's beginning on",
          "[RANK-15][key:pacing.sequence_bias]") {
  SoftwareConfig config;
  config.pacing = {"hops", PacketEighths{}, PacketEighths{5}};
  config.sequence_bias = {PacketEighths{10}, PacketEighths{-3}, PacketEighths{7}};
  RankBench bench({compute(10), op(OpKind::kBeginSequence, 0, 3), compute(20), op(OpKind::kEndSequence, 0, 3),
                   op(OpKind::kBeginSequence, 0, 2)},
                  config);
  const auto all_engines_hold = [&](std::uint32_t bias) {
    for (int engine = 0; engine < 4; ++engine) {
      if (bench.nic.written(nic_reg::engine_base(engine) + nic_reg::kPaceBias) != bias) return false;
    }
    return true;
  };
  bench.run_through(10);
  CHECK(all_engines_hold(5));
  bench.run_through(11);
  CHECK(all_engines_hold(7));
  bench.run_through(30);
  CHECK(all_engines_hold(7));
  bench.run_through(31);
  CHECK(all_engines_hold(0xFFFD));
}

TEST_CASE("NodeProcessor: a paired send names the receive that was posted last on its NIC",
          "[RANK-7][ALGORITHM-2][reg:TX_RING.paired][reg:TX_RING.receive_slot]") {
  Op paired = op(OpKind::kIsend, 3, 9);
  paired.paired = true;
  RankBench bench({op(OpKind::kIrecv, 3, 7), op(OpKind::kIrecv, 3, 8), op(OpKind::kIrecv, 1, 9), paired,
                   op(OpKind::kIsend, 3, 10)});
  bench.run_through(400);
  const auto& sent = bench.nic.sent();
  REQUIRE(sent.size() == 2);
  CHECK(sent[0].descriptor.paired);
  CHECK(sent[0].descriptor.receive_slot == bench.nic.posted().at(1).slot);
  CHECK(bench.nic.posted().at(1).slot != bench.nic.posted().at(0).slot);
  CHECK(bench.nic.posted().at(1).slot != bench.nic.posted().at(2).slot);
  CHECK_FALSE(sent[1].descriptor.paired);
}

TEST_CASE("NodeProcessor: descriptors and slots say what the program says", "[RANK-7][RANK-8]") {
  Op send = op(OpKind::kIsend, 3, 77);
  send.peer_nic = 2;
  send.signs = OffsetSigns(2U);
  RankBench bench({send, op(OpKind::kIrecv, 1, 78)});
  bench.run_through(200);
  const nic_reg::SendDescriptor& d = bench.nic.sent().at(0).descriptor;
  CHECK(bench.nic.sent()[0].engine == 3);
  CHECK((d.destination == Coordinate{2, 1} && d.destination_nic == 2));
  CHECK((!d.negative[0] && d.negative[1] && !d.one_sided));
  CHECK((d.tag == 77 && d.bytes == 3000 && d.create_cycle == 51));
  const nic_reg::ReceiveSlot& r = bench.nic.posted().at(0).receive;
  CHECK(bench.nic.posted()[0].engine == 1);
  CHECK((r.source == Coordinate{2, 1} && r.tag == 78 && r.bytes == 3000));
}

TEST_CASE("NodeProcessor: a receive from any rank has the message that RX_MET shows when it is complete",
          "[RANK-34][reg:RX_SLOTS.any_source][reg:RX_SLOTS.tag_ignored]") {
  Op receive = op(OpKind::kIrecv, 2, kGroupTag | 3U << kGroupNumberBits);
  receive.peer = kAnyRank;
  receive.grouped = true;
  receive.operation = 4;
  RankBench bench({receive, kWaitR});
  CHECK(bench.rank().status().final_faults() == Lines{"rank (1,0) has not finished its program"});
  nic_reg::MetMessage met;
  met.source = {3, 2};
  met.tag = receive.tag + 9;
  met.bytes = 70;
  bench.nic.shows_met(2, 0, met);
  bench.run_through(150);
  CHECK(bench.rank().status().waiting_for() == "rank (1,0) waits for receives: NIC 2 from any rank");
  const nic_reg::ReceiveSlot& r = bench.nic.posted().at(0).receive;
  CHECK((r.any_source && r.tag_ignored == kGroupNumberBits && r.tag == receive.tag && r.bytes == 3000));
  bench.nic.complete_receive_in(300, 2, 0);
  bench.run_through(400);
  CHECK(bench.journal.lines == Lines{"begin 4@1", "met 4 from 11@300", "end 4@300",
                                     "received " + std::to_string(met.tag) + "@300", "finished 1@300"});
}

TEST_CASE("NodeProcessor: a send beyond 16 of its engine waits for a descriptor, its rank goes on",
          "[RANK-7][RANK-17]") {
  std::vector<Op> program;
  for (std::uint32_t i = 0; i < 18; ++i) program.push_back(op(OpKind::kIsend, 0, i));
  RankBench bench(program);
  bench.nic.complete_send_in(2000, 0);
  bench.nic.complete_send_in(2030, 0);
  bench.run_through(1999);
  CHECK(bench.nic.sent().size() == 16);
  CHECK(bench.rank().finished());
  CHECK(bench.rank().end() == bench.config.clock.edge(Cycles{901}));
  CHECK_FALSE(bench.processor.idle());
  CHECK(bench.rank().status().final_faults() == Lines{"rank (1,0) ended with sends under way: 18 on NIC 0"});
  bench.run_through(3000);
  REQUIRE(bench.nic.sent().size() == 18);
  CHECK(bench.nic.sent()[16].cycle == 2000);
  CHECK(bench.nic.sent()[17].cycle == 2030);
  CHECK(bench.processor.idle());
  for (std::uint32_t i = 0; i < 18; ++i) {
    CHECK(bench.nic.sent()[i].descriptor.tag == i);
    CHECK(bench.nic.sent()[i].descriptor.create_cycle == 51 + 50 * i);
  }
}

TEST_CASE("NodeProcessor: with all 16 receive slots used it waits for one to complete and uses that one", "[RANK-8]") {
  std::vector<Op> program;
  for (std::uint32_t i = 0; i < 17; ++i) program.push_back(op(OpKind::kIrecv, 2, i));
  RankBench bench(program);
  bench.nic.complete_receive_in(2000, 2, 9);
  bench.run_through(3000);
  REQUIRE(bench.nic.posted().size() == 17);
  for (std::uint32_t i = 0; i < 16; ++i) CHECK(bench.nic.posted()[i].slot == i);
  CHECK(bench.nic.posted()[16].slot == 9);
  CHECK(bench.nic.posted()[16].cycle == 2000);
  CHECK(std::count(bench.journal.lines.begin(), bench.journal.lines.end(), "received 9@2000") == 1);
}

TEST_CASE("RankInterpreter: computing takes its time and without overhead calls take none",
          "[RANK-13][RANK-15][RANK-16][key:processor.call_overhead]") {
  SoftwareConfig config;
  config.call_overhead = Cycles{0};
  RankBench bench({op(OpKind::kBeginSequence, 0, 1), compute(10), op(OpKind::kIsend, 0, 5), op(OpKind::kIsend, 1, 6),
                   op(OpKind::kEndSequence, 0, 1)},
                  config);
  bench.run_through(100);
  CHECK(bench.journal.lines == Lines{"began 1@1", "sent 5@11", "sent 6@11", "ended 1@11", "finished 1@11"});
}

TEST_CASE("RankInterpreter: says what it waits for, and what is left undone", "[RANK-18]") {
  RankBench bench({op(OpKind::kIrecv, 3, 41), op(OpKind::kIsend, 2, 42), kWaitS, kWaitR});
  bench.nic.complete_send_in(400, 2);
  CHECK(bench.rank().busy());
  bench.run_through(300);
  CHECK(bench.rank().status().waiting_for() == "rank (1,0) waits for sends: 1 on NIC 2");
  bench.run_through(440);
  CHECK(bench.rank().busy());
  CHECK(bench.rank().status().waiting_for().empty());
  CHECK(bench.rank().status().final_faults() == Lines{"rank (1,0) has not finished its program"});
  bench.run_through(1000);
  CHECK(bench.rank().status().waiting_for() == "rank (1,0) waits for receives: NIC 3 from (2,1) tag 41");
  CHECK(bench.rank().status().final_faults() == Lines{bench.rank().status().waiting_for()});
}

TEST_CASE("RankInterpreter: a program that ends with messages under way is faulty", "[RANK-6][RANK-18]") {
  RankBench bench({op(OpKind::kIrecv, 3, 41), op(OpKind::kIsend, 2, 42)});
  bench.run_through(1000);
  CHECK(bench.rank().finished());
  CHECK(bench.rank().status().waiting_for().empty());
  CHECK(bench.rank().status().final_faults() ==
        Lines{"rank (1,0) ended with sends under way: 1 on NIC 2",
              "rank (1,0) ended with receives under way: NIC 3 from (2,1) tag 41"});
}

TEST_CASE("NicDriver: an access that the NIC refuses is reported") {
  RankBench bench({});
  bench.nic.refuse(nic_reg::engine_base(2) + nic_reg::kPaceBias);
  std::string id;
  try {
    bench.run_through(10);
  } catch (const sc_core::sc_report& report) {
    id = report.get_msg_type();
  }
  CHECK(id == reports::kNicRegister);
}

}  // namespace
}  // namespace tactus
