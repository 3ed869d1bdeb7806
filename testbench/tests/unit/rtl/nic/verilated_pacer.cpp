#include "testbench/tests/unit/rtl/nic/verilated_pacer.h"

#include "Vrtl_pacer.h"
#include "rtl/twin/verilated_pacer_of.h"

namespace tactus::test {

std::unique_ptr<VerilatedPacer> make_verilated_pacer() { return std::make_unique<VerilatedPacerOf<Vrtl_pacer>>(); }

}  // namespace tactus::test
