#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>

#include "hw/link/wire.h"
#include "hw/nic/nic_registers.h"
#include "hw/router/vc_router.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"

namespace tactus {
namespace {

using Hops = std::vector<Hop>;

constexpr RouterPorts kPorts{2, 4};
constexpr int kPlusX = static_cast<int>(Direction::kPlusX);
constexpr int kMinusX = static_cast<int>(Direction::kMinusX);

/// A router whose flits towards the neighbours go nowhere.
class FlitDroppingRouter final : public sc_core::sc_module, public RouterModule {
 public:
  FlitDroppingRouter(const sc_core::sc_module_name& name, const NodeSite& site)
      : sc_module(name),
        RouterModule(site.config.ports()),
        router_("router", site.domain, site.config, site.position),
        nowhere_("nowhere", static_cast<std::size_t>(kPorts.directions()), wires_of<Flit>(site.domain)) {
    for (std::size_t port = 0; port < flit_i.size(); ++port) {
      router_.flit_i[port](flit_i[port]);
      router_.credit_i[port](credit_i[port]);
      router_.credit_o[port](credit_o[port]);
      if (port < nowhere_.size()) {
        router_.flit_o[port](nowhere_[port]);
      } else {
        router_.flit_o[port](flit_o[port]);
      }
    }
  }

  void observe(PacketObserver* observer) override { router_.observe(observer); }
  [[nodiscard]] int virtual_channels() const override { return router_.virtual_channels(); }
  [[nodiscard]] std::uint64_t flits_sent(int port) const override { return router_.flits_sent(port); }
  [[nodiscard]] int occupancy(int port, int vc) const override { return router_.occupancy(port, vc); }
  [[nodiscard]] int credits(int port, int vc) const override { return router_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const override { return router_.credit_capacity(port); }
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override { return router_.waiting(); }
  void add_probes(ProbeList&, const std::string&) const override {}
  [[nodiscard]] std::vector<std::string> final_faults() const override { return router_.final_faults(); }

 private:
  VcRouter router_;
  sc_core::sc_vector<Wire<Flit>> nowhere_;
};

void run_until(TorusBench& bench, int deliveries) {
  for (int cycle = 0; cycle < 400 && bench.deliveries < deliveries; ++cycle) bench.step();
  REQUIRE(bench.deliveries == deliveries);
}

TEST_CASE("Node: an engine sends and receives by the router port of its number", "[NODE-1]") {
  MachineConfig config = machine_of({3, 2});
  TorusBench bench(config);
  int sent = 0;
  for (int from = 0; from < config.nics(); ++from) {
    for (int to = 0; to < config.nics(); ++to) {
      bench.way.clear();
      nic_reg::SendDescriptor descriptor;
      descriptor.destination_nic = static_cast<std::uint8_t>(to);
      bench.sender(0).send({1, 0}, from, 64, descriptor);
      run_until(bench, ++sent);
      CHECK(bench.way == Hops{{0, kPorts.nic_port(from), kPlusX}, {1, kMinusX, kPorts.nic_port(to)}});
      CHECK(bench.last.route.source_nic == from);
      CHECK(bench.last.route.destination_nic == to);
    }
  }
}

TEST_CASE("Node: NIC and router have credits for all of each other's buffers", "[NODE-4]") {
  MachineConfig config = machine_of({2, 2});
  config.router.vc_buffer = Bytes{4096};
  config.nic.receive_buffer = Bytes{6144};
  TorusBench bench(config);
  const RouterModule& router = bench.torus().node(3).router();
  for (int vc = 0; vc < config.router.virtual_channels; ++vc) {
    for (int port = 0; port < kPorts.count(); ++port) {
      CHECK(router.credits(port, vc) == (kPorts.is_nic(port) ? 6144 : 4096) / 16);
    }
  }
  int engines = 0;
  for (const Probe& probe : bench.torus().probes(3)) {
    if (probe.name != "credits" || probe.scope.find(".nic.") == std::string::npos) continue;
    ++engines;
    CHECK(probe.read() == 4096 / 16);
  }
  CHECK(engines == config.nics());
}

TEST_CASE("Torus: nodes are numbered row by row, and named by column and row", "[TORUS-1]") {
  TorusBench bench(machine_of({3, 2}));
  int number = 0;
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 3; ++x) CHECK(bench.torus().node(number++).name() == fmt::format("torus.node_{}_{}", x, y));
  }
}

TEST_CASE("Torus: what leaves in a direction comes in at the neighbour there from the opposite one", "[TORUS-2]") {
  TorusBench bench(machine_of({4, 3}));
  int sent = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) {
      const std::array<Coordinate, 4> there = {
          Coordinate{(x + 1) % 4, y}, {(x + 3) % 4, y}, {x, (y + 1) % 3}, {x, (y + 2) % 3}};
      constexpr std::array<int, 4> kOpposite = {1, 0, 3, 2};
      for (int d = 0; d < 4; ++d) {
        const auto to = there[static_cast<std::size_t>(d)];
        bench.way.clear();
        bench.sender(y * 4 + x).send(to, 0, 0);
        run_until(bench, ++sent);
        CHECK(bench.way == Hops{{y * 4 + x, kPorts.nic_port(0), d},
                                {to[1] * 4 + to[0], kOpposite[static_cast<std::size_t>(d)], kPorts.nic_port(0)}});
      }
    }
  }
}

