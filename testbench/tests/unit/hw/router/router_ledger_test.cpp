#include "hw/router/router_ledger.h"

#include <string>
#include <utility>
#include <vector>

#include "hw/link/packet_number.h"
#include "hw/link/pin_fault.h"
#include "testbench/parts/test_packet.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

constexpr int kFrom = static_cast<int>(Direction::kMinusX);  ///< port by which packets come
constexpr int kTo = static_cast<int>(Direction::kPlusX);     ///< port by which they leave

/// Accounts of the router of node [0, 0] of 4x4 nodes, with buffers of 16 flits; packets go from [3, 0] to [1, 0].
class LedgerBench : public PacketObserver {
 public:
  explicit LedgerBench(MachineConfig of = small()) : config(std::move(of)), ledger(config, {0, 0}) {
    ledger.observe(this);
  }

  static MachineConfig small() {
    MachineConfig config;
    config.router.vc_buffer = kFlitBytes * 16;
    config.router.virtual_channels = 2;
    return config;
  }
  static std::vector<Flit> packet(std::uint32_t number, std::uint16_t flits = 4, int vc = 0,
                                  Coordinate destination = {1, 0}) {
    RouteHeader header;
    header.source = Coordinate{3, 0};
    header.destination = destination;
    header.flits = flits;
    header.inject_cycle = number;
    std::vector<Flit> all = make_packet(header, number, 2);
    for (Flit& flit : all) flit.vc = static_cast<std::uint8_t>(vc);
    return all;
  }
  void in(const std::vector<Flit>& flits, std::uint64_t edge, int port = kFrom) {
    for (const Flit& flit : flits) ledger.flit_in(port, flit, Cycles{edge++});
  }
  void out(const std::vector<Flit>& flits, std::uint64_t edge, int port = kTo) {
    for (const Flit& flit : flits) ledger.flit_out(port, flit, Cycles{edge++});
  }
  template <class Act>
  static std::string fault(Act act) {
    try {
      act();
    } catch (const PinFault& found) {
      return found.what;
    }
    return "none";
  }
  std::string fault_out(const std::vector<Flit>& flits, std::uint64_t edge, int port = kTo) {
    return fault([&] { out(flits, edge, port); });
  }

  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    grants.push_back(grant);
    granted.push_back(header.inject_cycle);
  }

  const MachineConfig config;
  RouterLedger ledger;
  std::vector<RouterGrant> grants;
  std::vector<std::uint32_t> granted;
};

}  // namespace

TEST_CASE("RouterLedger: counts what is inside, what has left and what credits there are", "[PART-10]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(7), 10);
  CHECK(bench.ledger.occupancy(kFrom, 0) == 4);
  CHECK(bench.ledger.occupancy(kFrom, 1) == 0);
  CHECK(bench.ledger.credits(kTo, 0) == 16);
  bench.out(LedgerBench::packet(7), 15);
  CHECK(bench.ledger.occupancy(kFrom, 0) == 0);
  CHECK(bench.ledger.flits_sent(kTo) == 4);
  CHECK(bench.ledger.credits(kTo, 0) == 12);
  CHECK(bench.ledger.credit_capacity(kTo) == 16);
  CHECK(bench.ledger.final_faults("r").size() == 2);  // credits not home, credits not given back
  bench.ledger.credits_out(kFrom, credits_for(0, 4));
  bench.ledger.credits_in(kTo, credits_for(0, 4));
  CHECK(bench.ledger.final_faults("r").empty());
  bench.in(LedgerBench::packet(8), 20);
  CHECK_THAT(bench.ledger.final_faults("r").at(0), Contains("r: 4 flits of port minus_x, VC 0 have not left"));
  bench.ledger.reset();
  CHECK(bench.ledger.final_faults("r").empty());
  CHECK(bench.ledger.flits_sent(kTo) == 0);
}

TEST_CASE("RouterLedger: tells of a packet's grant, an edge before its head leaves", "[PART-10]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(7, 4, 1), 10);
  std::vector<Flit> leaving = LedgerBench::packet(7);
  bench.out(leaving, 15);
  REQUIRE(bench.grants.size() == 1);
  const RouterGrant& grant = bench.grants.front();
  CHECK(grant.in_port == kFrom);
  CHECK(grant.in_vc == 1);
  CHECK(grant.out_port == kTo);
  CHECK(grant.out_vc == 0);
  CHECK(grant.cycle == Cycles{14});
  CHECK(grant.routed == Cycles{10});
  // A router without a stage between its pins: never granted before it was routed.
  bench.in(LedgerBench::packet(8, 4), 30);
  bench.out(LedgerBench::packet(8, 4), 30);
  CHECK(bench.grants.back().routed == Cycles{29});
  CHECK(bench.granted == std::vector<std::uint32_t>{7, 8});
}

