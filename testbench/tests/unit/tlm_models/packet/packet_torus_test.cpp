#include "tlm_models/packet/packet_torus.h"

#include <algorithm>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"

namespace tactus {
namespace {

constexpr int kMinusX = static_cast<int>(Direction::kMinusX);
constexpr int kFlits = 9;  ///< of a packet of 112 B

/// A torus of packets with senders on all nodes, stepped from the middle of a cycle to that of the next.
struct PacketBench {
  explicit PacketBench(const MachineConfig& config, const IslandSetup& island = {})
      : torus("torus", config, {}, {}, {}, island), beat("beat", to_sc_time(config.clock.edge(Cycles{1}))) {
    for (int node = 0; node < config.network.nodes(); ++node) {
      senders.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
      senders.back()->isock.bind(torus.csr_tsock(node));
    }
    sc_core::sc_start(to_sc_time(config.clock.middle(Cycles{0})));
    step(1);
  }
  void step(std::uint64_t cycles) { sc_core::sc_start(to_sc_time(torus.config().clock.edge(Cycles{cycles}))); }
  /// A packet counts from the cycle of its head on.
  void run_to_injection() {
    for (int cycle = 0; cycle < 100 && torus.packets_injected() == 0; ++cycle) step(1);
    REQUIRE(torus.packets_injected() == 1);
  }

  PacketTorus torus;
  sc_core::sc_clock beat;  ///< something happens in every cycle: the network never runs ahead
  std::vector<std::unique_ptr<Sender>> senders;
};

MachineConfig resting_machine() {
  MachineConfig config;
  config.network = {3, 2};
  config.router.turnaround = Cycles{5};
  return config;
}

/// Flits of a packet that have come by so many cycles.
int flits(int cycles) { return std::clamp(cycles, 0, kFlits); }

/// What a torus with these nodes on pins answers in every cycle of one packet from node 0 to node 1.
void check_one_packet(const std::vector<int>& on_pins) {
  IslandSetup island;
  island.nodes = on_pins;
  island.parts = cycle_level_parts();
  PacketBench bench(resting_machine(), island);
  const PacketTorus& torus = bench.torus;
  bench.senders[0]->send({1, 0}, 2, 112);
  bench.run_to_injection();
  // docs/timing.md: injected in cycle `i`, on ST from i + 4 on; 26 cycles later the same at the next router, and the
  // tail is delivered in cycle i + 26 + kFlits + 4. Memory takes 112 B in two cycles. A link is 22 cycles long.
  const int delivered = 26 + kFlits + 4;
  const int last_credit = 29 + kFlits + 22;
  for (int c = 0; c < 100; ++c) {  // cycle i + c
    CAPTURE(c);
    const int left = flits(c - 3);
    const int ejected = flits(c - 29);
    CHECK(torus.movements() == static_cast<std::uint64_t>(flits(c + 1) + left + ejected));
    CHECK(torus.link_flits(0, Direction::kPlusX) == static_cast<std::uint64_t>(left));
    CHECK(torus.vc_occupancy(0, torus.config().ports().nic_port(2), 0) == flits(c) - left);
    CHECK(torus.vc_occupancy(1, kMinusX, 0) == flits(c - 26) - ejected);
    CHECK(torus.vc_occupancy(1, kMinusX, 1) == 0);
    CHECK(torus.flits_in_flight() == static_cast<std::uint64_t>(c < delivered + 2 ? flits(c + 1) : 0));
    CHECK(torus.conservation_faults().empty());
    CHECK(torus.drained() == (c > last_credit));
    bench.step(1);
  }
}

}  // namespace

TEST_CASE("PacketTorus: answers for every cycle of one packet what the timing contract says, though outputs rest",
          "[EQUAL-2][TOTAL-4][ROUTER-6]") {
  check_one_packet({});
}

TEST_CASE("PacketTorus: answers the same for every cycle of a packet that a node on pins sends", "[ISLAND-1]") {
  check_one_packet({0});
}

TEST_CASE("PacketTorus: answers the same for every cycle of a packet that a node on pins receives", "[ISLAND-1]") {
  check_one_packet({1});
}

TEST_CASE("PacketTorus: an access ahead of time from outside of all processes is refused", "[BUS-7]") {
  PacketBench bench(resting_machine());
  std::uint32_t word = 1;
  tlm::tlm_generic_payload access;
  access.set_write();
  access.set_address(nic_reg::engine_base(0) + nic_reg::kIrqEnable);
  access.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  access.set_data_length(4);
  access.set_streaming_width(4);
  sc_core::sc_time delay(1, sc_core::SC_NS);
  bench.senders[0]->isock->b_transport(access, delay);
  CHECK(access.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE);
  delay = sc_core::SC_ZERO_TIME;
  bench.senders[0]->isock->b_transport(access, delay);
  CHECK(access.get_response_status() == tlm::TLM_OK_RESPONSE);
}

TEST_CASE("PacketTorus: an output that has sent a packet rests for the turnaround before the next one",
          "[ROUTER-6][key:router.turnaround]") {
  PacketBench bench(resting_machine());
  for (const int engine : {0, 1}) bench.senders[0]->send({1, 0}, engine, 112);
  bench.run_to_injection();
  // Granted in cycle i + 3, and the second one, which has come meanwhile, kFlits + 5 cycles later.
  for (int c = 0; c < 60; ++c) {
    CAPTURE(c);
    const int sent = flits(c - 3) + flits(c - 3 - kFlits - 5);
    CHECK(bench.torus.link_flits(0, Direction::kPlusX) == static_cast<std::uint64_t>(sent));
    bench.step(1);
  }
}

TEST_CASE("PacketTorus: a single credit of a router that is not home at the end is a fault", "[TORUS-12][ISLAND-6]") {
  MachineConfig config;
  config.network = {4, 3};
  IslandSetup island;
  island.nodes = {config.network.node({1, 1})};
  island.parts = cycle_level_parts();
  island.faults.credit_out_lost = 5;
  PacketBench bench(config, island);
  // To the node on pins, which gives back a credit for each of its flits.
  bench.senders[static_cast<std::size_t>(config.network.node({2, 1}))]->send({1, 1}, 0, 112);
  bench.step(400);
  CHECK(bench.torus.packets_delivered() == 1);
  CHECK_FALSE(bench.torus.drained());
  const std::vector<std::string> faults = bench.torus.final_faults();
  CHECK(std::count(faults.begin(), faults.end(),
                   "torus.node_2_1.router: 1 credits of port minus_x, VC 0 are not home") == 1);
}

}  // namespace tactus
