#include "testbench/tests/unit/rtl/nic/faulty_nic.h"

#include "Vrtl_faulty_nic.h"
#include "rtl/twin/verilated_nic_of.h"

namespace {

unsigned planted = 0;

}  // namespace

/// Asked by the RTL with all faults in it when it is first evaluated, in its constructor.
extern "C" unsigned number() { return planted; }

namespace tactus {

namespace test {

void plant_nic_fault(int number) { planted = static_cast<unsigned>(number); }

}  // namespace test

std::unique_ptr<VerilatedNic> make_verilated_nic(const MachineConfig& config, Coordinate position) {
  return std::make_unique<VerilatedNicOf<Vrtl_faulty_nic>>(config, position);
}

}  // namespace tactus
