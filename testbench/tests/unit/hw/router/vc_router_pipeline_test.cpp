#include <fmt/core.h>

#include <vector>

#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Edges = std::vector<std::uint64_t>;
using SentFlits = std::vector<RouterBench::SentFlit>;

Edges range(std::uint64_t first, std::uint64_t count) {
  Edges edges;
  for (std::uint64_t i = 0; i < count; ++i) edges.push_back(first + i);
  return edges;
}

Edges edges_of(const SentFlits& sent) {
  Edges edges;
  for (const auto& [edge, flit] : sent) edges.push_back(edge);
  return edges;
}

/// The flits of `sent` are those of `packet`, in order, on `vc`.
bool carries(const SentFlits& sent, std::vector<Flit> packet, int vc) {
  std::vector<Flit> flits;
  for (const auto& [edge, flit] : sent) flits.push_back(flit);
  for (Flit& flit : packet) flit.vc = static_cast<std::uint8_t>(vc);
  return flits == packet;
}

MachineConfig held(SwitchHold hold, int buffer_flits = 512) {
  MachineConfig config;
  config.router.switch_hold = hold;
  config.router.vc_buffer = kFlitBytes * static_cast<std::uint64_t>(buffer_flits);
  return config;
}

class GrantLog : public PacketObserver {
 public:
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    text += fmt::format("node {} {}->{} vc {} flits {} cycle {};", grant.node, grant.in_port, grant.out_port,
                        grant.out_vc, header.flits, grant.cycle.count());
  }
  std::string text;
};

}  // namespace

TEST_CASE("VcRouter: a head sampled at edge k leaves at k + 3, its flits one per cycle, each with its credit",
          "[CLOCK-1][ROUTER-2][ROUTER-5][FLIT-6][TOTAL-1][VCR-1][VCR-12][VCR-13][PIN-14][key:router.switch_hold]") {
  BenchClock clock;
  RouterBench packet(clock, held(SwitchHold::kPacket));
  RouterBench flit(clock, held(SwitchHold::kFlit));
  GrantLog granted;
  packet.router().observe(&granted);
  const auto sent = packet_to(kPlusX, 128, 7);
  for (RouterBench* bench : {&packet, &flit}) bench->send(kMinusX, 0, 10, sent);
  run(clock, {&packet, &flit}, 200);
  for (RouterBench* bench : {&packet, &flit}) {
    CHECK(edges_of(bench->sent(kPlusX)) == range(13, 128));
    CHECK(carries(bench->sent(kPlusX), sent, 0));
    CHECK(bench->returned(kMinusX, 0) == range(13, 128));
    CHECK(bench->router().flits_sent(kPlusX) == 128);
    CHECK(bench->router().credits(kPlusX, 0) == 512 - 128);
    for (int port = 1; port < kPorts.count(); ++port) CHECK(bench->sent(port).empty());
    for (int port = 0; port < kPorts.count(); ++port) CHECK(bench->returned(port, 1).empty());
  }
  CHECK(granted.text == "node 5 1->0 vc 0 flits 128 cycle 12;");
}

TEST_CASE("VcRouter: with the switch held per flit a packet is told of at VA, two cycles before its head goes",
          "[VCR-12][TRACE-7]") {
  BenchClock clock;
  RouterBench bench(clock, held(SwitchHold::kFlit));
  GrantLog granted;
  bench.router().observe(&granted);
  bench.send(kMinusX, 0, 10, packet_to(kPlusX, 8, 7));
  run(clock, {&bench}, 40);
  CHECK(granted.text == "node 5 1->0 vc 0 flits 8 cycle 11;");
  CHECK(bench.sent(kPlusX).front().edge == 13);
}

TEST_CASE("VcRouter: a packet leaves by the port and on the VC of its route, from any port to any other",
          "[VCR-22][PIN-12][ROUTE-1]") {
  BenchClock clock;
  RouterBench bench(clock, MachineConfig{});
  std::uint64_t edge = 5;
  for (int in = 0; in < kPorts.count(); ++in) {
    for (int out = 0; out < kPorts.count(); ++out) {
      if (!kPorts.is_nic(in) && out == in) continue;  // no packet turns back
      bench.send(in, 0, edge, packet_to(out, 2, static_cast<std::uint32_t>(edge)));
      run(clock, {&bench}, edge + 12);
      CAPTURE(in, out);
      REQUIRE_FALSE(bench.sent(out).empty());
      CHECK(bench.sent(out).back().edge == edge + 4);
      CHECK(bench.sent(out).back().flit.data_lo == edge);
      edge += 20;
    }
  }
}

