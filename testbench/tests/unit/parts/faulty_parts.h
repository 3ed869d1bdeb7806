#pragma once

#include <memory>

#include "rtl/twin/verilated_arbiter.h"
#include "rtl/twin/verilated_pacer.h"

namespace tactus::test {

/// From now on the parts have the fault of this number in pacer_faults.cmake or arbiter_faults.cmake; 0: none.
void plant_part_fault(int number);

std::unique_ptr<VerilatedPacer> make_faulty_pacer();
/// For 16 requesters.
std::unique_ptr<VerilatedArbiter> make_faulty_arbiter();

}  // namespace tactus::test
