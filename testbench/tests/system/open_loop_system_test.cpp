#include <fmt/core.h>

#include <cmath>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr int kSide = 8;
constexpr int kNodes = kSide * kSide;

/// Counts deliveries by its own definition of the measurement.
class OpenLoopBook final : public PacketObserver {
 public:
  explicit OpenLoopBook(const Scenario& scenario)
      : machine_(scenario.machine),
        begin_(scenario.workload.warmup.count()),
        end_(begin_ + scenario.workload.measure.count()) {}

  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    const std::uint64_t created = header.transport.create_cycle;
    const std::uint64_t delivered = cycle.count();
    if (created < begin_ && delivered >= begin_) ++present_at_begin;
    if (created < end_ && delivered >= end_) ++present_at_end;
    if (created < begin_ || created >= end_) return;
    ++measured;
    // The engine takes the descriptor at the next edge, then reads 16 B per ns.
    const std::uint64_t read = 1 + ceil_div(header.transport.payload_bytes, 64);
    const std::uint64_t shortest =
        read + zero_load_latency(machine_, header.route.source, header.route.destination, header.route.flits);
    if (delivered - created < shortest) ++too_fast;
    waited += delivered - created - shortest;
  }

  std::uint64_t present_at_begin = 0;  ///< packets created before the window that arrive in it or later
  std::uint64_t present_at_end = 0;    ///< packets created before its end that arrive after it
  std::uint64_t measured = 0;
  std::uint64_t too_fast = 0;
  std::uint64_t waited = 0;  ///< cycles beyond the shortest time, of all measured packets together

 private:
  MachineConfig machine_;
  std::uint64_t begin_;
  std::uint64_t end_;
};

struct OpenLoopRun {
  double flits = 0;  ///< of a packet
  double offered = 0;
  double accepted = 0;
  double latency = 0;  ///< mean, cycles
  double measured = 0;
  double outstanding = 0;
  double saturated = 0;
  double cycles = 0;  ///< simulated
  double present_at_begin = 0;
  double present_at_end = 0;
  double counted = 0;
  double too_fast = 0;
  double waited = 0;
};

Scenario uniform(double load, Bytes packet_size, Cycles measure) {
  Scenario scenario = scenario_on(kSide, kSide, "uniform");
  scenario.workload.load = load;
  scenario.workload.packet_size = packet_size;
  scenario.workload.warmup = Cycles{5000};
  scenario.workload.measure = measure;
  return scenario;
}

OpenLoopRun run(const Scenario& scenario) {
  const std::string text = in_own_process([&] {
    Simulation simulation(scenario, {});
    OpenLoopBook book(scenario);
    simulation.also_observe(&book);
    const RunSummary summary = simulation.run();
    const OpenLoopSummary& measured = *summary.open_loop;
    const double nanoseconds = scenario.machine.clock.picoseconds() / 1000.0;
    return nlohmann::json{measured.offered,
                          measured.accepted,
                          measured.latency_ns.mean / nanoseconds,
                          measured.measured,
                          measured.outstanding,
                          measured.saturated.value() ? 1 : 0,
                          scenario.machine.clock.cycle_at(summary.simulated).count(),
                          book.present_at_begin,
                          book.present_at_end,
                          book.measured,
                          book.too_fast,
                          book.waited}
        .dump();
  });
  const auto v = nlohmann::json::parse(text).get<std::vector<double>>();
  const double flits = packet_flits(scenario.workload.packet_size);
  return {flits, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]};
}

