// A 4x4 torus on a bench of Catch2, without UVM: the test is the software of all nodes, and an observer its scoreboard.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif
#include <tlm_utils/simple_initiator_socket.h>

#include <deque>
#include <map>
#include <systemc>
#include <tuple>

#include "hw/common/sc_time_conversion.h"
#include "hw/node/torus.h"
#include "tlm_models/traffic/nic_driver.h"

using namespace tactus;

namespace {

MachineConfig machine() {
  MachineConfig config;
  config.network = NetworkShape({4, 4});
  config.nic.count = 1;
  return config;
}

/// Packets on their way, by source, destination and tag: each has to arrive, once, where it was sent to.
struct Scoreboard : PacketObserver {
  std::map<std::tuple<int, int, std::uint32_t>, Cycles> under_way;  ///< and when they left
  Cycles last_time;                                                 ///< that the last one took
  int arrived = 0;
  const NetworkShape shape = machine().network;

  auto key(const PacketHeader& header) const {
    return std::tuple(shape.node(header.route.source), shape.node(header.route.destination), header.transport.tag);
  }
  void packet_injected(const PacketHeader& header, Cycles now) override {
    CHECK(under_way.emplace(key(header), now).second);
  }
  void packet_delivered(const PacketHeader& header, Cycles now) override {
    const auto sent = under_way.find(key(header));
    REQUIRE(sent != under_way.end());
    last_time = now - sent->second;
    under_way.erase(sent);
    ++arrived;
  }
};

/// Stands in the middle of a cycle, and goes on by whole ones.
struct Bench : sc_core::sc_module {
  using Socket = tlm_utils::simple_initiator_socket<Bench, 32>;

  Torus torus{"torus", machine(), cycle_level_parts()};
  Scoreboard scoreboard;
  std::deque<Socket> sockets;
  std::deque<NicDriver> drivers;

  explicit Bench(const sc_core::sc_module_name& name) : sc_module(name) {
    torus.observe(&scoreboard);
    for (int node = 0; node < nodes(); ++node) {
      sockets.emplace_back(sc_core::sc_gen_unique_name("csr_isock")).bind(torus.csr_tsock(node));
      drivers.emplace_back(sockets.back(), /*engines=*/1, /*dimensions=*/2);
    }
  }
  const NetworkShape& shape() const { return torus.config().network; }
  int nodes() const { return shape().nodes(); }

  void run(std::uint64_t cycles) {
    const Cycles now = cycle_now(torus.config().clock);
    const Picoseconds end = torus.config().clock.middle(now + Cycles{cycles});
    sc_core::sc_start(until(end));
  }
  void send(int from, int to, std::uint64_t bytes) {
    nic_reg::SendDescriptor descriptor;
    descriptor.destination = shape().coordinate(to);
    descriptor.one_sided = true;
    descriptor.tag = tag++;
    descriptor.bytes = bytes;
    drivers[static_cast<std::size_t>(from)].send(0, descriptor);
  }

 private:
  std::uint32_t tag = 0;
};

}  // namespace

TEST_CASE("a packet of L flits takes 26 h + L + 4 cycles over h hops") {
  Bench bench("bench");
  bench.run(1);
  for (int to = 1; to < bench.nodes(); ++to) {
    const int flits = 2 + to;
    bench.send(0, to, 16 * static_cast<std::uint64_t>(flits - 2));
    bench.run(400);
    REQUIRE(bench.scoreboard.arrived == to);
    const int hops = bench.shape().hops(bench.shape().coordinate(0), bench.shape().coordinate(to));
    CHECK(bench.scoreboard.last_time.count() == static_cast<std::uint64_t>(26 * hops + flits + 4));
  }
}

TEST_CASE("when all nodes send to all, every packet arrives and the network comes to rest") {
  Bench bench("bench");
  bench.run(1);
  for (int from = 0; from < bench.nodes(); ++from) {
    for (int step = 1; step < bench.nodes(); ++step) bench.send(from, (from + step) % bench.nodes(), 1500);
  }
  const int packets = bench.nodes() * (bench.nodes() - 1);
  for (int i = 0; i < 100 && bench.scoreboard.arrived != packets; ++i) bench.run(100);
  CHECK(bench.scoreboard.arrived == packets);
  CHECK(bench.scoreboard.under_way.empty());
  bench.run(100);  // credits come home
  CHECK(bench.torus.drained());
  CHECK(bench.torus.final_faults().empty());
}

int sc_main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
