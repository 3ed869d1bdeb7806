#include <memory>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/router_bench.h"

namespace tactus {
namespace {

constexpr int kPlusX = 0;
constexpr int kMinusX = 1;
constexpr int kPlusY = 2;

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

TEST_CASE("VcRouter: first come goes by the edge at which a head came to this router, oldest first by its injection") {
  BenchClock clock;
  std::vector<std::unique_ptr<RouterBench>> benches;
  std::vector<RouterBench*> all;
  for (const SwitchHold hold : {SwitchHold::kPacket, SwitchHold::kFlit}) {
    for (const ArbiterKind arbiter : {ArbiterKind::kFirstCome, ArbiterKind::kOldestFirst}) {
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
    CHECK(order(*benches[2 * hold]) == std::vector<std::uint64_t>{1, 2, 3, 4});
    CHECK(order(*benches[2 * hold + 1]) == std::vector<std::uint64_t>{3, 4, 1, 2});
  }
}

}  // namespace tactus
