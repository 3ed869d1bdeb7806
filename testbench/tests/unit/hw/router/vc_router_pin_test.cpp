#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
TEST_CASE("VcRouter: at an edge with reset low it drives idle outputs and takes nothing that is on its inputs",
          "[PIN-2][PIN-4]") {
  BenchClock clock;
  MachineConfig config;
  config.router.vc_buffer = kFlitBytes * 32;
  config.nic.receive_buffer = kFlitBytes * 16;
  config.nic.mtu = kFlitBytes * 16;
  RouterBench bench(clock, config);
  bench.send(kMinusX, 0, 10, packet_to(kPlusX, 20));
  bench.send(4, 0, 30, packet_to(kPlusX, 4));  // its head is on the port at the edge of the reset
  bench.give(kPlusX, 0, 3, 30);
  run(clock, {&bench}, 29);
  REQUIRE(bench.outputs().flit[kPlusX].valid);
  clock.reset_at_next_edge();
  run(clock, {&bench}, 30);
  CHECK(bench.outputs() == PortValues{});
  for (int port = 0; port < kPorts.count(); ++port) {
    for (int vc = 0; vc < 2; ++vc) {
      CHECK(bench.router().occupancy(port, vc) == 0);
      CHECK(bench.router().credits(port, vc) == (kPorts.is_nic(port) ? 16 : 32));
    }
  }
}

TEST_CASE("VcRouter: what is on an input that is not valid is nothing", "[PIN-10]") {
  BenchClock clock;
  RouterBench bench(clock, MachineConfig{});
  Flit junk = packet_to(kPlusX, 2).front();
  junk.valid = false;
  junk.vc = 7;  // which does not exist
  for (std::uint64_t edge = 5; edge < 20; ++edge) bench.send(kMinusX, edge, junk);
  run(clock, {&bench}, 30);
  CHECK(bench.sent(kPlusX).empty());
  for (int vc = 0; vc < 2; ++vc) CHECK(bench.router().occupancy(kMinusX, vc) == 0);
}

TEST_CASE("VcRouter: an output without a flit is all zeros", "[PIN-9][PIN-11]") {
  BenchClock clock;
  RouterBench bench(clock, MachineConfig{});
  bench.send(kMinusX, 0, 10, packet_to(kPlusX, 5));
  bench.send(kMinusX, 0, 20, packet_to(kPlusX, 3));
  std::size_t valid = 0;
  for (std::uint64_t edge = 0; edge < 40; ++edge) {
    run(clock, {&bench}, edge);
    for (const Flit& flit : bench.outputs().flit) {
      if (!flit.valid) CHECK(flit == Flit{});
      valid += flit.valid ? 1 : 0;
    }
  }
  CHECK(valid == 8);
}

}  // namespace tactus
