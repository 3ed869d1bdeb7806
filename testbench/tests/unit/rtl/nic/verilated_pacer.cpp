#include "testbench/tests/unit/rtl/nic/verilated_pacer.h"

#include <verilated.h>

#include "Vrtl_pacer.h"
#include "rtl/twin/rtl_coverage.h"

namespace tactus::test {

struct VerilatedPacer::Model {
  VerilatedContext context;
  Vrtl_pacer pins{&context, "pacer"};
};

VerilatedPacer::VerilatedPacer() : model_(std::make_unique<Model>()) { model_->context.fatalOnError(false); }
VerilatedPacer::~VerilatedPacer() {
  model_->pins.final();
  write_rtl_coverage(model_->context);
}

void VerilatedPacer::reset() {
  model_->pins.rst_ni = 0;
  clock();
  model_->pins.rst_ni = 1;
}

void VerilatedPacer::apply(const Inputs& inputs) {
  Vrtl_pacer& pins = model_->pins;
  pins.enable_i = inputs.enable ? 1 : 0;
  pins.elapsed_i = inputs.elapsed;
  pins.mode_i = static_cast<std::uint8_t>(inputs.mode);
  pins.gap_i = inputs.gap;
  pins.bias_i = inputs.bias;
  pins.hops_i = static_cast<std::uint16_t>(inputs.hops);
  pins.start_i = inputs.start ? 1 : 0;
  pins.length_i = static_cast<std::uint8_t>(inputs.length);
  pins.packet_gap_i = static_cast<std::uint16_t>(inputs.packet_gap);
  pins.end_of_message_i = inputs.end_of_message ? 1 : 0;
  pins.eval();
}

void VerilatedPacer::clock() {
  model_->pins.clk_i = 1;
  model_->pins.eval();
  model_->pins.clk_i = 0;
  model_->pins.eval();
}

int VerilatedPacer::gap() const { return model_->pins.gap_o; }
bool VerilatedPacer::slot_come() const { return model_->pins.slot_come_o != 0; }
std::uint32_t VerilatedPacer::slot_wait() const { return model_->pins.slot_wait_o; }

}  // namespace tactus::test
