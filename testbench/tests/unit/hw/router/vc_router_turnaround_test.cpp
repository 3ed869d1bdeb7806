#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::uint64_t kTurnaround = 4;
constexpr int kMinusY = static_cast<int>(Direction::kMinusY);

MachineConfig resting(InputTransfers transfers) {
  MachineConfig config;
  config.router.input_queue = InputQueueKind::kPerOutput;
  config.router.input_transfers = transfers;
  config.router.turnaround = Cycles{kTurnaround};
  return config;
}

}  // namespace

TEST_CASE("VcRouter: an output and the input side that fed it rest after a packet's tail, others do not",
          "[ROUTER-6][key:router.turnaround]") {
  BenchClock clock;
  RouterBench port(clock, resting(InputTransfers::kPort));
  RouterBench queue(clock, resting(InputTransfers::kQueue));
  for (RouterBench* bench : {&port, &queue}) {
    bench->send(kMinusX, 0, 10, packet_to(kPlusX, 20));  // granted at 12, tail on ST at 32
    bench->send(kMinusY, 0, 12, packet_to(kPlusX, 20));  // wants the same output
    bench->send(kMinusX, 0, 30, packet_to(kPlusY, 20));  // comes from the same input port
    bench->send(4, 0, 10, packet_to(kMinusY, 20));       // has nothing to do with them
  }
  run(clock, {&port, &queue}, 100);
  for (const RouterBench* bench : {&port, &queue}) {
    CHECK(bench->sent(kPlusX).at(19).edge == 32);
    CHECK(bench->sent(kPlusX).at(20).edge == 33 + kTurnaround);
    CHECK(bench->sent(kMinusY).at(0).edge == 13);
  }
  CHECK(port.sent(kPlusY).at(0).edge == 33 + kTurnaround);
  CHECK(queue.sent(kPlusY).at(0).edge == 33);  // its queue has not sent anything
}

TEST_CASE("VcRouter: packets through an output that rests are sent at L / (L + T) of its rate",
          "[ROUTER-6][key:router.turnaround]") {
  constexpr std::uint64_t kFlits = 16;
  constexpr std::uint64_t kPackets = 5;
  BenchClock clock;
  RouterBench bench(clock, resting(InputTransfers::kPort));
  for (std::uint64_t i = 0; i < kPackets; ++i) bench.send(kMinusX, 0, 10 + i * kFlits, packet_to(kPlusX, kFlits));
  run(clock, {&bench}, 200);
  CHECK(bench.sent(kPlusX).size() == kFlits * kPackets);
  for (std::uint64_t i = 0; i < kPackets; ++i) {
    CHECK(bench.sent(kPlusX).at(i * kFlits).edge == 13 + i * (kFlits + kTurnaround));
  }
}

}  // namespace tactus
