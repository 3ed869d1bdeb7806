// A pacer mode and an injection control that registers have no number for, as a user's own are.
#include "hw/common/reports.h"
#include "hw/nic/pacing_settings.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

constexpr Coordinate kBeside{2, 2};
constexpr NumberKey kGap{"test_gap", 2, "Gap, in packets, before the first acknowledgement.", 0, 100};
constexpr NumberKey kHold{"test_hold", 0, "Cycle before which no packet goes.", 0, 1e6};

/// A gap of so many packets to the peer, and of none to others; half of the rest with each acknowledgement.
class Halving final : public PacerDecisions {
 public:
  explicit Halving(const PacerPlace& place) : left_(static_cast<int>(8 * kGap.of(place.settings))) {}

  PacketEighths gap(const PacedMessage& message, Cycles /*now*/) override {
    return PacketEighths{message.destination == kBeside ? 1 : 0};
  }
  Cycles packet_started(const PacedPacket& packet, Cycles now) override {
    return next_slot(now, packet.header.route.flits, PacketEighths{packet.gap.eighths() * left_});
  }
  void acknowledged(const Acknowledgement& acknowledgement, Cycles /*now*/) override {
    CHECK(acknowledgement.destination == kBeside);
    CHECK(acknowledgement.hops == 1);
    left_ /= 2;
  }

 private:
  int left_;
};

/// Packets to the peer may start from cycle 400 on, others from cycle 900 on.
class Opening final : public PacerDecisions {
 public:
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return {}; }
  [[nodiscard]] SlotRule slot_rule() const override { return SlotRule::kPacket; }
  [[nodiscard]] Cycles slot(const PacedPacket& next, Cycles /*said*/, Cycles /*now*/) const override {
    ++asked;
    CHECK(next.hops == (next.header.route.destination == kBeside ? 1 : 2));
    return Cycles{next.header.route.destination == kBeside ? 400U : 900U};
  }

  inline static int asked = 0;
};
const Registered<PaceModeKind> kOpening{[] {
  PaceModePolicy policy;
  policy.name = "test_opening";
  policy.summary = "Each destination opens in a cycle.";
  policy.make = [](const PacerPlace&) -> std::unique_ptr<PacerDecisions> { return std::make_unique<Opening>(); };
  return policy;
}()};

/// Receivers acknowledge every packet; senders wait for nothing but a cycle.
class Acknowledging final : public InjectionControl {
 public:
  explicit Acknowledging(const ControlPlace& place) : from_{static_cast<std::uint64_t>(kHold.of(place.control))} {}

  [[nodiscard]] bool may_start(const PacketHeader& /*packet*/, Cycles now) const override { return now >= from_; }
  [[nodiscard]] Cycles look_again(const PacketHeader& /*packet*/, Cycles /*now*/) const override { return from_; }
  void data_taken(const PacketHeader& packet, Cycles /*now*/) override {
    tell(PacketKind::kAcknowledgement, packet.route, 1);
  }
  bool control_taken(const PacketHeader& packet, Cycles /*now*/) override {
    return packet.route.kind == PacketKind::kAcknowledgement;
  }

 private:
  const Cycles from_;
};

PaceModePolicy halving() {
  PaceModePolicy policy = pace_mode_of<Halving>("test_halving", "A gap that halves with each acknowledgement.");
  policy.acknowledgements = true;
  policy.keys = {kGap};
  return policy;
}
const Registered<PaceModeKind> kHalving{halving()};

ControlPolicy acknowledging() {
  ControlPolicy policy = control_of<Acknowledging>("test_acknowledging", "Receivers acknowledge every packet.");
  policy.acknowledges = true;
  policy.keys = {kHold};
  return policy;
}
const Registered<ControlKind> kAcknowledging{acknowledging()};

PacingConfig own_pacing() {
  PacingConfig pacing;
  pacing.mode = "test_halving";
  pacing.numbers["test_gap"] = 4;
  pacing.control.kind = "test_acknowledging";
  pacing.control.numbers["test_hold"] = 50;
  return pacing;
}

