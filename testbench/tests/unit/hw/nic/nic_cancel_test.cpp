#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

constexpr std::uint32_t kFull = 2016;  ///< payload of a largest packet, 32 cycles to write

}  // namespace

TEST_CASE("Nic: a message for a cancelled receive is dropped, without an interrupt unless that is enabled",
          "[RECEIVE-5][NIC-6][DROP-1][DROP-2][reg:RX_DROPPED][reg:RX_FREED][reg:IRQ_ENABLE.freed][reg:RX_PACKETS]") {
  StartedNicBench bench(bench_config());
  bench.write(1, nic_reg::kIrqEnable, nic_reg::kIrqReceive);
  bench.post(1, 9, kPeer, kTag, 2 * kFull);
  bench.write(1, nic_reg::kRxCancel, 1U << 9);
  for (std::uint32_t index = 0; index < 2; ++index) {
    const PacketHeader header = make_header(kPeer, 1, kTag, 2 * kFull, index);
    bench.give_packet(1, 0, header);
    // The credits of all flits go back when the tail is taken: nothing is written.
    REQUIRE(bench.credits(1).size() == index + 1);
    CHECK(bench.credits(1).back().cycle == bench.cycle());
    CHECK(bench.credits(1).back().credits == credits_for(0, header.route.flits));
  }
  CHECK(bench.read(1, nic_reg::kRxDropped) == 2);
  CHECK(bench.read(1, nic_reg::kRxPackets) == 2);
  CHECK(bench.read(1, nic_reg::kRxDone) == 0);
  CHECK(bench.read(1, nic_reg::kRxFreed) == 1U << 9);
  bench.run(5);
  CHECK_FALSE(bench.irq());
  bench.write(1, nic_reg::kIrqEnable, nic_reg::kIrqFreed);
  bench.run(1);
  CHECK(bench.irq());
  bench.write(1, nic_reg::kRxFreed, 1U << 9);
  bench.run(1);
  CHECK_FALSE(bench.irq());
  CHECK(bench.nic.counter(nic_reg::kRxDropped) == 2);
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: a receive cancelled half-way drops the packets whose tail is still to come",
          "[DROP-1][DROP-2][NIC-6]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 3, kPeer, kTag, 3 * kFull);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 3 * kFull, 0));
  const std::uint64_t delivered = bench.cycle();
  bench.write(0, nic_reg::kRxCancel, 1U << 3);
  CHECK(bench.credits(0).empty());
  bench.run_to(delivered + 32);
  REQUIRE(bench.credits(0).size() == 1);  // the one that was on its way to memory
  CHECK(bench.read(0, nic_reg::kRxDropped) == 0);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 3 * kFull, 1));
  CHECK(bench.read(0, nic_reg::kRxFreed) == 0);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 3 * kFull, 2));
  CHECK(bench.read(0, nic_reg::kRxDropped) == 2);
  CHECK(bench.read(0, nic_reg::kRxFreed) == 1U << 3);
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: a post or a cancel counts before the flits that are sampled at the edge after it",
          "[RECEIVE-8][NIC-19][DROP-1][reg:RX_CANCEL]") {
  StartedNicBench bench(bench_config());
  const auto give_all_but_the_tail = [&](int engine, const std::vector<Flit>& flits) {
    for (std::size_t i = 0; i + 1 < flits.size(); ++i) {
      bench.give_flit(engine, flits[i]);
      bench.run(1);
    }
  };
  const auto empty = make_flits(make_header(kPeer, 0, kTag, 0), 0);
  give_all_but_the_tail(0, empty);
  bench.post(0, 3, kPeer, kTag, 64);
  bench.give_flit(0, empty.back());
  bench.run(1);
  CHECK(bench.read(0, nic_reg::kRxDone) == 1U << 3);

  bench.post(1, 3, kPeer, kTag, 64);
  const auto packet = make_flits(make_header(kPeer, 1, kTag, 64), 0);
  give_all_but_the_tail(1, packet);
  bench.write(1, nic_reg::kRxCancel, 1U << 3);
  bench.give_flit(1, packet.back());
  bench.run(1);
  CHECK(bench.read(1, nic_reg::kRxDropped) == 1);
  CHECK(bench.read(1, nic_reg::kRxFreed) == 1U << 3);
}

TEST_CASE("Nic: a cancelled receive keeps its slot until its message has come and RX_FREED is cleared",
          "[DROP-4][reg:RX_FREED]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 3, kPeer, kTag, 64);
  bench.write(0, nic_reg::kRxCancel, 1U << 3);
  const auto post_again = [&] { return report_of([&] { bench.write(0, nic_reg::kRxPost, 3); }); };
  CHECK(post_again() == reports::kNicRegister);
  CHECK(bench.nic.final_faults().size() == 1);
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 64));
  CHECK(post_again() == reports::kNicRegister);
  bench.write(0, nic_reg::kRxFreed, 1U << 3);
  CHECK(post_again().empty());
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 64));
  bench.run(10);
  CHECK(bench.read(0, nic_reg::kRxDone) == 1U << 3);  // the next receive of the slot is not cancelled
}

TEST_CASE("Nic: a message that came before its receive and is cancelled with the post is freed at the next edge",
          "[DROP-1][DROP-2]") {
  StartedNicBench bench(bench_config());
  bench.give_packet(0, 0, make_header(kPeer, 0, kTag, 64));
  bench.run(10);
  bench.post(0, 3, kPeer, kTag, 64);
  bench.write(0, nic_reg::kRxCancel, 1U << 3);
  bench.run(1);
  CHECK(bench.read(0, nic_reg::kRxFreed) == 1U << 3);
  CHECK(bench.read(0, nic_reg::kRxDone) == 0);
  CHECK(bench.read(0, nic_reg::kRxDropped) == 0);  // it was in memory already
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: cancelling one receive leaves the others of the engine, and those of other engines, alone",
          "[reg:RX_CANCEL]") {
  StartedNicBench bench(bench_config());
  for (int engine = 0; engine < 2; ++engine) {
    bench.post(engine, 3, kPeer, kTag, 64);
    bench.post(engine, 4, kPeer, kTag + 1, 64);
  }
  bench.write(0, nic_reg::kRxCancel, 1U << 3);
  for (int engine = 0; engine < 2; ++engine) {
    for (const std::uint32_t tag : {kTag, kTag + 1}) bench.give_packet(engine, 0, make_header(kPeer, engine, tag, 64));
  }
  bench.run(10);
  CHECK(bench.read(0, nic_reg::kRxDone) == 1U << 4);
  CHECK(bench.read(0, nic_reg::kRxFreed) == 1U << 3);
  CHECK(bench.read(1, nic_reg::kRxDone) == 3U << 3);
  CHECK(bench.read(1, nic_reg::kRxFreed) == 0);
}
