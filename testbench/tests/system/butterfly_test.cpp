#include <fmt/core.h>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/butterfly_bench.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::uint64_t kCombine = 7;
constexpr std::uint64_t kOverhead = 20;  // longer than a message is: what a rank sends in a row does not queue

WorkloadConfig butterfly(int middle, int last, int position = 0) {
  WorkloadConfig workload;
  workload.algorithm = "butterfly";
  workload.message_size = Bytes{8};
  workload.call_overhead = Cycles{kOverhead};
  workload.combine_time = Cycles{kCombine};
  workload.middle_rounds = middle;
  workload.final_rounds = last;
  workload.middle_position = position;
  return workload;
}

MachineConfig machine_of(int width, int height) {
  MachineConfig machine;
  machine.network = {width, height};
  return machine;
}

/// From the doorbell to the completion of 8 B on an idle machine (docs/timing.md): the doorbell acts at the next edge;
/// 8 B are one cycle of memory on either side; three flits travel.
std::uint64_t message_cycles(const MachineConfig& machine, int node, std::uint64_t distance) {
  const int peer = node ^ static_cast<int>(distance);
  const int hops = walked_hops(machine.network, machine.network.coordinate(node), machine.network.coordinate(peer));
  return 1 + 1 + zero_load_latency(machine, hops, 3) + 1;
}

RoundCosts costs_on(const MachineConfig& machine) {
  return {1, kOverhead, kCombine,
          [machine](int node, std::uint64_t distance) { return message_cycles(machine, node, distance); }};
}

/// One run with random delays, held against the recursion if nothing was in anything's way.
std::string check(Level level, const MachineConfig& machine, const WorkloadConfig& workload, std::uint64_t seed) {
  const CombineDelays delays = some_late(machine.network.nodes(), seed);
  ButterflyBench bench(level, machine, workload, delays);
  std::string text = bench.run();
  const std::uint64_t messages = bench.butterfly().messages();
  const std::uint64_t needed = messages / bench.butterfly().rounds().size();  // one per rank and butterfly round
  if (bench.received() + bench.dropped_packets() > messages || bench.received() < needed) {
    text += fmt::format("{} of {} received, {} dropped\n", bench.received(), messages, bench.dropped_packets());
  }
  if (!bench.without_contention()) return text + "contention";
  const auto expected = butterfly_ends(bench.butterfly(), costs_on(machine), delays);
  for (std::size_t node = 0; node < expected.size(); ++node) {
    if (bench.ends()[node] == expected[node]) continue;
    text += fmt::format("rank {}: {} cycles instead of {}\n", node, bench.ends()[node], expected[node]);
  }
  return text;
}

}  // namespace

TEST_CASE("Butterfly: without noise it takes what its calls, messages and combinings take, and drops every copy",
          "[ALGORITHM-19][ALGORITHM-22][key:workload.combine_time][key:workload.middle_rounds]"
          "[key:workload.final_rounds]") {
  const MachineConfig machine = machine_of(4, 4);
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const std::string faults = in_own_process([&]() -> std::string {
      ButterflyBench bench(level, machine, butterfly(2, 3), no_delays(machine.network.nodes()));
      std::string text = bench.run();
      // Rounds 2^0 and 2^1 along X, two copies, 2^2 and 2^3 along Y, three copies; all ranks in step.
      std::uint64_t expected = 1;
      std::uint64_t bits[] = {1, 2, 4, 8};
      std::uint64_t copies[] = {0, 2, 0, 3};
      for (int i = 0; i < 4; ++i) {
        expected +=
            (2 + copies[i]) * kOverhead + message_cycles(machine, 0, bits[i]) + kCombine + copies[i] * kOverhead;
      }
      for (const std::uint64_t end : bench.ends()) {
        if (end != expected) text += fmt::format("{} cycles instead of {}\n", end, expected);
      }
      if (bench.received() != 16 * 4) text += fmt::format("{} received\n", bench.received());
      if (bench.dropped_packets() != 16 * 5) text += fmt::format("{} dropped\n", bench.dropped_packets());
      return text;
    });
    CHECK(faults == "");
  }
}

TEST_CASE("Butterfly: with late ranks it follows the recursion to the cycle, and every result is complete",
          "[ALGORITHM-19][ALGORITHM-20][key:workload.middle_position]") {
  int compared = 0;
  std::uint64_t seed = 0;
  for (const auto& [middle, last] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 3}, {0, 9}}) {
    for (const Level level : {Level::kPacket, Level::kPacket, Level::kPacket, Level::kCycle}) {
      ++seed;
      const WorkloadConfig workload = butterfly(middle, last, static_cast<int>(seed % 4) + 1);
      const MachineConfig machine = seed % 2 == 0 ? machine_of(4, 4) : machine_of(4, 2);
      if (seed % 2 != 0 && workload.middle_position == 4) continue;
      const std::string faults = in_own_process([&] { return check(level, machine, workload, seed); });
      CAPTURE(seed, middle, last, faults);
      CHECK((faults.empty() || faults == "contention"));
      compared += faults.empty() ? 1 : 0;
    }
  }
  CHECK(compared >= 14);  // of 28; in the others, packets met
}

TEST_CASE(
    "Butterfly: with one redundant round, a rank has its result at the earlier of its own time and its partner's") {
  const MachineConfig machine = machine_of(2, 2);
  const std::string faults = in_own_process([&]() -> std::string {
    CombineDelays delays = no_delays(machine.network.nodes());
    delays[2][1] = 3000;  // one rank is late in the last round; the round after it is along bit 0, with rank 3
    ButterflyBench bench(Level::kPacket, machine, butterfly(0, 1), delays);
    std::string text = bench.run();
    const std::vector<std::uint64_t>& ends = bench.ends();
    const std::uint64_t in_time = ends[3];
    if (ends[0] != in_time || ends[1] != in_time) text += "ranks that are in time differ\n";
    // The copy leaves when rank 3 ends; rank 2 has still to send its own.
    const std::uint64_t copy = in_time + message_cycles(machine, 2, 1) + kOverhead;
    if (ends[2] != copy) text += fmt::format("{} cycles instead of {}\n", ends[2], copy);
    if (bench.received() != 4 * 2 + 1) text += fmt::format("{} received\n", bench.received());
    if (bench.dropped_packets() != 3) text += fmt::format("{} dropped\n", bench.dropped_packets());
    return text;
  });
  CHECK(faults == "");
}

TEST_CASE("Butterfly: slots that copies hold are found again, however often it is repeated", "[ALGORITHM-21]") {
  Scenario scenario = scenario_on(4, 4, "butterfly");
  scenario.workload = butterfly(15, 39, 2);
  scenario.workload.repetitions = 3;
  CHECK(faults_of_run(scenario, [](const FinishedRun& run) -> std::string {
          const std::uint64_t messages = 16ULL * 3 * (4 + 15 + 39);
          const std::uint64_t dropped = run.summary.nic->dropped_packets;
          if (run.summary.packets_delivered == messages && run.summary.messages_delivered + dropped <= messages &&
              dropped > 0) {
            return {};
          }
          return fmt::format("{} packets, {} received, {} dropped", run.summary.packets_delivered,
                             run.summary.messages_delivered, dropped);
        }) == "");
}