bool refuses(NicBench& bench, std::uint64_t address, std::uint32_t value) {
  return report_of([&] { bench.write(address, value); }) == reports::kNicRegister;
}

}  // namespace

TEST_CASE("Own policies: the last values of PACE_CTRL.mode and CONTROL.kind choose those that the machine has",
          "[reg:PACE_CTRL.mode][reg:CONTROL.kind]") {
  const MachineConfig plain = bench_config();
  CHECK_FALSE(with_unnumbered(plain, PacingConfig{}).nic.unnumbered.has_value());
  CHECK_FALSE(nic_reg::mode_of(7, plain).has_value());
  const MachineConfig own = with_unnumbered(plain, own_pacing());
  CHECK(nic_reg::number_of("test_halving") == 7);
  CHECK(nic_reg::mode_of(7, own) == PaceModeName("test_halving"));
  CHECK(nic_reg::mode_of(2, own) == PaceModeName("hops"));
  std::uint32_t words[nic_reg::kControlWords];
  nic_reg::encode(own_pacing().control, words);
  CHECK(words[0] == 7);
  CHECK_FALSE(nic_reg::decode_control(words, plain).has_value());
  const std::optional<ControlConfig> back = nic_reg::decode_control(words, own);
  REQUIRE(back.has_value());
  CHECK(back->kind == "test_acknowledging");
  CHECK(back->numbers == own_pacing().control.numbers);
}

TEST_CASE("Own policies: a mode that needs acknowledgements needs an injection control that sends them") {
  PacingConfig pacing = own_pacing();
  CHECK(validate(pacing).empty());
  pacing.control = {};
  const std::vector<ConfigFault> faults = validate(pacing);
  REQUIRE(faults.size() == 1);
  CHECK(faults.front().field == "mode");
  CHECK_THAT(faults.front().message, Catch::Matchers::Contains("delay_window or test_acknowledging"));
}

TEST_CASE("Own policies: a NIC without them refuses their numbers, one that has them follows their decisions") {
  StartedNicBench plain(bench_config());
  CHECK(refuses(plain, nic_reg::engine_base(0) + nic_reg::kPaceCtrl, 7));
  CHECK(refuses(plain, nic_reg::control_address(nic_reg::kControl), 7));
}

TEST_CASE("Own policies: packets start where mode and control let them, and acknowledgements reach the mode",
          "[PACER-10]") {
  const MachineConfig config = with_unnumbered(bench_config(), own_pacing());
  StartedNicBench bench(config);
  bench.write(nic_reg::control_address(nic_reg::kControl), 7);
  bench.set_pacing(0, "test_halving", 0, 0);
  CHECK(bench.read(0, nic_reg::kPaceCtrl) == 7);
  bench.run_to(10);
  bench.send(0, kBeside, 4 * 2016);
  bench.run_to(600);
  // Four packets of gap, from the cycle that the control holds the first one until.
  REQUIRE(bench.heads(0) == std::vector<std::uint64_t>{50});
  PacketHeader taken = make_header(kBeside, 0, 0, 0);
  taken.route.kind = PacketKind::kAcknowledgement;
  taken.transport.packet_index = 1;
  bench.give_packet(0, 0, taken);
  bench.run_to(3000);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{50, 50 + 5 * 128, 50 + 8 * 128, 50 + 11 * 128});
}

TEST_CASE("Own policies: a slot that follows from the packet is that of the packet in front, and nobody asks in vain",
          "[PACER-11]") {
  PacingConfig pacing;
  pacing.mode = "test_opening";
  StartedNicBench bench(with_unnumbered(bench_config(), pacing));
  bench.set_pacing(0, "test_opening", 0, 0);
  bench.run_to(10);
  bench.send(0, {3, 2}, 2016);
  bench.send(0, kBeside, 2 * 2016);
  bench.run_to(800);
  CHECK(bench.heads(0).empty());
  const int asked = Opening::asked;
  bench.run_to(899);
  CHECK(Opening::asked == asked);
  bench.run_to(1500);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{900, 900 + 128, 900 + 256});
}
