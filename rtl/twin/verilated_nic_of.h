#pragma once

#include <verilated.h>

#include <cstring>
#include <utility>

#include "rtl/twin/rtl_coverage.h"
#include "rtl/twin/rtl_straps.h"
#include "rtl/twin/verilated_nic.h"
#include "rtl/twin/verilated_pin.h"
#include "rtl/twin/verilated_trace.h"

namespace tactus {
// Bits of one engine's part of a pin.
inline constexpr unsigned kNicPinFlitBits = 134;
inline constexpr unsigned kNicPinCreditBits = 64;
inline constexpr unsigned kNicPinReadTagBits = 4;
inline constexpr unsigned kNicPinWriteTagBits = 9;
inline constexpr unsigned kNicPinAddressBits = 64;
inline constexpr unsigned kNicPinBytesBits = 11;

/// For one Verilated class: never in one translation unit with SystemC.
template <class Model>
class VerilatedNicOf final : public VerilatedNic {
 public:
  /// `part` has the names of the ports that are shown, if the model has pins for them.
  VerilatedNicOf(const MachineConfig& config, Coordinate position, PartPins part = {})
      : engines_(static_cast<unsigned>(config.nics())), model_(&context_, "nic"), clock_(config.clock) {
    context_.fatalOnError(false);
    VerilatedTrace::prepare(context_);
    const NetworkStraps straps = network_straps(config.network, position, kRtlDimensions);
    model_.position_i = static_cast<std::uint32_t>(straps.position);
    model_.shape_i = straps.shape;
    model_.wrap_i = straps.wrap;
    model_.engines_i = static_cast<std::uint8_t>(engines_);
    model_.vc_buffer_i = static_cast<std::uint16_t>(config.vc_buffer_flits());
    model_.receive_buffer_i = static_cast<std::uint16_t>(config.nic.receive_buffer.count() / kFlitBytes.count());
    model_.max_payload_i = static_cast<std::uint16_t>(config.max_payload().count());
    model_.outstanding_reads_i = static_cast<std::uint8_t>(config.nic.outstanding_reads);
    model_.packet_buffers_i = static_cast<std::uint8_t>(config.nic.packet_buffers);
    // A NIC in RTL has no injection control, so that its mode is what has no number.
    model_.own_pace_mode_i = config.nic.unnumbered ? 1 : 0;
    fall();
    part_ = part_pins(model_, std::move(part));
  }
  ~VerilatedNicOf() override {
    // What the model's own destructor takes for its context: otherwise the one evaluated last, which may be gone.
    Verilated::threadContextp(&context_);
    model_.final();
    write_rtl_coverage(context_);
  }

  void reset(std::uint32_t cycle) override {
    model_.cycle_i = cycle;
    model_.rst_ni = 0;
    tick();
    model_.rst_ni = 1;
  }

  Access access(std::uint32_t cycle, bool write, std::uint32_t address, std::uint32_t value) override {
    model_.cycle_i = cycle;
    model_.req_i = 1;
    model_.we_i = write ? 1 : 0;
    model_.addr_i = static_cast<std::uint16_t>(address);
    model_.wdata_i = value;
    model_.eval();
    const Access result{model_.rdata_o, model_.error_o != 0};
    tick();
    model_.req_i = 0;
    return result;
  }

  void read_done(int engine, std::uint32_t tag) override {
    model_.rd_done_i = static_cast<std::uint8_t>(1U << engine);
    set_pin(model_.rd_done_tag_i, kNicPinReadTagBits * static_cast<unsigned>(engine), kNicPinReadTagBits, tag);
    tick();
    model_.rd_done_i = 0;
  }

  void write_done(int engine, std::uint32_t tag, bool taken, bool visible) override {
    const unsigned lsb = kNicPinWriteTagBits * static_cast<unsigned>(engine);
    if (taken) model_.wr_taken_i = static_cast<std::uint8_t>(1U << engine);
    if (visible) model_.wr_visible_i = static_cast<std::uint8_t>(1U << engine);
    set_pin(model_.wr_taken_tag_i, lsb, kNicPinWriteTagBits, tag);
    set_pin(model_.wr_visible_tag_i, lsb, kNicPinWriteTagBits, tag);
    tick();
    model_.wr_taken_i = 0;
    model_.wr_visible_i = 0;
  }

  void clock(std::uint32_t cycle, std::uint32_t counter, const PinWord* flit_i, const PinWord* credit_i) override {
    model_.cycle_i = cycle;
    model_.counter_i = counter;
    model_.enable_i = 1;
    std::memcpy(&model_.flit_i, flit_i, flit_bytes());
    std::memcpy(&model_.credit_i, credit_i, credit_bytes());
    trace_.cycle(cycle);
    tick();
    model_.enable_i = 0;
  }

  void read_outputs(PinWord* flit_o, PinWord* credit_o) const override {
    std::memcpy(flit_o, &model_.flit_o, flit_bytes());
    std::memcpy(credit_o, &model_.credit_o, credit_bytes());
  }
  [[nodiscard]] bool irq() const override { return model_.irq_o != 0; }

  [[nodiscard]] Request read_request(int engine) const override {
    const auto e = static_cast<unsigned>(engine);
    return {pin_at(model_.rd_req_o, e, 1) != 0,
            static_cast<std::uint32_t>(pin_at(model_.rd_tag_o, kNicPinReadTagBits * e, kNicPinReadTagBits)),
            pin_at(model_.rd_addr_o, kNicPinAddressBits * e, kNicPinAddressBits),
            static_cast<std::uint32_t>(pin_at(model_.rd_bytes_o, kNicPinBytesBits * e, kNicPinBytesBits))};
  }
  [[nodiscard]] Request write_request(int engine) const override {
    const auto e = static_cast<unsigned>(engine);
    return {pin_at(model_.wr_req_o, e, 1) != 0,
            static_cast<std::uint32_t>(pin_at(model_.wr_tag_o, kNicPinWriteTagBits * e, kNicPinWriteTagBits)),
            pin_at(model_.wr_addr_o, kNicPinAddressBits * e, kNicPinAddressBits),
            static_cast<std::uint32_t>(pin_at(model_.wr_bytes_o, kNicPinBytesBits * e, kNicPinBytesBits))};
  }

  [[nodiscard]] const PartPins& part() const override { return part_; }
  [[nodiscard]] std::uint64_t part_value(unsigned instance, unsigned port) const override {
    return part_value_of(model_, part_, instance, port);
  }

  void begin_trace(const std::string& file) override { trace_.open(model_, file, clock_); }
  void end_trace() override { trace_.close(); }

 private:
  // Of the engines that there are, which come first.
  [[nodiscard]] std::size_t flit_bytes() const { return words_for(engines_ * kNicPinFlitBits) * sizeof(PinWord); }
  [[nodiscard]] std::size_t credit_bytes() const { return words_for(engines_ * kNicPinCreditBits) * sizeof(PinWord); }

  void tick() {
    if (trace_.recording()) {
      model_.eval();
      trace_.dump(-1);
    }
    model_.clk_i = 1;
    model_.eval();
    if (trace_.recording()) trace_.dump(0);
    fall();
    if (trace_.recording()) trace_.dump(1);
  }
  void fall() {
    model_.clk_i = 0;
    model_.eval();
  }

  const unsigned engines_;
  VerilatedContext context_;
  Model model_;
  PartPins part_;
  VerilatedTrace trace_;
  Clock clock_;
};

}  // namespace tactus
