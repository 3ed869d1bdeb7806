#pragma once

#include <verilated.h>

#include "rtl/twin/rtl_coverage.h"
#include "rtl/twin/verilated_pacer.h"

namespace tactus {

/// The pacer that `Model`, a class made by Verilator of `pacer`, is. Not for translation units with SystemC.
template <class Model>
class VerilatedPacerOf final : public VerilatedPacer {
 public:
  VerilatedPacerOf() : pins_(&context_, "pacer") {
    context_.fatalOnError(false);
    pins_.eval();  // a first evaluation with the clock high would be no edge
  }
  ~VerilatedPacerOf() override {
    Verilated::threadContextp(&context_);
    pins_.final();
    write_rtl_coverage(context_);
  }

  void reset() override {
    pins_.rst_ni = 0;
    clock();
    pins_.rst_ni = 1;
  }

  void apply(const Inputs& inputs) override {
    Verilated::threadContextp(&context_);
    pins_.enable_i = inputs.enable ? 1 : 0;
    pins_.elapsed_i = inputs.elapsed;
    pins_.mode_i = static_cast<std::uint8_t>(inputs.mode);
    pins_.gap_i = inputs.gap;
    pins_.bias_i = inputs.bias;
    pins_.take_i = inputs.take ? 1 : 0;
    pins_.hops_i = static_cast<std::uint16_t>(inputs.hops);
    pins_.destination_i = inputs.destination;
    pins_.destination_nic_i = static_cast<std::uint8_t>(inputs.destination_nic);
    pins_.bytes_i = inputs.bytes;
    pins_.next_i = inputs.next ? 1 : 0;
    pins_.next_destination_i = inputs.next_destination;
    pins_.next_destination_nic_i = static_cast<std::uint8_t>(inputs.next_destination_nic);
    pins_.next_length_i = static_cast<std::uint8_t>(inputs.next_length);
    pins_.start_i = inputs.start ? 1 : 0;
    pins_.length_i = static_cast<std::uint8_t>(inputs.length);
    pins_.packet_gap_i = static_cast<std::uint16_t>(inputs.packet_gap);
    pins_.end_of_message_i = inputs.end_of_message ? 1 : 0;
    pins_.eval();
  }

  void clock() override {
    Verilated::threadContextp(&context_);
    pins_.clk_i = 1;
    pins_.eval();
    pins_.clk_i = 0;
    pins_.eval();
  }

  [[nodiscard]] int gap() const override { return pins_.gap_o; }
  [[nodiscard]] bool slot_come() const override { return pins_.slot_come_o != 0; }
  [[nodiscard]] std::uint32_t slot_wait() const override { return pins_.slot_wait_o; }

 private:
  VerilatedContext context_;
  Model pins_;
};

}  // namespace tactus
