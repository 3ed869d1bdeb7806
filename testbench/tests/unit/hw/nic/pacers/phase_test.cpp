#include <algorithm>
#include <cstdint>
#include <optional>

#include "hw/nic/pacer.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

/// Registers of the hardware, moved edge by edge as PACER-13 to PACER-17 say.
class SlotRegister {
 public:
  void take(const PaceSlots& slots) {
    slots_ = slots;
    begin_ = slots.begin + slots.phase;
    aligned_ = false;
    has_slots_ = slots.period >= 2;
  }
  void end() { has_slots_ = false; }
  [[nodiscard]] bool open(std::uint32_t counter) const {
    if (!has_slots_) return true;
    const std::int32_t lag = this->lag(counter);
    return aligned_ ? lag >= 0 && lag < tolerance() : lag == 0;
  }
  /// An edge after the one of the taking.
  void edge(std::uint32_t counter, bool starts) {
    if (!has_slots_) return;
    const std::int32_t lag = this->lag(counter);
    const bool moves = aligned_ || lag <= 0 ? starts || lag >= tolerance() : true;
    aligned_ = aligned_ || lag <= 0;
    if (moves) begin_ += slots_.period;
  }

 private:
  [[nodiscard]] std::int32_t lag(std::uint32_t counter) const { return static_cast<std::int32_t>(counter - begin_); }
  [[nodiscard]] std::int32_t tolerance() const { return std::max<std::int32_t>(1, slots_.tolerance); }

  PaceSlots slots_;
  std::uint32_t begin_ = 0;
  bool aligned_ = false;
  bool has_slots_ = false;
};

PacingConfig phase_mode() {
  PacingConfig settings;
  settings.mode = "phase";
  return settings;
}