/// 2 KiB packets at loads that the network can carry.
void check_below_saturation(double load) {
  const Scenario scenario = uniform(load, Bytes{2048}, Cycles{50'000});
  const OpenLoopRun got = run(scenario);
  CAPTURE(load, got.offered, got.accepted, got.latency, got.present_at_begin, got.present_at_end);
  const double node_cycles = kNodes * 50'000.0;

  CHECK(got.outstanding == 0);
  CHECK(got.saturated == 0);
  CHECK(got.counted == got.measured);
  CHECK(got.too_fast == 0);
  // Creation is one Bernoulli trial per engine and cycle: five standard deviations of the number of packets.
  const double packets = load * node_cycles / got.flits;
  CHECK(std::abs(got.measured - packets) < 5 * std::sqrt(packets));
  CHECK(got.offered == Approx(got.measured * got.flits / node_cycles));
  // What is accepted differs from what is offered by the packets that were present when the window began and ended.
  const double difference = (got.present_at_begin - got.present_at_end) * got.flits / node_cycles;
  CHECK(got.accepted - got.offered == Approx(difference).margin(1e-12));
  // By Little's law each is `rate * latency` on average, and nearly a Poisson variable: six standard deviations of
  // their difference are the uncertainty of this window.
  const double present = packets / 50'000.0 * got.latency;
  CHECK(std::abs(got.accepted - got.offered) < 6 * std::sqrt(2 * present) * got.flits / node_cycles);
}

/// Latency from creation, averaged over all pairs of the torus, when nobody is in the way.
void check_load_to_zero(double load, Bytes packet_size, Cycles measure) {
  const OpenLoopRun got = run(uniform(load, packet_size, measure));
  CAPTURE(got.flits, got.measured, got.latency, got.waited);
  CHECK(got.outstanding == 0);
  CHECK(got.too_fast == 0);
  // In a ring of 8 the distances 0 1 1 2 2 3 3 4 have mean 2 and variance 1.5; of two rings the pairs of a node with
  // itself are left out.
  const double mean_hops = 2.0 * 2.0 * kNodes / (kNodes - 1);
  const double read = 1 + std::ceil((got.flits - 2) / 4);
  const double expected = 26 * mean_hops + got.flits + 4 + read;
  // A port on the way is taken for `load` of the time at most on average, and then for a packet's length at most.
  const double most_wait = (mean_hops + 2) * load * got.flits;
  CHECK(got.waited / got.measured < most_wait);
  const double deviation = 26 * std::sqrt(2 * 1.5 / got.measured);
  CHECK(std::abs(got.latency - expected) < 5 * deviation + most_wait);
}

}  // namespace

TEST_CASE("Open loop 8x8 uniform: at load 0.05 everything offered is accepted", "[OPEN-12][OPEN-13]") {
  check_below_saturation(0.05);
}
TEST_CASE("Open loop 8x8 uniform: at load 0.1 everything offered is accepted") { check_below_saturation(0.1); }
TEST_CASE("Open loop 8x8 uniform: at load 0.2 everything offered is accepted") { check_below_saturation(0.2); }

TEST_CASE("Open loop 8x8 uniform: latency goes to the mean of all pairs as load goes to 0, packets of 2 KiB",
          "[OPEN-18][OPEN-14]") {
  check_load_to_zero(0.002, Bytes{2048}, Cycles{600'000});
}

TEST_CASE("Open loop 8x8 uniform: latency goes to the mean of all pairs as load goes to 0, packets of 32 B") {
  check_load_to_zero(0.001, Bytes{32}, Cycles{150'000});
}

TEST_CASE("Open loop 8x8 uniform: beyond saturation the run says so and ends when it should", "[OPEN-16][RESULT-16]") {
  Scenario scenario = uniform(0.95, Bytes{2048}, Cycles{10'000});
  scenario.workload.drain = Cycles{3000};
  const OpenLoopRun got = run(scenario);
  CHECK(got.saturated == 1);
  CHECK(got.outstanding > 0);
  CHECK(got.counted == got.measured - got.outstanding);
  CHECK(got.accepted < 0.8 * got.offered);
  constexpr double kEnd = 5000 + 10'000 + 3000;
  CHECK(got.cycles >= kEnd);
  CHECK(got.cycles <= kEnd + 64);
}