TEST_CASE("VcRouter: a packet is granted with the last credit that it needs, not before",
          "[ROUTER-4][ROUTER-7][FLIT-2][VCR-2][VCR-8][VCR-14][key:router.vc_buffer]") {
  BenchClock clock;
  RouterBench packet(clock, held(SwitchHold::kPacket, 8));
  RouterBench flit(clock, held(SwitchHold::kFlit, 8));
  for (RouterBench* bench : {&packet, &flit}) {
    bench->send(kMinusX, 0, 5, packet_to(kPlusX, 5, 1));
    bench->send(kMinusX, 0, 15, packet_to(kPlusX, 5, 2));
    bench->give(kPlusX, 0, 1, 30);   // 3 + 1 = 4 of 5
    bench->give(kPlusX, 0, 1, 101);  // 5 of 5
  }
  run(clock, {&packet, &flit}, 120);
  REQUIRE(packet.sent(kPlusX).size() == 10);
  CHECK(packet.sent(kPlusX)[5].edge == 102);  // SA at 101
  CHECK(packet.sent(kPlusX)[9].edge == 106);
  REQUIRE(flit.sent(kPlusX).size() == 10);
  CHECK(flit.sent(kPlusX)[5].edge == 103);  // VA at 101, SA at 102
  CHECK(flit.sent(kPlusX)[9].edge == 107);
}

TEST_CASE("VcRouter: packets of one queue follow each other without a bubble, from two flits up",
          "[ROUTER-3][ROUTER-6][TOTAL-5][VCR-10][VCR-13][VCR-16]") {
  BenchClock clock;
  RouterBench packet(clock, held(SwitchHold::kPacket));
  RouterBench flit(clock, held(SwitchHold::kFlit));
  std::vector<Flit> sent;
  std::uint32_t tag = 1;
  for (const int flits : {2, 2, 2, 3, 2, 9, 4, 2, 128, 2, 2, 3, 5}) {
    const auto next = packet_to(kPlusX, flits, tag++);
    sent.insert(sent.end(), next.begin(), next.end());
  }
  for (RouterBench* bench : {&packet, &flit}) bench->send(kMinusX, 0, 10, sent);
  run(clock, {&packet, &flit}, 250);
  for (RouterBench* bench : {&packet, &flit}) {
    CHECK(edges_of(bench->sent(kPlusX)) == range(13, sent.size()));
    CHECK(carries(bench->sent(kPlusX), sent, 0));
  }
}

TEST_CASE("VcRouter: packets of different inputs follow each other without a bubble and never mix on the output",
          "[ROUTER-6][TOTAL-5][VCR-9][VCR-10][VCR-16]") {
  BenchClock clock;
  MachineConfig config;
  config.router.virtual_channels = 4;
  RouterBench bench(clock, config);
  std::size_t flits_sent = 0;
  for (const int in : {kMinusX, 4, 5, 7}) {
    for (int vc = 0; vc < 2; ++vc) {
      for (std::uint32_t i = 0; i < 5; ++i) {
        const int flits = 2 + static_cast<int>(i);
        bench.send(
            in, vc, 10 + 16 * i + 8 * static_cast<std::uint64_t>(vc),
            packet_to(kPlusX, flits, 100 * static_cast<std::uint32_t>(in) + 10 * static_cast<std::uint32_t>(vc) + i));
        flits_sent += static_cast<std::size_t>(flits);
      }
    }
  }
  run(clock, {&bench}, 300);
  const SentFlits& sent = bench.sent(kPlusX);
  REQUIRE(sent.size() == flits_sent);
  // All inputs had heads at edge 10: from then on somebody always waits.
  CHECK(edges_of(sent) == range(13, flits_sent));
  std::uint64_t tag = 0;
  int length = 0;
  int left = 0;
  for (const auto& [edge, flit] : sent) {
    REQUIRE(flit.head == (left == 0));
    if (left == 0) {
      left = length = unpack_route(flit, 2).flits;
    } else if (left == length - 1) {
      tag = flit.data_lo;  // of the transport header
    } else {
      REQUIRE(flit.data_lo >> 32 == tag);
    }
    --left;
    REQUIRE(flit.tail == (left == 0));
  }
}

