#include "testbench/parts/part_benches.h"

#include <algorithm>
#include <iterator>
#include <systemc>

#include "rtl/twin/rtl_assertion.h"
#include "rtl/twin/rtl_straps.h"
#include "testbench/parts/arbiter_bench.h"
#include "testbench/parts/long_wait.h"
#include "testbench/parts/long_window.h"
#include "testbench/parts/pacer_bench.h"
#include "testbench/parts/part_difference.h"
#include "testbench/parts/random_nic.h"
#include "testbench/parts/random_routers.h"

namespace tactus {
namespace {

/// Machines are drawn by seeds in a row, and those of two benches are others.
constexpr std::uint64_t kSeedsOfABench = 1000;

/// Runs `body`; answers what it throws or raises, with `history()` behind an assertion.
template <class Body, class History>
std::string difference_of(Body&& body, History&& history) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  try {
    body();
  } catch (const PartDifference& difference) {
    return difference.what();
  } catch (const RtlAssertion& assertion) {
    return assertion.what() + history();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return {};
}
template <class Body>
std::string difference_of(Body&& body) {
  return difference_of(body, [] { return std::string(); });
}

/// Kinds of stimuli but for those of a group that the bench does not make.
std::vector<CountedStimulus> without(const std::string& group, std::vector<CountedStimulus> stimuli) {
  const auto left_out = [&group](const CountedStimulus& stimulus) { return stimulus.group == group; };
  stimuli.erase(std::remove_if(stimuli.begin(), stimuli.end(), left_out), stimuli.end());
  return stimuli;
}
std::vector<CountedStimulus> only(const std::string& group, std::vector<CountedStimulus> stimuli) {
  const auto left_out = [&group](const CountedStimulus& stimulus) { return stimulus.group != group; };
  stimuli.erase(std::remove_if(stimuli.begin(), stimuli.end(), left_out), stimuli.end());
  return stimuli;
}

BenchOutcome run_pacer(const PartOnTest& part, std::uint64_t seed) {
  constexpr int kEdges = 60'000;
  PacerBench::Limits limits;
  if (!part.model.empty()) limits = {part.model, part.dimensions, PacerBench::kNodesOfModels, part.nics};
  PacerBench bench(part.pacer(), seed, limits);
  BenchOutcome outcome;
  outcome.difference = difference_of([&] { bench.run(kEdges); }, [&] { return bench.history(); });
  outcome.stimuli = bench.stimuli().list(kPacerStimuli);
  // Our modes, which a part with a mode of its own does not have.
  if (!part.model.empty()) outcome.stimuli = without("registers", outcome.stimuli);
  return outcome;
}

BenchOutcome run_arbiter(const PartOnTest& part, std::uint64_t seed) {
  constexpr int kGrants = 40'000;
  BenchOutcome outcome;
  std::vector<std::string> arbiters = {std::begin(kRtlOutputArbiters), std::end(kRtlOutputArbiters)};
  if (!part.model.empty()) arbiters = {part.model};
  for (const std::string& arbiter : arbiters) {
    if (!part.only_arbiter.empty() && part.only_arbiter != arbiter) continue;
    const int requesters = (2 * part.dimensions + part.nics) * part.virtual_channels;
    ArbiterBench bench(part.arbiter(), arbiter, requesters, seed);
    outcome.difference = difference_of([&] { bench.run(kGrants); });
    add_stimuli(outcome.stimuli, bench.stimuli().list(kArbiterStimuli));
    if (!outcome.difference.empty()) break;
  }
  return outcome;
}

BenchOutcome run_nics(const PartOnTest& part, std::uint64_t seed, bool any_shape) {
  constexpr int kNics = 10;
  constexpr int kCycles = 6000;
  RandomNics nics(kNics, seed * kSeedsOfABench, {{part.nics, part.virtual_channels}, part.nic, any_shape});
  BenchOutcome outcome;
  outcome.difference = difference_of([&] { nics.run(kCycles); });
  outcome.stimuli = without("waits", nics.stimuli().list(kNicStimuli));
  return outcome;
}

BenchOutcome run_tori(const PartOnTest& part, std::uint64_t seed) { return run_nics(part, seed, false); }

BenchOutcome run_networks(const PartOnTest& part, std::uint64_t seed) { return run_nics(part, seed, true); }

BenchOutcome run_long_wait(const PartOnTest& part, std::uint64_t /*seed*/) {
  LongWait bench(part.nic, part.nics, part.virtual_channels);
  BenchOutcome outcome;
  outcome.difference = difference_of([&] { bench.run(); });
  outcome.stimuli = only("waits", bench.stimuli().list(kNicStimuli));
  return outcome;
}

BenchOutcome run_long_window(const PartOnTest& part, std::uint64_t /*seed*/) {
  LongWindow bench(part.nic, part.nics, part.virtual_channels);
  BenchOutcome outcome;
  outcome.difference = difference_of([&] { bench.run(); });
  outcome.stimuli = only("waits", bench.stimuli().list(kNicStimuli));
  return outcome;
}

BenchOutcome run_routers(const PartOnTest& part, std::uint64_t seed) {
  constexpr int kRouters = 12;
  constexpr int kLongCycles = 6000;  // the injection cycle wraps after 1024
  constexpr int kCycles = 1500;
  const RtlRouterVariant kind{part.dimensions, part.nics, part.virtual_channels};
  RandomRouters routers(kRouters, seed * kSeedsOfABench,
                        {kind, part.router, part.model.empty() ? part.only_arbiter : part.model});
  BenchOutcome outcome;
  outcome.difference = difference_of([&] {
    routers.run(kLongCycles);
    routers.reset();
    routers.run(kCycles);
    routers.drain();
    for (const std::uint64_t edges : {std::uint64_t{101}, (std::uint64_t{1} << 32U) + 7}) {
      routers.sleep(edges);
      routers.begin_anew();
      routers.run(kCycles);
      routers.drain();
    }
  });
  outcome.stimuli = routers.stimuli().list(kRouterStimuli);
  return outcome;
}

}  // namespace

void add_stimuli(std::vector<CountedStimulus>& all, const std::vector<CountedStimulus>& more) {
  for (const CountedStimulus& stimulus : more) {
    const auto found = std::find_if(all.begin(), all.end(), [&stimulus](const CountedStimulus& known) {
      return known.group == stimulus.group && known.text == stimulus.text;
    });
    if (found == all.end()) {
      all.push_back(stimulus);
    } else {
      found->times += stimulus.times;
    }
  }
}

const std::vector<PartBench>& pacer_benches() {
  static const std::vector<PartBench> kBenches = {
      {"pins", "alone on its pins", 16, run_pacer},
      {"tori", "NICs with it in two-dimensional tori, random software and memory", 4, run_tori, false},
      {"networks", "NICs with it in networks of one to four dimensions", 4, run_networks, false},
  };
  return kBenches;
}

const std::vector<PartBench>& arbiter_benches() {
  static const std::vector<PartBench> kBenches = {
      {"pins", "alone on its pins", 8, run_arbiter},
      {"routers", "routers with it between random neighbours, reset, asleep", 6, run_routers},
  };
  return kBenches;
}

const std::vector<PartBench>& router_benches() {
  static const std::vector<PartBench> kBenches = {
      {"routers", "between random neighbours, reset, asleep", 8, run_routers},
  };
  return kBenches;
}

const std::vector<PartBench>& nic_benches() {
  static const std::vector<PartBench> kBenches = {
      // Two that are over in a second come first: what they find needs none of the others.
      {"wait", "waits for 2^32 cycles, asleep", 1, run_long_wait},
      {"window", "a window beyond the 255th packet of a message", 1, run_long_window},
      {"tori", "in two-dimensional tori, random software and memory", 6, run_tori},
      {"networks", "in networks of one to four dimensions", 6, run_networks},
  };
  return kBenches;
}

}  // namespace tactus
