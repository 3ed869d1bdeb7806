#include "hw/nic/pacer.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

constexpr PacedMessage kMessage{{3, 1}, 2, 4, Bytes{5000}};

void start(Pacer& pacer, Cycles now, int flits, PacketEighths gap) {
  PacketHeader header;
  header.route.destination = kMessage.destination;
  header.route.flits = static_cast<std::uint16_t>(flits);
  pacer.packet_started({header, kMessage.hops, gap}, now);
}

/// Slot of a packet to the destination of kMessage.
Cycles slot_of(const Pacer& pacer, Cycles now) {
  PacketHeader header;
  header.route.destination = kMessage.destination;
  return pacer.slot({header, kMessage.hops, PacketEighths{}}, now);
}

/// Decisions that note all they are told, and revise the slot to `wait` cycles from now.
struct Noted final : PacerDecisions {
  PacketEighths gap(const PacedMessage& message, Cycles now) override {
    told.push_back("gap " + std::to_string(message.hops) + " at " + std::to_string(now.count()));
    return PacketEighths{17};
  }
  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    told.push_back("packet to " + std::to_string(packet.header.route.destination[0]) + ", " +
                   std::to_string(packet.hops) + " hops, at " + std::to_string(now.count()));
    return now + Cycles{1000};
  }
  void message_ended(Cycles now) override { told.push_back("end at " + std::to_string(now.count())); }
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override {
    told.push_back(std::to_string(acknowledgement.packets) + " taken at " + std::to_string(now.count()));
  }
  [[nodiscard]] SlotRule slot_rule() const override { return wait > 0 ? SlotRule::kEdge : SlotRule::kSaid; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles said, Cycles now) const override {
    return said + now + Cycles{wait + static_cast<std::uint64_t>(next.header.route.destination[0])};
  }

  std::uint64_t wait = 0;
  std::vector<std::string> told;
};

}  // namespace

TEST_CASE("Pacer modes: each gives gaps that the registers of packets can hold, and can be set and reset") {
  for (const PaceModePolicy* mode : all_policies<PaceModeKind>()) {
    CAPTURE(mode->name);
    CHECK(mode->summary.back() == '.');
    for (const int eighths : {kMinPaceEighths, -1, 0, 1, kMaxPaceEighths}) {
      Pacer pacer({1, 2}, 3);
      pacer.set({mode->name, PacketEighths{eighths}, PacketEighths{std::min(eighths, kMaxPaceEighths - 8 * 16)}});
      for (int hops = 0; hops <= 16; ++hops) {
        const int gap = pacer.gap({kMessage.destination, 0, hops, kMessage.bytes}, Cycles{5}).eighths();
        REQUIRE((gap >= 0 && gap <= kMaxPaceEighths));
      }
      start(pacer, Cycles{100}, 20, PacketEighths{8});
      CHECK(slot_of(pacer, Cycles{101}) >= Cycles{120});
      pacer.reset();
      CHECK(pacer.settings().mode == "off");
      CHECK(slot_of(pacer, Cycles{101}) == Cycles{0});
    }
  }
}

TEST_CASE("Pacer: another mode between two packets of a message leaves the slot as it is", "[PACER-1][PACER-3]") {
  Pacer pacer;
  pacer.set({"fixed", PacketEighths{8}, PacketEighths{3}});
  start(pacer, Cycles{1000}, 128, PacketEighths{8});
  pacer.set({"hops", PacketEighths{8}, PacketEighths{3}});
  CHECK(slot_of(pacer, Cycles{1001}) == Cycles{1256});
  CHECK(pacer.gap(kMessage, Cycles{1001}).eighths() == 3 * 8 + 3);
}

