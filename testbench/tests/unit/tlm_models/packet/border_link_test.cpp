#include "tlm_models/packet/border_link.h"

#include <map>
#include <vector>

#include "hw/common/reports.h"
#include "testbench/parts/bench_clock.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig slow_link() {
  MachineConfig machine;
  machine.link.switch_delay = Picoseconds{0};
  machine.link.cable_delay = machine.clock.edge(Cycles{5});
  machine.router.vc_buffer = Bytes{2048};
  return machine;
}

/// Stands for the node on pins: puts what it is told to, and writes down what it samples, by edge.
class Pins : public ClockedModule {
 public:
  explicit Pins(ClockDomain& domain)
      : ClockedModule("pins", domain),
        flit_in("flit_in", domain),
        credit_in("credit_in", domain),
        flit_out("flit_out", domain),
        credit_out("credit_out", domain) {
    flit_in.read_by(*this, 0);
    credit_in.read_by(*this, 1);
  }
  Wire<Flit> flit_in;
  Wire<CreditReturn> credit_in;
  Wire<Flit> flit_out;
  Wire<CreditReturn> credit_out;

  std::map<std::uint64_t, Flit> flits_to_put;
  std::map<std::uint64_t, CreditReturn> credits_to_put;
  std::map<std::uint64_t, Flit> flits;
  std::map<std::uint64_t, CreditReturn> credits;

 private:
  Cycles tick(Cycles now) override {
    if ((arrivals(now) & 1U) != 0) flits[now.count()] = flit_in.take();
    if ((arrivals(now) & 2U) != 0) credits[now.count()] = credit_in.take();
    if (flits_to_put.count(now.count()) != 0) flit_out.put(now, flits_to_put[now.count()]);
    if (credits_to_put.count(now.count()) != 0) credit_out.put(now, credits_to_put[now.count()]);
    return now + Cycles{1};
  }
  void reset() override {}
};

struct Neighbour final : BorderSink {
  void cross(const Crossing& crossing) override { crossings.push_back(crossing); }
  std::vector<Crossing> crossings;
};

struct BorderBench {
  BorderBench() {
    link.flit_o(pins.flit_in);
    link.credit_o(pins.credit_in);
    link.flit_i(pins.flit_out);
    link.credit_i(pins.credit_out);
  }
  void run(int edges) {
    for (int i = 0; i < edges; ++i) clock.step();
  }
  MachineConfig config = slow_link();
  BenchClock clock;
  Pins pins{clock.domain};
  Neighbour neighbour;
  BorderLink link{"link", clock.domain, config, {7, 2}, neighbour, {}};
};

PacketHeader header_of(int flits) {
  PacketHeader header;
  header.route.flits = static_cast<std::uint16_t>(flits);
  header.transport.tag = 77;
  return header;
}

