#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

constexpr Coordinate kTo{2, 2};
constexpr Coordinate kFrom{0, 2};
constexpr std::uint32_t kPairedTag = 7;
constexpr std::uint32_t kPackets = 6;
constexpr std::uint64_t kLength = 128;  ///< of a full packet, and twice what an idle memory needs to read it

nic_reg::SendDescriptor paired_send(int slot) {
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = kTo;
  descriptor.bytes = kPackets * 2016;
  descriptor.paired = true;
  descriptor.receive_slot = static_cast<std::uint8_t>(slot);
  return descriptor;
}

/// Engine 1 with a window; the bench sends from cycle 10 on and receives `receive_packets` in slot 3.
class WindowBench : public StartedNicBench {
 public:
  explicit WindowBench(std::uint32_t window, std::uint32_t receive_packets = kPackets)
      : StartedNicBench(bench_config()), receive_bytes_(receive_packets * 2016) {
    write(1, nic_reg::kPaceWindow, window);
    run_to(10);
  }
  void post_receive() { post(1, 3, kFrom, kPairedTag, receive_bytes_); }
  /// Lets the next packet of the message that belongs to the receive come; the answer is the cycle that takes its tail.
  std::uint64_t give_next() {
    give_packet(1, 0, make_header(kFrom, 1, kPairedTag, receive_bytes_, given_++));
    return cycle();
  }

 private:
  std::uint32_t receive_bytes_;
  std::uint32_t given_ = 0;
};

using Cycles64 = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("Nic: a message stops as many packets ahead of its receive as the window holds",
          "[SEND-12][WINDOW-1][NIC-3][reg:PACE_WINDOW.window][reg:TX_RING.receive_slot]") {
  WindowBench bench(3);
  bench.post_receive();
  bench.send(1, paired_send(3));
  bench.run_to(3000);
  CHECK(bench.heads(1) == Cycles64{43, 43 + kLength, 43 + 2 * kLength});
}

TEST_CASE("Nic: each packet that is taken lets one more go, in the very cycle that takes its tail",
          "[SEND-1][SEND-12][RECEIVE-6][WINDOW-2][NIC-1][NIC-18]") {
  WindowBench bench(2);
  bench.post_receive();
  bench.send(1, paired_send(3));
  Cycles64 expected = {43, 43 + kLength};
  for (int i = 0; i < 3; ++i) {
    bench.run(500);
    expected.push_back(bench.give_next());
  }
  bench.run(500);
  CHECK(bench.heads(1) == expected);
}

TEST_CASE("Nic: packets that came while the window was open are credit for later ones", "[WINDOW-1][WINDOW-2]") {
  WindowBench bench(1);
  bench.post_receive();
  for (int i = 0; i < 3; ++i) bench.give_next();
  bench.run_to(1000);
  bench.send(1, paired_send(3));
  bench.run_to(3000);
  CHECK(bench.heads(1) == Cycles64{1033, 1033 + kLength, 1033 + 2 * kLength, 1033 + 3 * kLength});
}

TEST_CASE("Nic: packets of a message that waited for its receive count from the cycle in which they meet",
          "[WINDOW-2]") {
  WindowBench bench(1);
  for (int i = 0; i < 3; ++i) bench.give_next();
  bench.run_to(1000);
  bench.post_receive();
  bench.send(1, paired_send(3));
  bench.run_to(3000);
  CHECK(bench.heads(1).size() == 4);
}

TEST_CASE("Nic: a receive that is complete holds nothing back", "[WINDOW-3]") {
  WindowBench bench(1, 2);
  bench.post_receive();
  bench.send(1, paired_send(3));
  bench.run_to(600);
  const std::uint64_t second = bench.give_next();
  const std::uint64_t third = bench.give_next();
  // The last payload is written in 32 cycles; by then a packet of its own is still on the port.
  bench.run_to(4000);
  CHECK(bench.heads(1) == Cycles64{43, second, third, third + kLength, third + 2 * kLength, third + 3 * kLength});
}

