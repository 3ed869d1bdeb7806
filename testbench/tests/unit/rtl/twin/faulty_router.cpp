#include "testbench/tests/unit/rtl/twin/faulty_router.h"

#include "Vrtl_faulty_router.h"
#include "rtl/twin/verilated_router_of.h"

namespace {

unsigned planted = 0;

}  // namespace

/// Asked by the RTL with all faults in it when it is first evaluated, in its constructor.
extern "C" unsigned number() { return planted; }

namespace tactus {

std::unique_ptr<VerilatedRouter> make_faulty_router(const MachineConfig& config, Coordinate position, int number) {
  planted = static_cast<unsigned>(number);
  return std::make_unique<VerilatedRouterOf<Vrtl_faulty_router>>(config, position);
}

}  // namespace tactus
