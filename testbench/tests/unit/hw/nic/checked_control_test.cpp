#include "hw/nic/checked_control.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"
#include "testbench/tests/unit/hw/nic/control_packets.h"

namespace tactus::checked_control {
namespace {

using test::answer;
using test::broken_contract;
using test::data_packet;
using test::kHere;
using test::take_all;

constexpr Coordinate kThere{3, 3};

PacketHeader outgoing_packet() { return data_packet(kHere, 1, kThere, 2, 1, 0); }
PacketHeader incoming_packet(int nic) { return data_packet(kThere, 2, kHere, nic, 1, 0); }

/// One packet is under way until it is acknowledged or cycle 500 has come; acknowledges what comes, at once or, by
/// engine 0, in cycle 300.
class Careful : public InjectionControl {
 public:
  explicit Careful(const ControlPlace& /*place*/) {}

  [[nodiscard]] bool may_start(const PacketHeader&, Cycles now) const override { return !busy_ || now >= Cycles{500}; }
  [[nodiscard]] Cycles look_again(const PacketHeader&, Cycles) const override { return Cycles{500}; }
  [[nodiscard]] bool one_at_router() const override { return true; }
  void started(const PacketHeader&, Cycles) override { busy_ = true; }
  void data_taken(const PacketHeader& packet, Cycles) override {
    if (packet.route.destination_nic == 0) {
      late_ = packet.route;
    } else {
      tell(PacketKind::kAcknowledgement, packet.route, 1);
    }
  }
  bool control_taken(const PacketHeader& packet, Cycles) override {
    if (packet.route.kind != PacketKind::kAcknowledgement) return false;
    busy_ = false;
    wake(packet.route.destination_nic);
    return true;
  }
  void advance(int engine, Cycles now) override {
    if (engine == 0 && now >= Cycles{300}) tell(PacketKind::kAcknowledgement, late_, 4);
  }
  [[nodiscard]] Cycles next(int engine) const override { return engine == 0 ? Cycles{300} : Cycles::max(); }
  [[nodiscard]] std::vector<std::string> final_faults() const override {
    return busy_ ? std::vector<std::string>{"a packet is under way"} : std::vector<std::string>{};
  }

 private:
  bool busy_ = false;
  RouteHeader late_;
};

/// Never lets a packet go before cycle `KFrom`; says that it looks again in `KAgain`, or for news alone if that is 0.
template <int KFrom, int KAgain>
struct Promising final : InjectionControl {
  explicit Promising(const ControlPlace&) {}
  [[nodiscard]] bool may_start(const PacketHeader&, Cycles now) const override { return now >= Cycles{KFrom}; }
  [[nodiscard]] Cycles look_again(const PacketHeader&, Cycles) const override {
    return KAgain == 0 ? Cycles::max() : Cycles{KAgain};
  }
};

struct ByInstance : Careful {
  using Careful::Careful;
  test::Serial serial;
};
struct OwnStart final : ByInstance {
  using ByInstance::ByInstance;
  [[nodiscard]] bool may_start(const PacketHeader&, Cycles) const override { return serial.is_first(); }
};
struct OwnLook final : ByInstance {
  using ByInstance::ByInstance;
  [[nodiscard]] Cycles look_again(const PacketHeader&, Cycles) const override {
    return Cycles{serial.is_first() ? 500U : 501U};
  }
};
struct OwnAnswer final : ByInstance {
  using ByInstance::ByInstance;
  bool control_taken(const PacketHeader&, Cycles) override { return serial.is_first(); }
};
/// Wakes an engine whenever it is told something, if it is no twin.
struct OwnWaking final : ByInstance {
  using ByInstance::ByInstance;
  void started(const PacketHeader&, Cycles) override { wake_if_first(); }
  void data_taken(const PacketHeader&, Cycles) override { wake_if_first(); }
  bool control_taken(const PacketHeader&, Cycles) override {
    wake_if_first();
    return true;
  }
  void advance(int, Cycles) override { wake_if_first(); }
  void wake_if_first() {
    if (serial.is_first()) wake(1);
  }
};
/// Sends one packet more if it is no twin.
struct OwnSending final : ByInstance {
  using ByInstance::ByInstance;
  void data_taken(const PacketHeader& packet, Cycles) override {
    tell(PacketKind::kAcknowledgement, packet.route, serial.is_first() ? 2 : 1);
  }
};
/// Its constant answers change.
struct Changing final : Careful {
  using Careful::Careful;
  [[nodiscard]] bool one_at_router() const override { return ++asked % 2 == 0; }
  [[nodiscard]] Cycles next(int) const override { return Cycles{++asked}; }
  mutable std::uint64_t asked = 0;
};
struct Throwing final : InjectionControl {
  explicit Throwing(const ControlPlace&) {}
  [[noreturn]] static void fail() { throw std::runtime_error("oh"); }
  [[nodiscard]] bool may_start(const PacketHeader&, Cycles) const override { fail(); }
  [[nodiscard]] Cycles look_again(const PacketHeader&, Cycles) const override { fail(); }
  [[nodiscard]] bool one_at_router() const override { fail(); }
  void started(const PacketHeader&, Cycles) override { fail(); }
  void data_taken(const PacketHeader&, Cycles) override { fail(); }
  bool control_taken(const PacketHeader&, Cycles) override { fail(); }
  void advance(int, Cycles) override { fail(); }
  [[nodiscard]] Cycles next(int) const override { fail(); }
  [[nodiscard]] std::vector<std::string> final_faults() const override { fail(); }
};

/// A checked control that is a `C`.
template <class C>
struct Checked {
  ControlPolicy policy = test::of_plugin(control_of<C>("odd", "A control of a test."));
  ControlConfig settings;
  MachineConfig machine = test::machine_of(4);
  CheckedControl control{policy, {settings, machine, kHere, nullptr}};

