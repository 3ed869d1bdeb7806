#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/flow_bench.h"
#include "testbench/tests/unit/tlm_models/noise/timetable_noise.h"

namespace tactus {
namespace {

using namespace literals;
using Lines = std::vector<std::string>;

// Node 1 receives, by NICs of their own, what nodes 0, 2 and 5 send it: 2016 B, 512 ns or 128 cycles each.
constexpr Coordinate kTo{1, 0};
constexpr Coordinate kLeft{0, 0};
constexpr Coordinate kRight{2, 0};
constexpr Coordinate kAbove{1, 1};

Op receive_from(Coordinate from, std::uint32_t tag, std::uint8_t nic = 0) { return receive(from, 2016_B, tag, nic); }
Op wait_first(Coordinate from, std::uint32_t tag) { return op(OpKind::kWaitFirst, from, {}, tag); }
Op cancel(Coordinate from, std::uint32_t tag) { return op(OpKind::kCancel, from, {}, tag); }
Op combine(std::uint32_t tag, std::uint64_t cycles) {
  Op made = op(OpKind::kCombine, {}, {}, tag);
  made.cycles = Cycles{cycles};
  return made;
}

/// What node 1 tells of its program, and what it is sent: of each sender the cycle in which it begins, and the tag.
class CopiesBench {
 public:
  FlowBench flow;

  CopiesBench() { flow.observer = &journal_; }
  void send_from(Coordinate from, std::uint64_t begin, std::uint32_t tag, std::uint8_t nic = 0) {
    flow.programs[static_cast<std::size_t>(kTorus.node(from))] = {compute(begin), send(kTo, 2016_B, tag, nic),
                                                                  kWaitSends};
  }
  /// "received 5@128", "finished 1@128": without the other ranks.
  Lines run(std::vector<Op> program, ListedResults results = {}) {
    flow.programs[1] = std::move(program);
    flow.results = std::move(results);
    flow.run();
    Lines lines;
    for (const std::string& line : journal_.lines) {
      if (line.find("received") == 0 || line.find("finished 1@") == 0) lines.push_back(line);
    }
    return lines;
  }