TEST_CASE("RouterLedger: shows the oldest packet of each input VC that has not begun to leave", "[PART-10]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(9), 10);
  bench.in(LedgerBench::packet(8), 14);
  bench.in(LedgerBench::packet(7, 4, 1, {0, 0}), 18);
  const std::vector<WaitingPacket> waiting = bench.ledger.waiting();
  REQUIRE(waiting.size() == 2);
  CHECK(waiting[0].header.inject_cycle == 9);
  CHECK(waiting[0].out_port == kTo);
  CHECK(waiting[0].credits == 16);
  CHECK(waiting[1].in_vc == 1);
  CHECK(waiting[1].out_port == bench.ledger.ports().nic_port(0));
  bench.out(LedgerBench::packet(9), 20);
  CHECK(bench.ledger.waiting().at(0).header.inject_cycle == 8);
}

TEST_CASE("RouterLedger: a flit that is lost, doubled, changed or early is found", "[PART-2]") {
  const std::vector<Flit> packet = LedgerBench::packet(7, 6);
  const auto faulty = [&](auto change) {
    LedgerBench bench;
    bench.in(packet, 10);
    std::vector<Flit> leaving = packet;
    change(leaving);
    return bench.fault_out(leaving, 20);
  };
  CHECK(faulty([](auto&) {}) == "none");
  CHECK_THAT(faulty([](auto& flits) { flits.erase(flits.begin() + 3); }), Contains("another flit than flit 3"));
  CHECK_THAT(faulty([](auto& flits) { flits.insert(flits.begin() + 3, flits[2]); }),
             Contains("another flit than flit 3"));
  CHECK_THAT(faulty([](auto& flits) { flits[4].data_lo ^= 1; }), Contains("another flit than flit 4"));
  CHECK_THAT(faulty([](auto& flits) { flits[5].tail = false; }), Contains("another flit than flit 5"));
  CHECK_THAT(faulty([](auto& flits) { flits[0].data_lo ^= std::uint64_t{1} << 33; }),
             Contains("has not come in, or has left already"));

  LedgerBench bench;
  bench.in({packet.begin(), packet.begin() + 2}, 10);
  CHECK_THAT(bench.fault_out(packet, 11), Contains("flit 2 of packet"));
}

TEST_CASE("RouterLedger: a packet that leaves twice, cut, mixed or with a bubble is found", "[PART-2][PART-3]") {
  const std::vector<Flit> first = LedgerBench::packet(7);
  const std::vector<Flit> second = LedgerBench::packet(8);
  const auto both = [&](LedgerBench& bench) {
    bench.in(first, 10);
    bench.in(second, 14);
  };
  {
    LedgerBench bench;
    both(bench);
    bench.out(first, 20);
    CHECK_THAT(bench.fault_out(first, 24), Contains("has left already"));
  }
  {
    LedgerBench bench;
    both(bench);
    bench.out({first.begin(), first.begin() + 2}, 20);
    CHECK_THAT(bench.fault_out(second, 22), Contains("head flit before the tail"));
  }
  {
    LedgerBench bench;
    both(bench);
    bench.out({first.begin(), first.begin() + 2}, 20);
    std::vector<Flit> other_vc = first;
    for (Flit& flit : other_vc) flit.vc = 1;
    CHECK_THAT(bench.fault_out({other_vc[2]}, 22), Contains("began on VC 0 on VC 1"));
  }
  {
    LedgerBench bench;
    both(bench);
    bench.out({first.begin(), first.begin() + 2}, 20);
    CHECK_THAT(bench.fault_out({first[2]}, 23), Contains("bubble"));
  }
  {
    LedgerBench bench;
    both(bench);
    bench.out({first.front()}, 20);
    CHECK_THAT(bench.fault_out(first, 20, static_cast<int>(Direction::kPlusY)), Contains("a second time"));
  }
  LedgerBench bench;
  CHECK_THAT(bench.fault_out({first[1]}, 20), Contains("belongs to no packet"));
}

TEST_CASE("RouterLedger: packets of one input VC leave by one output in their order", "[PART-3]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(7), 10);
  bench.in(LedgerBench::packet(8), 14);
  bench.in(LedgerBench::packet(9, 4, 1), 18);
  bench.out(LedgerBench::packet(9), 22);  // of another VC
  bench.out(LedgerBench::packet(8), 26);
  CHECK_THAT(bench.fault_out(LedgerBench::packet(7), 30), Contains("one that came behind it, in port minus_x, VC 0"));
}

