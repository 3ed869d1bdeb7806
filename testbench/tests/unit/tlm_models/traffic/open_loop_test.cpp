#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/fake_nic.h"
#include "tlm_models/traffic/creation_process.h"
#include "tlm_models/traffic/open_loop_meter.h"
#include "tlm_models/traffic/open_loop_source.h"

namespace tactus {
namespace {

WorkloadConfig uniform(double load, std::uint64_t packet_size) {
  WorkloadConfig workload;
  workload.algorithm = "uniform";
  workload.load = load;
  workload.packet_size = Bytes{packet_size};
  return workload;
}

std::vector<std::uint64_t> creations(std::uint64_t seed, int node, int engine, const WorkloadConfig& workload,
                                     std::uint64_t end) {
  std::vector<std::uint64_t> cycles;
  for (CreationProcess p(seed, node, engine, workload, 4); p.cycle().count() < end; p.advance()) {
    cycles.push_back(p.cycle().count());
  }
  return cycles;
}

/// `times` successes in `trials` agree with `probability` within five standard deviations.
bool agrees(std::size_t times, double trials, double probability) {
  const double mean = trials * probability;
  return std::abs(static_cast<double>(times) - mean) <= 5 * std::sqrt(mean * (1 - probability));
}

TEST_CASE("CreationProcess: creates a quarter of the load on each engine",
          "[OPEN-1][key:workload.load][key:workload.engines]") {
  for (const auto& [load, size, probability] : std::vector<std::tuple<double, std::uint64_t, double>>{
           {0.1, 2048, 0.1 / 4 / 128}, {0.8, 64, 0.05}, {4.0, 32, 0.5}, {1.0, 40, 1.0 / 12}}) {
    for (int engine = 0; engine < 4; ++engine) {
      CAPTURE(load, size, engine);
      const std::uint64_t cycles = 1'000'000;
      CHECK(agrees(creations(3, 5, engine, uniform(load, size), cycles).size(), cycles, probability));
    }
  }
}

TEST_CASE("CreationProcess: a trial succeeds independently of the one before it", "[OPEN-1]") {
  const auto cycles = creations(11, 0, 0, uniform(0.8, 64), 400'000);  // probability 0.05
  std::size_t successive = 0;
  for (std::size_t i = 1; i < cycles.size(); ++i) {
    REQUIRE(cycles[i] > cycles[i - 1]);
    if (cycles[i] == cycles[i - 1] + 1) ++successive;
  }
  CHECK(cycles.front() >= 1);
  CHECK(agrees(successive, static_cast<double>(cycles.size()), 0.05));
}

TEST_CASE("CreationProcess: engines, nodes and seeds are independent of each other", "[OPEN-2][key:seed]") {
  const WorkloadConfig workload = uniform(0.8, 64);
  const double trials = 400'000;
  const auto reference = creations(1, 0, 0, workload, 400'000);
  const std::set<std::uint64_t> in_reference(reference.begin(), reference.end());
  for (const auto& [seed, node, engine] :
       std::vector<std::tuple<std::uint64_t, int, int>>{{1, 0, 1}, {1, 0, 3}, {1, 1, 0}, {1, 7, 2}, {2, 0, 0}}) {
    std::size_t together = 0;
    for (const std::uint64_t cycle : creations(seed, node, engine, workload, 400'000)) {
      together += in_reference.count(cycle);
    }
    CAPTURE(seed, node, engine);
    CHECK(agrees(together, trials, 0.05 * 0.05));
  }
}

TEST_CASE("CreationProcess: two walks see the same messages", "[OPEN-2]") {
  const WorkloadConfig workload = uniform(0.3, 128);
  CHECK(creations(5, 9, 2, workload, 200'000) == creations(5, 9, 2, workload, 200'000));
}

/// A source at node (1,2) of a 4x4 torus with a fake NIC.
struct Bench {
  static constexpr std::uint64_t kSeed = 21;
  static constexpr int kNode = 9;

  WorkloadConfig workload;
  MachineConfig machine;
  std::unique_ptr<TrafficPattern> pattern = make_traffic_pattern(workload, machine.network);
  FakeNic nic{"nic"};
  sc_core::sc_signal<bool> irq{"irq"};
  OpenLoopSource source;

  explicit Bench(const WorkloadConfig& config)
      : workload(config),
        source("source", machine, config, {}, kSeed, machine.network.coordinate(kNode), *pattern, nullptr) {
    source.csr_isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    source.irq_i(irq);
  }
  void run_through(std::uint64_t cycle) {
    sc_core::sc_start(sc_core::sc_time::from_value((cycle + 1) * FakeNic::kPeriod - 1) - sc_core::sc_time_stamp());
  }
  [[nodiscard]] std::vector<FakeNic::Sent> sent_by(int engine) const {
    std::vector<FakeNic::Sent> list;
    for (const FakeNic::Sent& sent : nic.sent()) {
      if (sent.engine == engine) list.push_back(sent);
    }
    return list;
  }
};

TEST_CASE("OpenLoopSource: hands a message over in the cycle of its creation while descriptors are free",
          "[OPEN-3][OPEN-4][OPEN-5][key:workload.packet_size][reg:TX_RING.one_sided]") {
  Bench bench(uniform(0.8, 256));
  bench.nic.complete_sends_after(20);
  bench.run_through(9'999);
  const NetworkShape shape = bench.machine.network;
  std::uint64_t total = 0;
  for (int engine = 0; engine < 4; ++engine) {
    const auto expected = creations(Bench::kSeed, Bench::kNode, engine, bench.workload, 10'000);
    const auto sent = bench.sent_by(engine);
    REQUIRE(sent.size() == expected.size());
    total += sent.size();
    CreationProcess process(Bench::kSeed, Bench::kNode, engine, bench.workload, 4);
    for (std::size_t i = 0; i < sent.size(); ++i, process.advance()) {
      const nic_reg::SendDescriptor& d = sent[i].descriptor;
      REQUIRE(sent[i].cycle == expected[i]);
      REQUIRE(d.create_cycle == expected[i]);
      REQUIRE((d.one_sided && d.bytes == 256 - 32 && d.destination_nic == engine));
      const Coordinate to = d.destination;
      REQUIRE(to == bench.pattern->destination({1, 2}, process.destination_draws(), i));
      REQUIRE(d.negative[0] == (to[0] < 1));
      REQUIRE(d.negative[1] == (to[1] < 2));
    }
  }
  CHECK(shape.node({1, 2}) == Bench::kNode);
  CHECK(bench.source.handed_over() == total);
}

TEST_CASE("OpenLoopSource: no two messages of a node have the same tag, whichever engine sends them") {
  Bench bench(uniform(0.8, 256));
  bench.nic.complete_sends_after(20);
  bench.run_through(9'999);
  std::set<std::uint32_t> tags;
  for (const FakeNic::Sent& sent : bench.nic.sent()) tags.insert(sent.descriptor.tag);
  CHECK(bench.nic.sent().size() > 100);
  CHECK(tags.size() == bench.nic.sent().size());
}

TEST_CASE("OpenLoopSource: messages wait for a descriptor and keep the cycle of their creation", "[OPEN-5]") {
  Bench bench(uniform(4.0, 32));  // a message every other cycle on each engine
  bench.nic.complete_send_in(3'000, 2);
  bench.nic.complete_send_in(3'001, 2);
  bench.run_through(4'000);
  const auto expected = creations(Bench::kSeed, Bench::kNode, 2, bench.workload, 4'000);
  REQUIRE(expected[17] < 1'000);
  const auto sent = bench.sent_by(2);
  REQUIRE(sent.size() == 18);
  for (std::size_t i = 0; i < 18; ++i) {
    CHECK(sent[i].descriptor.create_cycle == expected[i]);
    CHECK(sent[i].cycle == (i < 16 ? expected[i] : 3'000 + i - 16));
  }
  CHECK(bench.sent_by(0).size() == 16);
}

TEST_CASE("OpenLoopSource: a node to which the pattern gives no destination sends nothing", "[OPEN-8]") {
  WorkloadConfig workload = uniform(4.0, 32);
  workload.algorithm = "transpose";
  MachineConfig machine;
  const auto pattern = make_traffic_pattern(workload, machine.network);
  FakeNic nic{"nic"};
  sc_core::sc_signal<bool> irq{"irq"};
  OpenLoopSource source("source", machine, workload, {}, 1, {2, 2}, *pattern, nullptr);
  source.csr_isock.bind(nic.csr_tsock);
  nic.irq_o(irq);
  source.irq_i(irq);
  sc_core::sc_start(sc_core::sc_time::from_value(1000 * FakeNic::kPeriod));
  CHECK(nic.sent().empty());
}

/// A packet of 8 flits as the network delivers it.
PacketHeader packet(std::uint64_t create_cycle) {
  PacketHeader header;
  header.route.flits = 8;
  header.transport.create_cycle = static_cast<std::uint32_t>(create_cycle);
  return header;
}

WorkloadConfig windowed() {
  WorkloadConfig workload = uniform(0.4, 128);
  workload.warmup = Cycles{1'000};
  workload.measure = Cycles{10'000};
  workload.drain = Cycles{5'000};
  return workload;
}

TEST_CASE("OpenLoopMeter: measured packets are those created in the window, by every node and engine",
          "[OPEN-11][OPEN-12][key:workload.warmup][key:workload.measure]") {
  const MachineConfig machine;
  std::uint64_t expected = 0;
  for (int node = 0; node < 16; ++node) {
    for (int engine = 0; engine < 4; ++engine) {
      for (const std::uint64_t cycle : creations(3, node, engine, windowed(), 11'000)) expected += cycle >= 1'000;
    }
  }
  const OpenLoopMeter meter(machine, windowed(), 3);
  CHECK(meter.measured() == expected);
  CHECK(meter.outstanding() == expected);
  CHECK(meter.offered() == Approx(static_cast<double>(expected) * 8 / 16 / 10'000));
  CHECK(meter.offered() == Approx(0.4).epsilon(0.05));
}

TEST_CASE("OpenLoopMeter: latency is of packets created in the window, accepted load of those delivered in it",
          "[OPEN-13][OPEN-14]") {
  OpenLoopMeter meter(MachineConfig{}, windowed(), 3);
  const std::uint64_t measured = meter.measured();
  meter.packet_delivered(packet(998), Cycles{1'098});      // created too early, accepted
  meter.packet_delivered(packet(999), Cycles{1'100});      // the same
  meter.packet_delivered(packet(1'000), Cycles{1'050});    // both
  meter.packet_delivered(packet(500), Cycles{999});        // neither
  meter.packet_delivered(packet(10'999), Cycles{11'149});  // measured, delivered too late
  meter.packet_delivered(packet(11'000), Cycles{11'200});  // neither
  CHECK(meter.latency().count() == 2);
  CHECK(meter.latency().mean() == 100.0);
  CHECK(meter.outstanding() == measured - 2);
  CHECK(meter.accepted() == Approx(3 * 8 / 16.0 / 10'000));
}

TEST_CASE("OpenLoopMeter: saturated is what accepts less than 95 % of the offered load in the window, drained or not",
          "[OPEN-19]") {
  OpenLoopMeter meter(MachineConfig{}, windowed(), 3);
  const std::uint64_t enough = ceil_div(meter.measured() * 95, 100);
  for (std::uint64_t i = 0; i + 1 < enough; ++i) meter.packet_delivered(packet(1'000), Cycles{2'000});
  // What arrives after the window has not been accepted in it, although nothing is outstanding in the end.
  for (std::uint64_t i = enough; i <= meter.measured(); ++i) meter.packet_delivered(packet(1'000), Cycles{11'000});
  CHECK(meter.outstanding() == 0);
  CHECK(meter.saturated());
  meter.packet_delivered(packet(500), Cycles{1'500});
  CHECK_FALSE(meter.saturated());
}

/// Delivers all that is measured, with a latency that depends on when it was created.
template <class Latency>
InitialTransient transient_with(const WorkloadConfig& workload, const Latency& latency) {
  const MachineConfig machine;
  OpenLoopMeter meter(machine, workload, 3);
  for (int node = 0; node < machine.network.nodes(); ++node) {
    for (int engine = 0; engine < 4; ++engine) {
      for (const std::uint64_t created : creations(3, node, engine, workload, 11'000)) {
        meter.packet_delivered(packet(created), Cycles{created + latency(created)});
      }
    }
  }
  REQUIRE(meter.outstanding() == 0);
  REQUIRE(meter.is_transient_of_latency());
  return meter.transient();
}

TEST_CASE("OpenLoopMeter: a transient at the beginning of the window is found in the latency", "[OPEN-20]") {
  const auto rising_until = [](std::uint64_t end) {
    return [end](std::uint64_t created) { return 100 + std::min(created, end) / 50 + created % 7; };
  };
  CHECK(transient_with(windowed(), rising_until(1'000)).length == 0);
  const InitialTransient found = transient_with(windowed(), rising_until(3'000));  // the first 4 parts of 20
  CHECK(found.length >= 4);
  CHECK(found.length <= 7);
  CHECK_FALSE(found.throughout);
  CHECK(transient_with(windowed(), rising_until(11'000)).throughout);
  const OpenLoopMeter meter(MachineConfig{}, windowed(), 3);
  CHECK(meter.end_of_batch(4) == Cycles{2'000});
  CHECK(meter.end_of_batch(20) == Cycles{10'000});
}

TEST_CASE("OpenLoopMeter: of a saturated network the accepted load tells whether the window is steady", "[OPEN-20]") {
  const auto accepting = [](std::uint64_t from) {
    OpenLoopMeter meter(MachineConfig{}, windowed(), 3);
    for (std::uint64_t cycle = from; cycle < 11'000; cycle += 20)
      meter.packet_delivered(packet(cycle - 900), Cycles{cycle});
    REQUIRE(meter.saturated());
    CHECK_FALSE(meter.is_transient_of_latency());
    return meter.transient();
  };
  CHECK(accepting(1'000).length == 0);
  const InitialTransient late = accepting(2'500);
  CHECK(late.length == 3);
  CHECK(late.shift == Approx(-3.0 / 17).epsilon(0.01));
}

TEST_CASE("OpenLoopMeter: creation cycles are compared modulo 2^32") {
  WorkloadConfig workload = windowed();
  workload.load = 1e-9;  // next to nothing is created in so many cycles
  workload.warmup = Cycles{(1ULL << 32) - 100};
  OpenLoopMeter meter(MachineConfig{}, workload, 3);
  meter.packet_delivered(packet((1ULL << 32) - 50), Cycles{(1ULL << 32) + 25});
  CHECK(meter.latency().count() == 1);
  CHECK(meter.latency().max() == 75);
}

TEST_CASE("OpenLoopMeter: a run is finished when all measured packets have arrived, or the drain time is over",
          "[OPEN-15][OPEN-16][key:workload.drain]") {
  OpenLoopMeter meter(MachineConfig{}, windowed(), 3);
  CHECK_FALSE(meter.finished(Cycles{11'000}));
  CHECK_FALSE(meter.finished(Cycles{15'999}));
  CHECK(meter.finished(Cycles{16'000}));
  while (meter.outstanding() > 0) meter.packet_delivered(packet(5'000), Cycles{6'000});
  CHECK_FALSE(meter.finished(Cycles{10'999}));
  CHECK(meter.finished(Cycles{11'000}));
}

}  // namespace
}  // namespace tactus
