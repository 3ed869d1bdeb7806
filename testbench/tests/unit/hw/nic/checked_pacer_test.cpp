#include "hw/nic/checked_pacer.h"

#include <memory>
#include <stdexcept>
#include <string>

#include "hw/nic/pacer.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus::checked_pacer {
namespace {

using test::broken_contract;

constexpr PacedMessage kMessage{{3, 1}, 2, 4, Bytes{5000}};

/// A gap of as many eighths as the message has hops and acknowledgements have come since a message ended; slots so much
/// later than they would be.
class Adding : public PacerDecisions {
 public:
  explicit Adding(const PacerPlace& place) : late_(place.engine) {}

  PacketEighths gap(const PacedMessage& message, Cycles /*now*/) override {
    return PacketEighths{message.hops + taken_};
  }
  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    return PacerDecisions::packet_started(packet, now) + Cycles{static_cast<std::uint64_t>(late_)};
  }
  void message_ended(Cycles /*now*/) override { taken_ = 0; }
  void acknowledged(const Acknowledgement& acknowledgement, Cycles /*now*/) override {
    taken_ += static_cast<int>(acknowledgement.packets);
  }
  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kEdge; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles said, Cycles now) const override {
    return said + now + Cycles{static_cast<std::uint64_t>(next.hops)};
  }

 private:
  int late_;
  int taken_ = 0;
};

struct ByInstance : Adding {
  using Adding::Adding;
  test::Serial serial;
};
struct OwnGap final : ByInstance {
  using ByInstance::ByInstance;
  PacketEighths gap(const PacedMessage&, Cycles) override { return PacketEighths{serial.is_first() ? 1 : 2}; }
};
struct OwnSlot final : ByInstance {
  using ByInstance::ByInstance;
  Cycles packet_started(const PacedPacket&, Cycles now) override {
    return now + Cycles{serial.is_first() ? 900U : 901U};
  }
};
struct OwnRule final : ByInstance {
  using ByInstance::ByInstance;
  [[nodiscard]] SlotRule slot_rule() const override { return serial.is_first() ? SlotRule::kSaid : SlotRule::kPacket; }
};
/// Is told of the end and of acknowledgements if it is no twin.
struct DeafTwin final : ByInstance {
  using ByInstance::ByInstance;
  void message_ended(Cycles now) override {
    if (serial.is_first()) Adding::message_ended(now);
  }
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override {
    if (serial.is_first()) Adding::acknowledged(acknowledgement, now);
  }
};
struct ChangingSlot final : Adding {
  using Adding::Adding;
  [[nodiscard]] Cycles slot(const PacedPacket&, Cycles said, Cycles) const override { return said + Cycles{++asked}; }
  mutable std::uint64_t asked = 0;
};
struct SlotOfTwin final : ByInstance {
  using ByInstance::ByInstance;
  [[nodiscard]] Cycles slot(const PacedPacket&, Cycles, Cycles) const override {
    return Cycles{serial.is_first() ? 900U : 901U};
  }
};
/// Says that its slots stay; they are those of Adding, which go on with time, until cycle 50.
struct MovingSlot final : Adding {
  using Adding::Adding;
  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kPacket; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles said, Cycles now) const override {
    return Adding::slot(next, said, std::min(now, Cycles{50}));
  }
};

template <int KEighths>
struct ConstantGap final : Adding {
  using Adding::Adding;
  PacketEighths gap(const PacedMessage&, Cycles) override { return PacketEighths{KEighths}; }
};
/// Every packet may start so many cycles after the one before it.
template <int KCycles>
struct ConstantSlot final : Adding {
  using Adding::Adding;
  Cycles packet_started(const PacedPacket&, Cycles now) override { return now + Cycles{KCycles}; }
};
struct Throwing final : PacerDecisions {
  explicit Throwing(const PacerPlace&) {}
  PacketEighths gap(const PacedMessage&, Cycles) override { throw std::runtime_error("one"); }
  Cycles packet_started(const PacedPacket&, Cycles) override { throw std::runtime_error("two"); }
  void message_ended(Cycles) override { throw std::runtime_error("three"); }
  void acknowledged(const Acknowledgement&, Cycles) override { throw std::runtime_error("four"); }
  [[nodiscard]] Cycles slot(const PacedPacket&, Cycles, Cycles) const override { throw std::runtime_error("five"); }
};

