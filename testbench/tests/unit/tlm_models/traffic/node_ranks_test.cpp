#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"

namespace tactus {
namespace {

using namespace literals;

constexpr int kRanks = 3;

/// Node (1,0) of a 4x4 torus with three ranks, 3 to 5, and a fake NIC. Calls take no time, copies 100 cycles.
struct NodeBench {
  SoftwareConfig config;
  RankMap map{RankShape{{4, 4}, kRanks}};
  FakeNic nic{"nic"};
  sc_core::sc_signal<bool> irq{"irq"};
  Journal journal;
  NodeProcessor processor;

  explicit NodeBench(std::vector<std::vector<Op>> programs, std::vector<PacketEighths> sequence_bias = {})
      : config(software(std::move(sequence_bias))),
        processor("processor", config, map, 1, setups(std::move(programs)), &journal) {
    processor.csr_isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    processor.irq_i(irq);
  }
  void run_through(std::uint64_t cycle) {
    const auto end = sc_core::sc_time::from_value((cycle + 1) * FakeNic::kPeriod - 1);
    sc_core::sc_start(end - sc_core::sc_time_stamp());
  }

 private:
  static SoftwareConfig software(std::vector<PacketEighths> sequence_bias) {
    SoftwareConfig config;
    config.sequence_bias = std::move(sequence_bias);
    config.call_overhead = Cycles{0};
    config.copy = {BytesPerSecond{1'000'000'000'000}, Picoseconds{100 * FakeNic::kPeriod - 3000}};
    return config;
  }
  static std::vector<RankSetup> setups(std::vector<std::vector<Op>> programs) {
    std::vector<RankSetup> list;
    for (std::vector<Op>& program : programs) {
      const int rank = kRanks + static_cast<int>(list.size());
      list.push_back({rank, std::make_unique<ListProgram>(std::move(program))});
    }
    return list;
  }
};

Op with(OpKind kind, int peer, std::uint32_t tag, int nic = 0) {
  Op o = op(kind, nic, tag);
  o.peer = peer;
  return o;
}

TEST_CASE("NodeProcessor: ranks act in the same cycle in the order of their places, and places are told on the wire",
          "[RANK-20][RANK-23]") {
  NodeBench bench({{with(OpKind::kIsend, 19, 1)}, {with(OpKind::kIrecv, 20, 2)}, {with(OpKind::kIsend, 18, 3)}});
  bench.run_through(10);
  REQUIRE(bench.nic.sent().size() == 2);
  for (const FakeNic::Sent& sent : bench.nic.sent()) CHECK(sent.cycle == 1);
  const nic_reg::SendDescriptor& first = bench.nic.sent()[0].descriptor;
  CHECK((first.tag == 1 && first.source_place == 0 && first.destination_place == 1));
  CHECK(first.destination == Coordinate{2, 1});
  const nic_reg::SendDescriptor& second = bench.nic.sent()[1].descriptor;
  CHECK((second.tag == 3 && second.source_place == 2 && second.destination_place == 0));
  const nic_reg::ReceiveSlot& slot = bench.nic.posted().at(0).receive;
  CHECK((slot.source_place == 2 && slot.destination_place == 1 && slot.tag == 2));
  CHECK(slot.source == Coordinate{2, 1});
}

TEST_CASE("NodeProcessor: a send's completion is that of the rank whose turn it is, a receive's of its slot's owner",
          "[RANK-22]") {
  NodeBench bench(
      {{with(OpKind::kIsend, 19, 1), with(OpKind::kIrecv, 19, 7), kWaitS, op(OpKind::kBeginSequence, 0, 1), kWaitR},
       {with(OpKind::kIsend, 19, 2), with(OpKind::kIrecv, 19, 8), kWaitS, op(OpKind::kBeginSequence, 0, 2), kWaitR},
       {}});
  bench.nic.complete_send_in(100, 0);
  bench.nic.complete_send_in(200, 0);
  bench.nic.complete_receive_in(300, 0, 1);
  bench.nic.complete_receive_in(400, 0, 0);
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"sent 1@1", "sent 2@1", "finished 5@1", "began 1@100", "began 2@200",
                                     "received 8@300", "finished 4@300", "received 7@400", "finished 3@400"});
}

