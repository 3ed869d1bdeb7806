#include "hw/node/access_ways.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "hw/memory/address_map.h"
#include "hw/node/numa_memory_port.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Kind = MemoryRequest::Kind;
using Leg = AccessLeg;

/// Asks a node whose ways are kept, by a clock of 1 ps: cycles are picoseconds.
struct WayAsker final : MemoryClient {
  NumaMemoryPort port;
  Cycles now;
  std::map<std::pair<bool, std::uint32_t>, AccessWay> ways;  ///< by read and tag
  std::map<std::pair<bool, std::uint32_t>, Cycles> ends;
  std::map<std::uint32_t, AccessWay> taken;  ///< of writes, by tag

  explicit WayAsker(const NumaNodeConfig& config = {}, std::vector<int> engine_nics = {0, 1, 2, 3})
      : port(config, std::move(engine_nics), Clock{Picoseconds{1}}) {
    port.connect(*this);
    port.keep_ways();
  }
  void done(int /*engine*/, MemoryAnswer answer, std::uint32_t tag) override {
    if (answer == MemoryAnswer::kTaken) {
      taken[tag] = *port.way();
      return;
    }
    const std::pair key{answer == MemoryAnswer::kRead, tag};
    ways[key] = *port.way();
    ends[key] = now;
  }
  void ask(int engine, Kind kind, std::uint32_t tag, std::uint64_t bytes, int memory, std::uint64_t offset) {
    port.request({engine, tag, kind, AddressMap::in_memory(memory, offset), Bytes{bytes}}, now);
  }
  void run_to(Cycles end) {
    while (port.next(true) <= end) {
      now = port.next(true);
      port.answer(now);
    }
    now = end;
  }
  void run() {
    while (port.next(true) != Cycles::max()) run_to(port.next(true));
  }
  [[nodiscard]] const AccessWay& way(bool read, std::uint32_t tag) const { return ways.at({read, tag}); }
};

using Legs = std::map<Leg, std::uint64_t>;

/// Those that are not 0.
Legs legs(const AccessWay& way) {
  Legs found;
  for (std::size_t i = 0; i < kAccessLegs; ++i) {
    if (way.legs[i] != 0) found[static_cast<Leg>(i)] = way.legs[i];
  }
  return found;
}

std::uint64_t sum(const AccessWay& way) {
  std::uint64_t sum = 0;
  for (const std::uint32_t leg : way.legs) sum += leg;
  return sum;
}

/// What is left to the grain of the node's events.
std::uint64_t to_grain(std::uint64_t time) { return ceil_div(time, 256) * 256 - time; }

}  // namespace

