#pragma once

#include <verilated.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "rtl/twin/rtl_coverage.h"
#include "rtl/twin/rtl_straps.h"
#include "rtl/twin/verilated_router.h"
#include "rtl/twin/verilated_trace.h"

namespace tactus {

/// The router that `Model`, a class made by Verilator of `router_twin`, is. Not for translation units with SystemC.
template <class Model>
class VerilatedRouterOf final : public VerilatedRouter {
 public:
  /// `part` has the names of the ports that are shown, if the model has pins for them.
  VerilatedRouterOf(const MachineConfig& config, Coordinate position, PartPins part = {})
      : ports_(static_cast<std::uint64_t>(config.ports().count())), model_(&context_, "router"), clock_(config.clock) {
    context_.fatalOnError(false);
    VerilatedTrace::prepare(context_);
    strap(config.network, config.router.dimension_order, position);
    model_.arbiter_i = static_cast<std::uint8_t>(arbiter_strap(config.router).value_or(0));
    model_.nomination_i = static_cast<std::uint8_t>(nomination_strap(config.router).value_or(0));
    model_.turnaround_i = static_cast<std::uint16_t>(config.router.turnaround.count());
    model_.transfers_i = config.router.input_transfers == InputTransfers::kPort ? 0 : 1;
    model_.dateline_i = static_cast<std::uint8_t>(dateline_strap(config.router).value_or(0));
    model_.tie_break_i = static_cast<std::uint8_t>(tie_break_strap(config.router).value_or(0));
    model_.routing_i = static_cast<std::uint8_t>(routing_strap(config.router).value_or(0));
    model_.rooms_i = static_cast<std::uint16_t>(rooms_strap(config));
    model_.vc_buffer_i = static_cast<std::uint16_t>(config.vc_buffer_flits());
    model_.receive_buffer_i = static_cast<std::uint16_t>(config.nic.receive_buffer.count() / kFlitBytes.count());
    model_.eval();  // a change in the first evaluation would be no edge
    part_ = part_pins(model_, std::move(part));
  }
  ~VerilatedRouterOf() override {
    // Verilator's runtime takes its scopes out of the context that the thread has had last, whose ever that is.
    Verilated::threadContextp(&context_);
    model_.final();
    write_rtl_coverage(context_);
  }

  void reset() override {
    model_.rst_ni = 0;
    rise();  // takes the straps
    rise();
    model_.rst_ni = 1;
    next_edge_ = 1;
  }

  void clock(std::uint64_t edge, const PinWord* flit_i, const PinWord* credit_i) override {
    Verilated::threadContextp(&context_);
    catch_up(edge);
    std::memcpy(model_.flit_i.data(), flit_i, sizeof(model_.flit_i));
    std::memcpy(model_.credit_i.data(), credit_i, sizeof(model_.credit_i));
    trace_.cycle(edge);
    rise();
    if (trace_.recording()) trace_.dump(0);
  }

  [[nodiscard]] const PinWord* flit_o() const override { return model_.flit_o.data(); }
  [[nodiscard]] const PinWord* credit_o() const override { return model_.credit_o.data(); }

  [[nodiscard]] const PartPins& part() const override { return part_; }
  [[nodiscard]] std::uint64_t part_value(unsigned instance, unsigned port) const override {
    return part_value_of(model_, part_, instance, port);
  }

  void begin_trace(const std::string& file) override { trace_.open(model_, file, clock_); }
  void end_trace() override { trace_.close(); }

 private:
  void strap(const NetworkShape& network, const DimensionLetters& order, Coordinate position) {
    const NetworkStraps straps = network_straps(network, position, network.dimensions());
    unsigned in_order = 0;
    for (int d = 0; d < network.dimensions(); ++d) {
      in_order |= static_cast<unsigned>(order.count == 0 ? d : order.begin()[d]) << 2 * d;
    }
    model_.position_i = static_cast<std::decay_t<decltype(model_.position_i)>>(straps.position);
    model_.shape_i = static_cast<std::decay_t<decltype(model_.shape_i)>>(straps.shape);
    model_.wrap_i = straps.wrap;
    model_.order_i = static_cast<std::uint8_t>(in_order);
  }
  /// Only whole turns of the outputs can be left out, because the turn goes on with every edge.
  void catch_up(std::uint64_t edge) {
    const std::uint64_t left_out = (edge - next_edge_) % ports_;
    next_edge_ = edge + 1;
    if (left_out == 0) return;
    std::memset(model_.flit_i.data(), 0, sizeof(model_.flit_i));
    std::memset(model_.credit_i.data(), 0, sizeof(model_.credit_i));
    for (std::uint64_t rest = left_out; rest > 0; --rest) rise();
  }
  void rise() {
    model_.edge_i ^= 1;
    model_.eval();
  }

  std::uint64_t ports_;
  std::uint64_t next_edge_ = 1;  ///< as the router counts: the edge of reset is edge 0
  VerilatedContext context_;
  Model model_;
  PartPins part_;
  VerilatedTrace trace_;
  Clock clock_;
};

}  // namespace tactus