TEST_CASE("Torus: in a ring of two both cables lead to the same neighbour, and both are used", "[TORUS-3]") {
  MachineConfig config = machine_of({2, 2});
  config.router.tie_break = "signed";
  TorusBench bench(config);
  for (const bool negative : {false, true}) {
    bench.way.clear();
    nic_reg::SendDescriptor descriptor;
    descriptor.negative.set(0, negative);
    bench.sender(0).send({1, 0}, 0, 64, descriptor);
    run_until(bench, negative ? 2 : 1);
    const int out = negative ? kMinusX : kPlusX;
    CHECK(bench.way == Hops{{0, kPorts.nic_port(0), out}, {1, negative ? kPlusX : kMinusX, kPorts.nic_port(0)}});
    CHECK(bench.torus().link_flits(0, static_cast<Direction>(out)) == 6);
  }
}

TEST_CASE("Torus: answers for every cycle of one packet what the timing contract says",
          "[TORUS-4][TORUS-5][TORUS-7][TORUS-8][TORUS-9][TORUS-10][TORUS-11]") {
  TorusBench bench(machine_of({3, 2}));
  const Torus& torus = bench.torus();
  static constexpr int kFlits = 9;
  bench.sender(0).send({1, 0}, 2, 7 * 16);
  while (bench.injected == Cycles{}) bench.step();
  // docs/timing.md: the head is injected in cycle `i`, RC at i + 1, SA at i + 3, ST from i + 4 on, one flit per cycle;
  // 26 cycles later the same at the next router, and the tail is delivered in cycle i + 26 + kFlits + 4. Memory takes
  // 112 B in 7 ns: two cycles. A link is 22 cycles long.
  const auto flits = [](int since) { return static_cast<std::uint64_t>(std::clamp(since, 0, kFlits)); };
  const int delivered = 26 + kFlits + 4;
  for (int c = 0; c < 100; ++c) {  // cycle i + c
    CAPTURE(c);
    const std::uint64_t injected = flits(c + 1);
    const std::uint64_t left = flits(c - 3);
    const std::uint64_t ejected = flits(c - 29);
    CHECK(torus.movements() == injected + left + ejected);
    CHECK(torus.link_flits(0, Direction::kPlusX) == left);
    CHECK(torus.vc_occupancy(0, kPorts.nic_port(2), 0) == static_cast<int>(flits(c) - left));
    CHECK(torus.vc_occupancy(1, kMinusX, 0) == static_cast<int>(flits(c - 26) - ejected));
    CHECK(torus.flits_in_flight() == (c < delivered + 2 ? injected : 0));
    // The last credit leaves the second router with the last flit, in cycle i + 29 + kFlits.
    const int last_credit = 29 + kFlits + 22;
    CHECK(torus.something_due() == (c >= 4 && c <= last_credit));
    CHECK(torus.drained() == (c > last_credit));
    CHECK(torus.conservation_faults().empty());
    bench.step();
  }
}

TEST_CASE("Torus: sums the counters of all engines of all nodes", "[TORUS-6]") {
  MachineConfig config = machine_of({3, 2});
  TorusBench bench(config);
  int sent = 0;
  for (int node = 0; node < 6; ++node) {
    for (int engine = 0; engine <= node % config.nics(); ++engine) {
      bench.sender(node).send({0, 1}, engine, 64);
      ++sent;
    }
  }
  CHECK(sent == 1 + 2 + 3 + 4 + 1 + 2);
  run_until(bench, sent);
  CHECK(bench.torus().nic_counter(nic_reg::kTxPackets) == 13);
  CHECK(bench.torus().nic_counter(nic_reg::kRxPackets) == 13);
}