TEST_CASE("NodeProcessor: messages within the node are copies, and no register hears of them", "[RANK-3][RANK-25]") {
  NodeBench bench({{with(OpKind::kIsend, 4, 1), with(OpKind::kIrecv, 4, 9), kWaitS, kWaitR},
                   {with(OpKind::kIrecv, 3, 1), kWaitR, with(OpKind::kIsend, 3, 9), kWaitS},
                   {}});
  bench.run_through(1000);
  // 3,000 B take 3,000 ps and the latency the rest of 100 cycles.
  CHECK(bench.journal.lines == Lines{"sent 1@1", "finished 5@1", "received 1@101", "sent 9@101", "received 9@201",
                                     "finished 3@201", "finished 4@201"});
  CHECK(bench.nic.sent().empty());
  CHECK(bench.nic.posted().empty());
  CHECK(bench.processor.local().copies() == 2);
  for (int place = 0; place < kRanks; ++place) CHECK(bench.processor.rank(place).status().final_faults().empty());
}

TEST_CASE("NodeProcessor: says of a receive whether it is from within the node", "[RANK-18]") {
  NodeBench bench({{with(OpKind::kIrecv, 4, 9), with(OpKind::kIrecv, 19, 7), kWaitR}, {}, {}});
  bench.run_through(100);
  CHECK(bench.processor.rank(0).status().waiting_for() ==
        "rank (1,0).0 waits for receives: NIC 0 from (2,1).1 tag 7, within the node from (1,0).1 tag 9");
}

/// Receives of 16 messages, which take all slots of NIC 0.
std::vector<Op> receives(std::uint32_t count) {
  std::vector<Op> list;
  for (std::uint32_t tag = 0; tag < count; ++tag) list.push_back(with(OpKind::kIrecv, 19, tag));
  return list;
}

Op ordered(Op op, std::uint64_t order) {
  op.order = op.floor = order;
  return op;
}

TEST_CASE("NodeProcessor: a receive without a slot waits for one in the order of posts, its rank goes on",
          "[RANK-8][RANK-21][RANK-28]") {
  NodeBench bench({{compute(50), with(OpKind::kIrecv, 18, 30), with(OpKind::kIsend, 18, 40), kWaitR},
                   receives(16),
                   {compute(20), with(OpKind::kIrecv, 18, 31)}});
  bench.nic.complete_receive_in(100, 0, 5);
  bench.nic.complete_receive_in(200, 0, 9);
  bench.nic.complete_receive_in(300, 0, 9);
  bench.run_through(99);
  CHECK(bench.nic.posted().size() == 16);
  CHECK(bench.processor.rank(0).step() == OpKind::kWaitReceives);
  CHECK(bench.processor.rank(0).status().waiting_for() == "rank (1,0).0 waits for receives: NIC 0 from (2,1).0 tag 30");
  REQUIRE(bench.nic.sent().size() == 1);
  CHECK(bench.nic.sent()[0].cycle == 51);
  CHECK_FALSE(bench.nic.sent()[0].descriptor.paired);
  bench.run_through(1000);
  REQUIRE(bench.nic.posted().size() == 18);
  CHECK((bench.nic.posted()[16].cycle == 100 && bench.nic.posted()[16].receive.tag == 31));
  CHECK((bench.nic.posted()[17].cycle == 200 && bench.nic.posted()[17].receive.tag == 30));
  CHECK(bench.processor.rank(0).end() == bench.config.clock.edge(Cycles{300}));
}

TEST_CASE("NodeProcessor: the last slot is kept for the lowest order that ranks can still post", "[RANK-29]") {
  NodeBench bench({{compute(50), ordered(with(OpKind::kIrecv, 18, 35), 5)},
                   receives(15),
                   {compute(300), ordered(with(OpKind::kIrecv, 18, 33), 3)}});
  bench.nic.complete_receive_in(400, 0, 2);
  bench.run_through(300);
  CHECK(bench.nic.posted().size() == 15);
  bench.run_through(399);
  REQUIRE(bench.nic.posted().size() == 16);
  CHECK((bench.nic.posted()[15].cycle == 301 && bench.nic.posted()[15].receive.tag == 33));
  bench.run_through(1000);
  REQUIRE(bench.nic.posted().size() == 17);
  CHECK((bench.nic.posted()[16].cycle == 400 && bench.nic.posted()[16].receive.tag == 35));
}