TEST_CASE("Pacer: decisions that it follows are told of everything with its edge, and are asked for slots that move",
          "[PACER-3][PACER-10]") {
  Noted noted;
  Pacer pacer;
  pacer.follow(&noted);
  CHECK(pacer.slot_rule() == SlotRule::kSaid);
  CHECK(pacer.gap(kMessage, Cycles{10}).eighths() == 17);
  start(pacer, Cycles{20}, 128, PacketEighths{17});
  CHECK(slot_of(pacer, Cycles{21}) == Cycles{1020});
  pacer.acknowledged({kMessage.destination, 2, 4, 5, 20}, Cycles{30});
  pacer.message_ended(Cycles{40});
  CHECK(noted.told ==
        std::vector<std::string>{"gap 4 at 10", "packet to 3, 4 hops, at 20", "5 taken at 30", "end at 40"});
  noted.wait = 7;
  pacer.follow(&noted);
  CHECK(pacer.slot_rule() == SlotRule::kEdge);
  CHECK(slot_of(pacer, Cycles{50}) == Cycles{50 + 7 + 3});
  pacer.reset();
  CHECK(pacer.slot_rule() == SlotRule::kEdge);
}

TEST_CASE("Pacer: the first packet of every message may start at once", "[PACE-4][PACER-3][PACER-4]") {
  Pacer pacer;
  CHECK(slot_of(pacer, Cycles{0}) == Cycles{0});
  start(pacer, Cycles{1000}, 128, PacketEighths{80});
  CHECK(slot_of(pacer, Cycles{0}) > Cycles{1000});
  pacer.message_ended(Cycles{1200});
  CHECK(slot_of(pacer, Cycles{0}) == Cycles{0});
}

TEST_CASE("Pacer: parts of a cycle are rounded up", "[PACER-5]") {
  Pacer pacer;
  start(pacer, Cycles{100}, 3, PacketEighths{1});  // 3/8 of a cycle
  CHECK(slot_of(pacer, Cycles{0}) == Cycles{100 + 3 + 1});
  start(pacer, Cycles{100}, 128, PacketEighths{1});
  CHECK(slot_of(pacer, Cycles{0}) == Cycles{100 + 128 + 16});
  start(pacer, Cycles{100}, 128, PacketEighths{kMaxPaceEighths});
  CHECK(slot_of(pacer, Cycles{0}) == Cycles{100 + 128 + 16 * 32767});
}

TEST_CASE("Pacer: never exceeds the programmed rate over any stretch of a message", "[PACE-2][PACER-9]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomStream random(seed, 1);
    const PacketEighths gap{static_cast<std::int32_t>(random.below(0, 60))};
    constexpr int kPackets = 60;
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> lengths;
    Pacer pacer;
    std::uint64_t draw = 1;
    for (int i = 0; i < kPackets; ++i) {
      const std::uint64_t late = random.below(draw++, 3) == 0 ? random.below(draw++, 500) : 0;
      starts.push_back(slot_of(pacer, Cycles{0}).count() + late);
      lengths.push_back(2 + random.below(draw++, 127));
      start(pacer, Cycles{starts.back()}, static_cast<int>(lengths.back()), gap);
    }
    // Between the starts of packets i and j the engine may have moved at most 1 / (1 + gap) flits per cycle.
    for (std::size_t i = 0; i < starts.size(); ++i) {
      std::uint64_t flits = 0;
      for (std::size_t j = i + 1; j < starts.size(); ++j) {
        flits += lengths[j - 1];
        REQUIRE(flits * static_cast<std::uint64_t>(8 + gap.eighths()) <= 8 * (starts[j] - starts[i]));
      }
    }
  }
}

TEST_CASE("Pacer: a late packet moves the later slots, and nothing is made up", "[PACE-3][PACER-3]") {
  Pacer pacer;
  const PacketEighths one_packet{8};
  start(pacer, Cycles{0}, 128, one_packet);
  REQUIRE(slot_of(pacer, Cycles{0}) == Cycles{256});
  start(pacer, Cycles{300}, 128, one_packet);
  CHECK(slot_of(pacer, Cycles{0}) == Cycles{556});
}
