#include <algorithm>
#include <iterator>
#include <numeric>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// All readable registers but the three that say where the NIC is.
std::vector<std::uint64_t> readable_registers() {
  std::vector<std::uint64_t> addresses = {nic_reg::kIrqStatus};
  std::vector<std::uint64_t> offsets = {nic_reg::kIrqEnable,      nic_reg::kPaceCtrl,       nic_reg::kPaceGap,
                                        nic_reg::kPaceBias,       nic_reg::kPaceWindow,     nic_reg::kTxFetched,
                                        nic_reg::kTxDone,         nic_reg::kRxDone,         nic_reg::kRxFreed,
                                        nic_reg::kRxOneSided,     nic_reg::kTxPackets,      nic_reg::kTxStallCycles,
                                        nic_reg::kTxPaceCycles,   nic_reg::kTxMemoryCycles, nic_reg::kRxPackets,
                                        nic_reg::kTxWindowCycles, nic_reg::kRxDropped,      nic_reg::kPacePeriod,
                                        nic_reg::kPacePhase,      nic_reg::kPaceBegin,      nic_reg::kPaceTolerance};
  for (std::uint64_t word = 0; word < 16 * 32; word += 4) {
    offsets.push_back(nic_reg::kTxRing + word);
    offsets.push_back(nic_reg::kRxSlots + word);
    offsets.push_back(nic_reg::kRxMet + word);
  }
  for (int e = 0; e < kEngines; ++e) {
    std::transform(offsets.begin(), offsets.end(), std::back_inserter(addresses),
                   [e](std::uint64_t offset) { return nic_reg::engine_base(e) + offset; });
  }
  return addresses;
}

std::size_t registers_that_differ_from_0(NicBench& bench) {
  const auto addresses = readable_registers();
  return static_cast<std::size_t>(std::count_if(addresses.begin(), addresses.end(),
                                                [&](std::uint64_t address) { return bench.read(address) != 0; }));
}

/// Puts something else than 0 into as many registers as a short life can.
void live(NicBench& bench) {
  for (int e = 0; e < kEngines; ++e) {
    bench.write(e, nic_reg::kIrqEnable, 7);
    bench.set_pacing(e, "fixed", 8, 3);
    bench.write(e, nic_reg::kPaceWindow, 1);
    for (std::uint64_t word = 0; word < 16 * 32; word += 4) {
      bench.write(e, nic_reg::kTxRing + word, 0x01010101);
      bench.write(e, nic_reg::kRxSlots + word, 0x02020202);
    }
    bench.post(e, 5, kPeer, 1, 64);
    bench.post(e, 6, kPeer, 2, 64);
    bench.write(e, nic_reg::kRxCancel, 1U << 6);
    bench.send(e, kNeighbour, 3 * 2016);
    bench.send(e, kNeighbour, 0);
    PacketHeader one_sided = make_header(kPeer, e, 3, 64);
    one_sided.transport.one_sided = true;
    for (const std::uint32_t tag : {1U, 2U}) bench.give_packet(e, 0, make_header(kPeer, e, tag, 64));
    bench.give_packet(e, 0, one_sided);
  }
  bench.run(1000);
}

}  // namespace

TEST_CASE("Nic: after reset every register reads 0, but for those that say what and where it is", "[PIN-3][reg:*]") {
  StartedNicBench bench(bench_config());
  CHECK(registers_that_differ_from_0(bench) == 0);
  live(bench);
  CHECK(registers_that_differ_from_0(bench) > 4 * 200);
  bench.reset(1);
  CHECK(registers_that_differ_from_0(bench) == 0);
  CHECK(bench.read(nic_reg::kId) == nic_reg::kIdValue);
  // No slot is active, and all credits are there: four full packets go.
  bench.return_credits(false);
  const std::size_t before = bench.heads(2).size();
  for (std::uint32_t slot = 0; slot < 16; ++slot) bench.post(2, static_cast<int>(slot), kPeer, slot, 64);
  bench.send(2, kNeighbour, 6 * 2016);
  bench.run(1000);
  CHECK(bench.heads(2).size() == before + 4);
}

TEST_CASE("Nic: at an edge with reset low it drives idle outputs and takes nothing that is on its inputs", "[PIN-2]") {
  MachineConfig config = bench_config();
  config.router.vc_buffer = Bytes{2048};
  StartedNicBench bench(config);
  bench.return_credits(false);
  bench.write(1, nic_reg::kIrqEnable, nic_reg::kIrqSend);
  bench.run_to(10);
  bench.send(1, kNeighbour, 0);
  bench.run_to(14);
  REQUIRE(bench.irq());
  bench.send(1, kNeighbour, 1600);
  bench.run_to(50);
  REQUIRE(bench.nic.flit_o[1].read().valid);
  bench.give_flit(3, make_flits(make_header(kPeer, 3, 1, 64), 0).front());
  bench.give_credits(1, credits_for(0, 1));
  bench.reset(1);
  CHECK(bench.nic.flit_o[1].read() == Flit{});
  CHECK(bench.nic.credit_o[1].read() == 0);
  CHECK_FALSE(bench.irq());
  CHECK(bench.nic.flits_received() == 0);
  CHECK(bench.nic.final_faults().empty());  // a credit more than there are slots would have been reported
  bench.give_packet(3, 0, make_header(kPeer, 3, 1, 64));
  CHECK(model_of(bench).packets_delivered() == 1);
}

TEST_CASE("Nic: an output without a flit is all zeros, and an input that is not valid is nothing",
          "[PIN-9][PIN-10][PIN-11]") {
  StartedNicBench bench(bench_config());
  bench.give_packet(0, 0, make_header(kPeer, 0, 1, 2016));  // in memory 32 cycles later: the receiver has work to do
  Flit junk = make_flits(make_header(kPeer, 0, 1, 100), 1).front();
  junk.valid = false;
  junk.tail = true;
  std::size_t idle = 0;
  bench.send(0, kNeighbour, 100);
  for (int i = 0; i < 40; ++i) {
    bench.give_flit(0, junk);
    bench.run(1);
    const Flit flit = bench.nic.flit_o[0].read();
    if (flit.valid) continue;
    ++idle;
    CHECK(flit == Flit{});
  }
  CHECK(idle == 40 - 9);  // 132 B are 9 flits, each on the port for one cycle
  CHECK(bench.nic.flits_received() == 128);
  CHECK(bench.credits(0).size() == 1);
}

TEST_CASE("Nic: the interrupt line is a register, high from the edge that makes an enabled interrupt pending",
          "[PIN-17][BUS-3]") {
  RunningNicBench bench(bench_config());
  bench.send(0, kNeighbour, 0);
  bench.run_to(20);
  bench.write(0, nic_reg::kIrqEnable, nic_reg::kIrqSend);
  CHECK(bench.read(nic_reg::kIrqStatus) == 1);  // later accesses see it at once
  CHECK_FALSE(bench.irq());
  bench.run(1);
  CHECK(bench.irq());
  CHECK(bench.read(0, nic_reg::kTxDone) == 1);
  CHECK(bench.read(nic_reg::kIrqStatus) == 0);
  CHECK(bench.irq());
  bench.run(1);
  CHECK_FALSE(bench.irq());
}
