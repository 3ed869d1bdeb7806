#include "tlm_models/flow/flow_machine.h"

#include <algorithm>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/flow_bench.h"
#include "testbench/tests/unit/tlm_models/noise/timetable_noise.h"

namespace tactus {
namespace {

using namespace literals;

TEST_CASE("FlowPort: a message loads links with the flits of its packets", "[FLUID-7]") {
  const auto wire = [](std::uint64_t payload) { return FlowPort::wire_bytes(Bytes{payload}, 2016_B).count(); };
  CHECK(wire(0) == 32);
  CHECK(wire(1) == 48);
  CHECK(wire(16) == 48);
  CHECK(wire(2016) == 2048);
  CHECK(wire(2017) == 2048 + 48);
  CHECK(wire(4032) == 4096);
  CHECK(wire(20'000) == 9 * 2048 + 32 + 1856);
}

TEST_CASE("FlowMachine: a message takes its bytes on the wire at link bandwidth, latencies and calls", "[FLUID-1]") {
  FlowBench bench;
  bench.programs[0] = {send({1, 0}, 2016_B), kWaitSends};
  bench.programs[1] = {receive({0, 0}, 2016_B), kWaitReceives};
  CHECK(bench.run() == 512_ns);
  bench.timing.latency_per_hop = 100_ns;
  bench.timing.latency_per_message = 7_ns;
  CHECK(bench.run() == Picoseconds{619'000});
  // The sender's two calls of 200 ns: the message begins after the first, while the receiver posts and waits.
  bench.config.software.call_overhead = Cycles{50};
  CHECK(bench.run() == Picoseconds{819'000});
  bench.programs[0] = {compute(25), send({1, 0}, 2016_B), kWaitSends};
  CHECK(bench.run() == Picoseconds{919'000});
}

TEST_CASE("FlowMachine: noise stretches calls and computing, holds up who could go on, and leaves messages alone") {
  FlowBench bench;
  const TimetableNoise events({{100_ns, 60_ns}, {400_ns, 200_ns}, {800_ns, 100_ns}});
  bench.noise = &events;
  bench.config.software.call_overhead = Cycles{10};
  // 120 ns of computing end at 180 ns, the call at 220 ns; 512 ns of a message pass the second event untouched. Both
  // waits have begun before it. The message is there at 732 ns, then 100 ns of computing end at 932 ns.
  bench.programs[0] = {compute(30), send({1, 0}, 2016_B), kWaitSends};
  bench.programs[1] = {receive({0, 0}, 2016_B), kWaitReceives, compute(25)};
  CHECK(bench.run() == 932_ns);
  CHECK(bench.rank(0).stolen() == 60_ns);
  CHECK(bench.rank(1).stolen() == 100_ns);
  // With 100 ns more on its way the message comes in the midst of the third event.
  bench.timing.latency_per_message = 100_ns;
  CHECK(bench.run() == 1000_ns);
  CHECK(bench.rank(1).stolen() == 68_ns);
}

TEST_CASE("FlowMachine: an engine sends one message after the other, engines send side by side", "[FLUID-3][FLUID-4]") {
  FlowBench one;
  one.programs[0] = {send({1, 0}, 2016_B, 1), send({0, 1}, 2016_B, 2), kWaitSends};
  one.programs[1] = {receive({0, 0}, 2016_B, 1), kWaitReceives};
  one.programs[4] = {receive({0, 0}, 2016_B, 2), kWaitReceives};
  CHECK(one.run() == 1024_ns);
  FlowBench two;
  two.programs = one.programs;
  two.programs[0] = {send({1, 0}, 2016_B, 1), send({0, 1}, 2016_B, 2, 1), kWaitSends};
  two.programs[4] = {receive({0, 0}, 2016_B, 2, 1), kWaitReceives};
  CHECK(two.run() == 512_ns);
}

TEST_CASE("FlowMachine: a message that comes before its receive is complete when that is posted", "[FLUID-4]") {
  FlowBench bench;
  bench.programs[0] = {send({1, 0}, 2016_B), kWaitSends};
  bench.programs[1] = {compute(1000), receive({0, 0}, 2016_B), kWaitReceives};
  CHECK(bench.run() == 4_us);
  CHECK(bench.port().bytes_delivered() == 2016_B);
}

TEST_CASE("FlowMachine: an engine has as many sends, receives and unexpected messages as software likes",
          "[FLUID-12]") {
  constexpr int kMany = 40;  // an engine on pins has 16 descriptors and 16 slots
  for (const std::uint64_t late : {std::uint64_t{0}, std::uint64_t{100'000}}) {
    FlowBench bench;
    bench.programs[1] = {compute(late)};
    for (std::uint32_t tag = 0; tag < kMany; ++tag) {
      bench.programs[0].push_back(send({1, 0}, 2016_B, tag));
      bench.programs[1].push_back(receive({0, 0}, 2016_B, tag));
    }
    bench.programs[0].push_back(kWaitSends);
    bench.programs[1].push_back(kWaitReceives);
    CHECK(bench.run() == std::max(512_ns * kMany, Picoseconds{4000} * late));
    CHECK(bench.machine().finished());
    CHECK(bench.port().bytes_delivered() == Bytes{2016} * kMany);
  }
}

TEST_CASE("FlowMachine: a paced message has the rate of packets that start in their slots", "[FLUID-9]") {
  FlowBench bench;
  bench.config.software.pacing.mode = "hops";
  bench.config.software.pacing.bias = PacketEighths{4};
  // Two hops: a gap of 1.5 packets between each two of three.
  bench.programs[0] = {send({2, 0}, 6048_B), kWaitSends};
  bench.programs[2] = {receive({0, 0}, 6048_B), kWaitReceives};
  CHECK(bench.run() == 512_ns * 6);
  bench.programs[0] = {send({2, 0}, 2016_B), kWaitSends};
  bench.programs[2] = {receive({0, 0}, 2016_B), kWaitReceives};
  CHECK(bench.run() == 512_ns);
}

TEST_CASE("FlowMachine: each sequence has its bias", "[FLUID-9]") {
  Op first = op(OpKind::kBeginSequence);
  first.sequence = 1;
  Op second = first;
  second.sequence = 2;
  FlowBench bench;
  bench.config.software.pacing.mode = "hops";
  bench.config.software.sequence_bias = {PacketEighths{0}, PacketEighths{16}};
  bench.programs[0] = {first, send({1, 0}, 4032_B, 1), kWaitSends, second, send({1, 0}, 4032_B, 2), kWaitSends};
  bench.programs[1] = {receive({0, 0}, 4032_B, 1), receive({0, 0}, 4032_B, 2), kWaitReceives};
  CHECK(bench.run() == 512_ns * (2 + 4));
}

TEST_CASE("FlowMachine: half way round, the sign of the offset decides if it is to, else the topology", "[FLUID-8]") {
  // (0,0) to (2,0) and (1,0) to (2,0) share the link into (2,0) unless the first goes the other way.
  const auto both = [](const char* tie_break) {
    FlowBench bench;
    bench.config.goes_minus = policy(TieBreakName(tie_break)).goes_minus;
    Op far = send({2, 0}, 2016_B);
    far.signs = OffsetSigns(1U);
    bench.programs[0] = {far, kWaitSends};
    bench.programs[1] = {send({2, 0}, 2016_B, 0, 1), kWaitSends};
    bench.programs[2] = {receive({0, 0}, 2016_B), receive({1, 0}, 2016_B, 0, 1), kWaitReceives};
    return bench.run();
  };
  CHECK(both("signed") == 512_ns);
  CHECK(both("positive") == 1024_ns);
}

TEST_CASE("FlowMachine: half way round in y, it is the sign of the offset in y that decides", "[FLUID-8]") {
  // Two links lead from (0,0) to (0,1): messages of two engines share one unless the second goes the other way.
  const auto both = [](OffsetSigns second) {
    FlowBench bench;
    bench.config.goes_minus = policy(TieBreakName("signed")).goes_minus;
    Op one = send({0, 1}, 2016_B);
    Op two = send({0, 1}, 2016_B, 1, 1);
    one.signs = OffsetSigns(0U);
    two.signs = second;
    bench.programs[0] = {one, two, kWaitSends};
    bench.programs[4] = {receive({0, 0}, 2016_B), receive({0, 0}, 2016_B, 1, 1), kWaitReceives};
    return bench.run();
  };
  CHECK(both(OffsetSigns(2U)) == 512_ns);
  CHECK(both(OffsetSigns(1U)) == 1024_ns);
}

TEST_CASE("FlowMachine: ranks that wait for what nobody sends are named, with what they wait for", "[FLUID-23]") {
  FlowBench bench;
  bench.programs[1] = {receive({0, 1}, 64_B, 7, 2), kWaitReceives};
  bench.programs[3] = {receive({0, 0}, 64_B, 9)};
  bench.run();
  CHECK_FALSE(bench.machine().finished());
  CHECK(bench.rank(1).status().waiting_for() == "rank (1,0) waits for receives: NIC 2 from (0,1) tag 7");
  CHECK(bench.rank(0).status().waiting_for().empty());
  CHECK(bench.rank(3).status().final_faults() ==
        std::vector<std::string>{"rank (3,0) ended with receives under way: NIC 0 from (0,0) tag 9"});
}

TEST_CASE("FlowMachine: what is sent and never received is missed", "[FLUID-22]") {
  FlowBench bench;
  bench.programs[0] = {send({1, 0}, 100_B), kWaitSends};
  bench.run();
  CHECK(bench.machine().finished());
  CHECK(bench.port().bytes_sent() == 100_B);
  CHECK(bench.port().bytes_delivered() == 0_B);
}

}  // namespace
}  // namespace tactus