 private:
  Journal journal_;
};

TEST_CASE("FlowMachine: a wait for the first ends with its own receive, whatever else is under way", "[FLUID-5]") {
  CopiesBench bench;
  bench.send_from(kLeft, 100, 5);
  bench.send_from(kRight, 900, 6, 1);
  CHECK(bench.run({receive(kLeft, 2016_B, 5), receive_from(kRight, 6, 1), wait_first(kLeft, 5), compute(10)},
                  {{6, 6}}) == Lines{"received 5@228", "finished 1@238", "received 6@1028"});
}

TEST_CASE("FlowMachine: a wait for the first ends with a later copy, not with an earlier one or another receive",
          "[FLUID-5]") {
  CopiesBench bench;
  bench.send_from(kLeft, 900, 5);
  bench.send_from(kRight, 0, 4, 1);
  bench.send_from(kAbove, 300, 6, 2);
  CHECK(bench.run({receive_from(kRight, 4, 1), receive(kLeft, 2016_B, 5), receive_from(kAbove, 6, 2),
                   wait_first(kLeft, 5), compute(10)},
                  {{4, 4}, {6, 6}}) == Lines{"received 4@128", "received 6@428", "finished 1@438", "received 5@1028"});
  CopiesBench plain;
  plain.send_from(kLeft, 900, 5);
  plain.send_from(kAbove, 300, 6, 2);
  CHECK(plain.run({receive(kLeft, 2016_B, 5), receive(kAbove, 2016_B, 6, 2), wait_first(kLeft, 5)}) ==
        Lines{"received 6@428", "received 5@1028", "finished 1@1028"});
}

TEST_CASE("FlowMachine: a copy that comes before its receive counts from the post on") {
  CopiesBench bench;
  bench.send_from(kLeft, 900, 5);
  bench.send_from(kRight, 0, 6, 1);
  CHECK(bench.run({receive(kLeft, 2016_B, 5), compute(300), receive_from(kRight, 6, 1), wait_first(kLeft, 5),
                   combine(5, 50), compute(10)},
                  {{6, 6}}) == Lines{"received 6@300", "finished 1@310", "received 5@1028"});
}

TEST_CASE("FlowMachine: a later copy cuts combining short, an earlier one and other receives do not", "[FLUID-5]") {
  CopiesBench cut;
  cut.send_from(kLeft, 0, 4);
  cut.send_from(kRight, 72, 6, 1);
  CHECK(cut.run({receive_from(kLeft, 4), receive_from(kRight, 6, 1), combine(5, 300), compute(10)}, {{4, 4}, {6, 6}}) ==
        Lines{"received 4@128", "received 6@200", "finished 1@210"});
  CopiesBench whole;
  whole.send_from(kLeft, 0, 5);
  whole.send_from(kRight, 72, 6, 1);
  CHECK(whole.run({receive_from(kLeft, 5), receive(kRight, 2016_B, 6, 1), combine(5, 300), compute(10)}, {{5, 5}}) ==
        Lines{"received 5@128", "received 6@200", "finished 1@310"});
}

TEST_CASE("FlowMachine: any message can have a later result than its own, and ends waiting for what is before that") {
  CopiesBench bench;
  bench.send_from(kLeft, 0, 4);
  bench.send_from(kRight, 900, 5, 1);
  bench.send_from(kAbove, 300, 9, 2);
  CHECK(bench.run({receive_from(kLeft, 4), receive_from(kRight, 5, 1), receive_from(kAbove, 9, 2),
                   wait_first(kRight, 5), combine(5, 300), op(OpKind::kWaitFirst, kAbove, {}, 9), compute(10)},
                  {{4, 8}}) == Lines{"received 4@128", "received 9@428", "finished 1@438", "received 5@1028"});
}

TEST_CASE("FlowMachine: what is done after combining that was cut short has its own time") {
  // The end that combining would have had, 300, passes in the midst of it.
  CopiesBench bench;
  bench.send_from(kRight, 72, 6, 1);
  CHECK(bench.run({receive_from(kRight, 6, 1), combine(5, 300), compute(500), compute(1)}, {{6, 6}}) ==
        Lines{"received 6@200", "finished 1@701"});
}

TEST_CASE("FlowMachine: what comes for a cancelled receive is dropped, counted, and waited for by nobody",
          "[FLUID-6][FLUID-13][FLUID-24]") {
  CopiesBench bench;
  bench.send_from(kLeft, 0, 5);
  bench.send_from(kRight, 100, 6, 1);
  CHECK(bench.run({receive(kLeft, 2016_B, 5), receive_from(kRight, 6, 1), compute(150), cancel(kLeft, 5),
                   cancel(kRight, 6), kWaitReceives},
                  {{6, 6}}) == Lines{"received 5@128", "finished 1@150"});
  const FlowPort& port = bench.flow.port();
  CHECK(bench.flow.rank(1).status().final_faults().empty());
  CHECK(port.messages_under_way() == 0);
  CHECK(port.messages_dropped() == 1);
  CHECK(port.cancelled_receives() == 0);
  CHECK(port.bytes_sent() == 4032_B);
  CHECK(port.bytes_delivered() == 2016_B);
  CHECK(port.bytes_dropped() == 2016_B);
}

TEST_CASE("FlowMachine: a copy that is dropped ends no wait and no combining", "[FLUID-6]") {
  CopiesBench bench;
  bench.send_from(kLeft, 900, 5);
  bench.send_from(kRight, 0, 6, 1);
  CHECK(bench.run({receive(kLeft, 2016_B, 5), receive_from(kRight, 6, 1), cancel(kRight, 6), wait_first(kLeft, 5),
                   combine(5, 50)},
                  {{6, 6}}) == Lines{"received 5@1028", "finished 1@1078"});
}

TEST_CASE("FlowMachine: a cancelled receive for which nothing is sent stays open", "[FLUID-22]") {
  CopiesBench bench;
  CHECK(bench.run({receive_from(kRight, 6, 1), cancel(kRight, 6)}) == Lines{"finished 1@0"});
  CHECK(bench.flow.port().cancelled_receives() == 1);
  CHECK(bench.flow.port().messages_dropped() == 0);
}

TEST_CASE("FlowMachine: under noise, combining that a copy cuts short ends when the processor is there") {
  // 1200 ns of combining from 0 on would end at 1600 ns. The copy is there at 800 ns, in the midst of the second event.
  const TimetableNoise events({{100_ns, 100_ns}, {700_ns, 300_ns}, {2000_ns, 50_ns}});
  CopiesBench bench;
  bench.flow.noise = &events;
  bench.send_from(kRight, 47, 6, 1);  // 188 ns of own work, from 288 ns on
  CHECK(bench.run({receive_from(kRight, 6, 1), combine(5, 300), compute(10)}, {{6, 6}}) ==
        Lines{"received 6@200", "finished 1@260"});
  // What the first event took is gone with the combining; of the second, 200 ns put off what follows.
  CHECK(bench.flow.rank(1).stolen() == 200_ns);
}

TEST_CASE("FlowMachine: under noise, a wait that a copy ends goes on when the processor is there") {
  const TimetableNoise events({{700_ns, 300_ns}});
  CopiesBench bench;
  bench.flow.noise = &events;
  bench.send_from(kLeft, 900, 5);
  bench.send_from(kRight, 72, 6, 1);
  CHECK(bench.run({receive(kLeft, 2016_B, 5), receive_from(kRight, 6, 1), wait_first(kLeft, 5), compute(10),
                   cancel(kLeft, 5)},
                  {{6, 6}}) == Lines{"received 6@200", "finished 1@260"});
  CHECK(bench.flow.rank(1).stolen() == 200_ns);
  CHECK(bench.flow.port().messages_dropped() == 1);
}

}  // namespace
}  // namespace tactus
