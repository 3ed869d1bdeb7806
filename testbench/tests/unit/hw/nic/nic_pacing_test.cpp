#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

TEST_CASE("Nic: paced packets start exactly on their slots",
          "[SEND-10][PACE-1][PACE-2][PACER-5][reg:PACE_CTRL.mode][reg:PACE_GAP.gap][reg:PACE_BIAS.bias]") {
  struct Case {
    PaceModeName mode;
    int gap;
    int bias;
    std::uint64_t eighths;
  };
  // Position (1,2) on 5 x 4: (3,0) is 2 + 2 hops away.
  const std::vector<Case> cases = {
      {"off", 24, 24, 0},  {"fixed", 3, 24, 3}, {"fixed", -3, 24, 0}, {"hops", 3, 0, 24},
      {"hops", 3, 11, 35}, {"hops", 3, -7, 17}, {"hops", 3, -100, 0},
  };
  StartedNicBench bench(bench_config());
  std::vector<std::uint64_t> expected;
  for (const Case& c : cases) {
    bench.set_pacing(1, c.mode, c.gap, c.bias);
    bench.send(1, {3, 0}, 5 * 2016);
    for (std::uint64_t i = 0; i < 5; ++i) expected.push_back(bench.cycle() + 33 + i * (128 + 16 * c.eighths));
    bench.run(4000);
  }
  CHECK(bench.heads(1) == expected);
}

TEST_CASE("Nic: the slot after a short packet comes earlier, in proportion to its length", "[SEND-10][PACE-2]") {
  MachineConfig config = bench_config();
  config.nic.mtu = Bytes{144};  // 9 flits
  StartedNicBench bench(config);
  bench.set_pacing(0, "fixed", 3, 0);
  bench.run_to(10);
  bench.send(0, {2, 2}, 3 * 112);
  bench.run(200);
  // 112 B are read in 2 cycles; ceil(3 * 9 / 8) = 4.
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{13, 13 + 13, 13 + 26});
}

TEST_CASE("Nic: a packet that starts late moves the later slots of its message", "[SEND-11][PACE-3]") {
  StartedNicBench bench(bench_config());
  bench.return_credits(false);
  bench.set_pacing(0, "fixed", 8, 0);
  bench.run_to(10);
  bench.send(0, {2, 2}, 7 * 2016);
  bench.run_to(1500);  // the fifth had its slot in cycle 43 + 4 * 256 = 1067 and finds no credits
  for (int i = 0; i < 3; ++i) {
    bench.give_credits(0, 128);
    bench.run(1);
  }
  bench.run_to(3000);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{43, 299, 555, 811, 1501, 1757, 2013});
}

TEST_CASE("Nic: a new message starts at once, however long the last one's gap", "[SEND-10][PACE-4]") {
  StartedNicBench bench(bench_config());
  bench.set_pacing(0, "fixed", 80, 0);
  bench.run_to(10);
  bench.send(0, {2, 2}, 2016);
  bench.send(0, {2, 2}, 2016);
  bench.run(2000);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{43, 43 + 128});
}

TEST_CASE("Nic: a message keeps the gap that the registers held when it was taken from the ring", "[SEND-9][PACE-5]") {
  StartedNicBench bench(bench_config());
  bench.set_pacing(0, "fixed", 8, 0);
  bench.run_to(10);
  bench.send(0, {2, 2}, 3 * 2016);
  bench.run_to(12);
  bench.set_pacing(0, "fixed", 16, 0);
  bench.send(0, {2, 2}, 2 * 2016);
  bench.run(3000);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{43, 43 + 256, 43 + 512, 43 + 640, 43 + 640 + 384});
}

TEST_CASE("Nic: engines keep their own beat", "[PACE-4]") {
  StartedNicBench bench(bench_config());
  for (int engine = 0; engine < kEngines; ++engine) bench.set_pacing(engine, "fixed", 8 * engine, 0);
  bench.run_to(10);
  for (int engine = 0; engine < kEngines; ++engine) bench.send(engine, {2, 2}, 4 * 2016);
  bench.run(3000);
  for (int engine = 0; engine < kEngines; ++engine) {
    const std::vector<std::uint64_t> heads = bench.heads(engine);
    REQUIRE(heads.size() == 4);
    for (std::size_t i = 1; i < heads.size(); ++i) {
      CHECK(heads[i] - heads[i - 1] == std::uint64_t{128} * static_cast<unsigned>(engine + 1));
    }
  }
}

TEST_CASE("Nic: in mode phase packets start in slots, and the next message is taken when the one before has left",
          "[PACE-6][PACER-14][PACER-18][reg:PACE_PERIOD.period][reg:PACE_PHASE.phase][reg:PACE_BEGIN]"
          "[reg:PACE_TOLERANCE.tolerance]") {
  StartedNicBench bench(bench_config());
  const auto write_slots = [&bench](std::uint32_t period, std::uint32_t phase, std::uint32_t begin) {
    bench.write(0, nic_reg::kPacePeriod, period);
    bench.write(0, nic_reg::kPacePhase, phase);
    bench.write(0, nic_reg::kPaceBegin, begin);
    bench.write(0, nic_reg::kPaceTolerance, 4);
  };
  bench.set_pacing(0, "phase", 0, 0);
  write_slots(300, 20, 200);
  bench.run_to(10);
  bench.send(0, {2, 2}, 2 * 2016);
  bench.send(0, {2, 2}, 2016);
  bench.run_to(100);
  write_slots(0, 0, 0);  // of the second message, which has not been taken
  CHECK(bench.read(0, nic_reg::kTxFetched) == 1);
  bench.run_to(2000);
  // The second message is taken in cycle 648 and read in 32 cycles.
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{220, 520, 680});
}

TEST_CASE("Nic: a packet whose slot has closed while credits lacked waits for the next slot, and is counted so",
          "[PACER-14][SEND-11]") {
  StartedNicBench bench(bench_config());
  bench.return_credits(false);
  bench.set_pacing(0, "phase", 0, 0);
  bench.write(0, nic_reg::kPacePeriod, 200);
  bench.write(0, nic_reg::kPaceBegin, 100);
  bench.write(0, nic_reg::kPaceTolerance, 50);
  bench.run_to(10);
  bench.send(0, {2, 2}, 6 * 2016);
  bench.run_to(960);  // four packets have filled the router's buffer; the slot of the fifth was open from 900 to 949
  CHECK(bench.read(0, nic_reg::kTxStallCycles) == 50);
  bench.give_credits(0, 128);
  bench.run_to(1125);  // the next one is open from 1100 to 1149
  bench.give_credits(0, 128);
  bench.run_to(2000);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{100, 300, 500, 700, 1100, 1300});
  CHECK(bench.read(0, nic_reg::kTxStallCycles) == 50);
}
