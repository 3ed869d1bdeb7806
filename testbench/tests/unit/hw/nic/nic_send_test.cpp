#include <numeric>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// All cycles from `first` on, `count` of them.
std::vector<std::uint64_t> every_cycle(std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> cycles(count);
  std::iota(cycles.begin(), cycles.end(), first);
  return cycles;
}

std::vector<std::uint64_t> cycles_of(const std::vector<SeenFlit>& flits) {
  std::vector<std::uint64_t> cycles;
  for (const SeenFlit& seen : flits) cycles.push_back(seen.cycle);
  return cycles;
}

}  // namespace

TEST_CASE("Nic: a message without bytes is on the port in the cycle after the doorbell",
          "[CLOCK-1][CLOCK-3][SEND-4][SEND-5][SEND-6][NIC-14][PIN-1][reg:TX_DOORBELL]") {
  RunningNicBench bench(bench_config());
  bench.send(0, kNeighbour, 0);
  bench.run(10);
  CHECK(cycles_of(bench.flits(0)) == every_cycle(11, 2));
}

TEST_CASE("Nic: a packet starts in the cycle in which its payload has been read",
          "[SEND-5][NIC-15][key:memory.bandwidth]") {
  struct Case {
    std::uint32_t bytes;
    std::uint64_t read_cycles;
  };
  StartedNicBench bench(bench_config());
  std::vector<std::uint64_t> expected;
  // At 16 GB/s: 63 ps, 4 ns (exactly a cycle), 4.0625 ns, 126 ns.
  for (const Case c : {Case{1, 1}, Case{64, 1}, Case{65, 2}, Case{2016, 32}}) {
    bench.run(10);
    bench.send(2, kNeighbour, c.bytes);
    for (const std::uint64_t cycle : every_cycle(bench.cycle() + 1 + c.read_cycles, (32 + c.bytes + 15) / 16)) {
      expected.push_back(cycle);
    }
    bench.run(200);
  }
  CHECK(cycles_of(bench.flits(2)) == expected);
}

TEST_CASE("Nic: reading takes as long as the DMA engine if that is slower than memory",
          "[SEND-5][NIC-15][key:nic.dma_rate]") {
  MachineConfig config = bench_config();
  config.nic.dma_rate = BytesPerSecond{2'000'000'000};  // 160 B: 80 ns
  RunningNicBench bench(config);
  bench.send(0, kNeighbour, 160);
  bench.run(100);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{11 + 20});
}

TEST_CASE("Nic: reading takes as long as the memory if that is slower than the DMA engine",
          "[SEND-5][NIC-15][SERVER-1][key:memory.latency]") {
  MachineConfig config = bench_config();
  config.memory.latency = Picoseconds{70'000};  // and 10 ns for 160 B
  RunningNicBench bench(config);
  bench.send(0, kNeighbour, 160);
  bench.run(100);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{11 + 20});
}

TEST_CASE("Nic: a packet carries its headers, its check pattern and VC 0",
          "[PACKET-5][PACKET-6][PIN-12][NIC-3][reg:TX_RING.destination_x][reg:TX_RING.destination_y]"
          "[reg:TX_RING.destination_nic][reg:TX_RING.negative][reg:TX_RING.tag]"
          "[reg:TX_RING.bytes][reg:TX_RING.create_cycle][reg:TX_RING.source_place][reg:TX_RING.destination_place]") {
  StartedNicBench bench(bench_config());
  nic_reg::SendDescriptor d;
  d.destination = {4, 3};
  d.destination_nic = 2;
  d.source_place = 7;
  d.destination_place = 50;
  d.negative.set(0, true);
  d.negative.set(1, true);
  d.tag = 0xCAFE1234;
  d.bytes = 2016 + 100;
  d.create_cycle = 77;
  bench.run_to(5);
  bench.send(1, d);
  bench.run(400);

  std::vector<Flit> expected;
  for (std::uint32_t index = 0; index < 2; ++index) {
    PacketHeader header = make_header(NicBench::kPosition, 2, d.tag, d.bytes, index);
    header.route.destination = {4, 3};
    header.route.source_nic = 1;
    header.route.source_place = 7;
    header.route.destination_place = 50;
    header.route.negative.set(0, true);
    header.route.negative.set(1, true);
    header.route.inject_cycle = static_cast<std::uint32_t>(bench.heads(1).at(index));
    header.transport.create_cycle = 77;
    for (const Flit& flit : make_flits(header, 0)) expected.push_back(flit);
  }
  REQUIRE(bench.flits(1).size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) REQUIRE(bench.flits(1)[i].flit == expected[i]);
}

