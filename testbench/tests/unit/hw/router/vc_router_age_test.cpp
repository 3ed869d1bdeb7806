#include <memory>
#include <vector>

#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::vector<Flit> injected_at(std::uint32_t cycle, std::uint32_t tag) {
  RouteHeader header = header_to(kPlusX, 4);
  header.inject_cycle = cycle;
  return make_packet(header, tag);
}

/// Packets to plus_x, which has no credits until edge 200; packet 1 is the last to come to the front of its queue, and
/// 2 and 3 come at the same edge.
void play(RouterBench& bench) {
  bench.send(4, 0, 10, packet_to(kPlusX, 30));  // leaves 2 credits
  bench.send(5, 0, 10, packet_to(kPlusY, 30));
  bench.send(kMinusX, 0, 50, packet_to(kPlusY, 4));  // holds up the next one until edge 100
  bench.send(kMinusX, 0, 54, injected_at(40, 1));
  bench.send(5, 0, 58, injected_at(46, 2));
  bench.send(7, 0, 58, injected_at(20, 3));
  bench.send(6, 0, 60, injected_at(30, 4));
  bench.give(kPlusY, 0, 30, 100);
  bench.give(kPlusX, 0, 30, 200);
}

/// Tags of the packets that waited, in the order in which they left.
std::vector<std::uint64_t> order(const RouterBench& bench) {
  const auto& sent = bench.sent(kPlusX);
  std::vector<std::uint64_t> tags;
  for (std::size_t i = 31; i < sent.size(); i += 4) tags.push_back(sent[i].flit.data_lo);
  return tags;
}

}  // namespace

TEST_CASE("VcRouter: first come goes by the edge at which a head came to this router, oldest first by its injection",
          "[ROUTER-2][FLIT-5][ARBITER-8][ARBITER-9][ARBITER-13][ARBITER-15][key:router.arbiter]") {
  BenchClock clock;
  std::vector<std::unique_ptr<RouterBench>> benches;
  std::vector<RouterBench*> all;
  for (const SwitchHold hold : {SwitchHold::kPacket, SwitchHold::kFlit}) {
    for (const char* arbiter : {"first_come", "oldest_first", "injection_first_come"}) {
      MachineConfig config;
      config.router.vc_buffer = kFlitBytes * 32;
      config.router.switch_hold = hold;
      config.router.arbiter = arbiter;
      benches.push_back(std::make_unique<RouterBench>(clock, config));
      all.push_back(benches.back().get());
      play(*benches.back());
    }
  }
  run(clock, all, 260);
  for (const std::size_t hold : {0U, 1U}) {
    CAPTURE(hold);
    CHECK(order(*benches[3 * hold]) == std::vector<std::uint64_t>{1, 2, 3, 4});
    CHECK(order(*benches[3 * hold + 1]) == std::vector<std::uint64_t>{3, 4, 1, 2});
    // The NIC ports in turn after port 4, then what came by the torus.
    CHECK(order(*benches[3 * hold + 2]) == std::vector<std::uint64_t>{2, 4, 3, 1});
  }
}

TEST_CASE("VcRouter: with the switch held per flit SA goes by the age of the packet, whenever its flits came",
          "[FLIT-5]") {
  BenchClock clock;
  MachineConfig config;
  config.router.virtual_channels = 4;  // class 0 is VCs 0 and 1: two owners
  config.router.switch_hold = SwitchHold::kFlit;
  config.router.arbiter = "first_come";
  RouterBench first_come(clock, config);
  config.router.arbiter = "oldest_first";
  RouterBench oldest_first(clock, config);
  const auto send = [](RouterBench& bench, int port, std::uint64_t edge, std::uint32_t inject_cycle) {
    RouteHeader header = header_to(kPlusX, 20);
    header.inject_cycle = inject_cycle;
    bench.send(port, 0, edge, make_packet(header, inject_cycle));
  };
  for (RouterBench* bench : {&first_come, &oldest_first}) {
    send(*bench, 4, 10, 9);
    send(*bench, 5, 14, 5);
  }
  run(clock, {&first_come, &oldest_first}, 60);
  const auto edges_on_vc = [](const RouterBench& bench, int vc) {
    std::vector<std::uint64_t> edges;
    for (const auto& sent : bench.sent(kPlusX)) {
      if (sent.flit.vc == vc) edges.push_back(sent.edge);
    }
    return edges;
  };
  // Each flit is there two edges before its turn would be; from edge 16 on, flits of both packets ask in every edge.
  for (const auto* bench : {&first_come, &oldest_first}) {
    REQUIRE(edges_on_vc(*bench, 0).size() == 20);
    REQUIRE(edges_on_vc(*bench, 1).size() == 20);
  }
  CHECK(edges_on_vc(first_come, 0).back() == 32);
  CHECK(edges_on_vc(first_come, 1).front() == 33);
  CHECK(edges_on_vc(oldest_first, 0)[3] == 16);
  CHECK(edges_on_vc(oldest_first, 1).front() == 17);
  CHECK(edges_on_vc(oldest_first, 1).back() == 36);
  CHECK(edges_on_vc(oldest_first, 0)[4] == 37);
}

}  // namespace tactus