TEST_CASE("VcRouter: the switch held per flit serves the owners of two VCs in turn, and never mixes two packets in one",
          "[FLIT-1][FLIT-2][FLIT-3][FLIT-4][VCR-9][key:router.switch_hold]") {
  BenchClock clock;
  MachineConfig config = held(SwitchHold::kFlit);
  config.router.virtual_channels = 4;  // class 0 is VCs 0 and 1
  RouterBench bench(clock, config);
  const auto a = packet_to(kPlusX, 20, 1);
  const auto b = packet_to(kPlusX, 20, 2);
  const auto c = packet_to(kPlusX, 20, 3);
  bench.send(4, 0, 10, a);
  bench.send(5, 0, 10, b);
  bench.send(6, 0, 10, c);
  run(clock, {&bench}, 100);
  SentFlits on_vc_0;
  SentFlits on_vc_1;
  for (const auto& sent : bench.sent(kPlusX)) (sent.flit.vc == 0 ? on_vc_0 : on_vc_1).push_back(sent);
  REQUIRE(on_vc_0.size() == 40);
  REQUIRE(on_vc_1.size() == 20);
  CHECK(edges_of(bench.sent(kPlusX)) == range(13, 60));
  // The first two owners take turns; VC 1 is given away one edge after VC 0 and waits for its first turn.
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(on_vc_0[i].edge == 13 + 2 * i);
    CHECK(on_vc_1[i].edge == 14 + 2 * i);
  }
  auto a_then_c = a;
  a_then_c.insert(a_then_c.end(), c.begin(), c.end());
  CHECK(carries(on_vc_0, a_then_c, 0));
  CHECK(carries(on_vc_1, b, 1));
}

TEST_CASE("VcRouter: the switch held per flit lets others pass while a packet's flits are late", "[FLIT-4][VCR-15]") {
  BenchClock clock;
  MachineConfig config = held(SwitchHold::kFlit);
  config.router.virtual_channels = 4;
  RouterBench bench(clock, config);
  const auto late = packet_to(kPlusX, 4, 1);
  const Edges sampled = {10, 20, 21, 40};
  for (std::size_t i = 0; i < late.size(); ++i) bench.send(4, sampled[i], late[i]);
  bench.send(5, 0, 22, packet_to(kPlusX, 10, 2));
  run(clock, {&bench}, 60);
  SentFlits first;
  SentFlits second;
  for (const auto& sent : bench.sent(kPlusX)) (sent.flit.vc == 0 ? first : second).push_back(sent);
  // RC, VA, SA, ST for the head; SA one edge after the arrival of every later flit.
  CHECK(edges_of(first) == Edges{13, 22, 23, 42});
  CHECK(edges_of(second) == range(25, 10));
}

TEST_CASE("VcRouter: packets to the node itself leave by their NIC's port on the lowest VC with room",
          "[ROUTER-4][ROUTE-4][ROUTE-11][key:nic.receive_buffer][NODE-3]") {
  BenchClock clock;
  MachineConfig config;
  config.nic.receive_buffer = kFlitBytes * 6;
  RouterBench bench(clock, config);
  for (std::uint32_t i = 0; i < 3; ++i) bench.send(kPlusY, 0, 10 + 4 * i, packet_to(6, 4, i));
  run(clock, {&bench}, 40);
  const SentFlits& sent = bench.sent(6);
  REQUIRE(sent.size() == 8);  // four on VC 0, four on VC 1, no room for the third packet
  CHECK(edges_of(sent) == range(13, 8));
  for (std::size_t i = 0; i < 8; ++i) CHECK(sent[i].flit.vc == i / 4);
}

TEST_CASE("VcRouter: L + 2 D + 5 slots behind a link keep it busy, one less does not", "[VCR-17][PIN-13]") {
  constexpr int kFlits = 8;
  constexpr std::uint64_t kDelay = 22;
  constexpr std::uint64_t kRoundTrip = 5 + 2 * kDelay;  // from ST to SA with the credit: link, RC, VA, SA, ST, link
  constexpr int kEnough = kFlits + static_cast<int>(kRoundTrip);
  BenchClock clock;
  RouterBench enough(clock, held(SwitchHold::kPacket, kEnough));
  RouterBench too_few(clock, held(SwitchHold::kPacket, kEnough - 1));
  const std::vector<RouterBench*> benches = {&enough, &too_few};
  for (std::uint64_t edge = 10; edge < 600; ++edge) {
    for (RouterBench* bench : benches) {
      // The source keeps the credit rule; the next router sends on at once.
      const bool room = bench->router().occupancy(kMinusX, 0) + 2 * kFlits < kEnough;
      if (edge % kFlits == 0 && room) bench->send(kMinusX, 0, edge + 1, packet_to(kPlusX, kFlits));
      const auto& out = bench->sent(kPlusX);
      if (!out.empty() && out.back().edge == edge - 1) bench->give(kPlusX, 0, 1, edge - 1 + kRoundTrip);
    }
    run(clock, benches, edge);
  }
  const auto idle_cycles = [](const RouterBench& bench) {
    const SentFlits& out = bench.sent(kPlusX);
    return out.back().edge - out.front().edge + 1 - out.size();
  };
  CHECK(idle_cycles(enough) == 0);
  CHECK(idle_cycles(too_few) > 5);
  CHECK(enough.sent(kPlusX).size() > 500);
}

}  // namespace tactus
