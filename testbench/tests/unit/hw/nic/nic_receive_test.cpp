#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

TEST_CASE("Nic: the credits of a packet come back when its payload is in memory",
          "[RECEIVE-2][RECEIVE-3][RECEIVE-5][NIC-4][NIC-17][PIN-15]") {
  struct Case {
    std::uint32_t bytes;
    std::uint64_t write_cycles;
  };
  StartedNicBench bench(bench_config());
  std::size_t packets = 0;
  for (const Case c : {Case{0, 0}, Case{16, 1}, Case{65, 2}, Case{2016, 32}}) {
    const PacketHeader header = make_header(kPeer, 2, kTag, c.bytes);
    bench.give_packet(2, 1, header);
    const std::uint64_t delivered = bench.cycle();  // the tail was sampled at this edge
    bench.run(100);
    REQUIRE(bench.credits(2).size() == ++packets);
    CHECK(bench.credits(2).back().cycle == delivered + c.write_cycles);
    CHECK(bench.credits(2).back().credits == credits_for(1, header.route.flits));
  }
  CHECK(bench.nic.flits_in_receive_buffer() == 0);
}

TEST_CASE("Nic: a posted receive is done, and interrupts, when the last byte is written",
          "[RECEIVE-3][RECEIVE-7][PIN-17][reg:RX_POST.slot][reg:RX_DONE][reg:IRQ_ENABLE.receive][reg:IRQ_STATUS]") {
  StartedNicBench bench(bench_config());
  bench.write(1, nic_reg::kIrqEnable, nic_reg::kIrqReceive);
  bench.post(1, 9, kPeer, kTag, 2016 + 64);
  bench.run_to(10);
  bench.give_packet(1, 0, make_header(kPeer, 1, kTag, 2016 + 64, 0));
  bench.run(60);
  CHECK(bench.read(1, nic_reg::kRxDone) == 0);
  bench.give_packet(1, 0, make_header(kPeer, 1, kTag, 2016 + 64, 1));  // written in one cycle
  CHECK(bench.read(1, nic_reg::kRxDone) == 0);
  CHECK_FALSE(bench.irq());
  bench.run(1);
  CHECK(bench.read(1, nic_reg::kRxDone) == 1U << 9);
  CHECK(bench.irq());
  CHECK(bench.read(nic_reg::kIrqStatus) == 1U << 1);
  bench.write(1, nic_reg::kRxDone, 1U << 9);
  CHECK(bench.read(nic_reg::kIrqStatus) == 0);
  bench.run(1);
  CHECK_FALSE(bench.irq());
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: a receive posted after its message is done at the edge after the post",
          "[RECEIVE-7][RECEIVE-8][NIC-20][MATCH-2]") {
  StartedNicBench bench(bench_config());
  bench.write(0, nic_reg::kIrqEnable, nic_reg::kIrqReceive);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 100));
  bench.run(100);
  CHECK_FALSE(bench.irq());
  bench.post(0, 4, kPeer, kTag, 100);
  CHECK(bench.read(0, nic_reg::kRxDone) == 0);
  bench.run(1);
  CHECK(bench.read(0, nic_reg::kRxDone) == 1U << 4);
  CHECK(bench.irq());
}

TEST_CASE("Nic: packets of different VCs may interleave flit by flit", "[RECEIVE-1][NODE-3]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 0, kPeer, 1, 512);
  bench.post(0, 1, {4, 0}, 2, 512);
  const auto one = make_flits(make_header(kPeer, 0, 1, 512), 0);
  const auto two = make_flits(make_header({4, 0}, 0, 2, 512), 1);
  for (std::size_t i = 0; i < one.size(); ++i) {
    bench.give_flit(0, one[i]);
    bench.run(1);
    bench.give_flit(0, two[i]);
    bench.run(1);
  }
  bench.run(100);
  CHECK(bench.read(0, nic_reg::kRxDone) == 3);
  REQUIRE(bench.credits(0).size() == 2);
  CHECK(bench.credits(0)[0].credits == credits_for(0, 34));
  CHECK(bench.credits(0)[1].credits == credits_for(1, 34));
}

TEST_CASE("Nic: four engines that receive at once share the memory's writing rate", "[SERVER-2][PIN-22]") {
  RunningNicBench bench(bench_config());
  for (int i = 0; i < 128; ++i) {
    for (int engine = 0; engine < kEngines; ++engine) {
      bench.give_flit(engine, make_flits(make_header(kPeer, engine, kTag, 2016), 0)[static_cast<std::size_t>(i)]);
    }
    bench.run(1);
  }
  const std::uint64_t delivered = bench.cycle();
  bench.run(200);
  const std::uint64_t done[] = {32, 63, 95, 126};  // 126 ns each, one after the other
  for (int engine = 0; engine < kEngines; ++engine) {
    REQUIRE(bench.credits(engine).size() == 1);
    CHECK(bench.credits(engine)[0].cycle == delivered + done[engine]);
  }
}

TEST_CASE("Nic: writing to memory does not slow reading from it", "[SERVER-1]") {
  RunningNicBench bench(bench_config());
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 2016));
  const std::uint64_t delivered = bench.cycle();
  bench.send(0, {2, 2}, 2016);
  bench.run(300);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{delivered + 1 + 32});
  CHECK(bench.credits(0).at(0).cycle == delivered + 32);
}

TEST_CASE("Nic: one-sided messages need no receive and are counted when they are written",
          "[MATCH-3][reg:RX_ONE_SIDED][reg:RX_PACKETS]") {
  StartedNicBench bench(bench_config());
  PacketHeader header = make_header(kPeer, 3, kTag, 160);
  header.transport.one_sided = true;
  for (int i = 0; i < 3; ++i) bench.give_packet(3, 0, header);
  CHECK(bench.read(3, nic_reg::kRxOneSided) == 2);
  bench.run(3);
  CHECK(bench.read(3, nic_reg::kRxOneSided) == 3);
  CHECK(bench.read(3, nic_reg::kRxPackets) == 3);
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: equal receives are used in the order in which they were posted", "[MATCH-1][PIN-26]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 7, kPeer, kTag, 64);
  bench.post(0, 2, kPeer, kTag, 64);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 64));
  bench.run(10);
  CHECK(bench.read(0, nic_reg::kRxDone) == 1U << 7);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 64));
  bench.run(10);
  CHECK(bench.read(0, nic_reg::kRxDone) == (1U << 7 | 1U << 2));
}
