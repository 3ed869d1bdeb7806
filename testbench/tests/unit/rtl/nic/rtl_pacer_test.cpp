#include "hw/nic/pacer.h"
#include "hw/nic/pacing_settings.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/numbered_modes.h"
#include "testbench/tests/unit/hw/router/dice.h"
#include "testbench/tests/unit/rtl/nic/verilated_pacer.h"

using namespace tactus;
using namespace tactus::test;

namespace {

std::int16_t drawn_register(Dice& dice) {
  if (dice.chance(10)) return dice.chance(50) ? std::int16_t{32767} : std::int16_t{-32768};
  const int range = dice.chance(50) ? 40 : 4000;
  return static_cast<std::int16_t>(dice.below(2 * range) - range);
}

/// A pacer and its twin, driven as a packet sender drives them.
class PacerPair {
 public:
  explicit PacerPair(std::uint64_t seed) : dice_(seed) { rtl_->reset(); }

  /// One edge, or a tick of the register bus, with random registers and traffic.
  void step() {
    VerilatedPacer::Inputs inputs;
    inputs.enable = dice_.chance(80);
    const auto skipped = static_cast<std::uint64_t>(dice_.chance(5) ? dice_.below(3000) : 0);
    if (inputs.enable) edge_ += Cycles{skipped + 1};
    inputs.elapsed = inputs.enable ? static_cast<std::uint32_t>(skipped + 1) : 0;
    if (dice_.chance(10)) write_registers();
    const PacingConfig& registers = model_.settings();
    inputs.mode = nic_reg::number_of(registers.mode);
    inputs.gap = static_cast<std::uint16_t>(registers.gap.eighths());
    inputs.bias = static_cast<std::uint16_t>(registers.bias.eighths());
    inputs.hops = dice_.below(257);
    const PacketEighths gap = model_.gap({{}, 0, inputs.hops, Bytes{}}, edge_);
    const bool slot_come = edge_ >= model_.slot(edge_);
    if (inputs.enable) drive_traffic(inputs, slot_come, gap);
    rtl_->apply(inputs);
    REQUIRE(rtl_->gap() == gap.eighths());
    REQUIRE(rtl_->slot_come() == slot_come);
    REQUIRE(rtl_->slot_wait() == (slot_come ? 0 : (model_.slot(edge_) - edge_).count()));
    rtl_->clock();
    PacketHeader packet;
    packet.route.flits = static_cast<std::uint16_t>(inputs.length);
    if (inputs.start) model_.packet_started({packet, inputs.hops, PacketEighths{inputs.packet_gap}}, edge_);
    if (inputs.end_of_message) model_.message_ended(edge_);
  }
  [[nodiscard]] int starts() const { return starts_; }

 private:
  void write_registers() {
    const PaceModeName mode = numbered_mode(dice_.below(60));
    const PacketEighths gap{drawn_register(dice_)};
    model_.set({mode, gap, PacketEighths{drawn_register(dice_)}});
  }
  void drive_traffic(VerilatedPacer::Inputs& inputs, bool slot_come, PacketEighths gap) {
    // Mostly gaps that let packets follow each other soon.
    inputs.packet_gap = dice_.chance(90) ? gap.eighths() % 64 : gap.eighths();
    inputs.length = 2 + dice_.below(127);
    inputs.start = slot_come && dice_.chance(30);
    inputs.end_of_message = !inputs.start && dice_.chance(slot_come ? 5 : 1);
    starts_ += inputs.start ? 1 : 0;
  }

  Dice dice_;
  Pacer model_;
  std::unique_ptr<VerilatedPacer> rtl_ = make_verilated_pacer();
  Cycles edge_;
  int starts_ = 0;
};

}  // namespace

TEST_CASE("RTL pacer: gap and slot are the model's at every edge, for random registers and packets",
          "[PACER-2][PACER-5]") {
  int starts = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    PacerPair pair(seed);
    for (int i = 0; i < 20'000; ++i) pair.step();
    starts += pair.starts();
  }
  CHECK(starts > 1000);
}
