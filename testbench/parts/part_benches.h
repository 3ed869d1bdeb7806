#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl/twin/rtl_support.h"
#include "rtl/twin/verilated_arbiter.h"
#include "rtl/twin/verilated_pacer.h"
#include "testbench/parts/nic_bench.h"
#include "testbench/parts/router_bench.h"
#include "testbench/parts/stimuli.h"

namespace tactus {

/// A part in RTL as the benches have it: alone on its pins, and in what is around it.
struct PartOnTest {
  std::function<std::unique_ptr<VerilatedPacer>()> pacer;
  std::function<std::unique_ptr<VerilatedArbiter>()> arbiter;
  NicBench::MakeNic nic;           ///< a NIC that is the part or has it within
  RouterBench::MakeRouter router;  ///< a router that is the part or has it within
  int dimensions = 0;
  int nics = 0;
  int virtual_channels = 0;
  std::string model{};         ///< policy of a plug-in that a pacer or an arbiter is held to; empty: ours
  std::string only_arbiter{};  ///< the part decides by this arbiter alone; empty: by all that it has
};

/// How a bench has ended.
struct BenchOutcome {
  std::string difference;  ///< port that differs or assertion that fails, and the clocks before it; empty: none
  std::vector<CountedStimulus> stimuli;
};

/// A bench of a part. It may elaborate SystemC: once per process.
struct PartBench {
  std::string name;
  std::string text;  ///< words for its stimuli
  int seeds = 1;     ///< with which it makes all its stimuli
  std::function<BenchOutcome(const PartOnTest& part, std::uint64_t seed)> run;
  bool drives_models = true;  ///< also parts that are held to a policy of a plug-in
};

// The benches of each part, the narrowest first.
const std::vector<PartBench>& pacer_benches();
const std::vector<PartBench>& arbiter_benches();
const std::vector<PartBench>& router_benches();
const std::vector<PartBench>& nic_benches();

/// Adds the counts of `more` to those of `all`, which gets the kinds that it does not have.
void add_stimuli(std::vector<CountedStimulus>& all, const std::vector<CountedStimulus>& more);

}  // namespace tactus
