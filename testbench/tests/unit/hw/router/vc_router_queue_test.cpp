#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "hw/link/packet_number.h"
#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::uint64_t first_edge(const RouterBench& bench, int port) {
  return bench.sent(port).empty() ? 0 : bench.sent(port).front().edge;
}

}  // namespace

TEST_CASE("VcRouter: a blocked packet holds up a FIFO, and with one queue per output only its own output",
          "[ROUTER-2][VCR-7][key:router.input_queue]") {
  BenchClock clock;
  MachineConfig config;
  config.router.vc_buffer = kFlitBytes * 32;
  RouterBench fifo(clock, config);
  config.router.input_queue = InputQueueKind::kPerOutput;
  RouterBench per_output(clock, config);
  for (RouterBench* bench : {&fifo, &per_output}) {
    bench->send(4, 0, 10, packet_to(kPlusX, 30, 1));       // leaves 2 credits
    bench->send(kMinusX, 0, 50, packet_to(kPlusX, 4, 2));  // blocked
    bench->send(kMinusX, 0, 54, packet_to(kPlusY, 4, 3));
    bench->send(kMinusX, 0, 58, packet_to(kPlusX, 2, 4));  // would have room
    bench->send(kMinusX, 0, 60, packet_to(kPlusY, 2, 5));
    bench->give(kPlusX, 0, 30, 200);
  }
  run(clock, {&fifo, &per_output}, 230);

  CHECK(first_edge(fifo, kPlusY) == 205);  // the blocked packet is granted at 200 and passes at 201 to 204
  CHECK(first_edge(per_output, kPlusY) == 57);
  REQUIRE(per_output.sent(kPlusY).size() == 6);
  CHECK(per_output.sent(kPlusY).back().edge == 64);
  for (const RouterBench* bench : {&fifo, &per_output}) {
    REQUIRE(bench->sent(kPlusX).size() == 36);
    CHECK(bench->sent(kPlusX)[30].edge == 201);
    CHECK(bench->sent(kPlusX)[31].flit.data_lo == 2);  // the tag in the transport header: in order of arrival
    CHECK(bench->sent(kPlusX)[35].flit.data_lo == 4);
  }
}

TEST_CASE("VcRouter: feeds the crossbar from an input port once, once per VC, or once per queue",
          "[ROUTER-8][PIN-14][key:router.input_transfers][key:router.input_queue]") {
  struct Case {
    InputTransfers transfers;
    InputQueueKind queue;
    // First edges on ST of a packet to plus_y that waits for credits until edge 130, and of one to plus_x that came
    // later.
    std::uint64_t plus_y_from_two_vcs;
    std::uint64_t plus_x_from_two_vcs;
    std::uint64_t plus_y_from_one_vc;
    std::uint64_t plus_x_from_one_vc;
  };
  // 123: at once; 131: as soon as there are credits; 143 and 151: when the other packet's 20 flits have passed.
  constexpr std::array<Case, 6> kCases = {{
      {InputTransfers::kPort, InputQueueKind::kFifo, 143, 123, 131, 151},
      {InputTransfers::kPort, InputQueueKind::kPerOutput, 143, 123, 143, 123},
      {InputTransfers::kVc, InputQueueKind::kFifo, 131, 123, 131, 151},
      {InputTransfers::kVc, InputQueueKind::kPerOutput, 131, 123, 143, 123},
      {InputTransfers::kQueue, InputQueueKind::kFifo, 131, 123, 131, 151},
      {InputTransfers::kQueue, InputQueueKind::kPerOutput, 131, 123, 131, 123},
  }};
  BenchClock clock;
  std::vector<std::unique_ptr<RouterBench>> benches;
  std::vector<RouterBench*> all;
  for (const Case& c : kCases) {
    for (const int second_vc : {1, 0}) {
      MachineConfig config;
      config.router.input_transfers = c.transfers;
      config.router.input_queue = c.queue;
      config.router.vc_buffer = kFlitBytes * 64;
      benches.push_back(std::make_unique<RouterBench>(clock, config));
      RouterBench& bench = *benches.back();
      all.push_back(&bench);
      bench.send(5, 0, 10, packet_to(kPlusY, 60, 1));  // leaves 4 credits
      bench.send(kMinusX, 0, 100, packet_to(kPlusY, 20, 2));
      bench.send(kMinusX, second_vc, 120, packet_to(kPlusX, 20, 3));
      bench.give(kPlusY, 0, 20, 130);
    }
  }
  run(clock, all, 200);
  for (std::size_t i = 0; i < kCases.size(); ++i) {
    CAPTURE(i);
    const RouterBench& two_vcs = *benches[2 * i];
    const RouterBench& one_vc = *benches[2 * i + 1];
    for (const RouterBench* bench : {&two_vcs, &one_vc}) REQUIRE(bench->sent(kPlusY).size() == 80);
    CHECK(two_vcs.sent(kPlusY)[60].edge == kCases[i].plus_y_from_two_vcs);
    CHECK(first_edge(two_vcs, kPlusX) == kCases[i].plus_x_from_two_vcs);
    CHECK(one_vc.sent(kPlusY)[60].edge == kCases[i].plus_y_from_one_vc);
    CHECK(first_edge(one_vc, kPlusX) == kCases[i].plus_x_from_one_vc);
  }
  // Two queues of one VC at once: two credits of that VC in one cycle.
  const auto returned = benches.back()->returned(kMinusX, 0);
  CHECK(std::count(returned.begin(), returned.end(), 135) == 2);
}

