#include "testbench/tests/unit/rtl/link/verilated_link.h"

#include "Vrtl_link_pair.h"

namespace tactus::test {

struct VerilatedLink::Model {
  VerilatedContext context;
  Vrtl_link_pair top{&context};

  void clock() {
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }
};

VerilatedLink::VerilatedLink(std::uint64_t timeout) : model_(std::make_unique<Model>()) {
  model_->top.timeout_i = static_cast<std::uint16_t>(timeout);
  model_->top.rst_ni = 0;
  model_->clock();
  model_->top.rst_ni = 1;
}

VerilatedLink::~VerilatedLink() { model_->top.final(); }

VerilatedLink::Outputs VerilatedLink::edge(const Inputs& inputs, bool enabled) {
  Vrtl_link_pair& top = model_->top;
  top.enable_i = enabled ? 1 : 0;
  top.switch_flit_i = inputs.from_switch;
  top.sender_ack_i = inputs.ack ? 1 : 0;
  top.sender_ack_number_i = static_cast<std::uint8_t>(inputs.ack_number);
  top.receiver_flit_i = inputs.from_wire;
  top.receiver_number_i = static_cast<std::uint8_t>(inputs.number);
  top.receiver_crc_i = inputs.crc;
  model_->clock();
  return {top.sender_flit_o,       top.sender_number_o,       top.sender_crc_o, top.room_o,
          top.receiver_ack_o != 0, top.receiver_ack_number_o, top.router_flit_o};
}

}  // namespace tactus::test