/// A checked mode that is a `P`, of engine 3.
template <class P>
struct Checked {
  PaceModePolicy policy = test::of_plugin(pace_mode_of<P>("odd", "A mode of a test."));
  PacingConfig settings;
  CheckedPacer pacer{policy, {settings, {}, 3}};

  std::string said_of_gap() {
    return broken_contract([&] { pacer.gap(kMessage, Cycles{7}); });
  }
  Cycles start(int flits, int eighths, Cycles now) {
    PacketHeader header;
    header.route.flits = static_cast<std::uint16_t>(flits);
    return pacer.packet_started({header, 4, PacketEighths{eighths}}, now);
  }
  Cycles slot(Cycles said, Cycles now) {
    const PacketHeader header;
    return pacer.slot({header, 4, PacketEighths{}}, said, now);
  }
  std::string said_of_slot(Cycles said, Cycles now) {
    return broken_contract([&] { (void)slot(said, now); });
  }
  std::string said_of_start(int flits) {
    return broken_contract([&] { start(flits, 0, Cycles{100}); });
  }
};

std::string with_title(const std::string& text) { return "test_plugin.so: pacer mode 'odd': " + text; }

TEST_CASE("CheckedPacer: answers of a mode that keeps its contract are its own", "[PLUGIN-4]") {
  Checked<Adding> adding;
  CHECK(adding.pacer.gap(kMessage, Cycles{7}).eighths() == 4);
  adding.pacer.acknowledged({{3, 1}, 2, 4, 6, 0}, Cycles{8});
  CHECK(adding.pacer.gap(kMessage, Cycles{9}).eighths() == 10);
  adding.pacer.message_ended(Cycles{10});
  CHECK(adding.pacer.gap(kMessage, Cycles{11}).eighths() == 4);
  CHECK(adding.start(16, 4, Cycles{100}) == Cycles{100 + 16 + 8 + 3});
  CHECK(adding.pacer.slot_rule() == SlotRule::kEdge);
  CHECK(adding.slot(Cycles{40}, Cycles{2}) == Cycles{46});
  CHECK(adding.slot(Cycles{40}, Cycles{3}) == Cycles{47});
}

TEST_CASE("CheckedPacer: a gap that no register holds is reported", "[PLUGIN-4]") {
  CHECK(Checked<ConstantGap<0>>().said_of_gap() == "nothing is reported");
  CHECK(Checked<ConstantGap<32767>>().said_of_gap() == "nothing is reported");
  CHECK(Checked<ConstantGap<-1>>().said_of_gap() ==
        with_title("`gap` answers -1 eighths of a packet: a gap has 0 to 32767"));
  CHECK(Checked<ConstantGap<32768>>().said_of_gap() ==
        with_title("`gap` answers 32768 eighths of a packet: a gap has 0 to 32767"));
}

TEST_CASE("CheckedPacer: a slot before the packet has ended is reported", "[PLUGIN-4]") {
  CHECK(Checked<ConstantSlot<16>>().said_of_start(16) == "nothing is reported");
  CHECK(Checked<ConstantSlot<16>>().said_of_start(17) ==
        with_title("`packet_started` answers cycle 116 for the packet after one of 17 flits that starts in cycle 100, "
                   "which ends in cycle 117"));
}

TEST_CASE("CheckedPacer: two instances that were told the same have to answer the same", "[PLUGIN-4]") {
  const auto said = [](const char* function) {
    return Catch::Matchers::StartsWith(
        with_title("`" + std::string(function) + "` answers differently when it is asked twice."));
  };
  CHECK_THAT(Checked<OwnGap>().said_of_gap(), said("gap"));
  CHECK_THAT(Checked<OwnSlot>().said_of_start(16), said("packet_started"));
  CHECK_THAT(broken_contract([] { Checked<OwnRule>(); }), said("slot_rule"));
  CHECK_THAT(Checked<ChangingSlot>().said_of_slot(Cycles{1}, Cycles{2}), said("slot"));
  CHECK_THAT(Checked<SlotOfTwin>().said_of_slot(Cycles{1}, Cycles{2}), said("slot"));
}