/// The flits of a packet, put from edge `head` on.
void put_packet(Pins& pins, std::uint64_t head, int flits, int vc) {
  FlitStream stream(2);
  stream.add(header_of(flits), vc, head);
  while (!stream.empty()) {
    const std::uint64_t cycle = stream.next();
    pins.flits_to_put[cycle] = stream.take();
  }
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("Border: a packet is sampled flit by flit from the edge of its RC on, credits at the edges of their streams",
          "[ISLAND-2]") {
  BorderBench bench;
  bench.run(3);
  // SA can see the request two edges after RC.
  bench.link.accept({0, 0, 1, 20 + 2, {}, header_of(3)});
  bench.link.accept({0, 0, 0, 0, {15, 2, false}, {}});
  bench.link.accept({0, 0, 1, 0, {16, 3, true}, {}});
  CHECK_FALSE(bench.link.empty());
  bench.run(40);
  CHECK(bench.link.empty());
  REQUIRE(bench.pins.flits.size() == 3);
  CHECK(bench.pins.flits[20].head);
  CHECK(bench.pins.flits[20].vc == 1);
  CHECK(bench.pins.flits[22].tail);
  const std::map<std::uint64_t, CreditReturn> expected = {{15, credits_for(0, 1)},
                                                          {16, credits_for(0, 1) | credits_for(1, 3)}};
  CHECK(bench.pins.credits == expected);
  CHECK(bench.link.flits_in() == 3);
}

TEST_CASE("Border: the neighbour learns of a packet with its second flit and of credits with their word, in time",
          "[ISLAND-3]") {
  BorderBench bench;
  bench.pins.credits_to_put[12] = credits_for(0, 1) | credits_for(1, 2);
  put_packet(bench.pins, 10, 4, 1);
  bench.run(11);
  CHECK(bench.neighbour.crossings.empty());
  bench.run(10);
  REQUIRE(bench.neighbour.crossings.size() == 3);
  const Crossing& packet = bench.neighbour.crossings[0];
  CHECK(packet.node == 7);
  CHECK(packet.port == 2);
  CHECK(packet.vc == 1);
  CHECK(packet.header.transport.tag == 77);
  // Put at edge 10, RC at edge 10 + 1 + D, SA two later; credits put at edge 12 can be used at 12 + 1 + D.
  CHECK(packet.ready == 10 + 1 + 5 + 2);
  CHECK(packet.credits.left == 0);
  CHECK(bench.neighbour.crossings[1].vc == 0);
  CHECK(bench.neighbour.crossings[1].credits.next == 12 + 1 + 5);
  CHECK(bench.neighbour.crossings[1].credits.left == 1);
  CHECK(bench.neighbour.crossings[2].vc == 1);
  CHECK(bench.neighbour.crossings[2].credits.left == 2);
  CHECK(bench.neighbour.crossings[2].credits.arrived(12 + 1 + 5) == 2);
  CHECK(bench.link.flits_out() == 4);
}

TEST_CASE("Border: flits beyond the room of the buffer behind the link are a violation, until credits have come",
          "[ISLAND-5]") {
  BorderBench bench;
  put_packet(bench.pins, 2, 128, 0);
  put_packet(bench.pins, 140, 2, 1);  // the other VC has room
  bench.link.accept({0, 0, 0, 0, {150, 2, false}, {}});
  put_packet(bench.pins, 160, 2, 0);
  bench.run(180);
  CHECK(bench.neighbour.crossings.size() == 3);
  put_packet(bench.pins, 200, 2, 0);
  CHECK_THROWS_WITH(bench.run(40), Contains(reports::kBorderProtocol) && Contains("VC 0: a flit without a credit"));
}

TEST_CASE("Border: at the end, slots that are not free behind the link and a packet without its tail are told",
          "[ISLAND-6]") {
  BorderBench bench;
  using Faults = std::vector<std::string>;
  put_packet(bench.pins, 2, 4, 1);
  bench.run(20);
  CHECK(bench.link.final_faults() == Faults{"link: VC 1: 124 slots are free behind the link, of 128"});
  bench.link.accept({0, 0, 1, 0, {30, 3, false}, {}});
  bench.run(20);
  CHECK(bench.link.final_faults() == Faults{"link: VC 1: 127 slots are free behind the link, of 128"});
  bench.link.accept({0, 0, 1, 0, {50, 1, false}, {}});
  bench.run(20);
  CHECK(bench.link.final_faults().empty());
  put_packet(bench.pins, 70, 3, 1);
  bench.pins.flits_to_put.erase(72);
  bench.run(12);
  CHECK(bench.link.final_faults().front() == "link: the tail of a packet has not come");
}

TEST_CASE("Border: credits of a VC that does not exist are a violation", "[ISLAND-5]") {
  BorderBench bench;
  bench.pins.credits_to_put[4] = credits_for(2, 1);
  CHECK_THROWS_WITH(bench.run(10), Contains(reports::kBorderProtocol) && Contains("VC 2: credits"));
}

TEST_CASE("Border: flits that make no packet are a violation", "[ISLAND-5]") {
  BorderBench bench;
  put_packet(bench.pins, 4, 4, 0);
  bench.pins.flits_to_put.erase(6);
  CHECK_THROWS_WITH(bench.run(20), Contains(reports::kBorderProtocol) && Contains("a packet with a bubble"));
}

}  // namespace tactus