PaceSlots random_slots(Dice& dice, std::uint32_t counter) {
  PaceSlots slots;
  slots.period =
      static_cast<std::uint16_t>(dice.chance(10) ? dice.below(3) : dice.between(2, dice.chance(50) ? 40 : 600));
  slots.phase = static_cast<std::uint16_t>(dice.below(dice.chance(80) ? 600 : 65'536));
  const int ahead = dice.chance(90) ? dice.between(-3000, 600) : dice.between(-40'000, 2000);
  slots.begin = counter + static_cast<std::uint32_t>(ahead) - slots.phase;
  slots.tolerance = static_cast<std::uint8_t>(dice.chance(30) ? dice.below(3) : dice.below(256));
  return slots;
}

NodeCounter random_counter(Dice& dice) {
  const std::uint64_t ahead = dice.chance(50) ? 0 : dice.chance(50) ? 0xFFFF'F000 : dice.bits() % 5000;
  return {Cycles{ahead}, dice.chance(40) ? 0 : dice.between(-NodeCounter::kMostDrift, NodeCounter::kMostDrift)};
}

constexpr PacedMessage kPhased{{3, 1}, 2, 4, Bytes{5000}};

/// Runs messages of a few packets, each of a few flits, through a pacer and the hardware's registers.
struct Race {
  explicit Race(std::uint64_t seed) : dice(seed), counter(random_counter(dice)), pacer({}, 0, counter) {
    header.route.destination = kPhased.destination;
  }
  [[nodiscard]] std::uint32_t shown(Cycles edge) const { return static_cast<std::uint32_t>(counter.at(edge)); }

  void message() {
    slots = random_slots(dice, shown(now));
    PacingConfig settings = phase_mode();
    settings.slots = slots;
    pacer.set(settings);
    CHECK(pacer.gap(kPhased, now).eighths() == 0);
    hardware.take(slots);
    foretold_change.reset();
    port_free = now;
    int packets = dice.between(1, 4);
    // Registers that are written now are those of the next message.
    settings.slots = random_slots(dice, shown(now));
    pacer.set(settings);
    const int patience = dice.chance(50) ? 100 : 50;  // of a hundred edges at which a packet could start
    for (int edges = 0; packets > 0 && edges < 6000; ++edges) {
      now = now + Cycles{1};
      const bool starts = ask(dice.chance(patience)) && dice.chance(patience);
      hardware.edge(shown(now), starts);
      if (!starts) continue;
      foretold_change.reset();
      --packets;
      header.route.flits = static_cast<std::uint16_t>(dice.between(2, 20));
      pacer.packet_started({header, kPhased.hops, {}}, now);
      port_free = now + Cycles{header.route.flits};
    }
    hardware.end();
    pacer.message_ended(now);
    now = now + Cycles{1};
  }

  /// Whether a packet may start; `ready`: there is one.
  bool ask(bool ready) {
    const bool may = now >= port_free && hardware.open(shown(now));
    // Nothing changes by itself before the edge that was named.
    if (foretold_change && now < *foretold_change) REQUIRE(hardware.open(shown(now)) == was_open);
    if (ready) {
      const Cycles slot = pacer.slot({header, kPhased.hops, {}}, now);
      CAPTURE(now.count(), slot.count(), port_free.count(), pacer.settings().slots.period, slots.period,
              slots.tolerance, counter.at(now));
      REQUIRE((slot <= now) == may);
      opened += may ? 1 : 0;
    }
    const Cycles change = pacer.changes(now);
    REQUIRE(change > now);
    foretold_change = change;
    was_open = hardware.open(shown(now));
    return ready && may;
  }

  Dice dice;
  NodeCounter counter;
  Pacer pacer;
  SlotRegister hardware;
  PacketHeader header;
  PaceSlots slots;  ///< of the present message
  Cycles now{5};
  Cycles port_free;
  std::optional<Cycles> foretold_change;
  bool was_open = false;
  int opened = 0;
};

}  // namespace

TEST_CASE("Pacer: in mode phase packets start while a slot is open, which moves on as a register does at each edge",
          "[PACER-13][PACER-19][PACER-14][PACER-15][PACER-16][PACER-17][reg:PACE_PERIOD.period][reg:PACE_PHASE.phase]"
          "[reg:PACE_BEGIN][reg:PACE_TOLERANCE.tolerance]") {
  int opened = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Race race(seed);
    for (int i = 0; i < 8; ++i) race.message();
    opened += race.opened;
  }
  CHECK(opened > 4000);
}

TEST_CASE("Pacer: a message has a packet in each slot, from its begin on", "[PACER-14][PACER-15]") {
  Pacer pacer;
  PacingConfig settings = phase_mode();
  settings.slots = {100, 30, 1000, 5};
  pacer.set(settings);
  CHECK(pacer.gap(kPhased, Cycles{50}).eighths() == 0);
  PacketHeader header;
  header.route.flits = 20;
  const PacedPacket packet{header, 4, {}};
  CHECK(pacer.slot(packet, Cycles{60}) == Cycles{1030});
  CHECK(pacer.changes(Cycles{60}) == Cycles{1030});
  CHECK(pacer.changes(Cycles{1030}) == Cycles{1035});
  pacer.packet_started(packet, Cycles{1032});  // late, and the beat stays
  CHECK(pacer.slot(packet, Cycles{1033}) == Cycles{1130});
  CHECK(pacer.slot(packet, Cycles{1134}) == Cycles{1134});
  CHECK(pacer.slot(packet, Cycles{1135}) == Cycles{1230});  // missed
  pacer.message_ended(Cycles{1300});
  CHECK(pacer.changes(Cycles{1300}) == Cycles::max());
}

TEST_CASE("Pacer: a message that is taken late begins with a slot that is still to come", "[PACER-16]") {
  Pacer pacer;
  PacingConfig settings = phase_mode();
  settings.slots = {100, 0, 1000, 40};
  pacer.set(settings);
  const PacketHeader header;
  // Three slots are past; each takes an edge to find, and the fourth is open by its tolerance at none of them.
  CHECK(pacer.gap(kPhased, Cycles{1210}).eighths() == 0);
  CHECK(pacer.slot({header, 4, {}}, Cycles{1211}) == Cycles{1300});
}