TEST_CASE("CheckedPacer: a slot that stays is another one only if something was told, or if it has come",
          "[PLUGIN-4][PACER-11]") {
  Checked<MovingSlot> moving;
  CHECK(moving.slot(Cycles{10}, Cycles{20}) == Cycles{34});
  CHECK(moving.said_of_slot(Cycles{10}, Cycles{20}) == "nothing is reported");
  CHECK(moving.said_of_slot(Cycles{10}, Cycles{21}) ==
        with_title("`slot` answers cycle 35 in cycle 21, and has answered 34 for the same packet, though nothing was "
                   "told in between: `slot_rule` has to be kEdge"));
  const auto is_forgotten = [](auto tell) {
    Checked<MovingSlot> told;
    (void)told.slot(Cycles{10}, Cycles{20});
    tell(told);
    return told.said_of_slot(Cycles{10}, Cycles{21}) == "nothing is reported";
  };
  CHECK_FALSE(is_forgotten([](auto& /*told*/) {}));
  CHECK(is_forgotten([](auto& told) { (void)told.pacer.gap(kMessage, Cycles{20}); }));
  CHECK(is_forgotten([](auto& told) { told.start(2, 0, Cycles{20}); }));
  CHECK(is_forgotten([](auto& told) { told.pacer.message_ended(Cycles{20}); }));
  CHECK(is_forgotten([](auto& told) { told.pacer.acknowledged({}, Cycles{20}); }));
  CHECK(is_forgotten([](auto& told) { told.settings.gap = PacketEighths{1}; }));
  CHECK(is_forgotten([](auto& told) { told.settings.bias = PacketEighths{1}; }));
  Checked<MovingSlot> come;
  (void)come.slot(Cycles{0}, Cycles{60});
  CHECK(come.said_of_slot(Cycles{2}, Cycles{70}) == "nothing is reported");
}

TEST_CASE("CheckedPacer: both instances are told of acknowledgements and of the end of a message", "[PLUGIN-4]") {
  Checked<DeafTwin> deaf;
  CHECK(deaf.said_of_gap() == "nothing is reported");
  deaf.pacer.acknowledged({{3, 1}, 2, 4, 6, 0}, Cycles{8});
  CHECK_THAT(deaf.said_of_gap(), Catch::Matchers::Contains("`gap` answers differently"));
  deaf.pacer.message_ended(Cycles{9});
  CHECK(deaf.said_of_gap() == "nothing is reported");
}

TEST_CASE("CheckedPacer: what a mode throws is reported, and that nothing is made", "[PLUGIN-4]") {
  Checked<Throwing> throwing;
  CHECK(throwing.said_of_gap() == with_title("`gap` throws: one"));
  CHECK(throwing.said_of_start(16) == with_title("`packet_started` throws: two"));
  CHECK(broken_contract([&] { throwing.pacer.message_ended(Cycles{1}); }) ==
        with_title("`message_ended` throws: three"));
  CHECK(broken_contract([&] { throwing.pacer.acknowledged({}, Cycles{1}); }) ==
        with_title("`acknowledged` throws: four"));
  CHECK(throwing.said_of_slot(Cycles{1}, Cycles{2}) == with_title("`slot` throws: five"));
  PaceModePolicy nothing = throwing.policy;
  nothing.make = [](const PacerPlace&) { return std::unique_ptr<PacerDecisions>(); };
  CHECK(broken_contract([&] {
          CheckedPacer(nothing, {throwing.settings, {}, 0});
        }) == with_title("`make` makes nothing"));
}

TEST_CASE("CheckedPacer: an engine has the mode of a plug-in checked", "[PLUGIN-4]") {
  {
    PluginRegistration registration(test::kPlugin);
    const Registered<PaceModeKind> wide{pace_mode_of<ConstantGap<40000>>("test_wide", "A gap too wide.")};
  }
  Pacer pacer;
  pacer.set({"test_wide", PacketEighths{0}, PacketEighths{0}});
  CHECK(broken_contract([&] { (void)pacer.gap(kMessage, Cycles{7}); }) ==
        "test_plugin.so: pacer mode 'test_wide': `gap` answers 40000 eighths of a packet: a gap has 0 to 32767");
}

}  // namespace
}  // namespace tactus::checked_pacer
