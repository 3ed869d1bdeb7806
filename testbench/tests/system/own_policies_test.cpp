// A pacer mode and an injection control that registers have no number for, in whole machines.
#include <array>
#include <map>
#include <set>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr NumberKey kRest{"test_rest", 3, "Packets that a destination rests after each packet.", 0, 100};
constexpr NumberKey kPackets{"test_packets", 2, "Packets of an engine without acknowledgement.", 1, 100};

/// A destination rests after each packet, half as long after each acknowledgement.
class Resting final : public PacerDecisions {
 public:
  explicit Resting(const PacerPlace& place) : rest_(static_cast<std::uint64_t>(kRest.of(place.settings))) {}

  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return PacketEighths{0}; }
  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    const Coordinate to = packet.header.route.destination;
    const auto flits = static_cast<std::uint64_t>(packet.header.route.flits);
    std::uint64_t& rest = rests_.try_emplace({to[0], to[1]}, rest_ * 128).first->second;
    return now + Cycles{flits + rest + static_cast<std::uint64_t>(packet.hops)};
  }
  void acknowledged(const Acknowledgement& acknowledgement, Cycles now) override {
    std::uint64_t& rest = rests_[{acknowledgement.destination[0], acknowledgement.destination[1]}];
    rest = rest / 2 + now.count() % 3;
  }

 private:
  const std::uint64_t rest_;
  std::map<std::pair<int, int>, std::uint64_t> rests_;
};

class FixedWindow final : public InjectionControl {
 public:
  explicit FixedWindow(const ControlPlace& place) : most_(static_cast<unsigned>(kPackets.of(place.control))) {}

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles /*now*/) const override {
    return under_way_[packet.route.source_nic] < most_;
  }
  void started(const PacketHeader& packet, Cycles /*now*/) override { ++under_way_[packet.route.source_nic]; }
  void data_taken(const PacketHeader& packet, Cycles /*now*/) override {
    tell(PacketKind::kAcknowledgement, packet.route, 1);
  }
  bool control_taken(const PacketHeader& packet, Cycles /*now*/) override {
    if (packet.route.kind != PacketKind::kAcknowledgement) return false;
    under_way_[packet.route.destination_nic] -= packet.transport.packet_index;
    wake(packet.route.destination_nic);
    return true;
  }

 private:
  const unsigned most_;
  std::array<unsigned, kMaxNics> under_way_{};
};

PaceModePolicy resting() {
  PaceModePolicy policy = pace_mode_of<Resting>("test_resting", "A destination rests after each packet.");
  policy.acknowledgements = true;
  policy.keys = {kRest};
  return policy;
}
const Registered<PaceModeKind> kResting{resting()};

ControlPolicy fixed_window() {
  ControlPolicy policy = control_of<FixedWindow>("test_fixed_window", "An engine has so many packets under way.");
  policy.acknowledges = true;
  policy.single_packets = true;
  policy.keys = {kPackets};
  return policy;
}
const Registered<ControlKind> kFixedWindow{fixed_window()};

Scenario own(double rest, double packets) {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.workload.message_size = Bytes{2016 * 6 + 50};
  scenario.pacing.mode = "test_resting";
  scenario.pacing.numbers["test_rest"] = rest;
  scenario.pacing.control.kind = "test_fixed_window";
  scenario.pacing.control.numbers["test_packets"] = packets;
  return scenario;
}

}  // namespace

TEST_CASE("Own policies: a mode and a control that have no registers are equal at both levels, with their settings",
          "[EQUAL-1][PACER-10]") {
  std::set<std::string> different;
  for (const auto& [rest, packets] : {std::pair{3.0, 2.0}, {7.0, 2.0}, {3.0, 5.0}}) {
    const Scenario scenario = own(rest, packets);
    CAPTURE(rest, packets);
    different.insert(require_equal_levels(scenario).result);
  }
  CHECK(different.size() == 3);
}
