#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/process/own_process.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::size_t kWindow = 500;  ///< cycles in 2 us

/// Counts, by windows of `kWindow` cycles, the cycles in which links are busy.
class BusyLinks final : public PacketObserver {
 public:
  explicit BusyLinks(const RouterPorts& ports) : ports_(ports) {}

  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    if (ports_.is_nic(grant.out_port)) return;
    for (std::uint64_t flit = 1; flit <= header.flits; ++flit) {  // ST, the cycles after SA
      const std::size_t window = (grant.cycle.count() + flit) / kWindow;
      if (window >= busy_.size()) busy_.resize(window + 1);
      ++busy_[window];
    }
  }
  [[nodiscard]] std::uint64_t most() const { return *std::max_element(busy_.begin(), busy_.end()); }

 private:
  RouterPorts ports_;
  std::vector<std::uint64_t> busy_;
};

/// What one sequence of A2AT 9x9 does when run alone, as text to compare.
std::string run_alone(int sequence, const char* pacing) {
  const auto read = read_scenario(
      scenario_path("nsim/a2at.yaml"),
      {"message_size=64 KiB", fmt::format("sequences=[{}]", sequence), pacing, "run.sample_interval=2 us",
       // A router that is fair to packets that turn: with NICs first, sequence 3 needs pacing to fill its links.
       "router.arbiter=round_robin", "router.input_queue=fifo", "router.input_transfers=vc",
       "router.input_nomination=any", "router.turnaround=0 cycles", "processor.return_overhead=0 ns"});
  const Scenario& scenario = std::get<Scenario>(read);
  return in_own_process([&] {
    Simulation simulation(scenario, {});
    BusyLinks links(scenario.machine.ports());
    simulation.also_observe(&links);
    const SequenceSummary sequence_summary = simulation.run().sequences.at(0);
    return fmt::format("{} hops, reported peak {}, fullest window {}", sequence_summary.hops,
                       sequence_summary.peak_link_utilisation.value_or(0), links.most());
  });
}

/// 81 nodes with four links each, every cycle of the window.
std::string all_busy(int hops) {
  return fmt::format("{} hops, reported peak 1, fullest window {}", hops, 81 * 4 * kWindow);
}

}  // namespace

TEST_CASE("A2AT 9x9, one-hop sequence: all links are busy in every cycle, unpaced and with bias 0", "[long]") {
  CHECK(run_alone(1, "pacing.mode=off") == all_busy(1));
  CHECK(run_alone(1, "pacing.bias=0") == all_busy(1));
}

TEST_CASE("A2AT 9x9, two-hop sequences: all links are busy in every cycle, unpaced and with bias 0", "[long]") {
  for (const int sequence : {2, 3}) {
    CAPTURE(sequence);
    CHECK(run_alone(sequence, "pacing.mode=off") == all_busy(2));
    CHECK(run_alone(sequence, "pacing.bias=0") == all_busy(2));
  }
}
