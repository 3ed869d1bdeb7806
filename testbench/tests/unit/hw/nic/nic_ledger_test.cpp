#include "hw/nic/nic_ledger.h"

#include <string>
#include <vector>

#include "hw/link/pin_fault.h"
#include "testbench/parts/test_packet.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

/// Accounts of the NIC of node [1, 0] of 4x4 nodes, whose router has a buffer of 16 flits.
class NicLedgerBench : public PacketObserver {
 public:
  NicLedgerBench() : config(small()), ledger(config, {1, 0}) { ledger.observe(this); }

  static MachineConfig small() {
    MachineConfig config;
    config.router.vc_buffer = kFlitBytes * 16;
    config.router.virtual_channels = 2;
    config.nic.mtu = kFlitBytes * 10;
    config.nic.receive_buffer = kFlitBytes * 16;
    return config;
  }
  static RouteHeader header(std::uint32_t cycle, std::uint16_t flits = 4) {
    RouteHeader header;
    header.source = Coordinate{1, 0};
    header.source_nic = 2;
    header.destination = Coordinate{3, 3};
    header.flits = flits;
    header.inject_cycle = cycle;
    return header;
  }
  void out(const std::vector<Flit>& flits, std::uint64_t edge) {
    for (const Flit& flit : flits) ledger.flit_out(2, flit, Cycles{edge++});
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
  std::string fault_out(const std::vector<Flit>& flits, std::uint64_t edge) {
    return fault([&] { out(flits, edge); });
  }
  std::string fault_out(const RouteHeader& header) { return fault_out(make_packet(header, 1, 2), header.inject_cycle); }

  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    injected = header;
    injected_at = cycle;
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    delivered = header;
    delivered_at = cycle;
  }

  const MachineConfig config;
  NicLedger ledger;
  PacketHeader injected;
  PacketHeader delivered;
  Cycles injected_at;
  Cycles delivered_at;
};

}  // namespace

TEST_CASE("NicLedger: counts flits and packets, and tells of them", "[PART-10]") {
  NicLedgerBench bench;
  const std::vector<Flit> packet = make_packet(NicLedgerBench::header(50), 9, 2);
  bench.out(packet, 50);
  CHECK(bench.ledger.flits_sent() == 4);
  CHECK(bench.ledger.packets_sent() == 1);
  CHECK(bench.injected_at == Cycles{50});
  CHECK(bench.injected.transport.tag == 9);
  for (std::size_t i = 0; i < 4; ++i) bench.ledger.flit_in(1, packet[i], Cycles{60 + i});
  CHECK(bench.ledger.flits_received() == 4);
  CHECK(bench.ledger.flits_in_receive_buffer() == 4);
  CHECK(bench.ledger.packets_received() == 1);
  CHECK(bench.delivered_at == Cycles{63});
  CHECK(bench.delivered.transport.tag == 9);
  CHECK(bench.ledger.final_faults("n").size() == 2);
  bench.ledger.credits_out(1, credits_for(0, 4));
  CHECK(bench.ledger.flits_in_receive_buffer() == 0);
  bench.ledger.credits_in(2, credits_for(0, 4));
  CHECK(bench.ledger.final_faults("n").empty());
  bench.out({make_packet(NicLedgerBench::header(70), 9, 2).front()}, 70);
  CHECK_THAT(bench.ledger.final_faults("n").at(0), Contains("3 flits of a packet"));
  bench.ledger.reset();
  CHECK(bench.ledger.final_faults("n").empty());
  CHECK(bench.ledger.packets_sent() + bench.ledger.flits_sent() == 0);

  RouteHeader control = NicLedgerBench::header(80, 2);
  control.kind = PacketKind::kGrant;
  bench.out(make_packet(control, 1, 2), 80);
  CHECK(bench.ledger.packets_sent() == 0);
}

TEST_CASE("NicLedger: a NIC sends whole packets of its own, a flit per cycle", "[PART-6]") {
  NicLedgerBench bench;
  const std::vector<Flit> packet = make_packet(NicLedgerBench::header(50), 9, 2);
  CHECK_THAT(bench.fault_out({packet[1]}, 50), Contains("belongs to no packet"));
  bench.out({packet[0], packet[1]}, 50);
  CHECK_THAT(bench.fault_out({packet[2]}, 53), Contains("bubble"));
  CHECK_THAT(bench.fault_out({packet[0]}, 52), Contains("before the tail"));
  bench.ledger.reset();
  CHECK_THAT(bench.fault_out({packet[0], packet[1], packet[3]}, 50), Contains("longer or shorter"));
  bench.ledger.reset();
  std::vector<Flit> other_vc = packet;
  other_vc[0].vc = 1;
  CHECK_THAT(bench.fault_out(other_vc, 50), Contains("VC 1: NICs send on VC 0"));

  RouteHeader wrong = NicLedgerBench::header(50);
  wrong.source_nic = 1;
  CHECK_THAT(bench.fault_out(wrong), Contains("source is another NIC"));
  wrong = NicLedgerBench::header(50);
  wrong.source = Coordinate{2, 0};
  CHECK_THAT(bench.fault_out(wrong), Contains("source is another NIC"));
  wrong = NicLedgerBench::header(50);
  wrong.destination = Coordinate{3, 4};
  CHECK_THAT(bench.fault_out(wrong), Contains("to a NIC that does not exist"));
  wrong = NicLedgerBench::header(50);
  wrong.destination_nic = 4;
  CHECK_THAT(bench.fault_out(wrong), Contains("to a NIC that does not exist"));
  CHECK_THAT(bench.fault_out(NicLedgerBench::header(50, 11)), Contains("11 flits: 2 to 10 fit"));
  CHECK_THAT(bench.fault_out(packet, 51), Contains("inject_cycle 50: its head leaves in cycle 51"));
}

TEST_CASE("NicLedger: a flit leaves for a credit, and a credit goes back for a flit", "[PART-7]") {
  NicLedgerBench bench;
  for (std::uint32_t i = 0; i < 4; ++i) bench.out(make_packet(NicLedgerBench::header(10 * i), i, 2), 10 * i);
  CHECK(bench.fault_out(NicLedgerBench::header(50)) == "sends a flit without a credit");
  bench.ledger.credits_in(2, credits_for(0, 4));
  CHECK(bench.fault_out(NicLedgerBench::header(50)) == "none");
  const auto given = [&](CreditReturn credits) {
    return NicLedgerBench::fault([&] { bench.ledger.credits_in(1, credits); });
  };
  CHECK_THAT(given(credits_for(1, 1)), Contains("another VC than 0"));
  CHECK_THAT(given(credits_for(0, 1)), Contains("more credits than there are slots"));

  const auto back = [&](CreditReturn credits) {
    return NicLedgerBench::fault([&] { bench.ledger.credits_out(1, credits); });
  };
  CHECK_THAT(back(credits_for(1, 2)), Contains("VC 1: gives back 2 credits for 0 flits"));
  CHECK_THAT(back(credits_for(6, 2)), Contains("VC 6, which does not exist"));
  std::vector<Flit> packet = make_packet(NicLedgerBench::header(7, 10), 1, 2);
  const auto sent = [&](std::uint8_t vc) {
    return NicLedgerBench::fault([&] {
      for (Flit& flit : packet) {
        flit.vc = vc;
        bench.ledger.flit_in(1, flit, Cycles{90});
      }
    });
  };
  CHECK(sent(1) == "none");
  CHECK_THAT(sent(1), Contains("VC 1: is sent a flit without a credit"));
  CHECK_THAT(sent(2), Contains("VC 2, which does not exist"));
}

}  // namespace tactus