TEST_CASE("NodeProcessor: the last slot is free for all as soon as ranks have gone on", "[RANK-29]") {
  NodeBench bench({{compute(10), ordered(with(OpKind::kIrecv, 18, 35), 5)},
                   receives(15),
                   {compute(300), ordered(with(OpKind::kIsend, 18, 33), 5), kWaitS}});
  bench.run_through(300);
  CHECK(bench.nic.posted().size() == 15);
  bench.run_through(1000);
  REQUIRE(bench.nic.posted().size() == 16);
  CHECK(bench.nic.posted()[15].cycle == 301);
}

TEST_CASE("NodeProcessor: a receive that is cancelled before it has a slot is cancelled there", "[RANK-12]") {
  NodeBench bench({receives(16), {compute(10), with(OpKind::kIrecv, 19, 99), with(OpKind::kCancel, 19, 99)}, {}});
  bench.nic.complete_receive_in(100, 0, 3);
  bench.run_through(99);
  CHECK(bench.processor.rank(1).finished());
  CHECK(bench.processor.rank(1).status().final_faults().empty());
  CHECK_FALSE(bench.processor.idle());
  bench.run_through(200);
  REQUIRE(bench.nic.posted().size() == 17);
  CHECK((bench.nic.posted()[16].cycle == 100 && bench.nic.posted()[16].slot == 3));
  CHECK(bench.nic.written(nic_reg::engine_base(0) + nic_reg::kRxCancel) == 1U << 3);
  CHECK(bench.processor.idle());
}

TEST_CASE("NodeProcessor: the bias of the sequence that a rank began last holds for its node", "[RANK-24]") {
  NodeBench bench({{op(OpKind::kBeginSequence, 0, 2), compute(100), op(OpKind::kBeginSequence, 0, 1)},
                   {compute(50), op(OpKind::kBeginSequence, 0, 3)},
                   {}},
                  {PacketEighths{10}, PacketEighths{20}, PacketEighths{30}});
  const auto bias = [&] { return bench.nic.written(nic_reg::engine_base(2) + nic_reg::kPaceBias); };
  bench.run_through(40);
  CHECK(bias() == 20);
  bench.run_through(90);
  CHECK(bias() == 30);
  bench.run_through(110);
  CHECK(bias() == 10);
}

TEST_CASE("NodeProcessor: sends wait for descriptors in the order of the calls, whichever rank makes them",
          "[RANK-7][RANK-20][RANK-21][RANK-31]") {
  std::vector<Op> holder;
  for (std::uint32_t tag = 0; tag < 16; ++tag) holder.push_back(with(OpKind::kIsend, 19, tag));
  NodeBench bench({{compute(40), with(OpKind::kIsend, 18, 31), kWaitS},
                   holder,
                   {compute(20), with(OpKind::kIsend, 18, 30), kWaitS}});
  for (const std::uint64_t cycle : {100, 200}) bench.nic.complete_send_in(cycle, 0);
  bench.run_through(150);
  CHECK(bench.processor.rank(0).step() == OpKind::kWaitSends);
  REQUIRE(bench.nic.sent().size() == 17);
  CHECK((bench.nic.sent()[16].cycle == 100 && bench.nic.sent()[16].descriptor.tag == 30));
  CHECK(bench.nic.sent()[16].descriptor.source_place == 2);
  bench.run_through(250);
  REQUIRE(bench.nic.sent().size() == 18);
  CHECK((bench.nic.sent()[17].cycle == 200 && bench.nic.sent()[17].descriptor.tag == 31));
}

TEST_CASE("NodeProcessor: a message to oneself is a copy", "[RANK-25]") {
  NodeBench bench({{with(OpKind::kIrecv, 3, 1), with(OpKind::kIsend, 3, 1), kWaitS, kWaitR}, {}, {}});
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"sent 1@1", "finished 4@1", "finished 5@1", "received 1@101", "finished 3@101"});
  CHECK(bench.nic.sent().empty());
  CHECK(bench.processor.idle());
}

}  // namespace
}  // namespace tactus