TEST_CASE("Nic: four engines that read memory at once send long messages without a bubble",
          "[SEND-1][SERVER-2][PIN-22][NIC-1][NIC-2]") {
  StartedNicBench bench(bench_config());
  constexpr std::uint32_t kBytes = 20 * 2016 + 700;
  constexpr std::size_t kFlits = 20 * 128 + (32 + 700 + 15) / 16;
  bench.run_to(10);
  for (int engine = 0; engine < kEngines; ++engine) bench.send(engine, kNeighbour, kBytes);
  bench.run(4000);
  // First reads are served one after the other: 126 ns each, requested in cycle 11.
  const std::uint64_t first_ready[] = {32, 63, 95, 126};
  for (int engine = 0; engine < kEngines; ++engine) {
    CHECK(cycles_of(bench.flits(engine)) == every_cycle(11 + first_ready[engine], kFlits));
  }
}

TEST_CASE("Nic: messages follow each other without a bubble", "[SEND-6][NIC-16]") {
  RunningNicBench bench(bench_config());
  for (int i = 0; i < 5; ++i) bench.send(0, kNeighbour, 2016);
  bench.run(1000);
  CHECK(cycles_of(bench.flits(0)) == every_cycle(43, std::size_t{5} * 128));
}

TEST_CASE("Nic: messages without bytes follow each other without a bubble") {
  RunningNicBench bench(bench_config());
  for (int i = 0; i < 16; ++i) bench.send(0, kNeighbour, 0);
  bench.run(100);
  CHECK(cycles_of(bench.flits(0)) == every_cycle(11, 32));
}

TEST_CASE("Nic: with one packet buffer the next packet is read after the tail has been sent",
          "[SEND-8][key:nic.packet_buffers]") {
  MachineConfig config = bench_config();
  config.nic.packet_buffers = 1;
  RunningNicBench bench(config);
  bench.send(0, kNeighbour, 3 * 2016);
  bench.run(1000);
  // Ready 32 cycles after the request; the request follows the tail by one cycle.
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{43, 43 + 160, 43 + 320});
}

TEST_CASE("Nic: a packet waits until the router has room for all of it",
          "[SEND-2][SEND-6][SEND-7][NIC-2][key:router.vc_buffer]") {
  RunningNicBench bench(bench_config());
  bench.return_credits(false);
  bench.send(0, kNeighbour, 6 * 2016);
  bench.run_to(1000);
  REQUIRE(bench.heads(0).size() == 4);  // 512 slots
  bench.give_credits(0, credits_for(0, 127));
  bench.run_to(1500);
  REQUIRE(bench.heads(0).size() == 4);
  bench.give_credits(0, credits_for(0, 1));
  bench.run_to(2000);
  REQUIRE(bench.heads(0).size() == 5);
  CHECK(bench.heads(0).back() == 1501);  // sampled at edge 1501, used at once
}

TEST_CASE("Nic: every credit counts though the value on the port does not change", "[SEND-2][PIN-13]") {
  RunningNicBench bench(bench_config());
  bench.return_credits(false);
  bench.send(0, kNeighbour, 5 * 2016);
  bench.run_to(1000);
  REQUIRE(bench.heads(0).size() == 4);
  for (int i = 0; i < 128; ++i) {
    bench.give_credits(0, 1);
    bench.run(1);
  }
  REQUIRE(bench.heads(0).size() == 5);
  CHECK(bench.heads(0).back() == 1128);
}

TEST_CASE("Nic: a short packet needs no more credits than it has flits", "[SEND-6]") {
  RunningNicBench bench(bench_config());
  bench.return_credits(false);
  bench.send(0, kNeighbour, 4 * 2016);
  bench.send(0, kNeighbour, 16);
  bench.run_to(1000);
  REQUIRE(bench.heads(0).size() == 4);
  bench.give_credits(0, 2);
  bench.run_to(1100);
  REQUIRE(bench.heads(0).size() == 4);
  bench.give_credits(0, 1);
  bench.run_to(1200);
  CHECK(bench.heads(0).back() == 1101);
}

TEST_CASE("Nic: a send is done, and interrupts, in the cycle of its last flit",
          "[CLOCK-3][SEND-13][PIN-17][reg:TX_DONE][reg:IRQ_STATUS][reg:IRQ_ENABLE.send]") {
  StartedNicBench bench(bench_config());
  bench.write(3, nic_reg::kIrqEnable, nic_reg::kIrqSend);
  bench.run_to(10);
  bench.send(3, kNeighbour, 48);  // 5 flits, read in 1 cycle: flits in cycles 12 to 16
  bench.run_to(15);
  CHECK_FALSE(bench.irq());
  CHECK(bench.read(nic_reg::kIrqStatus) == 0);
  bench.run_to(16);
  CHECK(bench.irq());
  CHECK(bench.read(nic_reg::kIrqStatus) == 1U << 3);
  CHECK(bench.read(3, nic_reg::kTxDone) == 1);
  // Reading TX_DONE clears the interrupt; the line follows at the next edge.
  CHECK(bench.irq());
  CHECK(bench.read(nic_reg::kIrqStatus) == 0);
  bench.run(1);
  CHECK_FALSE(bench.irq());
}