TEST_CASE("Torus: flits that a router loses are missed in the next cycle", "[TORUS-11]") {
  MachineConfig config = machine_of({3, 2});
  NodeParts parts = cycle_level_parts();
  parts.router = [](const char* name, const NodeSite& site) -> std::unique_ptr<RouterModule> {
    return std::make_unique<FlitDroppingRouter>(name, site);
  };
  TorusBench bench(config, 1, parts);
  bench.sender(0).send({1, 0}, 0, 64);
  for (int cycle = 0; cycle < 60; ++cycle) bench.step();
  CHECK(bench.deliveries == 0);
  CHECK(bench.torus().conservation_faults() ==
        std::vector<std::string>{"6 flits were sent, 0 taken and 0 are in the network"});
  CHECK(bench.torus().final_faults().back() == "1 packets were injected, 0 delivered");
}

TEST_CASE("Torus: names the packets at the fronts of queues, with the credits that they need and that there are",
          "[TORUS-13]") {
  MachineConfig config = machine_of({3, 2});
  config.router.vc_buffer = Bytes{2048};
  TorusBench bench(config);
  // Both want plus_x of node 0. The first one granted has the output for its 127 flits; memory reads the other one for
  // half of that.
  for (const int engine : {0, 1}) bench.sender(0).send({1, 0}, engine, 2000);
  while (bench.grants == 0) bench.step();
  for (int cycle = 0; cycle < 40; ++cycle) bench.step();
  const std::vector<WaitingPacket> waiting = bench.torus().waiting();
  REQUIRE(waiting.size() == 1);
  const WaitingPacket& packet = waiting.front();
  CHECK(packet.node == 0);
  CHECK(packet.in_port == kPorts.nic_port(bench.way.front().in_port == kPorts.nic_port(0) ? 1 : 0));
  CHECK(packet.in_vc == 0);
  CHECK(packet.out_port == kPlusX);
  CHECK(packet.out_vc == 0);
  CHECK(packet.flits == 127);
  CHECK(packet.credits == 1);
  CHECK(packet.header.destination == Coordinate{1, 0});
}

TEST_CASE("Torus: what a waveform can show of a node is under its name, NIC and router", "[TORUS-14]") {
  TorusBench bench(machine_of({3, 2}));
  std::set<std::string> parts;
  for (const Probe& probe : bench.torus().probes(4)) {
    const std::string node = "torus.node_1_1.";
    REQUIRE(probe.scope.rfind(node, 0) == 0);
    parts.insert(probe.scope.substr(node.size(), probe.scope.find('.', node.size()) - node.size()));
  }
  CHECK(parts == std::set<std::string>{"nic", "router"});
}

TEST_CASE("Torus: a waveform shows a flit on the port that it leaves by, and a link later on the one it comes in by",
          "[LINK-1][WIRE-5][WAVE-17]") {
  TorusBench bench(machine_of({3, 2}));
  const ProbeList of_sender = bench.torus().probes(0);
  const ProbeList of_receiver = bench.torus().probes(1);
  const auto kind_on = [](const ProbeList& probes, const std::string& port) {
    const auto found =
        std::find_if(probes.begin(), probes.end(), [&](const Probe& p) { return p.scope == port && p.name == "kind"; });
    REQUIRE(found != probes.end());
    return found->enum_names.at(found->read());
  };
  static constexpr int kFlits = 9;
  // Injected in cycle `i`, the packet is on ST from i + 4 on. A link is 22 cycles long.
  const auto expected = [](int since) -> std::string {
    if (since < 0 || since >= kFlits) return "idle";
    return since == 0 ? "head" : since == kFlits - 1 ? "tail" : "body";
  };
  bench.sender(0).send({1, 0}, 2, 7 * 16);
  while (bench.injected == Cycles{}) bench.step();
  for (int c = 0; c < 60; ++c) {  // cycle i + c
    CAPTURE(c);
    CHECK(kind_on(of_sender, "torus.node_0_0.router.plus_x.flit_o") == expected(c - 4));
    CHECK(kind_on(of_receiver, "torus.node_1_0.router.minus_x.flit_i") == expected(c - 4 - 22));
    bench.step();
  }
}

}  // namespace
}  // namespace tactus
