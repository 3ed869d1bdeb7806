#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "testbench/app/process/own_process.h"
#include "testbench/app/validate/bias_search.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "tlm_models/traffic/start_offset.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::uint64_t kFlitsOfPacket = 128;

/// The shortest time between two packets of one message, by the message's tag, which in a2at is its sequence.
class ShortestPeriods final : public PacketObserver {
 public:
  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    const auto [last, first] = last_.try_emplace(
        {header.route.source[0], header.route.source[1], header.route.source_nic}, header.transport.tag, cycle.count());
    const auto [tag, start] = last->second;
    if (!first && tag == header.transport.tag) {
      auto& shortest = shortest_.try_emplace(tag, cycle.count() - start).first->second;
      shortest = std::min(shortest, cycle.count() - start);
    }
    last->second = {header.transport.tag, cycle.count()};
  }

  [[nodiscard]] const std::map<std::uint32_t, std::uint64_t>& periods() const { return shortest_; }

 private:
  std::map<std::tuple<int, int, int>, std::pair<std::uint32_t, std::uint64_t>> last_;
  std::map<std::uint32_t, std::uint64_t> shortest_;
};

/// What is wrong with the beat of each sequence that ran.
std::string faults_of_beats(const Scenario& scenario, const std::map<std::uint32_t, std::uint64_t>& expected) {
  return in_own_process([&] {
    Simulation simulation(scenario, {});
    ShortestPeriods observed;
    simulation.also_observe(&observed);
    (void)simulation.run();
    std::string faults;
    for (const auto& [sequence, period] : observed.periods()) {
      const auto wanted = expected.find(sequence);
      if (wanted == expected.end()) return fmt::format("sequence {} has run", sequence);
      if (period != wanted->second) {
        faults += fmt::format("sequence {}: {} cycles, not {}\n", sequence, period, wanted->second);
      }
    }
    return observed.periods().size() == expected.size() ? faults : faults + "a sequence has not run";
  });
}

/// Rounds the time to cycles.
std::uint64_t cycle_of(double seconds) { return static_cast<std::uint64_t>(std::llround(seconds / 4e-9)); }

}  // namespace

TEST_CASE("Pacing per sequence: the packets of every sequence keep the beat of its own bias",
          "[key:pacing.sequence_bias]") {
  // 5x5: hops 1 2 2 4 3 3. The gaps are wide, so that nobody waits for anybody.
  Scenario scenario = scenario_on(5, 5, "a2at");
  scenario.workload.message_size = Bytes{2016} * 6;
  scenario.pacing.mode = "hops";
  const std::vector<int> bias_eighths = {48, 33, 56, 40, 61, 50};
  for (const int bias : bias_eighths) scenario.workload.sequence_bias.emplace_back(bias);
  const std::vector<int> hops = {1, 2, 2, 4, 3, 3};
  const auto period = [&](std::size_t i) {
    return kFlitsOfPacket + kFlitsOfPacket * static_cast<std::uint64_t>(8 * (hops[i] - 1) + bias_eighths[i]) / 8;
  };
  std::map<std::uint32_t, std::uint64_t> all;
  for (std::size_t i = 0; i < hops.size(); ++i) all[static_cast<std::uint32_t>(i + 1)] = period(i);
  CHECK(faults_of_beats(scenario, all) == "");
  scenario.workload.sequences = {5, 2};
  CHECK(faults_of_beats(scenario, {{2, period(1)}, {5, period(4)}}) == "");
}

TEST_CASE("Imbalance: ranks begin as late as is drawn for them, at every level", "[key:workload.imbalance]") {
  Scenario scenario = scenario_on(3, 3, "barrier");
  scenario.workload.imbalance = Cycles{5000};
  scenario.seed = 7;
  std::uint64_t earliest = 5000;
  std::uint64_t latest = 0;
  for (int node = 0; node < 9; ++node) {
    const std::uint64_t offset = start_offset(scenario.workload.imbalance, scenario.seed, node).count();
    earliest = std::min(earliest, offset);
    latest = std::max(latest, offset);
  }
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const std::string faults = in_own_process([&] {
      SimulationOptions how;
      how.level = level;
      const RunSummary summary = Simulation(scenario, how).run();
      const SequenceSummary& barrier = summary.sequences.at(0);
      if (cycle_of(*barrier.start_s) != 1 + earliest) return fmt::format("begins at {} s", *barrier.start_s);
      // Nobody leaves the barrier before the last has entered it and been heard of.
      const std::uint64_t left = cycle_of(*barrier.first_end_s);
      return std::string(left > latest && left < latest + 2000 ? "" : fmt::format("left in cycle {}", left));
    });
    CHECK(faults == "");
  }
}

TEST_CASE("Sequence barrier: no rank begins a sequence before all have ended the one before",
          "[key:workload.sequence_barrier]") {
  Scenario scenario = scenario_on(3, 3, "a2at");
  scenario.workload.imbalance = Cycles{20'000};
  for (const bool barrier : {false, true}) {
    scenario.workload.sequence_barrier = barrier;
    const std::string order = in_own_process([&] {
      const RunSummary summary = Simulation(scenario, {}).run();
      return std::string(*summary.sequences.at(1).start_s >= *summary.sequences.at(0).last_end_s ? "apart" : "overlap");
    });
    CHECK(order == (barrier ? "apart" : "overlap"));
  }
}

TEST_CASE("Pacing: no exchange is faster than its gaps alone, and a large gap leaves little else") {
  for (const int n : {4, 5}) {
    for (const int eighths : {-8, 0, 10, 80}) {
      CAPTURE(n, eighths);
      Scenario scenario = scenario_on(n, n, "a2at");
      scenario.workload.message_size = Bytes{32 << 10};
      scenario.pacing.mode = "hops";
      scenario.pacing.bias = PacketEighths{eighths};
      SimulationOptions how;
      how.level = Level::kPacket;
      const std::string fault = in_own_process([&] {
        const RunSummary summary = Simulation(scenario, how).run();
        std::vector<int> hops;
        for (const SequenceSummary& sequence : summary.sequences) hops.push_back(sequence.hops);
        const Picoseconds bound =
            gaps_alone(scenario.machine, scenario.workload.message_size, hops, scenario.pacing.bias);
        const double ratio = static_cast<double>(summary.simulated.count()) / static_cast<double>(bound.count());
        const bool close = eighths < 80 || ratio < 1.05;
        return ratio >= 1 && close ? std::string() : fmt::format("takes {} times as long", ratio);
      });
      CHECK(fault == "");
    }
  }
}
