#include <string>
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

TEST_CASE("NodeProcessor: a slot goes to the rank that has waited for it longest, and who holds them is told",
          "[RANK-20][RANK-21]") {
  std::vector<Op> holder;
  for (std::uint32_t tag = 0; tag < 16; ++tag) holder.push_back(with(OpKind::kIrecv, 19, tag));
  NodeBench bench({{compute(50), with(OpKind::kIrecv, 18, 30)}, holder, {compute(20), with(OpKind::kIrecv, 18, 31)}});
  bench.nic.complete_receive_in(100, 0, 5);
  bench.nic.complete_receive_in(200, 0, 9);
  bench.run_through(99);
  CHECK(bench.nic.posted().size() == 16);
  CHECK(bench.processor.rank(0).state() == RankState::kWait);
  CHECK(bench.processor.rank(0).step() == OpKind::kIrecv);
  const std::string text = bench.processor.rank(2).status().waiting_for();
  CHECK(text.rfind("rank (1,0).2 waits for a free receive slot of NIC 0; slots are held by "
                   "(1,0).1 for (2,1).1 tag 0, (1,0).1 for (2,1).1 tag 1, ",
                   0) == 0);
  bench.run_through(1000);
  REQUIRE(bench.nic.posted().size() == 18);
  CHECK((bench.nic.posted()[16].cycle == 100 && bench.nic.posted()[16].receive.tag == 31));
  CHECK((bench.nic.posted()[17].cycle == 200 && bench.nic.posted()[17].receive.tag == 30));
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

TEST_CASE("NodeProcessor: says how many descriptors the node has in use when a rank waits for one", "[RANK-21]") {
  std::vector<Op> holder;
  for (std::uint32_t tag = 0; tag < 16; ++tag) holder.push_back(with(OpKind::kIsend, 19, tag));
  NodeBench bench({holder, {with(OpKind::kIsend, 18, 30)}, {}});
  bench.run_through(10);
  CHECK(bench.processor.rank(1).status().waiting_for() ==
        "rank (1,0).1 waits for a free send descriptor of NIC 0; sends of its node under way there: 16");
}

}  // namespace
}  // namespace tactus