  std::string said_of_look(std::uint64_t now) {
    return broken_contract([&] { (void)control.look_again(outgoing_packet(), Cycles{now}); });
  }
};

std::string with_title(const std::string& text) { return "test_plugin.so: injection control 'odd': " + text; }

TEST_CASE("CheckedControl: answers of a control that keeps its contract are its own", "[PLUGIN-4]") {
  Checked<Careful> careful;
  CheckedControl& control = careful.control;
  const PacketHeader packet = outgoing_packet();
  CHECK(control.may_start(packet, Cycles{10}));
  control.started(packet, Cycles{10});
  CHECK_FALSE(control.may_start(packet, Cycles{11}));
  CHECK(control.look_again(packet, Cycles{11}) == Cycles{500});
  CHECK(control.one_at_router());
  CHECK(control.next(0) == Cycles{300});
  CHECK(control.next(1) == Cycles::max());
  CHECK(control.final_faults() == std::vector<std::string>{with_title("a packet is under way")});
  CHECK_FALSE(control.control_taken(answer(PacketKind::kData, kThere, 1, 1), Cycles{20}));
  CHECK_FALSE(control.may_start(packet, Cycles{21}));
  CHECK(control.take_woken() == 0);
  CHECK(control.control_taken(answer(PacketKind::kAcknowledgement, kThere, 1, 1), Cycles{30}));
  CHECK(control.may_start(packet, Cycles{31}));
  CHECK(control.take_woken() == 0b10);
  CHECK(control.final_faults().empty());
}

TEST_CASE("CheckedControl: what the policy sends and wakes, the NIC sends and wakes, once", "[PLUGIN-4]") {
  Checked<Careful> careful;
  CheckedControl& control = careful.control;
  control.data_taken(incoming_packet(3), Cycles{10});
  control.data_taken(incoming_packet(3), Cycles{11});
  control.data_taken(incoming_packet(0), Cycles{12});
  CHECK(control.take_woken() == 0b1000);
  CHECK(control.outgoing(0).empty());
  const std::vector<PacketHeader> sent = take_all(control, 3);
  REQUIRE(sent.size() == 1);
  CHECK(sent.front().route.kind == PacketKind::kAcknowledgement);
  CHECK(sent.front().route.destination == kThere);
  CHECK(sent.front().route.destination_nic == 2);
  CHECK(sent.front().route.source_nic == 3);
  CHECK(sent.front().transport.packet_index == 2);
  control.advance(0, Cycles{299});
  CHECK(control.outgoing(0).empty());
  control.advance(0, Cycles{300});
  CHECK(control.take_woken() == 0b1);
  const std::vector<PacketHeader> late = take_all(control, 0);
  REQUIRE(late.size() == 1);
  CHECK(late.front().transport.packet_index == 4);
  CHECK(control.outgoing(3).empty());
  control.data_taken(incoming_packet(3), Cycles{400});
  CHECK(take_all(control, 3).front().transport.packet_index == 1);
}

TEST_CASE("CheckedControl: a look again in a cycle that has come is reported", "[PLUGIN-4]") {
  const auto said = [](const char* now) {
    return with_title(std::string("`look_again` in cycle ") + now +
                      " answers cycle 40, which has come: `may_start` "
                      "would be asked for ever");
  };
  CHECK(Checked<Promising<40, 40>>().said_of_look(39) == "nothing is reported");
  CHECK(Checked<Promising<40, 40>>().said_of_look(40) == said("40"));
  CHECK(Checked<Promising<40, 40>>().said_of_look(41) == said("41"));
}

TEST_CASE("CheckedControl: nothing may be otherwise before the cycle of the next look", "[PLUGIN-4]") {
  CHECK(Checked<Promising<50, 50>>().said_of_look(10) == "nothing is reported");
  CHECK(Checked<Promising<60, 50>>().said_of_look(10) == "nothing is reported");
  CHECK(Checked<Promising<49, 50>>().said_of_look(10) ==
        with_title("`look_again` in cycle 10 says cycle 50, and `may_start` would let the packet go in cycle 49"));
  CHECK(Checked<Promising<10, 11>>().said_of_look(10) == "nothing is reported");
}

TEST_CASE("CheckedControl: a control that waits for news alone is tried a million cycles later", "[PLUGIN-4]") {
  CHECK(Checked<Promising<2'000'000, 0>>().said_of_look(10) == "nothing is reported");
  CHECK(Checked<Promising<1'000'000, 0>>().said_of_look(10) ==
        with_title("`look_again` in cycle 10 says that only news change anything, and `may_start` would let the packet "
                   "go in cycle 1048586"));
}

TEST_CASE("CheckedControl: two instances that were told the same have to answer the same", "[PLUGIN-4]") {
  const auto said = [](const char* function) {
    return Catch::Matchers::StartsWith(
        with_title("`" + std::string(function) + "` answers differently when it is asked twice."));
  };
  Checked<OwnStart> start;
  CHECK_THAT(broken_contract([&] { (void)start.control.may_start(outgoing_packet(), Cycles{1}); }), said("may_start"));
  CHECK_THAT(Checked<OwnLook>().said_of_look(10), said("look_again"));
  Checked<OwnAnswer> own;
  CHECK_THAT(broken_contract([&] { own.control.control_taken(outgoing_packet(), Cycles{1}); }), said("control_taken"));
  Checked<Changing> changing;
  CHECK_THAT(broken_contract([&] { (void)changing.control.one_at_router(); }), said("one_at_router"));
  CHECK_THAT(broken_contract([&] { (void)changing.control.next(0); }), said("next"));
}

TEST_CASE("CheckedControl: two instances that were told the same have to send and wake the same", "[PLUGIN-4]") {
  const auto said = [](const char* function) {
    return with_title("`" + std::string(function) + "` sends or wakes differently when it is told twice");
  };
  const PacketHeader packet = outgoing_packet();
  const auto said_of = [&](auto tell) {
    Checked<OwnWaking> waking;
    return broken_contract([&] { tell(waking.control); });
  };
  CHECK(said_of([&](auto& control) { control.started(packet, Cycles{1}); }) == said("started"));
  CHECK(said_of([&](auto& control) { control.data_taken(packet, Cycles{1}); }) == said("data_taken"));
  CHECK(said_of([&](auto& control) { control.control_taken(packet, Cycles{1}); }) == said("control_taken"));
  CHECK(said_of([&](auto& control) { control.advance(0, Cycles{1}); }) == said("advance"));
  Checked<OwnSending> sending;
  CHECK(broken_contract([&] { sending.control.data_taken(incoming_packet(1), Cycles{1}); }) == said("data_taken"));
}

TEST_CASE("CheckedControl: what a control throws is reported, and that nothing is made", "[PLUGIN-4]") {
  Checked<Throwing> throwing;
  CheckedControl& control = throwing.control;
  const PacketHeader packet = outgoing_packet();
  const auto said = [](const char* function) { return with_title("`" + std::string(function) + "` throws: oh"); };
  CHECK(broken_contract([&] { (void)control.may_start(packet, Cycles{1}); }) == said("may_start"));
  CHECK(throwing.said_of_look(1) == said("look_again"));
  CHECK(broken_contract([&] { (void)control.one_at_router(); }) == said("one_at_router"));
  CHECK(broken_contract([&] { control.started(packet, Cycles{1}); }) == said("started"));
  CHECK(broken_contract([&] { control.data_taken(packet, Cycles{1}); }) == said("data_taken"));
  CHECK(broken_contract([&] { control.control_taken(packet, Cycles{1}); }) == said("control_taken"));
  CHECK(broken_contract([&] { control.advance(0, Cycles{1}); }) == said("advance"));
  CHECK(broken_contract([&] { (void)control.next(0); }) == said("next"));
  CHECK(broken_contract([&] { (void)control.final_faults(); }) == said("final_faults"));
  ControlPolicy nothing = throwing.policy;
  nothing.make = [](const ControlPlace&) { return std::unique_ptr<InjectionControl>(); };
  CHECK(broken_contract([&] {
          CheckedControl(nothing, {throwing.settings, throwing.machine, kHere, nullptr});
        }) == with_title("`make` makes nothing"));
}

TEST_CASE("CheckedControl: a NIC has the control of a plug-in checked", "[PLUGIN-4]") {
  {
    PluginRegistration registration(test::kPlugin);
    const Registered<ControlKind> hasty{control_of<Promising<49, 50>>("test_hasty", "A control that goes too soon.")};
  }
  const auto control = test::made("test_hasty", {}, test::machine_of(4));
  CHECK(broken_contract([&] { (void)control->look_again(outgoing_packet(), Cycles{10}); }) ==
        "test_plugin.so: injection control 'test_hasty': `look_again` in cycle 10 says cycle 50, and `may_start` would "
        "let the packet go in cycle 49");
}

}  // namespace
}  // namespace tactus::checked_control
