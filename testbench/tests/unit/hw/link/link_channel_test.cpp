#include "hw/link/link_channel.h"

#include "hw/link/ht_config.h"
#include "hw/link/order_checker.h"
#include "hw/link/pcie_config.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "testbench/tests/unit/hw/link/link_bench.h"

namespace tactus {
namespace {

using namespace literals;

constexpr TrafficClass kWrite = TrafficClass::kPosted;

double rate_of_writes(const LinkChannelConfig& config, int payload, Picoseconds hold) {
  LinkBench bench(config);
  for (int i = 0; i < 400; ++i) bench.add(packet_of(kWrite, payload));
  bench.run(hold);
  REQUIRE(bench.received().size() == 400);
  return bench.rate();
}

}  // namespace

TEST_CASE("PCI Express: TLPs of 128 B with 24 B around them get 128/152 of the wire") {
  PcieLinkConfig link;
  link.posted = {1000, 8000};
  CHECK(pcie_rate(1, 8) == BytesPerSecond{2'000'000'000});
  CHECK(rate_of_writes(pcie_channel(link), 128, {}) == Approx(2e9 * 128 / 152).epsilon(1e-6));
}

TEST_CASE("PCI Express: each generation gives payload / (payload + overhead) of its line rate") {
  for (int generation = 1; generation <= 5; ++generation) {
    CAPTURE(generation);
    PcieLinkConfig link;
    link.generation = generation;
    link.lanes = 16;
    link.max_payload = 256_B;
    link.posted = {1000, 16000};
    const double line[] = {2.5e9 * 8 / 10, 5e9 * 8 / 10, 8e9 * 128 / 130, 16e9 * 128 / 130, 32e9 * 128 / 130};
    CHECK(rate_of_writes(pcie_channel(link), 256, {}) ==
          Approx(line[generation - 1] * 16 / 8 * 256 / 280).epsilon(1e-3));
  }
}

TEST_CASE("HyperTransport: transfers of 64 B with a command of 8 B get 64/72 of the wire") {
  CHECK(rate_of_writes(ht_channel({}, {100, 1, 1}), 64, {}) == Approx(6.4e9 * 64 / 72).epsilon(1e-6));
}

TEST_CASE("Link: few credits give credits x size / round trip") {
  // A credit is away while its packet is on the wire, on the way, held, and while it comes back.
  const HtLinkConfig link;
  for (std::uint32_t credits = 1; credits <= 4; ++credits) {
    for (const Picoseconds hold : {Picoseconds{}, 20_ns, 100_ns}) {
      CAPTURE(credits, hold.count());
      const double round_trip = 72 / 6.4e9 + 2 * 24e-9 + static_cast<double>(hold.count()) * 1e-12;
      const double expected = std::min(credits * 64 / round_trip, 6.4e9 * 64 / 72);
      // Arrivals and releases are seen a grain of 256 ps late at most.
      CHECK(rate_of_writes(ht_channel(link, {credits, 1, 1}), 64, hold) == Approx(expected).epsilon(0.01));
    }
  }
}

TEST_CASE("Link: data credits limit like header credits, in their own units") {
  PcieLinkConfig link;
  link.posted = {64, 16};  // two TLPs of 128 B
  const double round_trip = 152 / 2e9 + 2 * 40e-9 + 200e-9;
  CHECK(rate_of_writes(pcie_channel(link), 128, 200_ns) == Approx(2 * 128 / round_trip).epsilon(0.01));
}

TEST_CASE("Link: credit updates take wire from the other direction") {
  TimedEvents events;
  PcieLinkConfig link;
  link.tlps_per_dllp = 2;
  LinkChannel up(pcie_channel(link), events);
  LinkChannel down(pcie_channel(link), events);
  struct Nobody : LinkSender, LinkReceiver {
    void may_send(int /*port*/, Picoseconds /*now*/) override {}
    void arrived(int /*port*/, const LinkPacket& /*packet*/, Picoseconds /*now*/) override {}
  } nobody;
  up.connect(nobody, 0, nobody, 0, &down);
  down.connect(nobody, 0, nobody, 0, &up);
  for (int i = 0; i < 10; ++i) {
    const LinkPacket packet = packet_of(kWrite, 128);
    while (up.obstacle(kWrite, 128, events.now()) != LinkObstacle::kNone) events.step();
    up.send(packet, events.now());
    events.run();
    up.release(packet, events.now());
  }
  CHECK(down.busy() == transfer_time(16_B * 5, pcie_rate(1, 8)));
}

TEST_CASE("Link: random packets under back-pressure come once, in order, unharmed, and every credit comes home") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    LinkChannelConfig config;
    config.rate = BytesPerSecond{static_cast<std::uint64_t>(dice.between(1, 64)) * 500'000'000};
    config.latency = Picoseconds{static_cast<std::uint64_t>(dice.between(0, 300'000))};
    config.data_unit = dice.chance(50) ? 16 : 64;
    config.register_bytes = dice.chance(50) ? 0 : 72;
    for (auto& room : config.classes) {
      room.overhead_bytes = static_cast<std::uint32_t>(dice.between(0, 30));
      room.headers = static_cast<std::uint32_t>(dice.between(1, 9));
      room.data_units = 256 / config.data_unit + static_cast<std::uint32_t>(dice.below(40));
    }
    LinkBench bench(config);
    OrderChecker checker(ht_order_rules(), "link", &config);
    bench.channel().observe(&checker);
    for (std::uint32_t i = 0; i < 300; ++i) {
      bench.add(packet_of(static_cast<TrafficClass>(dice.below(3)), dice.between(0, 256), i));
    }
    bench.run({}, Picoseconds{200'000}, seed);
    REQUIRE(bench.received().size() == 300);
    bool same = true;
    for (std::uint32_t i = 0; i < 300; ++i) {
      same = same && bench.received()[i].transaction == i && bench.received()[i].payload == bench.sent()[i].payload;
    }
    CHECK(same);
    CHECK(checker.faults() == std::vector<std::string>{});
    CHECK(checker.packets() == 300);
    CHECK(bench.channel().idle());
  }
}

TEST_CASE("Link: a credit that is not given back is missed") {
  LinkBench bench(ht_channel({}, {2, 2, 2}));
  bench.add(packet_of(kWrite, 64));
  bench.run(Picoseconds{1'000'000'000});
  CHECK(bench.channel().idle());
  LinkBench open(ht_channel({}, {2, 2, 2}));
  open.channel().send(packet_of(kWrite, 64), {});
  CHECK_FALSE(open.channel().idle());
  while (open.received().empty()) open.events().step();
  CHECK_FALSE(open.channel().idle());
  open.events().run();
  CHECK(open.channel().idle());
}

TEST_CASE("PCI Express: three lanes, generation 6 and credits for less than a TLP are refused by member") {
  PcieLinkConfig link;
  CHECK(validate(link).empty());
  link.lanes = 3;
  link.generation = 6;
  link.max_payload = 100_B;
  link.posted = {0, 2};
  CHECK(fields_at_fault(link) == Fields{"generation", "lanes", "max_payload", "posted.headers", "posted.data"});
}

}  // namespace tactus