TEST_CASE("Nic: a receive that was never posted holds nothing back", "[WINDOW-3]") {
  WindowBench bench(1);
  bench.send(1, paired_send(3));
  bench.run_to(3000);
  CHECK(bench.heads(1).size() == kPackets);
}

TEST_CASE("Nic: a message that is not paired, or paired while the window is off, is held by no receive",
          "[reg:TX_RING.paired][reg:PACE_WINDOW.window]") {
  WindowBench bench(1);
  bench.post_receive();
  nic_reg::SendDescriptor alone = paired_send(3);  // names a receive that waits, and is no part of an exchange with it
  alone.paired = false;
  bench.send(1, alone);
  bench.run_to(2000);
  CHECK(bench.heads(1).size() == kPackets);
  bench.write(1, nic_reg::kPaceWindow, 0);
  bench.send(1, paired_send(3));
  bench.run_to(4000);
  CHECK(bench.heads(1).size() == 2 * kPackets);
}

TEST_CASE("Nic: a message keeps the window that the register held when it was taken from the ring",
          "[SEND-9][WINDOW-5]") {
  WindowBench bench(2);
  bench.post_receive();
  bench.send(1, paired_send(3));
  bench.run_to(12);
  bench.write(1, nic_reg::kPaceWindow, 0);
  bench.run_to(3000);
  CHECK(bench.heads(1).size() == 2);
}

TEST_CASE("Nic: a packet waits for its slot and for its window, whichever is later", "[WINDOW-4]") {
  WindowBench bench(1);
  bench.set_pacing(1, "fixed", 8, 0);
  bench.post_receive();
  bench.send(1, paired_send(3));
  const std::uint64_t early = bench.give_next();  // before the slot at 43 + 256
  bench.run_to(1000);
  const std::uint64_t late = bench.give_next();  // after the slot at 43 + 512
  const std::uint64_t soon = bench.give_next();
  bench.run_to(3000);
  REQUIRE(early < 43 + 256);
  REQUIRE(soon < late + 256);
  CHECK(bench.heads(1) == Cycles64{43, 43 + 256, late, late + 256});
}

TEST_CASE("Nic: cycles in which only the window holds a packet back are counted apart, and shown",
          "[COUNT-2][NIC-13][reg:TX_WINDOW_CYCLES][WAVE-7]") {
  WindowBench bench(1);
  ProbeList probes;
  bench.nic.add_probes(probes, "nic");
  bench.set_pacing(1, "fixed", 8, 0);
  bench.post_receive();
  bench.send(1, paired_send(3));
  bench.run_to(1000);
  for (const Probe& probe : probes) {
    if (probe.scope != "nic.engine_1" || probe.name != "state") continue;
    CHECK(probe.enum_names.at(probe.read()) == "window");
  }
  const std::uint64_t opened = bench.give_next();
  bench.run_to(opened);
  const auto count = [&](std::uint64_t offset) { return bench.read(1, offset); };
  CHECK(count(nic_reg::kTxWindowCycles) == opened - (43 + 256));
  CHECK(count(nic_reg::kTxPaceCycles) == 128);
  CHECK(count(nic_reg::kTxStallCycles) == 0);
  CHECK(bench.nic.counter(nic_reg::kTxWindowCycles) == count(nic_reg::kTxWindowCycles));
}

TEST_CASE("Nic: a receive that is posted while credits lack closes the window from the next cycle on",
          "[COUNT-2][NIC-13][WINDOW-3]") {
  WindowBench bench(1);
  bench.return_credits(false);
  bench.send(1, paired_send(3));
  bench.run_to(1000);
  REQUIRE(bench.heads(1) == Cycles64{43, 43 + kLength, 43 + 2 * kLength, 43 + 3 * kLength});
  bench.post_receive();
  bench.run_to(2000);
  CHECK(bench.read(1, nic_reg::kTxStallCycles) == 1000 - (43 + 4 * kLength) + 1);
  CHECK(bench.read(1, nic_reg::kTxWindowCycles) == 1000);
}
