#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/noise/timetable_noise.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"
#include "tlm_models/traffic/start_offset.h"

namespace tactus {
namespace {

constexpr Picoseconds at(std::uint64_t cycle) { return Picoseconds{cycle * FakeNic::kPeriod}; }

/// A rank whose processor is taken at the times of a list, which are given in cycles.
struct NoisyBench {
  TimetableNoise noise;
  RankBench bench;

  NoisyBench(std::vector<NoiseEvent> events, std::vector<Op> program, ListedResults results = {},
             const SoftwareConfig& software = {})
      : noise(std::move(events)), bench(std::move(program), software, std::move(results), &noise) {}
};

TEST_CASE("RankInterpreter under noise: calls and computing end later by the events within them", "[RANK-5][NOISE-5]") {
  NoisyBench b({{at(20), at(40)}, {at(150), at(5)}, {at(160), at(7)}},
               {op(OpKind::kIsend, 0, 8), compute(100), kWaitS});
  b.bench.nic.complete_send_in(120, 0);
  b.bench.run_through(1000);
  CHECK(b.bench.journal.lines == Lines{"sent 8@91", "finished 1@253"});  // 91 + 100 + 5 + 7 + 50
  CHECK(b.bench.rank().stolen() == at(52));
}

TEST_CASE("RankInterpreter under noise: observers hear of computing, and of the noise in all that the rank does",
          "[ATTRIBUTION-16]") {
  SoftwareConfig software;
  software.return_overhead = Cycles{30};
  // In the isend, in the computing twice, while it waits, and when it could see that the send has left.
  NoisyBench b({{at(20), at(40)}, {at(150), at(5)}, {at(160), at(7)}, {at(320), at(20)}, {at(395), at(9)}},
               {op(OpKind::kIsend, 0, 8), compute(100), kWaitS, compute(0)}, {}, software);
  b.bench.nic.complete_send_in(400, 0);
  b.bench.run_through(1000);
  CHECK(b.bench.journal.work == Lines{"call@121+160ns", "compute@233+48ns", "call@404+16ns"});
  CHECK(b.bench.rank().end() == at(434));
  CHECK(b.bench.journal.began == std::vector<std::uint64_t>{1, 121, 400});
}

TEST_CASE("RankInterpreter under noise: a late start is no computing, and noise puts it off", "[ATTRIBUTION-16]") {
  const TimetableNoise noise({{at(30), at(10)}});
  RankBench b({}, begun_late(std::make_unique<ListProgram>(std::vector<Op>{compute(20)}, ListedResults{}), Cycles{50}),
              &noise);
  b.run_through(1000);
  CHECK(b.journal.work == Lines{"late@61+40ns", "compute@81+0ns"});
}

TEST_CASE("RankInterpreter under noise: a wait that is over ends later by the events since then",
          "[RANK-27][NOISE-5]") {
  SoftwareConfig software;
  software.return_overhead = Cycles{30};
  NoisyBench b({{at(60), at(10)}, {at(150), at(7)}}, {op(OpKind::kIsend, 0, 8), kWaitS, compute(5)}, {}, software);
  b.bench.nic.complete_send_in(100, 0);
  b.bench.run_through(1000);
  // The wait is over in 141 and ends in 178.
  CHECK(b.bench.journal.lines == Lines{"sent 8@91", "finished 1@183"});
  CHECK(b.bench.rank().stolen() == at(17));
}

TEST_CASE("RankInterpreter under noise: time that noise takes is counted exactly, effects come in whole cycles",
          "[RANK-5][NOISE-8]") {
  NoisyBench b({{at(50), at(10) + Picoseconds{1}}}, {compute(100), compute(1)});
  b.bench.run_through(1000);
  CHECK(b.bench.journal.lines == Lines{"finished 1@113"});
  CHECK(b.bench.rank().stolen() == at(10) + Picoseconds{1});
}

TEST_CASE("RankInterpreter under noise: an event that starts when a step is done delays the next step",
          "[RANK-5][NOISE-5]") {
  NoisyBench b({{at(101), at(30)}}, {op(OpKind::kBeginSequence, 0, 1), compute(100), op(OpKind::kEndSequence, 0, 1),
                                     op(OpKind::kIsend, 0, 8)});
  b.bench.run_through(1000);
  CHECK(b.bench.journal.lines == Lines{"began 1@1", "ended 1@101", "sent 8@181", "finished 1@181"});
}

TEST_CASE("RankInterpreter under noise: what a wait waits for is seen when the processor is there again",
          "[RANK-5][NOISE-6][NOISE-7]") {
  // Interrupts are taken at once; the first event passes while nothing is to be done.
  NoisyBench b({{at(120), at(20)}, {at(160), at(40)}}, {op(OpKind::kIrecv, 0, 7), kWaitR});
  b.bench.nic.complete_receive_in(170, 0, 0);
  b.bench.run_through(169);
  CHECK_FALSE(b.bench.rank().busy());
  b.bench.run_through(199);
  CHECK(b.bench.rank().busy());
  b.bench.run_through(1000);
  CHECK(b.bench.journal.lines == Lines{"received 7@170", "finished 1@200"});
  CHECK(b.bench.rank().stolen() == at(30));
}

TEST_CASE("RankInterpreter under noise: a wait that nothing holds up ends with what it waits for", "[NOISE-7]") {
  NoisyBench b({{at(120), at(20)}}, {op(OpKind::kIrecv, 0, 7), kWaitR});
  b.bench.nic.complete_receive_in(170, 0, 0);
  b.bench.run_through(1000);
  CHECK(b.bench.journal.lines == Lines{"received 7@170", "finished 1@170"});
  CHECK(b.bench.rank().stolen() == at(0));
}

TEST_CASE("RankInterpreter under noise: that a combination is obsolete is seen when the processor is there") {
  Op combine = compute(1000);
  combine.kind = OpKind::kCombine;
  combine.tag = 7;
  NoisyBench b({{at(60), at(20)}, {at(160), at(40)}}, {op(OpKind::kIrecv, 0, 9), combine}, {{9, 9}});
  b.bench.nic.complete_receive_in(170, 0, 0);
  b.bench.run_through(2000);
  CHECK(b.bench.journal.lines == Lines{"received 9@170", "finished 1@200"});
  CHECK(b.bench.rank().stolen() == at(30));
}

TEST_CASE("RankInterpreter under noise: waveforms show what it does, and when the operating system has the processor",
          "[WAVE-2][WAVE-3][WAVE-4][WAVE-5]") {
  Op begin = op(OpKind::kBeginSequence);
  begin.sequence = 3;
  NoisyBench b({{at(160), at(40)}, {at(300), at(20)}}, {begin, op(OpKind::kIrecv, 0, 9), kWaitR, compute(100)});
  b.bench.nic.complete_receive_in(250, 0, 0);
  ProbeList probes;
  b.bench.processor.add_probes(0, probes, "rank");
  std::string seen;
  std::string before;
  for (std::uint64_t cycle = 2; cycle < 400; ++cycle) {
    // When waveforms are sampled.
    const auto sample = sc_core::sc_time::from_value(cycle * FakeNic::kPeriod + FakeNic::kPeriod / 4);
    sc_core::sc_start(sample - sc_core::sc_time_stamp());
    std::string now;
    for (const Probe& probe : probes) {
      const std::uint64_t value = probe.read();
      now += " " + (probe.enum_names.empty() ? std::to_string(value) : probe.enum_names.at(value));
    }
    if (now != before) seen += std::to_string(cycle) + ":" + now + "\n";
    before = now;
  }
  CHECK(seen ==
        "2: call irecv 3 0\n"
        "52: call wait_receives 3 0\n"
        "102: wait wait_receives 3 0\n"
        "160: wait wait_receives 3 1\n"
        "200: wait wait_receives 3 0\n"
        "251: compute compute 3 0\n"
        "300: compute compute 3 1\n"
        "320: compute compute 3 0\n"
        "371: ended none 3 0\n");
}

TEST_CASE("RankInterpreter under noise: a free slot is used when the processor is there again", "[NOISE-6]") {
  std::vector<Op> program;
  for (std::uint32_t i = 0; i < 17; ++i) program.push_back(op(OpKind::kIrecv, 0, i));
  NoisyBench b({{at(1990), at(50)}}, program);
  b.bench.nic.complete_receive_in(2000, 0, 5);
  b.bench.run_through(3000);
  REQUIRE(b.bench.nic.posted().size() == 17);
  CHECK(b.bench.nic.posted()[16].cycle == 2040);
}

TEST_CASE("RankInterpreter under noise: what waits for a descriptor has it with the interrupt, in any case",
          "[RANK-5][RANK-31]") {
  std::vector<Op> program;
  for (std::uint32_t i = 0; i < 17; ++i) program.push_back(op(OpKind::kIsend, 0, i));
  NoisyBench b({{at(1990), at(50)}}, program);
  b.bench.nic.complete_send_in(2000, 0);
  b.bench.run_through(3000);
  REQUIRE(b.bench.nic.sent().size() == 17);
  CHECK(b.bench.nic.sent()[16].cycle == 2000);
}

}  // namespace
}  // namespace tactus