TEST_CASE("RouterLedger: flits leave for credits, on VCs and over links that there are", "[PART-4]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(7, 8), 10);
  bench.in(LedgerBench::packet(8, 8), 18);
  bench.out(LedgerBench::packet(7, 8), 20);
  bench.out(LedgerBench::packet(8, 8), 28);
  bench.ledger.credits_out(kFrom, credits_for(0, 16));
  bench.in(LedgerBench::packet(9), 40);
  CHECK(bench.fault_out(LedgerBench::packet(9), 50) == "VC 0: sends a flit without a credit");
  bench.ledger.credits_in(kTo, credits_for(0, 1));
  CHECK(bench.fault_out({LedgerBench::packet(9).front()}, 50) == "none");
  CHECK_THAT(bench.fault_out(LedgerBench::packet(9, 4, 2), 50), Contains("VC 2, which does not exist"));

  MachineConfig mesh = LedgerBench::small();
  mesh.network = NetworkShape({4, 4}, {false, false});
  LedgerBench at_corner(mesh);
  at_corner.in(LedgerBench::packet(7), 10, static_cast<int>(Direction::kPlusX));
  CHECK_THAT(at_corner.fault_out(LedgerBench::packet(7), 20, static_cast<int>(Direction::kMinusX)),
             Contains("where no link is"));
}

TEST_CASE("RouterLedger: a NIC gets packets that are for it alone", "[PART-4]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(7, 4, 0, {0, 0}), 10);
  bench.in(LedgerBench::packet(8), 14);
  const int nic = bench.ledger.ports().nic_port(0);
  CHECK_THAT(bench.fault_out(LedgerBench::packet(8), 20, nic), Contains("to this NIC"));
  CHECK_THAT(bench.fault_out(LedgerBench::packet(7, 4, 0, {0, 0}), 30, nic + 1), Contains("to this NIC"));
  CHECK(bench.fault_out(LedgerBench::packet(7, 4, 0, {0, 0}), 40, nic) == "none");
}

TEST_CASE("RouterLedger: credits go back for flits that have left", "[PART-5]") {
  LedgerBench bench;
  bench.in(LedgerBench::packet(7), 10);
  const auto back = [&](CreditReturn credits) {
    return LedgerBench::fault([&] { bench.ledger.credits_out(kFrom, credits); });
  };
  CHECK_THAT(back(credits_for(0, 1)), Contains("gives back 1 credits for 0 flits"));
  bench.out(LedgerBench::packet(7), 20);
  CHECK_THAT(back(credits_for(1, 1)), Contains("VC 1: gives back 1"));
  CHECK_THAT(back(credits_for(2, 1)), Contains("VC 2, which does not exist"));
  CHECK(back(credits_for(0, 3)) == "none");
  CHECK_THAT(back(credits_for(0, 2)), Contains("gives back 2 credits for 1 flits"));
}

TEST_CASE("RouterLedger: what comes in is looked at too", "[PART-9]") {
  LedgerBench bench;
  const std::vector<Flit> packet = LedgerBench::packet(7);
  const auto given = [&](CreditReturn credits) {
    return LedgerBench::fault([&] { bench.ledger.credits_in(kTo, credits); });
  };
  const auto sent = [&](const std::vector<Flit>& flits) { return LedgerBench::fault([&] { bench.in(flits, 10); }); };
  CHECK_THAT(given(credits_for(0, 1)), Contains("more credits than there are slots"));
  CHECK_THAT(given(credits_for(5, 1)), Contains("VC 5, which does not exist"));
  CHECK_THAT(sent({packet[1]}), Contains("belongs to no packet"));
  CHECK_THAT(sent(LedgerBench::packet(7, 4, 3)), Contains("VC 3, which does not exist"));
  CHECK_THAT(sent(LedgerBench::packet(6, 4, 0, {9, 9})), Contains("a node that does not exist"));
  CHECK_THAT(sent({packet[0], packet[0]}), Contains("before the tail"));
  bench.ledger.reset();
  CHECK_THAT(sent({packet[0], packet[1], packet[3]}), Contains("longer or shorter"));
  bench.ledger.reset();
  CHECK(sent(packet) == "none");
  CHECK_THAT(sent(packet), Contains("a second time"));
  bench.ledger.reset();
  CHECK_THAT(sent(LedgerBench::packet(7, 20)), Contains("without a credit"));
}

TEST_CASE("RouterLedger: with the switch held per flit packets share a port, on VCs of their own", "[PART-3]") {
  MachineConfig config = LedgerBench::small();
  config.router.switch_hold = SwitchHold::kFlit;
  LedgerBench bench(config);
  std::vector<Flit> first = LedgerBench::packet(7);
  std::vector<Flit> second = LedgerBench::packet(8);
  bench.in(first, 10);
  bench.in(second, 14);
  for (Flit& flit : second) flit.vc = 1;
  bench.out({first[0]}, 20);
  bench.out({second[0]}, 21);
  bench.out({first[1]}, 25);
  CHECK_THAT(bench.fault_out({second[0]}, 26), Contains("head flit before the tail"));
  CHECK(bench.fault_out({second[1], first[2], second[2], second[3], first[3]}, 30) == "none");
}

}  // namespace tactus
