#include "testbench/tests/unit/rtl/twin/route_draw_rtl.h"

#include <verilated.h>

#include "Vrtl_route_draw.h"

namespace tactus {

struct RouteDrawRtl::Verilated {
  VerilatedContext context;
  Vrtl_route_draw model{&context, "route_draw"};

  void edge(bool reset) {
    model.rst_ni = reset ? 0 : 1;
    model.clk_i = 0;
    model.eval();
    model.clk_i = 1;
    model.eval();
  }
};

RouteDrawRtl::RouteDrawRtl(std::uint32_t position, std::uint32_t shape) : verilated_(new Verilated) {
  verilated_->model.position_i = position;
  verilated_->model.shape_i = shape;
  verilated_->model.enable_i = 1;
  verilated_->edge(true);
  verilated_->edge(false);
}

RouteDrawRtl::~RouteDrawRtl() { delete verilated_; }

bool RouteDrawRtl::second(std::uint32_t inject_cycle) {
  verilated_->model.inject_cycle_i = inject_cycle;
  verilated_->model.eval();
  return verilated_->model.second_o != 0;
}

}  // namespace tactus
