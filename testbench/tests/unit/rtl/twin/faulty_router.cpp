#include "testbench/tests/unit/rtl/twin/faulty_router.h"

#include "Vrtl_faulty_router.h"
#include "rtl/twin/verilated_router_of.h"

namespace {

unsigned planted = 0;

}  // namespace

/// What the RTL with all faults in it asks.
extern "C" unsigned number() { return planted; }

namespace tactus {
namespace {

class FaultyRouter final : public VerilatedRouter {
 public:
  FaultyRouter(const MachineConfig& config, Coordinate position, int number)
      : number_(static_cast<unsigned>(number)), router_((planted = number_, config), position) {}

  void reset() override {
    planted = number_;
    router_.reset();
  }
  void clock(std::uint64_t edge, const PinWord* flit_i, const PinWord* credit_i) override {
    planted = number_;
    router_.clock(edge, flit_i, credit_i);
  }
  [[nodiscard]] const PinWord* flit_o() const override { return router_.flit_o(); }
  [[nodiscard]] const PinWord* credit_o() const override { return router_.credit_o(); }

 private:
  unsigned number_;
  VerilatedRouterOf<Vrtl_faulty_router> router_;
};

}  // namespace

std::unique_ptr<VerilatedRouter> make_faulty_router(const MachineConfig& config, Coordinate position, int number) {
  return std::make_unique<FaultyRouter>(config, position, number);
}

}  // namespace tactus