TEST_CASE("VcRouter: tells which packets wait at the fronts of its queues, for what and with how many credits",
          "[VCR-12]") {
  BenchClock clock;
  MachineConfig config;
  config.router.vc_buffer = kFlitBytes * 32;
  config.router.input_queue = InputQueueKind::kPerOutput;
  RouterBench bench(clock, config);
  bench.send(4, 0, 10, packet_to(kPlusX, 30, 1));
  bench.send(kMinusX, 0, 50, packet_to(kPlusX, 4, 2));
  bench.send(5, 0, 50, packet_to(kPlusX, 3, 3));
  bench.send(5, 0, 53, packet_to(kPlusX, 2, 4));
  run(clock, {&bench}, 100);
  const std::vector<WaitingPacket> waiting = bench.router().waiting();
  REQUIRE(waiting.size() == 2);
  CHECK(waiting[0].node == 5);
  CHECK(waiting[0].in_port == kMinusX);
  CHECK(waiting[0].flits == 4);
  CHECK(waiting[1].in_port == 5);
  CHECK(waiting[1].flits == 3);
  for (const WaitingPacket& packet : waiting) {
    CHECK(packet.in_vc == 0);
    CHECK(packet.out_port == kPlusX);
    CHECK(packet.out_vc == 0);
    CHECK(packet.credits == 2);
  }
}

TEST_CASE("VcRouter: a packet that turns waits for the credits of the VC that it turns to", "[VCR-12]") {
  BenchClock clock;
  MachineConfig config;
  config.router.vc_buffer = kFlitBytes * 32;
  RouterBench bench(clock, config);
  bench.send(4, 0, 10, packet_to(kPlusY, 30, 1));
  bench.send(kMinusX, 1, 50, packet_to(kPlusY, 4, 2));
  run(clock, {&bench}, 100);
  const std::vector<WaitingPacket> waiting = bench.router().waiting();
  REQUIRE(waiting.size() == 1);
  CHECK(waiting[0].in_port == kMinusX);
  CHECK(waiting[0].in_vc == 1);
  CHECK(waiting[0].out_port == kPlusY);
  CHECK(waiting[0].out_vc == 0);
  CHECK(waiting[0].credits == 2);
}