TEST_CASE("Nic: the ring takes a descriptor when the message before it has been read",
          "[SEND-3][SEND-4][SEND-8][reg:TX_FETCHED]") {
  RunningNicBench bench(bench_config());
  bench.send(0, kNeighbour, 2 * 2016);
  bench.send(0, kNeighbour, 0);
  bench.run_to(11);
  CHECK(bench.read(0, nic_reg::kTxFetched) == 1);
  bench.run_to(74);
  CHECK(bench.read(0, nic_reg::kTxFetched) == 1);
  bench.run_to(75);  // two reads of 32 cycles, from cycle 11
  CHECK(bench.read(0, nic_reg::kTxFetched) == 2);
}

TEST_CASE("Nic: the edge at which a read ends takes the next descriptor and reads its first packet",
          "[SEND-3][SEND-4]") {
  RunningNicBench bench(bench_config());
  bench.send(0, kNeighbour, 16);    // read from cycle 11 to 12, 3 flits
  bench.send(0, kNeighbour, 2016);  // read in 32 cycles
  bench.run_to(11);
  CHECK(bench.read(0, nic_reg::kTxFetched) == 1);
  bench.run_to(12);
  CHECK(bench.read(0, nic_reg::kTxFetched) == 2);
  bench.run(100);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{12, 12 + 32});
}

TEST_CASE("Nic: descriptors of messages without bytes are taken one per edge", "[SEND-4]") {
  RunningNicBench bench(bench_config());
  for (int i = 0; i < 3; ++i) bench.send(0, kNeighbour, 0);
  for (std::uint32_t taken = 1; taken <= 3; ++taken) {
    bench.run(1);
    CHECK(bench.read(0, nic_reg::kTxFetched) == taken);
  }
}

TEST_CASE("Nic: each cycle without a flit is counted for exactly one cause",
          "[COUNT-2][reg:TX_PACKETS][reg:TX_MEMORY_CYCLES][reg:TX_PACE_CYCLES][reg:TX_STALL_CYCLES]") {
  StartedNicBench bench(bench_config());
  bench.return_credits(false);
  bench.set_pacing(0, "fixed", 8, 0);
  bench.run_to(10);
  bench.send(0, kNeighbour, 5 * 2016);
  bench.run_to(2000);
  // Read 11..42, then four packets of 128 cycles with 128 idle ones after each; from then on no credits.
  const std::uint64_t stalled_from = 43 + 4 * 256;
  const auto count = [&](std::uint64_t offset) { return bench.read(0, offset); };
  CHECK(count(nic_reg::kTxPackets) == 4);
  CHECK(count(nic_reg::kTxMemoryCycles) == 32);
  CHECK(count(nic_reg::kTxPaceCycles) == 4 * 128);
  CHECK(count(nic_reg::kTxStallCycles) == 2000 - stalled_from + 1);
  bench.give_credits(0, 128);
  bench.run_to(3000);
  CHECK(count(nic_reg::kTxPackets) == 5);
  CHECK(count(nic_reg::kTxMemoryCycles) == 32);
  CHECK(count(nic_reg::kTxPaceCycles) == 4 * 128);
  CHECK(count(nic_reg::kTxStallCycles) == 2001 - stalled_from);
}

TEST_CASE("Nic: a packet counts as injected from the cycle of its head on", "[SEND-6][reg:TX_PACKETS]") {
  RunningNicBench bench(bench_config());
  bench.send(0, kNeighbour, 2 * 2016);  // read from cycle 11 on in 32 cycles; two packets of 128 flits
  const auto count_in = [&](std::uint64_t cycle) {
    bench.run_to(cycle);
    return bench.read(0, nic_reg::kTxPackets);
  };
  CHECK(count_in(42) == 0);
  CHECK(count_in(43) == 1);
  CHECK(count_in(43 + 127) == 1);
  CHECK(count_in(43 + 128) == 2);
  CHECK(count_in(1000) == 2);
}

TEST_CASE("Nic: reset takes everything back to power-on", "[PIN-3]") {
  StartedNicBench bench(bench_config());
  bench.write(0, nic_reg::kIrqEnable, 3);
  bench.run_to(10);
  bench.send(0, kNeighbour, 5 * 2016);
  bench.run_to(100);
  bench.reset(3);
  CHECK(bench.read(0, nic_reg::kIrqEnable) == 0);
  CHECK(bench.read(0, nic_reg::kTxFetched) == 0);
  CHECK(bench.nic.final_faults().empty());
  const std::size_t flits = bench.flits(0).size();
  bench.run(500);
  CHECK(bench.flits(0).size() == flits);
  bench.send(0, kNeighbour, 0);
  bench.run(10);
  CHECK(bench.flits(0).size() == flits + 2);
}