TEST_CASE("AccessWays: a write into near memory has the legs of its last TLP, to the picosecond") {
  WayAsker asker;
  asker.ask(0, Kind::kWrite, 5, 256, 0, 0);
  asker.run();
  // Two TLPs of 152 B at 2 GB/s and 40 ns; two transfers of 72 B at 6.4 GB/s and 24 ns; 64 B at 10.6 GB/s and 144 ns.
  const std::uint64_t end = 192'000 + 46'500 + 6'038 + 144'000;
  CHECK(legs(asker.way(false, 5)) ==
        Legs{{Leg::kPcie, 192'000}, {Leg::kHt, 46'500}, {Leg::kBus, 6'038}, {Leg::kLatency, 144'000 + to_grain(end)}});
  CHECK(asker.ends.at({false, 5}) == Cycles{end + to_grain(end)});
  // The buffer is free when the wire of PCI Express has all.
  CHECK(legs(asker.taken.at(5)) == Legs{{Leg::kPcie, 192'000}});
}

TEST_CASE("AccessWays: a read of near memory waits for its earlier answers on the wires, and on the bus") {
  WayAsker asker;
  asker.ask(0, Kind::kRead, 3, 256, 0, 0);
  asker.run();
  // 24 B at 2 GB/s and 40 ns; the last of four requests of 8 B and 24 ns.
  const std::uint64_t at_memory = 52'000 + 4 * 1'250 + 24'000;
  // The first comes 3.75 ns earlier and takes the bus, four times 6.038 ns.
  const std::uint64_t bus = 77'250 + 4 * 6'038 - at_memory;
  const std::uint64_t ready = at_memory + bus + 144'000;
  // Four answers of 68 B, 10.625 ns each, from the first one's being ready; then the second completion of 148 B.
  const std::uint64_t at_bridge = 77'250 + 6'038 + 144'000 + 4 * 10'625 + 24'000;
  const std::uint64_t end = at_bridge - 2 * 10'625 + 2 * 74'000 + 40'000;
  CHECK(legs(asker.way(true, 3)) == Legs{{Leg::kPcie, 52'000},
                                         {Leg::kHt, 29'000},
                                         {Leg::kBus, bus},
                                         {Leg::kLatency, 144'000},
                                         {Leg::kHtBack, at_bridge - ready},
                                         {Leg::kPcieBack, end - at_bridge + to_grain(end)}});
}

TEST_CASE("AccessWays: far memory costs a read a wire there and back, and a write the one posted buffer of the link") {
  WayAsker asker;
  asker.ask(0, Kind::kRead, 1, 64, 1, 0);
  asker.run();
  const std::uint64_t end = 52'000 + 2 * 25'250 + 6'038 + 144'000 + 2 * 34'625 + 42'000 + 40'000;
  CHECK(legs(asker.way(true, 1)) == Legs{{Leg::kPcie, 52'000},
                                         {Leg::kHt, 2 * 25'250},
                                         {Leg::kBus, 6'038},
                                         {Leg::kLatency, 144'000},
                                         {Leg::kHtBack, 2 * 34'625},
                                         {Leg::kPcieBack, 82'000 + to_grain(end)}});
  WayAsker writer;
  writer.ask(0, Kind::kWrite, 1, 128, 1, 0);
  writer.run();
  // The second transfer is at the socket at 162.5 ns. The first one's buffer is free at 186.5 ns, its credit 24 ns
  // later.
  const std::uint64_t released = 186'500 + to_grain(186'500);
  const std::uint64_t waited = released + 24'000 - 162'500;
  const std::uint64_t written = released + 24'000 + 35'250 + 6'038 + 144'000;
  CHECK(legs(writer.way(false, 1)) == Legs{{Leg::kPcie, 116'000},
                                           {Leg::kHtRoom, waited},
                                           {Leg::kHt, 46'500 + 35'250},
                                           {Leg::kBus, 6'038},
                                           {Leg::kLatency, 144'000 + to_grain(written)}});
}

TEST_CASE("AccessWays: tags, the bridge's reads, the memory's queue and its banks have legs of their own") {
  NumaNodeConfig one_tag;
  for (auto& bridge : one_tag.bridges) bridge.slots[0].read_tags = 1;
  WayAsker tags(one_tag);
  tags.ask(0, Kind::kRead, 1, 64, 0, 0);
  tags.ask(0, Kind::kRead, 2, 64, 0, 4096);
  tags.run();
  const std::uint64_t first = sum(tags.way(true, 1));
  CHECK(tags.way(true, 2).legs[static_cast<std::size_t>(Leg::kTags)] == first);
  CHECK(sum(tags.way(true, 2)) == 2 * first);

  NumaNodeConfig one_read;
  for (auto& bridge : one_read.bridges) bridge.reads = 1;
  WayAsker reads(one_read);
  reads.ask(0, Kind::kRead, 1, 128, 0, 0);
  reads.run();
  // The second request may go when the first one's answer is at the bridge.
  const std::uint64_t answered = 52'000 + 25'250 + 6'038 + 144'000 + 34'625;
  CHECK(reads.way(true, 1).legs[static_cast<std::size_t>(Leg::kBridge)] == answered + to_grain(answered) - 52'000);

  NumaNodeConfig one_place;
  for (auto& memory : one_place.memories) memory.controller.queue = 1;
  WayAsker queue(one_place);
  queue.ask(0, Kind::kWrite, 1, 128, 0, 0);
  queue.run();
  // One write is done when the other has waited for 11.25 ns less.
  CHECK(legs(queue.way(false, 1)).at(Leg::kQueue) == 6'038 + 144'000 - 11'250);

  NumaNodeConfig one_bank;
  for (auto& memory : one_bank.memories) memory.controller.banks = 1;
  WayAsker banks(one_bank);
  banks.ask(0, Kind::kWrite, 1, 128, 0, 0);
  banks.run();
  CHECK(legs(banks.way(false, 1)).at(Leg::kBank) == 20'000 - 11'250);
}

TEST_CASE("AccessWays: credits of PCI Express, and reads behind writes that lack them") {
  NumaNodeConfig narrow;
  for (auto& bridge : narrow.bridges) bridge.slots[0].posted = {1, 8};
  WayAsker asker(narrow);
  asker.ask(0, Kind::kWrite, 1, 256, 0, 0);
  asker.run();
  // The first TLP's buffer is free when its second transfer is let go, at 127.25 ns; that takes 40 ns to be known.
  const std::uint64_t known = 116'000 + to_grain(116'000);
  const std::uint64_t room = legs(asker.way(false, 1)).at(Leg::kPcieRoom);
  CHECK(room >= known + 40'000 - 76'000);
  CHECK(room <= known + 40'000 - 76'000 + 11'250 + 256);
  // A far read that has its turn behind a far write of two transfers waits for the one buffer that these need.
  WayAsker behind;
  behind.ask(0, Kind::kWrite, 1, 512, 1, 0);
  behind.ask(0, Kind::kRead, 1, 64, 1, 4096);
  behind.run();
  CHECK(legs(behind.way(true, 1)).at(Leg::kHtRoom) > 59'250);
}

TEST_CASE("AccessWays: in random traffic legs end where answers come, and who keeps them changes nothing") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    NumaNodeConfig config;
    config.socket_links[0].buffers.posted = static_cast<std::uint32_t>(dice.between(1, 3));
    for (auto& memory : config.memories) memory.controller.queue = static_cast<std::uint32_t>(dice.between(1, 8));
    for (auto& bridge : config.bridges) bridge.reads = static_cast<std::uint32_t>(dice.between(4, 40));
    WayAsker asker(config);
    std::map<std::pair<bool, std::uint32_t>, Cycles> asked;
    for (std::uint32_t tag = 0; tag < 400; ++tag) {
      const bool read = dice.chance(50);
      asked[{read, tag}] = asker.now;
      asker.ask(dice.below(4), read ? Kind::kRead : Kind::kWrite, tag,
                static_cast<std::uint64_t>(dice.between(1, 4096)), dice.below(2),
                static_cast<std::uint64_t>(dice.below(1 << 20)));
      asker.run_to(asker.now + Cycles{static_cast<std::uint64_t>(dice.below(1'500'000))});
    }
    asker.run();
    REQUIRE(asker.ways.size() == asked.size());
    AccessWay all;
    for (const auto& [access, way] : asker.ways) {
      REQUIRE(way.asked == asked.at(access));
      REQUIRE(way.asked + Cycles{sum(way)} == asker.ends.at(access));
      for (std::size_t i = 0; i < kAccessLegs; ++i) all.legs[i] = std::max(all.legs[i], way.legs[i]);
    }
    CHECK(asker.port.drained());
    CHECK(legs(all).size() >= 10);
  }
}

TEST_CASE("WireHistory: time in use is what a list of all uses says, whatever has been forgotten") {
  Dice dice(7);
  WireHistory history;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> uses;
  std::uint64_t now = 0;
  std::uint64_t forgotten = 0;
  for (int i = 0; i < 5'000; ++i) {
    now += dice.chance(40) ? 0 : static_cast<std::uint64_t>(dice.below(30));
    const std::uint64_t end = now + static_cast<std::uint64_t>(dice.between(1, 20));
    history.used(Picoseconds{now}, Picoseconds{end});
    uses.emplace_back(now, end);
    now = end;
    if (history.full()) {
      forgotten = now - std::min<std::uint64_t>(now, 300);
      history.forget(Picoseconds{forgotten});
    }
    const std::uint64_t from = std::max(forgotten, now - std::min(now, static_cast<std::uint64_t>(dice.below(400))));
    const std::uint64_t to = from + static_cast<std::uint64_t>(dice.below(400));
    std::uint64_t expected = 0;
    for (const auto& [begin, end_of_use] : uses) {
      const std::uint64_t first = std::max(begin, from);
      expected += std::max(first, std::min(end_of_use, to)) - first;
    }
    REQUIRE(history.used_within(Picoseconds{from}, Picoseconds{to}) == Picoseconds{expected});
  }
}

}  // namespace tactus
