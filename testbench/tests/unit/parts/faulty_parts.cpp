#include "testbench/tests/unit/parts/faulty_parts.h"

#include "Vrtl_faulty_arbiter.h"
#include "Vrtl_faulty_pacer.h"
#include "rtl/twin/verilated_arbiter_of.h"
#include "rtl/twin/verilated_pacer_of.h"

namespace {

unsigned planted = 0;

}  // namespace

/// The RTL with all faults in it asks for the number of the one that is planted.
extern "C" unsigned number() { return planted; }

namespace tactus::test {

void plant_part_fault(int number) { planted = static_cast<unsigned>(number); }

std::unique_ptr<VerilatedPacer> make_faulty_pacer() { return std::make_unique<VerilatedPacerOf<Vrtl_faulty_pacer>>(); }

std::unique_ptr<VerilatedArbiter> make_faulty_arbiter() {
  return std::make_unique<VerilatedArbiterOf<Vrtl_faulty_arbiter>>();
}

}  // namespace tactus::test