TEST_CASE("VcRouter: a single credit that is not home at the end is a fault, and so is a single flit", "[TORUS-12]") {
  BenchClock clock;
  RouterBench bench(clock, MachineConfig{});
  const std::string name = dynamic_cast<sc_core::sc_object&>(bench.router()).name();
  using Faults = std::vector<std::string>;
  bench.send(4, 0, 10, packet_to(kPlusX, 4));
  bench.give(kPlusX, 0, 3, 30);
  run(clock, {&bench}, 30);
  CHECK(bench.router().final_faults() == Faults{name + ": 1 credits of port plus_x, VC 0 are not home"});
  bench.give(kPlusX, 0, 1, 31);
  run(clock, {&bench}, 31);
  CHECK(bench.router().final_faults().empty());
  bench.send(kMinusX, 32, packet_to(kPlusX, 2)[0]);
  run(clock, {&bench}, 32);
  CHECK(bench.router().final_faults() == Faults{name + ": 1 flits are left in port minus_x, VC 0"});
}

TEST_CASE("VcRouter: its probes show what stands on its ports and in its buffers",
          "[VCR-12][WAVE-17][WAVE-19][WAVE-20][WAVE-21][WAVE-22][WAVE-23][WAVE-18][WAVE-25][WAVE-26]") {
  BenchClock clock;
  MachineConfig config;
  config.router.vc_buffer = kFlitBytes * 32;
  RouterBench bench(clock, config);
  RouteHeader first = header_to(kPlusX, 30);
  first.inject_cycle = 10;
  RouteHeader second = header_to(kPlusX, 4);
  second.inject_cycle = 7;
  bench.send(4, 0, 10, make_packet(first, 1));
  bench.send(kMinusX, 0, 20, make_packet(second, 2));
  run(clock, {&bench}, 30);
  bench.before(31);  // what stands on the inputs in cycle 30
  ProbeList probes;
  bench.router().add_probes(probes, "r");
  const auto value = [&](const std::string& scope, const std::string& name) {
    const auto found =
        std::find_if(probes.begin(), probes.end(), [&](const Probe& p) { return p.scope == scope && p.name == name; });
    REQUIRE(found != probes.end());
    return found->enum_names.empty() ? std::to_string(found->read()) : found->enum_names.at(found->read());
  };
  // Edge 30: the first packet's flits 0 to 17 have passed at edges 13 to 30, flits up to 20 have come.
  CHECK(value("r.plus_x.flit_o", "kind") == "body");
  CHECK(value("r.plus_x.flit_o", "vc") == "0");
  const Flit body = packet_to(kPlusX, 30, 1).at(17);
  CHECK(value("r.plus_x.flit_o", "data_lo") == std::to_string(body.data_lo));
  CHECK(value("r.plus_x.flit_o", "data_hi") == std::to_string(body.data_hi));
  CHECK(value("r.nic_0.flit_i", "data_lo") == std::to_string(packet_to(kPlusX, 30, 1).at(21).data_lo));
  CHECK(value("r.plus_x", "granted_to") == "nic_0");
  CHECK(value("r.plus_x", "flits_left") == "12");
  CHECK(value("r.plus_x", "packet") == std::to_string(packet_number(config, first)));
  CHECK(value("r.plus_y", "packet") == "0");
  CHECK(value("r.nic_0.flit_i", "kind") == "body");
  CHECK(value("r.nic_0.vc_0", "occupancy") == "3");
  CHECK(value("r.nic_0.vc_0", "front_wants") == "none");
  CHECK(value("r.plus_x.vc_0", "credits") == "2");
  CHECK(value("r.plus_x.vc_1", "credits") == "32");
  CHECK(value("r.minus_x.vc_1", "occupancy") == "0");
  CHECK(value("r.minus_x.vc_1", "front_wants") == "none");
  CHECK(value("r.minus_x.vc_0", "occupancy") == "4");
  CHECK(value("r.minus_x.vc_0", "front_wants") == "plus_x");
  CHECK(value("r.minus_x.vc_0", "front_packet") == std::to_string(packet_number(config, second)));
  CHECK(value("r.nic_0.vc_0", "front_packet") == "0");
  CHECK(value("r.plus_y", "granted_to") == "none");
  CHECK(value("r.plus_y.flit_o", "kind") == "idle");
}

}  // namespace tactus
