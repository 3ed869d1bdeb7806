#include "hw/node/torus.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/credit_dropping_router.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"

namespace tactus {

namespace {

/// A packet from every node to every other, one at a time, on 4x3 nodes whose first dimension is a row: each takes the
/// cycles of its way along the rows, and links that would close one stay idle.
void check_rows(const NetworkShape& shape) {
  MachineConfig config = machine_of(shape);
  config.nic.count = 4;
  TorusBench bench(config);
  int sent = 0;
  for (int from = 0; from < shape.nodes(); ++from) {
    for (int to = 0; to < shape.nodes(); ++to) {
      bench.sender(from).send(shape.coordinate(to), sent % config.nics(), 0);
      ++sent;
      bench.grants = 0;
      for (int cycle = 0; cycle < 400 && bench.deliveries < sent; ++cycle) bench.step();
      REQUIRE(bench.deliveries == sent);
      const Coordinate a = shape.coordinate(from);
      const Coordinate b = shape.coordinate(to);
      const int rows = std::abs(a[1] - b[1]);
      const int hops = std::abs(a[0] - b[0]) + (shape.wraps(1) ? std::min(rows, 3 - rows) : rows);
      CHECK(bench.delivered.count() - bench.injected.count() == static_cast<std::uint64_t>(26 * hops + 2 + 4));
      CHECK(bench.grants == hops + 1);
    }
  }
  for (int cycle = 0; cycle < 100; ++cycle) bench.step();
  CHECK(bench.torus().drained());
  CHECK(bench.torus().final_faults().empty());
  for (int y = 0; y < 3; ++y) {
    CHECK(bench.torus().link_flits(shape.node({3, y}), Direction::kPlusX) == 0);
    CHECK(bench.torus().link_flits(shape.node({0, y}), Direction::kMinusX) == 0);
    // To the last column go the packets of three sources of the same row, each to three rows.
    CHECK(bench.torus().link_flits(shape.node({2, y}), Direction::kPlusX) == 2 * 3 * 3);
  }
  for (int x = 0; x < 4; ++x) {
    CHECK((bench.torus().link_flits(shape.node({x, 2}), Direction::kPlusY) != 0) == shape.wraps(1));
    CHECK((bench.torus().link_flits(shape.node({x, 0}), Direction::kMinusY) != 0) == shape.wraps(1));
  }
}

}  // namespace

TEST_CASE("Torus: in a mesh packets take the way along the row, the links that would close it stay idle",
          "[TORUS-4][TORUS-19][TOTAL-4][ROUTE-18]") {
  check_rows(NetworkShape({4, 3}, {false, false}));
}

TEST_CASE("Torus: one dimension may be a row and the other a ring", "[TORUS-4][TORUS-19][TOTAL-4][ROUTE-18]") {
  check_rows(NetworkShape({4, 3}, {false, true}));
}

TEST_CASE("Torus: in an idle network a packet of L flits takes 26 h + L + 4 cycles over h hops, from any node to any",
          "[TOTAL-4]") {
  MachineConfig config = machine_of({4, 3});
  TorusBench bench(config);
  const NetworkShape& shape = config.network;
  int sent = 0;
  for (int from = 0; from < shape.nodes(); ++from) {
    for (int to = 0; to < shape.nodes(); ++to) {
      const int engine = sent % config.nics();
      const std::uint32_t payload = 16U * static_cast<std::uint32_t>(sent % 20);
      bench.sender(from).send(shape.coordinate(to), engine, payload);
      ++sent;
      bench.grants = 0;
      for (int cycle = 0; cycle < 400 && bench.deliveries < sent; ++cycle) bench.step();
      REQUIRE(bench.deliveries == sent);
      const int hops = shape.hops(shape.coordinate(from), shape.coordinate(to));
      const int flits = kHeaderFlits + static_cast<int>(payload / kFlitBytes.count());
      CAPTURE(from, to);
      CHECK(bench.delivered.count() - bench.injected.count() == static_cast<std::uint64_t>(26 * hops + flits + 4));
      CHECK(bench.grants == hops + 1);
      CHECK(bench.last.route.destination == shape.coordinate(to));
      CHECK(bench.last.route.flits == flits);
      CHECK(bench.sender(from).idle());
    }
  }
}

TEST_CASE("Torus: a ring of nodes is a machine of one dimension", "[TORUS-1][TORUS-2]") {
  MachineConfig config = machine_of({5});
  config.nic.count = 4;
  TorusBench bench(config);
  CHECK(std::string(bench.torus().node(3).name()) == "torus.node_3");
  for (int to = 0; to < 5; ++to) {
    bench.way.clear();
    bench.sender(3).send({to, 0}, 1, 64);
    for (int cycle = 0; cycle < 400 && bench.deliveries <= to; ++cycle) bench.step();
    REQUIRE(bench.deliveries == to + 1);
    REQUIRE(bench.way.size() == static_cast<std::size_t>(config.network.hops({3, 0}, {to, 0}) + 1));
    CHECK(bench.way.front().in_port == 2 + 1);
    CHECK(bench.way.back().out_port == 2 + 1);
    CHECK(bench.way.back().node == to);
  }
}

TEST_CASE("Torus: a head is routed one cycle after it is on the NIC's port, a tail delivered one cycle after its ST",
          "[TOTAL-2][TOTAL-3][NODE-2]") {
  TorusBench bench(machine_of({3, 2}));
  for (const Coordinate to : {Coordinate{0, 0}, Coordinate{1, 0}}) {
    const int deliveries = bench.deliveries;
    bench.grants = 0;
    bench.sender(0).send(to, 2, 100);  // 9 flits
    for (int cycle = 0; cycle < 100; ++cycle) {
      bench.step();
      // VA follows RC by a cycle, and SA that.
      if (bench.grants == 1 && bench.deliveries == deliveries && to[0] == 1) {
        CHECK(bench.granted == bench.injected + Cycles{1 + 2});
      }
    }
    REQUIRE(bench.deliveries == deliveries + 1);
    // The last grant is the one to the NIC: the tail's ST is 9 cycles after it.
    CHECK(bench.delivered == bench.granted + Cycles{9 + 1});
  }
}

TEST_CASE("Torus: reset is low at edge 0 and nowhere else", "[CLOCK-2]") {
  TorusBench bench(machine_of({2, 2}), 0);
  bench.sender(0).send({0, 0}, 0, 0);  // during cycle 0: the ring is filled before edge 1
  for (int cycle = 0; cycle < 30; ++cycle) bench.step();
  CHECK(bench.deliveries == 1);
  CHECK(bench.injected == Cycles{1});
}

TEST_CASE("Torus: counts the flits that pass each link, and the cable in a direction leads to the neighbour there",
          "[TORUS-4]") {
  MachineConfig config = machine_of({4, 3});
  TorusBench bench(config);
  const NetworkShape& shape = config.network;
  for (int node = 0; node < shape.nodes(); ++node) {
    for (int direction = 0; direction < shape.directions(); ++direction) {
      const auto d = static_cast<Direction>(direction);
      bench.sender(node).send(shape.neighbour(shape.coordinate(node), d), direction, 64);
    }
  }
  for (int cycle = 0; cycle < 400; ++cycle) bench.step();
  CHECK(bench.deliveries == 4 * shape.nodes());
  for (int node = 0; node < shape.nodes(); ++node) {
    for (int direction = 0; direction < shape.directions(); ++direction) {
      CHECK(bench.torus().link_flits(node, static_cast<Direction>(direction)) == 6);
    }
  }
}

TEST_CASE("Torus: is built with one router replaced by another kind, and the checks name what that one does",
          "[NODE-5][TORUS-12]") {
  MachineConfig config = machine_of({4, 2});
  static constexpr Coordinate kReplaced{1, 0};
  NodeParts parts = cycle_level_parts();
  parts.router = [make_router = parts.router](const char* name, const NodeSite& site) {
    if (site.position != kReplaced) return make_router(name, site);
    return std::unique_ptr<RouterModule>(std::make_unique<CreditDroppingRouter>(name, site));
  };
  TorusBench bench(config, 1, parts);
  const auto send = [&](Coordinate from, Coordinate to) { bench.sender(config.network.node(from)).send(to, 0, 64); };
  send({0, 0}, {1, 0});
  send({0, 0}, {1, 0});
  send({2, 0}, {1, 0});
  send({1, 0}, {2, 0});
  send({3, 0}, {0, 0});
  for (int cycle = 0; cycle < 400; ++cycle) {
    bench.step();
    REQUIRE(bench.torus().conservation_faults().empty());
  }
  CHECK(bench.deliveries == 5);
  CHECK(bench.torus().final_faults() ==
        std::vector<std::string>{"torus.node_0_0.router: 12 credits of port plus_x, VC 0 are not home",
                                 "torus.node_2_0.router: 6 credits of port minus_x, VC 0 are not home"});
}

TEST_CASE("Torus: is drained only when every flit is taken and every credit home, in whatever cycle one asks",
          "[NODE-6][NODE-7][TORUS-10][TORUS-11]") {
  MachineConfig config = machine_of({3, 2});
  config.link.switch_delay = Picoseconds{0};
  config.link.cable_delay = Picoseconds{12'000};
  TorusBench bench(config);
  Dice dice(7);
  int drained = 0;
  for (int round = 0; round < 300; ++round) {
    const int messages = dice.between(1, 4);
    for (int i = 0; i < messages; ++i) {
      const int from = dice.below(config.network.nodes());
      const int to = dice.chance(30) ? from : dice.below(config.network.nodes());
      const std::uint32_t payload = dice.chance(50) ? 0 : static_cast<std::uint32_t>(dice.between(1, 3000));
      bench.sender(from).send(config.network.coordinate(to), dice.below(config.nics()), payload);
    }
    for (int cycle = 0; cycle < 60 || !bench.senders_idle(); ++cycle) {
      bench.step();
      REQUIRE(bench.torus().conservation_faults().empty());
      if (!bench.senders_idle() || !bench.torus().drained()) continue;
      ++drained;
      const std::vector<std::string> faults = bench.torus().final_faults();
      CAPTURE(round, cycle, faults);
      REQUIRE(faults.empty());
    }
  }
  CHECK(drained > 300);
}

}  // namespace tactus
