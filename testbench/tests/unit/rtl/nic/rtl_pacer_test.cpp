#include <string>

#include "testbench/parts/pacer_bench.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/nic/verilated_pacer.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("RTL pacer: gap and slot are the model's at every edge, for random registers and packets",
          "[PACER-2][PACER-5]") {
  StimulusCounts<PacerStimulus> stimuli;
  int starts = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    PacerBench bench(make_verilated_pacer(), seed);
    bench.run(40'000);
    starts += bench.starts();
    stimuli.add(bench.stimuli());
  }
  CHECK(starts > 10'000);
  for (const CountedStimulus& stimulus : stimuli.list(kPacerStimuli)) {
    CAPTURE(stimulus.text);
    CHECK(stimulus.times > 0);
  }
}
